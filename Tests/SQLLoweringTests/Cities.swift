import Foundation
import RecordCore
import SQLLowering
import Testing

/// The record type that the tests ask, and short ways to ask it.
enum Cities {
    static let type = RecordType(
        "City",
        fields: [
            Field("name", .single(.string), [.queryable, .sortable, .searchable]),
            Field("country", .single(.string), [.queryable]),
            Field("motto", .single(.string)),
            Field("population", .single(.int64), [.queryable, .sortable]),
            Field("area", .single(.double), [.queryable, .sortable]),
            Field("density", .single(.double)),
            Field("founded", .single(.timestamp), [.queryable, .sortable]),
            Field("seal", .single(.bytes), [.queryable]),
            Field("place", .single(.location), [.queryable]),
            Field("capitalOf", .single(.reference), [.queryable]),
            Field("photo", .single(.asset)),
            Field("tags", .list(.string), [.queryable, .searchable]),
            Field("years", .list(.int64), [.queryable]),
            Field("twins", .list(.reference), [.queryable]),
            Field("notes", .list(.string)),
            Field("code", .single(.string), [], isEncrypted: true),
        ])
    static let layout = RecordLayout(type, names: LayoutNames(type))
    static let zone = StoredZone(number: 7, id: .default)
    static let otherZone = StoredZone(number: 8, id: ZoneID("Lists"))

    static func lower(
        _ format: String, _ arguments: [Value] = [], orderedBy ordering: [Ordering] = [],
        dialect: any Dialect = SQLiteDialect(), zones: [StoredZone] = [zone],
        limit: Int? = nil, offset: Int = 0, desiredKeys: [String]? = nil,
        profile: QueryProfile = .everything
    ) throws -> LoweredQuery {
        var predicate = try QueryPredicate(parsing: format)
        var values: [String: Value] = [:]
        for (number, value) in arguments.enumerated() {
            values["\(number)"] = value
        }
        if !values.isEmpty { predicate = try predicate.substituting(values) }
        let query = RecordQuery(
            "City", where: predicate, orderedBy: ordering,
            in: zones.count == 1 ? .zone(zones[0].id) : .all, desiredKeys: desiredKeys,
            profile: profile)
        let checked = try QueryChecker.check(query, schema: RecordSchema(types: [type]))
        return try QueryLowering(layout, for: dialect).lower(
            checked, database: 1, zones: zones, limit: limit, offset: offset)
    }

    /// What stands behind the database and the zone in WHERE, with the values put in.
    static func condition(
        _ format: String, _ arguments: [Value] = [], dialect: any Dialect = SQLiteDialect(),
        zones: [StoredZone] = [zone], profile: QueryProfile = .everything
    ) throws -> String {
        let lowered = try lower(
            format, arguments, dialect: dialect, zones: zones, profile: profile)
        let (text, parameters) = lowered.sql.rendered(for: dialect)
        var whole = filled(text, parameters)
        // A plus: the condition alone finds the rows.
        whole = whole.replacingOccurrences(
            of: "+\"_database\" = 1 AND +\"_zone\" = 7 AND ",
            with: "\"_database\" = 1 AND \"_zone\" = 7 AND + ")
        // What an index has of a text stands for the text; IndexedBeginningTests look at it.
        whole = whole.replacing(/left\(("[^"]*"), 255\)/) { "\($0.output.1)" }
        let start = " WHERE \"_database\" = 1 AND \"_zone\" = 7"
        guard let from = whole.range(of: start), let to = whole.range(of: " ORDER BY") else {
            return whole
        }
        whole = String(whole[from.upperBound..<to.lowerBound])
        if whole.hasPrefix(" AND ") { whole.removeFirst(5) }
        whole = whole.replacingOccurrences(of: "\"_database\" = 1 AND \"_zone\" = 7", with: "…")
        if let recheck = lowered.recheck { whole += " ? \(recheck.format)" }
        return whole
    }

    /// The text with the values in the places of the parameters.
    static func filled(_ text: String, _ parameters: [Value]) -> String {
        var filled = ""
        var next = 0
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == "?" || (character == "$" && rest.first?.isNumber == true) {
                if character == "$" { while rest.first?.isNumber == true { rest.removeFirst() } }
                filled += shown(parameters[next])
                next += 1
            } else {
                filled.append(character)
            }
        }
        return filled
    }

    static func shown(_ value: Value) -> String {
        switch value {
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .text(let text): "'\(text)'"
        case .bytes(let bytes): "x'" + bytes.map { String($0, radix: 16) }.joined() + "'"
        default: "\(value)"
        }
    }
}

/// A predicate and what stands for it in SQL, the values put in; behind ` ? ` what is left to
/// the evaluator.
struct LoweringRow: Sendable, CustomTestStringConvertible {
    let format: String
    let sqlite: String
    let postgres: String

    init(_ format: String, _ sqlite: String, postgres: String? = nil) {
        self.format = format
        self.sqlite = sqlite
        self.postgres = postgres ?? sqlite
    }

    var testDescription: String { format }

    /// What is said in both dialects.
    func check() throws {
        #expect(try Cities.condition(format) == sqlite)
        #expect(try Cities.condition(format, dialect: PostgresDialect()) == postgres)
    }
}
