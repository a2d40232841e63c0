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

    /// Reads the lines of SQLite's `EXPLAIN QUERY PLAN`, or of PostgreSQL's `EXPLAIN`.
    init(
        _ lines: [String], layout: RecordLayout, predicate: QueryPredicate, isWalking: Bool,
        isEmpty: Bool, dialect: any Dialect
    ) {
        let isNamed = lines.contains { $0.hasPrefix("SEARCH ") || $0.hasPrefix("SCAN ") }
        let steps =
            isNamed ? lines.map { Step($0.drop { $0 == " " }) } : Step.steps(ofPostgres: lines)
        var titles: [String] = []
        for step in steps {
            guard let title = QueryPlan.title(step, layout, dialect), !titles.contains(title) else {
                continue
            }
            titles.append(title)
        }
        indexes = titles
        let tables = Set(([layout.table] + layout.sideTables.map(\.name)).map(dialect.kept))
        let isWide = steps.contains { step in
            guard let table = step.table, tables.contains(table) else { return false }
            return step.isScan || step.bounds == QueryPlan.zoneBounds
        }
        let sortsAll = lines.contains {
            $0.hasSuffix("USE TEMP B-TREE FOR ORDER BY") || $0.contains("Sort Key: ")
        }
        let isWalking = isWalking || (lines.first?.hasPrefix("Limit") == true && !sortsAll)
        let tests = predicate != .constant(true) && predicate != .constant(false)
        scans = !isEmpty && isWide && (sortsAll || (tests && !isWalking))
    }

    private static let zoneBounds = ["_database", "_zone"]

    /// An index by what it is for.
    private static func title(
        _ step: Step, _ layout: RecordLayout, _ dialect: any Dialect
    ) -> String? {
        if let table = step.table, table == layout.tokensTable.map(dialect.kept) {
            return "\(layout.type.name) (searchable)"
        }
        if let table = step.table,
            let storage = layout.fields.first(where: { storage in
                storage.side.map { dialect.kept($0.name) } == table
            })
        {
            return "\(layout.type.name).\(storage.field.name) (queryable)"
        }
        guard let name = step.index else { return nil }
        return (layout.indexes + layout.compositeIndexes.values)
            .first { dialect.kept($0.name) == name }?.title
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

        private init() {}

        /// The steps of lines such as `->  Index Scan using "City.name queryable" on "City"`,
        /// below which stands `Index Cond: (("_database" = 1) AND …)`.
        static func steps(ofPostgres lines: [String]) -> [Step] {
            var steps: [Step] = []
            for line in lines {
                var rest = line.drop { $0 == " " || $0 == "-" || $0 == ">" }
                if rest.hasPrefix("Index Cond: "), !steps.isEmpty {
                    for name in ["_database", "_zone"] where rest.contains(name) {
                        steps[steps.count - 1].bounds.append(name)
                    }
                    let others = rest.components(separatedBy: " AND ").filter {
                        !$0.contains("_database") && !$0.contains("_zone ")
                    }
                    steps[steps.count - 1].bounds += others
                    continue
                }
                var step = Step()
                if rest.hasPrefix("Seq Scan on ") {
                    step.isScan = true
                    rest = rest.dropFirst(12)
                } else if rest.hasPrefix("Bitmap Index Scan on ") {
                    step.index = name(rest.dropFirst(21))
                    // The table stands above, with what is read of it.
                    step.table = steps.last { $0.table != nil }?.table
                    steps.append(step)
                    continue
                } else if rest.hasPrefix("Bitmap Heap Scan on ") {
                    step.table = name(rest.dropFirst(20))
                    steps.append(step)
                    continue
                } else if let using = rest.range(of: "Scan using "),
                    let on = rest.range(of: " on ")
                {
                    step.index = name(rest[using.upperBound..<on.lowerBound])
                    rest = rest[on.upperBound...]
                } else {
                    continue
                }
                step.table = name(rest)
                steps.append(step)
            }
            for place in steps.indices where steps[place].index != nil {
                // The whole of an index is no better than the whole of the table.
                if steps[place].bounds.isEmpty { steps[place].isScan = true }
            }
            return steps
        }

        /// A name as `EXPLAIN` writes it, between quotes where it needs them.
        private static func name(_ text: Substring) -> String {
            guard text.first == "\"" else { return String(text.prefix { $0 != " " }) }
            var name = ""
            var rest = text.dropFirst()
            while let character = rest.popFirst() {
                if character == "\"" {
                    guard rest.first == "\"" else { break }
                    rest = rest.dropFirst()
                }
                name.append(character)
            }
            return name
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
