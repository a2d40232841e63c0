import Foundation
import RecordCore
import RecordService
import CloudKitClient
import TestFiles
import TestTime
import Testing
import WebServices

// Assets between a session and its server.
extension `Remote sessions` {
    @Test func `an asset goes there and back, and is fetched once`() async throws {
        let session = remote.session()
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("remote-asset-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        let content = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try content.write(to: file)
        let record = Record(
            "Photo", RecordID("p"),
            [
                "image": .asset(Asset(fileURL: file)),
                "thumbs": .list([
                    .asset(Asset(content: Data("one".utf8))),
                    .asset(Asset(content: Data("two".utf8))),
                ]),
            ])
        let result = try await session.modify(SaveRequest(saving: [record]), in: .private)
        let saved = try #require(try result.saves.first?.get())
        guard case .asset(let asset) = saved["image"], let copy = asset.fileURL else {
            Issue.record("no asset came back")
            return
        }
        #expect(try Data(contentsOf: copy) == content)
        #expect(asset.size == 200_000)
        guard case .list(let thumbs) = saved["thumbs"], case .asset(let second) = thumbs.last,
            let url = second.fileURL
        else {
            Issue.record("no list came back")
            return
        }
        #expect(try Data(contentsOf: url) == Data("two".utf8))
        // Nothing is fetched that was sent, and it is not the program's own file.
        let isDownloaded = remote.requests.contains { $0.path.contains("/assets/download/") }
        #expect(copy != file && !isDownloaded)
        let count = remote.requests.count
        _ = try await session.records([saved.id], in: .private, desiredKeys: nil)
        #expect(remote.requests.count == count + 1)
        let missing = Record(
            "Photo", RecordID("q"),
            ["image": .asset(Asset(fileURL: URL(fileURLWithPath: "/nowhere/at/all")))])
        let refused = try await session.modify(SaveRequest(saving: [missing]), in: .private)
        if case .failure(let error)? = refused.saves.first {
            #expect(error.code == .assetFileNotFound)
        } else {
            Issue.record("a file that is not there was saved")
        }
    }

    @Test func `an asset behind a symbolic link is sent, and what is kept is no link`() async throws
    {
        let (manager, folder) = (FileManager.default, TemporaryFolder())
        let (file, link) = (folder.file("photo"), folder.file("link"))
        try Data("a photo".utf8).write(to: file)
        try manager.createSymbolicLink(at: link, withDestinationURL: file)
        let result = try await remote.session().modify(
            SaveRequest(saving: [
                Record("Photo", RecordID("p"), ["image": .asset(Asset(fileURL: link))])
            ]), in: .private)
        let asset = try #require(try result.saves[0].get()["image"].heldAssets.first)
        let copy = try #require(asset.fileURL)
        let type = try manager.attributesOfItem(atPath: copy.path)[.type]
        #expect(type as? FileAttributeType == .typeRegular)
        #expect(try Data(contentsOf: copy) == Data("a photo".utf8) && asset.size == 7)
    }

    @Test func `what is all or nothing falls with an asset, however its zone is named`()
        async throws
    {
        let session = remote.session()
        _ = try await session.modifyZones(saving: [zone], deleting: [], in: .private)
        let lost = Asset(fileURL: URL(fileURLWithPath: "/nowhere/at/all"))
        let named = RecordID("b", zone: ZoneID(zone.name, owner: "_ann"))
        let result = try await session.modify(
            SaveRequest(saving: [note("a", ["image": .asset(lost)]), Record("Note", named)]),
            in: .private)
        if case .failure(let error) = result.saves[1] {
            #expect(error.code == .batchRequestFailed)
        } else {
            Issue.record("a record was saved without its sibling")
        }
    }

    @Test func `an asset in a field of another type refuses its record alone`() async throws {
        let session = remote.session()
        let text = Record("Photo", RecordID("t"), ["image": "none"])
        _ = try await session.modify(SaveRequest(saving: [text]), in: .private)
        let image = Asset(content: Data("a picture".utf8))
        let wrong = Record("Photo", RecordID("w"), ["image": .asset(image)])
        let right = Record("Photo", RecordID("r"), ["title": "right"])
        let result = try await session.modify(SaveRequest(saving: [wrong, right]), in: .private)
        if case .failure(let error) = result.saves[0] {
            #expect(error.code == .invalidArguments)
        } else {
            Issue.record("an asset was saved as text")
        }
        let saved = try result.saves[1].get()
        #expect(saved["title"] == "right")
    }

    /// Two records with an asset each, which another device reads.
    private func savePhotos() async throws -> [RecordID] {
        _ = try await remote.session().modifyZones(saving: [zone], deleting: [], in: .private)
        let photos = ["one", "two"].map {
            Record(
                "Photo", RecordID($0, zone: zone),
                ["image": .asset(Asset(content: Data($0.utf8)))])
        }
        let result = try await remote.session().modify(SaveRequest(saving: photos), in: .private)
        return try result.saves.map { try $0.get().id }
    }

    private func content(_ record: Record?) throws -> Data? {
        guard case .asset(let asset)? = record?["image"] else { return nil }
        return try asset.fileURL.map { try Data(contentsOf: $0) }
    }

    @Test func `a damaged asset has no file, and the records beside it come`() async throws {
        let ids = try await savePhotos()
        let session = remote.session(device: "tablet")
        let damaged = RemoteReply(200, bytes: Array("eno".utf8))
        remote.happen(.arrive, .replaceReply(damaged))
        let page = try await session.changes(
            zone: zone, in: .private, since: nil, limit: nil, desiredKeys: nil)
        #expect(try page.changed.map(content) == [nil, Data("two".utf8)])
        // It is asked for again with the next fetch, of which the server cannot read the other one.
        let failed = RemoteReply(
            500, bytes: Array(#"{"serverErrorCode": "INTERNAL_ERROR"}"#.utf8))
        let other = remote.session(device: "laptop")
        remote.happen(.arrive, .arrive, .replaceReply(failed))
        let found = try await other.records(ids, in: .private, desiredKeys: nil)
        let contents = try ids.map { try content(try found[$0]?.get()) }
        #expect(contents == [Data("one".utf8), nil])
        // A lost line concerns all.
        remote.happen(.arrive, .loseReply)
        let error = await serviceError {
            try await remote.session(device: "watch").records(ids, in: .private, desiredKeys: nil)
        }
        #expect(error?.code == .networkFailure)
    }

    @Test func `an asset that may not be sent refuses its record alone`() async throws {
        let owner = remote.session()
        _ = try await owner.modifyZones(
            saving: [zone, ZoneID("Shown")], deleting: [], in: .private)
        for (zone, permission) in [
            (zone, Share.Permission.readWrite), (ZoneID("Shown"), .readOnly),
        ] {
            var share = Share(of: zone)
            share.participants = [Share.Participant(user: "_bob", permission: permission)]
            let result = try await owner.modify(SaveRequest(saving: [share.record]), in: .private)
            let url = try #require(owner.shareURL(of: try result.saves[0].get()))
            _ = try await remote.session("_bob").acceptShare(url)
        }
        func photo(_ zone: String) -> Record {
            Record(
                "Photo", RecordID("p", zone: ZoneID(zone, owner: "_ann")),
                ["image": .asset(Asset(content: Data(zone.utf8)))])
        }
        let result = try await remote.session("_bob").modify(
            SaveRequest(saving: [photo(zone.name), photo("Shown")], isAtomic: false), in: .shared)
        #expect(try result.saves[0].get().fields["image"] != nil)
        let error = await serviceError { try result.saves[1].get() }
        #expect(error?.code == .permissionFailure)
    }

    @Test func `a fetch that is cancelled waits for no asset`() async throws {
        let ids = try await savePhotos()
        let session = remote.session(device: "tablet")
        let count = remote.requests.count
        remote.happen(.arrive, .stall)
        let fetch = Task {
            await serviceError {
                try await session.records(ids, in: .private, desiredKeys: nil)
            }
        }
        #expect(try await eventually { remote.requests.count == count + 2 })
        fetch.cancel()
        #expect(await fetch.value?.code == .operationCancelled)
        // The other asset was not asked for.
        #expect(remote.requests.count == count + 2)
    }

    @Test func `a save fetches no asset that is not on this machine`() async throws {
        let content = Data("a picture".utf8)
        let record = Record("Photo", RecordID("p"), ["image": .asset(Asset(content: content))])
        _ = try await remote.session().modify(SaveRequest(saving: [record]), in: .private)
        let session = remote.session(device: "tablet")
        var changed = try #require(
            try await session.records([record.id], in: .private, desiredKeys: [])[record.id]?
                .get())
        changed["title"] = "A picture"
        let count = remote.requests.count
        let result = try await session.modify(
            SaveRequest(saves: [SaveRequest.Item(changed, isPartial: true)], deletions: []),
            in: .private)
        #expect(remote.requests.count == count + 1)
        let saved = try #require(try result.saves.first?.get())
        guard case .asset(let asset) = saved["image"] else {
            Issue.record("no asset came back")
            return
        }
        #expect(asset.size == 9 && asset.fileURL == nil)
        #expect(saved.system?.changeTag != nil)
        let found = try await session.records([saved.id], in: .private, desiredKeys: nil)
        guard case .asset(let read)? = try found[saved.id]?.get()["image"],
            let file = read.fileURL
        else {
            Issue.record("no asset was fetched")
            return
        }
        #expect(try Data(contentsOf: file) == content)
    }

    /// A session of a service that has little room for files that no record has.
    private func frugalSession() -> any CloudSession {
        remote.service {
            $0.assetFileBytes = 20
            $0.assetFileSeconds = 0
        }.cloudSession(user: "_ann", device: "phone")
    }

    private static func save(
        _ name: String, _ content: String, in session: any CloudSession
    ) async throws -> Record? {
        let image = Asset(content: Data(content.utf8))
        let record = Record("Photo", RecordID(name), ["image": .asset(image)])
        return try await session.modify(SaveRequest(saving: [record]), in: .private)
            .saves.first?.get()
    }

    private static func path(_ record: Record?) -> String {
        guard case .asset(let asset)? = record?["image"] else { return "no asset" }
        return asset.fileURL?.path ?? "no file"
    }

    private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test func `files that no record has go when there are too many, and no others`() async throws {
        let session = frugalSession()
        var first = try await Self.save("a", "picture of a", in: session)
        let firstPath = Self.path(first)
        let second = try await Self.save("b", "picture of b", in: session)
        // Both are in use, though they are more than 20 bytes.
        #expect(isThere(Self.path(first)) && isThere(Self.path(second)))
        first = nil
        let third = try await Self.save("c", "picture of c", in: session)
        #expect(!isThere(firstPath) && isThere(Self.path(second)) && isThere(Self.path(third)))
        first = try await session.records([RecordID("a")], in: .private, desiredKeys: nil)[
            RecordID("a")]?.get()
        for record in [first, second, third] { #expect(isThere(Self.path(record))) }
    }

    @Test func `a file stays that several saves of one content keep at one time`() async throws {
        let session = frugalSession()
        let first = try await withThrowingTaskGroup(of: Record?.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await Self.save("r\(number)", "one picture of all", in: session)
                }
            }
            let first = try await group.next() ?? nil
            // The records of the others go.
            while try await group.next() != nil {}
            return first
        }
        let other = try await Self.save("other", "another picture", in: session)
        for record in [first, other] { #expect(isThere(Self.path(record))) }
    }
}
