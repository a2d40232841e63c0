/// Follows keys from a value: into dictionaries, through references and objects, and into each
/// member of a collection.
struct KeyPathEvaluation: Sendable {
    let steps: [QueryKeyPath.Step]
    let resolve: (@Sendable (Reference) throws -> Value?)?
    let functions: FunctionRegistry
    let profile: TextProfile
    /// Whether a member of a collection counts once, however often it is met, as where a quantifier asks.
    ///
    /// With each of many keys the same few objects would be met many times as often.
    let isDistinct: Bool

    init(
        _ steps: some Sequence<QueryKeyPath.Step>, _ context: EvaluationContext,
        isQuantified: Bool = false
    ) {
        self.steps = Array(steps)
        isDistinct =
            isQuantified && self.steps.allSatisfy { if case .key = $0 { true } else { false } }
        self.resolve = context.resolve
        self.functions = context.functions
        self.profile = context.textProfile
    }

    /// What the steps lead to.
    func follow(_ value: Value) throws(EvaluationError) -> Value {
        try follow(value, from: 0)
    }

    private func follow(_ start: Value, from first: Int) throws(EvaluationError) -> Value {
        var value = start
        var place = first
        while place < steps.count {
            switch steps[place] {
            case .key(let key): value = try self.value(of: value, key)
            case .collection(let operation):
                let (result, isWholeRest) = try apply(operation, value, from: place + 1)
                value = result
                if isWholeRest { return value }
            }
            place += 1
        }
        return value
    }

    /// The result, and whether the rest of the path was consumed by the members.
    private func apply(
        _ operation: CollectionOperator, _ value: Value, from rest: Int
    ) throws(EvaluationError) -> (Value, Bool) {
        if value.isNull { return (.null, true) }
        let part = "@" + operation.rawValue
        switch operation {
        // Key-value coding ignores what follows it.
        case .count: return (.int(Int64(try members(value, part).count)), true)
        case .allKeys, .allValues:
            guard case .dictionary(let entries) = value else {
                throw EvaluationError(
                    .notACollection, "\(part) needs a dictionary and met \(value.kindPhrase).")
            }
            let keys = entries.keys.sorted {
                TextMatching.order($0, $1, Ordering.TextOrder.literal, profile: .records) == .less
            }
            return operation == .allKeys
                ? (.list(keys.map { .text($0) }), false)
                : (.list(keys.map { entries[$0] ?? .null }), false)
        case .sum, .avg, .min, .max, .unionOfObjects, .distinctUnionOfObjects, .unionOfArrays,
            .distinctUnionOfArrays, .distinctUnionOfSets:
            let results = try members(value, part).map { member throws(EvaluationError) in
                try follow(member, from: rest)
            }
            return (try aggregate(operation, results, part), true)
        }
    }

    private func aggregate(
        _ operation: CollectionOperator, _ results: [Value], _ part: String
    ) throws(EvaluationError) -> Value {
        // Nested collections flatten: the sum of the salaries of all employees of all teams.
        var flat: [Value] = []
        for result in results {
            if case .list(let inner) = result { flat += inner } else { flat.append(result) }
        }
        switch operation {
        case .sum: return try CollectionEvaluation.sum(flat, part)
        case .avg: return try CollectionEvaluation.average(flat, part)
        case .min: return try CollectionEvaluation.extreme(flat, .less, profile)
        case .max: return try CollectionEvaluation.extreme(flat, .greater, profile)
        case .unionOfObjects: return .list(results.filter { !$0.isNull })
        case .distinctUnionOfObjects:
            return .list(CollectionEvaluation.distinct(results.filter { !$0.isNull }))
        case .unionOfArrays, .distinctUnionOfArrays, .distinctUnionOfSets:
            var all: [Value] = []
            for result in results { all += try members(result, part) }
            return .list(operation == .unionOfArrays ? all : CollectionEvaluation.distinct(all))
        case .count, .allKeys, .allValues: return .null  // Answered before members are asked.
        }
    }

    private func members(_ value: Value, _ part: String) throws(EvaluationError) -> [Value] {
        try CollectionEvaluation.members(value, part)
    }

    /// The value of one key.
    func value(of value: Value, _ key: String) throws(EvaluationError) -> Value {
        if key == "self" {
            // Key-value coding's `self`: the object itself, as in `scores.@sum.self`.
            if case .dictionary(let entries) = value, let entry = entries[key] { return entry }
            return value
        }
        switch value.kind {
        case .null: return .null
        case .dictionary(let entries): return entries[key] ?? .null
        case .list(let members):
            var results: [Value] = []
            results.reserveCapacity(members.count)
            for member in members {
                switch try self.value(of: member, key) {
                case .list(let inner): results += inner
                case let result: results.append(result)
                }
            }
            return .list(
                isDistinct && results.count > 100
                    ? CollectionEvaluation.distinct(results) : results)
        case .object(let object):
            guard let keyed = object.base as? any KeyedObject else {
                return try MirrorObject(object.base).predicateValue(forKey: key)
            }
            return try keyed.predicateValue(forKey: key)
        case .reference(let reference): return try self.value(behind: reference, key)
        case .location(let location): return try Self.value(of: location, key)
        case .number, .text, .date, .bytes, .scalar, .asset:
            guard !key.hasSuffix(":"), let function = functions[key] else {
                throw Self.undefined(key, in: value.kindPhrase)
            }
            return try function(value, [])
        }
    }

    private func value(
        behind reference: Reference, _ key: String
    ) throws(EvaluationError) -> Value {
        guard let resolve else {
            throw EvaluationError(
                .unsupported,
                "The key \"\(key)\" lies behind a reference, which cannot be followed here.")
        }
        let target: Value?
        do {
            target = try resolve(reference)
        } catch {
            throw error as? EvaluationError
                ?? EvaluationError(
                    .unsupported, "The reference before the key \"\(key)\" cannot be read: \(error)"
                )
        }
        switch target {
        case nil: return .null
        case .reference: throw Self.undefined(key, in: "a reference to a reference")
        case .some(let target): return try self.value(of: target, key)
        }
    }

    private static func value(
        of location: Location, _ key: String
    ) throws(EvaluationError) -> Value {
        switch key {
        case "latitude": return .double(location.latitude)
        case "longitude": return .double(location.longitude)
        case "coordinate":
            return .dictionary([
                "latitude": .double(location.latitude), "longitude": .double(location.longitude),
            ])
        case "altitude": return location.altitude.map { .double($0) } ?? .null
        case "horizontalAccuracy": return location.horizontalAccuracy.map { .double($0) } ?? .null
        case "verticalAccuracy": return location.verticalAccuracy.map { .double($0) } ?? .null
        case "course": return location.course.map { .double($0) } ?? .null
        case "speed": return location.speed.map { .double($0) } ?? .null
        case "timestamp": return location.timestamp.map { .date($0) } ?? .null
        default: throw undefined(key, in: "a location")
        }
    }

    static func undefined(_ key: String, in kind: String) -> EvaluationError {
        EvaluationError(.undefinedKey, "There is no key \"\(key)\" in \(kind).")
    }
}
