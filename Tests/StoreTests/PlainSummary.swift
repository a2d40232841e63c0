import Foundation
import PredicateCore
import RecordCore

/// A result by hand: a value, or a sum of integers that does not fit in 64 bits.
enum Calculated: Equatable {
    case value(Value)
    case tooLarge(Decimal)

    var fitting: Value? {
        guard case .value(let value) = self else { return nil }
        return value
    }
}

/// A summary by hand: nothing of the stores' code but values.
struct PlainSummary {
    private let query: RecordSummaryQuery
    private let fields: [Field]

    init(_ query: RecordSummaryQuery, fields: [Field]) {
        self.query = query
        self.fields = fields
    }

    /// The page; nil where a sum in it does not fit.
    func results(_ rows: [[String: Value]]) -> [[Value]]? {
        let page = sorted(rows).dropFirst(query.records.offset)
            .prefix(query.records.limit ?? Int.max)
        guard !page.contains(where: hasTooLarge) else { return nil }
        return page.map { $0.compactMap(\.fitting) }
    }

    func isTooLargeOutsideOfThePage(_ rows: [[String: Value]]) -> Bool {
        results(rows) != nil && sorted(rows).contains(where: hasTooLarge)
    }

    private func hasTooLarge(_ results: [Calculated]) -> Bool {
        results.contains { $0.fitting == nil }
    }

    /// All results in order; sums that do not fit have their place by what they are.
    private func sorted(_ rows: [[String: Value]]) -> [[Calculated]] {
        var groups: [[Value]: [[String: Value]]] = query.grouping.isEmpty ? [[]: []] : [:]
        for row in rows { groups[query.grouping.map { value($0, row) }, default: []].append(row) }
        var results = groups.map { group, members in
            (group: group, values: query.columns.map { value(of: $0, members) })
        }
        results.sort { a, b in
            for term in query.records.ordering {
                guard case .keyPath(let path) = term.key else { continue }
                let (x, y): (Calculated, Calculated)
                if let place = query.columns.firstIndex(where: { $0.name == path.text }) {
                    (x, y) = (a.values[place], b.values[place])
                } else {
                    let place = query.grouping.firstIndex(of: path.text) ?? 0
                    (x, y) = (.value(a.group[place]), .value(b.group[place]))
                }
                if x != y { return term.ascending ? isLess(x, y) : isLess(y, x) }
            }
            for (x, y) in zip(a.group, b.group) where x != y { return isLess(x, y) }
            return false
        }
        return results.map(\.values)
    }

    private func isLess(_ a: Calculated, _ b: Calculated) -> Bool {
        switch (a, b) {
        case (.value(let x), .value(let y)): isLess(x, y)
        case (.tooLarge(let x), .tooLarge(let y)): x < y
        // Below every sum that fits, but above nil.
        case (.tooLarge(let x), .value(let y)): x < 0 && !y.isNull
        case (.value(let x), .tooLarge(let y)): y > 0 || x.isNull
        }
    }

    private func value(_ name: String, _ row: [String: Value]) -> Value {
        name == "recordName" ? row["name"] ?? .null : row[name] ?? .null
    }

    private func value(
        of column: RecordSummaryQuery.Column, _ members: [[String: Value]]
    ) -> Calculated {
        guard let name = column.field else { return .value(.int(Int64(members.count))) }
        let all = members.map { value(name, $0) }.filter { !$0.isNull }
        let isReal = fields.first { $0.name == name }?.type == .single(.double)
        var whole = Decimal.zero
        var real = 0.0
        for value in all {
            if case .int(let number) = value { whole += Decimal(number) }
            if case .double(let number) = value { real += number }
        }
        switch column.function {
        case nil: return .value(members.first.map { value(name, $0) } ?? .null)
        case .count: return .value(.int(Int64(all.count)))
        case .countDistinct: return .value(.int(Int64(Set(all).count)))
        case .min: return .value(all.min { isLess($0, $1) } ?? .null)
        case .max: return .value(all.max { isLess($0, $1) } ?? .null)
        case .sum:
            if isReal { return .value(.double(real)) }
            guard whole >= Decimal(Int64.min), whole <= Decimal(Int64.max) else {
                return .tooLarge(whole)
            }
            return .value(.int(Int64(whole.description) ?? 0))
        case .average:
            if all.isEmpty { return .value(.null) }
            let total = isReal ? real : Double(whole.description) ?? 0
            return .value(.double(total / Double(all.count)))
        }
    }

    private func isLess(_ a: Value, _ b: Value) -> Bool {
        switch (a, b) {
        case (.null, .null): false
        case (.null, _): true
        case (_, .null): false
        case (.int(let x), .int(let y)): x < y
        case (.double(let x), .double(let y)): x < y
        case (.text(let x), .text(let y)):
            x.unicodeScalars.lexicographicallyPrecedes(y.unicodeScalars)
        case (.date(let x), .date(let y)): x < y
        case (.bytes(let x), .bytes(let y)): x.lexicographicallyPrecedes(y)
        case (.reference(let x), .reference(let y)):
            x.recordID.name.utf8.lexicographicallyPrecedes(y.recordID.name.utf8)
        default: false
        }
    }
}
