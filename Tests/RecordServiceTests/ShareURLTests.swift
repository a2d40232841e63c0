import Foundation
import RecordCore
import RecordService
import Synchronization
import TestKit
import Testing

// The URLs of shares, and the users that come by them.
extension Shares {
    @Test(arguments: Backing.allCases)
    func `users that come by the URL see no other participants`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let invited = Share.Participant(user: "_bob", email: "bob@example.org")
            let (_, url) = try await Self.share(service, with: [invited], publicly: .readOnly)
            func users(_ record: Record?) -> [String?]? {
                record.flatMap { Share($0)?.participants.map(\.user) }
            }
            let eve = service.session(user: "_eve", device: "web")
            #expect(users(try await eve.shareMetadata(url: url).share) == [])
            #expect(users(try await service.bob.shareMetadata(url: url).share) == ["_bob"])
            #expect(users(try await eve.acceptShare(url)) == ["_eve"])
            #expect(users(try await service.bob.acceptShare(url)) == ["_bob", "_eve"])
            let id = Self.seen("share")
            #expect(users(try await eve.record(id, in: .shared)) == ["_eve"])
            #expect(users(try await eve.record(named: id, in: .shared).get()) == ["_eve"])
            let changes = try await eve.changes(zone: Self.seen, in: .shared, since: nil).changed
            #expect(users(changes.first { $0.id == id }) == ["_eve"])
            #expect(users(try await service.bob.record(id, in: .shared)) == ["_bob", "_eve"])
            #expect(
                users(try await service.ann.record(Self.own("share"))) == ["_bob", "_eve"])
        }
    }

    @Test(arguments: Backing.allCases)
    func `users that come by the URL see no other participants in a conflict`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let invited = Share.Participant(user: "_bob", email: "bob@example.org")
            let (_, url) = try await Self.share(service, with: [invited], publicly: .readWrite)
            let eve = service.session(user: "_eve", device: "web")
            try await eve.acceptShare(url)
            // A name that a share has already.
            let error = await failure {
                try await eve.save(Record("Note", Self.seen("share")), in: .shared)
            }
            #expect(error?.code == .serverRecordChanged)
            let server = try #require(error?.conflict?.server)
            #expect(Share(server)?.participants.map(\.user) == ["_eve"])
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

    /// How many URLs of shares the store keeps.
    static func urls(_ service: RecordService) async throws -> Int {
        let count = Mutex(0)
        try await service.store.removeServiceData(prefix: "share/") { _ in
            count.withLock { $0 += 1 }
            return false
        }
        return count.withLock { $0 }
    }

    @Test(arguments: Backing.allCases)
    func `a share that is refused leaves no URL behind`(backing: Backing) async throws {
        try await backing.withService { service async throws in
            try await Self.fill(service)
            // By the service, and by the store.
            let twice = await failure {
                try await Self.share(service, with: Self.invited() + Self.invited())
            }
            #expect(twice?.code == .participantAlreadyInvited)
            #expect(try await Self.urls(service) == 0)
            let (_, url) = try await Self.share(service, with: Self.invited())
            let second = await failure {
                try await Self.share(service, as: "second", with: Self.invited())
            }
            #expect(second != nil)
            #expect(try await Self.urls(service) == 1)
            try await service.bob.acceptShare(url)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a share that is deleted leaves no URL behind`(backing: Backing) async throws {
        try await backing.withService { service async throws in
            try await Self.fill(service)
            let (share, url) = try await Self.share(service, with: Self.invited())
            #expect(try await Self.urls(service) == 1)
            try await service.ann.delete(share.id)
            #expect(try await Self.urls(service) == 0)
            #expect(
                await failure { try await service.bob.acceptShare(url) }?.message
                    == "Share not found")
            // With its root, and with its zone.
            try await Self.share(service, "grandchild", with: Self.invited())
            let (_, other) = try await Self.share(
                service, "other", as: "second", with: Self.invited())
            #expect(try await Self.urls(service) == 2)
            try await service.ann.delete(Self.own("grandchild"))
            #expect(try await Self.urls(service) == 1)
            // Leaving it is no deletion.
            try await service.bob.acceptShare(other)
            try await service.bob.delete(Self.seen("second"), in: .shared)
            #expect(try await Self.urls(service) == 1)
            _ = try await service.ann.modifyZones(deleting: [Self.zone], in: .private)
            #expect(try await Self.urls(service) == 0)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a root that is shared again has its URL again`(backing: Backing) async throws {
        try await backing.withService { service async throws in
            try await Self.fill(service)
            let (share, url) = try await Self.share(service, with: Self.invited())
            let (_, other) = try await Self.share(
                service, "other", as: "second", with: Self.invited())
            #expect(other != url)
            try await service.ann.delete(share.id)
            let (third, again) = try await Self.share(service, as: "third", with: Self.invited())
            #expect(again == url)
            #expect(try await service.bob.shareMetadata(url: url).share.id == Self.seen("third"))
            let next = Share(
                Self.own("fourth"), root: Self.own("root"), participants: Self.invited())
            let result = try await service.ann.modify(
                SaveRequest(saving: [next.record], deleting: [third.id]), in: .private)
            let fourth = try result.saves[0].get()
            #expect(service.shareURL(of: fourth) == url)
            try await service.bob.acceptShare(url)
            let child = try await service.bob.record(Self.seen("child"), in: .shared)
            #expect(child["text"] == "child")
            #expect(try await Self.urls(service) == 2)
        }
    }

    @Test func `a share keeps the URL that another process removes with one of its own`()
        async throws
    {
        let base = MemoryStore()
        let store = FailingStore(base)
        let service = RecordService(store: store, container: "iCloud.test")
        try await Self.fill(service)
        // The other one shares the same root at the same time, and its save fails.
        store.beforeAnswer(to: .save) {
            try await base.removeServiceData(prefix: "share/") { _ in true }
        }
        let (_, url) = try await Self.share(service, with: Self.invited())
        #expect(try await service.bob.shareMetadata(url: url).share.id == Self.seen("share"))
        try await service.close()
    }

    /// The URL of a share that an older version made leads to the share itself.
    @Test(arguments: Backing.allCases)
    func `a share keeps the URL that it was made with`(backing: Backing) async throws {
        try await backing.withService { service async throws in
            try await Self.fill(service)
            let (saved, _) = try await Self.share(service, with: Self.invited())
            let home = DatabaseScope.private(user: "_ann")
            var old = try #require(Share(saved))
            old.token = "older"
            let changed = SaveRequest(saving: [old.written(to: saved)], user: "_ann")
            #expect(try await service.store.save(changed, in: home).firstError == nil)
            var writer = ByteWriter()
            writer.write("_ann")
            writer.write(saved.id)
            try await service.store.setServiceData(
                ["share/older": writer.data], in: .named("share/older"))
            let url = try #require(URL(string: ServiceOptions().shareURLPrefix + "older"))
            #expect(try await service.bob.shareMetadata(url: url).share.id == Self.seen("share"))
            var titled = try await service.ann.record(Self.own("share"))
            titled["cloudkit.title"] = "Notes"
            let record = try await service.ann.save(titled)[0]
            #expect(service.shareURL(of: record) == url)
            try await service.bob.acceptShare(url)
        }
    }
}
