import CloudKit
import CoreData
import Foundation
import TestFiles
import Testing

/// Ann's devices and Bob's, each with a store of the private and one of the shared database.
struct SharingCloud {
    let cloud: LocalCloud
    let folder = TemporaryFolder()
    let phone: Device
    let bobs: Device

    init(_ location: LocalCloud.Location = .memory) throws {
        cloud = Notebook.cloud(location)
        phone = try SharingCloud.device("phone", "ann", cloud, folder)
        bobs = try SharingCloud.device("bobs", "bob", cloud, folder)
    }

    static func device(
        _ name: String, _ user: String, _ cloud: LocalCloud, _ folder: TemporaryFolder
    ) throws -> Device {
        try Device(
            name, in: cloud, user: user, at: folder.file(name + "-private.sqlite"),
            shared: folder.file(name + "-shared.sqlite"))
    }

    /// Ann shares an object, and Bob accepts.
    @discardableResult
    func share(
        _ entity: String, _ key: String, _ permission: CKShare.ParticipantPermission = .readWrite
    ) async throws -> CKShare {
        let (_, share, _) = try await phone.share(entity, key)
        share[CKShare.SystemFieldKey.title] = "Ann's"
        let bob = CKUserIdentity.LookupInfo(userRecordID: CKRecord.ID(recordName: "_bob"))
        let found = try await phone.container.fetchParticipants(
            matching: [bob], into: phone.store(.private))
        let participant = try #require(found.first)
        participant.permission = permission
        share.addParticipant(participant)
        let saved = try await phone.container.persistUpdatedShare(share, in: phone.store(.private))
        try await cloud.settle([phone])
        try await bobs.accept(saved, in: cloud)
        try await cloud.settle([phone, bobs])
        return saved
    }

    func close(_ others: [Device] = []) throws {
        for device in [phone, bobs] + others { try device.close() }
    }
}

extension Device {
    /// The store of a database.
    func store(_ scope: CKDatabase.Scope) throws -> NSPersistentStore {
        try #require(
            container.persistentStoreCoordinator.persistentStores.first { store in
                let place = store.url?.absoluteString ?? ""
                let isShared = ["-shared", "-shared.sqlite"].contains { place.hasSuffix($0) }
                return isShared == (scope == .shared)
            })
    }

    /// Shares an object that has a key.
    func share(
        _ entity: String, _ key: String, to share: CKShare? = nil
    ) async throws -> (Set<NSManagedObjectID>, CKShare, CKContainer) {
        let context = container.newBackgroundContext()
        let object = try context.performAndWait { try Device.find(entity, key, context) }
        return try await container.share([try #require(object)], to: share)
    }

    /// Accepts a share by its URL, as a program does that is opened with it.
    func accept(_ share: CKShare, in cloud: LocalCloud, user: String = "bob") async throws {
        let url = try #require(share.url)
        let metadata = try await cloud.container(Notebook.identifier, user: user, device: name)
            .shareMetadata(for: url)
        try await container.acceptShareInvitations(from: [metadata], into: store(.shared))
    }

    /// Which store an object is in.
    func scope(_ entity: String, _ key: String) throws -> CKDatabase.Scope? {
        let id = try perform { try Device.find(entity, key, $0)?.objectID }
        guard let store = id?.persistentStore else { return nil }
        return try store === self.store(.shared) ? .shared : .private
    }

    func knownShare(_ entity: String, _ key: String) throws -> CKShare? {
        let id = try id(entity, key)
        return try container.fetchShares(matching: [id])[id]
    }

    /// The zone of an object's record, as the store knows it.
    func zone(_ entity: String, _ key: String) throws -> String? {
        container.recordID(for: try id(entity, key))?.zoneID.zoneName
    }
}
