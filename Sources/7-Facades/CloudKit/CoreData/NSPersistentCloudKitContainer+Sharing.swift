public import CoreData
import Foundation
import MirrorCore
import PredicateCore
import RecordCore

// Sharing, as Core Data's container has it. Sources that use it import both modules.

extension NSPersistentCloudKitContainer {
    // MARK: Sharing objects

    /// Shares objects with other users, and with them everything that they reach by relationships.
    ///
    ///     let (ids, share, _) = try await container.share([folder], to: nil)
    ///     ids.count                                       // the folder and its notes
    ///     share[CKShare.SystemFieldKey.title] = "Holidays"
    ///     share.publicPermission = .readWrite
    ///     let saved = try await container.persistUpdatedShare(share, in: privateStore)
    ///     saved.url                                       // for those whom it is shared with
    ///
    /// They move into a zone of their own, `com.apple.coredata.cloudkit.share.<UUID>`, which a share of
    /// the whole zone is for; on the user's devices they stay the objects that they are, with the same
    /// identifiers. The share is at the server when this returns, and the objects follow with the next
    /// export; they are deleted in the zone where they were after the server has them in the new one.
    /// What is related to a shared object later joins its share when it is saved.
    ///
    /// - Parameters:
    ///   - managedObjects: Saved objects of a store that is mirrored in the private database.
    ///   - share: A share of the user's own that they are to join; nil for a new one.
    /// - Returns: Every object that is in the share by this, the share, and its container.
    /// - Throws: `NSCoreDataError` where the objects are not saved, in a public or shared store, or
    ///   related to an object in another share; 134400 without an account; what the server says.
    public func share(
        _ managedObjects: [NSManagedObject], to share: CKShare?
    ) async throws -> (Set<NSManagedObjectID>, CKShare, CKContainer) {
        try await self.share(managedObjects.map(\.objectID), share)
    }

    /// Shares objects with other users, as `share(_:to:)`.
    public func share(
        _ managedObjects: [NSManagedObject], to share: CKShare?,
        completion:
            @escaping (Set<NSManagedObjectID>?, CKShare?, CKContainer?, (any Error)?) -> Void
    ) {
        let ids = managedObjects.map(\.objectID)
        let handler = Blocks(completion)
        answer({ (result: Result<(Set<NSManagedObjectID>, CKShare, CKContainer), any Error>) in
            switch result {
            case .success(let done): handler.call(done.0, done.1, done.2, nil)
            case .failure(let error): handler.call(nil, nil, nil, error)
            }
        }) { try await self.share(ids, share) }
    }

    private func share(
        _ ids: [NSManagedObjectID], _ share: CKShare?
    ) async throws -> (Set<NSManagedObjectID>, CKShare, CKContainer) {
        let zone = share?.recordID.zoneID.id
        let moved = try await moveIntoShare(ids, zone: zone)
        guard let cloud = moved.cloud as? ContainerCloud else {
            throw CKError(.internalError, "The store is mirrored in another cloud than CloudKit")
        }
        return (moved.ids, CKShare(moved.share), CKContainer(cloud.handle))
    }

    // MARK: Taking part

    /// Accepts shares of other users: their objects come into the store with its next import.
    ///
    ///     let metadata = try await cloudContainer.shareMetadata(for: url)
    ///     try await container.acceptShareInvitations(from: [metadata], into: sharedStore)
    ///
    /// - Parameter persistentStore: A store that is mirrored in the shared database.
    /// - Returns: What was accepted.
    /// - Throws: `NSCoreDataError` for another store, and for shares that Core Data did not make or of
    ///   another container; what the server says.
    @discardableResult
    public func acceptShareInvitations(
        from metadata: [CKShare.Metadata], into persistentStore: NSPersistentStore
    ) async throws -> [CKShare.Metadata] {
        let cloud = try containerCloud(of: persistentStore)
        guard cloud.scope == .shared else {
            throw Self.shareError(
                "Invitations are accepted into a store that is mirrored in the shared database.")
        }
        for one in metadata {
            guard one.containerIdentifier == cloud.handle.container.identifier else {
                throw Self.shareError(
                    "The share is of the container \(one.containerIdentifier), and the store of "
                        + "\(cloud.handle.container.identifier).")
            }
            guard one.share.recordID.zoneID.zoneName.hasPrefix(Mirror.shareZonePrefix) else {
                throw Self.shareError(
                    "The share is of the zone '\(one.share.recordID.zoneID.zoneName)', which Core "
                        + "Data did not make: accept it with CKContainer.")
            }
        }
        for one in metadata {
            let share = try await cloud.handle.accept(one)
            try await keepShare(share.record, url: share.url, in: persistentStore)
        }
        return metadata
    }

    /// Accepts shares of other users, as `acceptShareInvitations(from:into:)`.
    public func acceptShareInvitations(
        from metadata: [CKShare.Metadata], into persistentStore: NSPersistentStore,
        completion: (([CKShare.Metadata]?, (any Error)?) -> Void)? = nil
    ) {
        hand(to: completion) {
            try await self.acceptShareInvitations(from: metadata, into: persistentStore)
        }
    }

    /// Participants that addresses, telephone numbers and user records stand for, to be added to a
    /// share.
    ///
    ///     let bob = CKUserIdentity.LookupInfo(emailAddress: "bob@example.org")
    ///     let found = try await container.fetchParticipants(matching: [bob], into: privateStore)
    ///     found.first?.permission = .readWrite
    ///     for participant in found { share.addParticipant(participant) }
    ///     try await container.persistUpdatedShare(share, in: privateStore)
    ///
    /// - Parameter persistentStore: A mirrored store, whose container is asked.
    public func fetchParticipants(
        matching lookupInfos: [CKUserIdentity.LookupInfo], into persistentStore: NSPersistentStore
    ) async throws -> [CKShare.Participant] {
        let cloud = try containerCloud(of: persistentStore)
        var found: [CKShare.Participant] = []
        for info in lookupInfos { found.append(try await cloud.handle.participant(info)) }
        return found
    }

    /// Participants that addresses stand for, as `fetchParticipants(matching:into:)`.
    public func fetchParticipants(
        matching lookupInfos: [CKUserIdentity.LookupInfo], into persistentStore: NSPersistentStore,
        completion: @escaping ([CKShare.Participant]?, (any Error)?) -> Void
    ) {
        hand(to: completion) {
            try await self.fetchParticipants(matching: lookupInfos, into: persistentStore)
        }
    }

    // MARK: Shares that are known

    /// The shares that objects are in; objects in none are left out.
    ///
    ///     try container.fetchShares(matching: [note.objectID])[note.objectID]?.participants
    ///
    /// It is what the stores keep: nothing is fetched.
    public func fetchShares(
        matching objectIDs: [NSManagedObjectID]
    ) throws -> [NSManagedObjectID: CKShare] {
        try knownShares(of: objectIDs).mapValues { CKShare($0) }
    }

    /// The shares of a store, or of every store: the user's own in one of the private database, those of
    /// others in one of the shared database.
    public func fetchShares(in persistentStore: NSPersistentStore?) throws -> [CKShare] {
        try (persistentStore.map { [$0] } ?? storesWithShares).flatMap { store in
            try knownShares(in: store).map { CKShare($0) }
        }
    }

    /// Saves a share that was changed, its title, permission or participants, and keeps it in the store.
    ///
    ///     if let share = try container.fetchShares(matching: [note.objectID])[note.objectID] {
    ///         share.removeParticipant(bob)
    ///         try await container.persistUpdatedShare(share, in: privateStore)
    ///     }
    ///
    /// A participant that is removed loses the objects with the next import.
    ///
    /// - Throws: `serverRecordChanged` where the server has a newer version, such as after a participant
    ///   accepted: change the one that `fetchShares(matching:)` gives after the next import, or that of
    ///   the error; `permissionFailure` for a share of another user; `NSCoreDataError` for a share that
    ///   Core Data did not make.
    @discardableResult
    public func persistUpdatedShare(
        _ share: CKShare, in persistentStore: NSPersistentStore
    ) async throws -> CKShare {
        let cloud = try containerCloud(of: persistentStore)
        let zone = share.recordID.zoneID.zoneName
        guard zone.hasPrefix(Mirror.shareZonePrefix) else {
            throw Self.shareError(
                "The share is of the zone '\(zone)', which Core Data did not make: save it with "
                    + "CKDatabase.")
        }
        let container = CKContainer(cloud.handle)
        let database =
            cloud.scope == .shared ? container.sharedCloudDatabase : container.privateCloudDatabase
        try await database.save(share)
        try await keepShare(share.record, url: share.url, in: persistentStore)
        return share
    }

    /// Saves a share that was changed, as `persistUpdatedShare(_:in:)`.
    public func persistUpdatedShare(
        _ share: CKShare, in persistentStore: NSPersistentStore,
        completion: ((CKShare?, (any Error)?) -> Void)? = nil
    ) {
        hand(to: completion) {
            try await self.persistUpdatedShare(share, in: persistentStore)
        }
    }

    // MARK: Ending

    /// Deletes a zone with its records at the server, and its objects in the store.
    ///
    /// In a store of the shared database the user leaves the share, and other users keep the objects.
    ///
    ///     try await container.purgeObjectsAndRecordsInZone(with: share.recordID.zoneID, in: privateStore)
    ///
    /// - Parameter persistentStore: The store; nil for every one that is mirrored in a private or shared
    ///   database.
    /// - Throws: `NSCoreDataError` for a zone of another program, and where no store is mirrored in a
    ///   database that can have the zone; what the server says.
    @discardableResult
    public func purgeObjectsAndRecordsInZone(
        with zoneID: CKRecordZone.ID, in persistentStore: NSPersistentStore?
    ) async throws -> CKRecordZone.ID {
        let stores = stores(persistentStore, with: zoneID)
        if stores.isEmpty { throw Self.noStore(for: zoneID) }
        for store in stores { try await deleteZone(zoneID.id, in: store) }
        return zoneID
    }

    /// Deletes a zone with its records and objects, as `purgeObjectsAndRecordsInZone(with:in:)`; the
    /// completion is called once for each store, and once with an error where there is none.
    public func purgeObjectsAndRecordsInZone(
        with zoneID: CKRecordZone.ID, in persistentStore: NSPersistentStore?,
        completion: ((CKRecordZone.ID?, (any Error)?) -> Void)? = nil
    ) {
        let stores = stores(persistentStore, with: zoneID)
        if stores.isEmpty { hand(to: completion) { throw Self.noStore(for: zoneID) } }
        for store in stores {
            hand(to: completion) {
                try await self.purgeObjectsAndRecordsInZone(with: zoneID, in: store)
            }
        }
    }

    /// Runs a request and hands what it gives to a completion, which is called on another thread.
    private func hand<T: Sendable>(
        to completion: ((T?, (any Error)?) -> Void)?,
        _ body: @escaping @Sendable () async throws -> T
    ) {
        let handler = Blocks(completion)
        answer({ (done: T?, error: (any Error)?) in handler.call?(done, error) }, with: body)
    }

    /// The store, or those whose database may have a zone: the user's own zones are in the private one.
    private func stores(
        _ store: NSPersistentStore?, with zone: CKRecordZone.ID
    ) -> [NSPersistentStore] {
        if let store { return [store] }
        let scope: MirrorScope = zone.ownerName == CKCurrentUserDefaultName ? .private : .shared
        return storesWithShares.filter { mirrorCloud(of: $0)?.scope == scope }
    }

    private static func noStore(for zone: CKRecordZone.ID) -> NSError {
        shareError(
            "No store of the container is mirrored in a database that can have the zone "
                + "'\(zone.zoneName)'.")
    }

    private func containerCloud(of store: NSPersistentStore) throws -> ContainerCloud {
        guard let cloud = mirrorCloud(of: store) as? ContainerCloud else {
            throw Self.shareError("The store is not mirrored in CloudKit.")
        }
        return cloud
    }
}

extension CKShare {
    /// A share as a store of Core Data keeps it.
    fileprivate convenience init(_ known: NSPersistentCloudKitContainer.KnownShare) {
        let record = known.record.seen(by: known.viewer)
        self.init(state: State(record: record))
        complete(url: known.url, viewer: known.viewer)
    }
}
