import Foundation
import Testing

@testable import RecordService

/// What is not handed out with an error, or with a save that succeeds.
@Suite struct `Unreadable records` {
    static let schema = """
        DEFINE SCHEMA
        RECORD TYPE Secret (___recordID REFERENCE QUERYABLE, text STRING,
            GRANT CREATE TO "_icloud", GRANT READ, WRITE TO "_creator");
        RECORD TYPE Box (___recordID REFERENCE QUERYABLE, text STRING, note STRING,
            GRANT CREATE, WRITE TO "_icloud", GRANT READ TO "_creator");
        RECORD TYPE Open (___recordID REFERENCE QUERYABLE, text STRING,
            GRANT READ, CREATE, WRITE TO "_icloud");
        """

    @Test(
        arguments: Backing.allCases, [SavePolicy.ifServerRecordUnchanged, .changedKeys, .allKeys])
    func `a caller without write access learns no more than that`(
        backing: Backing, policy: SavePolicy
    ) async throws {
        try await backing.withService(schema: try RecordSchema(parsing: Self.schema)) { service in
            let id = RecordID("s1")
            let mine = try await service.ann.save(
                Record("Secret", id, ["text": "ANN PRIVATE"]), in: .public)[0]
            var tagged = Record("Secret", id, ["text": "bob"])
            tagged.system = mine.system
            tagged.system?.changeTag = "zz"
            // By its name, by a version, and as another type that the user may write.
            for record in [
                Record("Secret", id, ["text": "bob"]), tagged, Record("Open", id, ["text": "b"]),
                Record("Fresh", id, ["text": "b"]),
            ] {
                let error = await failure {
                    try await service.bob.save(record, in: .public, policy: policy)
                }
                #expect(
                    error?.sentence
                        == Sentence(.permissionFailure, 2007, "WRITE operation not permitted"))
                #expect(error?.conflict == nil)
                #expect(error?.context["serverEtag"] == nil)
            }
            let result = try await service.bob.modify(
                SaveRequest(
                    saves: [], deletions: [SaveRequest.Deletion(id, changeTag: "zz")]),
                in: .public)
            #expect(result.deletions.first?.error?.code == .permissionFailure)
            #expect(result.deletions.first?.error?.conflict == nil)
            // A user that may read the record gets it with the conflict.
            let own = await failure { try await service.ann.save(tagged, in: .public) }
            #expect(own?.code == .serverRecordChanged)
            #expect(own?.conflict?.server?["text"] == "ANN PRIVATE")
            #expect(own?.context["serverEtag"] == mine.system?.changeTag)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a caller with write but no read access gets a conflict, not the record`(
        backing: Backing
    ) async throws {
        try await backing.withService(schema: try RecordSchema(parsing: Self.schema)) { service in
            let id = RecordID("b1")
            try await service.ann.save(Record("Box", id, ["text": "ANN PRIVATE"]), in: .public)
            let again = Record("Box", id, ["note": "bob"])
            let error = await failure { try await service.bob.save(again, in: .public) }
            #expect(error?.code == .serverRecordChanged)
            #expect(error?.conflict?.server == nil)
            #expect(error?.conflict?.client["note"] == "bob")
            let deleted = try await service.bob.modify(
                SaveRequest(
                    saves: [], deletions: [SaveRequest.Deletion(id, changeTag: "zz")]),
                in: .public
            ).deletions.first?.error
            #expect(deleted?.code == .serverRecordChanged)
            #expect(deleted?.conflict?.server == nil)
            #expect(deleted?.context["serverEtag"] == nil)
            // What is merged into the record does not bring the rest of it.
            let merged = try await service.bob.save(again, in: .public, policy: .changedKeys)[0]
            #expect(merged.fields == ["note": "bob"])
            #expect(merged.system?.changeTag.isEmpty == false)
            let whole = try await service.ann.record(id, in: .public)
            #expect(whole.fields == ["note": "bob", "text": "ANN PRIVATE"])
            // An administrator sees everything.
            let admin = service.session(user: "_admin", device: "d", isAdministrator: true)
            let seen = await failure { try await admin.save(again, in: .public) }
            #expect(seen?.conflict?.server?["text"] == "ANN PRIVATE")
        }
    }

    // MARK: Bounds

    @Test func `a subscription that is too large to stay in memory is refused`() async throws {
        try await Backing.memory.withService { service async throws in
            func refusal(_ info: Data) async throws -> ServiceError? {
                let subscription = ServiceSubscription("s", .database(type: nil), info: info)
                return try await service.ann.modifySubscriptions(
                    saving: [subscription], in: .private
                ).saves[0].error
            }
            #expect(try await refusal(Data(count: 200_000)) == nil)
            let error = try await refusal(Data(count: 300_000))
            #expect(error?.code == .limitExceeded)
            #expect(error?.message.contains("bytes for a subscription") == true)
            let kept = try await service.ann.subscriptions(in: .private)
            #expect(kept.map(\.info?.count) == [200_000])
        }
    }

    @Test(arguments: Backing.allCases)
    func `a user has 200 subscriptions at most`(backing: Backing) async throws {
        try await backing.withService { service in
            let many = (0..<201).map { ServiceSubscription("s\($0)", .database(type: nil)) }
            let result = try await service.ann.modifySubscriptions(saving: many, in: .private)
            #expect(result.saves.prefix(200).allSatisfy { $0.error == nil })
            #expect(result.saves[200].error?.code == .limitExceeded)
            #expect(result.saves[200].error?.message.contains("200 subscriptions") == true)
            // One that is there may be replaced, and others have their own.
            let again = try await service.ann.modifySubscriptions(
                saving: [many[3]], in: .private)
            #expect(again.saves[0].error == nil)
            let bobs = try await service.bob.modifySubscriptions(saving: [many[3]], in: .private)
            #expect(bobs.saves[0].error == nil)
        }
    }

    @Test(arguments: Backing.allCases)
    func `marks are kept of zones that are there, and not without end`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            let zones = (0..<50).map { ZoneID("z\($0)") }
            _ = try await service.ann.modifyZones(saving: zones, in: .private)
            let nowhere = ZoneID("nowhere")
            try await service.ann.keepMark(
                Data([1, 2]), of: [zones[0], nowhere, .default], in: .private)
            #expect(try await service.ann.mark(of: zones[0], in: .private) == Data([1, 2]))
            #expect(try await service.ann.mark(of: .default, in: .private) == Data([1, 2]))
            #expect(try await service.ann.mark(of: nowhere, in: .private) == nil)
            #expect(try await service.bob.mark(of: zones[0], in: .private) == nil)
            let long = Data(repeating: 7, count: 100_001)
            #expect(
                await failure {
                    try await service.ann.keepMark(long, of: [zones[0]], in: .private)
                }?.code == .limitExceeded)
            #expect(
                await failure {
                    try await service.ann.keepMark(
                        long.dropLast(), of: Set(zones), in: .private)
                }?.code == .limitExceeded)
            // Those of another device make room.
            let pad = service.session(user: "_ann", device: "pad")
            try await pad.keepMark(
                long.dropLast(), of: Set(zones.prefix(40)), in: .private)
            #expect(try await pad.mark(of: zones[39], in: .private)?.count == 100_000)
            #expect(try await service.ann.mark(of: zones[0], in: .private) == nil)
            // A zone that is made again is another one.
            let named = ZoneID("z39", owner: "_ann")
            _ = try await service.ann.modifyZones(deleting: [named], in: .private)
            _ = try await service.ann.modifyZones(saving: [zones[39]], in: .private)
            #expect(try await pad.mark(of: zones[39], in: .private) == nil)
            #expect(try await pad.mark(of: zones[3], in: .private)?.count == 100_000)
        }
    }

    @Test(arguments: Backing.allCases)
    func `no other key makes a cursor`(backing: Backing) async throws {
        try await backing.withService { service in
            for number in 0..<3 {
                try await service.ann.save(Record("N", RecordID("n\(number)"), ["n": .int(1)]))
            }
            let home = CursorPlace.Home(
                container: "iCloud.test/development", database: .private, user: "_ann")
            var query = RecordQuery("N", where: try QueryPredicate(parsing: "n MATCHES 'a'"))
            query.profile = .everything
            let place = CursorPlace(home: home, query: query)
            let forged = try place.cursor(key: Data(repeating: 0, count: 32))
            #expect(
                await failure {
                    _ = try await service.ann.query(continuing: forged, in: .private)
                }?.message == "The cursor is damaged")
            // What the program asks itself, a request of the web services may not go on with.
            query = RecordQuery("N", limit: 1)
            query.profile = .everything
            let page = try await service.ann.query(query, in: .private)
            let cursor = try #require(page.cursor)
            #expect(
                await failure {
                    _ = try await service.ann.query(
                        continuing: cursor, desiredKeys: nil, limit: 1, pageBytes: nil,
                        isRestricted: true, in: .private)
                }?.code == .invalidArguments)
            // A cursor outlives the service that gave it.
            let later = RecordService(store: service.store, container: "iCloud.test")
            let next = try await later.ann.query(continuing: cursor, limit: 5, in: .private)
            #expect(next.records.count == 2)
        }
    }

    @Test func `a pattern that takes too long is the asker's`() async throws {
        try await Backing.sqlite.withService { service in
            try await service.ann.save(
                Record("N", RecordID("n"), ["t": .text(String(repeating: "a", count: 60) + "!")]))
            var query = RecordQuery(
                "N", where: try QueryPredicate(parsing: "t MATCHES '(a+)+(a+)+$'"))
            query.profile = .everything
            let error = await failure { _ = try await service.ann.query(query, in: .private) }
            #expect(error?.code == .limitExceeded)
        }
    }
}
