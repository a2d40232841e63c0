#if Postgres
import Foundation
import SQLStorage

extension EnginePlan {
    /// Reads the lines of `EXPLAIN`.
    ///
    /// Of a Citus cluster, what one of its servers does says what all do: the plan below its name.
    init(postgres lines: [String]) {
        let sortsAll = lines.contains { $0.contains("Sort Key: ") }
        let node = lines.firstIndex { $0.drop { $0 == " " }.hasPrefix("Node: host=") }
        let own = node.map { lines[($0 + 1)...] } ?? lines[...]
        let first = own.first?.drop { $0 == " " || $0 == "-" || $0 == ">" }
        self.init(
            lines: lines, steps: Step.steps(of: lines, isCluster: node != nil),
            sortsAll: sortsAll,
            stopsEarly: first?.hasPrefix("Limit") == true && !sortsAll)
    }
}

extension EnginePlan.Step {
    /// The steps of lines such as `->  Index Scan using "City.name queryable" on "City"`,
    /// below which stands `Index Cond: (("_database" = 1) AND …)`.
    ///
    /// - Parameter isCluster: Whether tables and indexes are named as a Citus cluster names their
    ///   parts: with a number at their end.
    fileprivate static func steps(of lines: [String], isCluster: Bool) -> [EnginePlan.Step] {
        var steps: [EnginePlan.Step] = []
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
            var step = EnginePlan.Step()
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
        if isCluster {
            for place in steps.indices {
                steps[place].index = steps[place].index.map(whole)
                steps[place].table = steps[place].table.map(whole)
            }
        }
        for place in steps.indices where steps[place].index != nil {
            // The whole of an index is no better than the whole of the table.
            if steps[place].bounds.isEmpty { steps[place].isScan = true }
        }
        return steps
    }

    /// The name of a table or an index, of one of whose parts a name is: `City_102008`.
    private static func whole(_ name: String) -> String {
        guard let mark = name.lastIndex(of: "_"), name[mark...].dropFirst().allSatisfy(\.isNumber)
        else { return name }
        return String(name[..<mark])
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
#endif
