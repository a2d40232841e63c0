#if SwiftData
import Foundation
import Observation
import SwiftData
import Testing

final class Colour: NSObject {
    let name: String
    init(_ name: String) { self.name = name }
}

/// Colours as text in bytes.
final class ColourTransformer: ValueTransformer, @unchecked Sendable {
    override class func allowsReverseTransformation() -> Bool { true }
    override func transformedValue(_ value: Any?) -> Any? {
        (value as? Colour).map { Data($0.name.utf8) }
    }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).map { Colour(String(decoding: $0, as: UTF8.self)) }
    }
}

enum Shape: Codable, Equatable { case circle(Double), square }

@Model final class Everything {
    var small: Int8 = 1
    var large: UInt64 = 2
    var float: Float = 1.5
    var decimal: Decimal = 2.25
    var url: URL?
    var uuid = UUID()
    var data = Data([1, 2])
    var flag: Bool?
    var count: Int?
    var numbers: [Int] = [3, 1]
    var dates: [Date]?
    var set: Set<String> = ["a"]
    var shape = Shape.circle(2)
    var places: [Address] = []
    @Attribute(.transformable(by: ColourTransformer.self)) var colour: Colour?
    @Attribute(.ephemeral) var selected = false
    @Attribute(.externalStorage) var picture: Data?
    init() {}
}

/// A model whose properties have observers of Swift's own.
@Model final class Watched {
    @Transient var changes = 0
    var title = "" {
        willSet { changes += 1 }
        didSet { changes += 1 }
    }
    init() {}
}

/// A model whose initial values have operators, beside types.
@Model final class Gauge {
    static let limit = 7
    var isHigh: Bool = Gauge.limit > 5
    var season: Season = Gauge.limit == 7 ? .winter : .summer
    init() {}
}

/// A model that has another one from the beginning.
@Model final class Shift {
    var name: String
    @Relationship(deleteRule: .cascade) var hours: Hours = Hours()
    init(name: String) { self.name = name }
}

/// A model whose initializer reads what it has set.
@Model final class Hours {
    var start: Int
    var end: Int
    init(start: Int = 9) {
        self.start = start
        end = start
        end = self.start + 8
    }
}

struct Wishes: Codable, Equatable {
    var seat: String?
    var meal: Int?
}

/// A model with a struct that is not optional, all of whose members are.
@Model final class Guest {
    var wishes = Wishes(seat: "window")
    init() {}
}

@Model final class Left {
    @Relationship(inverse: \Right.a) var right: Right?
    var other: Right?
    init() {}
}

@Model final class Right {
    @Relationship(inverse: \Left.other) var a: Left?
    init() {}
}

@Model final class Postcard {
    @Attribute(.transformable(by: NSSecureUnarchiveFromDataTransformer.self)) var lines: [String]
    init(lines: [String]) { self.lines = lines }
}

@Model final class Park {
    @Relationship(inverse: \Shrub.garden) var front: [Shrub] = []
    @Relationship(inverse: \Shrub.garden) var back: [Shrub] = []
    init() {}
}

@Model final class Shrub {
    var name: String
    var garden: Park?
    init(name: String) { self.name = name }
}

@Suite struct ModelTests {
    @Test func `every kind of value is kept`() throws {
        ValueTransformer.setValueTransformer(
            ColourTransformer(), forName: .init("ColourTransformer"))
        let container = try ModelContainer(
            for: Everything.self, configurations: ModelConfiguration.fresh())
        let context = ModelContext(container)
        let model = Everything()
        model.url = URL(string: "https://example.org/a")
        model.flag = true
        model.dates = [Date(timeIntervalSinceReferenceDate: 5)]
        model.places = [Address(street: "s", zip: nil)]
        model.colour = Colour("red")
        model.selected = true
        model.picture = Data(repeating: 7, count: 300_000)
        model.large = .max
        let uuid = model.uuid
        context.insert(model)
        #expect(model.selected && model.uuid == uuid && model.numbers == [3, 1])
        try context.save()
        let other = ModelContext(container)
        let copy = try #require(try other.fetch(FetchDescriptor<Everything>()).first)
        #expect(copy.small == 1 && copy.large == .max && copy.float == 1.5)
        #expect(copy.decimal == 2.25 && copy.url == model.url && copy.uuid == uuid)
        #expect(copy.data == Data([1, 2]) && copy.flag == true && copy.count == nil)
        #expect(copy.numbers == [3, 1] && copy.dates == model.dates && copy.set == ["a"])
        #expect(copy.shape == .circle(2) && copy.places == model.places)
        #expect(copy.colour?.name == "red" && copy.picture?.count == 300_000)
        #expect(!copy.selected)
        copy.shape = .square
        copy.numbers.append(9)
        copy.flag = nil
        copy.dates = nil
        try other.save()
        let again = try #require(
            try ModelContext(container).fetch(FetchDescriptor<Everything>()).first)
        #expect(again.shape == .square && again.numbers == [3, 1, 9])
        #expect(again.flag == nil && again.dates == nil)
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            let shape = Shape.square
            return try context.fetch(
                FetchDescriptor<Everything>(predicate: #Predicate { $0.shape == shape }))
        }
        #expect(throws: SwiftDataError.unsupportedKeyPath) {
            try context.fetch(FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.data.count)]))
        }
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func `numbers that are not finite are kept within values`(number: Double) throws {
        let container = try ModelContainer(
            for: Everything.self, configurations: ModelConfiguration.fresh())
        let context = ModelContext(container)
        let model = Everything()
        context.insert(model)
        model.shape = .circle(number)
        try context.save()
        let copy = try #require(
            try ModelContext(container).fetch(FetchDescriptor<Everything>()).first)
        guard case .circle(let kept) = copy.shape else {
            Issue.record("The shape is \(copy.shape).")
            return
        }
        #expect(kept == number || kept.isNaN && number.isNaN)
    }

    @Test func `initial values may have operators`() throws {
        let attributes = Schema([Gauge.self]).entity(for: Gauge.self)?.attributesByName
        #expect(attributes?["isHigh"]?.defaultValue as? Bool == true)
        #expect(attributes?["season"]?.defaultValue as? Season == .winter)
        #expect(Gauge().isHigh && Gauge().season == .winter)
    }

    @Test func `an initial value may be a model that reads its own properties`() throws {
        let context = ModelContext(
            try ModelContainer(for: Shift.self, configurations: ModelConfiguration.fresh()))
        let shift = Shift(name: "early")
        shift.hours.start = 6
        context.insert(shift)
        try context.save()
        let copy = try #require(
            try ModelContext(context.container).fetch(FetchDescriptor<Shift>()).first)
        #expect(copy.name == "early" && copy.hours.start == 6 && copy.hours.end == 17)
    }

    @Test func `a struct whose members are all nil is kept`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.store("guests.store")
        let context = ModelContext(
            try ModelContainer(for: Guest.self, configurations: ModelConfiguration(url: url)))
        let guest = Guest()
        context.insert(guest)
        try context.save()
        guest.wishes.seat = nil
        try context.save()
        let other = ModelContext(context.container)
        #expect(try other.fetch(FetchDescriptor<Guest>()).first?.wishes == Wishes())
    }

    @Test func `properties are observed`() throws {
        let context = ModelContext(try notes())
        let note = Note(title: "a")
        context.insert(note)
        let changes = Changes()
        withObservationTracking {
            _ = note.title
        } onChange: {
            changes.count += 1
        }
        note.text = "b"
        #expect(changes.count == 0)
        note.title = "c"
        #expect(changes.count == 1)
    }

    @Test func `willSet and didSet of a property that is kept are ignored`() throws {
        let context = ModelContext(
            try ModelContainer(for: Watched.self, configurations: ModelConfiguration.fresh()))
        let model = Watched()
        model.title = "a"
        context.insert(model)
        model.title = "b"
        try context.save()
        #expect(model.changes == 0 && model.title == "b")
        let copy = try ModelContext(context.container).fetch(FetchDescriptor<Watched>()).first
        #expect(copy?.title == "b")
    }

    @Test func `values by key path`() throws {
        let note = Note(title: "a", number: 3)
        #expect(note.getValue(forKey: \.number) == 3)
        note.setValue(forKey: \.title, to: "b")
        #expect(note.persistentBackingData.getValue(forKey: \.title) == "b")
        let folder = Folder(name: "f")
        note.setValue(forKey: \.folder, to: folder)
        #expect(note.getValue(forKey: \.folder) === folder)
        note.setValue(forKey: \.tags, to: [Tag(name: "t")])
        #expect(note.getValue(forKey: \.tags).count == 1)
        #expect(note.persistentBackingData.persistentModelID == nil)
        let context = ModelContext(try notes())
        context.insert(note)
        #expect(note.getValue(forKey: \.title) == "b" && note.getValue(forKey: \.folder) === folder)
        #expect(note.persistentBackingData.persistentModelID == note.persistentModelID)
        let made = Note(backingData: Note.createBackingData())
        #expect(made.modelContext == nil && made.folder == nil && made.tags.isEmpty)
    }

    @Test func `inverses that contradict each other are refused`() {
        let error = #expect(throws: SwiftDataError.self) {
            try ModelContainer(
                for: Left.self, configurations: ModelConfiguration.fresh())
        }
        #expect(error == .loadIssueModelContainer)
        #expect(error?.description.contains("Right.a") == true)
    }

    @Test func `an archive is a transformed value`() throws {
        let container = try ModelContainer(
            for: Postcard.self, configurations: ModelConfiguration.fresh())
        let context = ModelContext(container)
        context.insert(Postcard(lines: ["a", "b"]))
        try context.save()
        let stored = try ModelContext(container).fetch(FetchDescriptor<Postcard>())
        #expect(stored.map(\.lines) == [["a", "b"]])
    }

    @Test func `several relationships may name one inverse`() throws {
        let container = try ModelContainer(
            for: Park.self, configurations: ModelConfiguration.fresh())
        let context = ModelContext(container)
        let garden = Park()
        context.insert(garden)
        garden.front = [Shrub(name: "a"), Shrub(name: "b")]
        garden.back = [Shrub(name: "c")]
        try context.save()
        let stored = try #require(
            try ModelContext(container).fetch(FetchDescriptor<Park>()).first)
        #expect(stored.front.map(\.name).sorted() == ["a", "b"])
        #expect(stored.back.map(\.name) == ["c"])
        #expect(stored.front.allSatisfy { $0.garden === stored })
    }

    @Test func `models are equal by what they stand for`() throws {
        let context = ModelContext(try notes())
        let (a, b) = (Note(title: "a"), Note(title: "b"))
        #expect(a != b && Set([a, b, a]).count == 2)
        context.insert(a)
        try context.save()
        let other = ModelContext(context.container)
        let copy = try #require(try other.fetch(FetchDescriptor<Note>()).first)
        #expect(copy == a && copy !== a && copy.id == a.id)
    }
}

final class Changes: @unchecked Sendable {
    var count = 0
}
#endif
