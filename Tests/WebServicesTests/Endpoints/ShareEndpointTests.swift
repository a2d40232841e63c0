import Foundation
import RecordCore
import RecordService
import Testing
import TestKit

/// Asks `records/resolve` and `records/accept`.
struct ShareEndpointTests {
    /// Shares a note of Ann's with everybody who has the URL; gives its last part.
    private static func share(_ server: EndpointServer) async throws -> String {
        let zone = ZoneID("Notes")
        let session = server.service.session(user: "_ann", device: "mac")
        _ = try await session.modifyZones(saving: [zone], in: .private)
        let root = Record("Note", RecordID("note", zone: zone), ["title": "Shared", "body": "…"])
        var share = Share(RecordID("share", zone: zone), root: root.id)
        share.publicPermission = .readWrite
        let result = try await session.modify(
            SaveRequest(saving: [root, share.record]), in: .private)
        let saved = try result.saves[1].get()
        return try #require(server.service.shareURL(of: saved)?.lastPathComponent)
    }

    @Test(arguments: StoreUnderTest.available)
    func `a share is looked at, then accepted`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            let guid = try await Self.share(server)
            try await server.service.setIdentity(UserIdentity(user: "_ann", givenName: "Ann"))
            server.user = "_bob"
            try await server.expect(
                "public/records/resolve",
                #"""
                {"shortGUIDs": [{"value": "\#(guid)", "shouldFetchRootRecord": true,
                                 "rootRecordDesiredKeys": ["title"]},
                                {"value": "none"}, {"value": "../../etc"}]}
                """#,
                #"""
                {"results": [
                  {"shortGUID": {"value": "\#(guid)"},
                   "containerIdentifier": "iCloud.org.example.notes",
                   "zoneID": {"zoneName": "Notes", "ownerRecordName": "_ann"},
                   "rootRecordName": "note",
                   "rootRecord": {"recordName": "note",
                     "fields": {"title": {"value": "Shared"}, "body": "$absent"}},
                   "share": {"recordName": "share", "recordType": "cloudkit.share"},
                   "ownerIdentity": {"userRecordName": "_ann"}},
                  {"serverErrorCode": "NOT_FOUND", "reason": "Share not found"},
                  {"serverErrorCode": "NOT_FOUND", "reason": "Share not found"}]}
                """#)
            try await server.expect(
                "shared/records/lookup",
                #"{"zoneID": {"zoneName": "Notes", "ownerRecordName": "_ann"},"#
                    + #""records": [{"recordName": "note"}]}"#,
                #"{"records": [{"serverErrorCode": "ZONE_NOT_FOUND"}]}"#)
            try await server.expect(
                "public/records/accept", #"{"shortGUIDs": [{"value": "\#(guid)"}]}"#,
                #"{"results": [{"shortGUID": {"value": "\#(guid)"},"#
                    + #""participantStatus": "ACCEPTED"}]}"#)
            try await server.expect(
                "shared/records/lookup",
                #"{"zoneID": {"zoneName": "Notes", "ownerRecordName": "_ann"},"#
                    + #""records": [{"recordName": "note"}]}"#,
                #"{"records": [{"recordName": "note","#
                    + #""fields": {"title": {"value": "Shared"}}}]}"#)
            // Without a zone every zone is meant only where that is said.
            try await server.expect(
                "shared/records/query", #"{"query": {"recordType": "Note"}}"#, 400,
                #"{"reason": "SharedDB does not support Zone Wide queries"}"#)
            try await server.expect(
                "shared/records/query",
                #"{"zoneWide": true, "query": {"recordType": "Note"}}"#,
                #"{"records": [{"recordName": "note"}]}"#)
            try await server.expect(
                "shared/zones/list", "{}",
                #"{"zones": [{"zoneID": {"zoneName": "Notes", "ownerRecordName": "_ann"}}]}"#)
        }
    }

    /// A participant without an address has a URL of its own, which its `shortGUID` ends.
    @Test(arguments: StoreUnderTest.available)
    func `a participant without an address joins by its own URL`(kind: StoreUnderTest) async throws
    {
        try await EndpointServer.with(kind) { server in
            let guid = try await Self.share(server)
            let id = RecordID("share", zone: ZoneID("Notes"))
            let session = server.service.session(user: "_ann", device: "mac")
            let tag =
                try await session.record(named: id, in: .private).get().system?.changeTag ?? ""
            server.user = "_ann"
            try await server.expect(
                "private/records/modify",
                #"""
                {"zoneID": {"zoneName": "Notes"}, "operations": [{"operationType": "update",
                  "record": {"recordName": "share", "recordType": "cloudkit.share",
                    "recordChangeTag": "\#(tag)", "publicPermission": "NONE",
                    "participants": [{"participantId": "guest", "userIdentity": {},
                      "type": "USER", "permission": "READ_WRITE"}]}}]}
                """#,
                #"""
                {"records": [{"publicPermission": "NONE", "participants": [{"type": "OWNER"},
                  {"participantId": "guest", "type": "USER", "permission": "READ_WRITE",
                   "acceptanceStatus": "INVITED"}]}]}
                """#)
            let participants = Share(try await session.record(named: id, in: .private).get())?
                .participants
            let own = try #require(participants?.first?.token)
            #expect(own.hasPrefix(guid + "-"))
            try await server.expect(
                "private/records/lookup",
                #"{"zoneID": {"zoneName": "Notes"}, "records": [{"recordName": "share"}]}"#,
                #"{"records": [{"participants": [{"shortGUID": "$absent"},"#
                    + #"{"shortGUID": "\#(own)"}]}]}"#)
            // What would unblock users without a word is refused.
            try await server.expect(
                "private/records/modify",
                #"""
                {"zoneID": {"zoneName": "Notes"}, "operations": [{"operationType": "forceUpdate",
                  "record": {"recordName": "share", "recordType": "cloudkit.share",
                    "accessRequests": {"allowed": true}}}]}
                """#, 400, #"{"serverErrorCode": "BAD_REQUEST"}"#)
            server.user = "_bob"
            try await server.expect(
                "public/records/accept",
                #"{"shortGUIDs": [{"value": "\#(guid)"}, {"value": "\#(own)"}]}"#,
                #"{"results": [{"serverErrorCode": "NOT_FOUND"},"#
                    + #"{"participantType": "USER", "participantStatus": "ACCEPTED","#
                    + #""share": {"participants": [{}, {"shortGUID": "$absent"}]}}]}"#)
        }
    }

    @Test(arguments: StoreUnderTest.available, [true, false])
    func `an update of a share keeps what it does not send`(
        kind: StoreUnderTest, isZoneWide: Bool
    ) async throws {
        try await EndpointServer.with(kind) { server in
            let zone = ZoneID("Notes")
            let session = server.service.session(user: "_ann", device: "mac")
            _ = try await session.modifyZones(saving: [zone], in: .private)
            let root = Record("Note", RecordID("note", zone: zone), ["title": "Shared"])
            var share =
                isZoneWide
                ? Share(of: zone) : Share(RecordID("share", zone: zone), root: root.id)
            share.participants = [Share.Participant(user: "_bob", permission: .readWrite)]
            let result = try await session.modify(
                SaveRequest(saving: [root, share.record]), in: .private)
            let saved = try result.saves[1].get()
            let first = try #require(Share(saved))
            // A change of the public permission removes the participants that have not accepted.
            for (part, kept) in [
                (#""fields": {"cloudkit.title": {"value": "Notes"}}"#, first.participants),
                (#""fields": {}, "publicPermission": "READ_ONLY""#, []),
            ] as [(String, [Share.Participant])] {
                try await server.expect(
                    "private/records/modify",
                    #"""
                    {"operations": [{"operationType": "forceUpdate", "record": {
                      "recordName": "\#(share.id.name)", "recordType": "cloudkit.share",
                      "zoneID": {"zoneName": "Notes"}, \#(part)}}]}
                    """#,
                    #"{"records": [{"serverErrorCode": "$absent"}]}"#)
                let stored = try await session.records([share.id], in: .private)[share.id]?.get()
                #expect(stored.flatMap { Share($0)?.participants } == kept)
            }
            let found = try await session.records([share.id], in: .private)
            let record = try found[share.id]?.get()
            let last = try #require(record.flatMap { Share($0) })
            #expect(record?["cloudkit.title"] == .text("Notes"))
            #expect(last.publicPermission == .readOnly)
            #expect(last.root == first.root)
            #expect(last.token == first.token)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `participants have their names byte by byte`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            let zone = ZoneID("Notes")
            let session = server.service.session(user: "_ann", device: "mac")
            _ = try await session.modifyZones(saving: [zone], in: .private)
            let names = ["_jos\u{E9}", "_jose\u{301}"]
            var share = Share(of: zone)
            share.participants = names.map { Share.Participant(user: $0) }
            let saved = try await session.modify(
                SaveRequest(saving: [share.record]), in: .private)
            _ = try saved.saves[0].get()
            let reply = try await server.ask(
                "private/records/lookup",
                #"{"zoneID": {"zoneName": "Notes"}, "records": [{"recordName": "\#(share.id.name)"}]}"#
            )
            let bytes = Data(try await reply.wholeBody())
            for name in names {
                let part = Data("\"userRecordName\":\"\(name)\"".utf8)
                #expect(bytes.range(of: part) != nil)
            }
        }
    }

    /// Apple's reference of `records/modify`, "Sharing Records".
    @Test(arguments: StoreUnderTest.available)
    func `a record has the short GUID of its share before it is shared`(
        kind: StoreUnderTest
    ) async throws {
        try await EndpointServer.with(kind) { server in
            let session = server.service.session(user: "_ann", device: "mac")
            _ = try await session.modifyZones(saving: [ZoneID("Notes")], in: .private)
            func create(_ members: String, _ reply: String) async throws {
                try await server.expect(
                    "private/records/modify",
                    #"""
                    {"zoneID": {"zoneName": "Notes"}, "operations": [{"operationType": "create",
                      "record": {"fields": {}, \#(members)}}]}
                    """#, "{\"records\": [\(reply)]}")
            }
            try await create(
                #""recordName": "note", "recordType": "Note", "createShortGUID": true"#,
                #"{"recordName": "note", "shortGUID": "$text as guid"}"#)
            try await create(
                #""recordName": "other", "recordType": "Note""#,
                #"{"recordName": "other", "shortGUID": "$absent"}"#)
            try await create(
                #"""
                "recordType": "cloudkit.share", "publicPermission": "READ_ONLY",
                "forRecord": {"recordName": "note"}
                """#, #"{"recordType": "cloudkit.share", "shortGUID": "$text as shared"}"#)
            #expect(server.kept["guid"] == server.kept["shared"])
            try await server.expect(
                "private/records/lookup",
                #"{"zoneID": {"zoneName": "Notes"}, "records": [{"recordName": "note"}]}"#,
                #"{"records": [{"recordName": "note", "shortGUID": "$text as later"}]}"#)
            #expect(server.kept["later"] == server.kept["guid"])
            server.user = "_bob"
            try await server.expect(
                "public/records/accept", #"{"shortGUIDs": [{"value": "$guid"}]}"#,
                #"{"results": [{"participantStatus": "ACCEPTED"}]}"#)
            try await server.expect(
                "shared/records/query",
                #"{"zoneWide": true, "query": {"recordType": "Note"}}"#,
                #"{"records": [{"recordName": "note", "shortGUID": "$text as seen"}]}"#)
            #expect(server.kept["seen"] == server.kept["guid"])
        }
    }

    /// What CloudKit JS sends that has kept a record, with `forceUpdate`.
    @Test(arguments: StoreUnderTest.available)
    func `a copy from before a record was shared again leaves its share alone`(
        kind: StoreUnderTest
    ) async throws {
        try await EndpointServer.with(kind) { server in
            let session = server.service.session(user: "_ann", device: "mac")
            _ = try await session.modifyZones(saving: [ZoneID("Notes")], in: .private)
            func modify(_ operations: String, _ reply: String) async throws {
                try await server.expect(
                    "private/records/modify",
                    #"{"zoneID": {"zoneName": "Notes"}, "operations": [\#(operations)]}"#,
                    "{\"records\": [\(reply)]}")
            }
            func create(share name: String) -> String {
                #"""
                {"operationType": "create", "record": {"recordName": "\#(name)",
                  "recordType": "cloudkit.share", "publicPermission": "READ_ONLY",
                  "forRecord": {"recordName": "note"}}}
                """#
            }
            func save(_ name: String, naming share: String) -> String {
                #"""
                {"operationType": "forceUpdate", "record": {"recordName": "\#(name)",
                  "recordType": "Note", "fields": {"title": {"value": "Old"}},
                  "share": {"recordName": "\#(share)"}}}
                """#
            }
            try await modify(
                save("note", naming: "none") + "," + create(share: "first"),
                #"{"recordName": "note"}, {"recordName": "first", "shortGUID": "$text"}"#)
            try await modify(
                #"{"operationType": "forceDelete", "record": {"recordName": "first"}}"#,
                #"{"recordName": "first", "deleted": true}"#)
            // The copy comes before the next share, and after it.
            try await modify(
                save("note", naming: "first"), #"{"recordName": "note", "share": "$absent"}"#)
            try await modify(
                create(share: "second"), #"{"recordName": "second", "shortGUID": "$text as guid"}"#)
            try await modify(
                save("note", naming: "first"),
                #"{"recordName": "note", "share": {"recordName": "second"}}"#)
            // Nor does a share have another root.
            try await modify(
                save("other", naming: "second"), #"{"recordName": "other", "share": "$absent"}"#)
            server.user = "_bob"
            try await server.expect(
                "public/records/accept", #"{"shortGUIDs": [{"value": "$guid"}]}"#,
                #"{"results": [{"participantStatus": "ACCEPTED"}]}"#)
            try await server.expect(
                "shared/records/lookup",
                #"{"zoneID": {"zoneName": "Notes", "ownerRecordName": "_ann"},"#
                    + #""records": [{"recordName": "note"}, {"recordName": "other"}]}"#,
                #"{"records": [{"fields": {"title": {"value": "Old"}}},"#
                    + #"{"serverErrorCode": "NOT_FOUND"}]}"#)
        }
    }

    @Test func `a key of a server reaches no share`() async throws {
        try await EndpointServer.with(.memory) { server in
            let guid = try await Self.share(server)
            server.user = "_key"
            server.allowsPrivateData = false
            for name in ["resolve", "accept"] {
                try await server.expect(
                    "public/records/\(name)",
                    #"{"shortGUIDs": [{"value": "\#(guid)", "shouldFetchRootRecord": true}]}"#, 403,
                    #"{"serverErrorCode": "ACCESS_DENIED","#
                        + #""reason": "private db access disabled for this account"}"#)
            }
            let zone = ZoneID("Notes")
            let share = try await server.service.session(user: "_ann", device: "mac")
                .records([RecordID("share", zone: zone)], in: .private)
            let record = try #require(try share.values.first?.get())
            #expect(Share(record)?.participants.isEmpty == true)
        }
    }

    @Test func `no user takes part without signing in`() async throws {
        try await EndpointServer.with { server in
            let guid = try await Self.share(server)
            server.user = nil
            for endpoint in ["records/resolve", "records/accept"] {
                try await server.expect(
                    "public/\(endpoint)", #"{"shortGUIDs": [{"value": "\#(guid)"}]}"#, 421,
                    #"{"serverErrorCode": "AUTHENTICATION_REQUIRED"}"#)
            }
        }
    }
}
