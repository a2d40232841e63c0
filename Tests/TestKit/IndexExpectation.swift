package import PredicateCore
package import RecordCore

/// Which predicates an index must serve.
///
/// A comparison of an indexed field with a constant that names one range of values: `==`, `<`,
/// `<=`, `>`, `>=`, BETWEEN, IN, a beginning of text, membership of a list, a radius, a token.
/// AND needs one such part, OR needs every part to be one. What says where a value is *not*
/// (`!=`, NOT, ALL, NONE), looks inside text, compares two fields or computes may look at every
/// record.
package struct IndexExpectation: Sendable {
    private let fields: [String: Field]

    /// An expectation about the fields of a record type.
    package init(_ fields: [Field]) {
        self.fields = Dictionary(fields.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// Whether the plans of a kind of store are looked at where there are few records.
    ///
    /// PostgreSQL weighs what it finds: of some dozens of rows it rather tests each on the way
    /// along the names than sort the few that an index gives.
    static func holds(of store: String) -> Bool { !store.hasPrefix("postgres") }

    /// Whether a store must answer without looking at every record.
    package func isServed(_ predicate: QueryPredicate) -> Bool {
        switch predicate {
        case .constant(let truth): !truth
        case .comparison(let comparison): isServed(comparison)
        case .and(let parts):
            parts.contains(where: isServed) && !parts.contains(where: walksMembers)
        case .or(let parts): parts.allSatisfy(isServed)
        case .not(.not(let part)): isServed(part)
        case .not, .block: false
        }
    }

    /// Whether a condition is on every member of a list, which no index answers.
    private func walksMembers(_ predicate: QueryPredicate) -> Bool {
        let parts = PredicateParts(predicate)
        return parts.expressions.contains { if case .subquery = $0 { true } else { false } }
            || parts.comparisons.contains { comparison in
                !isServed(comparison)
                    && [comparison.left, comparison.right].contains {
                        field($0)?.type.isList == true
                    }
            }
    }

    private func isServed(_ comparison: Comparison) -> Bool {
        // No index has a locale's order.
        if comparison.options.contains(.localeSensitive) { return false }
        if isDistance(comparison.left) { return isRadius(comparison) }
        if let field = field(comparison.left) {
            return isServed(field, comparison.op, comparison.right, comparison)
        }
        guard let field = field(comparison.right), comparison.quantifier == .direct else {
            return false
        }
        switch comparison.op.family {
        case .equality(.equal), .order:
            return isServed(field, comparison.op, comparison.left, comparison)
        case .membership(.in) where field.type.isList:
            return field.indexes.contains(.queryable) && isConstant(comparison.left)
        case .equality(.notEqual), .range, .membership, .substring, .pattern, .token, .custom:
            return false
        }
    }

    private func isServed(
        _ field: Field, _ op: Operator, _ other: QueryExpression, _ comparison: Comparison
    ) -> Bool {
        guard field.indexes.contains(.queryable), isConstant(other) else { return false }
        if field.type.isList {
            if op == .contains { return comparison.quantifier == .direct }
            guard comparison.quantifier == .any else { return false }
        } else if comparison.quantifier != .direct {
            return false
        }
        if field.type.scalar == .location { return false }
        switch op.family {
        case .equality(.equal), .range: return true
        case .membership(.in): return text(other) == nil
        case .order: return other != .constant(.null)
        case .substring(.beginsWith): return text(other)?.isEmpty == false
        case .pattern(let pattern):
            guard pattern == .like, let first = text(other)?.unicodeScalars.first else {
                return false
            }
            return !"*?\\".unicodeScalars.contains(first)
        case .equality(.notEqual), .membership(.contains), .substring(.endsWith), .token, .custom:
            return false
        }
    }

    private func isDistance(_ expression: QueryExpression) -> Bool {
        if case .function(.distance, _) = expression { true } else { false }
    }

    /// A circle that is small against the Earth.
    private func isRadius(_ comparison: Comparison) -> Bool {
        guard case .function(.distance, let places) = comparison.left,
            let field = places.compactMap({ field($0) }).first,
            field.indexes.contains(.queryable),
            comparison.op == .less || comparison.op == .lessOrEqual,
            case .constant(let radius) = comparison.right
        else { return false }
        return NumberOrder.compare(radius, .int(1_000_000)) == .less
            && NumberOrder.compare(radius, .int(0)) == .greater
    }

    private func field(_ expression: QueryExpression) -> Field? {
        guard case .keyPath(let path) = expression, let key = path.singleKey else { return nil }
        return fields[key]
    }

    private func text(_ expression: QueryExpression) -> String? {
        if case .constant(.text(let text)) = expression { text } else { nil }
    }

    private func isConstant(_ expression: QueryExpression) -> Bool {
        switch expression {
        case .constant: true
        case .aggregate(let members): members.allSatisfy(isConstant)
        case .this, .keyPath, .variable, .path, .index, .function, .call, .cast, .subquery,
            .conditional, .set, .assignment, .anyKey, .fetch, .block:
            false
        }
    }
}
