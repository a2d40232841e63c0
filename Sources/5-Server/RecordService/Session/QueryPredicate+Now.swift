package import Foundation

extension QueryPredicate {
    /// The predicate with `now()` as an instant.
    ///
    /// What is too deep for a store, which says so, stays as it is.
    package func replacingNow(with date: Date) -> QueryPredicate {
        levels(atMost: Limits.recordDepth) == nil ? self : replaced(date)
    }

    private func replaced(_ date: Date) -> QueryPredicate {
        mapChildren(
            expressions: { $0.replacingNow(with: date) }, predicates: { $0.replaced(date) })
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
