import Foundation
import RecordService
import Testing

@Suite struct `Accounts and rights` {
    static let unauthenticated = Sentence(
        .notAuthenticated, 1002, "This request requires an authenticated account")

    @Test(arguments: Backing.allCases)
    func `an anonymous caller has no private or shared database`(backing: Backing) async throws {
        try await backing.withService { service in
            for database in [ServiceSession.Database.private, .shared] {
                let error = await failure {
                    _ = try await service.anonymous.query(RecordQuery("Note"), in: database)
                }
                #expect(error?.sentence == Self.unauthenticated)
                #expect(error?.code.rawValue == 9)
            }
            #expect(service.anonymous.accountStatus() == .noAccount)
            #expect(service.ann.accountStatus() == .available)
            #expect(throws: ServiceError.self) { try service.anonymous.userRecordID() }
            let own = try service.ann.userRecordID()
            #expect(own == RecordID("_ann"))
        }
    }

    @Test(arguments: Backing.allCases)
    func `an address goes with the user that was given it last`(backing: Backing) async throws {
        try await backing.withService { service in
            for (user, emails) in [("_ann", ["a@x"]), ("_bob", ["A@x"]), ("_ann", ["b@x"])] {
                try await service.setIdentity(UserIdentity(user: user, emails: emails))
            }
            #expect(try await service.user(email: "a@x") == "_bob")
            #expect(try await service.user(email: "b@x") == "_ann")
            try await service.setIdentity(UserIdentity(user: "_ann"))
            #expect(try await service.user(email: "b@x") == nil)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a user that is not to be found is not found by an address`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            var ann = UserIdentity(user: "_ann", emails: ["a@x"], phones: ["+49"])
            ann.isDiscoverable = false
            try await service.setIdentity(ann)
            #expect(try await service.user(email: "a@x") == nil)
            #expect(try await service.user(phone: "+49") == nil)
            ann.isDiscoverable = true
            try await service.setIdentity(ann)
            #expect(try await service.user(email: "a@x") == "_ann")
            #expect(try await service.user(phone: "+49") == "_ann")
        }
    }

    @Test(arguments: Backing.allCases)
    func `an anonymous caller reads the public database and writes nothing`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await service.ann.save(Record("City", RecordID("paris")), in: .public)
            #expect(try await service.anonymous.names("City", of: .public) == ["paris"])
            let rome = Record("City", RecordID("rome"))
            let created = await failure { try await service.anonymous.save(rome, in: .public) }
            let refused = Sentence(
                .notAuthenticated, 1002, "This request requires an authenticated account")
            #expect(created?.sentence == refused)
            let deleted = await failure {
                try await service.anonymous.delete(RecordID("paris"), in: .public)
            }
            #expect(deleted?.sentence == refused)
            #expect(try await service.ann.names("City", of: .public) == ["paris"])
        }
    }

    @Test(arguments: Backing.allCases)
    func `a public record is changed and deleted by its creator only`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            let paris = try await service.ann.save(
                Record("City", RecordID("paris")), in: .public)[0]
            let refused = Sentence(.permissionFailure, 2007, "WRITE operation not permitted")
            let changed = await failure { try await service.bob.save(paris, in: .public) }
            #expect(changed?.sentence == refused)
            let deleted = await failure {
                try await service.bob.delete(paris.id, in: .public)
            }
            #expect(deleted?.sentence == refused)
            try await service.ann.save(paris, in: .public)
            try await service.ann.delete(paris.id, in: .public)
            #expect(try await service.bob.names("City", of: .public).isEmpty)
        }
    }

    @Test(arguments: Backing.allCases)
    func `grants decide about creating, writing and reading`(backing: Backing) async throws {
        let schema = try RecordSchema(
            parsing: """
                DEFINE SCHEMA
                RECORD TYPE Wiki (___recordID REFERENCE QUERYABLE, text STRING QUERYABLE,
                    GRANT READ TO "_world", GRANT CREATE, WRITE TO "_icloud");
                RECORD TYPE Locked (___recordID REFERENCE QUERYABLE, text STRING,
                    GRANT READ TO "_world");
                RECORD TYPE Diary (___recordID REFERENCE QUERYABLE, text STRING QUERYABLE,
                    GRANT CREATE TO "_icloud", GRANT READ, WRITE TO "_creator");
                RECORD TYPE Members (___recordID REFERENCE QUERYABLE, text STRING,
                    GRANT CREATE, READ TO "_icloud");
                """)
        try await backing.withService(schema: schema) { service in
            // Everybody who is signed in writes a wiki.
            let page = try await service.ann.save(
                Record("Wiki", RecordID("page"), ["text": "a"]), in: .public)[0]
            try await service.bob.save(page, in: .public)
            // No user creates records of a locked type.
            let locked = await failure {
                try await service.ann.save(Record("Locked", RecordID("l")), in: .public)
            }
            #expect(locked?.message == "CREATE operation not permitted")
            // A diary is read by its writer.
            for (user, name) in [(service.ann, "a"), (service.ann, "a2"), (service.bob, "b")] {
                try await user.save(
                    Record("Diary", RecordID(name), ["text": "x"]), in: .public)
            }
            #expect(try await service.bob.names("Diary", of: .public) == ["b"])
            #expect(try await service.ann.names("Diary", "text = 'x'", of: .public) == ["a", "a2"])
            let first = try await service.ann.query(
                RecordQuery("Diary", limit: 1), in: .public)
            #expect(first.records.map(\.id.name) == ["a"])
            let cursor = try #require(first.cursor)
            let second = try await service.ann.query(
                continuing: cursor, limit: 1, in: .public)
            #expect(second.records.map(\.id.name) == ["a2"])
            #expect(second.cursor == nil)
            let denied = Sentence(.permissionFailure, 2007, "READ operation not permitted")
            #expect(
                await failure { _ = try await service.anonymous.names("Diary", of: .public) }?
                    .sentence == denied)
            #expect(
                await failure { _ = try await service.bob.record(RecordID("a"), in: .public) }?
                    .sentence == denied)
            #expect(try await service.ann.record(RecordID("a"), in: .public)["text"] == "x")
            // Members only.
            try await service.ann.save(Record("Members", RecordID("m")), in: .public)
            #expect(try await service.bob.names("Members", of: .public) == ["m"])
            #expect(
                await failure { _ = try await service.anonymous.names("Members", of: .public) }?
                    .sentence == denied)
        }
    }

    @Test(arguments: Backing.allCases)
    func `private databases know nothing of each other`(backing: Backing) async throws {
        try await backing.withService { service in
            try await service.ann.save(Record("Note", RecordID("n"), ["t": "secret"]))
            try await service.bob.save(Record("Note", RecordID("b")))
            #expect(try await service.bob.names("Note") == ["b"])
            #expect(
                await failure { _ = try await service.bob.record(RecordID("n")) }?.sentence
                    == Sentence(.unknownItem, 2003, "Record not found"))
        }
    }

    @Test(arguments: Backing.allCases)
    func `a user's own record is there, and only that user may change it`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            let id = try service.ann.userRecordID()
            for database in [ServiceSession.Database.public, .private] {
                var record = try await service.ann.record(id, in: database)
                #expect(record.type == "Users")
                record["nick"] = "annie"
                record = try await service.ann.save(record, in: database)[0]
                #expect(try await service.ann.record(id, in: database)["nick"] == "annie")
            }
            let stored = try await service.bob.record(id, in: .public)
            #expect(stored["nick"] == "annie")
            #expect(
                await failure { try await service.bob.save(stored, in: .public) }?.message
                    == "WRITE operation not permitted")
            #expect(
                await failure { try await service.bob.delete(id, in: .public) }?.message
                    == "WRITE operation not permitted")
            #expect(
                await failure {
                    _ = try await service.bob.record(RecordID("_eve"), in: .public)
                }?.code == .unknownItem)
        }
    }
}
