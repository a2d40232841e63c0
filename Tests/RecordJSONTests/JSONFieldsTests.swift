import RecordCore
import RecordJSON
import Testing

@Suite struct `JSON fields` {
    private func values(_ keys: [String], _ text: String) throws -> [Value] {
        let fields = JSONFields(keys)
        return try Array(text.utf8).withUnsafeBufferPointer { bytes in
            try fields.scan(bytes)
            return try keys.indices.map { try fields.value($0) }
        }
    }

    @Test func `finds only top-level keys`() throws {
        let text = #"{"x":{"age":1},"age":2,"list":[{"age":3}]}"#
        #expect(try values(["age"], text) == [2])
    }

    @Test func `a missing key is null`() throws {
        #expect(try values(["a", "b"], #"{"a":1}"#) == [1, nil])
        #expect(try values(["a"], "{}") == [nil])
        #expect(try values(["a"], "[1,2]") == [nil])
    }

    @Test func `of a key that occurs twice the last counts`() throws {
        #expect(try values(["a"], #"{"a":1,"a":"x"}"#) == ["x"])
    }

    @Test func `tells keys apart that begin alike`() throws {
        #expect(try values(["ab", "a", ""], #"{"abc":1,"a":2,"ab":3,"":4}"#) == [3, 2, 4])
    }

    @Test func `finds keys however they are escaped`() throws {
        #expect(
            try values(["name", "a\"b", "é"], #"{"na\u006de":1,"a\"b":2,"\u00e9":3}"#) == [1, 2, 3])
    }

    @Test func `checks the values that no test names`() {
        for text in [#"{"a":1,"b":01}"#, #"{"a":1,"b":[1,}"#, #"{"a":1} x"#, #"{"a":1,"b":"\q"}"#] {
            #expect(throws: JSONError.self) { try values(["a"], text) }
        }
    }

    @Test func `names the keys in their order`() throws {
        let text = Array(#"{"z":1,"a":{"b":2},"m":[]}"#.utf8)
        #expect(
            try text.withUnsafeBufferPointer { try JSONFields.keys(of: $0) } == ["z", "a", "m"])
    }
}
