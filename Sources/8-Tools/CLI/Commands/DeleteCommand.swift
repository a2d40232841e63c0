import ArgumentParser
import RecordCore
import Synchronization

/// `quarry delete`: records of a store, by name or by predicate.
struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete records by name, or those for which a predicate holds.",
        discussion: """
            Records that refer to a deleted one with deleteSelf go with it. Where a
            --name is no record's, none is deleted and the exit code is 3.

            EXAMPLES
              quarry delete --name city-1 --name city-2
              quarry delete City 'population < 1000' --dry-run
              quarry delete City --all

            \(Status.help)
            """)

    @Argument(help: "The record type.")
    var type: String?

    @Argument(help: "Which records, as a predicate format.")
    var predicate: String?

    @OptionGroup var place: StoreOptions
    @OptionGroup var values: PredicateOptions

    @Option(help: "A record's name; may be given several times.")
    var name: [String] = []

    @Flag(help: "Every record of the type.")
    var all = false

    @Flag(help: "Only say how many would be deleted.")
    var dryRun = false

    func validate() throws {
        if type == nil, name.isEmpty { throw ValidationError("Name records, or a type.") }
        if type != nil, !name.isEmpty {
            throw ValidationError("Give names, or a type with a predicate, not both.")
        }
        if type != nil, predicate == nil, !all {
            throw ValidationError("Give a predicate, or --all to delete every record of the type.")
        }
        if predicate != nil, all { throw ValidationError("Give a predicate or --all, not both.") }
        try place.validateWriting()
    }

    func run() async throws {
        Interrupt.listen()
        try await place.withStore { store in
            let ids = try await found(in: store)
            if dryRun {
                let count = Figures.count(ids.count, "record")
                try Output.print("\(count) would be deleted\n".utf8)
            } else {
                try await delete(ids, from: store)
            }
            if ids.isEmpty { throw Failure(.nothing) }
        }
    }

    private func found(in store: any RecordStore) async throws -> [RecordID] {
        guard let type else {
            var known: Set<RecordID> = []
            let ids = name.map { RecordID($0, zone: place.zoneID) }
                .filter { known.insert($0).inserted }
            let there = try await store.records(ids, in: place.scope, desiredKeys: [])
            if let missing = ids.first(where: { there[$0] == nil }) {
                throw Failure(.failed, "There is no record \(missing.name)")
            }
            return ids
        }
        let query = RecordQuery(
            type, where: try values.filled(predicate, zone: place.zoneID),
            in: place.zones, desiredKeys: [])
        let ids = Mutex<[RecordID]>([])
        try await store.forEach(query, in: place.scope) { record in
            ids.withLock { $0.append(record.id) }
            return true
        }
        return ids.withLock { $0 }
    }

    private func delete(_ ids: [RecordID], from store: any RecordStore) async throws {
        let bar = ProgressBar("delete")
        defer { bar.finish() }
        var done = 0
        var cascaded = 0
        for part in ids.batches(of: min(400, store.limits.itemsPerRequest)) {
            let result = try await store.save(
                SaveRequest(
                    deleting: part, isAtomic: false, user: place.user, isAdministrator: true),
                in: place.scope)
            if let error = result.firstError { throw error }
            done += part.count
            cascaded += result.cascaded.count
            bar.update(done, fraction: Double(done) / Double(ids.count))
            if Interrupt.isRequested { throw Failure(.interrupted, "stopped by Ctrl-C") }
        }
        bar.finish()
        let more = cascaded > 0 ? ", and \(Figures.count(cascaded, "record")) with them" : ""
        Terminal.note("deleted \(Figures.count(done, "record"))\(more)")
    }
}
