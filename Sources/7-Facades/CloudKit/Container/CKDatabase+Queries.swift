import PredicateCore
import RecordCore
import RecordService

extension CKDatabase {
    /// The first page of the records that match, in the query's order.
    ///
    ///     var (page, cursor) = try await database.records(matching: query, resultsLimit: 100)
    ///     while let next = cursor {
    ///         let more = try await database.records(continuingMatchFrom: next)
    ///         page += more.matchResults
    ///         cursor = more.queryCursor
    ///     }
    ///
    /// - Parameters:
    ///   - query: The record type, the predicate and the order.
    ///   - zoneID: The zone to search; nil is every zone of the database. The shared database
    ///     needs a zone.
    ///   - desiredKeys: The fields wanted: nil all, empty none.
    ///   - resultsLimit: How many at most; the store chooses `maximumResults`.
    /// - Returns: The records, and where to go on; nil when nothing remains.
    /// - Throws: `invalidArguments` for what a query cannot say, with a sentence that names it;
    ///   `unknownItem` for a record type that does not exist, `zoneNotFound` for such a zone.
    public func records(
        matching query: CKQuery, inZoneWith zoneID: CKRecordZone.ID? = nil,
        desiredKeys: [CKRecord.FieldKey]? = nil,
        resultsLimit: Int = CKQueryOperation.maximumResults
    ) async throws -> MatchResults {
        let page = try await page(
            of: try query.recordQuery(
                in: zoneID?.id, desiredKeys: desiredKeys, limit: resultsLimit))
        return (page.matches, page.cursor)
    }

    /// The page of a query's results that follows the page which gave the cursor.
    public func records(
        continuingMatchFrom queryCursor: CKQueryOperation.Cursor,
        desiredKeys: [CKRecord.FieldKey]? = nil,
        resultsLimit: Int = CKQueryOperation.maximumResults
    ) async throws -> MatchResults {
        let page = try await page(
            after: queryCursor.cursor, desiredKeys: desiredKeys, limit: resultsLimit)
        return (page.matches, page.cursor)
    }

    /// All records of the first page, of one zone or, where that is nil, of every zone of the
    /// database; the shared database needs a zone.
    public func perform(
        _ query: CKQuery, inZoneWith zoneID: CKRecordZone.ID?
    ) async throws -> [CKRecord] {
        try await page(of: try query.recordQuery(in: zoneID?.id)).records
    }

    /// All records of the first page, as ``perform(_:inZoneWith:)``: Apple's older form, taken where an
    /// array is asked for.
    ///
    ///     let cities: [CKRecord] = try await database.records(matching: query, inZoneWith: nil)
    @_disfavoredOverload
    public func records(
        matching query: CKQuery, inZoneWith zoneID: CKRecordZone.ID?
    ) async throws -> [CKRecord] {
        try await perform(query, inZoneWith: zoneID)
    }

    // MARK: What operations use too

    func page(of query: RecordQuery) async throws -> QueryResults {
        try await ask { await QueryResults(try await $0.query(query, in: $1), from: $0) }
    }

    func page(
        after cursor: QueryCursor, desiredKeys: [String]?, limit: Int
    ) async throws -> QueryResults {
        try await ask { session, place in
            await QueryResults(
                try await session.query(
                    continuing: cursor, desiredKeys: desiredKeys, limit: limit, in: place),
                from: session)
        }
    }
}

/// A page of a query.
struct QueryResults: Sendable {
    /// The records, as the functions that throw no error of a single record return them.
    var matches: [(CKRecord.ID, Result<CKRecord, any Error>)] = []
    var cursor: CKQueryCursor?

    init(_ page: consuming ServicePage, from session: any CloudSession) async {
        cursor = page.cursor.map { CKQueryCursor($0) }
        matches.reserveCapacity(page.records.count)
        // All are of the type that the query names.
        let areShares = page.records.first?.type == CKRecordTypeShare
        let names = areShares ? await session.names(in: page.records) : [:]
        let viewer = session.user
        // From the end, where they can be taken out: a copy of a record costs more than the object made of it.
        while !page.records.isEmpty {
            let record =
                areShares
                ? CKRecord.make(page.records.removeLast(), from: session, names: names)
                : CKRecord(page.records.removeLast(), viewer: viewer)
            matches.append((record.recordID, .success(record)))
        }
        matches.reverse()
    }

    var records: [CKRecord] { matches.compactMap { try? $0.1.get() } }
}
