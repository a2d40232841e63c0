public import Foundation

/// Checks a query against its profile and a schema, and rewrites it into the few forms that a
/// store decides.
///
///     let checked = try QueryChecker.check(query, schema: schema, environment: .development)
///     checked.query.predicate  // favoriteColors CONTAINS[c] "red"
public enum QueryChecker {
    /// The query as a store runs it.
    ///
    /// - Parameters:
    ///   - query: What is asked.
    ///   - schema: The schema as it stands.
    ///   - environment: The lenient development environment lists every type, whatever its
    ///     indexes.
    ///   - now: What `now` means.
    ///   - limits: How many values IN may have.
    ///   - names: How the requesting user names zones, where that differs from how the database
    ///     keeps them.
    /// - Throws: ``QueryProblem``, with what to write instead where that is known.
    public static func check(
        _ query: RecordQuery, schema: RecordSchema, environment: StoreEnvironment = .development,
        now: Date = Date(), limits: StoreLimits = StoreLimits(), names: OwnerNames? = nil
    ) throws(QueryProblem) -> CheckedQuery {
        let rules = (query.profile ?? .everything).rules
        if rules.isRestricted, query.type == RecordType.users.name || query.type.hasPrefix("_") {
            throw QueryProblem(.systemType, "Can't query system types", part: query.type)
        }
        guard let type = schema[query.type] else {
            let near = Suggestions.nearest(to: query.type, among: schema.types.keys.sorted())
            throw QueryProblem(
                .unknownType, "Did not find record type: \(query.type)",
                advice: near.map { "Did you mean \($0)?" })
        }
        guard query.offset >= 0, query.limit ?? 0 >= 0 else {
            throw QueryProblem(.unsupported, "A limit and an offset count from 0.")
        }
        var rewriter = QueryRewriter(
            type: type, rules: rules, environment: environment, now: now, limits: limits,
            names: names, zones: query.zoneScope, user: query.user)
        var result = query
        if let names, case .zone(let zone) = query.zoneScope {
            result.zones = .zone(names.stored(zone))
        }
        result.predicate = try rewriter.rewrite(query.predicate, depth: 0)
        try rewriter.checkListing()
        var ordering: [Ordering] = []
        for term in query.ordering { ordering.append(try rewriter.rewrite(term)) }
        result.ordering = ordering
        if let after = query.after {
            // Where a page begins is no part of what the profile lets people ask.
            var rest = rewriter
            rest.rules = QueryProfile.everything.rules
            let behind = try rest.rewrite(try after.predicate(query), depth: 0)
            rewriter.keys = rest.keys
            let parts = result.predicate.parts + behind.parts
            result.predicate = parts.count == 1 ? parts[0] : .and(parts)
        }
        if let desired = query.desiredKeys {
            var seen: Set<String> = []
            let fields = type.fieldsByName
            result.desiredKeys = desired.filter { fields[$0] != nil && seen.insert($0).inserted }
            for key in result.desiredKeys ?? [] where rewriter.keys[key] == nil {
                rewriter.keys[key] = fields[key].map { .field($0) }
            }
        }
        return CheckedQuery(query: result, type: type, keys: rewriter.keys)
    }
}

extension QueryPredicate {
    /// What must hold together.
    fileprivate var parts: [QueryPredicate] {
        switch self {
        case .constant(true): []
        case .and(let parts): parts
        case .constant, .or, .not, .comparison, .block: [self]
        }
    }
}

/// A query while it is checked.
struct QueryRewriter {
    let type: RecordType
    var rules: QueryRules
    let environment: StoreEnvironment
    let now: Date
    let limits: StoreLimits
    let names: OwnerNames?
    /// The record name of the requesting user, where that is known.
    let user: String?
    /// The zones asked, as the database keeps their names.
    let zones: ZoneScope
    /// What the keys met so far stand for, by their names in the rewritten query.
    var keys: [String: ResolvedKey] = [:]

    init(
        type: RecordType, rules: QueryRules, environment: StoreEnvironment, now: Date,
        limits: StoreLimits, names: OwnerNames?, zones: ZoneScope, user: String?
    ) {
        self.type = type
        self.rules = rules
        self.environment = environment
        self.now = now
        self.limits = limits
        self.names = names
        self.user = user ?? names.flatMap { $0.viewer.isEmpty ? nil : $0.viewer }
        if let names, case .zone(let zone) = zones {
            self.zones = .zone(names.stored(zone))
        } else {
            self.zones = zones
        }
    }

    /// The key by which a search over all SEARCHABLE fields is asked.
    static let tokensKey = "allTokens"

    /// What a key stands for, and its name in the rewritten query.
    mutating func resolve(
        _ key: String, part: @autoclosure () -> String
    ) throws(QueryProblem) -> (name: String, key: ResolvedKey) {
        let found: (String, ResolvedKey)
        if let system = SystemField.named(key) {
            found = (system.queryNames[0], .system(system))
        } else if let field = type.field(key) {
            found = (key, .field(field))
        } else if key == QueryRewriter.tokensKey {
            found = (key, .tokens)
        } else {
            let near = nearest(to: key).map { "Did you mean \($0)?" }
            throw QueryProblem(
                .unknownField, "Did not find field: '\(key)' in type: '\(type.name)'",
                part: part(), advice: near)
        }
        keys[found.0] = found.1
        return found
    }

    private func nearest(to key: String) -> String? {
        let names = type.fields.map(\.name).sorted()
        let lowered = key.lowercased()
        return names.first { $0.lowercased() == lowered }
            ?? Suggestions.nearest(to: key, among: names)
    }

    /// Refuses a comparison of a key without a QUERYABLE index, where the profile needs one.
    func checkQueryable(
        _ key: ResolvedKey, written name: String, part: @autoclosure () -> String
    ) throws(QueryProblem) {
        guard rules.isRestricted else { return }
        let isQueryable: Bool
        switch key {
        case .field(let field): isQueryable = field.indexes.contains(.queryable)
        case .system(.recordID): isQueryable = isListable
        case .system(let field):
            isQueryable = type.systemIndexes[field]?.contains(.queryable) == true
        case .tokens: return
        }
        guard isQueryable else {
            throw QueryProblem(
                .notQueryable, "Field '\(name)' is not marked queryable", part: part(),
                advice: advice(for: key, name, "QUERYABLE"))
        }
    }

    private func advice(for key: ResolvedKey, _ name: String, _ index: String) -> String? {
        switch key {
        case .field(let field) where !FieldIndexes.allowed(for: field.type).contains(.queryable):
            nil
        case .field: "Add \(index) to \(type.name).\(name) in the schema."
        case .system(let field): "Add \(index) to \(type.name).\(field.rawValue) in the schema."
        case .tokens: nil
        }
    }

    /// Whether records may be listed by their identifier.
    ///
    /// The lenient development environment indexes it for every type.
    private var isListable: Bool {
        environment == .development(strict: false)
            || type.systemIndexes[.recordID]?.contains(.queryable) == true
    }

    /// Refuses a query that compares nothing where the type cannot be listed.
    func checkListing() throws(QueryProblem) {
        guard rules.isRestricted, keys.isEmpty, !isListable else { return }
        let hasIndex =
            type.fields.contains { !$0.indexes.isEmpty } || !type.systemIndexes.isEmpty
        let advice = "Add QUERYABLE to \(type.name).___recordID in the schema."
        guard hasIndex else {
            throw QueryProblem(
                .typeNotIndexable, "Type is not marked indexable: \(type.name)", advice: advice)
        }
        throw QueryProblem(
            .notQueryable, "Field 'recordName' is not marked queryable", advice: advice)
    }

    // MARK: Ordering

    mutating func rewrite(_ term: Ordering) throws(QueryProblem) -> Ordering {
        var term = term
        let path: QueryKeyPath
        let isDistance: Bool
        switch term.key {
        case .keyPath(let keyPath): (path, isDistance) = (keyPath, false)
        case .distance(let keyPath, _): (path, isDistance) = (keyPath, true)
        }
        guard let written = path.singleKey else {
            throw QueryProblem(
                .unsupported, "Records are sorted by fields of their own.", part: path.text,
                advice: "Sort by a field, or sort the answer.")
        }
        let (name, key) = try resolve(written, part: "sorted by \(written)")
        let isSortable: Bool
        let scalar: ScalarType
        switch key {
        case .field(let field):
            isSortable = field.indexes.contains(.sortable)
            scalar = field.type.scalar
            let hasOrder =
                !field.type.isList && scalar != .asset && (scalar == .location) == isDistance
            guard hasOrder else {
                throw QueryProblem(
                    isDistance ? .typeMismatch : .notSortable,
                    isDistance
                        ? "Only a LOCATION has a distance; '\(written)' is "
                            + "\(field.typeName)."
                        : "Field '\(written)' is not marked sortable",
                    part: "sorted by \(written)",
                    advice: scalar == .location && !field.type.isList
                        ? "Sort a LOCATION by its distance from a point."
                        : "A \(field.typeName) has no order.")
            }
        case .system(let field):
            isSortable = type.systemIndexes[field]?.contains(.sortable) == true
            guard !isDistance else {
                throw QueryProblem(
                    .typeMismatch, "Only a LOCATION has a distance.",
                    part: "sorted by \(written)")
            }
        case .tokens:
            throw QueryProblem(
                .notSortable, "Field '\(written)' is not marked sortable",
                part: "sorted by \(written)")
        }
        guard isSortable || !rules.isRestricted else {
            throw QueryProblem(
                .notSortable, "Field '\(written)' is not marked sortable",
                part: "sorted by \(written)", advice: advice(for: key, written, "SORTABLE"))
        }
        if rules.isRestricted, term.textOrder != .literal {
            throw QueryProblem(
                .unsupported, "\(rules.name) sorts text by its characters only.",
                part: "sorted by \(written)", advice: "Sort the answer by your own rules.")
        }
        switch term.key {
        case .keyPath: term.key = .keyPath(QueryKeyPath(steps: [.key(name)]))
        case .distance(_, let origin):
            term.key = .distance(QueryKeyPath(steps: [.key(name)]), from: origin)
        }
        return term
    }
}
