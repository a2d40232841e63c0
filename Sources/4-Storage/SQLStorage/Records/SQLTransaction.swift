import Foundation
import RecordCore
import SQLLowering

/// What the registry of records has under a name.
private enum Registration {
    case absent
    case living(row: Int64)
    case buried(row: Int64)
}

/// A zone that a save reads or writes.
private struct OpenZone {
    let number: Int64
    var zone: Zone
    var isTouched = false
}

/// The primitive steps of a save in one SQL database.
final class SQLTransaction<Connection: SQLConnection>: RecordTransaction {
    let session: StoreSession<Connection>
    let key: DatabaseKey
    /// The number of the database; of the first where the public one is in parts.
    let database: Int64
    private var zones: [ExactText: OpenZone?] = [:]
    private var entries: [RecordID: Registration] = [:]
    /// Records that were read before they were asked for.
    private var prefetched: [RecordID: Record] = [:]
    private var counter: Int64?
    /// The token that was taken before it was asked for.
    private var token: Int64?
    private var isCounterBehind = false
    /// Content of assets that records gave up.
    private(set) var released: Set<String> = []
    /// Content of assets that records took up.
    private(set) var acquired: Set<String> = []

    /// Begins to write in a database, which is made when the caller owns it.
    init(_ session: StoreSession<Connection>, key: DatabaseKey, isOwner: Bool) throws {
        self.session = session
        self.key = key
        // No database has a negative number: nothing is found in it.
        database = try isOwner ? session.makeDatabase(key) : session.database(key) ?? -1
    }

    var schema: RecordSchema { session.catalogue.schema }

    // MARK: For services above

    func note(_ key: String) throws -> Data? {
        if let note = try session.service(key, in: .database(database)) { return note }
        // As it was before the seventh layout, for as long as such notes are of use.
        return session.hasOldNotes ? try session.service(key, in: .container) : nil
    }

    func keep(_ data: Data, under key: String) throws {
        try session.keepService([key: data], in: .database(database))
    }

    // MARK: Reading

    func zone(_ id: ZoneID) throws -> Zone? { try open(id)?.zone }

    private func open(_ id: ZoneID) throws -> OpenZone? {
        guard id.owner == ZoneID.currentOwner else { return nil }
        let name = ExactText(id.name)
        if let known = zones[name] { return known }
        let found = try find(id)
        zones[name] = .some(found)
        return found
    }

    /// The number of a zone, or nil.
    func number(of zone: ZoneID) throws -> Int64? { try open(zone)?.number }

    private func find(_ id: ZoneID) throws -> OpenZone? {
        if let first = buckets?.first {
            return id == .default
                ? OpenZone(number: first.zone, zone: Zone(id, tracksChanges: false)) : nil
        }
        let row = try session.connection.first(session.statements.zone) { binder in
            binder.bind(int: database, at: 0)
            binder.bind(text: id.name, at: 1)
        } _: {
            ($0.int(0), $0.int(1))
        }
        guard let (number, token) = row else { return nil }
        let isDefault = id.name == ZoneID.defaultName
        return OpenZone(
            number: number,
            zone: Zone(id, tracksChanges: !isDefault && !key.isPublic, token: token))
    }

    func expect(_ ids: [RecordID]) throws {
        // Where the database is at hand nothing is gained by asking together.
        guard !session.dialect.writersQueue else { return }
        var keys: [(id: RecordID, key: RegistryKey)] = []
        for id in ids where entries[id] == nil {
            guard let zone = try open(id.zone) else { continue }
            keys.append((id, place(of: id, zone)))
        }
        // A closure: the runtime instantiates a key path into a generic type at each evaluation.
        let registered = try session.registered(keys.map { $0.key })
        var rows: [Int64: [(row: Int64, database: Int64, element: RecordID)]] = [:]
        for (id, key) in keys {
            guard let found = registered[key] else {
                entries[id] = .absent
                continue
            }
            guard !found.isDeleted, session.catalogue.entry(found.type) != nil else {
                entries[id] = .buried(row: found.row)
                continue
            }
            entries[id] = .living(row: found.row)
            rows[found.type, default: []].append((found.row, key.database, id))
        }
        for (type, elements) in rows.sorted(by: { $0.key < $1.key }) {
            guard let entry = session.catalogue.entry(type) else { continue }
            try session.eachRow(entry.whole.byRow, elements) { id, row in
                prefetched[id] = entry.whole.reader.record(from: row, zone: id.zone)
                return true
            }
        }
    }

    func expectNone(_ id: RecordID) {
        entries[id] = .absent
    }

    func record(_ id: RecordID) throws -> Record? {
        switch entries[id] {
        case .absent, .buried: return nil
        case .living: if let known = prefetched[id] { return known }
        case nil: break
        }
        guard let place = try open(id.zone).map({ place(of: id, $0) }),
            let found = try session.registered(
                id.name, zone: place.zone, database: place.database)
        else {
            entries[id] = .absent
            return nil
        }
        guard !found.isDeleted, let entry = session.catalogue.entry(found.type) else {
            entries[id] = .buried(row: found.row)
            return nil
        }
        entries[id] = .living(row: found.row)
        return try session.record(
            in: found.row, entry.whole, database: place.database, zone: id.zone)
    }

    func referrers(of id: RecordID, action: Reference.Action) throws -> [RecordID] {
        try referrers(of: id, action: Int64(action.rawValue))
    }

    func children(of id: RecordID) throws -> [RecordID] {
        try referrers(of: id, action: RecordLinks.parentAction)
    }

    private func referrers(of id: RecordID, action: Int64) throws -> [RecordID] {
        var referrers: [RecordID] = []
        let buckets = buckets
        try session.connection.query(buckets?.referrers ?? session.statements.referrers) {
            bind(id, action, &$0)
        } _: { row in
            referrers.append(RecordID(row.text(1), zone: ZoneID(row.text(0))))
            return true
        }
        return referrers
    }

    func holderCount(of id: RecordID, action: Reference.Action) throws -> Int {
        try session.connection.first(buckets?.holderCount ?? session.statements.holderCount) {
            bind(id, Int64(action.rawValue), &$0)
        } _: {
            Int($0.int(0))
        } ?? 0
    }

    private func bind(_ id: RecordID, _ action: Int64, _ binder: inout Connection.Binder) {
        var first = 0
        if buckets == nil {
            binder.bind(int: database, at: 0)
            first = 1
        }
        binder.bind(text: id.zone.name, at: first)
        binder.bind(text: id.name, at: first + 1)
        binder.bind(int: action, at: first + 2)
    }

    /// The parts of the database; nil where it is in one piece.
    private var buckets: PublicBuckets? { key.isPublic ? session.buckets : nil }

    /// Where the registry has a record, or would have it.
    private func place(of id: RecordID, _ zone: OpenZone) -> RegistryKey {
        guard let bucket = buckets?.bucket(of: id.name) else {
            return RegistryKey(name: id.name, zone: zone.number, database: database)
        }
        return RegistryKey(name: id.name, zone: bucket.zone, database: bucket.database)
    }

    // MARK: Writing

    /// Takes the counter's row before anything is read, where a zone tracks changes: it is the
    /// lock of this database's writers, and later writers wait here, not after their work.
    func takeTurn(for zones: [ZoneID]) throws {
        guard !session.dialect.writersQueue, !key.isPublic, database >= 0,
            zones.contains(where: { $0.name != ZoneID.defaultName })
        else { return }
        token = try nextToken()
    }

    func nextToken() throws -> Int64 {
        if let token {
            self.token = nil
            return token
        }
        // The first step takes the row; the others are counted here and written once, by
        // `finish()`.
        if let counter {
            self.counter = counter + 1
            isCounterBehind = true
            return counter + 1
        }
        let token = try session.nextToken(in: database)
        counter = token
        return token
    }

    func put(_ record: Record, replacing previous: Record?, token: Int64?) throws {
        guard let zone = try open(record.id.zone) else {
            throw StoreError(.zoneNotFound, ["zone": record.id.zone.name])
        }
        guard let entry = session.catalogue.entries[record.type] else {
            throw StoreError(.typeNotFound, ["recordType": record.type])
        }
        if !prefetched.isEmpty { prefetched[record.id] = nil }
        let place = place(of: record.id, zone)
        var connection = session.connection
        if let previous, previous.type == record.type, let row = try row(of: previous, zone) {
            try entry.writer.update(
                record, replacing: previous, row: row, database: place.database,
                zone: place.zone, with: &connection)
            if let token {
                try connection.run(session.statements.bumpChangeToken) { binder in
                    binder.bind(int: token, at: 0)
                    binder.bind(int: row, at: 1)
                    binder.bind(int: place.database, at: 2)
                }
            }
            try link(record, replacing: previous, row: row, place)
        } else {
            if let previous { try erase(previous, zone) }
            let row = try register(record, entry, zone, token)
            try entry.writer.insert(
                record, row: row, database: place.database, zone: place.zone, with: &connection)
            try link(record, replacing: previous, row: row, place)
        }
        bumpChangeToken(zone, token)
    }

    /// Enters a record into the registry and gives its row.
    private func register(
        _ record: Record, _ entry: Catalogue.Entry, _ zone: OpenZone, _ token: Int64?
    ) throws -> Int64 {
        let row: Int64
        let place = place(of: record.id, zone)
        switch try registration(of: record.id, zone) {
        case .living(let known), .buried(let known):
            row = known
            try session.connection.perform(session.statements.undelete) { binder in
                binder.bind(int: entry.number, at: 0)
                binder.bind(int: token, at: 1)
                binder.bind(int: row, at: 2)
                binder.bind(int: place.database, at: 3)
            }
        case .absent:
            row = try session.register(
                record.id.name, type: entry.number, token: token, zone: place.zone,
                database: place.database)
        }
        entries[record.id] = .living(row: row)
        return row
    }

    func remove(_ record: Record, token: Int64?) throws {
        guard let zone = try open(record.id.zone), let row = try row(of: record, zone) else {
            return
        }
        if !prefetched.isEmpty { prefetched[record.id] = nil }
        let place = place(of: record.id, zone)
        try erase(record, zone)
        try link(nil, replacing: record, row: row, place)
        if let token {
            entries[record.id] = .buried(row: row)
            try session.connection.perform(
                session.statements.insertTombstone,
                [.int(token), .int(Date().microseconds), .int(row), .int(place.database)])
        } else {
            entries[record.id] = .absent
            try session.connection.perform(
                session.statements.forget, [.int(row), .int(place.database)])
        }
        bumpChangeToken(zone, token)
    }

    /// Removes the row of a record from its type's table.
    private func erase(_ record: Record, _ zone: OpenZone) throws {
        guard let entry = session.catalogue.entries[record.type],
            let row = try row(of: record, zone)
        else { return }
        let place = place(of: record.id, zone)
        var connection = session.connection
        try entry.writer.delete(
            record, row: row, database: place.database, zone: place.zone, with: &connection)
    }

    private func row(of record: Record, _ zone: OpenZone) throws -> Int64? {
        switch try registration(of: record.id, zone) {
        case .living(let row): row
        case .absent, .buried: nil
        }
    }

    private func registration(of id: RecordID, _ zone: OpenZone) throws -> Registration {
        if let known = entries[id] { return known }
        let place = place(of: id, zone)
        guard
            let found = try session.registered(
                id.name, zone: place.zone, database: place.database)
        else { return .absent }
        return found.isDeleted ? .buried(row: found.row) : .living(row: found.row)
    }

    private func link(
        _ record: Record?, replacing previous: Record?, row: Int64, _ place: RegistryKey
    ) throws {
        let content = try RecordLinks.write(
            record, replacing: previous, row: row, database: place.database, session)
        released.formUnion(content.released)
        acquired.formUnion(content.acquired)
    }

    private func bumpChangeToken(_ zone: OpenZone, _ token: Int64?) {
        guard let token else { return }
        var zone = zone
        zone.zone.token = token
        zone.isTouched = true
        zones[ExactText(zone.zone.id.name)] = .some(zone)
    }

    /// Notes that a zone that was opened has changed.
    func bumpChangeToken(_ zone: ZoneID, token: Int64) {
        if case .some(.some(let open)) = zones[ExactText(zone.name)] {
            bumpChangeToken(open, token)
        }
    }

    func attempt<T>(_ body: () throws -> T) throws -> T {
        let marks = (entries, zones, released, acquired)
        do {
            return try session.connection.attempt(body)
        } catch {
            (entries, zones, released, acquired) = marks
            // The step that took the counter may have been undone; tokens that were given are
            // not given again.
            isCounterBehind = isCounterBehind || counter != nil
            throw error
        }
    }

    /// Writes what was counted along the way.
    ///
    /// The transaction is then complete.
    func finish() throws {
        if let counter, isCounterBehind {
            try session.connection.perform(session.statements.setCounter) { binder in
                binder.bind(int: counter, at: 0)
                binder.bind(int: database, at: 1)
            }
        }
        for case .some(let zone) in zones.values where zone.isTouched {
            try session.connection.perform(session.statements.setZoneToken) { binder in
                binder.bind(int: zone.zone.token, at: 0)
                binder.bind(int: zone.number, at: 1)
                binder.bind(int: database, at: 2)
            }
        }
    }
}
