import Foundation
import RecordService
import Testing

// What becomes of shares, and what those who follow them hear.
extension Shares {
    // MARK: Ending

    @Test(arguments: Backing.allCases)
    func `a request that leaves a share may be repeated`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (share, url) = try await Self.share(service, with: Self.invited(.readWrite))
            try await service.bob.acceptShare(url)
            var child = try await service.bob.record(Self.seen("child"), in: .shared)
            child["text"] = .text("of Bob")
            var request = SaveRequest(saving: [child], deleting: [Self.seen(share.id.name)])
            request.once = "once/leave"
            for _ in 0..<2 {
                let result = try await service.bob.modify(request, in: .shared)
                #expect(result.saves[0].error == nil && result.deletions[0].error == nil)
            }
            // Without a name it is another request, which is refused.
            request.once = nil
            let refused = try await service.bob.modify(request, in: .shared)
            #expect(refused.deletions[0].error?.code == .unknownItem)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a share is left when the rest of an atomic request is done`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (share, url) = try await Self.share(service, with: Self.invited(.readWrite))
            try await service.bob.acceptShare(url)
            var stale = try await service.bob.record(Self.seen("child"), in: .shared)
            stale["text"] = .text("of Bob")
            var newer = try await service.ann.record(Self.own("child"))
            newer["text"] = .text("of Ann")
            try await service.ann.save(newer)
            var request = SaveRequest(saving: [stale], deleting: [Self.seen(share.id.name)])
            let refused = try await service.bob.modify(request, in: .shared)
            #expect(refused.saves[0].error?.code == .serverRecordChanged)
            #expect(refused.deletions[0].error?.code == .batchRequestFailed)
            #expect(try await service.bob.zones(in: .shared).map(\.id) == [Self.seen])
            request.policy = .allKeys
            let done = try await service.bob.modify(request, in: .shared)
            #expect(done.saves[0].error == nil && done.deletions[0].error == nil)
            #expect(try await service.bob.zones(in: .shared).isEmpty)
            #expect(try await service.ann.record(Self.own("child"))["text"] == "of Bob")
        }
    }

    @Test(arguments: Backing.allCases)
    func `a participant that is removed, leaves, or whose share ends sees the zone no longer`(
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
    func `pages of large records end early in a shared zone too`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            for name in ["root", "child", "grandchild", "other"] {
                var note = try await service.ann.record(Self.own(name))
                note["text"] = .text(String(repeating: "x", count: 10_000))
                try await service.ann.save(note)
            }
            let (_, url) = try await Self.share(service, with: Self.invited())
            try await service.bob.acceptShare(url)
            var token: ChangeToken?
            var names: [String] = []
            var pages = 0
            repeat {
                let page = try await service.bob.changes(
                    zone: Self.seen, in: .shared, since: token, limit: nil, pageBytes: 9_000,
                    desiredKeys: nil)
                names += page.changed.map(\.id.name)
                token = page.moreComing ? page.token : nil
                pages += 1
            } while token != nil && pages < 9
            #expect(names.sorted() == ["child", "grandchild", "root", "share"])
            #expect((3...4).contains(pages))

            let first = try await service.bob.query(
                RecordQuery("Note", in: .zone(Self.seen)), pageBytes: 25_000, in: .shared)
            #expect(first.records.map(\.id.name) == ["child", "grandchild"])
            let second = try await service.bob.query(
                continuing: try #require(first.cursor), desiredKeys: nil, limit: nil,
                pageBytes: 25_000, in: .shared)
            #expect(second.records.map(\.id.name) == ["root"])
            #expect(second.cursor == nil)
        }
    }

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
    func `a first fetch of zones in pages has those whose records are older than others`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (_, url) = try await Self.share(service, with: Self.invited())
            try await service.bob.acceptShare(url)
            let lists = ZoneID("Lists")
            _ = try await service.ann.modifyZones(saving: [lists], in: .private)
            var share = Share(of: lists)
            share.participants = Self.invited()
            let saved = try await service.ann.save(share.record)[0]
            try await service.bob.acceptShare(try #require(service.shareURL(of: saved)))
            // A change that Bob does not see makes the older zone the last.
            var other = try await service.ann.record(Self.own("other"))
            other["text"] = "new"
            try await service.ann.save(other)

            var page = try await service.bob.databaseChanges(in: .shared, since: nil, limit: 1)
            #expect(page.changed == [ZoneID("Lists", owner: "_ann")])
            #expect(page.moreComing)
            page = try await service.bob.databaseChanges(
                in: .shared, since: page.token, limit: 1)
            #expect(page.changed == [Self.seen])
            #expect(!page.moreComing)
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
}
