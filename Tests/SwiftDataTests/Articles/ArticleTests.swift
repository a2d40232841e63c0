#if SwiftData
import Foundation
import SwiftData
import TestFiles
import TestTime
import Testing

/// The programs in SwiftData's articles, as they stand there.
enum Garden {
    @Model final class Bed {
        @Attribute(.unique) var title: String
        @Relationship(deleteRule: .cascade, inverse: \Plant.bed) var plants: [Plant] = []

        init(title: String) { self.title = title }
    }

    @Model final class Plant {
        var name: String
        var height: Double
        var bed: Bed?

        init(name: String, height: Double) {
            self.name = name
            self.height = height
        }
    }

    @ModelActor actor Gardener {
        func plant(_ names: [String], in title: String) throws -> PersistentIdentifier {
            let bed = Bed(title: title)
            modelContext.insert(bed)
            bed.plants = names.map { Plant(name: $0, height: 0.1) }
            try modelContext.save()
            return bed.persistentModelID
        }

        func water(_ id: PersistentIdentifier) throws {
            guard let bed = self[id, as: Bed.self] else { return }
            for plant in bed.plants { plant.height += 0.5 }
            try modelContext.save()
        }
    }
}

extension Garden {
    enum GardenV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Seed.self] }

        @Model final class Seed {
            var name: String
            var count: Int
            init(name: String, count: Int) {
                self.name = name
                self.count = count
            }
        }
    }

    enum GardenV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Seed.self] }

        @Model final class Seed {
            @Attribute(.unique, originalName: "name") var title: String
            var count: Int
            init(title: String, count: Int) {
                self.title = title
                self.count = count
            }
        }
    }

    enum GardenPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [GardenV1.self, GardenV2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: GardenV1.self, toVersion: GardenV2.self,
                    willMigrate: { context in
                        // Names occur once from now on: their counts are added up.
                        var seeds: [String: GardenV1.Seed] = [:]
                        for seed in try context.fetch(FetchDescriptor<GardenV1.Seed>()) {
                            if let first = seeds[seed.name] {
                                first.count += seed.count
                                context.delete(seed)
                            } else {
                                seeds[seed.name] = seed
                            }
                        }
                        try context.save()
                    }, didMigrate: nil)
            ]
        }
    }

    struct LinesConfiguration: DataStoreConfiguration {
        typealias Store = LinesStore
        let name: String
        var schema: Schema?
        let file: URL
    }

    /// Models in a file, a line of JSON for each.
    final class LinesStore: DataStore {
        typealias Configuration = LinesConfiguration
        typealias Snapshot = DefaultSnapshot
        let configuration: LinesConfiguration
        let schema: Schema
        var identifier: String { configuration.name }

        init(
            _ configuration: LinesConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
        ) throws {
            self.configuration = configuration
            schema = configuration.schema ?? Schema()
        }

        private func read() throws -> [DefaultSnapshot] {
            let file = configuration.file
            guard FileManager.default.fileExists(atPath: file.path) else { return [] }
            let text = try String(contentsOf: file, encoding: .utf8)
            return try text.split(separator: "\n").map {
                try JSONDecoder().decode(DefaultSnapshot.self, from: Data($0.utf8))
            }
        }

        func fetch<T: PersistentModel>(
            _ request: DataStoreFetchRequest<T>
        ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
            // The context filters and sorts what it gets instead.
            if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
            if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
            let entity = Schema.entityName(for: T.self)
            return DataStoreFetchResult(
                descriptor: request.descriptor,
                fetchedSnapshots: try read().filter {
                    $0.persistentIdentifier.entityName == entity
                })
        }

        func save(
            _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
        ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
            var all = Dictionary(
                uniqueKeysWithValues: try read().map { ($0.persistentIdentifier, $0) })
            // New models get identifiers that last.
            var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
            for snapshot in request.inserted {
                let old = snapshot.persistentIdentifier
                remapped[old] = try .identifier(
                    for: identifier, entityName: old.entityName, primaryKey: UUID().uuidString)
            }
            for snapshot in request.inserted + request.updated {
                let id = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
                all[id] = snapshot.copy(persistentIdentifier: id, remappedIdentifiers: remapped)
            }
            for snapshot in request.deleted { all[snapshot.persistentIdentifier] = nil }
            let lines = try all.values.map { try JSONEncoder().encode($0) + Data("\n".utf8) }
            try Data(lines.joined()).write(to: configuration.file, options: .atomic)
            return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
        }
    }
}

@Suite struct SwiftDataArticleTests {
    private let folder = TemporaryFolder()

    private typealias Bed = Garden.Bed
    private typealias Plant = Garden.Plant
    private typealias Gardener = Garden.Gardener
    private typealias GardenV1 = Garden.GardenV1
    private typealias GardenV2 = Garden.GardenV2
    private typealias GardenPlan = Garden.GardenPlan
    private typealias LinesConfiguration = Garden.LinesConfiguration

    @Test func `a garden is planted and asked`() throws {
        let container = try ModelContainer(
            for: Bed.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)

        let south = Bed(title: "South")
        south.plants = [Plant(name: "Lavender", height: 0.6), Plant(name: "Thyme", height: 0.2)]
        context.insert(south)
        try context.save()

        let tall = FetchDescriptor<Plant>(
            predicate: #Predicate { $0.bed?.title == "South" && $0.height > 0.5 },
            sortBy: [SortDescriptor(\.name)])
        let plants = try context.fetch(tall)
        #expect("\(plants.map(\.name))" == #"["Lavender"]"#)

        // Predicates are joined by evaluating them in another one, or all of a list.
        let southern = #Predicate<Plant> { $0.bed?.title == "South" }
        let small = FetchDescriptor<Plant>(
            predicate: #Predicate { southern.evaluate($0) && $0.height < 0.5 })
        #expect("\(try context.fetch(small).map(\.name))" == #"["Thyme"]"#)
        let every = FetchDescriptor<Plant>(predicate: Predicate(all: [southern]))
        #expect("\(try context.fetchCount(every))" == #"2"#)

        // The same title again: the bed stays one, with the newer plants.
        context.insert(Bed(title: "South"))
        try context.save()
        let count = try context.fetchCount(FetchDescriptor<Bed>())
        #expect("\(count)" == #"1"#)
    }

    @Test func `an actor plants beside the main context`() async throws {
        let container = try ModelContainer(
            for: Bed.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let gardener = Gardener(modelContainer: container)
        let id = try await gardener.plant(["Lavender", "Thyme"], in: "South")
        try await gardener.water(id)

        let heights = await MainActor.run {
            let bed = container.mainContext.model(for: id) as? Bed
            return bed?.plants.map(\.height) ?? []
        }
        #expect("\(heights)" == #"[0.6, 0.6]"#)
    }

    @Test func `errors are caught by their kind`() throws {
        let container = try ModelContainer(
            for: Bed.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)

        context.insert(Plant(name: "Lavender", height: 0.6))
        try context.save()
        context.insert(Plant(name: "Thyme", height: 0.1))
        var unsaved: [Plant] = []
        do {
            let changed = FetchDescriptor<Plant>(predicate: #Predicate { $0.hasChanges })
            unsaved = try context.fetch(changed)
        } catch SwiftDataError.unsupportedPredicate {
            unsaved = try context.fetch(FetchDescriptor<Plant>()).filter(\.hasChanges)
        }
        #expect("\(unsaved.map(\.name))" == #"["Thyme"]"#)
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try context.fetch(FetchDescriptor<Plant>(predicate: #Predicate { $0.hasChanges }))
        }

        context.insert(Bed(title: "South"))
        do {
            _ = try context.fetch(FetchDescriptor<Bed>(), batchSize: 100)
        } catch SwiftDataError.includePendingChangesWithBatchSize {
            try context.save()
        }
        #expect(!context.hasChanges)

        let beds = try context.fetch(FetchDescriptor<Bed>(), batchSize: 100)
        #expect("\(beds.count)" == #"1"#)
    }

    @Test func `a store is brought to the second version`() throws {
        let url = folder.url.store("seeds.store")

        do {
            let old = ModelContext(
                try ModelContainer(
                    for: Schema(versionedSchema: GardenV1.self),
                    configurations: ModelConfiguration(url: url)))
            for count in [3, 4] { old.insert(GardenV1.Seed(name: "Thyme", count: count)) }
            try old.save()
        }  // Older containers cannot save once the store is migrated.

        let container = try ModelContainer(
            for: Schema(versionedSchema: GardenV2.self), migrationPlan: GardenPlan.self,
            configurations: ModelConfiguration(url: url))
        let seeds = try ModelContext(container).fetch(FetchDescriptor<GardenV2.Seed>())
        #expect("\(seeds.map { "\($0.title) \($0.count)" })" == #"["Thyme 7"]"#)
    }

    @Test func `what changed since a token is read`() throws {
        let container = try ModelContainer(
            for: Bed.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        context.author = "gardener"
        context.insert(Bed(title: "South"))
        try context.save()

        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        let seen = try context.fetchHistory(descriptor).last?.token

        context.author = "editor"
        context.insert(Bed(title: "North"))
        try context.save()

        if let seen {
            descriptor.predicate = #Predicate { $0.token > seen && $0.author == "editor" }
        }
        var titles: [String] = []
        for transaction in try context.fetchHistory(descriptor) {
            for case .insert(let change) in transaction.changes {
                // None where the bed was deleted since.
                let id = change.changedPersistentIdentifier
                let beds = FetchDescriptor<Bed>(
                    predicate: #Predicate { $0.persistentModelID == id })
                titles += try context.fetch(beds).map(\.title)
            }
        }
        #expect("\(titles)" == #"["North"]"#)
    }

    @Test func `results and saves are observed`() async throws {
        let container = try ModelContainer(
            for: Bed.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let saves = try HistoryObserver(authors: ["gardener"], modelContainer: container)
        let tall = try ResultsObserver<Plant, Never>(
            filterBy: #Predicate { $0.height > 0.5 }, sortBy: [SortDescriptor(\.name)],
            modelContext: context)

        let (changes, change) = AsyncStream<Void>.makeStream()
        withObservationTracking {
            _ = tall.results
        } onChange: {
            change.yield()
        }

        let other = ModelContext(container)
        other.author = "gardener"
        for name in ["Thyme", "Lavender"] { other.insert(Plant(name: name, height: 0.6)) }
        try other.save()

        for await _ in changes { break }
        #expect("\(tall.results.map(\.name))" == #"["Lavender", "Thyme"]"#)

        let byLetter = try ResultsObserver<Plant, String>(sectionBy: \.name, modelContext: context)
        #expect("\(byLetter.sections?.sectionTitles ?? [])" == #"["Lavender", "Thyme"]"#)

        #expect(try await eventually { saves.eventCounter == 1 })
    }

    @Test func `models are kept in a file of the program's own`() throws {
        let file = folder.file("garden.jsonl")

        let container = try ModelContainer(
            for: Bed.self, configurations: LinesConfiguration(name: "garden", file: file))
        let context = ModelContext(container)
        let south = Bed(title: "South")
        south.plants = [Plant(name: "Lavender", height: 0.6)]
        context.insert(south)
        try context.save()

        let other = ModelContext(container)
        let tall = FetchDescriptor<Plant>(predicate: #Predicate { $0.height > 0.5 })
        let plant = try other.fetch(tall).first
        #expect("\(plant?.bed?.title ?? "")" == #"South"#)
    }
}
#endif
