import RecordCore
import Testing
import TestKit

/// Asks `records/changes`, `changes/zone`, `changes/database` and `zones/changes`.
struct ChangesEndpointTests {
    private static let zone = #"{"zoneName": "Notes"}"#

    private static func prepare(_ server: EndpointServer) async throws {
        _ = try await server.ask(
            "private/zones/modify",
            #"{"operations": [{"operationType": "create", "zone": {"zoneID": \#(zone)}}]}"#)
        for name in ["a", "b", "c"] {
            _ = try await server.ask(
                "private/records/modify",
                #"""
                {"zoneID": \#(zone), "operations": [{"operationType": "create",
                  "record": {"recordName": "\#(name)", "recordType": "\#(name == "b" ? "U" : "T")",
                             "fields": {"n": {"value": 1}}}}]}
                """#)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `changes of a zone come page by page, then what went`(
        kind: StoreUnderTest
    ) async throws {
        try await EndpointServer.with(kind) { server in
            try await Self.prepare(server)
            try await server.expect(
                "private/changes/zone",
                #"{"zones": [{"zoneID": \#(Self.zone), "resultsLimit": 2}]}"#,
                #"""
                {"zones": [{"zoneID": {"zoneName": "Notes", "ownerRecordName": "$text",
                                       "zoneType": "REGULAR_CUSTOM_ZONE"},
                  "moreComing": true, "syncToken": "$text as token",
                  "records": [{"recordName": "a", "recordType": "T", "deleted": false,
                               "recordChangeTag": "$text", "fields": {"n": "$object"}},
                              {"recordName": "b"}]}]}
                """#)
            try await server.expect(
                "private/changes/zone",
                #"{"zones": [{"zoneID": \#(Self.zone), "syncToken": "$token"}]}"#,
                #"{"zones": [{"moreComing": false, "syncToken": "$text as token","#
                    + #""records": [{"recordName": "c"}]}]}"#)
            _ = try await server.ask(
                "private/records/modify",
                #"{"zoneID": \#(Self.zone), "operations": [{"operationType": "forceDelete","#
                    + #""record": {"recordName": "a"}}]}"#)
            try await server.expect(
                "private/changes/zone",
                #"{"zones": [{"zoneID": \#(Self.zone), "syncToken": "$token"}]}"#,
                #"{"zones": [{"moreComing": false,"#
                    + #""records": [{"recordName": "a", "deleted": true}]}]}"#)
        }
    }

    @Test func `a zone at fault has its entry, and the others their changes`() async throws {
        try await EndpointServer.with { server in
            try await Self.prepare(server)
            let reply = #"""
                {"zones": [
                  {"zoneID": {"zoneName": "Nowhere", "ownerRecordName": "_ann"},
                   "serverErrorCode": "ZONE_NOT_FOUND",
                   "reason": "$text", "records": "$absent"},
                  {"zoneID": {"zoneName": "_defaultZone", "ownerRecordName": "_ann"},
                   "serverErrorCode": "BAD_REQUEST",
                   "reason": "cannot get changes in default zone"},
                  {"zoneID": {"zoneName": "Notes"}, "serverErrorCode": "BAD_REQUEST",
                   "reason": "Unknown sync continuation type"},
                  {"zoneID": {"zoneName": "Notes", "ownerRecordName": "_ann"},
                   "records": "$list", "syncToken": "$text"}]}
                """#
            try await server.expect(
                "private/changes/zone",
                #"""
                {"zones": [{"zoneID": {"zoneName": "Nowhere"}},
                  {"zoneID": {"zoneName": "_defaultZone"}},
                  {"zoneID": \#(Self.zone), "syncToken": "garbled"},
                  {"zoneID": \#(Self.zone)}]}
                """#, reply)
        }
    }

    @Test func `a token of another store is expired`() async throws {
        try await EndpointServer.with { other in
            try await Self.prepare(other)
            let reply = try await other.json(
                "private/records/changes", #"{"zoneID": \#(Self.zone)}"#)
            let token = try #require(reply["syncToken"]?.text)
            try await EndpointServer.with { server in
                try await Self.prepare(server)
                try await server.expect(
                    "private/changes/zone",
                    #"{"zones": [{"zoneID": \#(Self.zone), "syncToken": "\#(token)"}]}"#,
                    #"{"zones": [{"serverErrorCode": "CHANGE_TOKEN_EXPIRED"}]}"#)
            }
        }
    }

    @Test func `types and fields that are not wanted are left out`() async throws {
        try await EndpointServer.with { server in
            try await Self.prepare(server)
            try await server.expect(
                "private/changes/zone",
                #"{"zones": [{"zoneID": \#(Self.zone), "desiredRecordTypes": ["U"],"#
                    + #""desiredKeys": []}]}"#,
                #"{"zones": [{"records": [{"recordName": "b", "fields": {"n": "$absent"}}]}]}"#)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `the newest can come first`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            try await Self.prepare(server)
            try await server.expect(
                "private/changes/zone",
                #"{"zones": [{"zoneID": \#(Self.zone), "reverse": true, "resultsLimit": 2}]}"#,
                #"{"zones": [{"records": [{"recordName": "c"}, {"recordName": "b"}],"#
                    + #""syncToken": "$text as token"}]}"#)
            try await server.expect(
                "private/records/changes",
                #"{"zoneID": \#(Self.zone), "syncToken": "$token"}"#,
                #"{"records": [], "moreComing": false}"#)
            try await server.expect(
                "shared/records/changes",
                #"{"zoneID": {"zoneName": "Notes", "ownerRecordName": "_bob"}, "reverse": true}"#,
                400, #"{"reason": "Reverse sync of share db is unsupported"}"#)
        }
    }

    @Test func `the older form says the same of one zone`() async throws {
        try await EndpointServer.with { server in
            try await Self.prepare(server)
            try await server.expect(
                "private/records/changes", #"{"zoneID": \#(Self.zone)}"#,
                #"""
                {"zoneID": {"zoneName": "Notes"}, "syncToken": "$text", "moreComing": false,
                 "records": [{"recordName": "a"}, {"recordName": "b"}, {"recordName": "c"}]}
                """#)
            try await server.expect(
                "private/records/changes", "{}", 400,
                #"{"reason": "cannot get changes in default zone"}"#)
            try await server.expect(
                "private/records/changes", #"{"zoneID": {"zoneName": "Nowhere"}}"#, 404,
                #"{"serverErrorCode": "ZONE_NOT_FOUND", "reason": "Zone does not exist"}"#)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a database says which zones changed and which went`(
        kind: StoreUnderTest
    ) async throws {
        try await EndpointServer.with(kind) { server in
            try await Self.prepare(server)
            try await server.expect(
                "private/changes/database", "{}",
                #"""
                {"zones": [{"zoneID": {"zoneName": "Notes", "ownerRecordName": "$text",
                                       "zoneType": "REGULAR_CUSTOM_ZONE"}}],
                 "moreComing": false, "syncToken": "$text as token"}
                """#)
            try await server.expect(
                "private/changes/database", #"{"syncToken": "$token"}"#,
                #"{"zones": [], "moreComing": false, "syncToken": "$text"}"#)
            _ = try await server.ask(
                "private/zones/modify",
                #"{"operations": [{"operationType": "delete","#
                    + #""zone": {"zoneID": \#(Self.zone)}}]}"#)
            try await server.expect(
                "private/zones/changes", #"{"syncToken": "$token"}"#,
                #"{"zones": [{"zoneID": {"zoneName": "Notes"}, "deleted": true}]}"#)
            try await server.expect(
                "private/changes/database", #"{"syncToken": "garbled"}"#, 400,
                #"{"reason": "Unknown sync continuation type"}"#)
        }
    }

    @Test(arguments: [
        "records/changes", "changes/zone", "changes/database", "zones/changes", "zones/modify",
    ])
    func `the public database has no changes`(endpoint: String) async throws {
        try await EndpointServer.with { server in
            try await server.expect(
                "public/\(endpoint)", "{}", 400,
                #"{"serverErrorCode": "BAD_REQUEST","#
                    + #""reason": "endpoint not applicable in the database type 'publicdb'"}"#)
        }
    }

    @Test func `a present token of a query reads changes from there`() async throws {
        try await EndpointServer.with { server in
            try await Self.prepare(server)
            try await server.expect(
                "private/records/query?getCurrentSyncToken=true",
                #"{"zoneID": \#(Self.zone), "query": {"recordType": "T"}}"#,
                #"{"records": "$list", "syncToken": "$text as token"}"#)
            try await server.expect(
                "private/records/changes",
                #"{"zoneID": \#(Self.zone), "syncToken": "$token"}"#, #"{"records": []}"#)
        }
    }
}
