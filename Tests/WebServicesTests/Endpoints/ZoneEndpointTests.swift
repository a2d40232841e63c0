import RecordCore
import Testing
import TestKit

/// Asks `zones/list`, `zones/lookup` and `zones/modify`.
struct ZoneEndpointTests {
    private static let create = #"""
        {"operations": [{"operationType": "create", "zone": {"zoneID": {"zoneName": "Notes"}}}]}
        """#

    @Test(arguments: StoreUnderTest.available)
    func `zones are made, listed, looked up and deleted`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            try await server.expect(
                "private/zones/modify", Self.create,
                #"""
                {"zones": [{"zoneID": {"zoneName": "Notes", "ownerRecordName": "$text",
                                       "zoneType": "REGULAR_CUSTOM_ZONE"},
                            "syncToken": "$text as token", "atomic": true,
                            "isEligibleForZoneShare": true,
                            "isEligibleForHierarchicalShare": true}]}
                """#)
            for method in ["GET", "POST"] {
                try await server.expect(
                    "private/zones/list", method == "GET" ? "" : "{}", method: method,
                    #"""
                    {"zones": [{"zoneID": {"zoneName": "_defaultZone"}, "atomic": false,
                                "isEligibleForZoneShare": false,
                                "isEligibleForHierarchicalShare": false},
                               {"zoneID": {"zoneName": "Notes"}, "syncToken": "$text"}]}
                    """#)
            }
            try await server.expect(
                "private/zones/lookup",
                #"{"zones": [{"zoneName": "Nowhere"}, {"zoneName": "Notes"}]}"#,
                #"""
                {"zones": [{"zoneID": {"zoneName": "Nowhere"}, "reason": "Zone does not exist",
                            "serverErrorCode": "ZONE_NOT_FOUND"},
                           {"zoneID": {"zoneName": "Notes"}, "atomic": true}]}
                """#)
            // The zone's token reads its changes from there.
            try await server.expect(
                "private/records/changes",
                #"{"zoneID": {"zoneName": "Notes"}, "syncToken": "$token"}"#,
                #"{"records": [], "moreComing": false}"#)
            try await server.expect(
                "private/zones/modify",
                #"""
                {"operations": [
                  {"operationType": "delete", "zone": {"zoneID": {"zoneName": "Notes"}}},
                  {"operationType": "create", "zone": {"zoneID": {"zoneName": "Tasks"}}},
                  {"operationType": "delete", "zone": {"zoneID": {"zoneName": "_defaultZone"}}}]}
                """#,
                #"""
                {"zones": [{"zoneID": {"zoneName": "Notes"}, "deleted": true},
                           {"zoneID": {"zoneName": "Tasks"}},
                           {"zoneID": {"zoneName": "_defaultZone"},
                            "serverErrorCode": "BAD_REQUEST"}]}
                """#)
        }
    }

    /// The framework says `__defaultOwner__`, the web services `_defaultOwner`; clients send either.
    @Test(arguments: ["_defaultOwner", "__defaultOwner__", "_ann"])
    func `the caller's own zones have their owner by any name`(owner: String) async throws {
        try await EndpointServer.with { server in
            let zone = #"{"zoneName": "Notes", "ownerRecordName": "\#(owner)"}"#
            try await server.expect(
                "private/zones/modify",
                #"{"operations": [{"operationType": "create", "zone": {"zoneID": \#(zone)}}]}"#,
                #"{"zones": [{"zoneID": {"zoneName": "Notes", "ownerRecordName": "_ann"}}]}"#)
            try await server.expect(
                "private/records/modify",
                #"""
                {"zoneID": \#(zone), "operations": [{"operationType": "create", "record": {
                  "recordName": "a", "recordType": "T", "fields": {"to": {
                    "type": "REFERENCE", "value": {"recordName": "b", "zoneID": \#(zone)}}}}}]}
                """#,
                #"{"records": [{"recordName": "a", "zoneID": {"ownerRecordName": "_ann"}}]}"#)
            try await server.expect(
                "private/changes/zone", #"{"zones": [{"zoneID": \#(zone)}]}"#,
                #"{"zones": [{"records": [{"recordName": "a"}]}]}"#)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a zone is deleted and made again in one request`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            try await server.expect("private/zones/modify", Self.create, #"{"zones": [{}]}"#)
            let lookup = #"""
                {"zoneID": {"zoneName": "Notes"}, "records": [{"recordName": "a"}]}
                """#
            try await server.expect(
                "private/records/modify",
                #"""
                {"zoneID": {"zoneName": "Notes"}, "operations": [{"operationType": "create",
                  "record": {"recordName": "a", "recordType": "Note", "fields": {}}}]}
                """#,
                #"{"records": [{"recordName": "a", "serverErrorCode": "$absent"}]}"#)
            try await server.expect(
                "private/zones/modify",
                #"""
                {"operations": [
                  {"operationType": "delete", "zone": {"zoneID": {"zoneName": "Notes"}}},
                  {"operationType": "create", "zone": {"zoneID": {"zoneName": "Notes"}}}]}
                """#,
                #"""
                {"zones": [{"zoneID": {"zoneName": "Notes"}, "deleted": true},
                           {"zoneID": {"zoneName": "Notes"}, "serverErrorCode": "$absent"}]}
                """#)
            try await server.expect(
                "private/records/lookup", lookup,
                #"{"records": [{"recordName": "a", "serverErrorCode": "NOT_FOUND"}]}"#)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a list of zones goes on where its token says`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            func make(_ name: String) async throws {
                try await server.expect(
                    "private/zones/modify",
                    #"""
                    {"operations": [{"operationType": "create",
                      "zone": {"zoneID": {"zoneName": "\#(name)"}}}]}
                    """#, #"{"zones": ["$object"]}"#)
            }
            try await make("Notes")
            try await server.expect(
                "private/zones/list", "{}",
                #"""
                {"zones": [{"zoneID": {"zoneName": "_defaultZone"}},
                           {"zoneID": {"zoneName": "Notes"}}],
                 "moreComing": false, "syncToken": "$text as list"}
                """#)
            try await make("Tasks")
            try await server.expect(
                "private/zones/list", #"{"syncToken": "$list"}"#,
                #"""
                {"zones": [{"zoneID": {"zoneName": "Tasks"}}], "moreComing": false,
                 "syncToken": "$text"}
                """#)
            try await server.expect(
                "private/zones/list", #"{"resultsLimit": 1}"#,
                #"""
                {"zones": [{"zoneID": {"zoneName": "_defaultZone"}},
                           {"zoneID": {"zoneName": "Notes"}}],
                 "moreComing": true, "syncToken": "$text as page"}
                """#)
            try await server.expect(
                "private/zones/list", #"{"resultsLimit": 1, "syncToken": "$page"}"#,
                #"""
                {"zones": [{"zoneID": {"zoneName": "Tasks"}}], "moreComing": false,
                 "syncToken": "$text"}
                """#)
            try await server.expect(
                "private/zones/list", #"{"syncToken": "garbled"}"#, 400,
                #"{"serverErrorCode": "BAD_REQUEST"}"#)
        }
    }

    /// `ownerRecordName` is "the current user's record name" where it is not said: `CloudKit.ZoneID`
    /// of CloudKit JS.
    @Test(arguments: ["_defaultOwner", "__defaultOwner__", "_ann"])
    func `the zone of the public database has the caller as its owner`(owner: String) async throws {
        try await EndpointServer.with { server in
            let zone = #"{"zoneName": "_defaultZone", "ownerRecordName": "\#(owner)"}"#
            try await server.expect(
                "public/records/modify",
                #"""
                {"zoneID": \#(zone), "operations": [{"operationType": "create", "record": {
                  "recordName": "a", "recordType": "T", "fields": {"to": {
                    "type": "REFERENCE", "value": {"recordName": "b", "zoneID": \#(zone)}}}}}]}
                """#,
                #"{"records": [{"recordName": "a", "serverErrorCode": "$absent"}]}"#)
            let found = #"{"records": [{"recordName": "a", "recordType": "T"}]}"#
            try await server.expect(
                "public/records/lookup", #"{"zoneID": \#(zone), "records": [{"recordName": "a"}]}"#,
                found)
            try await server.expect(
                "public/records/query", #"{"zoneID": \#(zone), "query": {"recordType": "T"}}"#,
                found)
            try await server.expect(
                "public/zones/lookup", #"{"zones": [\#(zone)]}"#,
                #"{"zones": [{"zoneID": {"zoneName": "_defaultZone"}, "atomic": false}]}"#)
        }
    }

    @Test func `the zone of the public database has no other owner`() async throws {
        try await EndpointServer.with { server in
            try await server.expect(
                "public/records/lookup",
                #"""
                {"zoneID": {"zoneName": "_defaultZone", "ownerRecordName": "_bob"},
                 "records": [{"recordName": "a"}]}
                """#, #"{"records": [{"serverErrorCode": "ZONE_NOT_FOUND"}]}"#)
        }
    }

    @Test func `the public database has its default zone`() async throws {
        try await EndpointServer.with { server in
            server.user = nil
            try await server.expect(
                "public/zones/list", "{}", #"{"zones": [{"zoneID": {"zoneName": "_defaultZone"}}]}"#
            )
        }
    }
}
