extension CKDatabaseOperation {
    /// Fetches several items together, and tells of each and of all.
    func fetchPlan<ID: Hashable & Sendable, Item: Sendable>(
        _ each: ((ID, Result<Item, any Error>) -> Void)?,
        _ finished: ((Result<Void, any Error>) -> Void)?,
        _ completed: (([ID: Item]?, (any Error)?) -> Void)?, _ message: String,
        fetch: @escaping @Sendable () async throws -> [(ID, Result<Item, CKError>)]
    ) -> OperationPlan {
        let complete = { (items: [ID: Item]?, error: CKError?) in
            finished?(.ended(error))
            completed?(items, error)
        }
        let blocks = Blocks {
            (results: [(ID, Result<Item, CKError>)], context: OperationContext) in
            var items: [ID: Item] = [:]
            var errors: [AnyHashable: any Error] = [:]
            for (id, result) in results {
                if context.isCancelled { return complete(items, .cancelled) }
                switch result {
                case .success(let item): items[id] = item
                case .failure(let error): errors[id] = error
                }
                each?(id, result.mapError { $0 })
            }
            if context.isCancelled { return complete(items, .cancelled) }
            complete(items, errors.isEmpty ? nil : .partial(errors, message))
        }
        return OperationPlan(fail: { complete(nil, $0) }) { context in
            let results = try await fetch()
            return Delivery { blocks.call(results, context) }
        }
    }

    /// Saves and deletes several items together, and tells of each and of all.
    func modifyPlan<ID: Hashable & Sendable, Item: Sendable>(
        saving savedIDs: [ID], deleting deletedIDs: [ID],
        _ saved: ((ID, Result<Item, any Error>) -> Void)?,
        _ deleted: ((ID, Result<Void, any Error>) -> Void)?,
        _ finished: ((Result<Void, any Error>) -> Void)?,
        _ completed: (([Item]?, [ID]?, (any Error)?) -> Void)?, _ message: String,
        modify: @escaping @Sendable () async throws -> ModificationResults<Item>
    ) -> OperationPlan {
        let complete = { (items: [Item]?, ids: [ID]?, error: CKError?) in
            finished?(.ended(error))
            completed?(items, ids, error)
        }
        let blocks = Blocks { (results: ModificationResults<Item>) in
            var errors: [AnyHashable: any Error] = [:]
            let done = tell(zip(savedIDs, results.saves), saved, &errors)
            let gone = tell(zip(deletedIDs, results.deletions), deleted, &errors)
            complete(
                done.map(\.item), gone.map(\.id),
                errors.isEmpty ? nil : .partial(errors, message))
        }
        return OperationPlan(fail: { complete(nil, nil, $0) }) { _ in
            let results = try await modify()
            return Delivery { blocks.call(results) }
        }
    }
}

/// Hands results to a program's block, in order; what succeeded is the answer.
private func tell<ID: Hashable, Item>(
    _ results: some Sequence<(ID, Result<Item, CKError>)>,
    _ block: ((ID, Result<Item, any Error>) -> Void)?, _ errors: inout [AnyHashable: any Error]
) -> [(id: ID, item: Item)] {
    var done: [(id: ID, item: Item)] = []
    for (id, result) in results {
        switch result {
        case .success(let item): done.append((id, item))
        case .failure(let error): errors[id] = error
        }
        block?(id, result.mapError { $0 })
    }
    return done
}

extension Result where Success == Void, Failure == any Error {
    /// How an operation has ended, for its result block.
    ///
    /// The blocks before it have told of each item, so that a partial failure is none here, as Apple
    /// documents `modifyRecordsResultBlock` and its kin.
    static func ended(_ error: CKError?) -> Self {
        whole(error?.code == .partialFailure ? nil : error)
    }

    /// How an operation has ended whose result block takes partial failures too.
    static func whole(_ error: (any Error)?) -> Self { error.map { .failure($0) } ?? .success(()) }
}
