import Foundation
import RecordService
import Testing

@Suite struct `Shares` {
    static let zone = ZoneID("Notes")
    /// The zone as Bob names it.
    static let seen = ZoneID("Notes", owner: "_ann")

    static func own(_ name: String) -> RecordID { RecordID(name, zone: zone) }
    static func seen(_ name: String) -> RecordID { RecordID(name, zone: seen) }

    static func note(_ name: String, below parent: String? = nil) -> Record {
        var record = Record("Note", own(name), ["text": .text(name)])
        record.parent = parent.map { own($0) }
        return record
    }

    /// Notes of Ann's: `root` with `child` and `grandchild` below it, and `other` beside.
    static func fill(_ service: RecordService) async throws {
        _ = try await service.ann.modifyZones(saving: [zone], in: .private)
        try await service.ann.save(
            note("root"), note("child", below: "root"), note("grandchild", below: "child"),
            note("other"), note("below-other", below: "other"))
    }

    /// Shares `root`; gives the share as saved and its URL.
    @discardableResult
    static func share(
        _ service: RecordService, _ name: String = "root", as shareName: String = "share",
        with participants: [Share.Participant], publicly: Share.Permission = .none
    ) async throws -> (Record, URL) {
        var root = try await service.ann.record(own(name))
        let share = Share(
            own(shareName), root: root.id, participants: participants, publicPermission: publicly)
        root.share = share.id
        let saved = try await service.ann.save(share.record, root)[0]
        return (saved, try #require(service.shareURL(of: saved)))
    }

    /// Shares the whole zone.
    static func shareZone(
        _ service: RecordService, with participants: [Share.Participant]
    ) async throws -> (Record, URL) {
        var share = Share(of: zone)
        share.participants = participants
        let saved = try await service.ann.save(share.record)[0]
        return (saved, try #require(service.shareURL(of: saved)))
    }

    static func invited(_ permission: Share.Permission = .readOnly) -> [Share.Participant] {
        [Share.Participant(user: "_bob", permission: permission)]
    }

    static func changeShare(
        _ service: RecordService, _ name: String = "share", _ body: (inout Share) -> Void
    ) async throws {
        let record = try await service.ann.record(own(name))
        var share = try #require(Share(record))
        body(&share)
        try await service.ann.save(share.written(to: record))
    }

    // MARK: Accepting

    @Test(arguments: Backing.allCases)
    func `an invitation is seen, accepted, and then the hierarchy is there`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (share, url) = try await Self.share(service, with: Self.invited())
            #expect(url.absoluteString.hasPrefix("https://www.icloud.com/share/"))
            #expect(try await service.ann.record(Self.own("root")).share == share.id)
            #expect(try await service.bob.zones(in: .shared).isEmpty)

            let metadata = try await service.bob.shareMetadata(url: url, fetchesRoot: true)
            #expect(metadata.acceptance == .pending)
            #expect(metadata.role == .privateUser)
            #expect(metadata.permission == .readOnly)
            #expect(metadata.owner == "_ann")
            #expect(metadata.rootID == Self.seen("root"))
            #expect(metadata.root?["text"] == "root")
            #expect(metadata.share.id == Self.seen("share"))

            let accepted = try await service.bob.acceptShare(url)
            #expect(Share(accepted)?.participants[0].acceptance == .accepted)
            try await service.bob.acceptShare(url)
            #expect(
                Share(try await service.ann.record(share.id))?.participants.count == 1)
            #expect(
                try await service.bob.shareMetadata(url: url).acceptance == .accepted)
            #expect(try await service.ann.shareMetadata(url: url).role == .owner)

            #expect(try await service.bob.zones(in: .shared).map(\.id) == [Self.seen])
            let all = ["child", "grandchild", "root"]
            #expect(try await service.bob.names("Note", in: Self.seen, of: .shared) == all)
            for name in all + ["share"] {
                #expect(
                    try await service.bob.record(Self.seen(name), in: .shared).id
                        == Self.seen(name))
            }
            for name in ["other", "below-other", "nothing"] {
                let error = await failure {
                    _ = try await service.bob.record(Self.seen(name), in: .shared)
                }
                #expect(error?.sentence == Sentence(.unknownItem, 2003, "Record not found"))
            }
            // Eve was not invited.
            let eve = service.session(user: "_eve", device: "e")
            let error = await failure { try await eve.acceptShare(url) }
            #expect(error?.sentence == Sentence(.unknownItem, 2003, "Share not found"))
            #expect(try await eve.zones(in: .shared).isEmpty)
            #expect(
                await failure {
                    _ = try await eve.names("Note", in: Self.seen, of: .shared)
                }?.code == .zoneNotFound)
        }
    }

    @Test(arguments: Backing.allCases)
    func `pages of a shared hierarchy hold what may be seen`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            for number in 0..<20 {
                try await service.ann.save(
                    Self.note(
                        "n\(number + 10)", below: number.isMultiple(of: 2) ? "root" : "other"))
            }
            let (_, url) = try await Self.share(service, with: Self.invited())
            try await service.bob.acceptShare(url)
            var names: [String] = []
            let query = ServiceQuery("Note", in: Self.seen, limit: 4)
            var page = try await service.bob.query(query, in: .shared)
            while true {
                names += page.records.map(\.id.name)
                guard let cursor = page.cursor else { break }
                #expect(page.records.count == 4)
                page = try await service.bob.query(continuing: cursor, limit: 4, in: .shared)
            }
            let even = stride(from: 10, to: 30, by: 2).map { "n\($0)" }
            #expect(names == (["child", "grandchild", "root"] + even).sorted())
        }
    }

    @Test(arguments: Backing.allCases)
    func `an address invites whoever has it`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (_, url) = try await Self.share(
                service, with: [Share.Participant(email: "Bob@example.org")])
            #expect(
                await failure { try await service.bob.acceptShare(url) }?.code
                    == .participantMayNeedVerification)
            try await service.setIdentity(
                UserIdentity(user: "_bob", emails: ["bob@example.org"]))
            #expect(try await service.user(email: "BOB@example.org") == "_bob")
            try await service.bob.acceptShare(url)
            #expect(
                try await service.bob.names("Note", in: Self.seen, of: .shared).count == 3)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a public share lets everybody in who has the URL, until it is none`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (_, url) = try await Self.share(service, with: [], publicly: .readWrite)
            let accepted = try await service.bob.acceptShare(url)
            #expect(Share(accepted)?.participants[0].role == .publicUser)
            var child = try await service.bob.record(Self.seen("child"), in: .shared)
            child["text"] = "Bob was here"
            try await service.bob.save(child, in: .shared)
            #expect(
                try await service.ann.record(Self.own("child"))["text"] == "Bob was here")
            try await Self.changeShare(service) { $0.publicPermission = .readOnly }
            let denied = await failure { try await service.bob.save(child, in: .shared) }
            #expect(denied?.code == .permissionFailure)
            try await Self.changeShare(service) { $0.publicPermission = .none }
            #expect(try await service.bob.zones(in: .shared).isEmpty)
            #expect(
                Share(try await service.ann.record(Self.own("share")))?.participants.isEmpty
                    == true)
        }
    }

    @Test(arguments: Backing.allCases)
    func `URLs that lead nowhere are unknown`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (share, url) = try await Self.share(service, with: Self.invited())
            for text in ["https://www.icloud.com/share/x", "https://www.icloud.com", "x:"] {
                let wrong = try #require(URL(string: text))
                #expect(
                    await failure { _ = try await service.bob.shareMetadata(url: wrong) }?
                        .message == "Share not found")
            }
            let titled = try #require(URL(string: url.absoluteString + "#Title"))
            #expect(try await service.bob.shareMetadata(url: titled).share.id == Self.seen("share"))
            try await service.ann.delete(share.id)
            #expect(
                await failure { try await service.bob.acceptShare(url) }?.message
                    == "Share not found")
        }
    }

    // MARK: Writing

    @Test(arguments: Backing.allCases)
    func `readOnly is refused everything`(backing: Backing) async throws {
        for isWhole in [false, true] {
            try await backing.withService { service in
                try await Self.fill(service)
                let (_, url) =
                    isWhole
                    ? try await Self.shareZone(service, with: Self.invited())
                    : try await Self.share(service, with: Self.invited())
                try await service.bob.acceptShare(url)
                var child = try await service.bob.record(Self.seen("child"), in: .shared)
                child["text"] = "mine"
                let refused = Sentence(.permissionFailure, 2007, "WRITE operation not permitted")
                #expect(
                    await failure { try await service.bob.save(child, in: .shared) }?.sentence
                        == refused)
                #expect(
                    await failure { try await service.bob.delete(child.id, in: .shared) }?
                        .sentence == refused)
                var new = Record("Note", Self.seen("new"))
                new.parent = Self.seen("root")
                #expect(
                    await failure { try await service.bob.save(new, in: .shared) }?.code
                        == .permissionFailure)
                #expect(try await service.ann.record(Self.own("child"))["text"] == "child")
                #expect(try await service.ann.names("Note", in: Self.zone).count == 5)
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `readWrite changes, deletes and adds below what is shared, and nothing else`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (_, url) = try await Self.share(service, with: Self.invited(.readWrite))
            try await service.bob.acceptShare(url)
            var child = try await service.bob.record(Self.seen("child"), in: .shared)
            child["text"] = "changed"
            child = try await service.bob.save(child, in: .shared)[0]
            #expect(child.system?.modifiedBy == "_bob")
            // A chain of new records, whatever their order.
            var one = Record("Note", Self.seen("one"))
            one.parent = Self.seen("child")
            var two = Record("Note", Self.seen("two"))
            two.parent = one.id
            try await service.bob.save(two, one, in: .shared)
            #expect(
                try await service.bob.names("Note", in: Self.seen, of: .shared)
                    == ["child", "grandchild", "one", "root", "two"])
            #expect(try await service.ann.record(Self.own("two")).parent == Self.own("one"))
            try await service.bob.delete(two.id, in: .shared)
            #expect(
                await failure { _ = try await service.ann.record(Self.own("two")) }?.code
                    == .unknownItem)

            func refusal(_ record: Record) async -> String? {
                await failure { try await service.bob.save(record, in: .shared) }?.message
            }
            // Beside what is shared, with and without a parent.
            #expect(
                await refusal(Record("Note", Self.seen("stray")))
                    == "CREATE operation not permitted")
            var stray = Record("Note", Self.seen("stray"))
            stray.parent = Self.seen("other")
            #expect(await refusal(stray) == "CREATE operation not permitted")
            // What he does not see.
            #expect(
                await refusal(Record("Note", Self.seen("other")))
                    == "WRITE operation not permitted")
            try await service.bob.delete(Self.seen("below-other"), in: .shared)
            #expect(
                try await service.ann.record(Self.own("below-other")).id.name == "below-other")
            // Out of the hierarchy.
            child.parent = nil
            #expect(await refusal(child) == "WRITE operation not permitted")
            child.parent = Self.seen("other")
            #expect(await refusal(child) == "WRITE operation not permitted")
            // The root and the share are Ann's.
            #expect(
                await failure { try await service.bob.delete(Self.seen("root"), in: .shared) }?
                    .message == "WRITE operation not permitted")
            let record = try await service.bob.record(Self.seen("share"), in: .shared)
            var share = try #require(Share(record))
            share.participants.append(
                Share.Participant(
                    user: "_eve", permission: .readWrite, acceptance: .accepted))
            #expect(await refusal(share.written(to: record)) == "WRITE operation not permitted")
            #expect(
                try await service.session(user: "_eve", device: "e").zones(in: .shared).isEmpty)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a whole zone is shared with all that is in it and comes to it`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (share, url) = try await Self.shareZone(service, with: Self.invited(.readWrite))
            #expect(share.id.name == "cloudkit.zoneshare")
            try await service.bob.acceptShare(url)
            #expect(
                try await service.bob.names("Note", in: Self.seen, of: .shared).count == 5)
            try await service.bob.save(Record("Note", Self.seen("loose")), in: .shared)
            #expect(
                try await service.ann.record(Self.own("loose")).system?.createdBy == "_bob")
            try await Self.changeShare(service, "cloudkit.zoneshare") {
                $0.participants[0].permission = .readOnly
            }
            #expect(
                await failure {
                    try await service.bob.save(Record("Note", Self.seen("more")), in: .shared)
                }?.code == .permissionFailure)
        }
    }

    // MARK: Ending

    @Test(arguments: Backing.allCases)
    func `who is removed, leaves, or whose share ends sees the zone no longer`(
        backing: Backing
    ) async throws {
        enum End: CaseIterable { case removed, leftShare, leftZone, deletedShare, root, zone }
        for end in End.allCases {
            for isWhole in [false, true] {
                try await backing.withService { service in
                    try await Self.fill(service)
                    let (share, url) =
                        isWhole
                        ? try await Self.shareZone(service, with: Self.invited(.readWrite))
                        : try await Self.share(service, with: Self.invited(.readWrite))
                    try await service.bob.acceptShare(url)
                    let before = try await service.bob.databaseChanges(in: .shared, since: nil)
                    #expect(before.changed == [Self.seen])
                    switch end {
                    case .removed:
                        try await Self.changeShare(service, share.id.name) {
                            $0.participants = []
                        }
                    case .leftShare:
                        try await service.bob.delete(Self.seen(share.id.name), in: .shared)
                    case .leftZone:
                        let result = try await service.bob.modifyZones(
                            deleting: [Self.seen], in: .shared)
                        #expect(result.deletions[0].error == nil)
                    case .deletedShare: try await service.ann.delete(share.id)
                    case .root:
                        if isWhole { return }
                        let result = try await service.ann.modify(
                            SaveRequest(
                                deleting: ["root", "child", "grandchild"].map(Self.own)),
                            in: .private)
                        #expect(result.deletions.allSatisfy { $0.error == nil })
                        #expect(result.cascaded == [share.id])
                    case .zone:
                        _ = try await service.ann.modifyZones(
                            deleting: [Self.zone], in: .private)
                    }
                    #expect(try await service.bob.zones(in: .shared).isEmpty)
                    for body in [
                        { _ = try await service.bob.names("Note", in: Self.seen, of: .shared) },
                        { _ = try await service.bob.record(Self.seen("child"), in: .shared) },
                        {
                            _ = try await service.bob.changes(
                                zone: Self.seen, in: .shared, since: nil)
                        },
                        {
                            try await service.bob.save(
                                Record("Note", Self.seen("late")), in: .shared)
                        },
                    ] as [() async throws -> Void] {
                        #expect(await failure(body)?.code == .zoneNotFound, "\(end) \(isWhole)")
                    }
                    let after = try await service.bob.databaseChanges(
                        in: .shared, since: before.token)
                    #expect(after.deleted == [Self.seen], "\(end) \(isWhole)")
                    #expect(after.changed.isEmpty)
                    switch end {
                    case .removed:
                        #expect(
                            await failure { try await service.bob.acceptShare(url) }?.message
                                == "Share not found")
                    case .leftShare, .leftZone:
                        let stored = Share(try await service.ann.record(share.id))
                        #expect(stored?.participants[0].acceptance == .removed)
                    case .deletedShare where !isWhole:
                        #expect(try await service.ann.record(Self.own("root")).share == nil)
                    case .deletedShare, .root, .zone: break
                    }
                }
            }
        }
    }

    // MARK: Following

    @Test(arguments: Backing.allCases)
    func `the change feed has what comes, changes and leaves, and nothing else`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (_, url) = try await Self.share(service, with: Self.invited())
            try await service.bob.acceptShare(url)
            var replica = Replica()
            try await replica.follow(service.bob)
            #expect(replica.names == ["child", "grandchild", "root", "share"])

            // What is not shared is not told of, not even its going.
            var other = try await service.ann.record(Self.own("other"))
            other["text"] = "secret"
            try await service.ann.save(other)
            try await service.ann.delete(Self.own("below-other"))
            let token = replica.database
            try await replica.follow(service.bob)
            #expect(replica.lastChanged.isEmpty && replica.lastDeleted.isEmpty)
            #expect(replica.lastZones.isEmpty)
            #expect(token != replica.database)

            // A change within.
            var child = try await service.ann.record(Self.own("child"))
            child["text"] = "new text"
            child = try await service.ann.save(child)[0]
            try await replica.follow(service.bob)
            #expect(replica.lastChanged == ["child"])
            #expect(replica.lastZones == [Self.seen])

            // A subtree leaves: its records go, though only one of them was changed.
            child.parent = Self.own("other")
            child = try await service.ann.save(child)[0]
            try await replica.follow(service.bob)
            #expect(replica.lastDeleted == ["child", "grandchild"])
            #expect(replica.names == ["root", "share"])
            #expect(
                try await service.bob.names("Note", in: Self.seen, of: .shared) == ["root"])

            // What happens to it outside stays untold.
            child["text"] = "outside"
            child = try await service.ann.save(child)[0]
            try await replica.follow(service.bob)
            #expect(replica.lastChanged.isEmpty && replica.lastDeleted.isEmpty)

            // It comes back, whole.
            child.parent = Self.own("root")
            try await service.ann.save(child)
            try await replica.follow(service.bob)
            #expect(replica.lastChanged == ["child", "grandchild"])
            #expect(replica.records[Self.seen("child")]?["text"] == "outside")

            // Deleted and made.
            try await service.ann.delete(Self.own("grandchild"))
            try await service.ann.save(Self.note("fresh", below: "child"))
            try await replica.follow(service.bob)
            #expect(replica.lastDeleted == ["grandchild"])
            #expect(replica.lastChanged == ["fresh"])
        }
    }

    @Test(arguments: Backing.allCases)
    func `a feed read in small pages misses nothing`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            for number in 10..<30 {
                try await service.ann.save(Self.note("n\(number)", below: "root"))
            }
            let (_, url) = try await Self.share(service, with: Self.invited(.readWrite))
            try await service.bob.acceptShare(url)
            var replica = Replica(limit: 3)
            try await replica.follow(service.bob)
            #expect(replica.names.count == 24)
            #expect(replica.pages >= 8)
            // The subtree leaves within one transaction.
            var root = try await service.ann.record(Self.own("other"))
            root.parent = Self.own("root")
            try await service.ann.save(root)
            try await replica.follow(service.bob)
            #expect(replica.names.count == 26)
        }
    }

    @Test(arguments: Backing.allCases)
    func `two shares of one zone come and go by themselves`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (_, first) = try await Self.share(service, with: Self.invited(.readWrite))
            let (_, second) = try await Self.share(
                service, "other", as: "share2", with: Self.invited(.readOnly))
            try await service.bob.acceptShare(first)
            var replica = Replica()
            try await replica.follow(service.bob)
            #expect(replica.names == ["child", "grandchild", "root", "share"])
            try await service.bob.acceptShare(second)
            try await replica.follow(service.bob)
            #expect(replica.lastChanged == ["below-other", "other", "share2"])
            // Each share gives its own rights.
            var other = try await service.bob.record(Self.seen("other"), in: .shared)
            other["text"] = "x"
            #expect(
                await failure { try await service.bob.save(other, in: .shared) }?.code
                    == .permissionFailure)
            try await Self.changeShare(service) { $0.participants = [] }
            try await replica.follow(service.bob)
            #expect(replica.lastDeleted == ["child", "grandchild", "root", "share"])
            #expect(replica.names == ["below-other", "other", "share2"])
            #expect(
                try await service.bob.names("Note", in: Self.seen, of: .shared)
                    == ["below-other", "other"])
        }
    }

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
    func `shares work where the schema is fixed`(backing: Backing) async throws {
        let schema = try Schema(
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
            var random = Random(seed: 7)
            var parents: [String: String?] = [
                "root": nil, "child": "root", "grandchild": "child", "other": nil,
                "below-other": "other",
            ]
            for step in 0..<120 {
                let names = parents.keys.sorted()
                let name = names[random.next(names.count)]
                switch random.next(4) {
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
                    let target = names[random.next(names.count)]
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
                if random.next(3) == 0 { try await replica.follow(service.bob) }
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

    /// The same numbers each time.
    struct Random {
        var state: UInt64
        init(seed: UInt64) { state = seed }
        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
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
                ServiceQuery(Share.recordType, in: Self.zone, desiredKeys: []), in: .private)
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
            let changes = try await service.store.setSchema(try Schema(parsing: text))
            #expect(changes.isEmpty)
        }
    }
}
