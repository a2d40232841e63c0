import Foundation

/// What the bytes of a ``QueryCursor`` say.
struct CursorPlace: Hashable {
    /// Where the cursor may be used.
    struct Home: Hashable {
        var container: String
        var database: ServiceSession.Database
        /// Whose database; empty for the public one.
        var user: String
    }

    var home: Home
    /// The query, whose offset counts the records that were already returned, behind its place where it
    /// has one; each page brings its own limit and desired keys.
    var query: RecordQuery

    // The digit is the version of what follows; the first two could be made by anybody.
    private static let magic = Data("QCur3".utf8)
    private static let codeLength = 32

    /// The bytes, with what only the holder of the key can add to them.
    ///
    /// - Throws: `invalidArguments` for a query that holds blocks or objects of the program.
    func cursor(key: Data) throws(ServiceError) -> QueryCursor {
        var writer = ByteWriter()
        writer.write(home.container)
        writer.write(byte: UInt8(home.database.rawValue))
        writer.write(home.user)
        writer.write(query.type)
        do {
            try writer.write(query.predicate)
        } catch {
            throw .badCursor("The query cannot be continued: it holds a block or an object")
        }
        writer.write(query.ordering) { $0.write($1) }
        let zone: ZoneID? = if case .zone(let zone) = query.zones { zone } else { nil }
        writer.write(zone) { $0.write($1) }
        writer.write(byte: query.zones == .all ? 1 : 0)
        writer.write(byte: CursorPlace.code(of: query.profile))
        writer.write(UInt64(query.offset))
        if let place = query.after {
            do {
                try writer.write(place.values) { try $0.write($1) }
            } catch {
                throw .badCursor("The query cannot be continued")
            }
            writer.write(place.id)
        }
        let code = ContentHash.code(of: CursorPlace.magic + writer.data, key: key)
        return QueryCursor(data: CursorPlace.magic + code + writer.data)
    }
}

extension CursorPlace {
    /// What a cursor says.
    ///
    /// - Throws: `invalidArguments` when it is not one, is damaged, or was made without the key.
    init(_ cursor: QueryCursor, key: Data) throws(ServiceError) {
        let magic = CursorPlace.magic
        let data = Data(cursor.data)
        let body = Data(data.dropFirst(magic.count + CursorPlace.codeLength))
        let code = Data(data.dropFirst(magic.count).prefix(CursorPlace.codeLength))
        // The query in it was checked when the cursor was made: the code proves that a service made
        // it.
        guard data.count < 16_000_000, data.prefix(magic.count) == magic,
            ContentHash.isCode(code, of: magic + body, key: key)
        else { throw .badCursor("The cursor is damaged") }
        do {
            var reader = ByteReader(body)
            let container = try reader.text()
            guard let database = ServiceSession.Database(rawValue: Int(try reader.byte())) else {
                throw ByteReader.CorruptionError()
            }
            home = Home(container: container, database: database, user: try reader.text())
            let type = try reader.text()
            let predicate = try reader.predicate()
            let ordering = try reader.list { try $0.ordering() }
            let zone = try reader.optional { try $0.zone() }
            let isZoneWide = try reader.byte() == 1
            let profile = try CursorPlace.profile(of: try reader.byte())
            query = RecordQuery(
                type, where: predicate, orderedBy: ordering,
                in: zone.map { .zone($0) } ?? (isZoneWide ? .all : nil),
                offset: Int(clamping: try reader.count()), profile: profile)
            if !reader.isAtEnd {
                let values = try reader.list { try $0.value() }
                query.after = QueryPlace(values: values, id: try reader.recordID())
            }
            guard reader.isAtEnd else { throw ByteReader.CorruptionError() }
        } catch {
            throw .badCursor("The cursor is damaged")
        }
    }

    private static func code(of profile: QueryProfile?) -> UInt8 {
        switch profile {
        case nil: 0
        case .everything: 1
        case .cloudKit: 2
        case .cloudKitOriginal: 3
        case .webServices: 4
        }
    }

    private static func profile(of code: UInt8) throws -> QueryProfile? {
        if code == 0 { return nil }
        guard let profile = QueryProfile.allCases.first(where: { self.code(of: $0) == code })
        else { throw ByteReader.CorruptionError() }
        return profile
    }
}

extension ServiceError {
    static func badCursor(_ message: String) -> ServiceError {
        ServiceError(.invalidArguments, nil, message)
    }
}
