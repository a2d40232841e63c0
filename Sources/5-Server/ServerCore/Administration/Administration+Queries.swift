import Foundation
import PredicateCore
import RecordCore
import RecordJSON
import RecordService
import WebServices

extension Administration {
    /// `POST …/query`.
    func query(_ call: AdministrationCall, _ place: AdministrationPlace) async throws -> OrderedJSON
    {
        let parsed = try AdministrationQuery(try call.object(), place)
        let page = try await parsed.page(of: place.store)
        let schema = try await place.store.schema()
        var records = RecordsWriter(
            RecordWriter(
                schema: schema, options: parsed.options,
                assetURL: assetURLs(place.key, parsed.scope, call.request)))
        var pieces: [UInt8] = []
        for record in page.records {
            records.append(record)
            if records.isFull { pieces += records.take() }
        }
        records.finish(marker: page.marker)
        return .written(pieces + records.take())
    }

    /// `POST …/count`.
    func count(_ call: AdministrationCall, _ place: AdministrationPlace) async throws -> OrderedJSON
    {
        let parsed = try AdministrationQuery(try call.object(), place)
        let count = try await parsed.run { try await place.store.count($0, in: parsed.scope) }
        return ["count": .int(Int64(count))]
    }

    /// `POST …/explain`.
    func explain(
        _ call: AdministrationCall, _ place: AdministrationPlace
    ) async throws -> OrderedJSON {
        let parsed = try AdministrationQuery(try call.object(), place)
        let plan = try await parsed.run { try await place.store.explain($0, in: parsed.scope) }
        return [
            "predicate": .text(parsed.query.predicate.format), "sql": .text(plan.sql),
            "parameters": .list(
                plan.parameters.map { value in
                    var writer = JSONWriter()
                    writer.append(value)
                    return .written(writer.bytes)
                }),
            "plan": .texts(plan.plan), "indexUsed": .texts(plan.indexes),
            "indexToAdd": .texts(plan.suggestions), "indexUnused": .texts(plan.unused),
            "scans": .bool(plan.scans), "recheck": .text(plan.recheck),
        ]
    }

    /// `POST …/check {recordType, predicate, sortBy?}`: an empty object, or what is wrong.
    func check(_ call: AdministrationCall, _ place: AdministrationPlace) async throws -> OrderedJSON
    {
        var body = try call.object().members
        // What is only looked at needs no database.
        body["database"] = .text("public")
        let parsed = try AdministrationQuery(AdministrationObject(body), place)
        let schema = try await place.store.schema()
        _ = try await parsed.run {
            try QueryChecker.check(
                $0, schema: schema, environment: place.store.environment,
                limits: place.store.limits)
        }
        return [:]
    }
}

/// A query as the administration is asked it.
struct AdministrationQuery: Sendable {
    /// The text of the predicate, for errors that point into it.
    let format: String
    /// What is asked.
    let query: RecordQuery
    /// Of which database.
    let scope: DatabaseScope
    /// How records are written.
    let options: RecordOptions

    /// Characters of a predicate, with all it quotes.
    private static let formatLimit = PredicateBounds.quoted
    /// Records of a page.
    private static let pageLimit = 200
    /// Bytes of records, without their assets, after which a page ends early.
    private static let pageBytes = 4_000_000

    init(_ body: AdministrationObject, _ place: AdministrationPlace) throws {
        let format = try body.text("predicate", limit: AdministrationQuery.formatLimit) ?? ""
        self.format = format
        scope = try AdministrationQuery.scope(
            try body.text("database") ?? "public", user: try body.text("user"))
        if let problem = PredicateBounds.problem(with: format) {
            throw AdministrationError(.badRequest, problem)
        }
        let blank = format.allSatisfy(\.isWhitespace)
        let predicate: QueryPredicate =
            blank ? .constant(true) : try QueryPredicate(parsing: format)
        if let problem = PredicateBounds.problem(with: predicate) {
            throw AdministrationError(.badRequest, problem)
        }
        let terms = try body.objects("sortBy", limit: 20) ?? []
        let ordering = try terms.map(AdministrationQuery.ordering)
        let zones: ZoneScope
        if let zone = try body.object("zone") ?? body.object("zoneID") {
            zones = .zone(
                ZoneID(
                    try zone.text("zoneName") ?? ZoneID.defaultName,
                    owner: try zone.text("ownerRecordName") ?? ZoneID.currentOwner))
        } else {
            zones = .all
        }
        let keys = try body.texts("desiredKeys", limit: 1000)
        var query = RecordQuery(
            try body.neededText("recordType"), where: predicate, orderedBy: ordering, in: zones,
            desiredKeys: keys)
        query.limit = try body.number("limit")
        if let limit = query.limit, limit < 0 {
            throw AdministrationError(.badRequest, "limit is 0 or more")
        }
        if let marker = try body.text("continuationMarker", limit: 4_000_000) {
            (query.after, query.offset) = try AdministrationQuery.place(marker)
        }
        query.profile = try AdministrationQuery.profile(try body.text("profile"))
        self.query = query
        options = RecordOptions(
            desiredKeys: keys, numbersAsStrings: try body.isOn("numbersAsStrings"),
            isExact: try body.object("quarry")?.isOn("exact") ?? false)
    }

    /// A query of the administration's own.
    ///
    /// - Parameter marker: Where it goes on, as ``page(of:)`` gave it.
    init(_ query: RecordQuery, in scope: DatabaseScope, marker: String?) throws {
        format = ""
        var query = query
        if let marker { (query.after, query.offset) = try AdministrationQuery.place(marker) }
        self.query = query
        self.scope = scope
        options = RecordOptions(numbersAsStrings: true)
    }

    /// A page, and the marker with which the next one is asked for.
    ///
    /// The next one begins behind the last record, whatever is saved and deleted meanwhile; only
    /// where no comparison says the order it begins after so many records.
    func page(
        of store: any RecordStore
    ) async throws -> (records: [Record], marker: String?) {
        try await run { query in
            var query = query
            let limit = min(query.limit ?? 100, AdministrationQuery.pageLimit)
            // Fields that are sorted by are needed, wanted or not; the writer leaves them out.
            query.desiredKeys = query.desiredKeys.map { $0 + query.ordering.compactMap(\.field) }
            query.pageBytes = AdministrationQuery.pageBytes
            var records: [Record] = []
            var endsEarly = false
            repeat {
                let room = limit - records.count
                query.limit = room
                let page = try await store.fetch(query, in: scope)
                records += page.records.drop { query.after?.hasPassed($0, in: query) == true }
                guard let next = page.next else { return (records, nil) }
                query.offset = next
                endsEarly = page.records.count < room
            } while records.isEmpty || records.count < limit && !endsEarly
            if let place = records.last.flatMap({ QueryPlace(after: $0, in: query) }) {
                (query.after, query.offset) = (place, 0)
            }
            return (records, try AdministrationQuery.marker(query))
        }
    }

    /// Runs the query; an error in it is reported with its offset in the text.
    func run<T>(_ body: (RecordQuery) async throws -> T) async throws -> T {
        do {
            return try await body(query)
        } catch let problem as QueryProblem {
            throw AdministrationError(problem, in: format)
        }
    }

    /// `{fieldName, ascending?, relativeLocation?{latitude, longitude}, textOrder?}`.
    private static func ordering(_ term: AdministrationObject) throws -> Ordering {
        let path = QueryKeyPath(try term.neededText("fieldName"))
        var ordering = Ordering(key: .keyPath(path))
        if let point = try term.object("relativeLocation") {
            ordering.key = .distance(
                path,
                from: Location(
                    latitude: try point.double("latitude") ?? 0,
                    longitude: try point.double("longitude") ?? 0))
        }
        if term.members["ascending"] != nil { ordering.ascending = try term.isOn("ascending") }
        if let order = try term.text("textOrder") {
            guard let known = Ordering.TextOrder(rawValue: order) else {
                throw AdministrationError(.badRequest, "There is no order of text \(order)")
            }
            ordering.textOrder = known
        }
        return ordering
    }

    private static func profile(_ name: String?) throws -> QueryProfile {
        guard let name else { return .everything }
        guard let profile = QueryProfile(wireName: name) else {
            throw AdministrationError(
                .badRequest, "The profile is everything, cloudKit or webServices")
        }
        return profile
    }

    /// A database by its name in paths, and the user whose it is.
    static func scope(_ database: String, user: String?) throws -> DatabaseScope {
        func owner() throws -> String {
            guard let user, !user.isEmpty else {
                throw AdministrationError(
                    .badRequest, "Name the user whose database is meant",
                    advice: "Send the user's record name as user.")
            }
            return user
        }
        switch database {
        case "public": return .public
        case "private": return .private(user: try owner())
        case "shared": return .shared(user: try owner())
        default:
            throw AdministrationError(
                .badRequest, "The database is public, private or shared")
        }
    }

    /// Where a query goes on, as text: `offset:400` or `QPla1…`, in base64, the latter with an
    /// offset from there behind a full stop.
    private static func marker(_ query: RecordQuery) throws -> String {
        guard let place = try query.after?.text() else {
            return Data("offset:\(query.offset)".utf8).base64EncodedString()
        }
        return query.offset == 0 ? place : "\(place).\(query.offset)"
    }

    private static func place(_ marker: String) throws -> (after: QueryPlace?, offset: Int) {
        let parts = marker.split(separator: ".", maxSplits: 1)
        let rest = parts.count == 2 ? Int(parts[1]) : 0
        if let first = parts.first, let place = QueryPlace(text: String(first)), let rest,
            rest >= 0
        {
            return (place, rest)
        }
        guard let data = Data(base64Encoded: marker),
            let text = String(data: data, encoding: .utf8), text.hasPrefix("offset:"),
            let offset = Int(text.dropFirst(7)), offset >= 0
        else { throw AdministrationError(.badRequest, "The continuation marker is damaged") }
        return (nil, offset)
    }
}

extension Ordering {
    /// The field that is sorted by.
    fileprivate var field: String? {
        switch key {
        case .keyPath(let path), .distance(let path, _): path.singleKey
        }
    }
}
