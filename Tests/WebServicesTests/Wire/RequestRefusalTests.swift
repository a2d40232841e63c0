import RecordCore
import Testing
import WebServices
import TestRandom

/// What is malformed, missing or of the wrong type is refused with its place or its name.
struct RequestRefusalTests {
    @Test(arguments: [
        (#"{"query": {"recordType": "T",}}"#, 1, 30, 29),
        ("{\n  \"query\":\n\t{\"recordType\" \"T\"}}", 3, 16, 28),
        (#"{"query": {"recordType": "T"}"#, 1, 30, 29),
        (#"{"query": {"recordType": "T"}} x"#, 1, 32, 31),
        ("{\"query\": \"a\nb\"}", 1, 13, 12),
        (#"{"a": 01}"#, 1, 7, 6),
        (#"{"a": "\x"}"#, 1, 8, 7),
        ("[1, 2", 1, 6, 5),
        ("nul", 1, 4, 3),
    ])
    func `malformed JSON is answered with its place`(
        body: String, line: Int, column: Int, offset: Int
    ) {
        let error = refusal(QueryRequest.self, body)
        #expect(error?.code == .badRequest)
        #expect(
            error?.reason.hasSuffix("(line \(line), column \(column), offset \(offset))") == true,
            "\(error?.reason ?? "nothing")")
    }

    @Test func `what stands beside the request is looked at too`() {
        // The members that are read come first, the fault stands in one that is ignored.
        let body = #"{"query": {"recordType": "T"}, "unknown": [1, {"a": tru}]}"#
        #expect(refusal(QueryRequest.self, body)?.reason.contains("malformed JSON") == true)
    }

    @Test func `depth is bounded`() {
        for count in [63, 64, 1000, 200_000] {
            let body =
                #"{"query": {"recordType": "T"}, "x": "#
                + String(repeating: "[", count: count) + String(repeating: "]", count: count) + "}"
            let error = refusal(QueryRequest.self, body)
            #expect((error == nil) == (count <= 63), "\(count)")
            if let error { #expect(error.reason.contains("Nested deeper than 64 levels")) }
        }
        let open = String(repeating: #"{"a":"#, count: 100_000)
        #expect(refusal(ModifyRequest.self, open)?.code == .badRequest)
    }

    @Test(arguments: [
        (#"[]"#, "'request' must be an object"),
        (#"{"query": {"recordType": 5}}"#, "'recordType' must be a text"),
        (#"{"query": 5}"#, "'query' must be an object"),
        (#"{"query": {}}"#, "missing required field 'recordType'"),
        (#"{}"#, "missing required field 'query'"),
        (#"{"query": {"recordType": "T"}, "zoneID": "Z"}"#, "'zoneID' must be an object"),
        (#"{"query": {"recordType": "T"}, "zoneWide": 1}"#, "'zoneWide' must be true or false"),
        (#"{"query": {"recordType": "T"}, "resultsLimit": 1.5}"#, "'resultsLimit' must be"),
        (#"{"query": {"recordType": "T"}, "resultsLimit": 0}"#, "'resultsLimit' must be greater"),
        (#"{"query": {"recordType": "T"}, "desiredKeys": "a"}"#, "'desiredKeys' must be an array"),
        (#"{"query": {"recordType": "T"}, "desiredKeys": [1]}"#, "'desiredKeys' must be a text"),
        (
            #"{"query": {"recordType": "T", "filterBy": [{}]}}"#,
            "missing required field 'comparator'"
        ),
        (
            #"{"query": {"recordType": "T", "filterBy": [{"comparator": "EQUALS"}]}}"#,
            "missing required field 'fieldName'"
        ),
        (
            #"{"query": {"recordType": "T", "filterBy": [{"comparator": "IS"}]}}"#,
            "no such comparator: IS"
        ),
        (#"{"query": {"recordType": "T", "sortBy": [{}]}}"#, "missing required field 'fieldName'"),
    ])
    func `a query of the wrong shape names the member`(body: String, reason: String) {
        let error = refusal(QueryRequest.self, body)
        #expect(error?.code == .badRequest)
        #expect(error?.status == 400)
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "nothing")")
    }

    @Test(arguments: [
        (#"{}"#, "missing required field 'operations'"),
        (#"{"operations": {}}"#, "'operations' must be an array"),
        (#"{"operations": [{"record": {}}]}"#, "missing required field 'operationType'"),
        (#"{"operations": [{"operationType": "create"}]}"#, "missing required field 'record'"),
        (#"{"operations": [{"operationType": "burn", "record": {}}]}"#, "no such operationType"),
        (
            #"{"operations": [{"operationType": "create", "record": {"fields": {"a": 5}}}]}"#,
            "'a' must be an object with a value"
        ),
        (
            #"{"operations": [{"operationType": "create", "record": {"fields": []}}]}"#,
            "'fields' must be an object"
        ),
    ])
    func `a modification of the wrong shape names the member`(body: String, reason: String) {
        let error = refusal(ModifyRequest.self, body)
        #expect(error?.code == .badRequest)
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "nothing")")
    }

    @Test func `a request of very many items is refused before they are kept`() {
        let one = #"{"recordName": "a"},"#
        let body =
            #"{"records": ["# + String(repeating: one, count: 5000) + #"{"recordName": "a"}]}"#
        let error = refusal(LookupRequest.self, body)
        #expect(error?.reason.contains("'records' holds 1000 at most") == true)
    }

    @Test func `escapes in names and texts are resolved, halves of pairs refused`() throws {
        let request = try read(
            LookupRequest.self, #"{"\u0072ecords": [{"recordName": "\u00e4\ud83d\ude00\n\/"}]}"#)
        #expect(request.items.map(\.name) == ["ä😀\n/"])
        let half = refusal(LookupRequest.self, #"{"records": [{"recordName": "\ud83d"}]}"#)
        #expect(half?.reason.contains("surrogate") == true)
        var bytes = utf8(#"{"records": [{"recordName": "x"}]}"#)
        bytes[bytes.count - 5] = 0xFF
        #expect(throws: WireError.self) { try LookupRequest(reading: bytes) }
    }

    @Test func `texts that were altered at random never end the program`() {
        let seeds = [
            """
            {"query":{"recordType":"T","filterBy":[{"fieldName":"a","comparator":"IN",
            "fieldValue":{"value":[1,2.5e3,"x",null,{"latitude":1,"longitude":2}],
            "type":"INT64_LIST"}}],"sortBy":[{"fieldName":"a","relativeLocation":{"latitude":1,
            "longitude":2}}],"quarry":{"predicate":"a == 1","profile":"cloudKit"}},
            "zoneID":{"zoneName":"Z"},"resultsLimit":5}
            """,
            """
            {"operations":[{"operationType":"create","record":{"recordName":"r","recordType":"T",
            "recordChangeTag":"1","fields":{"a":{"value":"aGk=","type":"BYTES"},
            "b":{"value":{"recordName":"x","action":"NONE","zoneID":{"zoneName":"Z"}},
            "type":"REFERENCE"},"c":{"value":[1500,2],"type":"TIMESTAMP_LIST",
            "quarry":{"us":[1,2]}},"d":{"value":9007199254740993},"e":{"value":null}},
            "parent":{"recordName":"p"},"participants":[{"userIdentity":{"userRecordName":"_a"},
            "type":"USER"}]},"desiredKeys":["a"]}],"atomic":true}
            """,
            """
            {"records":[{"recordName":"r","recordType":"T","fields":{"a":{"value":"x",
            "type":"STRING"}},"created":{"timestamp":1,"userRecordName":"_a"},"deleted":false},
            {"recordName":"q","serverErrorCode":"CONFLICT","reason":"x","quarry":{"code":14,
            "context":{"a":"b"},"serverRecord":{"recordName":"q"}}}],"syncToken":"x",
            "moreComing":true}
            """,
        ].map(utf8)
        let tokens = ["{", "}", "[", "]", ",", ":", "\"", "null", "1e999", "-", "\\u", "\u{0}"]
            .map(utf8)
        var random = RandomNumbers(seed: 4)
        var refused = 0
        for round in 0..<20_000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0...random.below(4) {
                let place = random.below(bytes.count)
                switch random.below(5) {
                case 0: bytes[place] = UInt8(random.below(256))
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: tokens[random.below(tokens.count)], at: place)
                case 3: bytes.removeSubrange(place..<min(bytes.count, place + random.below(40)))
                default:
                    let end = min(bytes.count, place + random.below(40))
                    bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count))
                }
                if bytes.isEmpty { bytes = [0x7B] }
            }
            do {
                switch round % 3 {
                case 0:
                    let query = try QueryRequest(reading: bytes).query
                    _ = try query?.queryPredicate(type: everyType, zone: .default)
                case 1:
                    for operation in try ModifyRequest(reading: bytes).operations {
                        _ = try operation.record.record(type: everyType, zone: nil)
                    }
                default: _ = try RecordsReply(reading: bytes)
                }
            } catch {
                refused += 1
            }
        }
        // Most changes break the text; some fall into texts and numbers.
        #expect(refused > 5000 && refused < 20_000)
    }
}
