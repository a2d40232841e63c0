import Foundation
import SQLStorage

extension EnginePlan {
    /// Reads the lines of `EXPLAIN QUERY PLAN`.
    init(sqlite lines: [String]) {
        self.init(
            lines: lines, steps: lines.map { Step(sqlite: $0.drop { $0 == " " }) },
            sortsAll: lines.contains { $0.hasSuffix("USE TEMP B-TREE FOR ORDER BY") })
    }
}

extension EnginePlan.Step {
    /// A line such as `SEARCH City USING INDEX City.name queryable (_database=? AND …)`.
    fileprivate init(sqlite line: Substring) {
        self.init()
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

extension Substring {
    /// The text without what stands at its end.
    fileprivate func dropLast(while isDropped: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isDropped(last) { rest.removeLast() }
        return rest
    }
}
