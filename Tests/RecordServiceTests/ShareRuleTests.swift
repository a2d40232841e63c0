import Foundation
import RecordService
import TestRandom
import Testing

// What shares must be, and what of them is seen.
extension Shares {
    // MARK: What shares must be

    @Test(arguments: Backing.allCases)
    func `shares are refused where they cannot be`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            try await service.ann.save(Record("Note", RecordID("plain")))
            let inDefault = await failure {
                try await service.ann.save(
                    Share(RecordID("s"), root: RecordID("plain")).record)
            }
            #expect(inDefault?.code == .invalidArguments)
            let missing = await failure {
                try await service.ann.save(
                    Share(Self.own("s"), root: Self.own("nothing")).record)
            }
            #expect(missing?.message == "Cannot share - no such record exists to share")
            try await Self.share(service, with: [])
            for root in ["root", "child"] {
                let again = await failure {
                    try await service.ann.save(
                        Share(Self.own("s"), root: Self.own(root)).record)
                }
                #expect(again?.code == .alreadyShared)
            }
            #expect(
                await failure { try await service.ann.save(Share(of: Self.zone).record) }?.code
                    == .alreadyShared)
            let inPublic = await failure {
                try await service.ann.save(
                    Share(RecordID("s"), root: RecordID("plain")).record, in: .public)
            }
            #expect(inPublic?.code == .invalidArguments)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a request gives a record one share`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            // One that is refused, since there is none to be changed, is none.
            var changed = Share(Self.own("d"), root: Self.own("other")).record
            changed.system = SystemFields(
                created: .now, createdBy: "", modified: .now, modifiedBy: "", changeTag: "zz")
            let shares = [
                Share(Self.own("a"), root: Self.own("root")).record,
                Share(Self.own("b"), root: Self.own("root")).record,
                Share(of: Self.zone).record, changed,
                Share(Self.own("c"), root: Self.own("other")).record,
            ]
            let result = try await service.ann.modify(
                SaveRequest(saving: shares, isAtomic: false), in: .private)
            #expect(
                result.saves.map { $0.error?.code }
                    == [nil, .alreadyShared, .alreadyShared, .unknownItem, nil])
            #expect(try await service.ann.record(Self.own("root")).share == Self.own("a"))
        }
    }

    @Test(arguments: Backing.allCases)
    func `a request deletes a share and shares its root again`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            try await Self.share(service, "root", as: "a", with: Self.invited())
            var last = "a"
            for (isAtomic, next) in [(true, "b"), (false, "c")] {
                let result = try await service.ann.modify(
                    SaveRequest(
                        saving: [Share(Self.own(next), root: Self.own("root")).record],
                        deleting: [Self.own(last)], isAtomic: isAtomic), in: .private)
                #expect(result.saves.map { $0.error?.code } == [nil])
                #expect(try await service.ann.record(Self.own("root")).share == Self.own(next))
                last = next
            }
            // A share that stays, since its deletion is refused, is in the way.
            let stale = SaveRequest(
                saves: [.init(Share(Self.own("d"), root: Self.own("root")).record)],
                deletions: [.init(Self.own(last), changeTag: "zz")], isAtomic: false)
            let result = try await service.ann.modify(stale, in: .private)
            #expect(result.saves.map { $0.error?.code } == [.alreadyShared])
            #expect(try await service.ann.record(Self.own("root")).share == Self.own(last))
        }
    }

    @Test(arguments: Backing.allCases)
    func `shares work where the schema is fixed`(backing: Backing) async throws {
        let schema = try RecordSchema(
            parsing: """
                DEFINE SCHEMA
                RECORD TYPE Note (___recordID REFERENCE QUERYABLE, text STRING QUERYABLE);
                """)
        for environment in [StoreEnvironment.production, .development(strict: true)] {
            try await backing.withService(environment, schema: schema) { service in
                try await Self.fill(service)
                let (_, url) = try await Self.share(service, with: Self.invited())
                try await service.bob.acceptShare(url)
                #expect(
                    try await service.bob.names("Note", in: Self.seen, of: .shared).count == 3)
                // The schema file does not know of shares, and takes nothing away.
                try await service.store.setSchema(schema)
                #expect(
                    try await service.bob.names("Note", in: Self.seen, of: .shared).count == 3)
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `the shared database has no zones of the user's own`(backing: Backing) async throws {
        try await backing.withService { service in
            let own = Sentence(
                .invalidArguments, 1010, "Only shared zones can be accessed in the shared DB")
            #expect(
                await failure {
                    _ = try await service.bob.names("Note", in: Self.zone, of: .shared)
                }?.sentence == own)
            #expect(
                await failure { _ = try await service.bob.names("Note", of: .shared) }?.message
                    == "SharedDB does not support Zone Wide queries")
            #expect(
                await failure {
                    try await service.bob.save(Record("Note", RecordID("x")), in: .shared)
                }?.sentence == own)
            let result = try await service.bob.modifyZones(saving: [Self.zone], in: .shared)
            #expect(result.saves[0].error?.sentence == own)
        }
    }

    @Test(arguments: Backing.allCases)
    func `random moves leave a participant with exactly what is below the root`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (_, url) = try await Self.share(service, with: Self.invited(.readWrite))
            try await service.bob.acceptShare(url)
            var replica = Replica(limit: 2)
            var random = RandomNumbers(seed: 7)
            var parents: [String: String?] = [
                "root": nil, "child": "root", "grandchild": "child", "other": nil,
                "below-other": "other",
            ]
            for step in 0..<120 {
                let names = parents.keys.sorted()
                let name = random.pick(names)
                switch random.number(0...3) {
                case 0:
                    let fresh = "f\(step)"
                    parents[fresh] = .some(name)
                    try await service.ann.save(Self.note(fresh, below: name))
                case 1:
                    guard name != "root", !parents.values.contains(name) else { continue }
                    parents[name] = nil
                    try await service.ann.delete(Self.own(name))
                case 2:
                    guard name != "root" else { continue }
                    let target = random.pick(names)
                    var above: String? = target
                    while let next = above, next != name { above = parents[next] ?? nil }
                    guard above == nil else { continue }
                    parents[name] = .some(target)
                    var record = try await service.ann.record(Self.own(name))
                    record.parent = Self.own(target)
                    try await service.ann.save(record)
                default:
                    var record = try await service.ann.record(Self.own(name))
                    record["text"] = .text("\(step)")
                    try await service.ann.save(record)
                }
                if random.number(0...2) == 0 { try await replica.follow(service.bob) }
            }
            try await replica.follow(service.bob)
            var expected: Set<String> = ["share"]
            for name in parents.keys {
                var above: String? = name
                while let next = above, next != "root" { above = parents[next] ?? nil }
                if above == "root" { expected.insert(name) }
            }
            #expect(Set(replica.names) == expected)
            for (id, record) in replica.records where record.type == "Note" {
                #expect(try await service.bob.record(id, in: .shared) == record)
            }
            let found = try await service.bob.names("Note", in: Self.seen, of: .shared)
            #expect(Set(found).union(["share"]) == expected)
        }
    }

    /// What Bob's device has, from the change feed alone.
    struct Replica {
        var limit: Int?
        var records: [RecordID: Record] = [:]
        var token: ChangeToken?
        var database: ChangeToken?
        var lastChanged: [String] = []
        var lastDeleted: [String] = []
        var lastZones: [ZoneID] = []
        var pages = 0

        init(limit: Int? = nil) { self.limit = limit }

        var names: [String] { records.keys.map(\.name).sorted() }

        mutating func follow(_ session: ServiceSession) async throws {
            lastChanged = []
            lastDeleted = []
            let news = try await session.databaseChanges(in: .shared, since: database)
            lastZones = news.changed
            database = ChangeToken(data: news.token.data)
            for zone in news.changed {
                while true {
                    let changes = try await session.changes(
                        zone: zone, in: .shared, since: token, limit: limit)
                    pages += 1
                    if let limit {
                        #expect(changes.changed.count + changes.deleted.count <= limit)
                    }
                    for record in changes.changed { records[record.id] = record }
                    for deletion in changes.deleted { records[deletion.id] = nil }
                    lastChanged += changes.changed.map(\.id.name)
                    lastDeleted += changes.deleted.map(\.id.name)
                    token = ChangeToken(data: changes.token.data)
                    if !changes.moreComing { break }
                }
            }
            lastChanged.sort()
            lastDeleted.sort()
        }
    }
}

extension Shares {
    @Test(arguments: Backing.allCases)
    func `an owner invites, and only the invited accepts`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let forced = [
                Share.Participant(user: "_bob", permission: .readWrite, acceptance: .accepted)
            ]
            let (share, url) = try await Self.share(service, with: forced)
            #expect(Share(share)?.participants[0].acceptance == .pending)
            #expect(try await service.bob.zones(in: .shared).isEmpty)
            try await service.bob.acceptShare(url)
            // A stale copy, saved over whatever is there, does not throw Bob out.
            try await service.ann.save(share, policy: .allKeys)
            #expect(try await service.bob.zones(in: .shared).count == 1)
            let twice = [Self.invited(), Self.invited()].flatMap(\.self)
            let record = try await service.ann.record(share.id)
            var wrong = try #require(Share(record))
            wrong.participants = twice
            #expect(
                await failure { try await service.ann.save(wrong.written(to: record)) }?.code
                    == .participantAlreadyInvited)
            wrong.participants = (0...100).map { Share.Participant(user: "_u\($0)") }
            #expect(
                await failure { try await service.ann.save(wrong.written(to: record)) }?.code
                    == .tooManyParticipants)
        }
    }

    @Test(arguments: Backing.allCases, [false, true])
    func `an administrator changes the participants of a share, and nothing else`(
        backing: Backing, isWhole: Bool
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let administrator = Share.Participant(user: "_bob", role: .administrator)
            let (made, url) =
                isWhole
                ? try await Self.shareZone(service, with: [administrator])
                : try await Self.share(service, with: [administrator])
            let (name, root) = (made.id.name, Share(made)?.root)
            let eve = service.session(user: "_eve", device: "e")
            try await service.bob.acceptShare(url)
            func refusal(_ change: (inout Share) -> Void) async throws -> String? {
                let record = try await service.bob.record(Self.seen(name), in: .shared)
                var share = try #require(Share(record))
                change(&share)
                let changed = share.written(to: record)
                return await failure {
                    try await service.bob.save(changed, in: .shared)
                }?.message
            }
            let denied = "WRITE operation not permitted"
            let added = try await refusal { $0.participants.append(.init(user: "_eve")) }
            #expect(added == nil)
            try await eve.acceptShare(url)
            #expect(try await eve.zones(in: .shared).map(\.id) == [Self.seen])
            // Eve is no administrator.
            let seen = try await eve.record(Self.seen(name), in: .shared)
            var alone = try #require(Share(seen))
            alone.participants.removeAll { $0.user != "_eve" }
            let without = alone.written(to: seen)
            #expect(await failure { try await eve.save(without, in: .shared) }?.message == denied)
            let opened = try await refusal { $0.publicPermission = .readWrite }
            #expect(opened == denied)
            var named = try await service.bob.record(Self.seen(name), in: .shared)
            named["cloudkit.title"] = "Bob's"
            let title = named
            #expect(
                await failure { try await service.bob.save(title, in: .shared) }?.message == denied)
            let removed = try await refusal { $0.participants.removeAll { $0.user == "_eve" } }
            #expect(removed == nil)
            #expect(try await eve.zones(in: .shared).isEmpty)
            let share = Share(try await service.ann.record(Self.own(name)))
            #expect(share?.participants.map(\.user) == ["_bob"])
            #expect(share?.root == root)
            #expect(try await service.bob.shareMetadata(url: url).role == .administrator)
            // As a participant like others the same user changes nothing more.
            try await Self.changeShare(service, name) { $0.participants[0].role = .privateUser }
            let later = try await refusal { $0.participants.append(.init(user: "_eve")) }
            #expect(later == denied)
            // The identifier of a participant that accepted makes no other user one.
            try await Self.changeShare(service, name) { $0.participants[0].user = "_eve" }
            #expect(try await eve.zones(in: .shared).isEmpty)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a share is whole whatever fields are wanted`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (share, _) = try await Self.share(service, with: Self.invited())
            let found = try await service.ann.records(
                [share.id, Self.own("root")], in: .private, desiredKeys: [])
            #expect(found[share.id]?.value.flatMap { Share($0) } == Share(share))
            #expect(found[Self.own("root")]?.value?.fields == [:])
            let changes = try await service.ann.changes(
                zone: Self.zone, in: .private, since: nil, desiredKeys: [])
            let changed = changes.changed.first { $0.id == share.id }
            #expect(changed.flatMap { Share($0) } == Share(share))
            let page = try await service.ann.query(
                RecordQuery(Share.recordType, in: .zone(Self.zone), desiredKeys: []), in: .private)
            #expect(page.records.map { Share($0) } == [Share(share)])
        }
    }
}

extension Shares {
    @Test(arguments: Backing.allCases)
    func `an exported schema shows of shares what an app may know`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            try await Self.share(service, with: Self.invited())
            let text = try await service.store.schema().text
            #expect(text.contains("\"cloudkit.title\""))
            #expect(!text.contains("participants"))
            // And goes back in, without harm to the share.
            let changes = try await service.store.setSchema(try RecordSchema(parsing: text))
            #expect(changes.isEmpty)
        }
    }
}
