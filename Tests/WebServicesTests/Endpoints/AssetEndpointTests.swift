import Foundation
import RecordCore
import RecordService
import Testing
import TestKit

/// Asks `assets/upload`, `assets/rereference`, and assets in records.
struct AssetEndpointTests {
    private static let checksum =
        "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

    private static func save(
        _ name: String, _ kind: String, _ asset: String, field: String = "image"
    ) -> String {
        #"""
        {"operations": [{"operationType": "\#(kind)", "record": {"recordName": "\#(name)",
          "recordType": "Photo", "fields": {"\#(field)": {"type": "ASSETID",
            "value": {"fileChecksum": "\#(checksum)", "size": 5\#(asset)}}}}}]}
        """#
    }

    @Test func `each field gets a place for its file`() async throws {
        try await EndpointServer.with { server in
            try await server.expect(
                "private/assets/upload",
                #"""
                {"tokens": [
                  {"recordName": "a", "recordType": "Photo", "fieldName": "image"},
                  {"recordType": "Photo", "fieldName": "thumb"}]}
                """#,
                #"""
                {"tokens": [{"recordName": "a", "fieldName": "image",
                             "url": "https://assets.example/a/image"},
                            {"recordName": "$text", "fieldName": "thumb", "url": "$text"}]}
                """#)
        }
    }

    @Test func `a user sends files into the zones that are shared with the user alone`()
        async throws
    {
        try await EndpointServer.with { server in
            let zone = ZoneID("Notes")
            let owner = server.service.session(user: "_ann", device: "mac")
            _ = try await owner.modifyZones(saving: [zone], in: .private)
            var share = Share(of: zone)
            share.participants = [
                Share.Participant(user: "_bob", permission: .readWrite),
                Share.Participant(user: "_eve", permission: .readOnly),
            ]
            let result = try await owner.modify(SaveRequest(saving: [share.record]), in: .private)
            let saved = try result.saves[0].get()
            let url = try #require(server.service.shareURL(of: saved))
            let body = #"""
                {"zoneID": {"zoneName": "Notes", "ownerRecordName": "_ann"},
                 "tokens": [{"recordName": "a", "recordType": "Photo", "fieldName": "image"}]}
                """#
            server.user = "_bob"
            try await server.expect(
                "shared/assets/upload", body, 404, #"{"serverErrorCode": "ZONE_NOT_FOUND"}"#)
            try await server.service.session(user: "_bob", device: "phone").acceptShare(url)
            try await server.expect(
                "shared/assets/upload", body,
                #"{"tokens": [{"url": "https://assets.example/a/image"}]}"#)
            // Where the user may write nothing, no file could belong to a record.
            server.user = "_eve"
            try await server.service.session(user: "_eve", device: "phone").acceptShare(url)
            try await server.expect(
                "shared/assets/upload", body, 403, #"{"serverErrorCode": "ACCESS_DENIED"}"#)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a receipt becomes the field's file`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            let value = #"""
                {"type": "ASSETID", "value": {"fileChecksum": "\#(Self.checksum)", "size": 5,
                  "downloadURL": "https://assets.example/content/\#(Self.checksum)"}}
                """#
            try await server.expect(
                "private/records/modify",
                Self.save("a", "create", #", "receipt": "image:hello""#),
                #"{"records": [{"recordName": "a", "fields": {"image": \#(value)}}]}"#)
            try await server.expect(
                "private/records/lookup", #"{"records": [{"recordName": "a"}]}"#,
                #"{"records": [{"fields": {"image": \#(value)}}]}"#)
            // A record sent back as it was read keeps its file.
            try await server.expect(
                "private/records/modify",
                Self.save("a", "forceReplace", #", "downloadURL": "https://assets.example/x""#),
                #"{"records": [{"fields": {"image": \#(value)}}]}"#)
        }
    }

    @Test func `without its receipt a file belongs to no record`() async throws {
        try await EndpointServer.with { server in
            let refused = #"""
                {"records": [{"recordName": "$text", "serverErrorCode": "BAD_REQUEST",
                  "reason": "bad upload receipt (did_not_validate)"}]}
                """#
            try await server.expect(
                "private/records/modify",
                Self.save("a", "create", #", "receipt": "thumb:hello""#), refused)
            try await server.expect(
                "private/records/modify",
                Self.save("a", "create", #", "receipt": "image:hello""#),
                #"{"records": [{"recordName": "a", "serverErrorCode": "$absent"}]}"#)
            server.user = "_bob"
            try await server.expect(
                "private/records/modify", Self.save("b", "create", ""), refused)
        }
    }

    @Test func `a file keeps its size`() async throws {
        try await EndpointServer.with { server in
            _ = try await server.ask(
                "private/records/modify",
                Self.save("a", "create", #", "receipt": "image:hello""#))
            for size in ["4", "0", "4611686018427387904"] {
                try await server.expect(
                    "private/records/modify",
                    Self.save("a", "forceUpdate", "")
                        .replacingOccurrences(of: #""size": 5"#, with: #""size": \#(size)"#),
                    #"""
                    {"records": [{"recordName": "a", "serverErrorCode": "BAD_REQUEST",
                      "reason": "bad upload receipt (did_not_validate)"}]}
                    """#)
            }
            try await server.expect(
                "private/records/lookup", #"{"records": [{"recordName": "a"}]}"#,
                #"{"records": [{"fields": {"image": {"value": {"size": 5}}}}]}"#)
        }
    }

    /// One field has no receipt, and several have one: whichever is read first.
    @Test func `the files of a refused record are no other's`() async throws {
        try await EndpointServer.with { server in
            let sent = ["b", "c", "d", "e"].map { field in
                #"""
                "\#(field)": {"type": "ASSETID", "value": {"fileChecksum": "\#(field)",
                  "size": 5, "receipt": "\#(field):hello"}}
                """#
            }
            let refused = #"""
                {"operationType": "create", "record": {"recordName": "one",
                  "recordType": "Photo", "fields": {\#(sent.joined(separator: ",")),
                  "a": {"type": "ASSETID", "value": {"fileChecksum": "a", "size": 5}}}}}
                """#
            let entry = #"""
                {"recordName": "one", "serverErrorCode": "BAD_REQUEST",
                 "reason": "bad upload receipt (did_not_validate)"}
                """#
            try await server.expect(
                "private/records/modify", #"{"operations": [\#(refused)]}"#,
                #"{"records": [\#(entry)]}"#)
            try await server.expect(
                "private/records/modify",
                #"""
                {"operations": [\#(refused), {"operationType": "create", "record": {
                  "recordName": "two", "recordType": "Photo", "fields": {}}}]}
                """#,
                #"""
                {"records": [\#(entry), {"recordName": "two", "serverErrorCode": "$absent",
                  "fields": {"b": "$absent", "c": "$absent", "d": "$absent", "e": "$absent"}}]}
                """#)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a file that one record holds can be another's`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            _ = try await server.ask(
                "private/records/modify",
                Self.save("a", "create", #", "receipt": "image:hello""#))
            // As Apple's reference has it: the fields that hold the files.
            try await server.expect(
                "private/assets/rereference",
                #"""
                {"zoneID": {"zoneName": "_defaultZone"}, "assets": [
                  {"recordName": "a", "fieldName": "image"},
                  {"recordName": "none", "fieldName": "image"},
                  {"recordName": "a", "fieldName": "thumb"}]}
                """#,
                #"""
                {"assets": [
                  {"fileChecksum": "\#(Self.checksum)", "size": 5,
                   "receipt": "any:\#(Self.checksum)",
                   "downloadURL": "https://assets.example/content/\#(Self.checksum)"},
                  {"recordName": "none", "fieldName": "image", "serverErrorCode": "NOT_FOUND"},
                  {"recordName": "a", "fieldName": "thumb", "serverErrorCode": "NOT_FOUND"}]}
                """#)
            for body in [#"{"assets": [{"fieldName": "image"}]}"#, "{}"] {
                try await server.expect(
                    "private/assets/rereference", body, 400,
                    #"{"serverErrorCode": "BAD_REQUEST"}"#)
            }
            try await server.expect(
                "private/records/modify",
                Self.save(
                    "b", "create", #", "receipt": "any:\#(Self.checksum)""#, field: "copy"),
                #"{"records": [{"fields": {"copy": {"value": {"size": 5}}}}]}"#)
        }
    }

    @Test func `only a field for files gets a place for one`() async throws {
        let schema = """
            DEFINE SCHEMA
                RECORD TYPE Photo (___recordID REFERENCE QUERYABLE, image ASSET,
                    pages LIST<ASSET>, title STRING);
            """
        try await EndpointServer.with(schema: schema) { server in
            for field in ["image", "pages", "another"] {
                try await server.expect(
                    "private/assets/upload",
                    #"{"tokens": [{"recordType": "Photo", "fieldName": "\#(field)"}]}"#,
                    #"{"tokens": [{"fieldName": "\#(field)", "url": "$text"}]}"#)
            }
            try await server.expect(
                "private/assets/upload",
                #"{"tokens": [{"recordType": "Photo", "fieldName": "title"}]}"#, 400,
                #"""
                {"serverErrorCode": "BAD_REQUEST",
                 "reason": "BadRequestException: field 'title' in type 'Photo' is STRING, expected type ASSETID or ASSETID_LIST"}
                """#)
        }
    }
}
