package import Foundation

extension QueryPredicate {
    /// The predicate with `now()` as an instant.
    ///
    /// What is too deep for a store, which says so, stays as it is.
    package func replacingNow(with date: Date) -> QueryPredicate {
        levels(atMost: Limits.recordDepth) == nil ? self : replaced(date)
    }

    private func replaced(_ date: Date) -> QueryPredicate {
        switch self {
        case .constant, .block: return self
        case .comparison(var comparison):
            comparison.left = comparison.left.replacingNow(with: date)
            comparison.right = comparison.right.replacingNow(with: date)
            return .comparison(comparison)
        case .and(let parts): return .and(parts.map { $0.replaced(date) })
        case .or(let parts): return .or(parts.map { $0.replaced(date) })
        case .not(let part): return .not(part.replaced(date))
        }
    }
}

extension QueryExpression {
    fileprivate func replacingNow(with date: Date) -> QueryExpression {
        switch self {
        case .function(.now, []): .constant(.date(date))
        case .aggregate(let members): .aggregate(members.map { $0.replacingNow(with: date) })
        // Whatever else may hold it, CloudKit refuses.
        case .constant, .this, .keyPath, .variable, .path, .index, .function, .call, .cast,
            .subquery, .conditional, .set, .assignment, .anyKey, .fetch, .block:
            self
        }
    }
}
