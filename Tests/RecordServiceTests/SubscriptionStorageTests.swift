import Foundation
import RecordCore
import RecordService
import Stores
import TestFiles
import TestKit
import Testing

// Subscriptions that are stored, read for the first time, and deleted.
extension `Subscriptions` {
    @Test func `subscriptions survive a restart`() async throws {
        let place = StoreLocation.sqlite(path: folder.file("s.db").path)
        let zone = ZoneID("a/b")
        let kept: [ServiceSubscription]
        do {
            let service = RecordService(store: try await place.open(), container: "c")
            try await service.ann.save(Self.city("seed", 0))
            _ = try await service.ann.modifyZones(saving: [zone], in: .private)
            kept = [
                ServiceSubscription("db", .database(type: "City"), info: Data([1])),
                try Self.large(zone: zone),
                ServiceSubscription("zone", .zone(zone, type: nil)),
            ]
            for subscription in kept {
                try await Self.save(subscription, service.ann, .private)
            }
            try await Self.save(kept[0], service.ann, .shared)
            try await service.close()
        }
        let service = RecordService(store: try await place.open(), container: "c")
        #expect(try await service.ann.subscriptions(in: .private) == kept)
        #expect(try await service.ann.subscriptions(in: .shared).map(\.id) == ["db"])
        #expect(try await service.bob.subscriptions(in: .private).isEmpty)
        let writer = service.session(user: "_ann", device: "mac")
        let listener = service.ann
        var record = Self.city("x", 11)
        record.id.zone = zone
        try await writer.save(record)
        #expect(
            Set(Self.news(listener)) == [
                "db database", "large x recordCreated", "zone zone a/b __defaultOwner__",
            ])
        let result = try await service.ann.modifySubscriptions(
            deleting: ["zone", "nothing"], in: .private)
        #expect(result.deletions[0].value == "zone")
        #expect(result.deletions[1].error?.code == .unknownItem)
        let found = try await service.ann.subscriptions(["db", "zone"], in: .private)
        #expect(found["db"]?.value == kept[0])
        #expect(found["zone"]?.error?.code == .unknownItem)
        try await service.close()
    }

    @Test func `one that is saved while others are read for the first time fires`() async throws {
        let store = FailingStore(MemoryStore())
        let service = RecordService(store: store, container: "iCloud.test")
        let writer = service.session(user: "_ann", device: "mac")
        // The write gets the subscriptions that it read only after another one was saved.
        store.beforeAnswer(to: .serviceData) {
            try await Self.save(try Self.large(), service.ann, .private)
        }
        try await writer.save(Self.city("lima", 5))
        try await writer.save(Self.city("paris", 11))
        #expect(Self.news(service.ann) == ["large paris recordCreated"])
        #expect(try await service.ann.subscriptions(in: .private).count == 1)
        try await service.close()
    }

    @Test func `one is saved without reading all others again`() async throws {
        let store = FailingStore(MemoryStore())
        let service = RecordService(store: store, container: "iCloud.test")
        try await service.ann.save(Self.city("seed", 0), in: .public)
        try await Self.save(try Self.large(), service.ann, .public)
        store.beforeAnswer(to: .serviceData) { throw StoreError(.busy) }
        func other(_ id: String, over size: Int) throws -> ServiceSubscription {
            ServiceSubscription(
                id,
                .query(
                    type: "City", predicate: try QueryPredicate(parsing: "size > \(size)"),
                    zone: nil, fires: [.onCreation]))
        }
        try await Self.save(try other("second", over: 20), service.ann, .public)
        store.beforeAnswer(to: .serviceData) {}
        // Of another process that this one does not know of, they are read once the write fails.
        let elsewhere = RecordService(store: store, container: "iCloud.test")
        try await Self.save(try other("third", over: 30), elsewhere.ann, .public)
        try await Self.save(try other("fourth", over: 40), service.ann, .public)
        #expect(
            try await service.ann.subscriptions(in: .public).map(\.id)
                == ["fourth", "large", "second", "third"])
        try await service.close()
    }

    @Test func `one that is deleted while others are read for the first time is gone`() async throws
    {
        let base = MemoryStore()
        let before = RecordService(store: base, container: "iCloud.test")
        try await before.ann.save(Self.city("seed", 0))
        try await Self.save(try Self.large(), before.ann, .private)
        let store = FailingStore(base)
        let service = RecordService(store: store, container: "iCloud.test")
        let writer = service.session(user: "_ann", device: "mac")
        store.beforeAnswer(to: .serviceData) {
            _ = try await service.ann.modifySubscriptions(deleting: ["large"], in: .private)
        }
        try await writer.save(Self.city("lima", 5))
        try await writer.save(Self.city("paris", 11))
        #expect(Self.news(service.ann).isEmpty)
        try await service.close()
    }
}
