import Foundation
import RecordJSON
import Testing

/// Members found by name without building them, and bytes as base64.
struct JSONKeyTests {
    private func members(_ text: String) throws -> [String] {
        try Array(text.utf8).withUnsafeBufferPointer { buffer in
            var cursor = JSONCursor(buffer)
            var found: [String] = []
            guard try cursor.enterObject() else { return ["end at \(cursor.offset)"] }
            repeat {
                let key = try cursor.nextKey()
                switch key {
                case "name": found.append("name:" + (try cursor.readString()))
                default:
                    found.append(key.text ?? "?")
                    try cursor.skipValue()
                }
            } while try cursor.continuesObject()
            return found + ["end at \(cursor.offset)"]
        }
    }

    @Test func `members are walked one by one, keys with escapes too`() throws {
        #expect(
            try members(#"{ "a" : [1, {"name": 2}] , "n\u0061me":"x","b":{} }"#)
                == ["a", "name:x", "b", "end at 51"])
        #expect(try members("{ }") == ["end at 3"])
        #expect(throws: JSONError.self) { try members(#"{"a":1 "b":2}"#) }
        #expect(throws: JSONError.self) { try members(#"{"a":1,}"#) }
        #expect(throws: JSONError.self) { try members(#"{"a" 1}"#) }
        #expect(throws: JSONError.self) { try members("[1]") }
    }

    @Test func `arrays are walked one by one`() throws {
        try Array(" [1, 2.5 ,\"x\"] ".utf8).withUnsafeBufferPointer { buffer in
            var cursor = JSONCursor(buffer)
            cursor.skipWhitespace()
            #expect(cursor.kind == .array)
            var kinds: [JSONCursor.Kind] = []
            if try cursor.enterArray() {
                repeat {
                    kinds.append(cursor.kind)
                    try cursor.skipValue()
                } while try cursor.continuesArray()
            }
            #expect(kinds == [.number, .number, .text])
            try cursor.expectEnd()
        }
    }

    /// Bytes passed over, first by the grammar, then by brackets alone.
    private func skipped(_ text: String) -> (checked: Int?, again: Int?) {
        Array(text.utf8).withUnsafeBufferPointer { buffer in
            var first = JSONCursor(buffer)
            var second = first
            let isValue = (try? first.skipValue()) != nil
            let isBalanced = (try? second.skipCheckedValue()) != nil
            return (isValue ? first.offset : nil, isBalanced ? second.offset : nil)
        }
    }

    @Test(arguments: [
        #"{}"#, "[]", #"{ "a" : [ 1 , {"b": "]}\"[{"} ] } , 2"#, "[[[[]]],{}] ]", #""te}xt" }"#,
        "12 ]", "true,", "null", #"[1.5e3, "\\", "\u007b"]x"#,
        #"{"one":{"value":"Größe {"},"two":{"value":[[],{}]}}"#,
    ])
    func `a checked value ends where the grammar has it end`(text: String) throws {
        let (checked, again) = skipped(text)
        try #require(checked != nil)
        #expect(again == checked)
    }

    @Test(arguments: ["", "[", #"{"a":[1}"#, #"["open]"#, #"{"a":{"b":1}"#])
    func `brackets that are not closed are an error, checked or not`(text: String) {
        let (checked, again) = skipped(text)
        #expect(checked == nil)
        #expect(again == nil)
    }

    @Test func `a place is a line and a column`() {
        let text = Array("{\n  \"a\":\n x".utf8)
        text.withUnsafeBufferPointer { buffer in
            let place = JSONError(.unexpectedEnd, "", offset: 10).place(in: buffer)
            #expect(place.line == 3)
            #expect(place.column == 2)
        }
    }

    @Test func `base64 is that of Foundation at every length`() {
        for count in 0...67 {
            let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 250) })
            var writer = JSONWriter()
            writer.append(base64: data)
            #expect(
                String(decoding: writer.bytes, as: UTF8.self)
                    == "\"\(data.base64EncodedString())\"")
        }
    }
}
