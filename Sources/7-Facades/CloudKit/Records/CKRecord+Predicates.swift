public import PredicateCore
import RecordCore

extension CKRecord: PredicateValueConvertible {
    /// The record as a constant of predicates: a reference to it.
    ///
    ///     NSPredicate(format: "folder == %@", folder)
    public var predicateValue: Value { .reference(PredicateCore.Reference(recordID.id)) }
}

extension CKRecord: KeyedObject {
    /// The value of a field, or of what the service keeps, for predicates asked in memory.
    ///
    ///     NSPredicate(format: "population > 1000000").evaluate(with: record)
    ///
    /// A field without a value is null.
    public func predicateValue(forKey key: String) throws(EvaluationError) -> Value {
        let record = record
        if let value = record.fields[key] { return value }
        return switch key {
        case "self": .object(ObjectValue(self))
        case "recordType": .text(recordType)
        case CKRecordParentKey:
            record.parent.map { .reference(PredicateCore.Reference($0)) } ?? .null
        case CKRecordShareKey: record.share.map { .reference(PredicateCore.Reference($0)) } ?? .null
        case "allTokens": .list(allTokens().map { .text($0) })
        default: CKRecord.value(of: SystemField.named(key), in: record)
        }
    }

    private static func value(of field: SystemField?, in record: Record) -> Value {
        switch field {
        case nil: .null
        case .createTime: record.system.map { .date($0.created) } ?? .null
        case .modTime: record.system.map { .date($0.modified) } ?? .null
        case .createdBy: record.system.map { .reference(user($0.createdBy)) } ?? .null
        case .modifiedBy: record.system.map { .reference(user($0.modifiedBy)) } ?? .null
        case .etag: record.system.map { .text($0.changeTag) } ?? .null
        case .recordID: .reference(PredicateCore.Reference(record.id))
        }
    }

    private static func user(_ name: String) -> PredicateCore.Reference {
        PredicateCore.Reference(RecordID(name))
    }
}
