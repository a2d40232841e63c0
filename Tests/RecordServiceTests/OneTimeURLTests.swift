import Foundation
import RecordCore
import RecordService
import TestKit
import Testing

// Participants that any user may become, by a URL of their own.
extension Shares {
    /// The one-time URL of the participant, as the owner has it.
    static func url(_ participant: String, in record: Record) throws -> URL {
        let found = Share(record)?.participants.first { $0.id == participant }
        let token = try #require(found?.token)
        return try #require(URL(string: ServiceOptions().shareURLPrefix + token))
    }

    private static func participants(_ record: Record?) -> [Share.Participant] {
        record.flatMap { Share($0)?.participants } ?? []
    }

    @Test(arguments: Backing.allCases)
    func `the first user that opens a one-time URL becomes the participant`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (saved, plain) = try await Self.share(
                service, with: [.init(permission: .readWrite, id: "guest")])
            let url = try Self.url("guest", in: saved)
            #expect(url.absoluteString.hasPrefix(plain.absoluteString + "-"))
            // The URL of the share admits only those that are invited.
            let eve = service.session(user: "_eve", device: "web")
            let refused = await failure { try await eve.acceptShare(plain) }
            #expect(refused?.code == .unknownItem)
            #expect(refused?.message == "Share not found")
            let seen = try await service.bob.shareMetadata(url: url, fetchesRoot: true)
            #expect(seen.role == .privateUser)
            #expect(seen.acceptance == .pending)
            #expect(seen.permission == .readWrite)
            #expect(seen.root?["text"] == "root")
            try await service.bob.acceptShare(url)
            let late = await failure { try await eve.acceptShare(url) }
            #expect(late?.message == "Share not found")
            #expect(try await eve.zones(in: .shared).isEmpty)
            let guest = try #require(
                Self.participants(try await service.ann.record(Self.own("share"))).first)
            #expect(guest.id == "guest")
            #expect(guest.user == "_bob")
            #expect(guest.acceptance == .accepted)
            // Opened again by the same user, it is as that of the share.
            try await service.bob.acceptShare(url)
            #expect(try await service.bob.shareMetadata(url: url).acceptance == .accepted)
            #expect(try await service.bob.shareMetadata(url: plain).permission == .readWrite)
            var child = try await service.bob.record(Self.seen("child"), in: .shared)
            child["text"] = "written by the guest"
            try await service.bob.save(child, in: .shared)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a one-time URL lasts as long as its participant`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (saved, _) = try await Self.share(
                service, with: [.init(id: "first"), .init(id: "second"), .init(id: "third")])
            let urls = try ["first", "second", "third"].map { try Self.url($0, in: saved) }
            #expect(Set(urls).count == 3)
            try await Self.changeShare(service) { share in
                share.participants.removeAll { $0.id == "first" }
                // A URL cannot be chosen, nor exchanged.
                share.participants[0].token = "\(share.token ?? "")-mine"
                share.participants[1].token = nil
                share.participants.append(.init(id: "new", token: "\(share.token ?? "")-mine"))
            }
            let record = try await service.ann.record(Self.own("share"))
            #expect(try Self.url("second", in: record) == urls[1])
            #expect(try Self.url("third", in: record) == urls[2])
            #expect(try Self.url("new", in: record).absoluteString.hasSuffix("-mine") == false)
            let withdrawn = await failure { try await service.bob.acceptShare(urls[0]) }
            #expect(withdrawn?.message == "Share not found")
            // Who has left does not come back by it.
            try await service.bob.acceptShare(urls[1])
            try await service.bob.delete(Self.seen("share"), in: .shared)
            for user in ["_bob", "_eve"] {
                let session = service.session(user: user, device: "web")
                let error = await failure { try await session.acceptShare(urls[1]) }
                #expect(error?.message == "Share not found")
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `one-time URLs are seen by the owner and administrators`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (_, plain) = try await Self.share(
                service,
                with: [
                    .init(user: "_bob", role: .administrator, permission: .readWrite),
                    .init(user: "_carol"), .init(id: "guest"),
                ])
            let carol = service.session(user: "_carol", device: "web")
            func tokens(_ record: Record?) -> [String] {
                Self.participants(record).compactMap(\.token)
            }
            #expect(tokens(try await carol.shareMetadata(url: plain).share) == [])
            #expect(tokens(try await carol.acceptShare(plain)) == [])
            try await service.bob.acceptShare(plain)
            let id = Self.seen("share")
            let seen = try await carol.record(id, in: .shared)
            #expect(tokens(seen) == [])
            #expect(Self.participants(seen).count == 3)
            let changes = try await carol.changes(zone: Self.seen, in: .shared, since: nil)
            #expect(tokens(changes.changed.first { $0.id == id }) == [])
            // Users with the URL see no other participants before they are one.
            let eve = service.session(user: "_eve", device: "web")
            let own = try await service.ann.record(Self.own("share"))
            let url = try Self.url("guest", in: own)
            #expect(Self.participants(try await eve.shareMetadata(url: url).share) == [])
            // An administrator invites in the same way.
            var shown = try await service.bob.record(id, in: .shared)
            #expect(tokens(shown) == tokens(own))
            var share = try #require(Share(shown))
            share.participants.append(.init(id: "another"))
            shown = share.written(to: shown)
            let saved = try await service.bob.save(shown, in: .shared)[0]
            #expect(tokens(saved).count == 2)
            try await eve.acceptShare(try Self.url("another", in: saved))
            #expect(try await eve.zones(in: .shared).count == 1)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a participant that joined stays one where a stale list is saved over it`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (stale, _) = try await Self.share(service, with: [.init(id: "guest")])
            try await service.bob.acceptShare(try Self.url("guest", in: stale))
            let request = SaveRequest(saving: [stale], policy: .allKeys)
            _ = try await service.ann.modify(request, in: .private).saves[0].get()
            let guest = try #require(
                Self.participants(try await service.ann.record(Self.own("share"))).first)
            #expect(guest.user == "_bob")
            #expect(guest.acceptance == .accepted)
            #expect(try await service.bob.zones(in: .shared).count == 1)
            // Nor may it be taken again when that user has left.
            try await service.bob.delete(Self.seen("share"), in: .shared)
            _ = try await service.ann.modify(request, in: .private).saves[0].get()
            let late = await failure {
                try await service.bob.acceptShare(try Self.url("guest", in: stale))
            }
            #expect(late?.message == "Share not found")
        }
    }

    /// Older versions kept participants without an address, and gave them no URL.
    @Test(arguments: Backing.allCases)
    func `a participant without a URL gets one when the share is saved`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (saved, _) = try await Self.share(service, with: [.init(id: "guest")])
            var old = try #require(Share(saved))
            old.participants[0].token = nil
            let changed = SaveRequest(saving: [old.written(to: saved)], user: "_ann")
            let home = DatabaseScope.private(user: "_ann")
            #expect(try await service.store.save(changed, in: home).firstError == nil)
            try await Self.changeShare(service) { $0.publicPermission = $0.publicPermission }
            let record = try await service.ann.record(Self.own("share"))
            try await service.bob.acceptShare(try Self.url("guest", in: record))
        }
    }
}
