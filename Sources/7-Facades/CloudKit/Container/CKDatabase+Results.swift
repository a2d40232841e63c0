// What requests give, and what takes it: names for types of which Apple's signatures spell out every
// part. They are the same types.
extension CKDatabase {
    /// Takes the result of a request, or why it failed.
    public typealias ResultHandler<Success> = @Sendable (Result<Success, any Error>) -> Void

    /// What became of each item, by its name.
    public typealias Results<ID: Hashable, Item> = [ID: Result<Item, any Error>]

    /// What became of each item that was to be saved, and of each that was to be deleted.
    public typealias Modifications<ID: Hashable, Item> = (
        saveResults: Results<ID, Item>, deleteResults: Results<ID, Void>
    )

    /// The records of a page of a query, and where to go on; nil when nothing remains.
    public typealias MatchResults = (
        matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)],
        queryCursor: CKQueryOperation.Cursor?
    )

    /// What happened in a zone after a token.
    public typealias RecordZoneChangeResults = (
        modificationResultsByID: Results<CKRecord.ID, RecordZoneChange.Modification>,
        deletions: [RecordZoneChange.Deletion], changeToken: CKServerChangeToken, moreComing: Bool
    )

    /// Which zones of a database changed after a token.
    public typealias DatabaseChangeResults = (
        modifications: [DatabaseChange.Modification], deletions: [DatabaseChange.Deletion],
        changeToken: CKServerChangeToken, moreComing: Bool
    )
}
