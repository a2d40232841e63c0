import RecordCore
import Testing
import TestKit

/// Asks `records/query` and `records/lookup`.
struct QueryEndpointTests {
    private static let cities = #"""
        {"operations": [
          {"operationType": "create", "record": {"recordName": "paris", "recordType": "City",
           "fields": {"name": {"value": "Paris"}, "size": {"value": 2138551},
                      "tags": {"value": ["old", "river"]}}}},
          {"operationType": "create", "record": {"recordName": "rome", "recordType": "City",
           "fields": {"name": {"value": "Rome"}, "size": {"value": 2748109},
                      "tags": {"value": ["old"]}}}},
          {"operationType": "create", "record": {"recordName": "oslo", "recordType": "City",
           "fields": {"name": {"value": "Oslo"}, "size": {"value": 717710},
                      "tags": {"value": [], "type": "STRING_LIST"}}}}]}
        """#

    @Test(arguments: StoreUnderTest.available)
    func `a filtered and sorted query answers whole records`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            _ = try await server.ask("private/records/modify", Self.cities)
            try await server.expect(
                "private/records/query",
                #"""
                {"query": {"recordType": "City",
                  "filterBy": [{"fieldName": "size", "comparator": "GREATER_THAN",
                                "fieldValue": {"value": 1000000, "type": "INT64"}}],
                  "sortBy": [{"fieldName": "name", "ascending": false}]}}
                """#,
                #"""
                {"records": [
                  {"recordName": "rome", "recordType": "City", "recordChangeTag": "$text",
                   "fields": {"name": {"value": "Rome", "type": "STRING"},
                              "size": {"value": 2748109, "type": "INT64"},
                              "tags": {"value": ["old"], "type": "STRING_LIST"}},
                   "pluginFields": {}, "deleted": false,
                   "created": {"timestamp": "$int", "userRecordName": "_ann",
                               "deviceID": "$text"},
                   "modified": {"timestamp": "$int", "userRecordName": "_ann",
                                "deviceID": "$text"}},
                  {"recordName": "paris"}],
                 "continuationMarker": "$absent", "syncToken": "$absent"}
                """#)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a marker goes on where the page ended`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            _ = try await server.ask("private/records/modify", Self.cities)
            let query = #"""
                "query": {"recordType": "City", "sortBy": [{"fieldName": "name"}]}
                """#
            try await server.expect(
                "private/records/query", "{\(query), \"resultsLimit\": 2}",
                #"{"records": [{"recordName": "oslo"}, {"recordName": "paris"}],"#
                    + #""continuationMarker": "$text as marker"}"#)
            try await server.expect(
                "private/records/query",
                "{\(query), \"resultsLimit\": 2, \"continuationMarker\": \"$marker\"}",
                #"{"records": [{"recordName": "rome"}], "continuationMarker": "$absent"}"#)
            // The marker alone knows the question.
            try await server.expect(
                "private/records/query",
                #"{"continuationMarker": "$marker", "desiredKeys": ["size"]}"#,
                #"{"records": [{"recordName": "rome", "fields": {"size": "$object","#
                    + #""name": "$absent"}}]}"#)
        }
    }

    @Test func `a marker of another database, or of nothing, is refused`() async throws {
        try await EndpointServer.with { server in
            _ = try await server.ask("private/records/modify", Self.cities)
            try await server.expect(
                "private/records/query",
                #"{"query": {"recordType": "City"}, "resultsLimit": 1}"#,
                #"{"continuationMarker": "$text as marker"}"#)
            server.user = "_bob"
            try await server.expect(
                "private/records/query", #"{"continuationMarker": "$marker"}"#, 400,
                #"{"serverErrorCode": "BAD_REQUEST", "uuid": "$text", "reason": "$text"}"#)
            try await server.expect(
                "private/records/query", #"{"continuationMarker": "!!"}"#, 400,
                #"{"serverErrorCode": "BAD_REQUEST"}"#)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `zoneWide searches every zone`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            _ = try await server.ask("private/records/modify", Self.cities)
            _ = try await server.ask(
                "private/zones/modify",
                #"{"operations": [{"operationType": "create","#
                    + #""zone": {"zoneID": {"zoneName": "Travel"}}}]}"#)
            try await server.expect(
                "private/records/modify",
                #"""
                {"zoneID": {"zoneName": "Travel"}, "operations": [
                  {"operationType": "create", "record": {"recordName": "lima",
                   "recordType": "City", "fields": {"name": {"value": "Lima"}}}}]}
                """#,
                #"{"records": [{"recordName": "lima", "zoneID": {"zoneName": "Travel"}}]}"#)
            let all =
                #"{"zoneWide": true, "resultsLimit": 3,"#
                + #""query": {"recordType": "City", "sortBy": [{"fieldName": "name"}]}}"#
            try await server.expect(
                "private/records/query", all,
                #"{"records": [{"recordName": "lima"}, {"recordName": "oslo"},"#
                    + #"{"recordName": "paris"}], "continuationMarker": "$text as marker"}"#)
            try await server.expect(
                "private/records/query", #"{"continuationMarker": "$marker"}"#,
                #"{"records": [{"recordName": "rome"}]}"#)
            try await server.expect(
                "private/records/query",
                #"{"zoneID": {"zoneName": "Travel"}, "query": {"recordType": "City"}}"#,
                #"{"records": [{"recordName": "lima"}]}"#)
        }
    }

    @Test func `the present token comes when it is asked for`() async throws {
        try await EndpointServer.with { server in
            _ = try await server.ask("private/records/modify", Self.cities)
            for spelling in ["true", "True"] {
                try await server.expect(
                    "private/records/query?ckAPIToken=a&getCurrentSyncToken=\(spelling)",
                    #"{"query": {"recordType": "City"}}"#,
                    #"{"records": "$list", "syncToken": "$text"}"#)
            }
        }
    }

    @Test func `numbers can be had as text, and keep every digit`() async throws {
        try await EndpointServer.with { server in
            try await server.expect(
                "private/records/modify",
                #"""
                {"numbersAsStrings": true, "operations": [
                  {"operationType": "create", "record": {"recordName": "a", "recordType": "T",
                   "fields": {"n": {"value": 9007199254740993, "type": "INT64"}}}}]}
                """#,
                #"{"records": [{"fields": {"n": {"value": "9007199254740993"}}}]}"#)
            try await server.expect(
                "private/records/lookup", #"{"records": [{"recordName": "a"}]}"#,
                #"{"records": [{"fields": {"n": {"value": 9007199254740993}}}]}"#)
        }
    }

    @Test func `our own client may send any predicate`() async throws {
        try await EndpointServer.with { server in
            _ = try await server.ask("private/records/modify", Self.cities)
            try await server.expect(
                "private/records/query",
                #"""
                {"query": {"recordType": "City", "quarry": {
                  "predicate": "size BETWEEN {700000, 2200000} AND tags CONTAINS 'river'",
                  "profile": "cloudKit"}}}
                """#,
                #"{"records": [{"recordName": "paris"}]}"#)
            try await server.expect(
                "private/records/query",
                #"{"query": {"recordType": "City", "quarry": {"predicate": "size == 1","#
                    + #""profile": "everything"}}}"#,
                400, #"{"serverErrorCode": "BAD_REQUEST"}"#)
        }
    }

    @Test func `refusals of queries have CloudKit's words`() async throws {
        try await EndpointServer.with { server in
            _ = try await server.ask("private/records/modify", Self.cities)
            func filter(_ text: String) -> String {
                #"{"query": {"recordType": "City", "filterBy": [\#(text)]}}"#
            }
            try await server.expect(
                "private/records/query",
                filter(
                    #"{"fieldName": "f", "comparator": "EQUALS", "fieldValue": {"value": 1}}"#),
                400,
                #"{"serverErrorCode": "BAD_REQUEST","#
                    + #""reason": "Did not find field: 'f' in type: 'City'"}"#)
            try await server.expect(
                "private/records/query",
                filter(
                    #"{"fieldName": "name", "comparator": "IN","#
                        + #""fieldValue": {"value": "a", "type": "STRING"}}"#),
                400, #"{"reason": "BadRequestException: Unexpected input"}"#)
            try await server.expect(
                "private/records/query", #"{"query": {"recordType": "None"}}"#, 404,
                #"{"serverErrorCode": "NOT_FOUND", "reason": "Did not find record type: None"}"#)
            try await server.expect(
                "private/records/query", "{}", 400,
                #"{"reason": "BadRequestException: missing required field 'query'"}"#)
            try await server.expect(
                "private/records/query", #"{"resultsLimit": 0, "query": {"recordType": "City"}}"#,
                400, #"{"serverErrorCode": "BAD_REQUEST"}"#)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `look-up answers in the order asked, with entries for what is not there`(
        kind: StoreUnderTest
    ) async throws {
        try await EndpointServer.with(kind) { server in
            _ = try await server.ask("private/records/modify", Self.cities)
            try await server.expect(
                "private/records/lookup",
                #"""
                {"records": [{"recordName": "rome", "desiredKeys": ["size"]},
                             {"recordName": "gone"}, {"recordName": "oslo"}]}
                """#,
                #"""
                {"records": [
                  {"recordName": "rome", "fields": {"size": "$object", "name": "$absent"}},
                  {"recordName": "gone", "serverErrorCode": "NOT_FOUND", "reason": "$text"},
                  {"recordName": "oslo", "fields": {"size": "$object", "name": "$object",
                    "tags": {"value": [], "type": "STRING_LIST"}}}]}
                """#)
            try await server.expect(
                "private/records/lookup",
                #"{"zoneID": {"zoneName": "Nowhere"}, "records": [{"recordName": "rome"}]}"#,
                #"{"records": [{"recordName": "rome", "serverErrorCode": "ZONE_NOT_FOUND"}]}"#)
        }
    }

    @Test func `more than 200 names are refused`() async throws {
        try await EndpointServer.with { server in
            let names = (0...200).map { #"{"recordName": "\#($0)"}"# }.joined(separator: ",")
            try await server.expect(
                "private/records/lookup", "{\"records\": [\(names)]}", 400,
                #"{"serverErrorCode": "BAD_REQUEST", "reason": "$text"}"#)
        }
    }
}
