import Foundation
import RecordCore
@testable import SQLLowering
import Testing

/// A row that was written by position and is read by position.
private final class Cells: SQLRow {
    var values: [Int: Value] = [:]
    func isNull(_ column: Int) -> Bool { values[column]?.isNull ?? true }
    func int(_ column: Int) -> Int64 {
        if case .int(let number)? = values[column] { number } else { 0 }
    }
    func double(_ column: Int) -> Double {
        if case .double(let number)? = values[column] { number } else { 0 }
    }
    func text(_ column: Int) -> String {
        if case .text(let text)? = values[column] { text } else { "" }
    }
    func bytes(_ column: Int) -> Data {
        if case .bytes(let bytes)? = values[column] { bytes } else { Data() }
    }
}

private struct CellBinder: SQLBinder {
    let cells: Cells
    func bindNull(at position: Int) { cells.values[position] = .null }
    func bind(int value: Int64, at position: Int) { cells.values[position] = .int(value) }
    func bind(double value: Double, at position: Int) { cells.values[position] = .double(value) }
    func bind(decimal value: Decimal, at position: Int) { cells.values[position] = .decimal(value) }
    func bind(text value: String, at position: Int) { cells.values[position] = .text(value) }
    func bind(bytes value: Data, at position: Int) { cells.values[position] = .bytes(value) }
}

private struct Log: SQLExecutor {
    var lines: [String] = []
    mutating func run(
        _ template: SQLTemplate, _ bind: (inout CellBinder) throws -> Void
    ) throws {
        let cells = Cells()
        var binder = CellBinder(cells: cells)
        try bind(&binder)
        #expect(cells.values.keys.sorted() == Array(0..<template.parameterCount))
        let values = cells.values.sorted { $0.key < $1.key }.map(\.value)
        lines.append(Cities.filled(template.text, values))
    }
}

@Suite struct `Stored forms` {
    static let full: Value = {
        var place = Location(latitude: 1.5, longitude: -2.5)
        place.altitude = 30
        place.speed = -1
        place.timestamp = Date(microseconds: 77)
        return .location(place)
    }()
    static let values: [(FieldType, Value)] = [
        (.single(.string), "é\u{0}x"), (.single(.string), ""),
        (.single(.int64), .int(.min)), (.single(.double), 2.5),
        (.single(.timestamp), .date(Date(microseconds: -5))),
        (.single(.bytes), .bytes(Data([0, 255]))), (.single(.location), full),
        (.single(.location), .location(Location(latitude: 0, longitude: 0))),
        (.single(.reference), .reference(Reference(RecordID("a"), action: .deleteSelf))),
        (
            .single(.reference),
            .reference(
                Reference(RecordID("a", zone: ZoneID("Z", owner: "a/b%")), action: .validate))
        ),
        (.single(.asset), .asset(Asset(checksum: "ab", size: 9))),
        (.list(.string), ["a", "", "é\u{0}"]), (.list(.string), []),
        (.list(.int64), [.int(.max), .int(.min), 0, -1, 300]),
        (.list(.double), [1.5, .double(-.infinity)]),
        (.list(.timestamp), [.date(Date(microseconds: 5))]),
        (.list(.bytes), [.bytes(Data()), .bytes(Data([1, 2]))]),
        (.list(.location), [full, .location(Location(latitude: 9, longitude: 9))]),
        (
            .list(.reference),
            [
                .reference(Reference(RecordID("a"))),
                .reference(Reference(RecordID("b", zone: ZoneID("Z")), action: .deleteSelf)),
            ]
        ),
        (.list(.asset), [.asset(Asset(checksum: "ab", size: 9))]),
    ]

    @Test(arguments: values)
    func `every value comes back as it went in`(type: FieldType, value: Value) throws {
        let record = RecordType("T", fields: [Field("f", type, [.queryable])])
        let storage = try #require(RecordLayout(record, names: LayoutNames(record)).fields.first)
        let cells = Cells()
        var binder = CellBinder(cells: cells)
        storage.write(value, of: RecordID("holder"), into: &binder, at: 3)
        #expect(cells.values.keys.sorted() == Array(3..<3 + storage.columns.count))
        let back = storage.read(cells, at: 3, zone: .default)
        #expect(back == value)
        if case .reference(let a) = value, case .reference(let b)? = back { #expect(a == b) }
    }

    @Test func `bytes that are cut short do no harm`() {
        let values: [Value] = ["abc", "de"]
        let whole = ListCoding.encode(values, of: .string, holder: .default)
        for length in 0..<whole.count {
            _ = ListCoding.decode(whole.prefix(length), of: .string, holder: .default)
            _ = ListCoding.decode(whole.prefix(length), of: .location, holder: .default)
        }
        let huge = Data([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 7])
        #expect(ListCoding.decode(huge, of: .int64, holder: .default).count <= 1)
    }

    @Test func `a zone of another owner is named with its owner`() {
        let holder = ZoneID("Lists", owner: "ann")
        #expect(ZoneCoding.encode(holder, from: holder) == nil)
        #expect(ZoneCoding.encode(ZoneID("Notes", owner: "ann"), from: holder) == "/Notes")
        #expect(ZoneCoding.encode(ZoneID("Notes", owner: "b/b"), from: holder) == "b%2Fb/Notes")
        #expect(
            ZoneCoding.decode("b%2Fb/No/tes", from: holder) == ZoneID("No/tes", owner: "b/b"))
        #expect(ZoneCoding.decode(nil, from: holder) == holder)
        // Names of zones that are pointed at are anyone's.
        let marked = ZoneID("\u{301}Notes", owner: "ann")
        #expect(ZoneCoding.decode(ZoneCoding.encode(marked, from: holder), from: holder) == marked)
    }

    @Test func `the cells of a circle cover it`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            let centre = Location(
                latitude: .random(in: -90...90, using: &generator),
                longitude: .random(in: -180...180, using: &generator))
            let metres = Double.random(in: 0...400_000, using: &generator)
            let ranges = try #require(
                LocationGrid.ranges(
                    around: centre.latitude, centre.longitude, within: metres))
            let bearing = Double.random(in: 0...(2 * .pi), using: &generator)
            let angle =
                metres * Double.random(in: 0...1, using: &generator) / Location.earthRadius
            let latitude = centre.latitude * .pi / 180
            let sine = sin(latitude) * cos(angle) + cos(latitude) * sin(angle) * cos(bearing)
            let north = asin(min(1, max(-1, sine)))
            var east =
                centre.longitude
                + atan2(
                    sin(bearing) * sin(angle) * cos(latitude),
                    cos(angle) - sin(latitude) * sin(north)) * 180 / .pi
            if east > 180 { east -= 360 }
            if east < -180 { east += 360 }
            let point = Location(latitude: north * 180 / .pi, longitude: east)
            guard point.distance(to: centre) <= metres else { continue }
            let cell = LocationGrid.cell(point.latitude, point.longitude)
            #expect(ranges.contains { $0.contains(cell) }, "\(centre) \(metres) \(point)")
        }
    }

    @Test func `a record is written with its members and words`() throws {
        let type = RecordType(
            "Note",
            fields: [
                Field("title", .single(.string), [.queryable, .searchable]),
                Field("tags", .list(.string), [.queryable]),
            ], systemIndexes: [:])
        let writer = RowWriter(
            RecordLayout(type, names: LayoutNames(type)), for: SQLiteDialect())
        var record = Record("Note", RecordID("n"), ["title": "Old É", "tags": ["B", "B", "c"]])
        record.system = SystemFields(
            created: Date(microseconds: 1), createdBy: "me", modified: Date(microseconds: 2),
            modifiedBy: "you", changeTag: "t")
        var log = Log()
        try writer.insert(record, row: 5, database: 1, zone: 7, with: &log)
        #expect(
            log.lines == [
                """
                INSERT INTO "Note" ("_row", "_database", "_zone", "_name", "_created", \
                "_createdBy", "_modified", "_modifiedBy", "_tag", "_parentName", \
                "_parentZone", "_shareName", "_shareZone", "title", "title.folded", "tags") \
                VALUES (5, 1, 7, 'n', 1, 'me', 2, 'you', 't', null, null, null, null, \
                'Old É', 'old e', x'3142142163')
                """,
                """
                INSERT INTO "Note.tags" ("_database", "_zone", "value", "value.folded", \
                "_name", "_row") VALUES (1, 7, 'B', 'b', 'n', 5) ON CONFLICT DO NOTHING
                """,
                """
                INSERT INTO "Note.tags" ("_database", "_zone", "value", "value.folded", \
                "_name", "_row") VALUES (1, 7, 'c', 'c', 'n', 5) ON CONFLICT DO NOTHING
                """,
                #"INSERT INTO "Note._tokens" ("rowid", "tokens") VALUES (5, '7xold 7xe')"#,
            ])

        var next = record
        next["tags"] = ["c", "d"]
        log.lines = []
        try writer.update(next, replacing: record, row: 5, database: 1, zone: 7, with: &log)
        #expect(
            log.lines == [
                """
                UPDATE "Note" SET "_modified" = 2, "_modifiedBy" = 'you', "_tag" = 't', \
                "_parentName" = null, "_parentZone" = null, "_shareName" = null, \
                "_shareZone" = null, "tags" = x'2163164' \
                WHERE "_row" = 5 AND "_database" = 1
                """,
                """
                DELETE FROM "Note.tags" WHERE "_database" = 1 AND "_zone" = 7 \
                AND "value" = 'B' AND "_name" = 'n'
                """,
                """
                INSERT INTO "Note.tags" ("_database", "_zone", "value", "value.folded", \
                "_name", "_row") VALUES (1, 7, 'd', 'd', 'n', 5) ON CONFLICT DO NOTHING
                """,
            ])

        log.lines = []
        try writer.delete(record, row: 5, database: 1, zone: 7, with: &log)
        #expect(log.lines.count == 4)
        #expect(
            log.lines[2] == """
                INSERT INTO "Note._tokens" ("Note._tokens", "rowid", "tokens") \
                VALUES ('delete', 5, '7xold 7xe')
                """)
    }

    @Test func `functions mean what the evaluator means`() throws {
        #expect(try SQLFunction.contains.evaluate(["Élan", "LA", "c"]) == 1)
        #expect(try SQLFunction.contains.evaluate([.null, "LA", "c"]) == 0)
        #expect(try SQLFunction.order.evaluate(["a", "B", "c"]) == -1)
        #expect(try SQLFunction.language(.length).evaluate(["😀"]) == 2)
        #expect(try SQLFunction.language(.divide).evaluate([7, 2]) == 3)
        #expect(try SQLFunction.language(.divide).evaluate([7, 0]) == .null)
        #expect(try SQLFunction.language(.add).evaluate([.int(.max), 1]) == .int(.min))
        for function in SQLFunction.allCases {
            _ = try function.evaluate(Array(repeating: .null, count: function.arity))
            #expect(try function.evaluate([]) == .null)
        }
    }
}
