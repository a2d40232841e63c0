package import RecordCore
import SQLLowering

/// Records by their names.
extension SQLStore {
    /// The records of the given names; those that do not exist are absent.
    package func records(
        _ ids: [RecordID], in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> [RecordID: Record] {
        try read { try records(ids, in: scope, desiredKeys, $0) }
    }

    /// The records of the given names, and the schema of the same moment.
    package func recordsAndSchema(
        _ ids: [RecordID], in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> (records: [RecordID: Record], schema: RecordSchema) {
        try read { session in
            (try records(ids, in: scope, desiredKeys, session), session.catalogue.schema)
        }
    }

    /// The record of one name, or nil, and the schema of the same moment.
    package func recordAndSchema(
        _ id: RecordID, in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> (record: Record?, schema: RecordSchema) {
        try read { session in
            let record = try record(id, in: scope, keys: desiredKeys.map(Set.init), session)
            return (record, session.catalogue.schema)
        }
    }

    /// As ``recordAndSchema(_:in:desiredKeys:)``, of every field, on a connection of the engine that
    /// the caller reads with.
    package func readRecord(
        _ id: RecordID, in scope: DatabaseScope, on connection: Engine.Connection
    ) throws -> (record: Record?, schema: RecordSchema) {
        func read(isTrusting: Bool) throws -> (record: Record?, schema: RecordSchema) {
            try self.read(on: connection, isTrusting: isTrusting) { session in
                (try record(id, in: scope, keys: nil, session), session.catalogue.schema)
            }
        }
        do { return try read(isTrusting: true) } catch is StaleMarks {
            return try read(isTrusting: false)
        }
    }

    private func records(
        _ ids: [RecordID], in scope: DatabaseScope, _ desiredKeys: [String]?, _ session: Session
    ) throws -> [RecordID: Record] {
        let keys = desiredKeys.map(Set.init)
        // Where the database is at hand nothing is gained by asking together.
        guard ids.count == 1 || session.dialect.writersQueue else {
            return try records(ids, in: scope, keys: keys, session)
        }
        var found: [RecordID: Record] = [:]
        found.reserveCapacity(ids.count)
        for id in ids { found[id] = try record(id, in: scope, keys: keys, session) }
        return found
    }

    /// The record of one name, or nil.
    ///
    /// The dictionaries that group many names cost more instructions than the two selects of one.
    private func record(
        _ id: RecordID, in scope: DatabaseScope, keys: Set<String>?, _ session: Session
    ) throws -> Record? {
        guard
            let place = try session.place(of: id.zone, in: scope)?.holding(id.name, session.buckets)
        else { return nil }
        var located: (row: Int64, entry: Catalogue.Entry)?
        if !session.dialect.writersQueue, let likely = session.likelyType(inZone: place.number) {
            var found: Record?
            located = try locate(id.name, place, likely, keys, session) { found = $0 }
            if located?.entry.number == likely.number { return found }
        } else {
            located = try session.locate(id.name, zone: place.number, database: place.database)
        }
        guard let (row, entry) = located else { return nil }
        if !session.dialect.writersQueue { session.noteType(entry, inZone: place.number) }
        let reading = entry.reading(keys, session.dialect)
        // By `first`, the record would be an Optional of the runtime's, which costs two copies.
        var found: Record?
        try session.connection.query(reading.byRow) { binder in
            binder.bind(int: row, at: 0)
            binder.bind(int: place.database, at: 1)
        } _: { row in
            let address = place.address
            found = address.names.seen(reading.reader.record(from: row, zone: address.zone))
            return false
        }
        return found
    }

    /// The row and the type of a living record, in one question with the record itself: `found`
    /// gets it where it has the likely type.
    ///
    /// Where the database is far away, a join costs less than a second round trip. In SQLite it costs
    /// as many instructions as the two questions.
    private func locate(
        _ name: String, _ place: ResolvedZone, _ likely: Catalogue.Entry, _ keys: Set<String>?,
        _ session: Session, _ found: (Record) -> Void
    ) throws -> (row: Int64, entry: Catalogue.Entry)? {
        let reading = likely.reading(keys, session.dialect)
        let registry = reading.reader.columns.count
        return try session.connection.first(reading.byName) { binder in
            binder.bind(int: place.database, at: 0)
            binder.bind(int: place.number, at: 1)
            binder.bind(text: name, at: 2)
        } _: { row -> (row: Int64, entry: Catalogue.Entry)? in
            guard row.int(registry + 2) == 0,
                let entry = session.catalogue.entry(row.int(registry + 1))
            else { return nil }
            if entry.number == likely.number, !row.isNull(RecordReader.rowColumn) {
                let address = place.address
                found(
                    address.names.seen(
                        reading.reader.record(from: row, zone: address.zone)))
            }
            return (row.int(registry), entry)
        } ?? nil
    }

    /// The records of many names in two questions, grouped by type.
    private func records(
        _ ids: [RecordID], in scope: DatabaseScope, keys: Set<String>?, _ session: Session
    ) throws -> [RecordID: Record] {
        var places: [ZoneID: ResolvedZone?] = [:]
        var asked: [(id: RecordID, place: ResolvedZone, key: RegistryKey)] = []
        for id in ids {
            let known: ResolvedZone?
            if let place = places[id.zone] {
                known = place
            } else {
                known = try session.place(of: id.zone, in: scope)
                places[id.zone] = .some(known)
            }
            guard let place = known?.holding(id.name, session.buckets) else { continue }
            let key = RegistryKey(name: id.name, zone: place.number, database: place.database)
            asked.append((id, place, key))
        }
        // A closure: the runtime instantiates a key path into a generic type at each evaluation.
        let registered = try session.registered(asked.map { $0.key })
        var living: [Int64: [(row: Int64, database: Int64, element: (RecordID, ResolvedZone))]] =
            [:]
        for (id, place, key) in asked {
            guard let (row, type, isDeleted) = registered[key], !isDeleted else { continue }
            living[type, default: []].append((row, place.database, (id, place)))
        }
        var found: [RecordID: Record] = [:]
        found.reserveCapacity(ids.count)
        for (type, rows) in living.sorted(by: { $0.key < $1.key }) {
            guard let entry = session.catalogue.entry(type) else { continue }
            let reading = entry.reading(keys, session.dialect)
            try session.eachRow(reading.byRow, rows) { asked, row in
                let address = asked.1.address
                found[asked.0] = address.names.seen(
                    reading.reader.record(from: row, zone: address.zone))
                return true
            }
        }
        return found
    }
}
