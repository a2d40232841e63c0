package import Foundation
package import MirrorCore
import ObjectCore
package import PredicateCore
package import RecordCore
import Synchronization

// What the module CloudKit needs for the members that have its types.
extension NSPersistentCloudKitContainer {
    /// A share as a store keeps it, and for whom.
    package struct KnownShare: Sendable {
        /// The share's record.
        package let record: Record
        /// Where others find it.
        package let url: URL?
        /// The user whose objects the store has.
        package let viewer: String?
    }

    /// Which database a store is mirrored in; nil for one that is not mirrored.
    package func mirrorCloud(of store: NSPersistentStore) -> (any MirrorCloud)? {
        mirror(of: store)?.cloud
    }

    /// The mirror of a store; nil for one that is not mirrored.
    func mirror(of store: NSPersistentStore) -> StoreMirror? {
        mirrors.withLock { $0[store.link.identifier] }
    }

    /// The stores that are mirrored in private and shared databases.
    package var storesWithShares: [NSPersistentStore] {
        persistentStoreCoordinator.persistentStores.filter { store in
            mirror(of: store).map { $0.cloud.scope != .public } ?? false
        }
    }

    /// Every share of which a store has the zone.
    package func knownShares(in store: NSPersistentStore) throws -> [KnownShare] {
        guard mirror(of: store) != nil else { return [] }
        let viewer = user(of: store)
        return try MirrorLookup(store.objects).shares().map {
            KnownShare(record: $0.record, url: $0.url, viewer: viewer)
        }
    }

    /// The shares that objects are in.
    package func knownShares(
        of ids: [NSManagedObjectID]
    ) throws -> [NSManagedObjectID: KnownShare] {
        var found: [NSManagedObjectID: KnownShare] = [:]
        for store in persistentStoreCoordinator.persistentStores {
            guard let mirror = mirror(of: store) else { continue }
            let own = ids.filter { !$0.isTemporaryID && $0.storeLink === store.link }
            guard !own.isEmpty else { continue }
            let lookup = MirrorLookup(store.objects)
            let zones = try lookup.zones(of: own.map(\.key), mirror.codec)
            let viewer = user(of: store)
            var shares: [ZoneID: KnownShare] = [:]
            for zone in Set(zones.values) {
                guard let share = try lookup.share(of: zone) else { continue }
                shares[zone] = KnownShare(record: share.record, url: share.url, viewer: viewer)
            }
            for id in own { found[id] = zones[id.key].flatMap { shares[$0] } }
        }
        return found
    }

    /// Moves objects, and what they reach, into the zone of a share.
    ///
    /// - Parameter zone: The zone of a share that exists; nil for a new one.
    package func moveIntoShare(
        _ ids: [NSManagedObjectID], zone: ZoneID?
    ) async throws -> (ids: Set<NSManagedObjectID>, share: KnownShare, cloud: any MirrorCloud) {
        guard let first = ids.first else { throw Self.shareError("There are no objects to share.") }
        guard !ids.contains(where: \.isTemporaryID) else {
            throw Self.shareError("Objects that were not saved cannot be shared: save the context.")
        }
        guard let store = first.persistentStore,
            ids.allSatisfy({ $0.storeLink === first.storeLink }), let mirror = mirror(of: store)
        else {
            throw Self.shareError(
                "Only objects of one store that is mirrored in a private database can be shared.")
        }
        let shared = try await translated {
            try await mirror.mirror.share(ids.map(\.key), in: zone)
        }
        mirror.shared()
        let entities = managedObjectModel.entitiesByName
        let moved = shared.keys.compactMap { key -> NSManagedObjectID? in
            let name = store.objects.model.entities[key.entity].name
            return entities[name]?.inUse.map { NSManagedObjectID(key, $0, store.link) }
        }
        return (
            Set(moved),
            KnownShare(
                record: shared.share.record, url: shared.share.url, viewer: user(of: store)),
            mirror.cloud
        )
    }

    /// Keeps a share as the server has it, and fetches its zone soon where it is new.
    package func keepShare(_ record: Record, url: URL?, in store: NSPersistentStore) async throws {
        guard let mirror = mirror(of: store) else { return }
        try await translated {
            try await mirror.mirror.keep(MirrorShare(record: record, url: url))
        }
        mirror.start()
    }

    /// Deletes a zone of a store's database, and its objects in the store.
    package func deleteZone(_ zone: ZoneID, in store: NSPersistentStore) async throws {
        guard let mirror = mirror(of: store) else {
            throw Self.shareError("The store is not mirrored.")
        }
        try await translated { try await mirror.mirror.deleteZone(zone) }
    }

    /// An error that says why something cannot be shared.
    package static func shareError(_ text: String) -> NSError {
        MirrorErrors.make(NSCoreDataError, text)
    }

    private func translated<T: Sendable>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let problem as MirrorShareProblem {
            throw Self.shareError(problem.sentence)
        } catch let failure as MirrorFailure {
            throw MirrorErrors.error(failure, MirrorEvent(.export, start: Date()))
        } catch {
            throw StoreProblems.translated(error)
        }
    }
}

extension MirrorShareProblem {
    fileprivate var sentence: String {
        switch self {
        case .notPrivate:
            "Only objects of a store that is mirrored in a private database can be shared."
        case .alreadyShared(let entity):
            "The objects cannot be shared: they are, or are related to, an object of the entity "
                + "'\(entity)' that is in another share."
        case .nothingToShare: "The objects are of no entity that is mirrored."
        case .foreignShare(let zone):
            "The zone '\(zone.name)' of '\(zone.owner)' is none that Core Data made for a share in "
                + "the store's database."
        }
    }
}
