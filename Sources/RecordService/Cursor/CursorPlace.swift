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
    /// What is asked; limit and wanted fields are asked anew for each page.
    var query: ServiceQuery
    /// How many records that match were already given.
    var offset: Int

    private static let magic = Data("QCur1".utf8)
    private static let sumLength = 16

    init(home: Home, query: ServiceQuery, offset: Int) {
        self.home = home
        self.query = query
        self.offset = offset
    }

    /// The bytes.
    ///
    /// - Throws: `invalidArguments` for a query that holds blocks or objects of the program.
    var cursor: QueryCursor {
        get throws(ServiceError) {
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
            writer.write(query.zone) { $0.write($1) }
            writer.write(UInt64(offset))
            let sum = Data(ContentHash.hex(of: writer.data).utf8.prefix(CursorPlace.sumLength))
            return QueryCursor(data: CursorPlace.magic + sum + writer.data)
        }
    }

    /// What a cursor says.
    ///
    /// - Throws: `invalidArguments` when it is not one, or is damaged.
    init(_ cursor: QueryCursor) throws(ServiceError) {
        let magic = CursorPlace.magic
        let data = Data(cursor.data)
        let body = data.dropFirst(magic.count + CursorPlace.sumLength)
        let sum = Data(
            ContentHash.hex(of: Data(body)).utf8.prefix(CursorPlace.sumLength))
        guard data.count < 16_000_000, data.prefix(magic.count) == magic,
            data.dropFirst(magic.count).prefix(CursorPlace.sumLength) == sum
        else { throw .badCursor("The cursor is damaged") }
        do {
            var reader = ByteReader(Data(body))
            let container = try reader.text()
            guard let database = ServiceSession.Database(rawValue: Int(try reader.byte())) else {
                throw ByteReader.Damaged()
            }
            home = Home(container: container, database: database, user: try reader.text())
            let type = try reader.text()
            let predicate = try reader.predicate()
            let ordering = try reader.list { try $0.ordering() }
            let zone = try reader.optional { try $0.zone() }
            query = ServiceQuery(type, where: predicate, orderedBy: ordering, in: zone)
            offset = Int(clamping: try reader.count())
            guard reader.isAtEnd else { throw ByteReader.Damaged() }
        } catch {
            throw .badCursor("The cursor is damaged")
        }
    }
}

extension ServiceError {
    static func badCursor(_ message: String) -> ServiceError {
        ServiceError(.invalidArguments, nil, message)
    }
}
