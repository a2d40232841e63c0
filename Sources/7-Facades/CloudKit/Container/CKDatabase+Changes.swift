import Foundation
import PredicateCore
import RecordCore
import RecordService

extension CKDatabase {
    /// What happened in a zone; `Modification` and `Deletion`.
    ///
    ///     let changes = try await database.recordZoneChanges(inZoneWith: zoneID, since: token)
    ///     changes.modificationResultsByID[id]  // .success(Modification)
    ///     changes.deletions.map(\.recordID.recordName)  // ["first"]
    public enum RecordZoneChange {
        /// A record that was created or changed.
        ///
        ///     let changes = try await database.recordZoneChanges(inZoneWith: zoneID, since: token)
        ///     let notes = try changes.modificationResultsByID.values.map { try $0.get().record }
        ///     notes.first?["title"]  // "Milk"
        public struct Modification: @unchecked Sendable {
            // Unchecked: records may be used from several threads.
            /// The record as the server holds it now.
            public let record: CKRecord
        }

        /// A record that is gone.
        ///
        ///     for deletion in changes.deletions where deletion.recordType == "Note" {
        ///         print(deletion.recordID.recordName)  // first
        ///     }
        public struct Deletion: Sendable {
            /// The name and zone that the record had.
            public let recordID: CKRecord.ID
            /// The type that the record had.
            public let recordType: CKRecord.RecordType
        }
    }

    /// What happened in a database; `Modification` and `Deletion`.
    ///
    ///     let changes = try await database.databaseChanges(since: token)
    ///     changes.modifications.map(\.zoneID.zoneName)  // ["Notes"]
    ///     changes.deletions.first?.reason               // .deleted
    public enum DatabaseChange {
        /// A zone with changes.
        ///
        ///     let changes = try await database.databaseChanges(since: nil)
        ///     for modification in changes.modifications {
        ///         let zoneID = modification.zoneID
        ///         _ = try await database.recordZoneChanges(inZoneWith: zoneID, since: nil)
        ///     }
        public struct Modification: Sendable {
            /// The zone that was created, or whose records changed.
            public let zoneID: CKRecordZone.ID
        }

        /// A zone that is gone.
        ///
        ///     let later = try await database.databaseChanges(since: all.changeToken)
        ///     later.deletions.map(\.zoneID.zoneName)  // ["Notes"]
        ///     later.deletions.first?.purged           // false
        public struct Deletion: Sendable {
            /// Why a zone is gone.
            ///
            ///     switch deletion.reason {
            ///     case .deleted, .purged: removeLocally(deletion.zoneID)
            ///     case .encryptedDataReset: upload(deletion.zoneID)  // the data is still wanted
            ///     }
            public enum Reason: Int, Sendable {
                /// A program or a user deleted the zone.
                case deleted = 0
                /// The user purged the app's data.
                case purged = 1
                /// The user has reset encrypted data.
                case encryptedDataReset = 2
            }
            /// The name and owner of the zone that is gone.
            public let zoneID: CKRecordZone.ID
            /// Why it is gone.
            public let reason: Reason
            /// Whether the user purged the app's data.
            public var purged: Bool { reason == .purged }
        }
    }

    /// What happened in a zone after a token; everything there is when the token is nil.
    ///
    ///     let first = try await database.recordZoneChanges(inZoneWith: zone.zoneID, since: nil)
    ///     first.modificationResultsByID.keys.map(\.recordName)  // ["milk"]
    ///     // … later, after the record was deleted:
    ///     let later = try await database.recordZoneChanges(
    ///         inZoneWith: zone.zoneID, since: first.changeToken)
    ///     later.deletions.map(\.recordID.recordName)            // ["milk"]
    ///
    /// Keep the token with the program's own data, and go on while `moreComing` is true.
    ///
    /// - Throws: `changeTokenExpired` for a token that is too old or of another database: begin
    ///   again with nil. The default zone has no changes: `serverRejectedRequest`.
    public func recordZoneChanges(
        inZoneWith zoneID: CKRecordZone.ID, since token: CKServerChangeToken? = nil,
        desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int? = nil
    ) async throws -> RecordZoneChangeResults {
        let page = try await zoneChanges(
            zoneID, since: token, desiredKeys: desiredKeys, limit: resultsLimit ?? 0)
        var changes: [CKRecord.ID: Result<RecordZoneChange.Modification, any Error>] = [:]
        for record in page.changed {
            changes[record.recordID] = .success(RecordZoneChange.Modification(record: record))
        }
        return (changes, page.deleted, page.token, page.moreComing)
    }

    /// Which zones changed after a token; all when the token is nil.
    ///
    ///     let changes = try await database.databaseChanges(since: nil)
    ///     changes.modifications.map(\.zoneID.zoneName)  // ["Notes"]
    public func databaseChanges(
        since token: CKServerChangeToken? = nil, resultsLimit: Int? = nil
    ) async throws -> DatabaseChangeResults {
        let page = try await changedZones(since: token, limit: resultsLimit ?? 0)
        return (
            page.changed.map { DatabaseChange.Modification(zoneID: $0) },
            page.deletions,
            page.token, page.moreComing
        )
    }

    // MARK: What operations use too

    func zoneChanges(
        _ zone: CKRecordZone.ID, since token: CKServerChangeToken?, desiredKeys: [String]?,
        limit: Int
    ) async throws -> ZonePage {
        try await ask { session, place in
            let changes = try await session.changes(
                zone: zone.id, in: place, since: try token?.place(), limit: limit,
                desiredKeys: desiredKeys)
            let names = await session.names(in: changes.changed)
            return ZonePage(
                changed: changes.changed.map { CKRecord.make($0, from: session, names: names) },
                deleted: changes.deleted.map {
                    RecordZoneChange.Deletion(
                        recordID: CKRecord.ID($0.id), recordType: $0.type)
                },
                token: CKServerChangeToken(data: changes.token.data),
                moreComing: changes.moreComing)
        }
    }

    func changedZones(since token: CKServerChangeToken?, limit: Int) async throws -> DatabasePage {
        try await ask { session, place in
            let changes = try await session.databaseChanges(
                in: place, since: try token?.place(), limit: limit)
            return DatabasePage(
                changed: changes.changed.map { CKRecordZone.ID($0) },
                deleted: changes.deleted.map { CKRecordZone.ID($0) },
                keysReset: Set(changes.keysReset.map { CKRecordZone.ID($0) }),
                purged: Set(changes.purged.map { CKRecordZone.ID($0) }),
                token: CKServerChangeToken(data: changes.token.data),
                moreComing: changes.moreComing)
        }
    }
}

// What a program left beside its own changes, `clientChangeTokenData`, for each device.
extension CKDatabase {
    func keep(_ mark: Data, for zones: Set<CKRecordZone.ID>) async throws {
        try await ask { try await $0.keepMark(mark, of: Set(zones.map(\.id)), in: $1) }
    }

    func clientMark(of zone: CKRecordZone.ID) async throws -> Data? {
        try await ask { try await $0.mark(of: zone.id, in: $1) }
    }
}

/// A page of what happened in a zone.
struct ZonePage: Sendable {
    var changed: [CKRecord]
    var deleted: [CKDatabase.RecordZoneChange.Deletion]
    var token: CKServerChangeToken
    var moreComing: Bool
}

/// A page of what happened in a database.
struct DatabasePage: Sendable {
    var changed: [CKRecordZone.ID]
    var deleted: [CKRecordZone.ID]
    /// Those of the deleted zones that went because keys were reset.
    var keysReset: Set<CKRecordZone.ID> = []
    /// Those of the deleted zones that the user purged in the settings.
    var purged: Set<CKRecordZone.ID> = []
    var token: CKServerChangeToken
    var moreComing: Bool

    /// The deleted zones, each with why it is gone.
    var deletions: [CKDatabase.DatabaseChange.Deletion] {
        deleted.map { zone in
            CKDatabase.DatabaseChange.Deletion(
                zoneID: zone,
                reason: keysReset.contains(zone)
                    ? .encryptedDataReset : purged.contains(zone) ? .purged : .deleted)
        }
    }
}

extension CKServerChangeToken {
    /// Where the token stands.
    ///
    /// - Throws: `changeTokenExpired` for a token of another service.
    func place() throws -> ChangeToken {
        guard let token = ChangeToken(data: data) else {
            throw ServiceError(StoreError(.changeTokenExpired))
        }
        return token
    }
}
