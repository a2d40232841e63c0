import Foundation
import RecordService
import Testing
import Synchronization

@Suite struct `Roles` {
    static let schema = """
        DEFINE SCHEMA
        CREATE ROLE editor;
        CREATE ROLE reviewer;
        RECORD TYPE Article (___recordID REFERENCE QUERYABLE, text STRING QUERYABLE,
            GRANT READ, CREATE, WRITE TO editor, GRANT READ TO reviewer);
        RECORD TYPE Draft (___recordID REFERENCE QUERYABLE, text STRING,
            GRANT CREATE TO "_icloud", GRANT READ, WRITE TO "_creator", GRANT READ TO reviewer);
        RECORD TYPE Board (___recordID REFERENCE QUERYABLE, text STRING,
            GRANT READ TO "_world");
        """

    static let denied = Sentence(.permissionFailure, 2007, "READ operation not permitted")

    @Test(arguments: Backing.allCases)
    func `a creator is not a user whose name has other bytes`(backing: Backing) async throws {
        try await backing.withService(schema: try RecordSchema(parsing: Self.schema)) { service in
            let jose = service.session(user: "Jos\u{E9}", device: "d")
            // Canonically equal.
            let other = service.session(user: "Jose\u{301}", device: "d")
            let draft = try await jose.save(
                Record("Draft", RecordID("one"), ["text": "a"]), in: .public)[0]
            #expect(try await jose.names("Draft", of: .public) == ["one"])
            #expect(try await jose.record(draft.id, in: .public)["text"] == "a")
            #expect(try await other.names("Draft", of: .public).isEmpty)
            #expect(
                await failure { _ = try await other.record(draft.id, in: .public) }?.sentence
                    == Self.denied)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a custom role has what is granted to it, and its members alone`(
        backing: Backing
    ) async throws {
        try await backing.withService(schema: try RecordSchema(parsing: Self.schema)) { service in
            let ed = service.session(user: "_ed", device: "d", roles: ["editor"])
            let rev = service.session(user: "_rev", device: "d", roles: ["reviewer"])
            let article = Record("Article", RecordID("one"), ["text": "a"])
            #expect(
                await failure { try await rev.save(article, in: .public) }?.message
                    == "CREATE operation not permitted")
            #expect(
                await failure { try await service.ann.save(article, in: .public) }?.message
                    == "CREATE operation not permitted")
            let saved = try await ed.save(article, in: .public)[0]
            #expect(try await rev.names("Article", of: .public) == ["one"])
            #expect(try await rev.record(saved.id, in: .public)["text"] == "a")
            for stranger in [service.ann, service.anonymous] {
                #expect(
                    await failure { _ = try await stranger.names("Article", of: .public) }?
                        .sentence == Self.denied)
                #expect(
                    await failure { _ = try await stranger.record(saved.id, in: .public) }?
                        .sentence == Self.denied)
            }
            #expect(
                await failure { try await rev.save(saved, in: .public) }?.message
                    == "WRITE operation not permitted")
            #expect(
                await failure { try await rev.delete(saved.id, in: .public) }?.message
                    == "WRITE operation not permitted")
            // Another editor changes what the first one made.
            let other = service.session(user: "_other", device: "d", roles: ["editor", "reviewer"])
            try await other.save(saved, in: .public)
            try await other.delete(saved.id, in: .public)
            // A user that is no longer an editor reads nothing, not even the user's own articles.
            try await ed.save(article, in: .public, policy: .allKeys)
            let former = service.session(user: "_ed", device: "d")
            #expect(
                await failure { _ = try await former.names("Article", of: .public) }?.sentence
                    == Self.denied)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a role sees beside what its members made`(backing: Backing) async throws {
        try await backing.withService(schema: try RecordSchema(parsing: Self.schema)) { service in
            let rev = service.session(user: "_rev", device: "d", roles: ["reviewer"])
            try await service.ann.save(Record("Draft", RecordID("a")), in: .public)
            try await service.bob.save(Record("Draft", RecordID("b")), in: .public)
            #expect(try await service.ann.names("Draft", of: .public) == ["a"])
            #expect(try await rev.names("Draft", of: .public) == ["a", "b"])
            #expect(
                await failure { try await rev.delete(RecordID("a"), in: .public) }?.message
                    == "WRITE operation not permitted")
        }
    }

    @Test(arguments: Backing.allCases)
    func `a role without an account belongs to no user`(backing: Backing) async throws {
        try await backing.withService(schema: try RecordSchema(parsing: Self.schema)) { service in
            let anonymous = service.session(user: nil, device: "d", roles: ["editor"])
            #expect(
                await failure { _ = try await anonymous.names("Article", of: .public) }?.sentence
                    == Self.denied)
            #expect(
                await failure {
                    try await anonymous.save(Record("Article", RecordID("x")), in: .public)
                }?.code == .notAuthenticated)
        }
    }

    @Test(arguments: Backing.allCases)
    func `grants do not hold an administrator back, and privacy does`(
        backing: Backing
    ) async throws {
        try await backing.withService(schema: try RecordSchema(parsing: Self.schema)) { service in
            let admin = service.session(user: "_admin", device: "d", isAdministrator: true)
            let board = try await admin.save(
                Record("Board", RecordID("b"), ["text": "x"]), in: .public)[0]
            #expect(board.system?.createdBy == "_admin")
            try await service.ann.save(Record("Draft", RecordID("a")), in: .public)
            #expect(try await admin.names("Draft", of: .public) == ["a"])
            try await admin.delete(RecordID("a"), in: .public)
            _ = try service.ann.userRecordID()
            _ = try await service.ann.record(RecordID("_ann"), in: .public)
            try await admin.save(
                Record("Users", RecordID("_ann"), [:]), in: .public, policy: .changedKeys)
            try await service.ann.save(Record("Note", RecordID("secret")))
            #expect(
                await failure { _ = try await admin.record(RecordID("secret")) }?.code
                    == .unknownItem)
            // Without a name it still writes, as the store's own user.
            let nameless = service.session(user: nil, device: "d", isAdministrator: true)
            let made = try await nameless.save(Record("Board", RecordID("c")), in: .public)[0]
            #expect(made.system?.createdBy == SaveRequest.defaultUser)
            #expect(
                await failure { _ = try await nameless.names("Note") }?.code == .notAuthenticated)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a user that lost a role is notified no more`(backing: Backing) async throws {
        let members = Members(["_rev"])
        var options = ServiceOptions()
        options.roles = { members.contains($0) ? ["reviewer"] : [] }
        try await backing.withService(
            options: options, schema: try RecordSchema(parsing: Self.schema)
        ) { service in
            let rev = service.session(user: "_rev", device: "d", roles: ["reviewer"])
            _ = try await rev.modifySubscriptions(
                saving: [
                    ServiceSubscription(
                        "all",
                        .query(
                            type: "Draft", predicate: try QueryPredicate(parsing: "TRUEPREDICATE"),
                            zone: nil,
                            fires: [.onCreation]))
                ], in: .public)
            try await service.ann.save(Record("Draft", RecordID("a")), in: .public)
            #expect(rev.missedNotifications(after: 0).count == 1)
            members.remove("_rev")
            try await service.ann.save(Record("Draft", RecordID("b")), in: .public)
            #expect(rev.missedNotifications(after: 0).count == 1)
        }
    }

    @Test func `schemas in use name roles that are kept`() throws {
        let schema = try RecordSchema(parsing: Self.schema)
        #expect(schema.roles == ["editor", "reviewer"])
        let printed = try RecordSchema(parsing: schema.text)
        #expect(printed.types["Article"]?.grants == schema.types["Article"]?.grants)
    }
}

/// The users of a role.
private final class Members: Sendable {
    private let names: Mutex<Set<String>>
    init(_ names: Set<String>) { self.names = Mutex(names) }
    func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
    func remove(_ name: String) { _ = names.withLock { $0.remove(name) } }
}
