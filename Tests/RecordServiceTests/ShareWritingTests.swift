import Foundation
import RecordCore
import RecordService
import Testing

// What participants may write.
extension Shares {
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
            // A record that the user does not see.
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
}
