import Foundation

/// One database of a ``MemoryStore``, guarded by the store's lock.
final class MemoryDatabase {
    /// The record name of the owner; empty for the public database.
    let owner: String
    var counter: Int64 = 0
    var zones: [String: MemoryZone] = [:]
    /// Zones that were deleted, or taken from a participant, with the token of that.
    var goneZones: [DeletedZone] = []
    /// Change tokens older than this have expired: their tombstones were removed.
    var purged: Int64 = 0
    /// Change tokens of the database older than this have expired: it forgot deleted zones.
    var zonesPurged: Int64 = 0
    /// The records that hold a reference with an action, by the target of the reference.
    var referrers: [Target: Set<RecordID>] = [:]
    var children: [RecordID: Set<RecordID>] = [:]

    struct Target: Hashable {
        var id: RecordID
        var action: Reference.Action
    }

    struct DeletedZone {
        var name: String
        var token: Int64
        var date: Date
        /// The participant who no longer sees the zone; nil when it is gone for all.
        var user: ExactText?
    }

    init(owner: String) {
        self.owner = owner
        zones[ZoneID.defaultName] = MemoryZone(
            Zone(ZoneID(ZoneID.defaultName), tracksChanges: false), created: 0)
    }

    func nextToken() -> Int64 {
        counter += 1
        return counter
    }

    /// Forgets tombstones that were made before a date, in every zone.
    func purge(before date: Date) {
        for zone in zones.values { purged = max(purged, zone.purge(before: date)) }
    }

    /// Forgets the zones that were deleted first, where they are more than `count`.
    func purgeZones(keeping count: Int) {
        let tokens = goneZones.filter { $0.user == nil }.map(\.token).sorted()
        guard let last = tokens.dropLast(max(0, count)).last else { return }
        zonesPurged = last
        goneZones.removeAll { $0.token <= last }
    }

    func zone(_ id: ZoneID) -> MemoryZone? {
        // Names are stored relative to the owner; another owner's zone is in another database.
        id.owner == ZoneID.currentOwner ? zone(named: id.name) : nil
    }

    func zone(named name: String) -> MemoryZone? {
        // Names are of ASCII, to which some other letters are equal.
        guard let zone = zones[name], zone.zone.id.name.hasSameBytes(as: name) else { return nil }
        return zone
    }

    func record(_ id: RecordID) -> Record? { zone(id.zone)?.record(id.name) }

    /// Lets users see a zone; users that are not named lose it and are notified.
    func setParticipants(
        _ participants: [String: ParticipantPermission], of zone: MemoryZone, token: Int64,
        now: Date
    ) {
        for (user, permission) in zone.changes(to: participants) {
            setParticipant(user, permission, of: zone, token: token, now: now)
        }
        zone.zone.token = token
    }

    /// Lets a user see a zone; with nil the user loses it and is notified.
    func setParticipant(
        _ user: ExactText, _ permission: ParticipantPermission?, of zone: MemoryZone, token: Int64,
        now: Date
    ) {
        if user == ExactText(owner) { return }
        let before = zone.participants[user]
        zone.participants[user] = permission
        zone.zone.token = token
        guard let permission else {
            goneZones.append(
                DeletedZone(name: zone.zone.id.name, token: token, date: now, user: user))
            return
        }
        if before == nil || (before == .byShares) != (permission == .byShares) {
            zone.starts[user] = token
        }
    }

    /// Adds a record to the holders of its references, or removes it from them.
    func index(_ record: Record, isHeld: Bool) {
        for reference in References.strong(in: record) {
            let target = Target(id: reference.recordID, action: reference.action)
            if isHeld {
                referrers[target, default: []].insert(record.id)
            } else if referrers[target]?.remove(record.id) != nil,
                referrers[target]?.isEmpty == true
            {
                referrers[target] = nil
            }
        }
        guard let parent = record.parent else { return }
        if isHeld {
            children[parent, default: []].insert(record.id)
        } else if children[parent]?.remove(record.id) != nil, children[parent]?.isEmpty == true {
            children[parent] = nil
        }
    }
}

/// One zone of a ``MemoryDatabase``.
final class MemoryZone {
    var zone: Zone
    /// The counter when the zone was made: older tokens are of an earlier zone of the name.
    let created: Int64
    var participants: [ExactText: ParticipantPermission] = [:]
    /// The counter when each participant came to see the zone as a whole, or by its shares.
    var starts: [ExactText: Int64] = [:]
    /// The records and users that joined shares or left them.
    var shareBook = MemoryShareBook()
    /// Records by type, then by name: a query looks at one type only.
    var tables: [String: [String: Record]] = [:]
    /// The type of each record, by name.
    var types: [String: String] = [:]
    /// The token of the last change of each record, in zones that track changes.
    private(set) var tokens: [String: Int64] = [:]
    private(set) var tombstones: [String: Tombstone] = [:]
    /// The records by the tokens of their changes, and of their deletions.
    private var log = MemoryChangeLog()
    /// No tombstone was made before.
    private var firstDeletion = Date.distantFuture

    struct Tombstone {
        var type: String
        var token: Int64
        var date: Date
    }

    init(_ zone: Zone, created: Int64) {
        self.zone = zone
        self.created = created
    }

    func record(_ name: String) -> Record? {
        // Names are of ASCII, to which some other letters are equal.
        guard let record = types[name].flatMap({ tables[$0]?[name] }),
            record.id.name.hasSameBytes(as: name)
        else { return nil }
        return record
    }

    /// What a participant may do; nil for a user that is none.
    func permission(of user: String) -> ParticipantPermission? { participants[ExactText(user)] }

    /// What makes others of the participants: what each may do, and nil of those that are not named.
    func changes(
        to participants: [String: ParticipantPermission]
    ) -> [(user: ExactText, permission: ParticipantPermission?)] {
        var changes: [ExactText: ParticipantPermission?] = [:]
        for user in self.participants.keys { changes[user] = .some(nil) }
        for (user, permission) in participants { changes[ExactText(user)] = permission }
        return changes.map { ($0.key, $0.value) }
    }

    /// The participants by their names.
    var permissions: [String: ParticipantPermission] {
        var permissions: [String: ParticipantPermission] = [:]
        for (user, permission) in participants { permissions[user.text] = permission }
        return permissions
    }

    func put(_ record: Record, token: Int64?) {
        let name = record.id.name
        tables[record.type, default: [:]][name] = record
        types[name] = record.type
        tokens[name] = token
        tombstones[name] = nil
        if let token { note(name, token) }
    }

    func remove(_ name: String) {
        guard let type = types.removeValue(forKey: name) else { return }
        tables[type]?[name] = nil
        tokens[name] = nil
    }

    /// Keeps that a record was deleted; with nil, forgets it.
    func setTombstone(_ tombstone: Tombstone?, of name: String) {
        tombstones[name] = tombstone
        guard let tombstone else { return }
        firstDeletion = min(firstDeletion, tombstone.date)
        note(name, tombstone.token)
    }

    /// Forgets tombstones that were made before a date, and gives the greatest of their tokens.
    func purge(before date: Date) -> Int64 {
        guard firstDeletion < date else { return 0 }
        return forgetTombstones { $0.date < date }
    }

    /// Forgets some tombstones, and gives the greatest of their tokens; 0 for none.
    func forgetTombstones(where isForgotten: (Tombstone) -> Bool) -> Int64 {
        var purged: Int64 = 0
        firstDeletion = .distantFuture
        for (name, tombstone) in tombstones {
            if isForgotten(tombstone) {
                purged = max(purged, tombstone.token)
                tombstones[name] = nil
            } else {
                firstDeletion = min(firstDeletion, tombstone.date)
            }
        }
        return purged
    }

    // MARK: Changes

    private func note(_ name: String, _ token: Int64) {
        log.add(name, token, known: tokens.count + tombstones.count) { isLast($0) }
    }

    /// Whether an entry is of the last change of its record.
    private func isLast(_ entry: MemoryChangeLog.Entry) -> Bool {
        tokens[entry.name] == entry.token || tombstones[entry.name]?.token == entry.token
    }

    /// Calls back with the last changes of records after a token, in order, until it gives false.
    func forEachChange(
        after token: Int64, _ body: (_ entry: MemoryChangeLog.Entry, _ deleted: Tombstone?) -> Bool
    ) {
        log.forEach(after: token) { entry in
            if tokens[entry.name] == entry.token { return body(entry, nil) }
            guard let tombstone = tombstones[entry.name], tombstone.token == entry.token else {
                return true
            }
            return body(entry, tombstone)
        }
    }
}

/// The changes of a zone's records in the order of their tokens, so that a page of them costs what it has.
///
/// An entry stays when its record is changed again. Once most are such, these go.
struct MemoryChangeLog {
    struct Entry {
        var token: Int64
        var name: String
    }

    private var entries: [Entry] = []

    /// Adds the change of a record.
    ///
    /// - Parameters:
    ///   - known: How many entries are of a last change.
    ///   - isLast: Whether an entry is.
    mutating func add(
        _ name: String, _ token: Int64, known: Int, isLast: (Entry) -> Bool
    ) {
        if entries.count >= 64, entries.count > 2 * known { entries.removeAll { !isLast($0) } }
        let entry = Entry(token: token, name: name)
        guard let last = entries.last, last.token >= token else { return entries.append(entry) }
        // A change was undone, so that an earlier one is the last again: its entry may be there.
        var place = self.place(after: token - 1)
        while place < entries.count, entries[place].token == token {
            if entries[place].name == name { return }
            place += 1
        }
        entries.insert(entry, at: place)
    }

    /// Calls back with the entries after a token, in order, until it gives false.
    func forEach(after token: Int64, _ body: (Entry) -> Bool) {
        for entry in entries[place(after: token)...] where !body(entry) { return }
    }

    /// The place of the first entry after a token.
    private func place(after token: Int64) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].token > token { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
