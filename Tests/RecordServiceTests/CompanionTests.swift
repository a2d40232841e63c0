import RecordCore
import RecordService
import Testing

// The users that find each other through a share.
extension Shares {
    @Test(arguments: Backing.allCases, [false, true])
    func `participants of a share find each other, and no other users`(
        backing: Backing, isWhole: Bool
    ) async throws {
        try await backing.withService { service in
            let (carl, eve) = (
                service.session(user: "_carl", device: "c"),
                service.session(user: "_eve", device: "e")
            )
            for name in ["ann", "bob", "carl", "eve"] {
                try await service.setIdentity(
                    UserIdentity(
                        user: "_\(name)", givenName: name, emails: ["\(name)@example.org"]))
            }
            #expect(try await service.ann.companions().isEmpty)
            try await Self.fill(service)
            let invited = ["_bob", "_carl"].map { Share.Participant(user: $0) }
            let (share, url) =
                isWhole
                ? try await Self.shareZone(service, with: invited)
                : try await Self.share(service, with: invited)
            // An invitation alone shows no user.
            #expect(try await service.ann.companions().isEmpty)
            try await service.bob.acceptShare(url)
            #expect(try await service.bob.companions().map(\.user) == ["_ann"])
            #expect(try await carl.companions().isEmpty)
            try await carl.acceptShare(url)
            #expect(try await service.ann.companions().map(\.user) == ["_bob", "_carl"])
            #expect(try await service.bob.companions().map(\.user) == ["_ann", "_carl"])
            #expect(try await service.bob.companions().map(\.givenName) == ["ann", "carl"])
            #expect(try await service.bob.companions().allSatisfy { $0.emails.isEmpty })
            #expect(try await eve.companions().isEmpty)
            try await service.bob.delete(Self.seen(share.id.name), in: .shared)
            #expect(try await service.ann.companions().map(\.user) == ["_carl"])
            #expect(try await service.bob.companions().isEmpty)
            #expect(await failure { _ = try await service.anonymous.companions() } != nil)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a user that came by the URL finds the owner alone`(backing: Backing) async throws {
        try await backing.withService { service in
            for name in ["ann", "bob", "carl"] {
                try await service.setIdentity(UserIdentity(user: "_\(name)", givenName: name))
            }
            try await Self.fill(service)
            let (_, url) = try await Self.share(
                service, with: [Share.Participant(user: "_bob")], publicly: .readOnly)
            try await service.bob.acceptShare(url)
            let carl = service.session(user: "_carl", device: "c")
            try await carl.acceptShare(url)
            #expect(try await carl.companions().map(\.user) == ["_ann"])
            #expect(try await service.bob.companions().map(\.user) == ["_ann", "_carl"])
        }
    }

    @Test(arguments: Backing.allCases)
    func `a user whose name has other bytes than the owner's finds no guests of other shares`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            let owner = service.session(user: "Jose\u{301}", device: "o")
            let guests = ["Jos\u{E9}", "_carl"].map { service.session(user: $0, device: "g") }
            for user in ["Jose\u{301}", "_carl"] {
                try await service.setIdentity(UserIdentity(user: user))
            }
            _ = try await owner.modifyZones(saving: [Self.zone], in: .private)
            for (name, guest) in zip(["root", "other"], guests) {
                let share = Share(
                    Self.own("share-\(name)"), root: Self.own(name),
                    participants: [Share.Participant(user: guest.user)])
                var root = Self.note(name)
                root.share = share.id
                let saved = try await owner.save(share.record, root)[0]
                try await guest.acceptShare(try #require(service.shareURL(of: saved)))
            }
            let found = try await guests[0].companions().map { Array($0.user.utf8) }
            #expect(found == [Array("Jose\u{301}".utf8)])
        }
    }
}
