public import Foundation

/// When two values are equal and which comes first: what the operators say of single values.
///
///     ValueComparison.areEqual(.text("1"), .int(1))                    // false
///     try ValueComparison.order(.int(2), .double(2.5))                 // .less
///     ValueComparison.sortOrder(.null, .int(-5))                       // .less
public enum ValueComparison {
    /// Whether `a == b` holds; never fails, values of different kinds are just not equal.
    ///
    /// Numbers are equal by value whatever their kind, dates by the microsecond, references by
    /// the identifier they hold, lists member by member. Lists of objects, which have no order that sets
    /// could be put into, are equal when they have the same ones. Options concern text, also inside lists
    /// and dictionaries.
    public static func areEqual(
        _ a: Value, _ b: Value, _ options: ComparisonOptions = []
    ) -> Bool {
        switch (a, b) {
        case (.int(let x), .int(let y)): x == y
        case (.text(let x), .text(let y)): TextMatching.equal(x, y, options)
        case (.list(let x), .list(let y)):
            x.count == y.count
                && (zip(x, y).allSatisfy { areEqual($0, $1, options) }
                    || x.allSatisfy(\.isObject) && Set(x) == Set(y))
        case (.dictionary(let x), .dictionary(let y)):
            x.count == y.count
                && x.allSatisfy { key, value in
                    y[key].map { areEqual(value, $0, options) } ?? false
                }
        default: a == b  // Every other pair, of one kind or of two: no text in it.
        }
    }

    /// Which of two values comes first; nil when either is null or not a number (NaN).
    ///
    /// - Throws: `incompatibleValues` for kinds that have no order among them, such as text and
    ///   a number, and for kinds that have no order at all.
    public static func order(
        _ a: Value, _ b: Value, _ options: ComparisonOptions = [], locale: Locale? = nil,
        profile: TextProfile = .foundation
    ) throws(EvaluationError) -> Order? {
        switch (a, b) {
        case (.int(let x), .int(let y)): return x < y ? .less : x > y ? .greater : .equal
        case (.null, _), (_, .null): return nil
        case (.int, .double), (.int, .decimal), (.double, .int), (.double, .double),
            (.double, .decimal), (.decimal, .int), (.decimal, .double), (.decimal, .decimal):
            return NumberOrder.compare(a, b)
        case (.text(let x), .text(let y)):
            return TextMatching.order(x, y, options, locale: locale, profile: profile)
        case (.date(let x), .date(let y)): return order(x.microseconds, y.microseconds)
        case (.uuid(let x), .uuid(let y)): return order(x, y)
        default:  // Pairs of different kinds, and kinds without order.
            if a.kindPhrase == b.kindPhrase {
                throw EvaluationError(
                    .incompatibleValues, "Of \(a.kindPhrase) and another none comes first.")
            }
            throw EvaluationError(
                .incompatibleValues,
                "Of \(a.kindPhrase) and \(b.kindPhrase) none comes first; compare values of one kind."
            )
        }
    }

    /// Which of two values comes first in a sorted list: an order of all values, nil first,
    /// then numbers, text, dates and the rest.
    ///
    /// Dates are sorted whole, as `NSDate` and the columns of Core Data's files sort them; those of
    /// records by the microsecond, which is what the indexes of a record database have.
    public static func sortOrder(
        _ a: Value, _ b: Value, _ textOrder: Ordering.TextOrder = .literal, locale: Locale? = nil,
        profile: TextProfile = .foundation
    ) -> Order {
        switch (a, b) {
        case (.text(let x), .text(let y)):
            return TextMatching.order(x, y, textOrder, locale: locale, profile: profile)
        case (.date(let x), .date(let y)):
            return profile == .records ? order(x.microseconds, y.microseconds) : order(x, y)
        case (.bytes(let x), .bytes(let y)): return order(x, y)
        case (.uuid(let x), .uuid(let y)): return order(x, y)
        case (.url(let x), .url(let y)): return text(x.absoluteString, y.absoluteString)
        case (.reference(let x), .reference(let y)):
            return first(
                text(x.recordID.zone.owner, y.recordID.zone.owner),
                text(x.recordID.zone.name, y.recordID.zone.name),
                text(x.recordID.name, y.recordID.name))
        case (.location(let x), .location(let y)):
            return first(
                order(number(x.latitude), number(y.latitude)),
                order(number(x.longitude), number(y.longitude)))
        case (.list(let x), .list(let y)):
            for (one, other) in zip(x, y) {
                let order = sortOrder(one, other, textOrder, locale: locale, profile: profile)
                if order != .equal { return order }
            }
            return order(x.count, y.count)
        case (.asset(let x), .asset(let y)): return text(x.checksum ?? "", y.checksum ?? "")
        case (.dictionary(let x), .dictionary(let y)):
            guard x.count == y.count else { return order(x.count, y.count) }
            let (names, others) = (x.keys.sorted(), y.keys.sorted())
            for (name, other) in zip(names, others) where name != other { return text(name, other) }
            for name in names {
                let order = sortOrder(
                    x[name] ?? .null, y[name] ?? .null, textOrder, locale: locale, profile: profile)
                if order != .equal { return order }
            }
            return .equal
        default:  // Two numbers, or values of different kinds.
            if let order = NumberOrder.compare(a, b) { return order }
            return order(rank(a), rank(b))
        }
    }

    private static func rank(_ value: Value) -> Int {
        switch value {
        case .null: 0
        case .double(let x) where x.isNaN: 1
        case .decimal(let x) where x.isNaN: 1
        case .int, .double, .decimal: 2
        case .text: 3
        case .date: 4
        case .bytes: 5
        case .uuid: 6
        case .url: 7
        case .reference: 8
        case .location: 9
        case .asset: 10
        case .list: 11
        case .dictionary: 12
        case .object: 13
        }
    }

    private static func order<T: Swift.Comparable>(_ a: T, _ b: T) -> Order {
        a < b ? .less : a > b ? .greater : .equal
    }

    private static func order(_ a: UUID, _ b: UUID) -> Order {
        withUnsafeBytes(of: a.uuid) { x in
            withUnsafeBytes(of: b.uuid) { y in
                TextMatching.order(
                    x.assumingMemoryBound(to: UInt8.self), y.assumingMemoryBound(to: UInt8.self))
            }
        }
    }

    private static func order(_ a: Data, _ b: Data) -> Order {
        a.elementsEqual(b) ? .equal : a.lexicographicallyPrecedes(b) ? .less : .greater
    }

    private static func text(_ a: String, _ b: String) -> Order {
        TextMatching.order(a, b, Ordering.TextOrder.literal, profile: .records)
    }

    private static func number(_ x: Double) -> Double { x.isNaN ? -.infinity : x }

    private static func first(_ orders: Order...) -> Order {
        orders.first { $0 != .equal } ?? .equal
    }
}

extension Value {
    /// What kind of value this is, for messages: "a number", "text".
    package var kindPhrase: String {
        switch self {
        case .null: "nil"
        case .int, .double, .decimal: "a number"
        case .text: "text"
        case .date: "a date"
        case .bytes: "data"
        case .uuid: "a UUID"
        case .url: "a URL"
        case .reference: "a reference"
        case .location: "a location"
        case .asset: "an asset"
        case .list: "a collection"
        case .dictionary: "a dictionary"
        case .object: "an object"
        }
    }

    /// A list of what is in a set, from the smallest to the largest: equal sets are equal lists.
    ///
    ///     Value.list(ofSet: [.int(2), .int(1)])  // .list([.int(1), .int(2)])
    package static func list(ofSet members: [Value]) -> Value {
        .list(members.sorted { ValueComparison.sortOrder($0, $1, profile: .records) == .less })
    }

    fileprivate var isObject: Bool {
        if case .object = self { true } else { false }
    }

    /// The members of a collection; of a dictionary, its values.
    ///
    /// Nil for anything else.
    var members: [Value]? {
        switch kind {
        case .list(let members): members
        case .dictionary(let members): Array(members.values)
        case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .asset, .object:
            nil
        }
    }
}
