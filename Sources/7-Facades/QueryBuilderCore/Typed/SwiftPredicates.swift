public import Foundation
import PredicateCore

extension QueryBuilder {
    /// Asks that a Swift predicate holds.
    ///
    ///     query.where(#Predicate { $0.quantity == 1 && $0.name.starts(with: "A") })
    ///
    /// What the language of formats cannot say makes the terminal call throw
    /// ``QueryError/untranslatable(_:)``.
    public func `where`(_ predicate: Foundation.Predicate<Element>) -> Self {
        telling { $0.require(try translated(predicate)) }
    }

    /// Allows also what a Swift predicate says; everything before it is in parentheses.
    public func or(_ predicate: Foundation.Predicate<Element>) -> Self {
        telling { $0.allow(try translated(predicate)) }
    }
}

private func translated<Element>(
    _ predicate: Foundation.Predicate<Element>
) throws -> QueryPredicate {
    do {
        return try QueryPredicate(predicate)
    } catch {
        throw QueryError.untranslatable(error.description)
    }
}
