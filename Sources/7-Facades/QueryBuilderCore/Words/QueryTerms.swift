public import PredicateCore

/// The terms of a query so far: conditions, order and window, of whatever source.
///
///     var terms = QueryTerms()
///     terms.require(try QueryPredicate(parsing: "age > 17"))
///     terms.require(try QueryPredicate(parsing: "name == 'Ann'"))
///     terms.limit = 10
///     "\(try terms.condition())"  // age > 17 AND name == "Ann"
///     terms.isWindowed            // true
///
/// Facades read it; programs write it with the words of ``QueryBuilder``.
public struct QueryTerms: Sendable {
    /// A value that an object made for the query gets.
    ///
    ///     QueryTerms.Initial("quantity", Int?.some(3)).value  // 3, without the optional
    public struct Initial: @unchecked Sendable {
        // Unchecked: as sendable as the value that the program gave.
        /// The name of the property that gets the value.
        public let key: String
        /// The value, objects and collections as they were given, enumerations as their raw values.
        public let value: Any?
        let constant: Value

        /// A value, out of the optionals around it.
        public init(_ key: String, _ value: Any?) {
            let plain = unwrapped(value)
            self.key = key
            constant = Value(bridging: plain)
            self.value =
                switch constant {
                // Of a set or of a dictionary, the constant keeps neither the type nor the keys.
                case .object, .list, .dictionary: plain
                default: constant.bridged  // Single values.
                }
        }
    }

    /// What holds of the objects; nil while nothing was asked.
    public private(set) var predicate: QueryPredicate?
    /// The sort terms, the most significant first; empty for no order.
    public private(set) var ordering: [Ordering] = []
    /// How many at most; nil for all.
    public var limit: Int?
    /// How many are passed over first.
    public var offset = 0
    /// The first thing that went wrong; terminal calls throw it.
    public private(set) var failure: (any Error)?
    private var initials: [Initial]? = []

    /// Terms without conditions, order or limit, which match every object.
    public init() {}

    // MARK: Telling

    /// Adds a condition: objects match it and everything before (`AND`).
    public mutating func require(_ next: QueryPredicate, initials new: [Initial]? = nil) {
        switch predicate {
        case nil: predicate = next
        case .and(let parts): predicate = .and(parts + [next])
        case .some(let earlier): predicate = .and([earlier, next])
        }
        if let known = initials, let new { initials = known + new } else { initials = nil }
    }

    /// OR, with everything before it in parentheses.
    public mutating func allow(_ next: QueryPredicate, initials new: [Initial]? = nil) {
        switch predicate {
        case nil:
            predicate = next
            initials = new
            return
        case .or(let parts): predicate = .or(parts + [next])
        case .some(let earlier): predicate = .or([earlier, next])
        }
        initials = nil
    }

    /// One more key of the order.
    public mutating func sort(by next: Ordering) { ordering.append(next) }

    /// Keeps a mistake until the terminal call.
    public mutating func fail(_ error: any Error) { if failure == nil { failure = error } }

    // MARK: Reading

    /// What holds of the objects, nothing being asked included.
    ///
    /// - Throws: The first mistake among the words.
    public func condition() throws -> QueryPredicate {
        if let failure { throw failure }
        return predicate ?? .constant(true)
    }

    /// The values of an object made for the query, by property.
    ///
    /// - Throws: ``QueryError/tooComplex`` where they do not follow from the conditions.
    public func initialValues() throws -> [Initial] {
        if let failure { throw failure }
        guard let initials else { throw QueryError.tooComplex }
        var values: [Initial] = []
        for initial in initials {
            guard let earlier = values.first(where: { $0.key == initial.key }) else {
                // A path leads to another object, of which nothing is known.
                guard !initial.key.contains(".") else { throw QueryError.tooComplex }
                values.append(initial)
                continue
            }
            guard earlier.constant == initial.constant else { throw QueryError.tooComplex }
        }
        return values
    }

    /// Whether only some of the objects that match are asked for.
    public var isWindowed: Bool { limit != nil || offset > 0 }

    /// The same, with at most one object.
    public var firstOnly: QueryTerms {
        var terms = self
        terms.limit = min(limit ?? 1, 1)
        return terms
    }
}
