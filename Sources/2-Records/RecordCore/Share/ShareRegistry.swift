import Foundation

/// One record before and after; beside ``ShareRegistry`` as ``PlannedSave`` is beside ``SaveWork``.
struct ShareRegistryChange {
    var old: Record?
    var new: Record?

    var zone: ZoneID? { (new ?? old)?.id.zone }
    var isOfShare: Bool { (new ?? old)?.type == Share.recordType }
}

/// Keeps a zone's share registry right after records of the zone were written.
///
/// A record belongs to a share when it is the share's root, hangs below the root by its
/// parents, or is the share's own record. A share of the whole zone has no entries for records:
/// its participants see everything.
struct ShareRegistry<Transaction: RecordTransaction> {
    let transaction: Transaction
    let zone: ZoneID
    let now: Date
    let user: String
    /// Whether the zone had shares of records before.
    private let hasShares: Bool
    /// Whether each share that was asked for exists.
    private var shares: [String: Bool] = [:]
    private var records: [RecordID: Record?] = [:]
    /// Records of which it may have changed to what they belong.
    private var moved: [RecordID] = []
    /// The shares that were saved or deleted.
    private var changedShares: Set<String> = []

    init(
        _ transaction: Transaction, zone: ZoneID, hasShares: Bool, now: Date, user: String
    ) {
        self.transaction = transaction
        self.zone = zone
        self.hasShares = hasShares
        self.now = now
        self.user = user
    }

    mutating func keep(_ changes: [ShareRegistryChange], _ result: inout SaveResult) throws {
        // Deleted ones first: the root of one may get another in the same request.
        for change in changes where change.new == nil && change.isOfShare {
            if let old = change.old { try remove(old, &result) }
        }
        for change in changes where change.new != nil || !change.isOfShare {
            if let new = change.new, let share = Share(new) {
                try add(share, new, &result)
            } else {
                note(change)
            }
        }
        for change in changes where change.new == nil {
            try removeShare(of: change.old, &result)
        }
        if hasShares || changedShares.contains(where: { $0 != Share.zoneWideName }) {
            try keepMembers()
        }
        if !changedShares.isEmpty { try keepParticipants() }
    }

    private mutating func note(_ change: ShareRegistryChange) {
        guard let id = (change.new ?? change.old)?.id else { return }
        let stays =
            change.new != nil && change.old?.parent == change.new?.parent
            && change.old?.share == change.new?.share
        if !stays { moved.append(id) }
    }

    // MARK: Shares

    /// Whether a share exists; each is looked up once, since a zone may have many others.
    private mutating func exists(_ share: String) throws -> Bool {
        if let known = shares[share] { return known }
        let found = try transaction.isInShare(ShareEntry.Key(.share, share), in: zone)
        shares[share] = found
        return found
    }

    private mutating func add(
        _ share: Share, _ record: Record, _ result: inout SaveResult
    ) throws {
        changedShares.insert(record.id.name)
        moved.append(record.id)
        if try !exists(record.id.name) {
            shares[record.id.name] = true
            try enter(ShareEntry.Key(.share, record.id.name), record.id.name, isPresent: true)
        }
        guard let root = share.root, let stored = try self.record(root) else { return }
        moved.append(root)
        // A root keeps a share that still exists.
        if let known = stored.share, known != record.id, try isShare(known, of: root) { return }
        if stored.share != record.id { try point(stored, at: record.id, &result) }
    }

    private mutating func isShare(_ id: RecordID, of root: RecordID) throws -> Bool {
        guard try exists(id.name) else { return false }
        return try record(id).flatMap { Share($0)?.root } == root
    }

    private mutating func remove(_ record: Record, _ result: inout SaveResult) throws {
        changedShares.insert(record.id.name)
        moved.append(record.id)
        guard try exists(record.id.name) else { return }
        shares[record.id.name] = false
        try enter(ShareEntry.Key(.share, record.id.name), record.id.name, isPresent: false)
        guard let root = Share(record)?.root, let stored = try self.record(root) else { return }
        moved.append(root)
        if stored.share == record.id { try point(stored, at: nil, &result) }
    }

    /// Removes the share of a root that was deleted.
    private mutating func removeShare(of root: Record?, _ result: inout SaveResult) throws {
        guard let root, let id = root.share, try exists(id.name),
            let record = try self.record(id), Share(record)?.root == root.id
        else { return }
        try transaction.remove(record, token: try transaction.nextToken())
        records[id] = .some(nil)
        result.note(cascaded: record, savedAt: result.place(ofSaved: id))
        try remove(record, &result)
    }

    /// Makes a root point at its share, or at none.
    private mutating func point(
        _ root: Record, at share: RecordID?, _ result: inout SaveResult
    ) throws {
        let token = try transaction.nextToken()
        var record = root
        record.share = share
        record.system?.changeTag = ChangeTag.text(of: token)
        record.system?.modified = now
        record.system?.modifiedBy = user
        try transaction.put(record, replacing: root, token: token)
        records[root.id] = .some(record)
        if let place = result.place(ofSaved: root.id) {
            result.saves[place] = .success(record)
        } else {
            result.touched[root.id] = record
            if result.replaced[root.id] == nil { result.replaced[root.id] = root }
        }
    }

    // MARK: Members

    private mutating func keepMembers() throws {
        var affected = moved.filter { $0.zone == zone }
        var seen = Set(affected)
        var next = 0
        while next < affected.count {
            for child in try transaction.children(of: affected[next])
            where child.zone == zone && seen.insert(child).inserted {
                affected.append(child)
            }
            next += 1
        }
        var known: [RecordID: Set<String>] = [:]
        for id in Set(affected) {
            let key = ShareEntry.Key(.record, id.name)
            let belongs = try memberships(of: id, &known)
            let entries = try transaction.shareEntries(key, in: zone)
            let present = Set(entries.filter(\.isPresent).map(\.share))
            for share in belongs.subtracting(present) {
                try enter(key, share, type: try record(id)?.type ?? "", isPresent: true)
            }
            for entry in entries where entry.isPresent && !belongs.contains(entry.share) {
                try enter(key, entry.share, type: entry.type, isPresent: false)
            }
        }
    }

    /// The shares to which a record belongs, as it stands now, and to which its parents do.
    ///
    /// - Parameter known: What was found for others, so that each parent is looked at once.
    private mutating func memberships(
        of id: RecordID, _ known: inout [RecordID: Set<String>]
    ) throws -> Set<String> {
        var path: [(id: RecordID, shares: Set<String>)] = []
        var seen: Set<RecordID> = []
        var next: RecordID? = id
        var circle: Int?
        while let id = next, known[id] == nil, let record = try record(id) {
            if !seen.insert(id).inserted {
                circle = path.firstIndex { $0.id == id }
                break
            }
            var found: Set<String> = []
            if record.type == Share.recordType, id.name != Share.zoneWideName,
                try exists(id.name)
            {
                found.insert(id.name)
            }
            if let share = record.share, try isShare(share, of: id) {
                found.insert(share.name)
            }
            path.append((id, found))
            next = record.parent
        }
        var all = next.flatMap { known[$0] } ?? []
        // In a circle each record has all of them, not only those of the ones behind it.
        if let circle { for (_, shares) in path[circle...] { all.formUnion(shares) } }
        for (id, shares) in path.reversed() {
            all.formUnion(shares)
            known[id] = all
        }
        return all
    }

    // MARK: Participants

    /// Lets users that came to the changed shares see the zone, and those that left all shares of it
    /// no longer.
    private mutating func keepParticipants() throws {
        // Beside a share of the whole zone there is no other.
        let isWhole =
            try changedShares.contains(Share.zoneWideName) ? true : exists(Share.zoneWideName)
        if isWhole { return try keepAllParticipants() }
        var came: Set<String> = []
        var left: Set<String> = []
        for name in changedShares {
            let (users, gone) = try keep(try users(of: name).map(\.key), of: name)
            came.formUnion(users)
            left.formUnion(gone)
        }
        var changes: [(user: String, permission: ParticipantPermission?)] = []
        for user in came.sorted() where try transaction.permission(of: user, in: zone) != .byShares
        {
            changes.append((user, .byShares))
        }
        for user in left.subtracting(came).sorted() {
            if try transaction.isInShare(ShareEntry.Key(.user, user), in: zone) { continue }
            if try transaction.permission(of: user, in: zone) != nil {
                changes.append((user, nil))
            }
        }
        guard !changes.isEmpty else { return }
        try transaction.changeParticipants(
            changes, of: zone, token: try transaction.nextToken())
    }

    /// The users that a share lets in; none where it is gone.
    private mutating func users(of name: String) throws -> [String: ParticipantPermission] {
        guard try exists(name), let record = try record(RecordID(name, zone: zone)),
            let share = Share(record)
        else { return [:] }
        var users: [String: ParticipantPermission] = [:]
        for user in share.participants.compactMap(\.user) {
            users[user] = share.permission(of: user)
        }
        return users
    }

    /// Keeps the participants where the zone was shared as a whole or is, alone or with what follows it.
    private mutating func keepAllParticipants() throws {
        let before = try transaction.participants(of: zone)
        let shares = try transaction.shares(in: zone)
        var all: [String: ParticipantPermission] = [:]
        for name in shares {
            let users = try users(of: name)
            if name == Share.zoneWideName {
                all.merge(users) { $1 }
            } else {
                for user in users.keys where all[user] == nil { all[user] = .byShares }
                try keep(users.map(\.key), of: name)
            }
        }
        for name in changedShares.subtracting(shares) { try keep([], of: name) }
        guard before != all else { return }
        try transaction.setParticipants(all, of: zone, token: try transaction.nextToken())
    }

    /// Keeps which users take part in a share; gives them, and those that do no longer.
    @discardableResult
    private func keep(
        _ users: [String], of share: String
    ) throws -> (users: Set<String>, left: Set<String>) {
        let users = Set(users)
        let entries = try transaction.shareEntries(of: share, .user, in: zone)
        let present = Set(entries.filter(\.isPresent).map(\.key.name))
        for user in users.subtracting(present) {
            try enter(ShareEntry.Key(.user, user), share, isPresent: true)
        }
        let left = present.subtracting(users)
        for user in left { try enter(ShareEntry.Key(.user, user), share, isPresent: false) }
        return (users, left)
    }

    private func enter(
        _ key: ShareEntry.Key, _ share: String, type: String = "", isPresent: Bool
    ) throws {
        try transaction.put(
            ShareEntry(
                key, of: share, type: type, isPresent: isPresent,
                token: try transaction.nextToken()), in: zone)
    }

    private mutating func record(_ id: RecordID) throws -> Record? {
        if let known = records[id] { return known }
        let found = try transaction.record(id)
        records[id] = .some(found)
        return found
    }
}
