#if SwiftData
import Foundation
import FoundationPredicates
import PredicateCore

/// Compares Swift predicates by what they say.
///
/// Not by their descriptions: Foundation's `Predicate.description` stops the program for nodes that
/// it does not have itself, such as `localizedStandardContains`.
enum PredicateComparison {
    /// Whether two predicates ask for the same.
    static func isEqual<T: PersistentModel>(_ a: Predicate<T>?, _ b: Predicate<T>?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        ModelNames.register(T.self, T.schemaMetadata)
        switch (query(a), query(b)) {
        case (let a?, let b?): return a == b
        case (nil, nil): return nodes(of: a) == nodes(of: b)
        case (nil, _), (_, nil): return false
        }
    }

    /// What a predicate asks; nil where a store cannot be asked.
    private static func query<T>(_ predicate: Predicate<T>) -> QueryPredicate? {
        let casts = PredicateCasts(
            test: { object, type in
                .comparison(
                    Comparison(
                        .cast(object, type: String(reflecting: type)), .notEqual, .constant(.null)))
            },
            cast: { .cast($0, type: String(reflecting: $1)) })
        return try? QueryPredicate(predicate, casts: casts)
    }

    /// The nodes as Foundation prints them, with the variables numbered by their first use.
    private static func nodes<T>(of predicate: Predicate<T>) -> String {
        var numbers: [Substring: Int] = [:]
        return "\(predicate.expression)".replacing(/Variable\((\d+)\)/) { match in
            let number = numbers[match.1] ?? numbers.count
            numbers[match.1] = number
            return "Variable(#\(number))"
        }
    }
}
#endif
