public import Foundation
public import PredicateCore

extension CKRecord {
    /// A pointer to a record.
    public typealias Reference = CKReference

    /// What happens to a record when the one that it points at is deleted.
    ///
    ///     note["folder"] = CKRecord.Reference(recordID: folder.recordID, action: .deleteSelf)
    ///     try await database.deleteRecord(withID: folder.recordID)
    ///     try await database.record(for: note.recordID)  // throws CKError.unknownItem
    public enum ReferenceAction: UInt, Sendable {
        /// Nothing; the pointer dangles.
        case none = 0
        /// The record is deleted too.
        case deleteSelf = 1
    }
}

/// A field's pointer to another record.
///
///     note["folder"] = CKRecord.Reference(recordID: folder.recordID, action: .deleteSelf)
///     NSPredicate(format: "folder == %@", folder.recordID)
///
/// Programs write `CKRecord.Reference` or `CKReference`. Two are equal when the record and the
/// action are.
public final class CKReference: NSObject, NSSecureCoding, NSCopying, Sendable {
    /// What happens when the record pointed at is deleted; `CKRecord.ReferenceAction`.
    public typealias Action = CKRecord.ReferenceAction

    /// The record pointed at.
    public let recordID: CKRecord.ID
    /// What happens when that record is deleted.
    public let action: CKRecord.ReferenceAction

    /// Points at a record by its name.
    public init(recordID: CKRecord.ID, action: CKRecord.ReferenceAction) {
        self.recordID = recordID
        self.action = action
    }

    /// Points at a record.
    public convenience init(record: CKRecord, action: CKRecord.ReferenceAction) {
        self.init(recordID: record.recordID, action: action)
    }

    convenience init(_ reference: Reference) {
        // A validating pointer exists in the web services only and looks like `none` here.
        self.init(
            recordID: CKRecord.ID(reference.recordID),
            action: reference.action == .deleteSelf ? .deleteSelf : .none)
    }

    /// The pointer in the record database's own form.
    var reference: Reference {
        Reference(recordID.id, action: action == .deleteSelf ? .deleteSelf : .none)
    }

    // MARK: Equality, copying, printing

    /// Whether both point at the same record with the same action.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKReference else { return false }
        return other.recordID == recordID && other.action == action
    }

    /// A hash in accord with equality.
    public override var hash: Int { recordID.hash }

    /// The pointer itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// The record pointed at.
    public override var description: String {
        "<CKReference: \(address(of: self)); recordID=\(recordID.id.text)"
            + (action == .deleteSelf ? ", action=deleteSelf>" : ">")
    }

    // MARK: Archives

    /// Pointers take part in secure archives.
    public static var supportsSecureCoding: Bool { true }

    /// The class's name on Apple's systems, which archives carry as what to fall back to.
    public override class func classFallbacksForKeyedArchiver() -> [String] { appleNames }

    /// Reads a pointer from an archive; nil where it holds none.
    public convenience init?(coder: NSCoder) {
        guard let id: CKRecord.ID = coder.object("RecordID") else { return nil }
        let action = UInt(exactly: coder.integer("ReferenceAction")) ?? 0
        self.init(recordID: id, action: CKRecord.ReferenceAction(rawValue: action) ?? .none)
    }

    /// Writes the target's name and the delete action to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(recordID, forKey: "RecordID")
        coder.encode(Int(action.rawValue), forKey: "ReferenceAction")
    }
}

extension CKReference: PredicateValueConvertible {
    /// The pointer as a constant of predicates.
    public var predicateValue: Value { .reference(reference) }
}

extension CKReference: __CKRecordObjCValue {}
