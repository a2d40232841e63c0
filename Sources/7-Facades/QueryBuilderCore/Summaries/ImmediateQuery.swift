public import Foundation
public import PredicateCore

/// A query that answers at once, on the calling thread.
///
///     try people.query().where("age > 40").count()  // 2
///     try people.query().average("age")             // 45.333333333333336
///
/// The first mistake among the words is thrown here, and so is what the source throws.
public protocol ImmediateQuery: QueryBuilder {
    /// Everything that matches, in order.
    ///
    /// - Throws: The first mistake among the words, or what the source throws.
    func all() throws -> [Element]
    /// How many match, limit and offset considered.
    func count() throws -> Int
    /// One value calculated from those that match; use `sum`, `average`, `minimum`, `maximum`.
    func summarize(_ summary: QuerySummary, of key: String) throws -> Value
    /// The values of a property, each once, smallest first; use `distinctValues`.
    func distinct(_ key: String) throws -> [Value]
}

extension ImmediateQuery {
    /// The first that matches; nil where none does.
    public func first() throws -> Element? {
        var query = self
        query.terms = terms.firstOnly
        return try query.all().first
    }

    /// Whether no object matches; a count that is limited to one.
    public func isEmpty() throws -> Bool {
        var query = self
        query.terms = terms.firstOnly
        return try query.count() == 0
    }

    // MARK: By property

    /// The sum of a property; 0 of nothing.
    ///
    ///     try query.sum(\.quantity)  // Int
    public func sum<Number: BinaryInteger>(_ path: KeyPath<Element, Number>) throws -> Int {
        try sum(try name(of: path).get(), as: Int.self)
    }

    /// The sum of a property; 0 of nothing.
    public func sum<Number: BinaryFloatingPoint>(
        _ path: KeyPath<Element, Number>
    ) throws -> Double {
        try sum(try name(of: path).get(), as: Double.self)
    }

    /// The sum of a decimal property, exact to its last digit; 0 of nothing.
    ///
    ///     try query.sum(\.price)  // Decimal
    public func sum(_ path: KeyPath<Element, Decimal>) throws -> Decimal {
        try sum(try name(of: path).get(), as: Decimal.self)
    }

    /// The sum of an optional property, nil left out; 0 of nothing.
    ///
    ///     try query.sum(\.plays)  // Int, of `var plays: Int?`
    public func sum<Number: BinaryInteger>(_ path: KeyPath<Element, Number?>) throws -> Int {
        try sum(try name(of: path).get(), as: Int.self)
    }

    /// The sum of an optional property, nil left out; 0 of nothing.
    public func sum<Number: BinaryFloatingPoint>(
        _ path: KeyPath<Element, Number?>
    ) throws -> Double {
        try sum(try name(of: path).get(), as: Double.self)
    }

    /// The sum of an optional decimal property, nil left out; 0 of nothing.
    public func sum(_ path: KeyPath<Element, Decimal?>) throws -> Decimal {
        try sum(try name(of: path).get(), as: Decimal.self)
    }

    /// The mean of a property; nil of nothing.
    public func average<Number: Numeric>(_ path: KeyPath<Element, Number>) throws -> Double? {
        try average(try name(of: path).get())
    }

    /// The mean of an optional property, nil left out; nil of nothing.
    ///
    ///     try query.average(\.rating)  // Double?, of `var rating: Double?`
    public func average<Number: Numeric>(_ path: KeyPath<Element, Number?>) throws -> Double? {
        try average(try name(of: path).get())
    }

    /// The smallest value of a property; nil of nothing.
    public func minimum<Property>(_ path: KeyPath<Element, Property>) throws -> Property? {
        try minimum(try name(of: path).get())
    }

    /// The largest value of a property; nil of nothing.
    public func maximum<Property>(_ path: KeyPath<Element, Property>) throws -> Property? {
        try maximum(try name(of: path).get())
    }

    /// The values of a property, each once, smallest first; nil is left out.
    public func distinctValues<Property>(
        of path: KeyPath<Element, Property>
    ) throws -> [Property] {
        try distinctValues(of: try name(of: path).get())
    }

    // MARK: By key

    /// The sum of a property; 0 of nothing.
    ///
    ///     let total: Int = try query.sum("quantity")
    public func sum<Number: Numeric>(_ key: String, as type: Number.Type = Number.self) throws
        -> Number
    {
        try typed(summarize(.sum, of: key), key, as: type) ?? 0
    }

    /// The mean of a property; nil of nothing.
    public func average(_ key: String) throws -> Double? {
        try typed(summarize(.average, of: key), key, as: Double.self)
    }

    /// The smallest value of a property; nil of nothing.
    public func minimum<Property>(
        _ key: String, as type: Property.Type = Property.self
    ) throws -> Property? {
        try typed(summarize(.minimum, of: key), key, as: type)
    }

    /// The largest value of a property; nil of nothing.
    public func maximum<Property>(
        _ key: String, as type: Property.Type = Property.self
    ) throws -> Property? {
        try typed(summarize(.maximum, of: key), key, as: type)
    }

    /// The values of a property, each once, smallest first; nil is left out.
    public func distinctValues<Property>(
        of key: String, as type: Property.Type = Property.self
    ) throws -> [Property] {
        try distinct(key).compactMap { try typed($0, key, as: type) }
    }
}

extension ImmediateQuery where Element: Queryable {
    /// The sum of an attribute; 0 of nothing.
    public func sum<Number: Numeric>(
        _ attribute: Element.Attribute, as type: Number.Type = Number.self
    ) throws -> Number {
        try sum(keyName(of: attribute), as: type)
    }

    /// The mean of an attribute; nil of nothing.
    public func average(_ attribute: Element.Attribute) throws -> Double? {
        try average(keyName(of: attribute))
    }

    /// The smallest value of an attribute; nil of nothing.
    public func minimum<Property>(
        _ attribute: Element.Attribute, as type: Property.Type = Property.self
    ) throws -> Property? {
        try minimum(keyName(of: attribute), as: type)
    }

    /// The largest value of an attribute; nil of nothing.
    public func maximum<Property>(
        _ attribute: Element.Attribute, as type: Property.Type = Property.self
    ) throws -> Property? {
        try maximum(keyName(of: attribute), as: type)
    }

    /// The values of an attribute, each once, smallest first; nil is left out.
    public func distinctValues<Property>(
        of attribute: Element.Attribute, as type: Property.Type = Property.self
    ) throws -> [Property] {
        try distinctValues(of: keyName(of: attribute), as: type)
    }
}
