import CoreDataModel
import Foundation
import ObjectCore
import PredicateCore
import RecordCore
import Synchronization
import TestTime
import Testing

@testable import MirrorCore

/// What an import reads of an object with many pairs.
@Suite struct MirrorLinkTests {
    private func record(_ type: String, _ name: String, _ fields: [String: String]) -> Record {
        Record(
            type, RecordID(name, zone: ZoneID(Mirror.zoneName)), fields.mapValues { .text($0) })
    }

    /// Imports an object with so many pairs, then a second record of its last pair, then the deletion of
    /// all pairs and of the object; gives how many entries were read for the pairs and for the deletions.
    private func readings(
        of entity: String, pairs count: Int
    ) throws -> (imported: Int, deleted: Int) {
        let model = try ResolvedModel(notes)
        let store = CountingStore(MemoryObjectStore(model: model))
        let codec = MirrorCodec(model, plan: MirrorPlan(notes))
        func run(_ changed: [Record], deleted: [String] = []) throws {
            let state = MirrorState(store)
            var work = MirrorImport(
                store: store, codec: codec, state: state, zone: MirrorZone(), zoneID: nil,
                hasOwnZone: true, settings: MirrorSettings(), contents: [:])
            #expect(try work.run(changed: changed, deleted: deleted).notes.isEmpty)
            try state.flush()
        }
        let isNote = entity == "Note"
        func pair(_ number: Int, _ name: String) -> Record {
            record(
                MirrorPlan.linkTypeName, name,
                [
                    "CD_entityNames": "Note:Tag", "CD_relationships": "tags:notes",
                    "CD_recordNames": isNote ? "hub:\(number)" : "\(number):hub",
                ])
        }
        func members() throws -> Int {
            let hub = try #require(model.entity(named: entity))
            guard case .toMany(let place)? = hub.properties[isNote ? "tags" : "notes"] else {
                return -1
            }
            let keys = try store.fetchKeys(ObjectQuery(entity: hub.number))
            return try store.members(place, of: keys).reduce(0) { $0 + $1.count }
        }
        let other = isNote ? "Tag" : "Note"
        try run([record("CD_\(entity)", "hub", ["CD_entityName": entity])])
        try run((0..<count).map { record("CD_\(other)", "\($0)", ["CD_entityName": other]) })
        let pages = stride(from: 0, to: count, by: 40).map { $0..<min(count, $0 + 40) }
        let before = store.entries
        for page in pages { try run(page.map { pair($0, "pair\($0)") }) }
        let imported = store.entries - before
        #expect(try members() == count)
        // Another device made a record of the last pair as well: the pair goes with both alone.
        try run([pair(count - 1, "twin")])
        let start = store.entries
        for page in pages { try run([], deleted: page.map { "pair\($0)" }) }
        #expect(try members() == 1)
        try run([], deleted: ["twin"])
        #expect(try members() == 0)
        try run([], deleted: ["hub"])
        #expect(try MirrorState(store).keys("e/").isEmpty)
        return (imported, store.entries - start)
    }

    @Test(arguments: ["Note", "Tag"])
    func `an object with four times the pairs is read four times as much`(entity: String) throws {
        let few = try readings(of: entity, pairs: 100)
        let many = try readings(of: entity, pairs: 400)
        #expect(many.imported < 5 * few.imported)
        #expect(many.deleted < 5 * few.deleted)
    }

    /// How long it takes to delete so many notes, each with a tag, in one transaction.
    private func timeOfDeletion(_ count: Int) throws -> Duration {
        let model = try ResolvedModel(notes)
        let store = MemoryObjectStore(model: model)
        let codec = MirrorCodec(model, plan: MirrorPlan(notes))
        func work<T>(_ body: (inout MirrorImport) throws -> T) throws -> T {
            let state = MirrorState(store)
            var work = MirrorImport(
                store: store, codec: codec, state: state, zone: MirrorZone(), zoneID: nil,
                hasOwnZone: true, settings: MirrorSettings(), contents: [:])
            let result = try body(&work)
            try state.flush()
            return result
        }
        let records = (0..<count).flatMap { number in
            [
                record("CD_Note", "note\(number)", ["CD_entityName": "Note"]),
                record("CD_Tag", "tag\(number)", ["CD_entityName": "Tag"]),
                record(
                    MirrorPlan.linkTypeName, "pair\(number)",
                    [
                        "CD_entityNames": "Note:Tag", "CD_relationships": "tags:notes",
                        "CD_recordNames": "note\(number):tag\(number)",
                    ]),
            ]
        }
        #expect(try work { try $0.run(changed: records, deleted: []) }.count == 2 * count)
        return try threadTime {
            let deleted = try work {
                try $0.run(changed: [], deleted: (0..<count).map { "note\($0)" })
            }
            #expect(deleted.deleted.count == count)
        }
    }

    @Test func `six times the deleted objects take about six times as long`() throws {
        let few = try (0..<3).map { _ in try timeOfDeletion(1_000) }.min() ?? .zero
        let many = try (0..<2).map { _ in try timeOfDeletion(6_000) }.min() ?? .zero
        // Twenty times where each was compared with all others.
        #expect(many < few * 12)
    }
}

/// A store that counts what a mirror reads of its entries.
final class CountingStore: ObjectStore {
    private let store: MemoryObjectStore
    private let count = Mutex(0)
    private let memberCount = Mutex(0)

    init(_ store: MemoryObjectStore) { self.store = store }

    /// How many entries were looked up, or found by their beginning.
    var entries: Int { count.withLock { $0 } }
    /// How many members of relationships were read.
    var members: Int { memberCount.withLock { $0 } }

    func mirrorEntries(_ keys: [String]) throws -> [String: Data] {
        count.withLock { $0 += keys.count }
        return try store.mirrorEntries(keys)
    }

    func mirrorEntries(prefix: String, after key: String?, limit: Int?) throws
        -> [(key: String, value: Data)]
    {
        let found = try store.mirrorEntries(prefix: prefix, after: key, limit: limit)
        count.withLock { $0 += found.count }
        return found
    }

    // MARK: The rest

    var model: ResolvedModel { store.model }
    var identifier: String { store.identifier }
    var isReadOnly: Bool { store.isReadOnly }
    var textProfile: TextProfile { store.textProfile }

    func fetch(_ query: ObjectQuery) throws -> [ObjectRow] { try store.fetch(query) }
    func fetchKeys(_ query: ObjectQuery) throws -> [ObjectKey] { try store.fetchKeys(query) }
    func count(_ query: ObjectQuery) throws -> Int { try store.count(query) }
    func summarize(_ query: SummaryQuery) throws -> [[Value]] { try store.summarize(query) }
    func rows(_ keys: [ObjectKey]) throws -> [ObjectRow?] { try store.rows(keys) }

    func members(_ relationship: Int, of keys: [ObjectKey]) throws -> [[ObjectKey]] {
        let found = try store.members(relationship, of: keys)
        memberCount.withLock { $0 += found.reduce(0) { $0 + $1.count } }
        return found
    }

    func reserveKeys(entity: Int, count: Int) throws -> [ObjectKey] {
        try store.reserveKeys(entity: entity, count: count)
    }

    func save(_ changes: ObjectChanges) throws -> ObjectSaveResult { try store.save(changes) }
    func exclusively<T>(_ body: () throws -> T) throws -> T { try store.exclusively(body) }
    func historyToken() throws -> Int64 { try store.historyToken() }
    func historyToken(through date: Date) throws -> Int64 { try store.historyToken(through: date) }

    func history(after token: Int64, limit: Int?) throws -> [ObjectTransaction] {
        try store.history(after: token, limit: limit)
    }

    func forgetHistory(upTo token: Int64) throws { try store.forgetHistory(upTo: token) }

    func setMirrorEntries(_ entries: [String: Data?]) throws {
        try store.setMirrorEntries(entries)
    }

    func metadata() throws -> [String: MetadataValue] { try store.metadata() }

    func setMetadata(_ metadata: [String: MetadataValue]) throws {
        try store.setMetadata(metadata)
    }

    func close() throws { try store.close() }
}
