import Foundation
import ObjectCore
import Stores
import TestKit
import Testing
import TestRandom

/// Texts and bytes that are longer than the keys of some engines' indexes.
@Suite struct `Long values of objects` {
    private static func model() throws -> ResolvedModel {
        var title = ObjectAttribute("title", .string)
        title.isIndexed = true
        var body = ObjectAttribute("body", .binary)
        body.isIndexed = true
        return try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity(
                    "Page",
                    attributes: [
                        title, body, ObjectAttribute("name", .string),
                        ObjectAttribute("number", .integer32), ObjectAttribute("site", .uri),
                    ], uniquenessConstraints: [["name", "number"], ["site"]])
            ]))
    }

    /// What does not compress, of a length, after a beginning.
    private static func noise(_ start: String, _ seed: UInt64, _ count: Int = 20_000) -> String {
        var random = RandomNumbers(seed: seed)
        let letters = Array("abcdefghijklmnopqrstuvwxyz012345")
        return start + String((0..<count).map { _ in random.pick(letters) })
    }

    @Test func `are kept, found, put in order and kept apart by every store`() throws {
        let locations = [.memory] + ObjectDatabase.available.map { $0.fresh() }
        for location in locations {
            let store = try ObjectStoreOpener.open(location, model: try Self.model())
            var maker = Maker(store)
            let start = String(repeating: "é", count: 260)
            let address = Self.noise("https://a.b/", 7, 3_000)
            let titles = [start + "b", start + "a", "c", start, Self.noise(start, 1)]
            let keys = try titles.enumerated().map { place, title in
                try maker.insert(
                    "Page",
                    [
                        "title": .text(title), "body": .bytes(Data(title.utf8)),
                        "name": .text(Self.noise(start, UInt64(place))), "number": 1,
                        "site": .url(try #require(URL(string: "\(address)\(place)"))),
                    ])
            }
            _ = try maker.save()
            let order = try maker.fetch("Page", "TRUEPREDICATE", by: [Ordering("title")])
            #expect(
                order.map(\.key)
                    == keys.indices.sorted { titles[$0] < titles[$1] }.map { keys[$0] },
                "\(location)")
            func found(_ format: String, _ value: Value) throws -> [ObjectKey] {
                try store.fetchKeys(
                    ObjectQuery(
                        entity: 0,
                        where: try QueryPredicate(parsing: format, arguments: [.value(value)])))
            }
            for (key, title) in zip(keys, titles) {
                #expect(try found("title == %@", .text(title)) == [key], "\(location)")
                #expect(
                    try found("body == %@", .bytes(Data(title.utf8))) == [key], "\(location)")
                #expect(
                    try found("title IN %@", .list([.text(title), "none"])) == [key],
                    "\(location)")
            }
            #expect(try found("title BEGINSWITH %@", .text(start)).count == 4, "\(location)")
            #expect(try found("title BEGINSWITH %@", .text(start + "a")).count >= 1)
            #expect(try found("title > %@", .text(start)).count == 3, "\(location)")
            #expect(try found("title != %@", .text(start + "a")).count == 4, "\(location)")
            // The same long values again, and one that differs in its end alone.
            let site = maker.value(try store.rows([keys[0]])[0], "site") ?? .null
            let twin = try maker.insert(
                "Page", ["name": .text(Self.noise(start, 2)), "number": 1])
            let copy = try maker.insert("Page", ["site": site])
            let failure = try #require(throws: ObjectSaveFailure.self) { try maker.save() }
            #expect(Set(failure.constraints.map(\.key)) == [twin, copy], "\(location)")
            try maker.insert("Page", ["name": .text(Self.noise(start, 2) + "!"), "number": 1])
            try maker.insert("Page", ["name": .text(Self.noise(start, 2)), "number": 2])
            _ = try maker.save()
            try store.close()
        }
    }
}
