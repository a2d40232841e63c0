#if SwiftData
import Foundation

/// Reads the models of a custom store that others refer to.
///
/// By their identifiers, as far as the store answers such a request: a store may know only how to
/// give all models of an entity.
struct RelatedSnapshots {
    /// More identifiers of an entity at once are hardly fewer than all.
    private static let most = 1_000
    /// How often models of an entity are read by their identifiers for one request of the program: a
    /// chain of models would be read one by one.
    private static let rounds = 4

    private let store: any DataStore
    private let plan: SchemaPlan
    private let state: EditingState
    /// The entities all of whose models were read.
    private var complete: Set<String> = []
    private var read: [String: Int] = [:]

    init(_ store: any DataStore, _ plan: SchemaPlan, _ state: EditingState) {
        self.store = store
        self.plan = plan
        self.state = state
    }

    /// The models of identifiers, perhaps with others; none where they were asked for before.
    mutating func snapshots(
        of missing: Set<PersistentIdentifier>
    ) throws -> [DefaultSnapshot] {
        let wanted = missing.filter {
            plan.entities[$0.entityName] != nil && !complete.contains($0.entityName)
        }
        if wanted.isEmpty { return [] }
        var found = try store.cachedSnapshots(for: Array(wanted), state)
        let cached = Set(found.map(\.persistentIdentifier))
        let entities = Dictionary(grouping: wanted, by: \.entityName)
        for (name, ids) in entities.sorted(by: { $0.key < $1.key }) {
            guard let entity = plan.entities[name] else { continue }
            read[name, default: 0] += 1
            let ids = ids.filter { !cached.contains($0) }
            if !ids.isEmpty || isLast(name) { found += try snapshots(of: ids, entity.type, name) }
        }
        return found
    }

    /// Whether everything of an entity is read now.
    private func isLast(_ name: String) -> Bool { (read[name] ?? 0) > RelatedSnapshots.rounds }

    private mutating func snapshots<M: PersistentModel>(
        of ids: [PersistentIdentifier], _: M.Type, _ name: String
    ) throws -> [DefaultSnapshot] {
        if !isLast(name), ids.count <= RelatedSnapshots.most {
            let some = FetchDescriptor<M>(
                predicate: #Predicate { ids.contains($0.persistentModelID) })
            // A store that refuses the predicate, whatever its error, gives all models below.
            if let result = try? store.fetch(some, state) {
                if !result.isComplete { complete.insert(name) }
                let found = Set(result.found.map(\.persistentIdentifier))
                if !result.isComplete || found.isSuperset(of: ids) {
                    return result.found + result.related
                }
            }
        }
        complete.insert(name)
        let result = try store.fetch(FetchDescriptor<M>(), state)
        return result.found + result.related
    }
}
#endif
