public import CoreData
public import PredicateCore
public import QueryBuilderCore

/// The terminal calls of a query for code that is not on the context's queue.
///
///     let notes = try await Note.query(in: background).where("done == NO").async.count()
///
/// The words that ask and change are here; ``Query/updates`` and ``Query/fetchRequest`` are the
/// query's own. Each call waits for its turn on the context's queue. Objects that come back belong
/// to the context: their properties are read on its queue, or on the main thread where it is the
/// main context.
public struct AsyncQuery<Element: NSManagedObject>: DeferredQuery, Sendable {
    private var query: Query<Element>

    init(_ query: Query<Element>) { self.query = query }

    /// The terms of the query.
    public var terms: QueryTerms {
        get { query.terms }
        set { query.terms = newValue }
    }

    /// Every object that matches, in order.
    public func all() async throws -> [Element] {
        try await query.context.perform { try query.all() }
    }

    /// How many objects match, limit and offset considered.
    public func count() async throws -> Int {
        try await query.context.perform { try query.count() }
    }

    /// One value calculated from the objects that match.
    public func summarize(_ summary: QuerySummary, of key: String) async throws -> Value {
        try await query.context.perform { try query.summarize(summary, of: key) }
    }

    /// The values of a property, each once, smallest first.
    public func distinct(_ key: String) async throws -> [Value] {
        try await query.context.perform { try query.distinct(key) }
    }

    /// Does several things with the query in one turn on the context's queue.
    ///
    ///     let titles = try await notes.async.perform { try $0.all().map(\.title) }
    public func perform<Result>(
        _ body: @escaping @Sendable (Query<Element>) throws -> Result
    ) async throws -> Result {
        try await query.context.perform { try body(query) }
    }

    /// Gives the objects that match new values, nil removing one; nothing is saved.
    ///
    ///     try await Note.query(in: context).where("done == NO").async.update(["done": true])
    ///
    /// - Returns: How many objects there were.
    @discardableResult
    public func update(_ values: [String: Any?]) async throws -> Int {
        try await query.context.perform { try query.update(values) }
    }

    /// Deletes the objects that match from the context; nothing is saved.
    @discardableResult
    public func delete() async throws -> Int {
        try await query.context.perform { try query.delete() }
    }

    /// The first object that matches, or a new one with the values that the conditions say.
    ///
    ///     let note = try await Note.query(in: context).where(["title": "Tea"]).async
    ///         .firstOrInsert()
    ///
    /// - Throws: `QueryError.tooComplex` where the values of a new object do not follow from the
    ///   conditions.
    public func firstOrInsert() async throws -> Element {
        try await query.context.perform { try query.firstOrInsert() }
    }
}

extension AsyncQuery where Element: Queryable {
    /// Gives the objects that match new values, nil removing one; nothing is saved.
    ///
    /// - Returns: How many objects there were.
    @discardableResult
    public func update(_ values: [Element.Attribute: Any?]) async throws -> Int {
        try await query.context.perform { try query.update(values) }
    }
}

extension AsyncQuery where Element: Identifiable {
    /// Whether an object of this identifier is among those that match.
    ///
    ///     try await Note.query(in: context).async.exists(id)
    public func exists(_ id: Element.ID) async throws -> Bool {
        try await query.context.perform { try query.exists(id) }
    }

    /// The object of this identifier among those that match; nil where there is none.
    public func fetch(_ id: Element.ID) async throws -> Element? {
        try await query.context.perform { try query.fetch(id) }
    }

    /// The object of this identifier, or a new one whose `id` it is.
    ///
    /// - Throws: `QueryError.tooComplex` where there is none, and conditions were given before from
    ///   which the values of a new object do not follow.
    public func fetchOrInsert(_ id: Element.ID) async throws -> Element {
        try await query.context.perform { try query.fetchOrInsert(id) }
    }
}

extension Query {
    /// The terminal calls for code that is not on the context's queue.
    public var async: AsyncQuery<Element> { AsyncQuery(self) }
}
