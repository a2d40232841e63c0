public import CloudKit
import QueryBuilderCore
import RecordCore

extension CloudQuery {
    /// The first record that matches, or a new one with the fields that the conditions say.
    ///
    /// The new record is not saved. A condition on `recordID` or `recordName` names it.
    ///
    /// - Throws: `QueryError.tooComplex` where the conditions are not all equalities of a
    ///   dictionary or of key paths, or one is on what the service sets, such as `creationDate`.
    public func firstOrInsert() async throws -> CKRecord {
        let initials = try terms.initialValues()
        let id = try recordID(of: initials)
        if let found = try await first() { return found }
        let record = id.map { CKRecord(recordType: type, recordID: $0) } ?? makeRecord()
        for initial in initials where SystemField.named(initial.key) == nil {
            record[initial.key] = try fieldValue(initial.value, initial.key)
        }
        return record
    }

    /// The identifier that the conditions give a new record; nil where none is about it.
    private func recordID(of initials: [QueryTerms.Initial]) throws -> CKRecord.ID? {
        var id: CKRecord.ID?
        for initial in initials {
            guard let field = SystemField.named(initial.key) else { continue }
            let next: CKRecord.ID? =
                switch initial.value {
                case let name as String:
                    CKRecord.ID(recordName: name, zoneID: zone ?? id?.zoneID ?? .default)
                case let reference as CKRecord.Reference: reference.recordID
                default: nil  // Neither names a record.
                }
            // What the service sets gives no record that the query would find.
            guard field == .recordID, let next, id == nil || id == next,
                zone == nil || zone == next.zoneID
            else { throw QueryError.tooComplex }
            id = next
        }
        return id
    }

    /// Deletes the records that match.
    ///
    /// - Returns: How many there were.
    @discardableResult
    public func delete() async throws -> Int {
        let ids = try await records([]).map(\.recordID)
        for part in ids.parts {
            let (_, results) = try await database.modifyRecords(
                saving: [], deleting: Array(part))
            try results.values.check()
        }
        return ids.count
    }

    /// Gives fields of the records that match new values; nil removes a value.
    ///
    ///     try await query.update(["done": true])
    ///
    /// - Returns: How many records there were.
    /// - Throws: `CKError.serverRecordChanged` where another client saved one of the records first;
    ///   `QueryError.unexpectedValue` for a value that the field cannot hold.
    @discardableResult
    public func update(_ values: [String: Any?]) async throws -> Int {
        let fields = try values.mapValues { $0 }.map { ($0, try fieldValue($1, $0)) }
        let records = try await all()
        for (key, value) in fields { try set(value, key, of: records) }
        for part in records.parts {
            let (results, _) = try await database.modifyRecords(saving: Array(part), deleting: [])
            try results.values.check()
        }
        return records.count
    }

    /// Sets a field, encrypted where one of the records has it encrypted: all are of one type.
    private func set(
        _ value: (any CKRecordValueProtocol)?, _ key: String, of records: [CKRecord]
    ) throws {
        guard records.contains(where: { $0.isEncrypted(key) }) else {
            return records.forEach { $0[key] = value }
        }
        guard let value, value is CKRecord.Reference || value is CKAsset else {
            return records.forEach { $0.encryptedValues.setObject(value, forKey: key) }
        }
        throw QueryError.unexpectedValue(
            key: key, expected: "a value that can be encrypted", found: "\(Swift.type(of: value))")
    }
}

extension CloudQuery where Element: Queryable {
    /// Gives fields of the records that match new values; nil removes a value.
    @discardableResult
    public func update(_ values: [Element.Attribute: Any?]) async throws -> Int {
        try await update(
            Dictionary(values.map { (keyName(of: $0.key), $0.value) }) { first, _ in first })
    }
}

/// What may be kept in a field; nil for nil.
private func fieldValue(_ value: Any?, _ key: String) throws -> (any CKRecordValueProtocol)? {
    // Out of optionals, enumerations as their raw values.
    let plain = value as? any CKRecordValueProtocol ?? QueryTerms.Initial(key, value).value
    guard let plain else { return nil }
    // To set what no field can hold stops the program.
    guard let field = plain as? any CKRecordValueProtocol, CKRecord.canStore(field) else {
        throw QueryError.unexpectedValue(
            key: key, expected: "a value of a record", found: "\(type(of: plain))")
    }
    return field
}

extension Sequence {
    /// Throws why an item failed, rather than that others of its zone fell with it.
    fileprivate func check<Item>() throws where Element == Result<Item, any Error> {
        var sibling: (any Error)?
        for case .failure(let error) in self {
            guard (error as? CKError)?.code == .batchRequestFailed else { throw error }
            sibling = error
        }
        if let sibling { throw sibling }
    }
}

extension Array {
    /// At most as many as one request takes.
    fileprivate var parts: [ArraySlice<Element>] {
        stride(from: 0, to: count, by: 400).map { self[$0..<Swift.min($0 + 400, count)] }
    }
}
