import Foundation

/// One write transaction of a ``MemoryStore``: changes are made at once, and undone in reverse
/// when the transaction fails.
final class MemoryTransaction: RecordTransaction {
    let schema: RecordSchema
    private let database: MemoryDatabase
    private let now: Date
    private var undo: [() -> Void] = []
    /// How the number of uses of each asset changes.
    private(set) var assetUses: [String: Int] = [:]

    /// What a service above keeps: as it was, and what is to be kept.
    private let notes: [String: Data]
    private(set) var kept: [String: Data] = [:]

    init(_ database: MemoryDatabase, schema: RecordSchema, now: Date, notes: [String: Data]) {
        self.notes = notes
        self.database = database
        self.schema = schema
        self.now = now
    }

    func note(_ key: String) -> Data? { kept[key] ?? notes[key] }

    func keep(_ data: Data, under key: String) { kept[key] = data }

    func zone(_ id: ZoneID) -> Zone? { database.zone(id)?.zone }

    func record(_ id: RecordID) -> Record? { database.record(id) }

    func nextToken() -> Int64 { database.nextToken() }

    func put(_ record: Record, replacing previous: Record?, token: Int64?) throws {
        let zone = try self.zone(of: record.id)
        let name = record.id.name
        let (oldToken, tombstone, zoneToken) = (
            zone.tokens[name], zone.tombstones[name], zone.zone.token
        )
        if let previous { database.index(previous, isHeld: false) }
        zone.put(record, token: token)
        database.index(record, isHeld: true)
        if let token { zone.zone.token = token }
        count(previous, -1)
        count(record, 1)
        undo.append { [database] in
            database.index(record, isHeld: false)
            zone.remove(name)
            zone.setTombstone(tombstone, of: name)
            zone.zone.token = zoneToken
            if let previous {
                zone.put(previous, token: oldToken)
                database.index(previous, isHeld: true)
            }
        }
    }

    func remove(_ record: Record, token: Int64?) throws {
        let zone = try self.zone(of: record.id)
        let name = record.id.name
        guard let stored = zone.record(name) else { return }
        let (oldToken, zoneToken) = (zone.tokens[name], zone.zone.token)
        database.index(stored, isHeld: false)
        zone.remove(name)
        if let token {
            zone.setTombstone(
                MemoryZone.Tombstone(type: stored.type, token: token, date: now), of: name)
            zone.zone.token = token
        }
        count(stored, -1)
        undo.append { [database] in
            zone.setTombstone(nil, of: name)
            zone.zone.token = zoneToken
            zone.put(stored, token: oldToken)
            database.index(stored, isHeld: true)
        }
    }

    func referrers(of id: RecordID, action: Reference.Action) -> [RecordID] {
        let referrers = database.referrers[MemoryDatabase.Target(id: id, action: action)] ?? []
        return referrers.sorted { CheckedQuery.nameOrder($0, $1) == .less }
    }

    func holderCount(of id: RecordID, action: Reference.Action) -> Int {
        database.referrers[MemoryDatabase.Target(id: id, action: action)]?.count ?? 0
    }

    func children(of id: RecordID) -> [RecordID] { Array(database.children[id] ?? []) }

    // MARK: Shares

    func shares(in zone: ZoneID) -> Set<String> { database.zone(zone)?.shareBook.shares ?? [] }

    func hasShare(in zone: ZoneID, besides names: Set<String>) -> Bool {
        guard let shares = database.zone(zone)?.shareBook.shares else { return false }
        return shares.contains { !names.contains($0) }
    }

    func shareEntries(_ key: ShareEntry.Key, in zone: ZoneID) -> [ShareEntry] {
        Array((database.zone(zone)?.shareBook[key] ?? [:]).values)
    }

    func isInShare(_ key: ShareEntry.Key, in zone: ZoneID) -> Bool {
        database.zone(zone)?.shareBook[key].values.contains(where: \.isPresent) ?? false
    }

    func shareEntries(
        of share: String, _ kind: ShareEntry.Kind, in zone: ZoneID
    ) -> [ShareEntry] { database.zone(zone)?.shareBook.entries(of: share, kind) ?? [] }

    func put(_ entry: ShareEntry, in id: ZoneID) throws {
        let zone = try self.zone(of: RecordID(entry.share, zone: id))
        let (previous, zoneToken) = (
            zone.shareBook[entry.key][entry.share], zone.zone.token
        )
        zone.shareBook.set(entry, entry.key, of: entry.share)
        zone.zone.token = entry.token
        undo.append {
            zone.shareBook.set(previous, entry.key, of: entry.share)
            zone.zone.token = zoneToken
        }
    }

    func participants(of zone: ZoneID) -> [String: ParticipantPermission] {
        database.zone(zone)?.permissions ?? [:]
    }

    func permission(of user: String, in zone: ZoneID) -> ParticipantPermission? {
        database.zone(zone)?.permission(of: user)
    }

    func setParticipants(
        _ participants: [String: ParticipantPermission], of id: ZoneID, token: Int64
    ) throws {
        let zone = try self.zone(of: RecordID("", zone: id))
        change(zone.changes(to: participants), of: zone, token: token)
    }

    func changeParticipants(
        _ changes: [(user: String, permission: ParticipantPermission?)], of id: ZoneID, token: Int64
    ) throws {
        let zone = try self.zone(of: RecordID("", zone: id))
        change(changes.map { (ExactText($0.user), $0.permission) }, of: zone, token: token)
    }

    private func change(
        _ changes: [(user: ExactText, permission: ParticipantPermission?)], of zone: MemoryZone,
        token: Int64
    ) {
        let (gone, zoneToken) = (database.goneZones.count, zone.zone.token)
        let before = changes.map { ($0.user, zone.participants[$0.user], zone.starts[$0.user]) }
        for (user, permission) in changes {
            database.setParticipant(user, permission, of: zone, token: token, now: now)
        }
        undo.append { [database] in
            for (user, permission, start) in before {
                zone.participants[user] = permission
                zone.starts[user] = start
            }
            database.goneZones.removeLast(database.goneZones.count - gone)
            zone.zone.token = zoneToken
        }
    }

    func attempt<T>(_ body: () throws -> T) throws -> T {
        let mark = undo.count
        let uses = assetUses
        do {
            return try body()
        } catch {
            rollBack(to: mark)
            assetUses = uses
            throw error
        }
    }

    /// Undoes everything.
    func rollBack() { rollBack(to: 0) }

    private func rollBack(to mark: Int) {
        while undo.count > mark { undo.removeLast()() }
    }

    private func zone(of id: RecordID) throws -> MemoryZone {
        guard let zone = database.zone(id.zone) else {
            throw StoreError(.zoneNotFound, ["zone": id.zone.name])
        }
        return zone
    }

    private func count(_ record: Record?, _ step: Int) {
        guard let record else { return }
        for checksum in record.assetChecksums { assetUses[checksum, default: 0] += step }
    }
}

extension Record {
    /// The checksums of the assets that the fields hold, once for each use.
    public var assetChecksums: [String] {
        fields.values.flatMap { $0.heldAssets.compactMap(\.checksum) }
    }
}
