import Foundation
import RecordCore
import RecordService
import TestKit
import Testing

// Users that were not invited and ask to take part.
extension Shares {
    /// Shares `root`, for which users may ask.
    private static func shareOnRequest(
        _ service: RecordService, with participants: [Share.Participant] = []
    ) async throws -> URL {
        let (_, url) = try await share(service, with: participants)
        try await changeShare(service) { $0.requests.areAllowed = true }
        return url
    }

    private static func stored(_ service: RecordService) async throws -> Share {
        try #require(Share(try await service.ann.record(own("share"))))
    }

    @Test(arguments: Backing.allCases)
    func `a user that may ask waits, and is let in`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let url = try await Self.shareOnRequest(service)
            let eve = service.session(user: "_eve", device: "web")
            try await eve.requestAccess(url)
            try await eve.requestAccess(url)
            #expect(try await Self.stored(service).requests.users == ["_eve"])
            // Asking is not taking part.
            #expect(await failure { try await eve.acceptShare(url) }?.code == .unknownItem)
            try await Self.changeShare(service) { share in
                share.participants.append(.init(user: "_eve", permission: .readWrite))
            }
            let share = try await Self.stored(service)
            #expect(share.requests == .init(areAllowed: true))
            #expect(share.participants.map(\.isApprovedRequester) == [true])
            #expect(share.participants.map(\.acceptance) == [.pending])
            #expect(abs(share.participants[0].added?.timeIntervalSinceNow ?? -1000) < 600)
            try await eve.acceptShare(url)
            #expect(try await eve.zones(in: .shared).count == 1)
            // It stays known that the user had asked.
            try await Self.changeShare(service) { $0.participants[0].permission = .readOnly }
            #expect(try await Self.stored(service).participants[0].isApprovedRequester)
            // Who takes part, or owns the share, has nothing to ask for.
            try await eve.requestAccess(url)
            try await service.ann.requestAccess(url)
            #expect(try await Self.stored(service).requests.users.isEmpty)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a share that may not be asked for is unknown`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (_, url) = try await Self.share(service, with: [])
            let refused = await failure { try await service.bob.requestAccess(url) }
            #expect(refused?.code == .unknownItem)
            #expect(refused?.message == "Share not found")
            let nowhere = try #require(URL(string: "https://www.icloud.com/share/x"))
            #expect(
                await failure { try await service.bob.requestAccess(nowhere) }?.message
                    == "Share not found")
            let nameless = service.session(user: nil, device: "web")
            #expect(
                await failure { try await nameless.requestAccess(url) }?.code == .notAuthenticated)
            #expect(try await Self.stored(service).requests == .init())
        }
    }

    @Test(arguments: Backing.allCases)
    func `a user that is denied may ask again, one that is blocked may not`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let url = try await Self.shareOnRequest(service)
            try await service.bob.requestAccess(url)
            try await Self.changeShare(service) { $0.requests.users = [] }
            try await service.bob.requestAccess(url)
            #expect(try await Self.stored(service).requests.users == ["_bob"])
            try await Self.changeShare(service) { $0.requests.blocked = ["_bob"] }
            #expect(
                try await Self.stored(service).requests
                    == .init(areAllowed: true, blocked: ["_bob"]))
            let refused = await failure { try await service.bob.requestAccess(url) }
            #expect(refused?.message == "Share not found")
            // Nor does it join an open share, and one that takes part is removed.
            try await Self.changeShare(service) { $0.publicPermission = .readOnly }
            #expect(
                await failure { try await service.bob.acceptShare(url) }?.code == .unknownItem)
            #expect(
                await failure { _ = try await service.bob.shareMetadata(url: url) }?.code
                    == .unknownItem)
            let eve = service.session(user: "_eve", device: "web")
            try await eve.acceptShare(url)
            try await Self.changeShare(service) { $0.requests.blocked.append("_eve") }
            #expect(try await eve.zones(in: .shared).isEmpty)
            try await Self.changeShare(service) { $0.requests.blocked = [] }
            try await service.bob.acceptShare(url)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a user that is blocked does not come by a one-time URL`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let (saved, _) = try await Self.share(service, with: [.init(id: "guest")])
            let url = try Self.url("guest", in: saved)
            try await Self.changeShare(service) { $0.requests.blocked = ["_bob"] }
            for call in 1...2 {
                let refused = await failure {
                    if call == 1 {
                        _ = try await service.bob.shareMetadata(url: url, fetchesRoot: true)
                    } else {
                        try await service.bob.acceptShare(url)
                    }
                }
                #expect(refused?.message == "Share not found")
            }
            let eve = service.session(user: "_eve", device: "web")
            try await eve.acceptShare(url)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a request ends where the user comes by a one-time URL`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let plain = try await Self.shareOnRequest(service, with: [.init(id: "guest")])
            try await service.bob.requestAccess(plain)
            let record = try await service.ann.record(Self.own("share"))
            try await service.bob.acceptShare(try Self.url("guest", in: record))
            let share = try await Self.stored(service)
            #expect(share.requests.users.isEmpty)
            #expect(share.participants.map(\.isApprovedRequester) == [true])
        }
    }

    @Test(arguments: Backing.allCases)
    func `a save that says nothing of requests keeps them`(backing: Backing) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let url = try await Self.shareOnRequest(service)
            try await service.bob.requestAccess(url)
            try await Self.changeShare(service) { $0.requests.blocked = ["_eve"] }
            var record = try await service.ann.record(Self.own("share"))
            record.fields["cloudkit.accessRequests"] = nil
            record["cloudkit.title"] = "Notes"
            for isPartial in [true, false] {
                let item = SaveRequest.Item(record, isPartial: isPartial, policy: .allKeys)
                let request = SaveRequest(saves: [item], deletions: [])
                _ = try await service.ann.modify(request, in: .private).saves[0].get()
                #expect(
                    try await Self.stored(service).requests
                        == .init(areAllowed: true, users: ["_bob"], blocked: ["_eve"]))
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `requests are seen and answered by the owner and administrators`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await Self.fill(service)
            let url = try await Self.shareOnRequest(
                service,
                with: [
                    .init(user: "_bob", role: .administrator, permission: .readWrite),
                    .init(user: "_carol", permission: .readWrite),
                ])
            let carol = service.session(user: "_carol", device: "web")
            let eve = service.session(user: "_eve", device: "web")
            try await service.bob.acceptShare(url)
            try await carol.acceptShare(url)
            try await eve.requestAccess(url)
            let id = Self.seen("share")
            #expect(Share(try await carol.record(id, in: .shared))?.requests == .init())
            var record = try await service.bob.record(id, in: .shared)
            var share = try #require(Share(record))
            #expect(share.requests.users == ["_eve"])
            // A user cannot be said to have asked.
            share.requests.users.append("_frank")
            share.participants.append(.init(user: "_eve"))
            record = share.written(to: record)
            try await service.bob.save(record, in: .shared)
            #expect(try await Self.stored(service).requests == .init(areAllowed: true))
            #expect(try await Self.stored(service).participants.last?.isApprovedRequester == true)
            try await eve.acceptShare(url)
            // Participants do not change what may be asked.
            var own = try await carol.record(id, in: .shared)
            own =
                Share(own).map { share in
                    var share = share
                    share.requests.areAllowed = true
                    share.requests.blocked = ["_bob"]
                    return share.written(to: own)
                } ?? own
            let refused = await failure { try await carol.save(own, in: .shared) }
            #expect(refused?.code == .permissionFailure)
            #expect(try await Self.stored(service).requests.blocked.isEmpty)
        }
    }

    @Test(arguments: Backing.allCases)
    func `requests are limited as participants are`(backing: Backing) async throws {
        var options = ServiceOptions()
        options.participants = 2
        try await backing.withService(options: options) { service in
            try await Self.fill(service)
            let url = try await Self.shareOnRequest(service)
            for user in ["_a", "_b"] {
                try await service.session(user: user, device: "web").requestAccess(url)
            }
            let third = service.session(user: "_c", device: "web")
            let refused = await failure { try await third.requestAccess(url) }
            #expect(refused?.code == .tooManyParticipants)
            #expect(try await Self.stored(service).requests.users == ["_a", "_b"])
        }
    }
}
