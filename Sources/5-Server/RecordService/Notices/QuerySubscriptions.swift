import Foundation
import Synchronization

/// The query subscriptions of one database and record type, compiled once for the type as it stood.
///
/// Most subscriptions ask whether a field has a value, or a number beyond a bound: a change looks those up by
/// the values that its record had and has, and evaluates only what is left.
final class QuerySubscriptions: Sendable {
    /// A subscription ready to be asked.
    ///
    /// A class: each change asks many, and copies of them would cost more than the answers.
    final class Entry: Sendable {
        let stored: StoredSubscription
        let predicate: QueryPredicate
        let fires: ServiceSubscription.QueryEvents
        /// The zone as the database names it; nil for all.
        let zone: ZoneID?
        /// Nil where the predicate says `now`, which is another query each time.
        let evaluator: Evaluator<Record>?
        /// A test that every matching record passes; nil where none is known.
        let test: (field: String, value: Test)?

        init(
            stored: StoredSubscription, predicate: QueryPredicate,
            fires: ServiceSubscription.QueryEvents, zone: ZoneID?, evaluator: Evaluator<Record>?,
            test: (field: String, value: Test)?
        ) {
            self.stored = stored
            self.predicate = predicate
            self.fires = fires
            self.zone = zone
            self.evaluator = evaluator
            self.test = test
        }
    }

    /// What every record that matches has in a field.
    enum Test: Hashable, Sendable {
        /// This text, without case and accents: the coarsest way in which texts are compared.
        case text(String)
        case int(Int64)
        /// This number or a greater one; a double, which keeps the order of integers.
        case atLeast(Double)
        case atMost(Double)

        /// The value itself; nil for values of other kinds.
        init?(_ value: Value) {
            switch value.kind {
            case .text(let text):
                self = .text(
                    TextMatching.fold(text, [.caseInsensitive, .diacriticInsensitive]))
            case .number(.int(let number)): self = .int(number)
            case .null, .number, .date, .bytes, .scalar, .reference, .location, .asset, .list,
                .dictionary, .object:
                return nil
            }
        }
    }

    /// The record type that the predicates were compiled for.
    let type: RecordType
    /// The subscriptions that they were compiled from.
    let entries: [Entry]
    private let tested: [String: [Test: [Int]]]
    private let bounded: [String: Bounds]
    private let untested: [Int]

    /// The places of entries by their bounds: those that most numbers pass are first.
    private struct Bounds {
        var atLeast: [(bound: Double, place: Int)] = []
        var atMost: [(bound: Double, place: Int)] = []
    }

    init(_ entries: [Entry], type: RecordType) {
        self.type = type
        self.entries = entries
        var tested: [String: [Test: [Int]]] = [:]
        var bounded: [String: Bounds] = [:]
        var untested: [Int] = []
        for (place, entry) in entries.enumerated() {
            guard let (field, value) = entry.test else {
                untested.append(place)
                continue
            }
            switch value {
            case .text, .int: tested[field, default: [:]][value, default: []].append(place)
            case .atLeast(let bound):
                bounded[field, default: Bounds()].atLeast.append((bound, place))
            case .atMost(let bound): bounded[field, default: Bounds()].atMost.append((bound, place))
            }
        }
        self.tested = tested
        self.bounded = bounded.mapValues { bounds in
            Bounds(
                atLeast: bounds.atLeast.sorted { $0.bound < $1.bound },
                atMost: bounds.atMost.sorted { $0.bound > $1.bound })
        }
        self.untested = untested
    }

    /// The places of the entries that a change may concern; the others cannot match.
    func candidates(of change: RecordChange) -> [Int] {
        var places = untested
        for (field, values) in tested {
            let (old, new) = (change.old?[field] ?? .null, change.new?[field] ?? .null)
            let (oldTest, newTest) = (Test(old), Test(new))
            guard oldTest != nil || old.isNull, newTest != nil || new.isNull else {
                // A value of another kind than the type has: the evaluators decide.
                places += values.values.joined()
                continue
            }
            if let oldTest { places += values[oldTest] ?? [] }
            if let newTest, newTest != oldTest { places += values[newTest] ?? [] }
        }
        for (field, bounds) in bounded {
            let (old, new) = (change.old?[field] ?? .null, change.new?[field] ?? .null)
            let numbers = [Self.number(old), Self.number(new)].compactMap(\.self)
            guard numbers.count == (old.isNull ? 0 : 1) + (new.isNull ? 0 : 1) else {
                places += bounds.atLeast.map(\.place) + bounds.atMost.map(\.place)
                continue
            }
            // No order holds for nil.
            guard let least = numbers.min(), let most = numbers.max() else { continue }
            for (bound, place) in bounds.atLeast {
                guard bound <= most else { break }
                places.append(place)
            }
            for (bound, place) in bounds.atMost {
                guard bound >= least else { break }
                places.append(place)
            }
        }
        return places
    }

    /// A number that has a place in the order of doubles; nil for other values.
    private static func number(_ value: Value) -> Double? {
        switch value.kind {
        case .number(.int(let number)): Double(number)
        case .number(.double(let number)): number.isNaN ? nil : number
        case .null, .number(.decimal), .text, .date, .bytes, .scalar, .reference, .location, .asset,
            .list, .dictionary, .object:
            nil
        }
    }

    /// A test that is part of a checked predicate: a comparison of a field with a constant, alone or behind
    /// AND.
    ///
    /// Values are preferred to bounds, which more records pass.
    static func test(
        in predicate: QueryPredicate, of type: RecordType
    ) -> (field: String, value: Test)? {
        switch predicate {
        case .and(let parts):
            let found = parts.compactMap { test(in: $0, of: type) }
            return found.first { !$0.value.isBound } ?? found.first
        case .comparison(let comparison):
            guard comparison.quantifier == .direct,
                case .keyPath(let path) = comparison.left, let key = path.singleKey,
                case .constant(let constant) = comparison.right,
                let test = test(comparison.op, constant)
            else { return nil }
            switch (type.field(key)?.type, test) {
            case (.single(.string), .text), (.single(.int64), .int),
                (.single(.int64), .atLeast), (.single(.int64), .atMost),
                (.single(.double), .atLeast), (.single(.double), .atMost):
                return (key, test)
            case (.single, _), (.list, _), (nil, _): return nil
            }
        case .constant, .or, .not, .block: return nil
        }
    }

    private static func test(_ op: Operator, _ constant: Value) -> Test? {
        switch op.family {
        case .equality(.equal): Test(constant)
        case .order(.greater), .order(.greaterOrEqual): number(constant).map { .atLeast($0) }
        case .order(.less), .order(.lessOrEqual): number(constant).map { .atMost($0) }
        case .equality(.notEqual), .range, .membership, .substring, .pattern, .token, .custom: nil
        }
    }
}

extension QuerySubscriptions.Test {
    /// Whether many values pass.
    fileprivate var isBound: Bool {
        switch self {
        case .text, .int: false
        case .atLeast, .atMost: true
        }
    }
}

extension NotificationHub {
    /// The query subscriptions of a database and a record type, compiled unless they are.
    func compiled(
        _ group: SubscriptionIndex.QueryGroup, _ index: SubscriptionIndex, _ schema: RecordSchema
    ) -> QuerySubscriptions? {
        guard let subscriptions = index.queries[group], let type = schema[group.type] else {
            return nil
        }
        let known = state.withLock { $0.compiled[group] }
        if let known, known.index == index.number, known.queries.type == type {
            return known.queries
        }
        // What did not change keeps what its predicate became.
        var earlier: [String: QuerySubscriptions.Entry] = [:]
        if let known, known.queries.type == type {
            for entry in known.queries.entries { earlier[entry.stored.key] = entry }
        }
        let queries = QuerySubscriptions(
            subscriptions.compactMap { stored in
                if let entry = earlier[stored.key], entry.stored == stored { return entry }
                return entry(stored, type, schema, group)
            }, type: type)
        state.withLock { state in
            if state.compiled.count >= NotificationHub.placeCapacity { state.compiled = [:] }
            state.compiled[group] = CompiledQueries(index: index.number, queries: queries)
        }
        return queries
    }

    /// A subscription, compiled; nil for what the schema cannot be asked any more.
    private func entry(
        _ stored: StoredSubscription, _ type: RecordType, _ schema: RecordSchema,
        _ group: SubscriptionIndex.QueryGroup
    ) -> QuerySubscriptions.Entry? {
        guard case .query(_, let predicate, _, let fires) = stored.subscription.kind else {
            return nil
        }
        let now = options.clock()
        // Notifications are best effort; the change feed has everything.
        guard let checked = try? checked(predicate, for: stored, schema, now, group),
            let evaluator = try? checked.evaluator()
        else { return nil }
        let isTimeless = predicate.replacingNow(with: now) == predicate
        // All records of the public database are in one zone: there is nothing to compare.
        let zone: ZoneID? =
            switch checked.query.zones {
            case .zone(let zone) where group.owner != nil || zone != .default: zone
            case .zone, .all, nil: nil
            }
        return QuerySubscriptions.Entry(
            stored: stored, predicate: predicate, fires: fires, zone: zone,
            evaluator: isTimeless ? evaluator : nil,
            test: QuerySubscriptions.test(in: checked.query.predicate, of: type))
    }

    /// The predicate of an entry as it is asked now.
    func evaluator(
        _ entry: QuerySubscriptions.Entry, _ schema: RecordSchema,
        _ group: SubscriptionIndex.QueryGroup
    ) throws -> Evaluator<Record> {
        if let evaluator = entry.evaluator { return evaluator }
        return try checked(entry.predicate, for: entry.stored, schema, options.clock(), group)
            .evaluator()
    }

    private func checked(
        _ predicate: QueryPredicate, for stored: StoredSubscription, _ schema: RecordSchema,
        _ now: Date, _ group: SubscriptionIndex.QueryGroup
    ) throws -> CheckedQuery {
        try QueryChecker.check(
            RecordQuery(
                group.type, where: predicate,
                in: stored.subscription.zones(in: stored.database, NotificationHub.names(group)),
                profile: options.profile, user: stored.user),
            schema: schema, environment: store.environment, now: now, limits: store.limits,
            names: NotificationHub.names(group))
    }

    private static func names(_ group: SubscriptionIndex.QueryGroup) -> OwnerNames {
        OwnerNames(group.owner.map { .private(user: $0) } ?? .public)
    }
}

extension ServiceSubscription {
    /// The zones that a query looks into, as the database names them.
    ///
    /// In one zone a record is known by its name; the public database has no other.
    func zones(in database: ServiceSession.Database, _ names: OwnerNames) -> ZoneScope {
        guard case .query(_, let predicate, let named, _) = kind,
            let zone = named ?? (database == .public ? ZoneID.default : predicate.zoneOfRecord)
        else { return .all }
        return .zone(names.stored(zone))
    }
}
