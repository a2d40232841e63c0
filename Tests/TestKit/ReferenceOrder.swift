import Foundation
package import PredicateCore

/// Sorts rows by the plainest reading of the rules, so that a store's order has something to be
/// held against: nil first, then the value; ties by name in the direction of the last key.
package struct ReferenceOrder: Sendable {
    private let orderings: [Ordering]
    private let profile: TextProfile

    /// An order by these keys; text by scalars, or as Foundation has it by those of the canonical
    /// decomposition.
    package init(_ orderings: [Ordering], _ profile: TextProfile = .records) {
        self.orderings = orderings
        self.profile = profile
    }

    /// The rows in order.
    ///
    /// - Throws: What reading a key throws.
    package func sorted(_ rows: [CaseContext.Row]) throws -> [CaseContext.Row] {
        let keyed = try rows.map { row in (row, try orderings.map { try key($0, of: row.value) }) }
        let names = orderings.last?.ascending ?? true
        return keyed.sorted { a, b in
            for (place, ordering) in orderings.enumerated() {
                let order = compare(a.1[place], b.1[place])
                if order != .equal { return (order == .less) == ordering.ascending }
            }
            let isFirst = a.0.name.utf8.lexicographicallyPrecedes(b.0.name.utf8)
            return a.0.name != b.0.name && isFirst == names
        }.map(\.0)
    }

    private func key(_ ordering: Ordering, of value: Value) throws -> Value {
        switch ordering.key {
        case .keyPath(let path): return try QueryExpression.keyPath(path).value(for: value)
        case .distance(let path, let point):
            guard case .location(let place) = try QueryExpression.keyPath(path).value(for: value)
            else { return .null }
            return .double(place.distance(to: point))
        }
    }

    private func scalars(_ x: String, _ y: String) -> Order {
        x.unicodeScalars.elementsEqual(y.unicodeScalars)
            ? .equal
            : x.unicodeScalars.lexicographicallyPrecedes(y.unicodeScalars) ? .less : .greater
    }

    private func compare(_ a: Value, _ b: Value) -> Order {
        switch (a, b) {
        case (.null, .null): .equal
        case (.null, _): .less
        case (_, .null): .greater
        case (.text(let x), .text(let y)):
            switch profile {
            case .records, .objects: scalars(x, y)
            case .foundation:
                scalars(
                    x.decomposedStringWithCanonicalMapping, y.decomposedStringWithCanonicalMapping)
            }
        case (.date(let x), .date(let y)) where profile == .records:
            x.microseconds == y.microseconds
                ? .equal : x.microseconds < y.microseconds ? .less : .greater
        case (.date(let x), .date(let y)): x == y ? .equal : x < y ? .less : .greater
        default: NumberOrder.compare(a, b) ?? .equal
        }
    }
}
