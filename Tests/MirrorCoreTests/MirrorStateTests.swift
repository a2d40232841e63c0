import CoreDataModel
import Foundation
import MirrorCore
import ObjectCore
import Testing

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
}
