import Foundation
import ObjectCore
import Stores
import TestFiles
import TestKit
import Testing

/// What a store keeps for a mirror, beside its objects and in their transactions.
@Suite struct `Entries of a mirror` {
    private let folder = TemporaryFolder()

    private struct Interruption: Error {}

    private func check(_ store: any ObjectStore) throws {
        #expect(try store.mirrorEntries(["a/1"]).isEmpty)
        #expect(try store.mirrorEntries(prefix: "", after: nil, limit: nil).isEmpty)
        try store.setMirrorEntries([
            "a/1": Data([1]), "a/2": Data([2, 0, 255]), "a/10": Data(), "b/1": Data([4]),
            "A/1": Data([5]),
        ])
        #expect(
            try store.mirrorEntries(["a/2", "c", "a/10"]) == [
                "a/2": Data([2, 0, 255]), "a/10": Data(),
            ])
        func keys(_ prefix: String, _ after: String? = nil, _ limit: Int? = nil) throws
            -> [String]
        {
            try store.mirrorEntries(prefix: prefix, after: after, limit: limit).map(\.key)
        }
        #expect(try keys("a/") == ["a/1", "a/10", "a/2"])
        #expect(try keys("a/", "a/1") == ["a/10", "a/2"])
        #expect(try keys("a/", "a/1", 1) == ["a/10"])
        #expect(try keys("a/", nil, 2) == ["a/1", "a/10"])
        #expect(try keys("") == ["A/1", "a/1", "a/10", "a/2", "b/1"])
        try store.setMirrorEntries(["a/1": nil, "a/2": Data([9]), "c": nil])
        #expect(try keys("a/") == ["a/10", "a/2"])
        #expect(try store.mirrorEntries(["a/2"]) == ["a/2": Data([9])])
    }

    @Test func `a store in memory keeps entries`() throws {
        try check(MemoryObjectStore(model: try ObjectFixtures.model()))
    }

    @Test(arguments: ObjectDatabase.available)
    func `entries are set, replaced, removed and listed by their beginning, and outlive migration`(
        database: ObjectDatabase
    ) throws {
        let location = database.location("mirror", in: folder.path)
        let model = try ObjectFixtures.model()
        let store = try ObjectStoreOpener.open(location, model: model)
        try check(store)
        try store.close()
        let place = try #require(location.place)
        try ObjectMigration.migrate(at: place, from: model, to: model)
        let again = try ObjectStoreOpener.open(location, model: model)
        #expect(try again.mirrorEntries(["a/2"]) == ["a/2": Data([9])])
        try again.close()
    }

    @Test(arguments: ObjectDatabase.available)
    func `entries and objects of one transaction are kept together, or neither`(
        database: ObjectDatabase
    ) throws {
        try checkTransactions(
            try ObjectStoreOpener.open(database.fresh(), model: try ObjectFixtures.model()))
    }

    @Test func `a store in memory undoes what a transaction did that throws`() throws {
        let store = MemoryObjectStore(model: try ObjectFixtures.model(), keepsHistory: true)
        try checkTransactions(store)
        #expect(try store.history(after: 0, limit: nil).count == 1)
        let tag = try #require(store.model.entity(named: "Tag")?.number)
        var reserved: [ObjectKey] = []
        #expect(throws: Interruption.self) {
            try store.exclusively {
                reserved = try store.reserveKeys(entity: tag, count: 2)
                throw Interruption()
            }
        }
        #expect(try !reserved.contains(store.reserveKeys(entity: tag, count: 1)[0]))
        #expect(throws: Interruption.self) {
            try store.exclusively {
                try store.close()
                throw Interruption()
            }
        }
        #expect(throws: ObjectStoreClosed.self) { try store.historyToken() }
    }

    private func checkTransactions(_ store: any ObjectStore) throws {
        var maker = Maker(store)
        _ = try maker.insert("Tag", ["name": "kept"])
        try store.exclusively {
            _ = try maker.save()
            try store.setMirrorEntries(["token": Data([1])])
        }
        #expect(try maker.fetch("Tag", "TRUEPREDICATE").count == 1)
        #expect(try store.mirrorEntries(["token"]) == ["token": Data([1])])
        _ = try maker.insert("Tag", ["name": "undone"])
        #expect(throws: Interruption.self) {
            try store.exclusively {
                _ = try maker.save()
                try store.setMirrorEntries(["token": Data([2]), "other": Data()])
                throw Interruption()
            }
        }
        #expect(try maker.fetch("Tag", "TRUEPREDICATE").count == 1)
        #expect(try store.mirrorEntries(["token", "other"]) == ["token": Data([1])])
    }
}
