#if SwiftData
import Foundation
import SwiftData
import TestFiles
import Testing

enum TentV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Tent.self] }

    enum Colour: Codable { case red, green, blue }
    struct Pole: Codable, Equatable { var length: Int }
    struct Site: Codable, Equatable {
        var town: String
        var pole: Pole?
    }
    struct Note: Codable, Equatable { var text: String? }

    @Model final class Tent {
        var number: Int
        var colour: Colour
        var other: Colour
        var lining: Colour?
        var site: Site
        var next: Site
        var note = Note(text: "new")
        var remark = Note(text: "new")
        init(number: Int, colour: Colour) {
            self.number = number
            self.colour = colour
            other = colour
            lining = colour
            site = Site(town: "Porto", pole: number == 1 ? Pole(length: 3) : nil)
            next = Site(town: "Faro", pole: Pole(length: 4))
            note = Note(text: nil)
            remark = Note(text: nil)
        }
    }
}

/// With more members in its structs, and a case less in its enumeration.
enum TentV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Tent.self] }

    enum Colour: Codable { case black, red, blue }
    enum Kind: String, Codable { case camp, hut }
    struct Pole: Codable, Equatable {
        var length: Int
        var isBent: Bool
    }
    struct Peg: Codable, Equatable { var count: Int }
    struct Site: Codable, Equatable {
        var town: String
        var pole: Pole?
        var code: Int
        var isOpen: Bool
        var kind: Kind
        var tags: [String]
        var peg: Peg
        var owner: String?
    }
    struct Note: Codable, Equatable { var text: String? }
    struct Remark: Codable, Equatable {
        var text: String?
        var level: Int
    }

    @Model final class Tent {
        var number: Int
        var colour = Colour.blue
        var other: Colour
        var lining: Colour?
        var site = Site(
            town: "Lisbon", pole: Pole(length: 9, isBent: true), code: 77, isOpen: true,
            kind: .hut, tags: ["a"], peg: Peg(count: 12), owner: "Ann")
        var next: Site
        var note = Note(text: "new")
        var remark = Remark(text: "new", level: 5)
        init(number: Int, next: Site) {
            self.number = number
            self.next = next
            other = .red
        }
    }
}

/// As the second one, without the default.
enum TentV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Tent.self] }

    @Model final class Tent {
        var number: Int
        var site: TentV2.Site
        init(number: Int, site: TentV2.Site) {
            self.number = number
            self.site = site
        }
    }
}

/// Structs and enumerations whose types changed: predicates find what the properties read as.
@Suite struct CompositeMigrationTests {
    private let folder = TemporaryFolder()

    /// A store of the first version, with a green tent and a red one.
    private func old() throws -> URL {
        let url = folder.url.store("tents.store")
        let context = ModelContext(try container(TentV1.self, url))
        context.insert(TentV1.Tent(number: 1, colour: .green))
        context.insert(TentV1.Tent(number: 2, colour: .red))
        try context.save()
        return url
    }

    private func container(
        _ version: any VersionedSchema.Type, _ url: URL
    ) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(versionedSchema: version), configurations: ModelConfiguration(url: url))
    }

    @Test func `new members are stored with their defaults`() throws {
        let context = ModelContext(try container(TentV2.self, try old()))
        let tents = try context.fetch(
            FetchDescriptor<TentV2.Tent>(sortBy: [SortDescriptor(\.number)]))
        #expect(tents.map(\.site.code) == [77, 77])
        #expect(tents.map(\.site.pole?.isBent) == [true, nil])
        #expect(tents.map(\.next.pole?.isBent) == [false, false])
        #expect(tents.allSatisfy { $0.site.owner == nil && $0.next.tags.isEmpty })
        func check(_ predicate: Predicate<TentV2.Tent>, _ line: Int = #line) throws {
            let found = try context.fetch(
                FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)]))
            let expected = try tents.filter { try predicate.evaluate($0) }
            #expect(found.map(\.number) == expected.map(\.number), "line \(line)")
        }
        let (hut, camp) = (TentV2.Kind.hut, TentV2.Kind.camp)
        try check(#Predicate { $0.site.code == 77 })
        try check(#Predicate { $0.site.isOpen })
        try check(#Predicate { !$0.site.isOpen })
        try check(#Predicate { $0.site.kind == hut })
        try check(#Predicate { $0.site.peg.count == 12 })
        try check(#Predicate { $0.site.pole?.isBent == true })
        try check(#Predicate { $0.site.owner == nil })
        try check(#Predicate { $0.next.code == 0 })
        try check(#Predicate { !$0.next.isOpen })
        try check(#Predicate { $0.next.kind == camp })
        try check(#Predicate { $0.next.peg.count == 0 })
        try check(#Predicate { $0.next.pole?.isBent == false })
    }

    @Test func `a case that is gone becomes the default, the first case or nil`() throws {
        let context = ModelContext(try container(TentV2.self, try old()))
        let tents = try context.fetch(
            FetchDescriptor<TentV2.Tent>(sortBy: [SortDescriptor(\.number)]))
        #expect(tents.map(\.colour) == [.blue, .red])
        #expect(tents.map(\.other) == [.black, .red])
        #expect(tents.map(\.lining) == [nil, .red])
        let (blue, black) = (TentV2.Colour.blue, TentV2.Colour.black)
        func numbers(_ predicate: Predicate<TentV2.Tent>) throws -> [Int] {
            try context.fetch(FetchDescriptor(predicate: predicate)).map(\.number)
        }
        #expect(try numbers(#Predicate { $0.colour == blue }) == [1])
        #expect(try numbers(#Predicate { $0.other == black }) == [1])
        #expect(try numbers(#Predicate { $0.lining == nil }) == [1])
    }

    @Test func `structs without any value stay so`() throws {
        let context = ModelContext(try container(TentV2.self, try old()))
        let tents = try context.fetch(FetchDescriptor<TentV2.Tent>())
        #expect(tents.allSatisfy { $0.note == TentV2.Note(text: nil) })
        #expect(tents.allSatisfy { $0.remark == TentV2.Remark(text: nil, level: 5) })
        let count = try context.fetchCount(
            FetchDescriptor<TentV2.Tent>(predicate: #Predicate { $0.remark.level == 5 }))
        #expect(count == 2)
    }

    @Test func `defaults stay when a later version has none`() throws {
        let url = try old()
        _ = try container(TentV2.self, url)
        let tents = try ModelContext(try container(TentV3.self, url))
            .fetch(FetchDescriptor<TentV3.Tent>())
        #expect(tents.map(\.site.code) == [77, 77])
        #expect(tents.map(\.site.tags) == [["a"], ["a"]])
    }
}
#endif
