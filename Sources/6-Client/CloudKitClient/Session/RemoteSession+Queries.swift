import Foundation
package import RecordService
import WebServices

extension RemoteSession {
    /// The first page of the records that match.
    package func query(
        _ query: RecordQuery, in database: Database
    ) async throws(ServiceError) -> ServicePage {
        try await request(isWrite: false, in: database) { () async throws(ServiceError) in
            try await page(try wire(query, in: database), in: database)
        }
    }

    /// The next page.
    ///
    /// - Throws: `invalidArguments` for a cursor that is damaged or of another database.
    package func query(
        continuing cursor: QueryCursor, desiredKeys: [String]?, limit: Int?,
        in database: Database
    ) async throws(ServiceError) -> ServicePage {
        try await request(isWrite: false, in: database) { () async throws(ServiceError) in
            try await page(
                QueryRequest(
                    nil, limit: limit.flatMap { $0 > 0 ? $0 : nil },
                    marker: WireTokens.text(cursor),
                    options: records(desiredKeys)), in: database)
        }
    }

    private func page(
        _ request: QueryRequest, in database: Database
    ) async throws(ServiceError) -> ServicePage {
        let reply: RecordsReply = try await post(
            request, .recordsQuery, in: database, isWrite: false)
        var found: [Record] = []
        found.reserveCapacity(reply.entries.count)
        for entry in reply.entries {
            switch entry {
            case .record(let record): found.append(record)
            case .deleted: continue
            case .failure(_, let error): throw error.serviceError
            }
        }
        return ServicePage(
            records: try await withFiles(found),
            cursor: try reply.marker.map { marker throws(ServiceError) in
                try ServiceError.reading { () throws(WireError) in
                    try WireTokens.cursor(marker)
                }
            })
    }

    /// A query as it goes over the wire.
    private func wire(
        _ query: RecordQuery, in database: Database
    ) throws(ServiceError) -> QueryRequest {
        try query.checkBeginning()
        let zone: ZoneID? = if case .zone(let zone) = query.zones { zone } else { nil }
        // The server refuses a query of the shared database that names no zone.
        let zones =
            query.zones
            ?? (database != .shared && options.nilZoneMeansAllZones ? .all : nil)
        return QueryRequest(
            try WireQuery(
                query, profile: query.profile ?? options.profile, now: options.clock?()),
            zone: zone, isZoneWide: zones == .all,
            limit: query.limit.flatMap { $0 > 0 ? $0 : nil },
            options: records(query.desiredKeys))
    }

    /// The options of requests for records: exact values, and the desired fields; nil means all.
    func records(_ desiredKeys: [String]?) -> RecordOptions {
        RecordOptions(desiredKeys: desiredKeys, isExact: true)
    }
}

extension WireQuery {
    /// A query with its predicate as text.
    init(_ query: RecordQuery, profile: QueryProfile, now: Date?) throws(ServiceError) {
        var predicate = query.predicate
        if let now { predicate = predicate.replacingNow(with: now) }
        self.init(
            query.type, sorts: query.ordering.map { WireSort($0) },
            predicate: try WireQuery.text(of: predicate), profile: profile)
    }

    /// The text of a predicate, which the server reads to an equal predicate.
    ///
    /// - Throws: `invalidArguments` for a predicate that holds a block of the program.
    static func text(of predicate: QueryPredicate) throws(ServiceError) -> String {
        guard predicate.levels(atMost: Limits.recordDepth) != nil else {
            throw ServiceError(
                QueryProblem(
                    .unsupported,
                    "The predicate is nested deeper than \(Limits.recordDepth) levels.",
                    advice: "Chains of AND and OR are one level when they are one compound."))
        }
        let hasBlock = PredicatePart.predicate(predicate).contains { part in
            switch part {
            case .predicate(.block), .expression(.block): true
            case .predicate, .expression: false
            }
        }
        guard !hasBlock else {
            throw ServiceError(
                QueryProblem(
                    .unsupported, "CloudKit cannot run a block.",
                    advice: "Write a format string, or filter the answer."))
        }
        return predicate.format
    }
}

extension WireSort {
    /// One part of an order.
    init(_ ordering: Ordering) {
        switch ordering.key {
        case .keyPath(let path):
            self.init(
                path.text, ascending: ordering.ascending, textOrder: ordering.textOrder)
        case .distance(let path, let place):
            self.init(
                path.text, ascending: ordering.ascending, relativeLocation: place,
                textOrder: ordering.textOrder)
        }
    }
}

extension ServiceError {
    /// What cannot be read of a reply, as an error of the service.
    static func reading<T>(_ body: () throws(WireError) -> T) throws(ServiceError) -> T {
        do {
            return try body()
        } catch {
            throw ServiceError(.malformed(error.reason), isWrite: false)
        }
    }
}
