import Foundation
import RecordCore
import RecordJSON
import Testing
import TestRandom

@Suite struct `CSV` {
    @Test func `reads rows as RFC 4180 has them`() throws {
        let rows = try CSVReader().rows(of: "a,b\r\n\"x, \"\"y\"\"\n2\",\r\n,3\n")
        #expect(rows == [["a", "b"], ["x, \"y\"\n2", nil], [nil, 3]])
    }

    @Test(arguments: [
        ("42", Value.int(42)), ("-1.5", .double(-1.5)), ("1e3", .double(1000)),
        ("007", .text("007")),
        ("+1", .text("+1")), ("1.", .text("1.")), ("", .null), ("\"\"", .text("")),
        ("\"42\"", .text("42")), ("true", .int(1)), ("True", .text("True")), (" 1", .text(" 1")),
        ("1 ", .text("1 ")), ("nan", .text("nan")), ("-", .text("-")),
    ])
    func `infers numbers as JSON writes them`(text: String, value: Value) throws {
        #expect(try CSVReader().rows(of: text + ",x\n").first?.first == value)
    }

    @Test func `quoted fields may be numbers when so asked`() throws {
        #expect(try CSVReader(quotedNumbers: true).rows(of: "\"42\",\"\"\n") == [[42, nil]])
    }

    @Test func `a row that is not whole waits for more bytes`() throws {
        let bytes = Array("a,\"b\nc\",d\ne".utf8)
        var fields: [CSVField] = []
        for count in 0..<10 {
            let part = Array(bytes[..<count])
            let next = try part.withUnsafeBufferPointer {
                try CSVReader().row(in: $0, at: 0, isLast: false, into: &fields)
            }
            #expect(next == nil, "after \(count) bytes")
        }
        let next = try bytes.withUnsafeBufferPointer {
            try CSVReader().row(in: $0, at: 0, isLast: false, into: &fields)
        }
        #expect(next == 10)
        #expect(fields.count == 3)
    }

    @Test func `says where a quote is not closed`() {
        #expect { try CSVReader().rows(of: "a,\"b") } throws: { ($0 as? JSONError)?.offset == 2 }
        #expect { try CSVReader().rows(of: "\"a\"b,c") } throws: { ($0 as? JSONError)?.offset == 3 }
    }

    @Test func `reads back what it wrote`() throws {
        let rows: [[Value]] = [
            ["plain", "with, comma", "with \"quotes\"", "two\nlines", "cr\r"],
            ["", nil, "42", "true", "-1e3"], [1, -2, .double(2.5), .double(3), "007"],
        ]
        var writer = CSVWriter()
        rows.forEach { writer.append($0) }
        let back = try CSVReader().rows(of: String(decoding: writer.bytes, as: UTF8.self))
        #expect(back == rows)
    }

    @Test func `writes UUIDs and URLs as their text`() throws {
        var writer = CSVWriter()
        let uuid = try #require(UUID(uuidString: "01020304-0506-0708-090A-0B0C0D0E0F10"))
        let url = try #require(URL(string: "https://example.com/a,b"))
        writer.append([.uuid(uuid), .url(url)])
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == "01020304-0506-0708-090A-0B0C0D0E0F10,\"https://example.com/a,b\"\n")
    }

    @Test func `writes a date that has no text as JSON, which is read again`() throws {
        let date = Date(microseconds: 299_021_692_800_000_000)
        var writer = CSVWriter()
        writer.append([.date(date)])
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == "\"{\"\"date\"\":299021692800000000}\"\n")
        let back = try CSVReader().rows(of: String(decoding: writer.bytes, as: UTF8.self))
        guard case .text(let text)? = back.first?.first else { throw CancellationError() }
        let value = try JSONReader.value(of: text)
        #expect(RecordJSON.tagged(value) == .date(date))
    }

    @Test func `names the zone of a reference where it is not the holder's`() {
        var writer = CSVWriter()
        let there = Value.reference(Reference(RecordID("a")))
        let here = Value.reference(Reference(RecordID("b", zone: ZoneID("Notes"))))
        writer.append([there, here, .list([there, here])], holder: ZoneID("Notes"))
        let zone = #",""zone"":""_defaultZone""}"#
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #""{""recordName"":""a""\#(zone)","{""recordName"":""b""}","#
                + #""[{""recordName"":""a""\#(zone),{""recordName"":""b""}]""# + "\n")
    }

    @Test func `survives damaged files`() {
        var generator = RandomNumbers(seed: 9)
        let alphabet = Array("a,\"\n\r 1é".utf8)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            _ = try? CSVReader().rows(of: String(decoding: bytes, as: UTF8.self))
        }
    }
}
