/// Which objects, in what order: a fetch request as a value.
///
///     ObjectQuery(entity: employee.number, where: try QueryPredicate(parsing: "age > 30"))
///
/// Objects in the predicate are constants `.object(ObjectValue(StoredObject(key)))`.
public struct ObjectQuery: Hashable, Sendable {
    /// The number of the entity.
    public var entity: Int
    /// Whether objects of entities that inherit from it are looked at too.
    public var includesSubentities: Bool
    /// What holds of the objects.
    public var predicate: QueryPredicate
    /// Their order; ties, and an empty list, go by row.
    public var ordering: [Ordering]
    /// How many at most; nil for all.
    public var limit: Int?
    /// How many are passed over first.
    public var offset: Int

    /// Creates a query; by default it fetches all objects of the entity and its subentities.
    public init(
        entity: Int, includesSubentities: Bool = true,
        where predicate: QueryPredicate = .constant(true), ordering: [Ordering] = [],
        limit: Int? = nil, offset: Int = 0
    ) {
        self.entity = entity
        self.includesSubentities = includesSubentities
        self.predicate = predicate
        self.ordering = ordering
        self.limit = limit
        self.offset = offset
    }
}

/// Values calculated from objects: a fetch request for dictionaries.
///
///     SummaryQuery(
///         ObjectQuery(entity: city.number),
///         columns: [.init("country", country), .init("largest", largest)], grouping: [path])
///     // a result for each country: its name, and the population of its largest city
public struct SummaryQuery: Hashable, Sendable {
    /// One value of each result.
    ///
    ///     let title = SummaryQuery.Column(
    ///         "title", .keyPath(QueryKeyPath(steps: [.key("title")])))
    ///     let query = SummaryQuery(
    ///         ObjectQuery(entity: note.number, ordering: [Ordering("title")], limit: 1),
    ///         columns: [title])
    ///     try store.summarize(query)  // [["Bread"]]
    public struct Column: Hashable, Sendable {
        /// The key of the column in the results.
        public var name: String
        /// What it is: a key path, or an expression such as `max:(age)` over the group, which may
        /// also be given as `@max.age`.
        public var expression: QueryExpression
        /// The type that it is read as; nil for the type of what the expression gives.
        public var type: AttributeType?
        /// Whether a `count:` counts each value once; other expressions ignore it.
        public var countsDistinct: Bool

        /// Creates a column; without a type it has the type of its expression.
        public init(
            _ name: String, _ expression: QueryExpression, type: AttributeType? = nil,
            countsDistinct: Bool = false
        ) {
            self.name = name
            self.expression = expression.replacing(\.groupFunction)
            self.type = type
            self.countsDistinct = countsDistinct
        }

        /// What is counted once for each value; nil for every other column.
        package var distinctlyCounted: QueryExpression? {
            guard countsDistinct, expression.isAggregate,
                case .function(.count, let arguments) = expression
            else { return nil }
            return arguments.first
        }
    }

    /// The objects looked at; ordering, limit and offset are those of the results.
    public var objects: ObjectQuery
    /// The values of each result.
    public var columns: [Column]
    /// What the objects of one result have in common, key paths or names of columns; empty for a
    /// result of each object, or of all of them where every column is an aggregate.
    public var grouping: [QueryKeyPath]
    /// What holds of a group; its keys are those of the objects, with aggregates around them.
    public var having: QueryPredicate?
    /// Whether equal results are given once.
    public var isDistinct: Bool

    /// Creates a query for columns of the objects that match, grouped by the given key paths.
    public init(
        _ objects: ObjectQuery, columns: [Column], grouping: [QueryKeyPath] = [],
        having: QueryPredicate? = nil, isDistinct: Bool = false
    ) {
        self.objects = objects
        self.columns = columns
        self.grouping = grouping
        self.having = having?.replacing(\.groupFunction)
        self.isDistinct = isDistinct
    }
}
