import Foundation
import RecordCore
import SQLLowering

/// A zone by its name.
///
/// Not a member of the generic writer, so that dictionaries of it are made by the compiler.
private struct ZonePlace: Hashable {
    let database: Int64
    let name: String
}

/// Writes what a move found different, in a transaction of the place that is moved to.
struct MoveWriter<Connection: SQLConnection> {
    let session: StoreSession<Connection>
    private var databases: [DatabaseKey: Int64] = [:]
    private var zones: [ZonePlace: Int64] = [:]

    init(_ session: StoreSession<Connection>) { self.session = session }

    private var connection: Connection { session.connection }

    /// Makes changes that are given in their order: what goes goes from the last to the first,
    /// then the others come.
    mutating func write(_ changes: [MoveChange]) throws {
        for change in changes.reversed() where change.new == nil {
            if let old = change.old { try remove(old) }
        }
        for change in changes {
            if let new = change.new { try put(new, replacing: change.old) }
        }
    }

    // MARK: Places

    private mutating func database(_ key: MoveKey) throws -> Int64 {
        let key = DatabaseKey(scope: key.parts[1], owner: key.parts[2])
        if let known = databases[key] { return known }
        let number = try session.makeDatabase(key)
        databases[key] = number
        return number
    }

    private mutating func place(_ key: MoveKey) throws -> MovePlace {
        let database = try database(key)
        let above = MoveKey(Array(key.parts.prefix(4)))
        let name = above.parts[3]
        let zone = ZonePlace(database: database, name: name)
        let number =
            try zones[zone]
            ?? connection.first("SELECT id FROM _zones WHERE \(of: database) AND name = \(name)") {
                $0.int(0)
            }
        guard let number else { throw StoreError(.corrupt, ["zone": name]) }
        zones[zone] = number
        return MovePlace(
            database: database, zone: number, name: name, key: above,
            buckets: session.buckets(of: above))
    }

    // MARK: Coming

    private mutating func put(_ item: MoveItem, replacing old: MoveItem?) throws {
        switch item.content {
        case .database(let counter, let purged):
            try connection.run(
                """
                UPDATE _counters SET counter = \(counter), purged = \(purged) \
                WHERE \(of: try database(item.key))
                """)
        case .zone(let token, let born, let deleted):
            let gone = deleted.map { "\($0)" as SQLText } ?? "NULL"
            try connection.run(
                """
                INSERT INTO _zones (\(ident: "database"), name, token, born, deleted) \
                VALUES (\(try database(item.key)), \(item.key.parts[3]), \(token), \(born), \
                \(gone)) ON CONFLICT (\(ident: "database"), name) DO UPDATE \
                SET token = excluded.token, born = excluded.born, deleted = excluded.deleted
                """)
        case .participant(let permission, let token):
            let place = try place(item.key)
            try session.noteSharing(with: item.key.parts[5], in: place.database)
            try connection.run(
                """
                INSERT INTO _participants \
                (\(ident: "database"), zone, member, permission, token) \
                VALUES (\(place.database), \(place.zone), \(item.key.parts[5]), \
                \(permission), \(token)) \
                ON CONFLICT (\(ident: "database"), zone, member) DO UPDATE \
                SET permission = excluded.permission, token = excluded.token
                """)
        case .record(let type, let token, let deleted, let record):
            try put(
                item.key, record, type: type, token: token, deleted: deleted, replacing: old)
        case .share(let type, let isPresent, let token):
            let place = try place(item.key)
            try connection.run(
                """
                INSERT INTO _shares \
                (\(ident: "database"), zone, kind, name, share, type, present, token) \
                VALUES (\(place.database), \(place.zone), \(Int64(item.key.parts[5]) ?? 0), \
                \(item.key.parts[6]), \(item.key.parts[7]), \(type), \(isPresent ? 1 : 0), \
                \(token)) ON CONFLICT (\(ident: "database"), zone, kind, name, share) \
                DO UPDATE SET type = excluded.type, present = excluded.present, \
                token = excluded.token
                """)
        case .service(let data):
            try keep(data, item.key)
        case .asset: return  // Content is put in its place before this transaction.
        }
    }

    private mutating func put(
        _ key: MoveKey, _ record: Record?, type: String, token: Int64?, deleted: Int64?,
        replacing old: MoveItem?
    ) throws {
        let place = try place(key).holding(key.parts[5])
        guard let entry = session.catalogue.entries[type] else {
            throw StoreError(.typeNotFound, ["recordType": type])
        }
        let previous = old?.record
        let row: Int64
        if old != nil, let known = try self.row(key, in: place) {
            row = known
        } else {
            row = try session.register(
                key.parts[5], type: entry.number, token: token, zone: place.zone,
                database: place.database)
        }
        if old != nil || deleted != nil {
            let (token, gone) = (MoveWriter.text(token), MoveWriter.text(deleted))
            try connection.run(
                """
                UPDATE _records SET type = \(entry.number), token = \(token), deleted = \(gone) \
                WHERE \(ident: "row") = \(row) AND \(of: place.database)
                """)
        }
        var executor = connection
        if let record, let previous, previous.type == record.type {
            try entry.writer.update(
                record, replacing: previous, row: row, database: place.database,
                zone: place.zone, with: &executor)
        } else {
            if let previous { try erase(previous, row, place) }
            if let record {
                try entry.writer.insert(
                    record, row: row, database: place.database, zone: place.zone,
                    with: &executor)
            }
        }
        try link(record, replacing: previous, row: row, place)
    }

    private static func text(_ number: Int64?) -> SQLText {
        number.map { "\($0)" } ?? "NULL"
    }

    private func row(_ key: MoveKey, in place: MovePlace) throws -> Int64? {
        try session.registered(key.parts[5], zone: place.zone, database: place.database)?.row
    }

    private func erase(_ record: Record, _ row: Int64, _ place: MovePlace) throws {
        guard let entry = session.catalogue.entries[record.type] else { return }
        var executor = connection
        try entry.writer.delete(
            record, row: row, database: place.database, zone: place.zone, with: &executor)
    }

    private mutating func link(
        _ record: Record?, replacing previous: Record?, row: Int64, _ place: MovePlace
    ) throws {
        let content = try RecordLinks.write(
            record, replacing: previous, row: row, database: place.database, session)
        try session.letGo(content.released, in: place.database)
    }

    private mutating func keep(_ data: Data?, _ key: MoveKey) throws {
        guard let name = key.parts.last else { return }
        let rows: ServiceRows =
            switch key.parts.first {
            case "s": .container
            case "t": ServiceRows.parts[Int(key.parts[1]) ?? 0]
            default: .database(try database(key))
            }
        try session.keepService([name: data], in: rows)
    }

    // MARK: Going

    private mutating func remove(_ item: MoveItem) throws {
        let parts = item.key.parts
        switch item.content {
        case .database:
            // The parts of the public database stay, with their zones.
            if session.buckets(of: item.key) != nil { return }
            let number = try database(item.key)
            try connection.run("DELETE FROM _counters WHERE \(of: number)")
            try connection.run("DELETE FROM _sharing WHERE \(of: number)")
            try connection.run("DELETE FROM _databases WHERE id = \(number)")
            databases[DatabaseKey(scope: parts[1], owner: parts[2])] = nil
        case .zone:
            if session.buckets(of: item.key) != nil { return }
            let place = try place(item.key)
            try connection.run(
                "DELETE FROM _zones WHERE id = \(place.zone) AND \(of: place.database)")
            zones[ZonePlace(database: place.database, name: place.name)] = nil
        case .participant:
            try connection.run(
                """
                DELETE FROM _participants WHERE \(try place(item.key).sql) \
                AND member = \(parts[5])
                """)
        case .record:
            let place = try place(item.key).holding(parts[5])
            guard let row = try row(item.key, in: place) else { return }
            if let record = item.record { try erase(record, row, place) }
            try link(nil, replacing: item.record, row: row, place)
            try connection.perform(session.statements.forget, [.int(row), .int(place.database)])
        case .share:
            try connection.run(
                """
                DELETE FROM _shares WHERE \(try place(item.key).sql) \
                AND kind = \(Int64(parts[5]) ?? 0) AND name = \(parts[6]) AND share = \(parts[7])
                """)
        case .service: try keep(nil, item.key)
        case .asset: return  // It goes with the last record that needs it.
        }
    }
}

extension MoveItem {
    /// The record, where it is one that lives and is whole.
    var record: Record? {
        if case .record(_, _, _, let record) = content { record } else { nil }
    }
}
