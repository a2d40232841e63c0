import Foundation
import RecordCore
import TestKit
import Testing

@Suite struct `The book of shares` {
    static let anns = DatabaseScope.private(user: "_ann")
    static let bobs = DatabaseScope.shared(user: "_bob")
    static let zone = ZoneID("Notes")
    static let seen = ZoneID("Notes", owner: "_ann")

    func note(_ name: String, below parent: String? = nil) -> Record {
        var record = Record("N", RecordID(name, zone: Self.zone))
        record.parent = parent.map { RecordID($0, zone: Self.zone) }
        return record
    }

    let share = Share(
        RecordID("share", zone: zone), root: RecordID("root", zone: zone),
        participants: [
            Share.Participant(user: "_bob", permission: .readWrite, acceptance: .accepted)
        ])

    func with(
        _ kind: StoreUnderTest, _ body: (any RecordStore) async throws -> Void
    ) async throws {
        try await kind.withStore { store async throws in
            try await store.createZones([Self.zone], in: Self.anns)
            try await store.put(
                note("root"), note("child", below: "root"), note("leaf", below: "child"),
                note("other"), in: Self.anns)
            try await body(store)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a share's participants see the zone by its shares`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            let saved = try await store.put(share.record, in: Self.anns)[0]
            #expect(Share(saved) == share)
            // The root points at its share, without a save of its own.
            let root = try await store.record(
                RecordID("root", zone: Self.zone), in: Self.anns)
            #expect(root?.share == saved.id)
            #expect(
                try await store.participants(of: Self.zone, in: Self.anns)
                    == ["_bob": .byShares])
            #expect(
                try await store.sharedNames(in: Self.seen, of: Self.bobs)
                    == ["root", "child", "leaf", "share"])
            #expect(try await store.sharedNames(in: Self.zone, of: Self.anns) == nil)
            #expect(
                try await store.sharedNames(
                    among: ["root", "other"], in: Self.seen, of: Self.bobs) == ["root"])
            // A zone that is shared as a whole has no names.
            try await store.setParticipants(
                ["_bob": .readOnly], of: Self.zone, in: Self.anns)
            #expect(try await store.sharedNames(in: Self.seen, of: Self.bobs) == nil)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a user sees the zone until the last of its shares is left`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            func participants() async throws -> Set<String> {
                let all = try await store.participants(of: Self.zone, in: Self.anns)
                #expect(all.values.allSatisfy { $0 == .byShares })
                return Set(all.keys)
            }
            func share(_ name: String, of root: String, _ users: [String]) -> Share {
                Share(
                    RecordID(name, zone: Self.zone), root: RecordID(root, zone: Self.zone),
                    participants: users.map {
                        Share.Participant(user: $0, permission: .readWrite, acceptance: .accepted)
                    })
            }
            var first = share("s1", of: "root", ["_bob", "_eve"])
            let second = share("s2", of: "other", ["_bob", "_joe"])
            let saved = try await store.put(first.record, second.record, in: Self.anns)
            #expect(try await participants() == ["_bob", "_eve", "_joe"])
            let start = try await store.changes(
                in: Self.seen, of: Self.bobs, since: nil, limit: nil, desiredKeys: nil
            ).token
            first.participants = [first.participants[1]]
            var changed = first.record
            changed.system = saved[0].system
            try await store.put(changed, in: Self.anns)
            #expect(try await participants() == ["_bob", "_eve", "_joe"])
            let rest = try await store.changes(
                in: Self.seen, of: Self.bobs, since: start, limit: nil, desiredKeys: nil)
            #expect(Set(rest.deleted.map(\.id.name)) == ["root", "child", "leaf", "s1"])
            let gone = try await store.save(SaveRequest(deleting: [second.id]), in: Self.anns)
            #expect(gone.firstError == nil)
            #expect(try await participants() == ["_eve"])
            try await store.put(share("s3", of: "other", ["_bob"]).record, in: Self.anns)
            #expect(try await participants() == ["_bob", "_eve"])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `an atomic zone that fails leaves the book as it was`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            // The deletion shows itself impossible only after everything was written.
            var request = SaveRequest(saving: [share.record, note("new", below: "root")])
            request.deletions = [
                SaveRequest.Deletion(RecordID("child", zone: Self.zone))
            ]
            let failed = try await store.save(request, in: Self.anns)
            #expect(failed.deletions[0].error?.code == .parentHasChildren)
            #expect(failed.saves[0].error?.code == .batchFailed)
            #expect(failed.replaced.isEmpty && failed.touched.isEmpty)
            #expect(try await store.participants(of: Self.zone, in: Self.anns).isEmpty)
            #expect(try await store.zones(in: Self.bobs).isEmpty)
            let root = RecordID("root", zone: Self.zone)
            #expect(try await store.record(root, in: Self.anns)?.share == nil)
            // And now for good.
            request.deletions = []
            let done = try await store.save(request, in: Self.anns)
            #expect(done.firstError == nil)
            #expect(done.touched[root]?.share == share.id)
            #expect(
                try await store.sharedNames(in: Self.seen, of: Self.bobs)
                    == ["root", "child", "leaf", "new", "share"])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a save tells what it replaced and a deletion what it removed`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            var held = note("held")
            held["to"] = .reference(
                Reference(RecordID("other", zone: Self.zone), action: .deleteSelf))
            held = try await store.put(held, in: Self.anns)[0]
            var changed = held
            changed["x"] = 1
            let saved = try await store.save(SaveRequest(saving: [changed]), in: Self.anns)
            #expect(saved.replaced == [held.id: held])
            let now = try saved.saves[0].get()
            let other = RecordID("other", zone: Self.zone)
            let removed = try await store.save(SaveRequest(deleting: [other]), in: Self.anns)
            #expect(removed.cascaded == [held.id])
            #expect(removed.replaced[held.id] == now)
            #expect(removed.replaced[other]?.id == other)
            let fresh = try await store.save(SaveRequest(saving: [note("n")]), in: Self.anns)
            #expect(fresh.replaced.isEmpty)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a share saved with the deletion of its root fails`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            let stored = try await store.put(share.record, in: Self.anns)[0]
            for name in ["leaf", "child"] {
                let id = RecordID(name, zone: Self.zone)
                #expect(
                    try await store.save(SaveRequest(deleting: [id]), in: Self.anns).firstError
                        == nil)
            }
            let root = RecordID("root", zone: Self.zone)
            let atomic = try await store.save(
                SaveRequest(saving: [stored], deleting: [root]), in: Self.anns)
            #expect(atomic.saves[0].error?.code == .missingReference)
            #expect(atomic.deletions[0].error?.code == .batchFailed)
            #expect(try await store.record(root, in: Self.anns)?.share == stored.id)
            let loose = try await store.save(
                SaveRequest(saving: [stored], deleting: [root], isAtomic: false), in: Self.anns)
            #expect(loose.saves[0].error?.code == .missingReference)
            #expect(loose.cascaded == [stored.id] && loose.replaced[stored.id] == stored)
            #expect(try await store.record(stored.id, in: Self.anns) == nil)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a zone created again knows nothing of old shares`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            try await store.put(share.record, in: Self.anns)
            let token = try await store.databaseChanges(
                in: Self.bobs, since: nil, limit: nil
            ).token
            try await store.deleteZones([Self.zone], in: Self.anns)
            try await store.createZones([Self.zone], in: Self.anns)
            try await store.put(note("root"), note("child", below: "root"), in: Self.anns)
            #expect(try await store.zones(in: Self.bobs).isEmpty)
            let news = try await store.databaseChanges(
                in: Self.bobs, since: token, limit: nil)
            #expect(news.deleted == [Self.seen])
            try await store.put(share.record, in: Self.anns)
            #expect(
                try await store.sharedNames(in: Self.seen, of: Self.bobs)
                    == ["root", "child", "share"])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `hundreds of participants and records come and go page by page`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            let notes = (0..<300).map { note("n\($0)", below: "root") }
            #expect(
                try await store.save(SaveRequest(saving: notes), in: Self.anns).firstError == nil)
            var record = try await store.put(share.record, in: Self.anns)[0]
            func follow(
                since: ChangeToken?
            ) async throws -> (Set<String>, Set<String>, ChangeToken) {
                var token = since
                var (changed, deleted): (Set<String>, Set<String>) = ([], [])
                while true {
                    let page = try await store.changes(
                        in: Self.seen, of: Self.bobs, since: token, limit: 7, desiredKeys: nil)
                    #expect(page.changed.count + page.deleted.count <= 7)
                    for record in page.changed {
                        #expect(changed.insert(record.id.name).inserted)
                    }
                    deleted.formUnion(page.deleted.map(\.id.name))
                    token = ChangeToken(data: page.token.data)
                    guard page.moreComing else { return (changed, deleted, page.token) }
                }
            }
            let (first, _, token) = try await follow(since: nil)
            #expect(first.count == 304)
            // A second share of the zone: Bob comes to it, and loses the first.
            let other = Share(
                RecordID("share2", zone: Self.zone), root: RecordID("other", zone: Self.zone),
                participants: share.participants)
            try await store.put(other.record, in: Self.anns)
            var removed = share
            removed.participants = []
            record = removed.written(to: record)
            try await store.put(record, in: Self.anns)
            let (changed, deleted, _) = try await follow(since: token)
            #expect(changed == ["other", "share2"])
            #expect(deleted == first)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a participant cannot point at what it does not see`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            try await store.put(share.record, in: Self.anns)
            for action in [Reference.Action.validate, .deleteSelf] {
                for target in ["other", "nowhere"] {
                    var new = Record("N", RecordID("bobs \(action)", zone: Self.seen))
                    new.parent = RecordID("root", zone: Self.seen)
                    new["to"] = .reference(
                        Reference(RecordID(target, zone: Self.seen), action: action))
                    let saved = try await store.save(SaveRequest(saving: [new]), in: Self.bobs)
                    #expect(saved.saves[0].error?.code == .missingReference)
                    new["to"] = .reference(
                        Reference(RecordID("child", zone: Self.seen), action: action))
                    try await store.put(new, in: Self.bobs)
                    _ = try await store.save(SaveRequest(deleting: [new.id]), in: Self.bobs)
                }
            }
            #expect(
                try await store.save(
                    SaveRequest(deleting: [RecordID("other", zone: Self.zone)]), in: Self.anns
                ).firstError == nil)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a participant's deletion takes no root of a share with it`(
        kind: StoreUnderTest
    ) async throws {
        try await with(kind) { store async throws in
            try await store.put(share.record, in: Self.anns)
            func seen(_ name: String) -> RecordID { RecordID(name, zone: Self.seen) }
            for name in ["leaf", "child"] {
                let deleted = try await store.save(
                    SaveRequest(deleting: [seen(name)]), in: Self.bobs)
                #expect(deleted.firstError == nil)
            }
            var new = Record("N", seen("new"))
            new.parent = seen("root")
            try await store.put(new, in: Self.bobs)
            var root = try #require(try await store.record(seen("root"), in: Self.bobs))
            root["to"] = .reference(Reference(new.id, action: .deleteSelf))
            try await store.put(root, in: Self.bobs)
            let denied = try await store.save(SaveRequest(deleting: [new.id]), in: Self.bobs)
            #expect(denied.deletions[0].error?.code == .permissionDenied)
            #expect(try await store.sharedNames(in: Self.seen, of: Self.bobs)?.count == 3)
            let done = try await store.save(
                SaveRequest(deleting: [RecordID("new", zone: Self.zone)]), in: Self.anns)
            #expect(Set(done.cascaded.map(\.name)) == ["root", "share"])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `nor at a zone that is not shared, and at one that is`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            let zones = ["Open", "Hidden"].map { ZoneID($0) }
            try await store.createZones(zones, in: Self.anns)
            for zone in zones {
                try await store.put(Record("N", RecordID("x", zone: zone)), in: Self.anns)
            }
            try await store.put(share.record, in: Self.anns)
            try await store.setParticipants(["_bob": .readWrite], of: zones[0], in: Self.anns)
            func save(_ name: String, to target: RecordID) async throws -> StoreError.Code? {
                var new = Record("N", RecordID(name, zone: ZoneID("Open", owner: "_ann")))
                new["to"] = .reference(Reference(target, action: .validate))
                let saved = try await store.save(SaveRequest(saving: [new]), in: Self.bobs)
                return saved.saves[0].error?.code
            }
            let hidden = RecordID("x", zone: ZoneID("Hidden", owner: "_ann"))
            #expect(try await save("a", to: hidden) == .missingReference)
            let open = RecordID("x", zone: ZoneID("Open", owner: "_ann"))
            #expect(try await save("b", to: open) == nil)
            // Of a zone from which records are shared, those that are.
            #expect(try await save("c", to: RecordID("root", zone: Self.seen)) == nil)
            let other = RecordID("other", zone: Self.seen)
            #expect(try await save("d", to: other) == .missingReference)
        }
    }

    /// What the user sees of a zone changes to the rest of it, and no change names what went meanwhile.
    @Test(arguments: StoreUnderTest.available, [true, false])
    func `a token from before the user came back has expired`(
        kind: StoreUnderTest, isWhole: Bool
    ) async throws {
        try await with(kind) { store async throws in
            func names(since token: ChangeToken?) async throws -> (Set<String>, ChangeToken) {
                let page = try await store.changes(
                    in: Self.seen, of: Self.bobs, since: token, limit: nil, pageBytes: nil,
                    desiredKeys: nil)
                return (Set(page.changed.map(\.id.name)), page.token)
            }
            func remove(_ names: String...) async throws {
                let ids = names.map { RecordID($0, zone: Self.zone) }
                let deleted = try await store.save(SaveRequest(deleting: ids), in: Self.anns)
                #expect(deleted.firstError == nil)
            }
            var first = share
            if isWhole {
                first = Share(of: Self.zone)
                first.participants = share.participants
            }
            try await store.put(first.record, in: Self.anns)
            let (known, token) = try await names(since: nil)
            #expect(known.contains("leaf") && known.contains("other") == isWhole)
            // As long as the user stays, the token is good.
            var root = try #require(
                try await store.record(RecordID("root", zone: Self.zone), in: Self.anns))
            root["x"] = 1
            try await store.put(root, in: Self.anns)
            let (changed, later) = try await names(since: token)
            #expect(changed == ["root"])
            if isWhole {
                let ids = [SaveRequest.Deletion(first.id)]
                let request = SaveRequest(
                    saves: [SaveRequest.Item(share.record)], deletions: ids)
                #expect(try await store.save(request, in: Self.anns).firstError == nil)
            } else {
                let stored = try #require(try await store.record(first.id, in: Self.anns))
                var alone = try #require(Share(stored))
                alone.participants = []
                try await store.put(alone.written(to: stored), in: Self.anns)
                try await remove("leaf")
                let next = try #require(try await store.record(first.id, in: Self.anns))
                alone.participants = share.participants
                try await store.put(alone.written(to: next), in: Self.anns)
            }
            let expired = await StoreError.Code.thrown { try await names(since: later) }
            #expect(expired == .changeTokenExpired)
            let (now, _) = try await names(since: nil)
            #expect(
                now == (isWhole ? ["root", "child", "leaf", "share"] : ["root", "child", "share"]))
        }
    }

    /// As a force-save of two devices makes one, each of which moves a record below the other's.
    @Test(arguments: StoreUnderTest.available)
    func `all records of a circle are shared with one of them`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            let length = 150
            let chain = (0..<length).map {
                note("c\($0)", below: $0 == 0 ? "root" : "c\($0 - 1)")
            }
            let tail = (0..<3).map { note("t\($0)", below: $0 == 0 ? "c7" : "t\($0 - 1)") }
            let made = try await store.save(SaveRequest(saving: chain + tail), in: Self.anns)
            #expect(made.firstError == nil)
            try await store.put(share.record, in: Self.anns)
            let names = Set((chain + tail).map(\.id.name) + ["root", "child", "leaf", "share"])
            #expect(try await store.sharedNames(in: Self.seen, of: Self.bobs) == names)
            var root = try #require(
                try await store.record(RecordID("root", zone: Self.zone), in: Self.anns))
            root.parent = chain.last?.id
            root = try await store.put(root, in: Self.anns)[0]
            #expect(try await store.sharedNames(in: Self.seen, of: Self.bobs) == names)
            // Without the root the others are a circle by themselves, and not shared.
            var first = try #require(try await store.record(chain[0].id, in: Self.anns))
            first.parent = chain.last?.id
            try await store.put(first, in: Self.anns)
            let left = try await store.sharedNames(in: Self.seen, of: Self.bobs)
            #expect(left == ["root", "child", "leaf", "share"])
        }
    }

    /// Each record is looked at once, however many others hang on it.
    @Test(arguments: StoreUnderTest.available)
    func `chains of hundreds are shared, and go`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            let length = 600
            func id(_ number: Int) -> RecordID { RecordID("c\(number)", zone: Self.zone) }
            for start in stride(from: 0, to: length, by: 200) {
                let part = (start..<start + 200).map { number in
                    var record = note("c\(number)", below: number == 0 ? "root" : "c\(number - 1)")
                    if number > 0 {
                        record["of"] = .reference(
                            Reference(id(number - 1), action: .deleteSelf))
                    }
                    return record
                }
                #expect(
                    try await store.save(SaveRequest(saving: part), in: Self.anns).firstError == nil
                )
            }
            try await store.put(share.record, in: Self.anns)
            #expect(
                try await store.sharedNames(in: Self.seen, of: Self.bobs)?.count == length + 4)
            // A holder outside keeps all that it hangs on.
            var holder = note("holder")
            holder["last"] = .reference(Reference(id(length - 1), action: .validate))
            try await store.put(holder, in: Self.anns)
            let first = (0..<200).map(id)
            let kept = try await store.save(SaveRequest(deleting: first), in: Self.anns)
            #expect(kept.deletions.allSatisfy { $0.error?.code == .referencedByOthers })
            let gone = try await store.save(
                SaveRequest(deleting: first.dropLast() + [holder.id]), in: Self.anns)
            #expect(gone.firstError == nil)
            #expect(gone.cascaded.count == length - 199)
        }
    }
}
