import Foundation
import RecordCore
import RecordJSON
import Testing
import TestRandom

@Suite struct `Record JSON` {
    private let full: Record = {
        var place = Location(latitude: -12.5, longitude: 170)
        place.altitude = 3
        place.course = .infinity
        place.timestamp = Date(microseconds: 1_234_567)
        var record = Record(
            "Thing", RecordID("t-1", zone: ZoneID("Notes")),
            [
                "text": "a\n\"é\"", "empty": "", "int": -5, "double": 2, "exact": .double(0.1),
                "nan": .double(.nan), "far": .double(-.infinity),
                "date": .date(Date(microseconds: -123_456_789_012_345)),
                "early": .date(Date(microseconds: -90_000_000_000_000_000)),
                "bytes": .bytes(Data([0, 255, 10])), "place": .location(place),
                "ref": .reference(
                    Reference(RecordID("o", zone: ZoneID("Notes")), action: .deleteSelf)),
                "away": .reference(Reference(RecordID("o", zone: ZoneID("X", owner: "bob")))),
                "home": .reference(Reference(RecordID("o"))),
                "asset": .asset(Asset(checksum: "ab", size: 12)),
                "list": ["x", "y"], "none": .list([]),
                "dates": .list([.date(Date(microseconds: 5)), .date(Date(microseconds: 0))]),
            ])
        record["double"] = .double(2)
        record.parent = RecordID("p", zone: ZoneID("Notes"))
        record.encrypted = ["text", "int"]
        return record
    }()

    private func text(_ record: Record, _ json: RecordJSON = RecordJSON()) -> String {
        var writer = JSONWriter()
        json.append(record, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func read(_ text: String, _ schema: RecordSchema = RecordSchema(), type: String? = nil)
        throws
        -> Record
    {
        try RecordJSON().record(
            from: JSONReader.value(of: text), schema: schema, defaults: RecordDefaults(type: type),
            newName: { "new" })
    }

    @Test func `reads back what it wrote, without a schema`() throws {
        let back = try read(text(full))
        #expect(back == full)
        // Equality of values ignores the kind of a number; the kinds must survive too.
        guard case .double = back["double"], case .int = back["int"] else {
            return #expect(Bool(false))
        }
        #expect(text(back) == text(full))
    }

    @Test func `writes a line that people can read`() {
        let record = Record(
            "City", RecordID("c"),
            ["name": "Zürich", "at": .location(Location(latitude: 47.5, longitude: 8))])
        #expect(
            text(record)
                == #"{"recordType":"City","recordName":"c","at":{"latitude":47.5,"longitude":8.0},"name":"Zürich"}"#
        )
    }

    @Test func `keeps fields that are called like parts of a record`() throws {
        let record = Record(
            "T", RecordID("n"), ["zone": "a", "owner": "b", "recordName": "c"])
        #expect(text(record).contains(#""_recordName":"n""#))
        #expect(try read(text(record)) == record)
    }

    @Test func `the schema says what a plain text means`() throws {
        let schema = RecordSchema(types: [
            RecordType(
                "T",
                fields: [
                    Field("at", .single(.timestamp)), Field("raw", .single(.bytes)),
                    Field("ref", .single(.reference)), Field("x", .single(.double)),
                    Field("place", .single(.location)), Field("days", .list(.timestamp)),
                    Field("n", .single(.int64)), Field("note", .single(.string)),
                ])
        ])
        let record = try read(
            #"{"at":"2001-01-01T00:00:01Z","raw":"AP8=","ref":"r","x":3,"place":"1.5,2","#
                + #""days":["2001-01-01"],"n":4.0,"note":"2001-01-01"}"#, schema, type: "T")
        #expect(record["at"] == .date(Date(microseconds: 1_000_000)))
        #expect(record["raw"] == .bytes(Data([0, 255])))
        #expect(record["ref"] == .reference(Reference(RecordID("r"))))
        guard case .double(3) = record["x"], case .int(4) = record["n"] else {
            return #expect(Bool(false))
        }
        #expect(record["place"] == .location(Location(latitude: 1.5, longitude: 2)))
        #expect(record["days"] == .list([.date(Date(microseconds: 0))]))
        #expect(record["note"] == "2001-01-01")
        #expect(record.id.name == "new")
    }

    @Test(arguments: [
        #""altitude":"430""#, #""speed":[1]"#, #""course":{"double":"x"}"#, #""timestamp":"soon""#,
        #""height":1"#,
    ])
    func `a location with another part is none`(part: String) throws {
        let text = #"{"p":{"latitude":1,"longitude":2,\#(part)}}"#
        guard case .dictionary = try read(text, type: "T")["p"] else {
            return #expect(Bool(false))
        }
        let absent = #"{"p":{"latitude":1,"longitude":2,"altitude":null}}"#
        #expect(
            try read(absent, type: "T")["p"]
                == .location(Location(latitude: 1, longitude: 2)))
    }

    @Test func `integers among doubles are doubles`() throws {
        guard case .list(let members) = try read(#"{"l":[1,2.5]}"#, type: "T")["l"],
            case .double(1)? = members.first
        else { return #expect(Bool(false)) }
    }

    @Test(arguments: [
        ("[]", "Expected an object"), (#"{"a":1}"#, "no \"recordType\""),
        (#"{"recordType":1}"#, "must be text"),
        (#"{"recordType":"T","_encrypted":"a"}"#, "must be a list of the names"),
    ])
    func `says what is wrong with a line`(text: String, words: String) {
        #expect { try read(text) } throws: { "\($0)".contains(words) }
    }

    @Test func `null names no encrypted fields`() throws {
        let record = try read(#"{"recordType":"T","_encrypted":null,"a":"b"}"#)
        #expect(record.encrypted.isEmpty && record["a"] == "b")
    }

    @Test func `the field that names the record may be a number`() throws {
        let value = try JSONReader.value(of: #"{"id":7,"n":"x"}"#)
        let record = try RecordJSON().record(
            from: value, schema: RecordSchema(), defaults: RecordDefaults(type: "T", idField: "id"))
        #expect(record.id.name == "7")
    }
}

@Suite struct `ISO dates` {
    @Test(arguments: [
        ("2001-01-01T00:00:00Z", 0), ("2001-01-01", 0), ("2001-01-01T00:00:00.5Z", 500_000),
        ("2001-01-01 01:00", 3_600_000_000), ("2001-01-01T01:00:00+01:00", 0),
        ("2000-12-31T19:00:00-0500", 0), ("2000-02-29T00:00:00Z", -26_524_800_000_000),
        ("1970-01-01T00:00:00Z", -978_307_200_000_000),
    ])
    func `reads texts to the microsecond`(text: String, micros: Int64) {
        #expect(ISODate.date(text)?.microseconds == micros)
    }

    @Test(arguments: [
        "", "2001", "2001-13-01", "2001-02-29", "2001-01-01T25:00", "2001-01-01x",
        "2001-01-01T00:00:00+99:00", "２００１-01-01",
    ])
    func `refuses what is not a date`(text: String) { #expect(ISODate.date(text) == nil) }

    @Test func `reads back what it wrote`() {
        var generator = RandomNumbers(seed: 3)
        for _ in 0..<20_000 {
            let micros = Int64.random(
                in: -4_000_000_000_000_000...4_000_000_000_000_000, using: &generator)
            // Dates are doubles of seconds: exact to the microsecond for 130 years around 2001.
            let date = Date(microseconds: micros)
            guard let text = ISODate.text(date) else { return #expect(Bool(false)) }
            #expect(ISODate.date(text)?.microseconds == date.microseconds)
        }
        #expect(ISODate.text(Date(microseconds: .max)) == nil)
    }
}
