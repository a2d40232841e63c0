import PredicateCore
import RecordCore
import RecordService

extension WireSubscription {
    /// A subscription as every client can read it: with filters where they say the same, and the
    /// name of an owner in the place of ``ZoneID/currentOwner``.
    static func readable(
        _ subscription: ServiceSubscription, zoneOwner: String?
    ) -> WireSubscription {
        var wire = WireSubscription(subscription).mapZone { $0.named(zoneOwner) }
        if case .query(var query, let zone, let fires) = wire.kind,
            case .query(_, let predicate, _, _) = subscription.kind,
            let filters = WireFilter.filters(saying: predicate)
        {
            query.predicate = nil
            query.filters = filters
            wire.kind = .query(query, zone: zone, fires: fires)
        }
        return wire
    }
}

extension WireFilter {
    /// The filters that become a predicate; nil where none do.
    static func filters(saying predicate: QueryPredicate) -> [WireFilter]? {
        switch predicate {
        case .constant(true): return []
        case .and(let parts):
            var filters: [WireFilter] = []
            for part in parts {
                guard let filter = WireFilter(saying: part) else { return nil }
                filters.append(filter)
            }
            return filters
        case .constant, .comparison, .or, .not, .block:
            return WireFilter(saying: predicate).map { [$0] }
        }
    }

    private init?(saying predicate: QueryPredicate) {
        switch predicate {
        case .comparison(let comparison): self.init(comparison, isNegated: false)
        case .not(.comparison(let comparison)): self.init(comparison, isNegated: true)
        case .constant, .and, .or, .not, .block: return nil
        }
    }

    private init?(_ comparison: Comparison, isNegated: Bool) {
        guard comparison.options.isEmpty, case .keyPath(let path) = comparison.left,
            let field = path.singleKey, case .constant(let value) = comparison.right,
            let type = WireType(of: value),
            let comparator = Comparator(comparison.op, comparison.quantifier, isNegated: isNegated),
            comparator.takesList == type.isList
        else { return nil }
        self.init(
            field, comparator, WireValue(value, type: type),
            isSystemField: WireFilter.systemFields.contains(field))
    }
}

extension WireFilter.Comparator {
    fileprivate init?(_ op: Operator, _ quantifier: Quantifier, isNegated: Bool) {
        switch (op, quantifier, isNegated) {
        case (.equal, .direct, false): self = .equals
        case (.notEqual, .direct, false): self = .notEquals
        case (.less, .direct, false): self = .lessThan
        case (.lessOrEqual, .direct, false): self = .lessThanOrEquals
        case (.greater, .direct, false): self = .greaterThan
        case (.greaterOrEqual, .direct, false): self = .greaterThanOrEquals
        case (.in, .direct, let isNegated): self = isNegated ? .notIn : .in
        case (.contains, .direct, let isNegated):
            self = isNegated ? .notListContains : .listContains
        case (.in, .any, let isNegated): self = isNegated ? .notListContainsAny : .listContainsAny
        case (.beginsWith, .direct, let isNegated): self = isNegated ? .notBeginsWith : .beginsWith
        case (.beginsWith, .any, let isNegated):
            self = isNegated ? .notListMemberBeginsWith : .listMemberBeginsWith
        default: return nil  // Of all pairs only these are the web services'.
        }
    }
}

extension WireType {
    /// The type that says a value exactly; nil where none does.
    fileprivate init?(of value: Value) {
        switch value.kind {
        case .text: self.init(.string)
        case .number(.int): self.init(.int64)
        case .number(.double): self.init(.double)
        case .date(let date):
            // The web services know milliseconds.
            guard date.microseconds % 1000 == 0 else { return nil }
            self.init(.timestamp)
        case .bytes: self.init(.bytes)
        case .reference: self.init(.reference)
        case .location: self.init(.location)
        case .list(let members):
            guard let first = members.first, let type = WireType(of: first), !type.isList,
                members.allSatisfy({ WireType(of: $0) == type })
            else { return nil }
            self.init(type.scalar, isList: true)
        case .null, .number(.decimal), .scalar, .asset, .dictionary, .object: return nil
        }
    }
}
