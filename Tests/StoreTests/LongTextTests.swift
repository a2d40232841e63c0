import Foundation
import RecordCore
import TestKit
import Testing
import TestRandom

/// Texts and bytes that are longer than what an index of every engine holds.
struct LongTextTests {
    private static let schema = RecordSchema(types: [
        RecordType(
            "Note",
            fields: [
                Field("body", .single(.string), [.queryable, .sortable]),
                Field("data", .single(.bytes), [.queryable]),
            ])
    ])

    /// Letters that do not compress; the same for the same seed.
    private static func letters(_ count: Int, seed: UInt64) -> String {
        var numbers = RandomNumbers(seed: seed)
        return String(
            String.UnicodeScalarView(
                (0..<count).map { _ in Unicode.Scalar(UInt8.random(in: 97...122, using: &numbers)) }
            ))
    }

    /// The same beginning of 600 letters, longer than any index keeps, with three ends.
    private static let start = "m" + letters(600, seed: 1)
    private static let bodies = [
        "a": start + "a" + letters(20_000, seed: 2), "b": start + "B" + letters(9_000, seed: 3),
        "c": start + "c", "d": start, "e": "short", "f": String(start.prefix(255)),
        "g": "É" + start,
    ]

    private static func withNotes(
        _ kind: StoreUnderTest, _ body: (any RecordStore) async throws -> Void
    ) async throws {
        try await kind.withStore(schema: schema) { store in
            for (name, text) in bodies {
                var note = Record("Note", RecordID(name))
                note["body"] = .text(text)
                note["data"] = .bytes(Data(text.utf8))
                try await store.put(note)
            }
            try await body(store)
        }
    }

    /// Each question with the names of the notes that it finds.
    private static func questions() -> [(QueryPredicate, String)] {
        let (a, b, d) = (bodies["a"] ?? "", bodies["b"] ?? "", start)
        func body(_ op: Operator, _ value: Value, _ options: ComparisonOptions = [])
            -> QueryPredicate
        {
            .comparison(
                Comparison(
                    .keyPath(QueryKeyPath("body")), op, .constant(value), options: options))
        }
        func data(_ op: Operator, _ value: String) -> QueryPredicate {
            .comparison(
                Comparison(
                    .keyPath(QueryKeyPath("data")), op, .constant(.bytes(Data(value.utf8)))))
        }
        return [
            (body(.equal, .text(a)), "a"), (body(.equal, .text("short")), "e"),
            (body(.equal, .text(d)), "d"), (body(.equal, .text(String(d.prefix(255)))), "f"),
            (body(.equal, .text(b.lowercased()), [.caseInsensitive, .diacriticInsensitive]), "b"),
            (body(.notEqual, .text(a)), "b c d e f g"),
            (body(.less, .text(d)), "f"),
            (body(.lessOrEqual, .text(d)), "d f"),
            (body(.greater, .text(start + "b")), "c e g"),
            (body(.beginsWith, .text(start)), "a b c d"),
            (body(.beginsWith, .text(String(start.prefix(100)))), "a b c d f"),
            (
                body(.beginsWith, .text("e" + start), [.caseInsensitive, .diacriticInsensitive]),
                "g"
            ),
            (body(.in, .list([.text(a), .text("short"), .text("none")])), "a e"),
            (
                body(.in, .list((0..<40).map { .text("\($0)") } + [.text("short"), .text(d)])),
                "d e"
            ),
            (data(.equal, a), "a"), (data(.equal, "short"), "e"),
            (data(.notEqual, a), "b c d e f g"),
        ]
    }

    @Test(arguments: StoreUnderTest.available)
    func `long texts are kept and found`(kind: StoreUnderTest) async throws {
        try await LongTextTests.withNotes(kind) { store in
            for (name, text) in LongTextTests.bodies {
                #expect(try await store.record(RecordID(name))?["body"] == .text(text))
            }
            for (predicate, expected) in LongTextTests.questions() {
                let page = try await store.fetch(
                    RecordQuery("Note", where: predicate), in: .public)
                let found = page.records.map(\.id.name).sorted().joined(separator: " ")
                #expect(found == expected, "\("\(predicate)".prefix(60))")
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `long texts are put in order`(kind: StoreUnderTest) async throws {
        try await LongTextTests.withNotes(kind) { store in
            let order = LongTextTests.bodies.sorted {
                $0.value.utf8.lexicographicallyPrecedes($1.value.utf8)
            }.map(\.key)
            for ascending in [true, false] {
                let query = RecordQuery(
                    "Note", orderedBy: [Ordering("body", ascending: ascending)], limit: 6)
                let page = try await store.fetch(query, in: .public)
                let expected = ascending ? order : order.reversed()
                #expect(page.records.map(\.id.name) == Array(expected.prefix(6)))
            }
        }
    }
}
