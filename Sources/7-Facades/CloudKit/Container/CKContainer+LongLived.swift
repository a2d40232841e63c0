extension CKContainer {
    // MARK: Long-lived operations

    /// The names of long-lived operations that are still to be done; always none, as an operation
    /// ends with the program.
    public func allLongLivedOperationIDs() async throws -> [CKOperation.ID] {
        []
    }

    /// The names of long-lived operations that are still to be done; always none, as an operation
    /// ends with the program.
    public func fetchAllLongLivedOperationIDs(
        completionHandler: @escaping @Sendable ([CKOperation.ID]?, (any Error)?) -> Void
    ) {
        answer(completionHandler, with: allLongLivedOperationIDs)
    }

    /// The long-lived operation of a name, to be gone on with; always nil.
    public func longLivedOperation(for operationID: CKOperation.ID) async throws -> CKOperation? {
        nil
    }

    /// The long-lived operation of a name, to be gone on with; always nil.
    public func fetchLongLivedOperation(
        withID operationID: CKOperation.ID,
        completionHandler: @escaping @Sendable (CKOperation?, (any Error)?) -> Void
    ) {
        answer({ (_: Result<Void, any Error>) in completionHandler(nil, nil) }, with: {})
    }
}
