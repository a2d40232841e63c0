import Foundation
import Testing

@testable import RecordService

@Suite struct `Bytes of predicates` {
    static let values: [Value] = [
        .null, .int(.min), .int(-1), .int(0), .int(.max), .double(0.1 + 0.2), .double(-0.0),
        .double(.infinity), .decimal(Decimal(string: "12345678901234567890.123456789") ?? 0),
        .text(""), .text("e\u{301}\u{0}é\u{1F}"),
        .date(Date(timeIntervalSinceReferenceDate: 0.123_456_7)), .bytes(Data([0, 255, 1])),
        .uuid(UUID()), .url(URL(fileURLWithPath: "/a b")),
        .reference(
            Reference(RecordID("r", zone: ZoneID("Z", owner: "_bob")), action: .validate)),
        .location(
            {
                var location = Location(latitude: 1.1, longitude: -2.2)
                location.timestamp = Date(timeIntervalSinceReferenceDate: 5.5)
                location.speed = -1
                return location
            }()),
        .asset(Asset(checksum: "ab", size: 12)), .list([1, .list([.null]), "x"]),
        .dictionary(["a": 1, "b": .dictionary([:])]),
    ]

    @Test func `values come back to the last bit`() throws {
        for value in Self.values {
            var writer = ByteWriter()
            try writer.write(value)
            var reader = ByteReader(writer.data)
            let back = try reader.value()
            #expect(reader.isAtEnd)
            #expect(back == value)
            var again = ByteWriter()
            try again.write(back)
            #expect(again.data == writer.data)
        }
    }

    @Test func `every form of the language comes back`() throws {
        let formats = [
            "TRUEPREDICATE", "NOT (a = 1 AND b != 'x')", "a BETWEEN {1, 2}", "'x' IN list",
            "ANY list BEGINSWITH[cd] 'a'", "ALL list.@max.b > 2", "a = 1 OR b = 2",
            "distanceToLocation:fromLocation:(where, %@) < 10.5", "due < now()",
            "SUBQUERY(a, $x, $x.b > 1).@count > 0", "TERNARY(a = 1, 2, 3) = b",
            "allTokens TOKENMATCHES[cdl] 'bob smith'", "a[FIRST] = 1", "a[2] = 1",
            "a UNION b = c", "CAST(a, 'NSDate') < now()", "$v = 1", "self CONTAINS 'x'",
            "a.@unionOfObjects.b CONTAINS 1", "$y := 1 = 1",
            "FUNCTION('a', 'appendString:', 'b') = 'ab'", "a isKindOfClass: b",
        ]
        var tested = 0
        for format in formats {
            guard
                let predicate = try? QueryPredicate(
                    parsing: format, Value.location(Location(latitude: 1, longitude: 2)))
            else { continue }
            var writer = ByteWriter()
            try writer.write(predicate)
            var reader = ByteReader(writer.data)
            #expect(try reader.predicate() == predicate)
            #expect(reader.isAtEnd)
            tested += 1
            // Every cut is an error and nothing worse.
            for length in 0..<writer.data.count {
                var short = ByteReader(writer.data.prefix(length))
                #expect(throws: (any Error).self) { try short.predicate() }
            }
        }
        #expect(tested >= 15)
    }

    @Test func `numbers of operators stay as files have them`() throws {
        let numbers: [(Operator, UInt8)] = [
            (.equal, 0), (.notEqual, 1), (.less, 2), (.lessOrEqual, 3), (.greater, 4),
            (.greaterOrEqual, 5), (.between, 6), (.in, 7), (.contains, 8), (.beginsWith, 9),
            (.endsWith, 10), (.like, 11), (.matches, 12), (.tokenMatches, 13),
            (.utiConformsTo, 14), (.utiEquals, 15),
        ]
        #expect(Set(numbers.map(\.0)) == Set(Operator.all))
        for (op, number) in numbers {
            // A comparison of `SELF` with `SELF`: kind, left, operator, right, quantifier, options.
            let bytes = Data([1, 1, number, 1, 0, 3])
            let predicate = QueryPredicate.comparison(
                Comparison(.this, op, .this, options: [.caseInsensitive, .diacriticInsensitive]))
            var writer = ByteWriter()
            try writer.write(predicate)
            #expect(writer.data == bytes)
            var reader = ByteReader(bytes)
            #expect(try reader.predicate() == predicate)
        }
        var selector = ByteWriter()
        try selector.write(.comparison(Comparison(.this, .selector("is:"), .this)))
        #expect(selector.data == Data([1, 1, 255, 3] + Array("is:".utf8) + [1, 0, 0]))
        var unknown = ByteReader(Data([1, 1, 16, 1, 0, 0]))
        #expect(throws: ByteReader.CorruptionError.self) { try unknown.predicate() }
    }

    @Test func `predicates stay as files have them, and those of a later version are refused`()
        throws
    {
        // All of two: not; a comparison of `a`, IN, two values in braces: 1 and `x`.
        var bytes: [UInt8] = [2, 2, 4, 1, 2, 1, 0, 1]
        bytes += Array("a".utf8) + [7, 9, 2, 0, 1, 2, 0, 4, 1] + Array("x".utf8) + [0, 0]
        // One of two: that all of `b.@count` are above 2.5; the constant true.
        bytes += [3, 2, 1, 2, 2, 0, 1] + Array("b".utf8) + [1, 5] + Array("count".utf8)
        bytes += [4, 0, 2, 0, 0, 0, 0, 0, 0, 4, 0x40, 2, 0, 0, 1]
        let predicate = QueryPredicate.and([
            .not(
                .comparison(
                    Comparison(
                        .keyPath(QueryKeyPath("a")), .in,
                        .aggregate([.constant(1), .constant("x")])))),
            .or([
                .comparison(
                    Comparison(
                        .keyPath(QueryKeyPath(steps: [.key("b"), .collection(.count)])), .greater,
                        .constant(.double(2.5)), quantifier: .all)),
                .constant(true),
            ]),
        ])
        var writer = ByteWriter()
        try writer.write(predicate)
        #expect(writer.data == Data(bytes))
        var reader = ByteReader(Data(bytes))
        #expect(try reader.predicate() == predicate)
        #expect(reader.isAtEnd)
        for version in UInt8(0x82)...0x8F {
            var later = ByteReader(Data([version] + bytes))
            #expect(throws: ByteReader.CorruptionError.self) { try later.predicate() }
        }
    }

    @Test func `a subscription that an earlier version wrote is read`() throws {
        // Version, user, database, name; of a query, its type; `n`, `>`, `5`, direct, no options;
        // all zones, on creation, nothing shown, no fields.
        let bytes = Data(
            [1, 3] + Array("ann".utf8) + [UInt8(ServiceSession.Database.private.rawValue), 5]
                + Array("large".utf8) + [0, 4] + Array("City".utf8)
                + [1, 2, 1, 0, 1] + Array("n".utf8) + [4, 0, 1, 10, 0, 0, 0, 1, 0, 0])
        let stored = StoredSubscription(
            "ann", .private,
            ServiceSubscription(
                "large",
                .query(
                    type: "City", predicate: try QueryPredicate(parsing: "n > 5"), zone: nil,
                    fires: .init(rawValue: 1))))
        #expect(try stored.data() == bytes)
        #expect(StoredSubscription(bytes) == stored)
    }

    @Test func `a cursor that an earlier version wrote is read`() throws {
        let key = Data("key".utf8)
        let zone = ZoneID("Work", owner: "bob")
        // Whether a zone is named and which, whether every zone is searched; the number of the
        // profile.
        let zones: [([UInt8], ZoneScope?)] = [
            ([0, 0], nil), ([0, 1], .all),
            ([1, 4] + Array("Work".utf8) + [3] + Array("bob".utf8) + [0], .zone(zone)),
        ]
        let profiles: [(UInt8, QueryProfile?)] = [
            (0, nil), (1, .everything), (2, .cloudKit), (3, .cloudKitOriginal), (4, .webServices),
        ]
        for (zone, scope) in zones {
            for (number, profile) in profiles {
                // Container, database, user, type; `n > 5`; no order; where; profile; 300.
                let body = Data(
                    [4] + Array("test".utf8) + [2, 3] + Array("ann".utf8) + [4]
                        + Array("City".utf8) + [1, 2, 1, 0, 1] + Array("n".utf8)
                        + [4, 0, 1, 10, 0, 0, 0] + zone + [number, 0xAC, 2])
                let magic = Data("QCur3".utf8)
                let code = ContentHash.code(of: magic + body, key: key)
                let cursor = QueryCursor(data: magic + code + body)
                let place = try CursorPlace(cursor, key: key)
                #expect(
                    place.home
                        == CursorPlace.Home(container: "test", database: .private, user: "ann"))
                #expect(
                    place.query
                        == RecordQuery(
                            "City", where: try QueryPredicate(parsing: "n > 5"), in: scope,
                            offset: 300, profile: profile))
                #expect(try place.cursor(key: key) == cursor)
            }
        }
    }

    @Test func `blocks, objects and endless depth have no bytes`() {
        var writer = ByteWriter()
        #expect(throws: ByteWriter.Unwritable.self) {
            try writer.write(.block(PredicateBlock { _, _ in true }))
        }
        var deep = QueryPredicate.constant(true)
        for _ in 0..<300 { deep = .not(deep) }
        #expect(throws: ByteWriter.Unwritable.self) { try writer.write(deep) }
        var reader = ByteReader(Data(repeating: 4, count: 100_000))
        #expect(throws: ByteReader.CorruptionError.self) { try reader.predicate() }
    }

    @Test func `bytes of chance never trap`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let data = Data((0..<40).map { _ in UInt8.random(in: 0...20, using: &random) })
            var reader = ByteReader(data)
            _ = try? reader.predicate()
            _ = try? CursorPlace(QueryCursor(data: data), key: Data([1]))
            _ = StoredSubscription(data)
        }
    }
}
