/// The results of saves and deletions.
///
/// Each goes to a block of the program; the report collects what the completion block gets.
struct ModificationReport<Item, ID: Hashable> {
    private(set) var saved: [Item] = []
    private(set) var deleted: [ID] = []
    private var errors: [AnyHashable: any Error] = [:]

    /// Tells of the saves, in order.
    mutating func tellSaves(
        _ results: some Sequence<(ID, Result<Item, CKError>)>,
        _ block: ((ID, Result<Item, any Error>) -> Void)?
    ) {
        for (id, result) in results {
            switch result {
            case .success(let item): saved.append(item)
            case .failure(let error): errors[id] = error
            }
            block?(id, result.mapError { $0 })
        }
    }

    /// Tells of the deletions, in order.
    mutating func tellDeletions(
        _ results: some Sequence<(ID, Result<Void, CKError>)>,
        _ block: ((ID, Result<Void, any Error>) -> Void)?
    ) {
        for (id, result) in results {
            switch result {
            case .success: deleted.append(id)
            case .failure(let error): errors[id] = error
            }
            block?(id, result.mapError { $0 })
        }
    }

    /// The errors of the parts in one; nil when nothing failed.
    func error(_ sentence: String) -> CKError? {
        errors.isEmpty ? nil : .partial(errors, sentence)
    }
}

/// What became of each item to save and to delete.
struct ModificationResults<Item: Sendable>: Sendable {
    var saves: [Result<Item, CKError>] = []
    var deletions: [Result<Void, CKError>] = []

    /// The results by the names of their items.
    func byID<ID: Hashable>(
        saving savedIDs: [ID], deleting deletedIDs: [ID]
    ) -> (
        saveResults: [ID: Result<Item, any Error>], deleteResults: [ID: Result<Void, any Error>]
    ) {
        (zip(savedIDs, saves).byID(), zip(deletedIDs, deletions).byID())
    }
}

extension Sequence {
    /// Results by the names of their items; of a name that is there twice, the last.
    func byID<ID: Hashable, Item>() -> [ID: Result<Item, any Error>]
    where Element == (ID, Result<Item, CKError>) {
        var results: [ID: Result<Item, any Error>] = [:]
        for (id, result) in self { results[id] = result.mapError { $0 } }
        return results
    }
}
