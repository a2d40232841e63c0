import Accounts
import CloudKit
import Foundation
import ServerCore
import Synchronization
import Testing

/// Accounts of a server share with each other's addresses, over HTTP.
@Suite struct `A share by e-mail through the server's wire` {
    private typealias JSON = [String: Any]

    /// A server with accounts that have addresses, each signed in to an app.
    private struct Stage {
        let server: TestServer
        let app: String
        let tokens: [String: String]

        static func with(_ body: (Stage) async throws -> Void) async throws {
            try await TestServer.with { options, _ in
                options.requiresAuthentication = true
            } _: { server in
                let accounts = server.host.accounts
                let app = try await accounts.createToken(
                    NewToken(.api, container: TestServer.container)
                ).text
                var tokens: [String: String] = [:]
                for name in ["ann", "bob", "eve"] {
                    try await accounts.createUser(
                        NewUser(
                            name, recordName: "_" + name, email: "\(name)@example.org",
                            phone: "+49 30 12\(name.utf8.first ?? 0)", givenName: name.capitalized,
                            familyName: "Hill"))
                    tokens[name] = try await accounts.createToken(
                        NewToken(.webAuth, container: TestServer.container, user: "_" + name)
                    ).text
                }
                try await body(Stage(server: server, app: app, tokens: tokens))
            }
        }

        /// Sends a request as CloudKit JS does, with its tokens in the query.
        func ask(_ user: String, _ path: String, _ body: String?) async throws -> JSON {
            let query = "?ckAPIToken=\(app)&ckWebAuthToken=\(tokens[user] ?? "")"
            let whole = server.path(path) + query
            let port = server.port
            let text = try await blocking {
                try RawClient(port).ask(body == nil ? "GET" : "POST", whole, body).text
            }
            return try #require(
                try JSONSerialization.jsonObject(with: Data(text.utf8)) as? JSON, "\(text)")
        }

        /// The first member of a list in a reply.
        func first(
            _ list: String, _ user: String, _ path: String, _ body: String
        ) async throws -> JSON {
            let reply = try await ask(user, path, body)
            return try #require((reply[list] as? [JSON])?.first, "\(reply)")
        }

        /// Ann shares a note with an address; gives the share's record.
        func share(with address: String) async throws -> JSON {
            _ = try await ask(
                "ann", "private/zones/modify",
                #"""
                {"operations": [{"operationType": "create",
                  "zone": {"zoneID": {"zoneName": "Notes"}}}]}
                """#)
            let reply = try await ask(
                "ann", "private/records/modify",
                #"""
                {"zoneID": {"zoneName": "Notes"}, "operations": [
                  {"operationType": "create", "record": {"recordName": "note",
                    "recordType": "Note", "fields": {"title": {"value": "Shared"}}}},
                  {"operationType": "create", "record": {"recordType": "cloudkit.share",
                    "forRecord": {"recordName": "note"}, "publicPermission": "NONE",
                    "participants": [{"type": "USER", "permission": "READ_WRITE",
                      "userIdentity": {"lookupInfo": \#(address)}}]}}]}
                """#)
            return try #require((reply["records"] as? [JSON])?.last, "\(reply)")
        }

        func note(_ user: String) async throws -> JSON {
            try await first(
                "records", user, "shared/records/lookup",
                #"""
                {"zoneID": {"zoneName": "Notes", "ownerRecordName": "_ann"},
                 "records": [{"recordName": "note"}]}
                """#)
        }
    }

    @Test(arguments: [
        #"{"emailAddress": "Bob@Example.org"}"#, #"{"phoneNumber": "+49301298"}"#,
    ])
    func `an invited account resolves, accepts and reads it, another is refused`(
        address: String
    ) async throws {
        try await Stage.with { stage in
            let share = try await stage.share(with: address)
            let guid = try #require(share["shortGUID"] as? String, "\(share)")
            let short = #"{"shortGUIDs": [{"value": "\#(guid)"}]}"#
            for endpoint in ["records/resolve", "records/accept"] {
                let refused = try await stage.first(
                    "results", "eve", "public/\(endpoint)", short)
                #expect(refused["serverErrorCode"] != nil, "\(refused)")
            }
            #expect(try await stage.note("eve")["serverErrorCode"] != nil)
            let found = try await stage.first("results", "bob", "public/records/resolve", short)
            #expect(found["participantPermission"] as? String == "READ_WRITE", "\(found)")
            let owner = found["ownerIdentity"] as? JSON
            #expect((owner?["nameComponents"] as? JSON)?["givenName"] as? String == "Ann")
            #expect(try await stage.note("bob")["serverErrorCode"] != nil)
            let taken = try await stage.first("results", "bob", "public/records/accept", short)
            #expect(taken["participantStatus"] as? String == "ACCEPTED", "\(taken)")
            let note = try await stage.note("bob")
            let title = (note["fields"] as? JSON)?["title"] as? JSON
            #expect(title?["value"] as? String == "Shared", "\(note)")
        }
    }

    @Test func `a hidden account is not found, and accepts what was sent to its address`()
        async throws
    {
        try await Stage.with { stage in
            var change = UserChange()
            change.isDiscoverable = false
            try await stage.server.host.accounts.updateUser("_bob", change)
            for (endpoint, lookup) in [
                ("email", #"{"emailAddress": "bob@example.org"}"#),
                ("id", #"{"userRecordName": "_bob"}"#),
            ] {
                let entry = try await stage.first(
                    "users", "ann", "public/users/lookup/\(endpoint)", #"{"users": [\#(lookup)]}"#)
                #expect(entry["serverErrorCode"] as? String == "NOT_FOUND", "\(entry)")
            }
            let share = try await stage.share(with: #"{"emailAddress": "bob@example.org"}"#)
            let participants = try #require(share["participants"] as? [JSON])
            let invited = participants.first { $0["type"] as? String == "USER" }
            let identity = try #require(invited?["userIdentity"] as? JSON)
            #expect(identity["userRecordName"] == nil, "\(identity)")
            let guid = try #require(share["shortGUID"] as? String)
            let short = #"{"shortGUIDs": [{"value": "\#(guid)"}]}"#
            let refused = try await stage.first("results", "eve", "public/records/accept", short)
            #expect(refused["serverErrorCode"] != nil, "\(refused)")
            let taken = try await stage.first("results", "bob", "public/records/accept", short)
            #expect(taken["participantStatus"] as? String == "ACCEPTED", "\(taken)")
        }
    }

    @Test func `identities are what the accounts say, and follow their changes`() async throws {
        try await Stage.with { stage in
            let caller = try await stage.ask("ann", "public/users/caller", nil)
            #expect(caller["userRecordName"] as? String == "_ann")
            #expect((caller["nameComponents"] as? JSON)?["familyName"] as? String == "Hill")
            let own = caller["lookupInfo"] as? JSON
            #expect(own?["emailAddress"] as? String == "ann@example.org")
            #expect(own?["phoneNumber"] as? String == "+49 30 1297")
            let current = try await stage.ask("ann", "public/users/current", nil)
            #expect(current["firstName"] as? String == "Ann")
            #expect(current["lastName"] as? String == "Hill")

            func discover(_ address: String) async throws -> JSON? {
                let reply = try await stage.ask(
                    "ann", "public/users/discover",
                    #"{"lookupInfos": [{"emailAddress": "\#(address)"}]}"#)
                return (reply["users"] as? [JSON])?.first
            }
            #expect(try await discover("bob@example.org")?["userRecordName"] as? String == "_bob")
            var change = UserChange()
            change.email = "robert@example.org"
            change.givenName = "Robert"
            try await stage.server.host.accounts.updateUser("_bob", change)
            #expect(try await discover("bob@example.org") == nil)
            let renamed = try await discover("robert@example.org")
            #expect((renamed?["nameComponents"] as? JSON)?["givenName"] as? String == "Robert")
            change = UserChange()
            change.isDisabled = true
            try await stage.server.host.accounts.updateUser("_bob", change)
            #expect(try await discover("robert@example.org") == nil)
            try await stage.server.host.accounts.deleteUser("_eve")
            #expect(try await discover("eve@example.org") == nil)
        }
    }

    // MARK: With Apple's names

    private func container(_ stage: Stage, _ user: String) -> CKContainer {
        var settings = LocalCloud.Settings()
        settings.server.apiToken = stage.app
        settings.server.webAuthToken = stage.tokens[user]
        settings.server.requestSeconds = 300
        let url = URL(fileURLWithPath: "/")
        let cloud = LocalCloud(
            .server(URL(string: "http://127.0.0.1:\(stage.server.port)") ?? url),
            settings: settings)
        return cloud.container(TestServer.container)
    }

    @Test func `CKContainer finds the participant, and the invited user accepts the CKShare`()
        async throws
    {
        try await Stage.with { stage in
            let (ann, bob) = (container(stage, "ann"), container(stage, "bob"))
            let eve = container(stage, "eve")
            let found = Mutex<[CKShare.Participant]>([])
            let operation = CKFetchShareParticipantsOperation(userIdentityLookupInfos: [
                CKUserIdentity.LookupInfo(emailAddress: "bob@example.org")
            ])
            await withCheckedContinuation { continuation in
                operation.perShareParticipantResultBlock = { _, result in
                    if let one = try? result.get() { found.withLock { $0.append(one) } }
                }
                operation.fetchShareParticipantsResultBlock = { _ in continuation.resume() }
                ann.add(operation)
            }
            let participant = try #require(found.withLock { $0.first })
            #expect(participant.userIdentity.userRecordID?.recordName == "_bob")
            #expect(participant.userIdentity.nameComponents?.givenName == "Bob")
            let other = try await ann.shareParticipant(forEmailAddress: "nobody@example.org")
            #expect(other.userIdentity.userRecordID == nil)

            participant.permission = .readWrite
            let zone = CKRecordZone(zoneName: "Notes")
            _ = try await ann.privateCloudDatabase.save(zone)
            let note = CKRecord(
                recordType: "Note",
                recordID: CKRecord.ID(recordName: "note", zoneID: zone.zoneID))
            note["title"] = "Shared"
            let share = CKShare(rootRecord: note)
            share.addParticipant(participant)
            let saved = try await ann.privateCloudDatabase.modifyRecords(
                saving: [note, share], deleting: [])
            let stored = try #require(
                try saved.saveResults[share.recordID]?.get() as? CKShare)
            let url = try #require(stored.url)
            await #expect(throws: (any Error).self) { try await eve.shareMetadata(for: url) }
            let metadata = try await bob.shareMetadata(for: url)
            #expect(metadata.ownerIdentity.nameComponents?.givenName == "Ann")
            _ = try await bob.accept(metadata)
            let zones = try await bob.sharedCloudDatabase.allRecordZones()
            let shared = try #require(zones.first)
            let read = try await bob.sharedCloudDatabase.record(
                for: CKRecord.ID(recordName: "note", zoneID: shared.zoneID))
            #expect(read["title"] as? String == "Shared")
        }
    }
}
