/// What became of each item to save and to delete.
struct ModificationResults<Item: Sendable>: Sendable {
    var saves: [Result<Item, CKError>] = []
    var deletions: [Result<Void, CKError>] = []

    /// The results by the names of their items.
    func byID<ID: Hashable>(
        saving savedIDs: [ID], deleting deletedIDs: [ID]
    ) -> CKDatabase.Modifications<ID, Item> {
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
