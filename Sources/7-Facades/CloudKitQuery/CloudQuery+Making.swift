public import CloudKit
public import QueryBuilderCore

/// A type that stands for a record type, so that the compiler checks the fields' names.
///
///     struct Note: QueryableRecord {
///         enum Attribute { case title, priority }
///     }
///     try await CKRecord.query(Note.self, in: database).where([.priority: gte(2)]).all()
public protocol QueryableRecord: Queryable {
    /// The record type; the name of the Swift type unless it says otherwise.
    static var recordType: CKRecord.RecordType { get }
}

extension QueryableRecord {
    /// The name of the Swift type.
    public static var recordType: CKRecord.RecordType { String(describing: Self.self) }
}

extension CKRecord {
    /// A query over the records of a type.
    ///
    ///     try await CKRecord.query("Note", in: database).where("done == %@", false).all()
    public static func query(
        _ type: CKRecord.RecordType, in database: CKDatabase
    ) -> CloudQuery<CKRecord> {
        CloudQuery(type, in: database)
    }

    /// A query over the records that a type stands for.
    public static func query<Kind: QueryableRecord>(
        _ kind: Kind.Type, in database: CKDatabase
    ) -> CloudQuery<Kind> {
        CloudQuery(kind.recordType, in: database)
    }
}
