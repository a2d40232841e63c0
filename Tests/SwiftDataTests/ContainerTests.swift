#if SwiftData
import CoreData
import Foundation
import SwiftData
import TestFiles
import Testing

func withFolder<T>(_ body: (URL) throws -> T) throws -> T {
    let folder = TemporaryFolder()
    return try withExtendedLifetime(folder) { try body(folder.url) }
}

@Suite struct ContainerTests {
    private let folder = TemporaryFolder()

    @Test func `a file keeps models`() throws {
        let url = folder.url.store("a/trips.store")
        do {
            let container = try ModelContainer(
                for: Trip.self, configurations: ModelConfiguration(url: url))
            let context = ModelContext(container)
            let trip = Trip(code: "a", name: "Lisbon", season: .winter)
            trip.address = Address(street: "Rua", zip: 7)
            trip.stops = [Stop(place: "Faro")]
            context.insert(trip)
            try context.save()
        }
        let container = try ModelContainer(
            for: Trip.self, configurations: ModelConfiguration(url: url, allowsSave: false))
        let context = ModelContext(container)
        let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
        #expect(trip.season == .winter && trip.address?.zip == 7)
        #expect(trip.stops.first?.place == "Faro")
        trip.name = "x"
        #expect(throws: (any Error).self) { try context.save() }
    }

    @Test func `Core Data opens the file with the equal model`() throws {
        let url = folder.url.store("trips.store")
        do {
            let context = ModelContext(
                try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: url))
            )
            let trip = Trip(code: "a", name: "Lisbon", season: .winter)
            trip.stops = [Stop(place: "Faro")]
            context.insert(trip)
            try context.save()
        }
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Trip.self))
        let container = NSPersistentContainer(name: "trips", managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: url)
        description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        #expect(failure == nil)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Trip")
        request.predicate = NSPredicate(format: "season.season == 'winter'")
        let found = try container.viewContext.fetch(request)
        #expect(found.count == 1)
        #expect(found.first?.value(forKey: "name") as? String == "Lisbon")
    }

    @Test func `configurations say what they are`() {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        #expect(memory.url.path == "/dev/null" && memory.isStoredInMemoryOnly)
        let named = ModelConfiguration("Trips", schema: Schema([Trip.self]))
        #expect(named.url.lastPathComponent == "Trips.store" && named.id == named.url)
        #expect(named.name == "Trips" && named.allowsSave && named.schema != nil)
        #expect(ModelConfiguration().url.lastPathComponent == "default.store")
        let group = ModelConfiguration(
            groupContainer: .identifier("group.trips"), cloudKitDatabase: .private("iCloud.trips"))
        #expect(group.groupAppContainerIdentifier == "group.trips")
        #expect(group.cloudKitContainerIdentifier == "iCloud.trips")
        #expect(group.groupContainer == .identifier("group.trips"))
        #expect(group.cloudKitDatabase == .private("iCloud.trips"))
        #expect(ModelConfiguration.CloudKitDatabase.automatic != .none)
        #expect(ModelConfiguration(for: Trip.self).schema?.entities.count == 3)
    }

    @Test func `configurations that contradict each other are refused`() throws {
        let url = folder.file("a.store")
        #expect(throws: SwiftDataError.duplicateConfiguration) {
            try ModelContainer(
                for: Trip.self,
                configurations: ModelConfiguration(url: url), ModelConfiguration(url: url))
        }
        #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
            try ModelContainer(
                for: Trip.self,
                configurations: ModelConfiguration(schema: Schema([Note.self]), url: url))
        }
        #expect(throws: SwiftDataError.configurationFileNameTooLong) {
            try ModelContainer(
                for: Trip.self,
                configurations: ModelConfiguration(String(repeating: "a", count: 300)))
        }
        #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
            try ModelContainer(for: Trip.self, configurations: ModelConfiguration("a/b"))
        }
        try Data("no store".utf8).write(to: url)
        let error = #expect(throws: SwiftDataError.self) {
            try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: url))
        }
        #expect(error == .loadIssueModelContainer)
    }

    @Test func `each model goes to the store whose configuration names it`() throws {
        let (a, b) = (folder.url.store("a.store"), folder.url.store("b.store"))
        let schema = Schema([Trip.self, Note.self])
        let container = try ModelContainer(
            for: schema,
            configurations: [
                ModelConfiguration("a", schema: Schema([Trip.self]), url: a),
                ModelConfiguration("b", schema: Schema([Note.self]), url: b),
            ])
        #expect(container.configurations.count == 2)
        let context = ModelContext(container)
        context.insert(Trip(code: "a", name: "x"))
        context.insert(Note(title: "n"))
        try context.save()
        let trip = try #require(try context.fetchIdentifiers(FetchDescriptor<Trip>()).first)
        let note = try #require(try context.fetchIdentifiers(FetchDescriptor<Note>()).first)
        #expect(trip.storeIdentifier != note.storeIdentifier)
        #expect(container.storeIdentifier(forConfigurationNamed: "a") == trip.storeIdentifier)
        #expect(container.storeIdentifier(forConfigurationNamed: "b") == note.storeIdentifier)
        #expect(container.storeIdentifier(forConfigurationNamed: "c") == nil)
        let saves = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        let stores = saves.map {
            container.configurationName(forStoreIdentifier: $0.storeIdentifier)
        }
        #expect(Set(stores) == ["a", "b"] && saves.count == 2)
        #expect(saves.allSatisfy { $0.token.storeIdentifier == $0.storeIdentifier })
        #expect(container.configurationName(forStoreIdentifier: "a") == nil)
        let alone = try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: a))
        #expect(try ModelContext(alone).fetchCount(FetchDescriptor<Trip>()) == 1)
        #expect(alone.storeIdentifier(forConfigurationNamed: "default") == trip.storeIdentifier)
        #expect(
            alone.configurationName(forStoreIdentifier: trip.storeIdentifier ?? "") == "default")
        let custom = try ModelContainer(
            for: Note.self,
            configurations: JSONConfiguration(
                name: "json", schema: nil, url: folder.url.appendingPathComponent("notes.json")))
        let identifier = try #require(custom.storeIdentifier(forConfigurationNamed: "json"))
        #expect(custom.configurationName(forStoreIdentifier: identifier) == "json")
    }

    @Test func `tokens say which store they are of`() {
        struct Bare: HistoryToken {
            var tokenValue: Int?
            var id: Int { tokenValue ?? 0 }
            static func < (a: Bare, b: Bare) -> Bool { a.id < b.id }
        }
        #expect(Bare(tokenValue: 1).storeIdentifier.isEmpty)
        let token: DefaultStore.TokenType.Type = DefaultHistoryToken.self
        #expect(token == DefaultStore.HistoryType.TokenType.self)
    }

    @Test func `everything is erased`() throws {
        let container = try memory()
        let context = ModelContext(container)
        let trip = Trip(code: "a", name: "x")
        trip.stops = [Stop(place: "y")]
        context.insert(trip)
        try context.save()
        try container.erase()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 0)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Stop>()) == 0)
    }

    @Test func `a delete rule that denies keeps nothing from being erased`() throws {
        let container = try notes()
        let context = ModelContext(container)
        let folder = Folder(name: "full", parent: Folder(name: "root"))
        let note = Note(title: "n")
        folder.notes = [note]
        note.tags = [Tag(name: "t")]
        context.insert(folder)
        try context.save()
        try container.erase()
        let fresh = ModelContext(container)
        #expect(try fresh.fetchCount(FetchDescriptor<Folder>()) == 0)
        #expect(try fresh.fetchCount(FetchDescriptor<Note>()) == 0)
        #expect(try fresh.fetchCount(FetchDescriptor<Tag>()) == 0)
    }

    @Test func `errors of one kind are equal`() {
        func kind(_ error: any Error) -> String {
            switch error {
            case SwiftDataError.unknownSchema: "unknown"
            case SwiftDataError.backwardMigration: "backward"
            default: "other"
            }
        }
        #expect(kind(SwiftDataError.unknownSchema) == "unknown")
        #expect(kind(SwiftDataError.missingModelContext) == "other")
        #expect(SwiftDataError.historyTokenExpired != .invalidTransactionFetchRequest)
        #expect(SwiftDataError.unsupportedKeyPath.localizedDescription.contains("key path"))
    }
}
#endif
