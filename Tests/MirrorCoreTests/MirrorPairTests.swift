import CoreDataModel
import Foundation
import ObjectCore
import PredicateCore
import RecordCore
import Testing

@testable import MirrorCore

/// What is read of an object with many pairs when one of them is made or goes.
@Suite struct MirrorPairTests {
    /// A tag, and notes that have it.
    private struct Tagged {
        let store: CountingStore
        let codec: MirrorCodec
        let tag: ObjectKey
        private(set) var notes: [ObjectKey] = []
        private let note: ModelEntity
        private let places: (tags: Int, notes: Int)

        init(_ count: Int) throws {
            let model = try ResolvedModel(MirrorCoreTests.notes)
            store = CountingStore(MemoryObjectStore(model: model, keepsHistory: true))
            codec = MirrorCodec(model, plan: MirrorPlan(MirrorCoreTests.notes))
            note = try #require(model.entity(named: "Note"))
            let tag = try #require(model.entity(named: "Tag"))
            guard case .toMany(let tags)? = note.properties["tags"],
                case .toMany(let tagged)? = tag.properties["notes"]
            else { throw CancellationError() }
            places = (tags, tagged)
            self.tag = try store.reserveKeys(entity: tag.number, count: 1)[0]
            var changes = ObjectChanges()
            changes.inserted = [row(self.tag)]
            _ = try store.save(changes)
            try add(count)
            try fold()
        }

        private func row(_ key: ObjectKey) -> ObjectRow {
            let entity = store.model.entities[key.entity]
            return ObjectRow(
                key: key, version: 0, attributes: entity.attributes.map { _ in .null },
                toOnes: entity.toOnes.map { _ in nil })
        }

        /// Makes notes that have the tag; the history names both ends, or the notes alone.
        mutating func add(_ count: Int, namesTag: Bool = true) throws {
            let keys = try store.reserveKeys(entity: note.number, count: count)
            var changes = ObjectChanges()
            changes.inserted = keys.map(row)
            if namesTag {
                changes.updated = [ObjectUpdate(key: tag, version: nil)]
                changes.memberships = [
                    ObjectMembership(key: tag, relationship: places.notes, added: keys)
                ]
            } else {
                changes.memberships = keys.map {
                    ObjectMembership(key: $0, relationship: places.tags, added: [tag])
                }
            }
            _ = try store.save(changes)
            notes += keys
        }

        /// Takes the tag off the last note; the history names both, or one of them.
        mutating func takeOff(namesTag: Bool, namesNote: Bool) throws {
            guard let key = notes.popLast() else { return }
            var changes = ObjectChanges()
            if namesTag {
                changes.updated.append(ObjectUpdate(key: tag, version: nil))
                changes.memberships.append(
                    ObjectMembership(key: tag, relationship: places.notes, removed: [key]))
            }
            if namesNote {
                changes.updated.append(ObjectUpdate(key: key, version: nil))
                changes.memberships.append(
                    ObjectMembership(key: key, relationship: places.tags, removed: [tag]))
            }
            _ = try store.save(changes)
        }

        /// Deletes the last note.
        mutating func delete() throws {
            guard let key = notes.popLast() else { return }
            var changes = ObjectChanges()
            changes.updated = [ObjectUpdate(key: tag, version: nil, toManys: [places.notes])]
            changes.deleted = [ObjectDeletion(key: key, version: nil)]
            _ = try store.save(changes)
        }

        /// Turns what was saved into what is to be sent; gives how many entries and members were read.
        @discardableResult
        func fold() throws -> Int {
            let before = store.entries + store.members
            let state = MirrorState(store)
            try MirrorFold(store: store, codec: codec, state: state, epoch: 1, hasOwnZone: true)
                .run()
            try state.flush()
            return store.entries + store.members - before
        }

        /// Checks that each note of the tag has one pair, and no other note has any.
        func check() throws {
            let state = MirrorState(store)
            let name = try #require(try state.name(of: tag, codec))
            let paired = try state.links(of: name).map {
                $0.link.first == name ? $0.link.second : $0.link.first
            }
            let names = try notes.map { try state.name(of: $0, codec) ?? "" }
            #expect(paired.sorted() == names.sorted())
        }
    }

    @Test func `one more costs what one is, however many there are`() throws {
        func readings(_ count: Int) throws -> [Int] {
            var tagged = try Tagged(count)
            var read: [Int] = []
            try tagged.add(1)
            read.append(try tagged.fold())
            try tagged.check()
            try tagged.takeOff(namesTag: true, namesNote: true)
            read.append(try tagged.fold())
            try tagged.check()
            try tagged.delete()
            read.append(try tagged.fold())
            try tagged.check()
            return read
        }
        let (few, many) = (try readings(100), try readings(800))
        for (few, many) in zip(few, many) { #expect(many < 2 * few, "\(many) after \(few)") }
    }

    @Test func `where saves name one end alone every pair is found`() throws {
        var tagged = try Tagged(20)
        try tagged.add(2, namesTag: false)
        try tagged.takeOff(namesTag: true, namesNote: false)
        try tagged.fold()
        try tagged.check()
        try tagged.takeOff(namesTag: false, namesNote: true)
        try tagged.fold()
        try tagged.check()
        // In one transaction's page some name the one end and some the other.
        try tagged.takeOff(namesTag: false, namesNote: true)
        try tagged.takeOff(namesTag: true, namesNote: false)
        try tagged.delete()
        try tagged.add(1)
        try tagged.takeOff(namesTag: true, namesNote: false)
        try tagged.add(1, namesTag: false)
        try tagged.fold()
        try tagged.check()
    }
}
