import Foundation
import PredicateCore
import RecordCore
import Testing
import WebServices

/// Values of fields, both ways.
struct ValueTests {
    @Test func `every type is read as what it says`() throws {
        #expect(try value(#"{"value": "a", "type": "STRING"}"#) == "a")
        #expect(try value(#"{"value": 5, "type": "INT64"}"#) == 5)
        #expect(try value(#"{"value": 5, "type": "DOUBLE"}"#) == 5.0)
        #expect(try value(#"{"type": "DOUBLE", "value": 0.1}"#) == 0.1)
        #expect(
            try value(#"{"value": 1500, "type": "TIMESTAMP"}"#)
                == .date(Date(timeIntervalSince1970: 1.5)))
        #expect(try value(#"{"value": "aGk=", "type": "BYTES"}"#) == .bytes(Data("hi".utf8)))
        #expect(
            try value(
                #"{"value": {"latitude": 1, "longitude": 2, "speed": 3}, "type": "LOCATION"}"#)
                == .location(
                    {
                        var location = Location(latitude: 1, longitude: 2)
                        location.speed = 3
                        return location
                    }()))
        #expect(
            try value(
                #"{"value": {"fileChecksum": "ab", "size": 3, "receipt": "r"}, "type": "ASSETID"}"#)
                == .asset(Asset(checksum: "ab", size: 3)))
        #expect(try value(#"{"value": ["a"], "type": "STRING_LIST"}"#) == ["a"])
        #expect(try value(#"{"value": [], "type": "UNKNOWN_LIST"}"#) == [])
        #expect(try value(#"{"value": [], "type": "STRING_LIST"}"#) == [])
        #expect(try value(#"{"value": null, "type": "STRING"}"#) == .null)
        #expect(try value(#"{"type": "STRING"}"#) == .null)
        #expect(try value("null") == .null)
    }

    @Test(arguments: [
        ("NONE", Reference.Action.none), ("DELETE_SELF", .deleteSelf), ("VALIDATE", .validate),
    ])
    func `a reference has the zone of its record unless it names one`(
        word: String, action: Reference.Action
    ) throws {
        let body = """
            "f": {"value": {"recordName": "x", "action": "\(word)"}, "type": "REFERENCE"},
            "g": {"value": {"recordName": "x", "zoneID": {"zoneName": "Y"}}, "type": "REFERENCE"},
            "h": {"value": {"recordName": "x"}},
            "l": {"value": [{"recordName": "x", "action": "\(word)"}], "type": "REFERENCE_LIST"}
            """
        let record = try created(fields: body, rest: #","zoneID":{"zoneName":"Z"}"#)
            .record(type: nil, zone: nil)
        let here = RecordID("x", zone: ZoneID("Z"))
        #expect(record["f"] == .reference(Reference(here, action: action)))
        #expect(record["g"] == .reference(Reference(RecordID("x", zone: ZoneID("Y")))))
        #expect(record["h"] == .reference(Reference(here)))
        #expect(record["l"] == .list([.reference(Reference(here, action: action))]))
        // The zone of the request, which may come after the operations.
        let request = try read(
            ModifyRequest.self,
            """
            {"operations": [{"operationType": "create", "record": {"recordType": "T",
             "recordName": "r", "fields": {"f": {"value": {"recordName": "x"}, "type": "REFERENCE"}}}}],
             "zoneID": {"zoneName": "Z"}}
            """)
        #expect(
            try request.operations[0].record.record(type: nil, zone: request.zone)["f"]
                == .reference(Reference(here)))
    }

    @Test(arguments: [
        (#"{"value": 1.5, "type": "TIMESTAMP"}"#, "TIMESTAMP"),
        (#"{"value": "soon", "type": "TIMESTAMP"}"#, "TIMESTAMP"),
        (#"{"value": 1e300, "type": "TIMESTAMP"}"#, "TIMESTAMP"),
        (#"{"value": 9007199254740993000, "type": "TIMESTAMP"}"#, "TIMESTAMP"),
        (#"{"value": 5, "type": "STRING"}"#, "STRING"),
        (#"{"value": ["a"], "type": "STRING"}"#, "STRING"),
        (#"{"value": "a", "type": "STRING_LIST"}"#, "STRING_LIST"),
        (#"{"value": ["a", 5], "type": "STRING_LIST"}"#, "STRING_LIST"),
        (#"{"value": [null], "type": "STRING_LIST"}"#, "STRING_LIST"),
        (#"{"value": 1.5, "type": "INT64"}"#, "INT64"),
        (#"{"value": true, "type": "INT64"}"#, "INT64"),
        (#"{"value": "x", "type": "INT64"}"#, "INT64"),
        (#"{"value": 9223372036854775808, "type": "INT64"}"#, "INT64"),
        (#"{"value": "0x10", "type": "DOUBLE"}"#, "DOUBLE"),
        (#"{"value": "*", "type": "BYTES"}"#, "BYTES"),
        (#"{"value": {"latitude": 1}, "type": "LOCATION"}"#, "LOCATION"),
        (#"{"value": {}, "type": "REFERENCE"}"#, "REFERENCE"),
        (#"{"value": {"size": 1}, "type": "ASSETID"}"#, "ASSETID"),
    ])
    func `a value that is not of its type is refused`(json: String, type: String) {
        #expect {
            try value(json)
        } throws: { error in
            (error as? WireError)?.reason == "Invalid value, expected type \(type)"
                && (error as? WireError)?.code == .badRequest
        }
    }

    @Test func `what milliseconds lose of a date is read, and passed over where it makes no sense`()
        throws
    {
        func bits(_ quarry: String) throws -> UInt64? {
            let json = #"{"value": 1778307200123, "type": "TIMESTAMP", "quarry": \#(quarry)}"#
            guard case .date(let date) = try value(json) else { return nil }
            return date.timeIntervalSinceReferenceDate.bitPattern
        }
        let whole = Date(microseconds: 800_000_000_123_000)
        let exact = Date(timeIntervalSinceReferenceDate: 800_000_000.123_456_7)
        #expect(try bits("{}") == whole.timeIntervalSinceReferenceDate.bitPattern)
        #expect(
            try bits(#"{"us": 457, "rest": \#(exact.microsecondRemainder)}"#)
                == exact.timeIntervalSinceReferenceDate.bitPattern)
        for nonsense in [
            #"{"us": 1000}"#, #"{"us": -1}"#, #"{"rest": 9223372036854775807}"#,
            #"{"rest": -9223372036854775808}"#, #"{"rest": 1000000}"#, #"{"us": [], "rest": []}"#,
        ] {
            #expect(try bits(nonsense) == whole.timeIntervalSinceReferenceDate.bitPattern)
        }
    }

    @Test func `whole numbers survive beyond 2 to the 53rd`() throws {
        for number in [Int64.max, .min, 9_007_199_254_740_993, -9_007_199_254_740_993, 0] {
            #expect(try value(#"{"value": \#(number), "type": "INT64"}"#) == .int(number))
            #expect(try value(#"{"value": \#(number)}"#) == .int(number))
            #expect(try value(#"{"value": "\#(number)", "type": "INT64"}"#) == .int(number))
            let record = Record("T", RecordID("r"), ["f": .int(number)])
            #expect(written(record).contains(#""f":{"value":\#(number),"type":"INT64"}"#))
            #expect(
                written(record, options: RecordOptions(numbersAsStrings: true))
                    .contains(#""f":{"value":"\#(number)","type":"INT64"}"#))
        }
    }

    @Test func `doubles come back bit by bit`() throws {
        for number in [
            0.1, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 2.0, 1 / 3, .infinity,
        ] {
            for options in [RecordOptions(), RecordOptions(numbersAsStrings: true)] {
                let json = written(
                    Record("T", RecordID("r"), ["f": .double(number)]), options: options)
                let reply = try read(RecordsReply.self, #"{"records":[\#(json)]}"#)
                guard case .record(let back) = reply.entries[0],
                    case .double(let found) = back["f"]
                else {
                    Issue.record("no double in \(json)")
                    continue
                }
                #expect(found.bitPattern == number.bitPattern)
            }
        }
    }

    @Test func `a schema says what a value without a type is`() throws {
        func typed(_ json: String, _ field: String) throws -> Value {
            try created(fields: #""\#(field)": {"value": \#(json)}"#)
                .record(type: everyType, zone: nil)[field]
        }
        #expect(try typed(#""aGk=""#, "string") == "aGk=")
        #expect(try typed(#""aGk=""#, "bytes") == .bytes(Data("hi".utf8)))
        #expect(try typed("1500", "int64") == 1500)
        #expect(try typed("1500", "double") == 1500.0)
        #expect(try typed("1500", "timestamp") == .date(Date(timeIntervalSince1970: 1.5)))
        #expect(try typed(#"["a"]"#, "strings") == ["a"])
        #expect(
            try typed("[0, 1]", "timestamps")
                == [
                    .date(Date(timeIntervalSince1970: 0)),
                    .date(Date(timeIntervalSince1970: 0.001)),
                ])
        #expect(try typed("[]", "assets") == [])
        #expect(
            try typed(#"{"recordName": "x"}"#, "reference") == .reference(Reference(RecordID("x"))))
        #expect(throws: WireError.self) { try typed("5", "string") }
        #expect(throws: WireError.self) { try typed(#""a""#, "strings") }
        #expect(throws: WireError.self) { try typed("1.5", "timestamp") }
        #expect(try typed(#""-Infinity""#, "double") == .double(-.infinity))
        #expect(throws: WireError.self) { try typed(#""1e999""#, "double") }
    }

    @Test func `of a field that is said twice the last one counts`() throws {
        func twice(_ first: String, _ second: String) throws -> Value {
            try created(fields: #""timestamp": \#(first), "timestamp": \#(second)"#)
                .record(type: everyType, zone: nil)["timestamp"]
        }
        let moment = Value.date(Date(timeIntervalSince1970: 1.5))
        let untyped = #"{"value": 1500}"#
        let typed = #"{"value": 1500, "type": "TIMESTAMP"}"#
        for first in [untyped, typed, #"{"value": ["a"]}"#, #"{"value": null}"#] {
            #expect(try twice(first, untyped) == moment, "\(first)")
            #expect(try twice(first, typed) == moment, "\(first)")
            #expect(try twice(first, #"{"value": null}"#) == .null, "\(first)")
        }
        #expect(throws: WireError.self) { try twice(untyped, #"{"value": ["a"]}"#) }
    }

    @Test func `without a schema a value is what it looks like`() throws {
        #expect(try value(#"{"value": "a"}"#) == "a")
        #expect(try value(#"{"value": 5}"#) == 5)
        #expect(try value(#"{"value": 5.0}"#) == 5.0)
        #expect(try value(#"{"value": ["a", "b"]}"#) == ["a", "b"])
        #expect(
            try value(#"{"value": {"latitude": 1, "longitude": 2}}"#)
                == .location(Location(latitude: 1, longitude: 2)))
        for json in [#"{"value": {}}"#, #"{"value": true}"#, #"{"value": [[1]]}"#] {
            #expect(throws: WireError.self, "\(json)") { try value(json) }
        }
    }

    /// Apple's article "Encrypting User Data" has `isEncrypted`.
    @Test(arguments: [
        #""type": "ENCRYPTED_STRING""#, #""type": "STRING", "isEncrypted": true"#,
        #""isEncrypted": true"#,
    ])
    func `encrypted fields are marked, and refused where the schema has plain ones`(
        mark: String
    ) throws {
        let record = try created(fields: #""secret": {"value": "x", \#(mark)}"#)
        #expect(try record.record(type: nil, zone: nil).encrypted == ["secret"])
        #expect(try record.record(type: everyType, zone: nil)["secret"] == "x")
        let plain = try created(fields: #""string": {"value": "x", \#(mark)}"#)
        #expect {
            try plain.record(type: everyType, zone: nil)
        } throws: { error in
            let error = error as? WireError
            return error?.reason == "Attempt to save encrypted data in non encrypted field type"
                && error?.concernsItem == true
        }
        let reply = written(
            Record("T", RecordID("r"), ["secret": "x"]), schema: RecordSchema(types: [everyType]))
        #expect(reply.contains(#""secret":{"value":"x","type":"STRING","isEncrypted":true}"#))
    }

    @Test func `receipts of assets are kept beside the values`() throws {
        let record = try created(
            fields: """
                "a": {"value": {"fileChecksum": "ab", "size": 3, "receipt": "r1"}, "type": "ASSETID"},
                "b": {"value": [{"fileChecksum": "cd", "size": 4, "receipt": "r2",
                                 "downloadURL": "file:///etc/passwd"}]}
                """)
        #expect(record.receipts == ["ab": "r1", "cd": "r2"])
        // What a client says of where content is does not matter to a server.
        #expect(record.fields["b"] == [.asset(Asset(checksum: "cd", size: 4))])
    }

    @Test func `a reply says where content is, over the network only`() throws {
        let reply = try read(
            RecordsReply.self,
            """
            {"records": [{"recordName": "r", "recordType": "T", "fields": {
              "a": {"value": {"fileChecksum": "ab", "size": 3,
                    "downloadURL": "https://example.org/a"}, "type": "ASSETID"},
              "b": {"value": {"fileChecksum": "cd", "size": 3,
                    "downloadURL": "file:///etc/passwd"}, "type": "ASSETID"}}}]}
            """)
        guard case .record(let record) = reply.entries[0] else { return }
        #expect(
            record["a"]
                == .asset(
                    Asset(
                        checksum: "ab", size: 3, fileURL: URL(string: "https://example.org/a"))))
        #expect(record["b"] == .asset(Asset(checksum: "cd", size: 3)))
    }

    @Test func `what no field holds is said so that the store refuses it`() throws {
        func through(_ value: Value) throws -> Value {
            let record = WireRecord(Record("T", RecordID("r"), ["f": value]))
            let back = try read(
                ModifyRequest.self, text(ModifyRequest([.init(.create, record)])))
            return try back.operations[0].record.record(type: everyType, zone: nil)["f"]
        }
        #expect(FieldType.infer(from: try through(["a", 1])) == .mixed)
        #expect(
            FieldType.infer(from: try through([.date(Date(timeIntervalSince1970: 0)), 1]))
                == .mixed)
        #expect(FieldType.infer(from: try through([["a"], "b"])) == .mixed)
        #expect(FieldType.infer(from: try through(.uuid(UUID()))) == .unsupported)
        #expect(FieldType.infer(from: try through(.dictionary(["a": 1]))) == .unsupported)
    }

    @Test func `names of types are known both ways`() {
        for name in [
            "STRING", "INT64", "DOUBLE", "TIMESTAMP", "BYTES", "LOCATION", "REFERENCE", "ASSETID",
            "STRING_LIST", "ASSETID_LIST", "UNKNOWN_LIST", "ENCRYPTED_BYTES",
            "ENCRYPTED_STRING_LIST",
        ] {
            #expect(WireType(name)?.name == name)
        }
        #expect(WireType("TEXT") == nil)
        #expect(throws: WireError.self) { try value(#"{"value": 1, "type": "TEXT"}"#) }
    }
}
