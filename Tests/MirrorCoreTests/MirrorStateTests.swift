import CoreDataModel
import Foundation
import ObjectCore
import PredicateCore
import Testing

@testable import MirrorCore

/// What a transaction of a mirror has read and set.
@Suite struct MirrorStateTests {
    private let store: MemoryObjectStore

    init() throws { store = MemoryObjectStore(model: try ResolvedModel(ObjectModel(entities: []))) }

    private func link(_ first: String, _ second: String) -> MirrorLink {
        MirrorLink(
            entity: "Note", relationship: "tags", first: first, second: second, isUploaded: false,
            isApplied: true, epoch: 1)
    }

    @Test func `keys are those of the store, with what was set and without what was removed`()
        throws
    {
        try store.setMirrorEntries(["p/a": Data(), "p/b": Data(), "r/a": Data(), "p": Data()])
        let state = MirrorState(store)
        #expect(try state.keys("p/") == ["p/a", "p/b"])
        state.set("p/b", nil as Data?)
        state.set("p/c", Data())
        state.set("q/d", Data())
        #expect(try state.keys("p/") == ["p/a", "p/c"])
        state.set("p/c", nil as Data?)
        state.set("p/b", Data([1]))
        #expect(try state.keys("p/") == ["p/a", "p/b"])
        #expect(try state.keys("q/") == ["q/d"] && state.keys("x/").isEmpty)
        try state.flushAndForget()
        #expect(
            try store.mirrorEntries(["p/b", "p/c", "q/d"]) == ["p/b": Data([1]), "q/d": Data()])
        #expect(try state.keys("p/") == ["p/a", "p/b"])
    }

    @Test func `pairs are found before they are written, and after`() throws {
        let state = MirrorState(store)
        #expect(try state.links(of: "A").isEmpty && state.takeWaiting(for: "A").isEmpty)
        try state.setLink("1", link("A", "B"))
        try state.setLink("2", link("C", "A"))
        try state.setLink("3", link("AA", "C"))
        #expect(try state.links(of: "A").map(\.name) == ["1", "2"])
        state.wait("S", for: "A")
        try state.flush()
        #expect(try state.links(of: "A").map(\.name) == ["1", "2"])
        try state.setLink("4", link("A", "A"))
        try state.setLink("1", nil)
        #expect(try state.links(of: "A").map(\.name) == ["2", "4"])
        #expect(try state.links(of: "B").isEmpty && state.links(of: "C").count == 2)
        #expect(try state.takeWaiting(for: "A") == ["S"])
        #expect(try state.takeWaiting(for: "A").isEmpty)
        // Another one sees what was written, as it has not asked before.
        #expect(try MirrorState(store).links(of: "A").map(\.name) == ["1", "2"])
    }

    @Test func `what is of a name is not of one that goes on behind a slash`() throws {
        let zone = ZoneID("Z")
        let state = MirrorState(store)
        state.wait("S", for: "A/B")
        try state.noteCopy(MirrorOriginal(name: "A/B", zone: zone))
        // The names of pairs may have slashes as well.
        try state.setLink("1", link("A/B", "C"))
        try state.setLink("B/1", link("D", "C"))
        for isWritten in [false, true] {
            if isWritten { try state.flushAndForget() }
            #expect(try state.takeWaiting(for: "A").isEmpty)
            #expect(try !state.isWaiting("B/S", for: "A") && state.isWaiting("S", for: "A/B"))
            #expect(try state.links(of: "A").isEmpty && state.links(of: "A/B").count == 1)
            #expect(try state.zonesOfCopies("A").isEmpty)
            try state.deleteCopies(of: "A")
            #expect(try state.zonesOfCopies("A/B") == [zone])
        }
        #expect(try state.takeWaiting(for: "A/B") == ["S"])
        #expect(try state.takeWaiting(for: "A/B").isEmpty)
        // Entries of earlier versions do not name their target.
        state.set("w/A/S", Data())
        #expect(try state.takeWaiting(for: "A") == ["S"])
    }

    @Test func `what was deleted and saved again under its key is sent, with all it has`() throws {
        let model = ObjectModel(entities: [
            ObjectEntity("Note", attributes: [ObjectAttribute("rank", .integer64)])
        ])
        let store = MemoryObjectStore(model: try ResolvedModel(model), keepsHistory: true)
        let codec = MirrorCodec(store.model, plan: MirrorPlan(model))
        let key = try #require(try store.reserveKeys(entity: 0, count: 1).first)
        func insert(_ rank: Int64) throws {
            var changes = ObjectChanges()
            changes.inserted = [
                ObjectRow(key: key, version: 0, attributes: [.int(rank)], toOnes: [])
            ]
            _ = try store.save(changes)
        }
        func fold() throws -> MirrorState {
            let state = MirrorState(store)
            try MirrorFold(store: store, codec: codec, state: state, epoch: 1, hasOwnZone: true)
                .run()
            try state.flush()
            return state
        }
        try insert(1)
        let name = try #require(try fold().name(of: key, codec))
        // All of it was sent.
        let sent = MirrorState(store)
        sent.setPending(name, nil)
        try sent.flush()
        var deletion = ObjectChanges()
        deletion.deleted = [ObjectDeletion(key: key, version: nil)]
        _ = try store.save(deletion)
        try insert(2)
        let state = try fold()
        #expect(try state.name(of: key, codec) == name)
        guard case .all? = try state.pending(name)?.kind else {
            Issue.record("The new rank is not sent.")
            return
        }
    }

    @Test func `what went while no history was kept is found, whatever its entity is called`()
        throws
    {
        let model = ObjectModel(entities: [
            ObjectEntity("A/B", attributes: [ObjectAttribute("rank", .integer64)])
        ])
        let store = MemoryObjectStore(model: try ResolvedModel(model), keepsHistory: true)
        let codec = MirrorCodec(store.model, plan: MirrorPlan(model))
        func fold() throws {
            let state = MirrorState(store)
            try MirrorFold(store: store, codec: codec, state: state, epoch: 1, hasOwnZone: true)
                .run()
            try state.flush()
        }
        var changes = ObjectChanges()
        changes.inserted = try store.reserveKeys(entity: 0, count: 1).map {
            ObjectRow(key: $0, version: 0, attributes: [.int(1)], toOnes: [])
        }
        _ = try store.save(changes)
        try fold()
        #expect(try store.mirrorEntries(["o/A/B/1"]).count == 1)
        var deletion = ObjectChanges()
        deletion.deleted = changes.inserted.map { ObjectDeletion(key: $0.key, version: nil) }
        _ = try store.save(deletion)
        try store.forgetHistory(upTo: try store.historyToken())
        try fold()
        #expect(try store.mirrorEntries(["o/A/B/1"]).isEmpty)
        // What was forgotten is compared once.
        let state = MirrorState(store)
        let again = MirrorFold(store: store, codec: codec, state: state, epoch: 1, hasOwnZone: true)
        #expect(try !again.hasGap() && !again.run())
    }
}
