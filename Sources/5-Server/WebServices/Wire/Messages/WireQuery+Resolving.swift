package import PredicateCore
package import RecordCore
import RecordService

extension WireQuery {
    /// The predicate that the filters, or the text, say: the same value that a format string
    /// gives.
    ///
    /// - Parameters:
    ///   - type: The record type, which says what values without a type are; nil where it is
    ///     not known yet.
    ///   - zone: The zone of references that name none.
    /// - Throws: `BAD_REQUEST` with CloudKit's words where a value does not go with its field.
    package func queryPredicate(
        type: RecordType?, zone: ZoneID
    ) throws(WireError) -> QueryPredicate {
        var parts: [QueryPredicate] = []
        if let predicate {
            if let problem = PredicateBounds.problem(with: predicate) {
                throw .badRequest("BadRequestException: \(problem)")
            }
            do throws(ParseError) {
                parts.append(try QueryPredicate(parsing: predicate))
            } catch {
                throw .badRequest("BadRequestException: \(error.message)")
            }
        }
        for filter in filters { parts.append(try filter.queryPredicate(type: type, zone: zone)) }
        let whole: QueryPredicate =
            parts.count == 1 ? parts[0] : parts.isEmpty ? .constant(true) : .and(parts)
        if let problem = PredicateBounds.problem(with: whole) {
            throw .badRequest("BadRequestException: \(problem)")
        }
        return whole
    }

    /// The order that the sorts say.
    package var ordering: [Ordering] {
        sorts.map { sort in
            let path = QueryKeyPath(steps: [.key(sort.field)])
            return Ordering(
                key: sort.relativeLocation.map { .distance(path, from: $0) } ?? .keyPath(path),
                ascending: sort.isAscending, textOrder: sort.textOrder)
        }
    }

    /// The query for a session.
    ///
    /// - Parameters:
    ///   - type: The record type, which says what values without a type are; nil where it is
    ///     not known yet.
    ///   - zone: The zone that is searched, and that of references that name none.
    ///   - limit: How many records at most.
    ///   - options: The fields that are wanted.
    package func recordQuery(
        type: RecordType?, in zone: ZoneID?, limit: Int? = nil, options: RecordOptions
    ) throws(WireError) -> RecordQuery {
        for sort in sorts
        where sort.isSystemField && WireFilter.references.contains(sort.field)
            && type?.field(sort.field) == nil
        {
            throw .badRequest("Field '\(sort.field)' is not marked sortable")
        }
        return RecordQuery(
            recordType, where: try queryPredicate(type: type, zone: zone ?? .default),
            orderedBy: ordering, in: zone.map { .zone($0) }, limit: limit,
            desiredKeys: options.desiredKeys, profile: profile)
    }
}

extension WireFilter {
    /// The names that stand under `systemFieldName`.
    package static let systemFields: Set<String> = [
        "recordName", "createdTimestamp", "modifiedTimestamp", "createdUserRecordName",
        "modifiedUserRecordName", "share", "parent",
    ]

    /// Those of them that the store knows as part of a record, and asks nothing of.
    static let references: Set<String> = ["share", "parent"]

    /// The condition: the same value that a format string gives.
    func queryPredicate(
        type: RecordType?, zone: ZoneID
    ) throws(WireError) -> QueryPredicate {
        let key = QueryExpression.keyPath(QueryKeyPath(steps: [.key(field)]))
        func compare(
            _ op: Operator, _ value: Value, _ quantifier: Quantifier = .direct
        ) -> QueryPredicate {
            .comparison(Comparison(key, op, .constant(value), quantifier: quantifier))
        }
        let value = try resolved(type: type, zone: zone)
        switch comparator {
        case .equals: return compare(.equal, value)
        case .notEquals: return compare(.notEqual, value)
        case .lessThan: return compare(.less, value)
        case .lessThanOrEquals: return compare(.lessOrEqual, value)
        case .greaterThan: return compare(.greater, value)
        case .greaterThanOrEquals: return compare(.greaterOrEqual, value)
        case .near:
            guard let distance else { throw .missing("distance") }
            guard distance >= 0 else {
                throw .badRequest("BadRequestException: Unexpected input: a negative distance")
            }
            return .comparison(
                Comparison(
                    .function(.distance, [key, .constant(value)]), .less,
                    .constant(.double(distance))))
        case .containsAllTokens:
            return .comparison(
                Comparison(
                    key, .tokenMatches, .constant(value),
                    options: [.caseInsensitive, .diacriticInsensitive, .localeSensitive]))
        case .containsAnyTokens:
            if field == WireFilter.allTokens {
                return .comparison(Comparison(.this, .contains, .constant(value)))
            }
            return .comparison(
                Comparison(
                    key, .tokenMatches, .constant(value), quantifier: .any,
                    options: [.caseInsensitive, .diacriticInsensitive, .localeSensitive]))
        case .in: return compare(.in, value)
        case .notIn: return .not(compare(.in, value))
        case .listContains: return compare(.contains, value)
        case .notListContains: return .not(compare(.contains, value))
        case .listContainsAny: return compare(.in, value, .any)
        case .notListContainsAny: return .not(compare(.in, value, .any))
        case .listContainsAll: return all(value, compare)
        case .notListContainsAll: return .not(all(value, compare))
        case .beginsWith: return compare(.beginsWith, value)
        case .notBeginsWith: return .not(compare(.beginsWith, value))
        case .listMemberBeginsWith: return compare(.beginsWith, value, .any)
        case .notListMemberBeginsWith: return .not(compare(.beginsWith, value, .any))
        }
    }

    /// One condition for each member; no members ask nothing.
    private func all(
        _ value: Value, _ compare: (Operator, Value, Quantifier) -> QueryPredicate
    ) -> QueryPredicate {
        guard case .list(let members) = value else { return compare(.contains, value, .direct) }
        let parts = members.map { compare(.contains, $0, .direct) }
        return parts.count == 1 ? parts[0] : parts.isEmpty ? .constant(true) : .and(parts)
    }

    // MARK: The value

    /// The value, as the type of the field has it where its own is not said.
    private func resolved(type: RecordType?, zone: ZoneID) throws(WireError) -> Value {
        if comparator.takesList {
            // The live service asks for a type here, and for one that ends in _LIST.
            guard let said = value.type, said.isList else {
                throw .badRequest("BadRequestException: Unexpected input")
            }
        }
        if let known = type?.field(field) {
            let name = WireType(known).name
            let isList = if case .list = value.value { true } else { false }
            // Whole lists are not compared.
            let comparesLists = isList && [.equals, .notEquals].contains(comparator)
            if known.isEncrypted || known.type.isList && comparesLists {
                throw .badRequest(
                    "Field '\(field)' has a value type of \(name) and cannot be queried using "
                        + "filter type \(comparator.rawValue)")
            }
            if let said = value.type, said.isEncrypted {
                throw .badRequest(
                    "Field '\(field)' has a value type of \(name) and cannot be queried using "
                        + "filter value type \(said.name)")
            }
        } else if isSystemField, WireFilter.references.contains(field) {
            throw .badRequest("Field '\(field)' is not marked queryable")
        }
        guard value.json != nil else { return value.value }
        let expected: WireType?
        if let known = type?.field(field) {
            expected = WireType(comparator == .near ? .location : known.type.scalar)
        } else if let system = SystemField.named(field), system.type == .timestamp {
            expected = WireType(.timestamp)
        } else {
            expected = comparator == .near ? WireType(.location) : nil
        }
        return try value.resolved(as: expected, zone: zone)
    }
}

extension WireFilter.Comparator {
    /// Whether the value is a list of values.
    var takesList: Bool {
        switch self {
        case .in, .notIn, .listContainsAny, .notListContainsAny, .listContainsAll,
            .notListContainsAll:
            true
        case .equals, .notEquals, .lessThan, .lessThanOrEquals, .greaterThan,
            .greaterThanOrEquals, .near, .containsAllTokens, .containsAnyTokens, .listContains,
            .notListContains, .beginsWith, .notBeginsWith, .listMemberBeginsWith,
            .notListMemberBeginsWith:
            false
        }
    }
}
