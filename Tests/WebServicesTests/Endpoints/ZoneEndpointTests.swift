import RecordCore
import RecordService
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
                            "syncToken": "$text as token", "atomic": true}]}
                """#)
            for method in ["GET", "POST"] {
                try await server.expect(
                    "private/zones/list", method == "GET" ? "" : "{}", method: method,
                    #"""
                    {"zones": [{"zoneID": {"zoneName": "_defaultZone"}},
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

    @Test func `the public database has its default zone`() async throws {
        try await EndpointServer.with { server in
            server.user = nil
            try await server.expect(
                "public/zones/list", "{}", #"{"zones": [{"zoneID": {"zoneName": "_defaultZone"}}]}"#
            )
        }
    }
}
