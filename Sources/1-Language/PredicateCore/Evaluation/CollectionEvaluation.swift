import Foundation

/// What collections add up to: the `@` operators of key paths and the functions over lists.
enum CollectionEvaluation {
    /// The sum of the numbers, missing ones skipped; 0 of nothing.
    static func sum(_ members: [Value], _ part: String) throws(EvaluationError) -> Value {
        // Only the sum of all must fit into 64 bits, whatever order they come in.
        var whole = Int128(0)
        // From the first number on that is no integer.
        var total = Value.null
        for member in members where !member.isNull {
            guard member.isNumber else { throw notANumber(member, part) }
            if total.isNull, case .int(let number) = member {
                whole += Int128(number)
            } else {
                if total.isNull { total = value(of: whole) }
                total = try Arithmetic.apply(.add, total, member)
                if total.isNull { throw Arithmetic.overflow(part) }
            }
        }
        guard total.isNull else { return total }
        // A sum of many is no place to wrap round.
        guard let small = Int64(exactly: whole) else { throw Arithmetic.overflow(part) }
        return .int(small)
    }

    /// A sum of integers as a number to which another is added.
    private static func value(of whole: Int128) -> Value {
        Int64(exactly: whole).map(Value.int) ?? .decimal(Decimal(string: "\(whole)") ?? .nan)
    }

    /// The mean of the numbers, missing ones skipped; nil of nothing.
    static func average(_ members: [Value], _ part: String) throws(EvaluationError) -> Value {
        let numbers = members.filter { !$0.isNull }
        guard !numbers.isEmpty else { return .null }
        if numbers.contains(where: { if case .decimal = $0 { true } else { false } }) {
            return try Arithmetic.apply(
                .divide, try sum(numbers, part), .decimal(Decimal(numbers.count)))
        }
        var total = 0.0
        // Of integers alone the sum is exact, as the engines of stores have it.
        var whole: Int128? = 0
        for number in numbers {
            total += try double(number, part)
            if case .int(let integer) = number { whole? += Int128(integer) } else { whole = nil }
        }
        return .double((whole.map { Double($0) } ?? total) / Double(numbers.count))
    }

    /// The smallest or the largest member, missing ones skipped; nil of nothing.
    static func extreme(
        _ members: [Value], _ wanted: Order, _ profile: TextProfile
    ) throws(EvaluationError) -> Value {
        var best = Value.null
        for member in members where !member.isNull {
            if best.isNull {
                best = member
            } else if try ValueComparison.order(member, best, profile: profile) == wanted {
                best = member
            }
        }
        return best
    }

    /// The middle of the sorted numbers; between two, their mean.
    static func median(_ members: [Value], _ part: String) throws(EvaluationError) -> Value {
        for member in members where !member.isNull && !member.isNumber {
            throw notANumber(member, part)
        }
        let sorted = members.filter { !$0.isNull }
            .sorted { ValueComparison.sortOrder($0, $1) == .less }
        guard !sorted.isEmpty else { return .null }
        let middle = sorted.count / 2
        if sorted.count % 2 == 1 { return sorted[middle] }
        return try average([sorted[middle - 1], sorted[middle]], part)
    }

    /// The members that occur most often, in the order in which they first occur.
    static func mode(_ members: [Value]) -> Value {
        var counts: [Value: Int] = [:]
        var order: [Value] = []
        for member in members where !member.isNull {
            if counts.updateValue((counts[member] ?? 0) + 1, forKey: member) == nil {
                order.append(member)
            }
        }
        let most = counts.values.max() ?? 0
        return .list(order.filter { counts[$0] == most })
    }

    /// The standard deviation of the population; nil of nothing.
    static func deviation(_ members: [Value], _ part: String) throws(EvaluationError) -> Value {
        var numbers: [Double] = []
        for member in members where !member.isNull { numbers.append(try double(member, part)) }
        guard !numbers.isEmpty else { return .null }
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return .double((squares / Double(numbers.count)).squareRoot())
    }

    /// The members, each once, in the order in which they first occur.
    static func distinct(_ members: [Value]) -> [Value] {
        var seen: Set<Value> = []
        return members.filter { seen.insert($0).inserted }
    }

    /// A collection of both, by a set operator; nil counts as empty.
    static func combine(
        _ operation: SetOperator, _ a: Value, _ b: Value
    ) throws(EvaluationError) -> Value {
        let left = try members(a, operation.rawValue)
        let right = try members(b, operation.rawValue)
        switch operation {
        case .union: return .list(distinct(left + right))
        case .intersect:
            let wanted = Set(right)
            return .list(distinct(left).filter(wanted.contains))
        case .minus:
            let unwanted = Set(right)
            return .list(distinct(left).filter { !unwanted.contains($0) })
        }
    }

    /// The members of a collection; of nil none, of anything else an error.
    static func members(_ value: Value, _ part: String) throws(EvaluationError) -> [Value] {
        if value.isNull { return [] }
        guard let members = value.members else {
            throw EvaluationError(
                .notACollection, "\(part) needs a collection and met \(value.kindPhrase).")
        }
        return members
    }

    private static func double(_ value: Value, _ part: String) throws(EvaluationError) -> Double {
        guard value.isNumber else { throw notANumber(value, part) }
        return try Arithmetic.double(value, part)
    }

    private static func notANumber(_ value: Value, _ part: String) -> EvaluationError {
        EvaluationError(
            .incompatibleValues, "\(part) needs numbers and met \(value.kindPhrase) among them.")
    }
}
