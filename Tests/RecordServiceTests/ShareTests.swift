import Foundation
import RecordCore
import RecordService
import TestKit
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
    func `an invitation is not a user's whose name has other bytes`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let jose = service.session(user: "Jos\u{E9}", device: "d")
            // Canonically equal.
            let other = service.session(user: "Jose\u{301}", device: "d")
            let (_, url) = try await Self.share(
                service, with: [Share.Participant(user: "Jos\u{E9}", permission: .readOnly)])
            #expect(await failure { try await other.acceptShare(url) }?.code == .unknownItem)
            #expect(
                await failure { _ = try await other.shareMetadata(url: url) }?.code
                    == .unknownItem)
            try await jose.acceptShare(url)
            #expect(try await jose.zones(in: .shared).map(\.id) == [Self.seen])
            #expect(try await other.zones(in: .shared).isEmpty)
            // An invitation of the other one is not accepted by what the first one did.
            try await Self.changeShare(service) {
                $0.participants = [
                    Share.Participant(user: "Jose\u{301}", permission: .readOnly)
                ]
            }
            #expect(try await other.zones(in: .shared).isEmpty)
            #expect(try await jose.zones(in: .shared).isEmpty)
            try await other.acceptShare(url)
            #expect(try await other.zones(in: .shared).map(\.id) == [Self.seen])
        }
    }

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
            let query = RecordQuery("Note", in: .zone(Self.seen), limit: 4)
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
    func `an address invites every user that has it`(backing: Backing) async throws {
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
    func `a user that has left is invited again by an address`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (_, url) = try await Self.share(service, with: [], publicly: .readOnly)
            // The address is known when it is invited the second time.
            for _ in 0..<2 {
                try await service.bob.acceptShare(url)
                try await service.bob.delete(Self.seen("share"), in: .shared)
                try await Self.changeShare(service) {
                    $0.participants.append(Share.Participant(email: "bob@example.org"))
                }
                try await service.setIdentity(
                    UserIdentity(user: "_bob", emails: ["bob@example.org"]))
                try await service.bob.acceptShare(url)
                // The owner saves the share as before, and the user goes on taking part.
                try await Self.changeShare(service) { _ in }
                let share = Share(try await service.ann.record(Self.own("share")))
                #expect(share?.participants.map(\.user) == ["_bob"])
                #expect(try await service.bob.zones(in: .shared).map(\.id) == [Self.seen])
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `a public share accepts every user that has the URL, until it is private`(
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
    func `an open share takes as many users as its owner may invite`(
        backing: Backing
    ) async throws {
        var options = ServiceOptions()
        options.participants = 2
        try await backing.withService(options: options) { service in
            try await Self.fill(service)
            let (_, url) = try await Self.share(service, with: Self.invited(), publicly: .readOnly)
            let users = ["_eve", "_zoe"].map { service.session(user: $0, device: "web") }
            try await users[0].acceptShare(url)
            #expect(
                await failure { try await users[1].acceptShare(url) }?.code == .tooManyParticipants)
            // Those who take part already may come again, and the owner may go on.
            try await service.bob.acceptShare(url)
            try await users[0].acceptShare(url)
            try await Self.changeShare(service) { $0.publicPermission = .readWrite }
            // One that leaves makes room for another.
            _ = try await users[0].modifyZones(deleting: [Self.seen], in: .shared)
            try await users[1].acceptShare(url)
            let share = Share(try await service.ann.record(Self.own("share")))
            #expect(share?.participants.map(\.user) == ["_bob", "_zoe"])
        }
    }

    @Test(arguments: Backing.allCases)
    func `invited users that have left make room too`(backing: Backing) async throws {
        var options = ServiceOptions()
        options.participants = 1
        try await backing.withService(options: options) { service in
            try await Self.fill(service)
            let (_, url) = try await Self.share(service, with: Self.invited(), publicly: .readOnly)
            try await service.bob.acceptShare(url)
            try await service.bob.delete(Self.seen("share"), in: .shared)
            let eve = service.session(user: "_eve", device: "web")
            try await eve.acceptShare(url)
            // The owner saves the share as it is.
            try await Self.changeShare(service) { _ in }
            let share = Share(try await service.ann.record(Self.own("share")))
            #expect(share?.participants.map(\.user) == ["_bob", "_eve"])
            #expect(try await eve.zones(in: .shared).map(\.id) == [Self.seen])
        }
    }

    @Test func `a user that joins while the owner names a share takes part`() async throws {
        let base = MemoryStore()
        // Another process of the same server.
        let other = RecordService(store: base, container: "iCloud.test")
        try await Self.fill(other)
        let (_, url) = try await Self.share(other, with: [], publicly: .readOnly)
        let store = FailingStore(base)
        let service = RecordService(store: store, container: "iCloud.test")
        store.beforeAnswer(to: .records) { _ = try await other.bob.acceptShare(url) }
        let named = Record(Share.recordType, Self.own("share"), ["cloudkit.title": "Notes"])
        try await service.ann.save(named, policy: .changedKeys)
        let record = try await service.ann.record(Self.own("share"))
        let share = try #require(Share(record))
        #expect(share.participants.map(\.user) == ["_bob"])
        #expect(share.publicPermission == .readOnly)
        #expect(record["cloudkit.title"] == "Notes")
        #expect(try await other.bob.record(Self.seen("child"), in: .shared)["text"] == "child")
        try await service.close()
    }
}
