import CloudKit
import CoreData
import Foundation
import MirrorCore
import ObjectCore
import Stores
import TestFiles
import Testing

/// What a store says of its mirror, as `quarry coredata mirror` shows it.
@Suite struct `The status of a mirror` {
    private let folder = TemporaryFolder()
    private let cloud = Notebook.cloud()
    private var url: URL { folder.file("Notebook.sqlite") }

    private func status(_ url: URL) throws -> MirrorStatus? { try Notebook.status(url) }

    @Test func `what waits is counted by entity, and events are there`() async throws {
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
    }

    private func report(_ url: URL) throws -> MirrorRecordReport {
        var options = ObjectStoreOptions()
        options.isReadOnly = true
        let store = try ObjectStoreOpener.open(
            .sqlite(path: url.path), model: try ResolvedModel(Notebook.model().objectModel),
            options: options)
        defer { try? store.close() }
        return try MirrorRecordReport(store)
    }

    @Test func `what waits is told object by object, since when and how far it got`() async throws {
        let phone = try Device("phone", in: cloud, at: url)
        for key in ["a", "b"] { try phone.insert("Note", key) }
        try await cloud.settle([phone])
        #expect(try status(url)?.changes == [])
        #expect(try status(url)?.zones.map(\.objects) == [2])
        #expect(try status(url)?.zones.first?.hasToken == true)
        let start = Date()
        try phone.update("Note", "a", ["title": "new"])
        try phone.delete("Note", "b")
        try phone.insert("Tag", "red")
        try phone.tag("a", "red", isOn: true)
        // Made and gone between two looks: nothing of it is ever sent.
        try phone.insert("Note", "short")
        try phone.delete("Note", "short")
        let saved = try #require(try status(url)).changes
        func told(_ changes: [MirrorChange]) -> [String] {
            changes.map { change in
                let names = change.properties.joined(separator: "+")
                return "\(change.kind) \(change.entity) \(names) \(change.state)"
            }
        }
        #expect(
            told(saved) == [
                "edited Note tags+title saved", "deleted Note  saved", "new Tag  saved",
            ])
        #expect(saved.map { $0.row > 0 } == [true, false, true])
        #expect(
            saved.allSatisfy { ($0.since ?? .distantPast) >= start && $0.since ?? start <= Date() })
        cloud.faults.add(.networkFailure, times: nil, on: .writes)
        _ = try? await phone.container.synchronize()
        let sent = try #require(try status(url)).changes
        #expect(
            told(sent) == [
                "edited Note title sent", "deleted Note  sent", "new Tag  sent",
                "pair Note tags sent",
            ])
        // Since it was saved, and not since the mirror looked at it.
        #expect(sent.prefix(3).map(\.since) == saved.map(\.since))
        let tag = try phone.id("Tag", "red").uriRepresentation().lastPathComponent
        #expect(sent.last?.other.map { "\($0.entity)/p\($0.row)" } == "Tag/\(tag)")
        // One that is edited again while a request is out waits, for what is new of it.
        try phone.update("Note", "a", ["text": "newer"])
        let again = try #require(try status(url)).changes
        #expect(again.filter { $0.state == .saved }.map(\.properties) == [["text"]])
        cloud.faults.clear()
        try await cloud.settle([phone])
        #expect(try status(url)?.changes == [])
        try phone.close()
    }

    @Test func `a refusal names the object, the field and the sentence`() async throws {
        let production = try Notebook.productionWithoutText(in: folder)
        let phone = try Device("phone", in: production, at: url)
        try phone.insert("Note", "a", ["title": "fine"])
        try phone.insert("Note", "b", ["text": "withheld"])
        await #expect(throws: CKError.self) { try await production.settle([phone]) }
        let status = try #require(try status(url))
        let change = try #require(status.changes.first)
        #expect(status.changes.count == 1)
        #expect(change.kind == .new && change.state == .refused && change.entity == "Note")
        let name = try phone.id("Note", "b").uriRepresentation().lastPathComponent
        #expect("p\(change.row)" == name)
        let refusal = MirrorRefusal(try #require(change.refusal))
        #expect(refusal.code == CKError.Code.invalidArguments.rawValue)
        #expect("\(refusal.field ?? "") \(refusal.text)".contains("CD_text"), "\(refusal)")
        #expect(status.entities["Note"]?.refused == 1)
        try phone.close()
        try await production.close()
    }

    @Test func `fields of a later version of the app are named, with how many records have them`()
        async throws
    {
        let phone = try Device("phone", in: cloud, at: url)
        let later = try Device("tablet", in: cloud, model: Notebook.model(extra: true))
        try later.insert("Note", "a", ["extra": "one"])
        try later.insert("Note", "b", ["extra": "two"])
        try later.insert("Note", "c")
        try await cloud.settle([later, phone])
        let report = try report(url)
        #expect(
            report.counts.map { "\($0.entity) \($0.field) \($0.records)" } == ["Note CD_extra 2"])
        #expect(report.extras.map(\.object.entity) == ["Note", "Note"] && report.overtaken == [])
        try phone.close()
    }

    @Test func `shares are listed with their zone, their objects and their participants`()
        async throws
    {
        let phone = try Device("phone", in: cloud, at: url)
        for key in ["a", "b"] { try phone.insert("Note", key) }
        try await cloud.settle([phone])
        let (_, share, _) = try await phone.share("Note", "a")
        try await cloud.settle([phone])
        let zones = try #require(try status(url)).zones
        #expect(zones.map(\.objects) == [1, 1] && zones.map { $0.share != nil } == [false, true])
        #expect(zones.last?.id.name == share.recordID.zoneID.zoneName)
        #expect(zones.last?.participants.isEmpty == true)
        #expect(zones.last?.share?.url != nil)
        try phone.close()
    }

    @Test func `entries of earlier versions are read`() throws {
        // As they were written before they had a date, a process and sentences.
        let pending = try MirrorPending(data: Data([0, 0]))
        #expect(pending == MirrorPending(.all) && pending.data == Data([0, 0]))
        var dated = MirrorPending(.fields(["CD_title"]), refusal: "12 CD_title No")
        dated.since = Date(timeIntervalSinceReferenceDate: 7)
        #expect(try MirrorPending(data: dated.data) == dated)
        var lease = MirrorLease(holder: "a", end: Date(timeIntervalSinceReferenceDate: 7))
        #expect(try MirrorLease(data: lease.data) == lease)
        lease.process = .current
        #expect(try MirrorLease(data: lease.data) == lease)
        #expect(lease.process?.number == ProcessInfo.processInfo.processIdentifier)
        #expect(MirrorRefusal("12  No field").text == "No field")
        #expect(MirrorRefusal("12  No field").field == nil)
    }
}
