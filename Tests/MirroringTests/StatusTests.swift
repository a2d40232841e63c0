import CloudKit
import CoreData
import Foundation
import MirrorCore
import ObjectCore
import Stores
import Testing

/// What a store says of its mirror, as `quarry coredata mirror` shows it.
@Suite struct `The status of a mirror` {
    private func status(_ url: URL) throws -> MirrorStatus? {
        var options = ObjectStoreOptions()
        options.isReadOnly = true
        let store = try ObjectStoreOpener.open(
            .sqlite(path: url.path), model: try ResolvedModel(Notebook.model().objectModel),
            options: options)
        defer { try? store.close() }
        return try MirrorStatus(store)
    }

    @Test func `what waits is counted by entity, and events are there`() async throws {
        let cloud = Notebook.cloud()
        let folder = try Notebook.folder()
        let url = folder.appendingPathComponent("Notebook.sqlite")
        let phone = try Device("phone", in: cloud, at: url)
        for key in ["a", "b", "c"] { try phone.insert("Note", key) }
        #expect(try status(url) == nil)
        try await cloud.settle([phone])
        cloud.faults.add(.networkFailure, times: nil, on: .writes)
        try phone.update("Note", "a", ["title": "new"])
        try phone.delete("Note", "b")
        try phone.insert("Tag", "red")
        try phone.tag("a", "red", isOn: true)
        #expect(try status(url)?.newTransactions == 4)
        _ = try? await phone.container.synchronize()
        let sending = try #require(try status(url))
        // The request is out; nothing else waits.
        #expect(sending.isSending && sending.newTransactions == 0)
        #expect(sending.user == "_ann" && sending.hasZone && sending.orphans.isEmpty)
        #expect(sending.events.last?.error?.code == CKError.Code.networkFailure.rawValue)
        try phone.update("Note", "c", ["title": "newer"])
        cloud.faults.clear()
        try await cloud.settle([phone])
        let settled = try #require(try status(url))
        #expect(!settled.isSending && settled.links.all == 1 && settled.links.pending == 0)
        #expect(settled.entities.mapValues(\.objects) == ["Note": 2, "Tag": 1])
        #expect(settled.entities.values.allSatisfy { $0.new + $0.edited + $0.deleted == 0 })
        #expect(settled.events.first?.kind == .setup && settled.events.last?.error == nil)
        try phone.close()
        #expect(settled.orphans.isEmpty)
        let store = try ObjectStoreOpener.open(
            .sqlite(path: url.path), model: try ResolvedModel(Notebook.model().objectModel))
        let state = MirrorState(store)
        state.setObject(
            "X", MirrorObject(entity: "Note", row: 999, isUploaded: true, epoch: 1))
        try state.flush()
        try store.close()
        #expect(try status(url)?.orphans == ["X"])
        try FileManager.default.removeItem(at: folder)
    }

    @Test func `shares are there, and what is to be deleted where their objects were`() async throws
    {
        let two = try SharingCloud()
        let (cloud, phone) = (two.cloud, two.phone)
        let url = two.folder.appendingPathComponent("phone-private.sqlite")
        for key in ["a", "b"] { try phone.insert("Note", key) }
        try phone.insert("Tag", "red")
        try phone.tag("a", "red", isOn: true)
        try await cloud.settle([phone])
        #expect(try status(url)?.shares.isEmpty == true)
        let (_, share, _) = try await phone.share("Note", "a")
        let moved = try #require(try status(url))
        #expect(moved.shares.map(\.zone.name) == [share.recordID.zoneID.zoneName])
        #expect(moved.shares.first?.share != nil && moved.shares.first?.url == share.url)
        // Two objects and the record of their pair.
        #expect(moved.shares.first?.objects == 2 && moved.shares.first?.pending == 3)
        #expect(moved.originals == [nil: 3])
        try await cloud.settle([phone])
        let settled = try #require(try status(url))
        #expect(settled.shares.first?.objects == 2 && settled.shares.first?.pending == 0)
        #expect(settled.originals.isEmpty && settled.entities["Note"]?.objects == 2)
        try two.close()
    }
}
