import CloudKit
import CoreData
import Foundation
import TestFiles
import Testing

/// What a participant sends to owners of whom one has no room left.
@Suite struct FullOwnerTests {
    private let folder = TemporaryFolder()

    /// Shares a folder of notes with everyone who has the link, and has Bob accept.
    private func share(_ device: Device, with bob: Device, _ cloud: LocalCloud) async throws {
        try device.insert("Folder", device.name)
        for number in 0..<12 {
            try device.insert("Note", "\(device.name)\(number)")
            try device.relate(
                "Note", "\(device.name)\(number)", "folder", to: ("Folder", device.name))
        }
        try await cloud.settle([device])
        let (_, share, _) = try await device.share("Folder", device.name)
        share.publicPermission = .readWrite
        let saved = try await device.container.persistUpdatedShare(
            share, in: device.store(.private))
        try await cloud.settle([device])
        try await bob.accept(saved, in: cloud)
    }

    @Test func `an owner without room does not hold up what is sent to others`() async throws {
        let cloud = Notebook.cloud { $0.quotaBytes = 300_000 }
        let anns = try SharingCloud.device("anns", "ann", cloud, folder)
        let cats = try SharingCloud.device("cats", "cat", cloud, folder)
        let bobs = try SharingCloud.device("bobs", "bob", cloud, folder)
        for device in [anns, cats] { try await share(device, with: bobs, cloud) }
        try await cloud.settle([bobs])
        // What is to be sent goes in the order of record names: that which has no room comes first.
        func names(_ owner: Device) throws -> [(key: String, record: String)] {
            try (0..<12).map { "\(owner.name)\($0)" }.map { key in
                let id = try #require(bobs.container.recordID(for: try bobs.id("Note", key)))
                return (key, id.recordName)
            }.sorted { $0.record < $1.record }
        }
        let (first, last) = (try names(anns)[0], try names(cats)[11])
        let gone = try names(anns)[11]
        try #require(first.record < last.record)
        try bobs.update("Note", first.key, ["text": String(repeating: "x", count: 400_000)])
        try bobs.update("Note", last.key, ["title": "small"])
        try bobs.delete("Note", gone.key)
        let error = await #expect(throws: CKError.self) {
            try await bobs.container.synchronize()
        }
        #expect(error?.code == .quotaExceeded)
        try await cloud.settle([anns, cats])
        #expect(try cats.text("Note", last.key, "title") == "small")
        #expect(try anns.text("Note", first.key, "text") == nil)
        // Deletions make room.
        #expect(try !anns.keys("Note").contains(gone.key))
        try bobs.update("Note", first.key, ["text": "short"])
        try await cloud.settle([bobs, anns])
        #expect(try anns.text("Note", first.key, "text") == "short")
        for device in [anns, cats, bobs] { try device.close() }
    }
}
