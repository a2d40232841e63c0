import Foundation
import RecordCore
import SQLLowering

/// What an engine's plan says about a query, in the terms of the schema.
///
/// A query *scans* when rows of the zone are looked at one after the other with no other bound
/// than the zone: to test a predicate on each, or to sort them all. Walking an index in the
/// order asked for until a page is full is no scan.
struct QueryPlan {
    /// The indexes in use, as `City.population (queryable)`.
    let indexes: [String]
    /// Whether every row of the zone may be looked at.
    let scans: Bool

    /// Reads the lines of SQLite's `EXPLAIN QUERY PLAN`.
    init(
        _ lines: [String], layout: RecordLayout, predicate: QueryPredicate, isWalking: Bool,
        isEmpty: Bool
    ) {
        let steps = lines.map { Step($0.drop { $0 == " " }) }
        var titles: [String] = []
        for step in steps {
            guard let title = QueryPlan.title(step, layout), !titles.contains(title) else {
                continue
            }
            titles.append(title)
        }
        indexes = titles
        let tables = Set([layout.table] + layout.sideTables.map(\.name))
        let isWide = steps.contains { step in
            guard let table = step.table, tables.contains(table) else { return false }
            return step.isScan || step.bounds == QueryPlan.zoneBounds
        }
        let sortsAll = lines.contains { $0.hasSuffix("USE TEMP B-TREE FOR ORDER BY") }
        let tests = predicate != .constant(true) && predicate != .constant(false)
        scans = !isEmpty && isWide && (sortsAll || (tests && !isWalking))
    }

    private static let zoneBounds = ["_database", "_zone"]

    /// An index by what it is for.
    private static func title(_ step: Step, _ layout: RecordLayout) -> String? {
        if let table = step.table, table == layout.tokensTable {
            return "\(layout.type.name) (searchable)"
        }
        if let table = step.table,
            let storage = layout.fields.first(where: { $0.side?.name == table })
        {
            return "\(layout.type.name).\(storage.field.name) (queryable)"
        }
        guard let name = step.index else { return nil }
        return layout.indexes.first { $0.name == name }?.title
    }

    /// A line such as `SEARCH City USING INDEX City.name queryable (_database=? AND …)`.
    private struct Step {
        var isScan = false
        var table: String?
        var index: String?
        var bounds: [String] = []

        init(_ line: Substring) {
            var rest = line
            if rest.hasPrefix("SCAN ") {
                isScan = true
                rest = rest.dropFirst(5)
            } else if rest.hasPrefix("SEARCH ") {
                rest = rest.dropFirst(7)
            } else {
                return
            }
            if let open = rest.lastIndex(of: "("), rest.last == ")", !isScan {
                let inside = rest[rest.index(after: open)...].dropLast()
                bounds = inside.split(separator: " AND ").map { term in
                    String(term.prefix { !"=<>".contains($0) })
                }
                rest = rest[..<open].dropLast(while: { $0 == " " })
            }
            for word in [" USING COVERING INDEX ", " USING INDEX "] {
                if let range = rest.range(of: word) {
                    table = String(rest[..<range.lowerBound])
                    index = String(rest[range.upperBound...])
                    return
                }
            }
            for word in [" USING PRIMARY KEY", " USING INTEGER PRIMARY KEY", " VIRTUAL TABLE"] {
                if let range = rest.range(of: word) {
                    table = String(rest[..<range.lowerBound])
                    return
                }
            }
            table = String(rest)
        }
    }
}

extension Substring {
    /// The text without what stands at its end.
    fileprivate func dropLast(while isDropped: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isDropped(last) { rest.removeLast() }
        return rest
    }
}
