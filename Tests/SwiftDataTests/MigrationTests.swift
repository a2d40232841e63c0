#if SwiftData
import Foundation
import SwiftData
import Synchronization
import TestFiles
import Testing

enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self] }

    @Model final class Book {
        var title: String
        var pages: Int
        init(title: String, pages: Int) {
            self.title = title
            self.pages = pages
        }
    }
}

enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self] }

    @Model final class Book {
        @Attribute(originalName: "title") var name: String
        var pages: Int
        var sheets: Int?
        init(name: String, pages: Int) {
            self.name = name
            self.pages = pages
        }
    }
}

enum V3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self] }

    @Model final class Book {
        @Attribute(.unique) var name: String
        var sheets: Int?
        var season = Season.summer
        var isRead = false
        init(name: String) { self.name = name }
    }
}

enum V4: VersionedSchema {
    static let versionIdentifier = Schema.Version(4, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self] }

    struct Shelf: Codable, Equatable {
        var room: String
        var level: Level
        var tags: [String]
        var box: Box
        enum Level: Int, Codable { case low = 1, high = 2 }
        struct Box: Codable, Equatable { var number: Int? }
    }

    @Model final class Book {
        @Attribute(originalName: "title") var name: String
        var pages: Int
        var season = Season.autumn
        var transport: Transport? = Transport.ship
        var other: Season?
        var shelf = Shelf(room: "A", level: .high, tags: ["x"], box: Shelf.Box(number: 7))
        var labels: [String] = ["new"]
        var scores: [String: Int] = ["a": 1]
        init(name: String, pages: Int) {
            self.name = name
            self.pages = pages
        }
    }
}

enum VisitV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Visit.self] }

    struct Door: Codable, Equatable { var side: String }
    struct Place: Codable, Equatable {
        var room: String
        var door = Door(side: "left")
    }

    @Model final class Visit {
        var season: Season
        var place = Place(room: "")
        var next: Place
        init(season: Season, room: String) {
            self.season = season
            next = Place(room: room)
            place = Place(room: room)
        }
    }
}

/// An enumeration under another name, and structs, one within the other, with a member more.
enum VisitV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Visit.self] }

    enum Level: Int, Codable { case low = 1, high = 2 }
    struct Door: Codable, Equatable {
        var side: String
        var locks: Int
    }
    struct Place: Codable, Equatable {
        var room: String
        var level: Level
        var door = Door(side: "left", locks: 0)
    }

    @Model final class Visit {
        @Attribute(originalName: "season") var time: Season
        var place = Place(room: "hall", level: .high, door: Door(side: "right", locks: 2))
        var next: Place
        init(time: Season, next: Place) {
            self.time = time
            self.next = next
        }
    }
}

enum BookPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
    static var stages: [MigrationStage] {
        [
            .lightweight(fromVersion: V1.self, toVersion: V2.self),
            .custom(
                fromVersion: V2.self, toVersion: V3.self,
                willMigrate: { context in
                    for book in try context.fetch(FetchDescriptor<V2.Book>()) {
                        book.sheets = book.pages / 2
                    }
                    // Names occur once from now on.
                    let books = try context.fetch(
                        FetchDescriptor<V2.Book>(sortBy: [SortDescriptor(\.pages)]))
                    var seen: Set<String> = []
                    for book in books where !seen.insert(book.name).inserted {
                        context.delete(book)
                    }
                    try context.save()
                },
                didMigrate: { context in
                    for book in try context.fetch(FetchDescriptor<V3.Book>()) { book.isRead = true }
                    try context.save()
                }),
        ]
    }
}

/// A model that only the earlier version has.
@Model final class Pennant {
    var text: String
    var sailor: Sailor?
    init(text: String) { self.text = text }
}

enum TwoStoresV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [V2.Book.self, Sailor.self, Pennant.self] }
}

enum TwoStoresV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [V3.Book.self, Sailor.self] }
}

enum TwoStoresPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TwoStoresV1.self, TwoStoresV2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: TwoStoresV1.self, toVersion: TwoStoresV2.self,
                willMigrate: { context in
                    for book in try context.fetch(FetchDescriptor<V2.Book>()) {
                        book.sheets = book.pages / 2
                    }
                    for pennant in try context.fetch(FetchDescriptor<Pennant>()) {
                        context.insert(Sailor(name: pennant.text))
                    }
                    try context.save()
                }, didMigrate: nil)
        ]
    }
}

enum RackV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Rack.self] }

    @Model final class Rack {
        var number: Int
        init(number: Int) { self.number = number }
    }

    /// With mandatory properties that have no default.
    @Model final class Book {
        var title: String
        var shelf: V4.Shelf
        var rack: Rack
        init(title: String, shelf: V4.Shelf, rack: Rack) {
            self.title = title
            self.shelf = shelf
            self.rack = rack
        }
    }
}

/// Takes the books out of the store and makes them again in their new form.
enum RackPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, RackV2.self] }
    static var stages: [MigrationStage] {
        let titles = Mutex<[String]>([])
        return [
            .custom(
                fromVersion: V1.self, toVersion: RackV2.self,
                willMigrate: { context in
                    for book in try context.fetch(FetchDescriptor<V1.Book>()) {
                        titles.withLock { $0.append(book.title) }
                        context.delete(book)
                    }
                    try context.save()
                },
                didMigrate: { context in
                    let rack = RackV2.Rack(number: 1)
                    for title in titles.withLock({ $0 }) {
                        let shelf = V4.Shelf(
                            room: title, level: .low, tags: [], box: .init(number: nil))
                        context.insert(RackV2.Book(title: title, shelf: shelf, rack: rack))
                    }
                    try context.save()
                })
        ]
    }
}

/// Leaves the books where they are.
enum HastyRackPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, RackV2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: V1.self, toVersion: RackV2.self, willMigrate: { _ in },
                didMigrate: nil)
        ]
    }
}

enum FailingPlan: SchemaMigrationPlan {
    struct Stop: Error {}
    static var schemas: [any VersionedSchema.Type] { [V2.self, V3.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: V2.self, toVersion: V3.self,
                willMigrate: { context in
                    try context.delete(model: V2.Book.self)
                    try context.save()
                    throw Stop()
                }, didMigrate: nil)
        ]
    }
}

@Suite struct MigrationTests {
    private let folder = TemporaryFolder()

    private func old(_ url: URL) throws {
        let context = ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: V1.self), configurations: ModelConfiguration(url: url))
        )
        context.insert(V1.Book(title: "a", pages: 10))
        context.insert(V1.Book(title: "a", pages: 20))
        context.insert(V1.Book(title: "b", pages: 30))
        try context.save()
    }

    @Test func `a store is brought through the stages of a plan`() throws {
        let url = folder.url.store("books.store")
        try old(url)
        let container = try ModelContainer(
            for: Schema(versionedSchema: V3.self), migrationPlan: BookPlan.self,
            configurations: ModelConfiguration(url: url))
        let books = try ModelContext(container).fetch(
            FetchDescriptor<V3.Book>(sortBy: [SortDescriptor(\.name)]))
        #expect(books.map(\.name) == ["a", "b"])
        #expect(books.map(\.sheets) == [5, 15])
        #expect(books.allSatisfy { $0.isRead && $0.season == .summer })
    }

    @Test(arguments: [false, true])
    func `a store that another container has open is migrated`(hasPlan: Bool) throws {
        let url = folder.url.store("books.store")
        let old = ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: V1.self), configurations: ModelConfiguration(url: url))
        )
        old.insert(V1.Book(title: "a", pages: 10))
        try old.save()
        let known = try old.fetch(FetchDescriptor<V1.Book>())
        let version: any VersionedSchema.Type = hasPlan ? V3.self : V2.self
        let container = try ModelContainer(
            for: Schema(versionedSchema: version), migrationPlan: hasPlan ? BookPlan.self : nil,
            configurations: ModelConfiguration(url: url))
        let new = ModelContext(container)
        if hasPlan {
            #expect(try new.fetch(FetchDescriptor<V3.Book>()).map(\.sheets) == [5])
            new.insert(V3.Book(name: "b"))
        } else {
            #expect(try new.fetch(FetchDescriptor<V2.Book>()).map(\.name) == ["a"])
            new.insert(V2.Book(name: "b", pages: 20))
        }
        try new.save()
        // What the old container has read, it has; it cannot write any more.
        #expect(known.map(\.title) == ["a"])
        old.insert(V1.Book(title: "c", pages: 30))
        #expect(throws: (any Error).self) { try old.save() }
        let count =
            hasPlan
            ? try new.fetchCount(FetchDescriptor<V3.Book>())
            : try new.fetchCount(FetchDescriptor<V2.Book>())
        #expect(count == 2)
    }

    @Test func `containers that open an old store at once migrate it, and keep what each saves`()
        throws
    {
        for round in 0..<4 {
            let url = folder.url.store("books\(round).store")
            try old(url)
            @Sendable func open() throws -> ModelContext {
                ModelContext(
                    try ModelContainer(
                        for: Schema(versionedSchema: V3.self), migrationPlan: BookPlan.self,
                        configurations: ModelConfiguration(url: url)))
            }
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                do {
                    let context = try open()
                    for place in 0..<3 {
                        context.insert(V3.Book(name: "\(number)-\(place)"))
                        try context.save()
                    }
                } catch { Issue.record("round \(round), \(number): \(error)") }
            }
            #expect(try open().fetchCount(FetchDescriptor<V3.Book>()) == 14)
        }
    }

    @Test func `a mandatory property is new where no models are left without it`() throws {
        let url = folder.url.store("books.store")
        try old(url)
        func container(_ plan: any SchemaMigrationPlan.Type) throws -> ModelContainer {
            try ModelContainer(
                for: Schema(versionedSchema: RackV2.self), migrationPlan: plan,
                configurations: ModelConfiguration(url: url))
        }
        let error = #expect(throws: SwiftDataError.self) { try container(HastyRackPlan.self) }
        #expect(
            error?.description.contains("Book.shelf") == true
                && error?.description.contains("3 objects") == true)
        let books = try ModelContext(try container(RackPlan.self)).fetch(
            FetchDescriptor<RackV2.Book>(sortBy: [SortDescriptor(\.title)]))
        #expect(books.map(\.shelf.room) == ["a", "a", "b"])
        #expect(books.allSatisfy { $0.rack.number == 1 })
    }

    @Test func `without a plan what can be inferred is done`() throws {
        let url = folder.url.store("books.store")
        try old(url)
        let container = try ModelContainer(
            for: Schema(versionedSchema: V2.self), configurations: ModelConfiguration(url: url))
        let books = try ModelContext(container).fetch(
            FetchDescriptor<V2.Book>(sortBy: [SortDescriptor(\.pages)]))
        #expect(books.map(\.name) == ["a", "a", "b"])
        #expect(books.allSatisfy { $0.sheets == nil })
    }

    @Test func `defaults of properties that a migration adds are in the store`() throws {
        let url = folder.url.store("books.store")
        try old(url)
        let context = ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: V4.self),
                configurations: ModelConfiguration(url: url)))
        func count(_ predicate: Predicate<V4.Book>) throws -> Int {
            try context.fetchCount(FetchDescriptor(predicate: predicate))
        }
        let (autumn, spring, ship) = (Season.autumn, Season.spring, Transport.ship)
        #expect(try count(#Predicate { $0.season == autumn }) == 3)
        #expect(try count(#Predicate { $0.season == spring }) == 0)
        #expect(try count(#Predicate { $0.transport == ship }) == 3)
        #expect(try count(#Predicate { $0.other == nil }) == 3)
        #expect(try count(#Predicate { $0.shelf.room == "A" }) == 3)
        #expect(try count(#Predicate { $0.shelf.box.number == 7 }) == 3)
        let book = try #require(try context.fetch(FetchDescriptor<V4.Book>()).first)
        #expect(book.season == .autumn && book.transport == .ship && book.other == nil)
        #expect(book.shelf == V4.Shelf(room: "A", level: .high, tags: ["x"], box: .init(number: 7)))
        #expect(book.labels == ["new"] && book.scores == ["a": 1])
    }

    @Test func `enumerations and structs keep their values`() throws {
        let url = folder.url.store("visits.store")
        do {
            let old = ModelContext(
                try ModelContainer(
                    for: Schema(versionedSchema: VisitV1.self),
                    configurations: ModelConfiguration(url: url)))
            old.insert(VisitV1.Visit(season: .winter, room: "attic"))
            try old.save()
        }
        let context = ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: VisitV2.self),
                configurations: ModelConfiguration(url: url)))
        let visits = try context.fetch(FetchDescriptor<VisitV2.Visit>())
        #expect(visits.map(\.time) == [.winter])
        let door = VisitV2.Door(side: "left", locks: 2)
        #expect(visits.first?.place == VisitV2.Place(room: "attic", level: .high, door: door))
        #expect(visits.first?.next == VisitV2.Place(room: "attic", level: .low))
        let winter = Season.winter
        let count = try context.fetchCount(
            FetchDescriptor<VisitV2.Visit>(predicate: #Predicate { $0.time == winter }))
        #expect(count == 1)
        let own: [any DataStoreConfiguration] = [
            BatchConfiguration(schema: nil, url: url, log: StoreLog())
        ]
        let snapshots = ModelContext(
            try ModelContainer(for: Schema(versionedSchema: VisitV2.self), configurations: own))
        let copy = try snapshots.fetch(FetchDescriptor<VisitV2.Visit>()).first
        #expect(copy?.place == VisitV2.Place(room: "attic", level: .high, door: door))
        let visit = try #require(visits.first)
        context.delete(visit)
        try context.save()
        context.insert(visit)
        #expect(visit.place == VisitV2.Place(room: "attic", level: .high, door: door))
    }

    @Test func `each of several stores is brought through the stages`() throws {
        let (a, b) = (folder.url.store("books.store"), folder.url.store("sailors.store"))
        func container(
            _ version: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)?,
            _ books: [any PersistentModel.Type], _ others: [any PersistentModel.Type]
        ) throws -> ModelContainer {
            try ModelContainer(
                for: Schema(versionedSchema: version), migrationPlan: plan,
                configurations: [
                    ModelConfiguration("a", schema: Schema(books), url: a),
                    ModelConfiguration("b", schema: Schema(others), url: b),
                ])
        }
        do {
            let old = ModelContext(
                try container(TwoStoresV1.self, nil, [V2.Book.self], [Sailor.self, Pennant.self]))
            old.insert(V2.Book(name: "a", pages: 10))
            let pennant = Pennant(text: "Bob")
            pennant.sailor = Sailor(name: "Ann")
            old.insert(pennant)
            try old.save()
        }
        let context = ModelContext(
            try container(TwoStoresV2.self, TwoStoresPlan.self, [V3.Book.self], [Sailor.self]))
        #expect(try context.fetch(FetchDescriptor<V3.Book>()).map(\.sheets) == [5])
        #expect(
            try context.fetch(FetchDescriptor<Sailor>()).map(\.name).sorted() == ["Ann", "Bob"])
    }

    @Test func `a stage that throws leaves the store as it was`() throws {
        let url = folder.url.store("books.store")
        try old(url)
        _ = try ModelContainer(
            for: Schema(versionedSchema: V2.self), configurations: ModelConfiguration(url: url))
        #expect(throws: (any Error).self) {
            try ModelContainer(
                for: Schema(versionedSchema: V3.self), migrationPlan: FailingPlan.self,
                configurations: ModelConfiguration(url: url))
        }
        let container = try ModelContainer(
            for: Schema(versionedSchema: V2.self), configurations: ModelConfiguration(url: url))
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<V2.Book>()) == 3)
    }

    @Test func `a store that the plan does not know, and one of a later version`() throws {
        let url = folder.url.store("books.store")
        try old(url)
        for kind: SwiftDataError in [.unknownSchema, .unknownDataStoreSchema] {
            #expect {
                try ModelContainer(
                    for: Schema(versionedSchema: V3.self), migrationPlan: FailingPlan.self,
                    configurations: ModelConfiguration(url: url))
            } throws: {
                $0 as? SwiftDataError == kind && "\($0)".contains("and a stage from it")
            }
        }
        _ = try ModelContainer(
            for: Schema(versionedSchema: V3.self), migrationPlan: BookPlan.self,
            configurations: ModelConfiguration(url: url))
        #expect(throws: SwiftDataError.backwardMigration) {
            try ModelContainer(
                for: Schema(versionedSchema: V2.self), migrationPlan: BookPlan.self,
                configurations: ModelConfiguration(url: url))
        }
    }
}
#endif
