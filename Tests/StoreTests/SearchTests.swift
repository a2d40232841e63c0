import Foundation
import RecordCore
import TestKit
import Testing

/// Words are found as long as the records have them, however a store keeps them.
@Suite struct `Searches` {
    private static let note = RecordType(
        "Note",
        fields: [
            Field("title", .single(.string), [.queryable, .searchable]),
            Field("tags", .list(.string), [.queryable, .searchable]),
            Field("count", .single(.int64), [.queryable]),
        ])
    private static let schema = RecordSchema(types: [note])
    private static let mine = DatabaseScope.private(user: "_ann")

    private func found(
        _ words: String, in store: any RecordStore, _ zones: ZoneScope = .zone(.default),
        of scope: DatabaseScope = .public
    ) async throws -> String {
        let query = RecordQuery(
            "Note", where: try QueryPredicate(parsing: "allTokens TOKENMATCHES '\(words)'"),
            in: zones)
        return try await store.fetch(query, in: scope).records.map(\.id.name).sorted()
            .joined(separator: " ")
    }

    @Test(arguments: StoreUnderTest.searching)
    func `follow what records say`(kind: StoreUnderTest) async throws {
        try await kind.withStore(schema: Self.schema) { store async throws in
            var a = try await store.put(
                Record("Note", RecordID("a"), ["title": "Old Harbour", "tags": ["Été", "old"]]))[0]
            try await store.put(Record("Note", RecordID("b"), ["title": "old, old house!"]))
            try await store.put(Record("Note", RecordID("c"), ["count": 1]))
            #expect(try await found("old", in: store) == "a b")
            #expect(try await found("OLD ete", in: store) == "a")
            #expect(try await found("house harbour", in: store) == "")
            #expect(try await found("ol", in: store) == "")

            a["title"] = "New Harbour"
            a = try await store.put(a)[0]
            #expect(try await found("old harbour", in: store) == "a")
            a["tags"] = .null
            a = try await store.put(a)[0]
            #expect(try await found("old", in: store) == "b")
            #expect(try await found("new harbour", in: store) == "a")
            a["title"] = .null
            a = try await store.put(a)[0]
            #expect(try await found("harbour", in: store) == "")
            a["title"] = "again"
            a = try await store.put(a)[0]
            #expect(try await found("again", in: store) == "a")
            _ = try await store.save(
                SaveRequest(deleting: [RecordID("a"), RecordID("b")]), in: .public)
            #expect(try await found("again", in: store) == "")
            #expect(try await found("old", in: store) == "")
        }
    }

    @Test(arguments: StoreUnderTest.searching)
    func `stay in the zones that are asked`(kind: StoreUnderTest) async throws {
        try await kind.withStore(schema: Self.schema) { store async throws in
            let zones = [ZoneID("A"), ZoneID("B"), ZoneID("C")]
            try await store.createZones(zones, in: Self.mine)
            for zone in zones {
                try await store.put(
                    Record("Note", RecordID("n\(zone.name)", zone: zone), ["title": "old town"]),
                    Record("Note", RecordID("m\(zone.name)", zone: zone), ["title": "old"]),
                    in: Self.mine)
            }
            // Another user has the same words.
            let yours = DatabaseScope.private(user: "_bob")
            try await store.createZones([zones[0]], in: yours)
            try await store.put(
                Record("Note", RecordID("x", zone: zones[0]), ["title": "old town"]), in: yours)
            #expect(try await found("town old", in: store, .all, of: Self.mine) == "nA nB nC")
            #expect(try await found("town", in: store, .zone(zones[1]), of: Self.mine) == "nB")
            #expect(try await found("town", in: store, .all, of: yours) == "x")

            try await store.deleteZones([zones[1]], in: Self.mine)
            #expect(try await found("old", in: store, .all, of: Self.mine) == "mA mC nA nC")
            try await store.createZones([zones[1]], in: Self.mine)
            #expect(try await found("old", in: store, .all, of: Self.mine) == "mA mC nA nC")
        }
    }

    @Test(arguments: StoreUnderTest.searching)
    func `know the fields that the schema says`(kind: StoreUnderTest) async throws {
        try await kind.withStore(schema: Self.schema) { store async throws in
            try await store.put(
                Record("Note", RecordID("a"), ["title": "harbour", "tags": ["town"]]))
            func setIndexes(_ title: FieldIndexes, _ tags: FieldIndexes) async throws {
                var type = Self.note
                type.fields[0].indexes = title
                type.fields[1].indexes = tags
                try await store.setSchema(RecordSchema(types: [type]))
            }
            try await setIndexes([.queryable, .searchable], [.queryable])
            #expect(try await found("harbour", in: store) == "a")
            #expect(try await found("town", in: store) == "")
            try await setIndexes([.queryable], [.searchable])
            #expect(try await found("harbour", in: store) == "")
            #expect(try await found("town", in: store) == "a")
            try await setIndexes([.queryable], [])
            try await setIndexes([.searchable], [.searchable])
            #expect(try await found("harbour town", in: store) == "a")
        }
    }

    @Test(arguments: StoreUnderTest.searching)
    func `take long words and many of them`(kind: StoreUnderTest) async throws {
        try await kind.withStore(schema: Self.schema) { store async throws in
            // The same for longer than any index keeps.
            let start = String(repeating: "é", count: 1_000) + String(repeating: "x", count: 3_000)
            let many = (0..<5_000).map { "word\($0)" }
            try await store.put(
                Record("Note", RecordID("a"), ["title": .text(start + "a")]),
                Record("Note", RecordID("b"), ["title": .text(start + "b")]),
                Record("Note", RecordID("c"), ["title": .text(many.joined(separator: " "))]))
            #expect(try await found(start + "a", in: store) == "a")
            #expect(try await found(start + "B", in: store) == "b")
            #expect(try await found(start, in: store) == "")
            #expect(try await found("word4999 word0", in: store) == "c")
            #expect(
                try await found(many.prefix(1_000).joined(separator: " "), in: store) == "c")
        }
    }
}
