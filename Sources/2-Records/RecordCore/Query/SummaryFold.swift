import Foundation

/// Calculates summaries row by row: the one meaning of groups, sums and extremes, for stores
/// without SQL, for what SQL does not decide, and for `quarry filter`.
///
///     var fold = SummaryFold(groups: 1, [.group(0), .calculated(.sum, input: 0, isReal: false)])
///     try fold.add(group: ["CH"], inputs: [434_008])
///     try fold.results(orderedBy: [], limit: nil, offset: 0)  // [["CH", 434008]]
public struct SummaryFold: Sendable {
    /// One value of each result.
    ///
    ///     // The country, how many cities it has, and how many live in them.
    ///     var fold = SummaryFold(
    ///         groups: 1,
    ///         [
    ///             .group(0), .calculated(.count, input: nil, isReal: false),
    ///             .calculated(.sum, input: 0, isReal: false),
    ///         ])
    ///     try fold.add(group: ["CH"], inputs: [434_008])
    ///     try fold.add(group: ["CH"], inputs: [134_591])
    ///     try fold.results(orderedBy: [], limit: nil, offset: 0)  // [["CH", 2, 568599]]
    public enum Column: Hashable, Sendable {
        /// A value that the rows of a group have in common.
        case group(Int)
        /// A value calculated over an input of the rows; over the rows where there is none.
        /// `isReal` says that a sum is a floating-point number, also of nothing.
        case calculated(SummaryFunction, input: Int?, isReal: Bool)
    }

    /// One term of the order of the results.
    ///
    ///     let most = SummaryFold.Term(.column(2), ascending: false)
    ///     try fold.results(orderedBy: [most], limit: 1, offset: 0)  // [["FR", 1, 2103778]]
    public struct Term: Hashable, Sendable {
        /// What is looked at.
        ///
        ///     // `rows` as in SummaryFold.Result: a country, and how many cities it has.
        ///     let name = SummaryFold.Term(.group(0), ascending: false)
        ///     SummaryFold.page(rows, orderedBy: [name], limit: nil, offset: 0)  // [["FR", 1], ["CH", 2]]
        ///     let most = SummaryFold.Term(.column(1), ascending: false)
        ///     SummaryFold.page(rows, orderedBy: [most], limit: nil, offset: 0)  // [["CH", 2], ["FR", 1]]
        public enum Subject: Hashable, Sendable {
            /// A column.
            case column(Int)
            /// A value that the rows of a group have in common.
            case group(Int)
        }

        /// What is looked at.
        public let subject: Subject
        /// Whether the smallest comes first.
        public let ascending: Bool

        /// Creates an ordering term over a part of the results.
        public init(_ subject: Subject, ascending: Bool) {
            self.subject = subject
            self.ascending = ascending
        }
    }

    /// A result, with what its group has in common.
    ///
    ///     let rows = [
    ///         SummaryFold.Result(group: ["FR"], values: ["FR", 1]),
    ///         SummaryFold.Result(group: ["CH"], values: ["CH", 2]),
    ///     ]
    ///     SummaryFold.page(rows, orderedBy: [], limit: nil, offset: 0)  // [["CH", 2], ["FR", 1]]
    public struct Result: Sendable {
        /// The values of the grouping.
        public var group: [Value]
        /// The values of the columns.
        public var values: [Value]

        /// Creates a result from the group's keys and the values of the columns.
        public init(group: [Value], values: [Value]) {
            self.group = group
            self.values = values
        }
    }

    /// How many groups, and different values within them, are kept in memory.
    public static let capacity = 1_000_000

    private let columns: [Column]
    private let profile: TextProfile
    private let capacity: Int
    private let isGrouped: Bool
    private var places: [[Value]: Int] = [:]
    private var groups: [[Value]] = []
    /// The calculations of each group, one for each column that is calculated, in a row.
    private var calculations: [SummaryCalculation] = []
    private let fresh: [SummaryCalculation]
    private var differentValues = 0

    /// A fold without any rows.
    ///
    /// - Parameters:
    ///   - groups: How many values the grouping has; with 0 there is one result of all rows.
    ///   - columns: The values of each result.
    ///   - profile: How text is ordered.
    ///   - capacity: How many groups and different values are kept before it fails.
    public init(
        groups: Int, _ columns: [Column], profile: TextProfile = .records,
        capacity: Int = SummaryFold.capacity
    ) {
        self.columns = columns
        self.profile = profile
        self.capacity = capacity
        isGrouped = groups > 0
        fresh = columns.compactMap { column in
            if case .calculated(let function, let input, let isReal) = column {
                SummaryCalculation(function, input: input, isReal: isReal)
            } else {
                nil
            }
        }
        if !isGrouped {
            self.groups = [[]]
            calculations = fresh
        }
    }

    /// Takes a row in.
    ///
    /// - Throws: `EvaluationError` for values that the function is not for, and where there are
    ///   more groups than ``capacity``.
    public mutating func add(
        group: [Value], inputs: [Value]
    ) throws(EvaluationError) {
        let key = group.map(\.grouped)
        let known = isGrouped ? places[key] : 0
        // A row that is refused leaves nothing behind.
        for offset in fresh.indices {
            try (known.map { calculations[$0 * fresh.count + offset] } ?? fresh[offset])
                .check(inputs)
        }
        var place = 0
        if isGrouped {
            if let known {
                place = known
            } else {
                place = groups.count
                places[key] = place
                groups.append(key)
                calculations.append(contentsOf: fresh)
                try checkCapacity()
            }
        }
        let first = place * fresh.count
        for offset in fresh.indices {
            if try calculations[first + offset].add(inputs, profile) {
                differentValues += 1
                try checkCapacity()
            }
        }
    }

    private func checkCapacity() throws(EvaluationError) {
        guard groups.count + differentValues > capacity else { return }
        throw SummaryFold.tooMany(capacity)
    }

    /// What is said where there are more groups than are kept in memory.
    public static func tooMany(_ capacity: Int = SummaryFold.capacity) -> EvaluationError {
        EvaluationError(
            .unsupported,
            "There are more than \(capacity) groups and different values: group by fewer fields, "
                + "or ask for fewer rows.")
    }

    /// The results in order.
    ///
    /// - Throws: `EvaluationError` for a sum that is too large for its kind of number.
    public func results(
        orderedBy ordering: [Term], limit: Int?, offset: Int
    ) throws(EvaluationError) -> [[Value]] {
        var results: [Result] = []
        results.reserveCapacity(groups.count)
        for (place, group) in groups.enumerated() {
            var next = place * fresh.count
            var values: [Value] = []
            values.reserveCapacity(columns.count)
            for column in columns {
                switch column {
                case .group(let place): values.append(group[place])
                case .calculated:
                    values.append(try calculations[next].result())
                    next += 1
                }
            }
            results.append(Result(group: group, values: values))
        }
        return SummaryFold.page(
            results, orderedBy: ordering, limit: limit, offset: offset, profile: profile)
    }

    /// A page of results in order; ties go by the grouping, upwards.
    public static func page(
        _ results: [Result], orderedBy ordering: [Term], limit: Int?, offset: Int,
        profile: TextProfile = .records
    ) -> [[Value]] {
        func order(_ a: Value, _ b: Value) -> Order {
            ValueComparison.sortOrder(a, b, .literal, profile: profile)
        }
        let sorted = results.sorted { a, b in
            for term in ordering {
                let found =
                    switch term.subject {
                    case .column(let place): order(a.values[place], b.values[place])
                    case .group(let place): order(a.group[place], b.group[place])
                    }
                if found != .equal { return found == (term.ascending ? .less : .greater) }
            }
            for (one, other) in zip(a.group, b.group) {
                let found = order(one, other)
                if found != .equal { return found == .less }
            }
            return false
        }
        return sorted.dropFirst(offset).prefix(limit ?? Int.max).map(\.values)
    }

    // MARK: Sums

    /// A sum of integers as a value.
    ///
    /// - Throws: `EvaluationError` where it does not fit into 64 bits.
    public static func sum(_ total: Int128) throws(EvaluationError) -> Value {
        guard let small = Int64(exactly: total) else { throw overflow }
        return .int(small)
    }

    /// A sum of floating-point numbers as a value.
    public static func sum(_ total: Double) throws(EvaluationError) -> Value {
        guard total.isFinite else { throw overflow }
        return .double(total)
    }

    /// The mean of numbers; nil of nothing.
    public static func average(
        _ total: Double, of count: Int64
    ) throws(EvaluationError) -> Value {
        count == 0 ? .null : try sum(total / Double(count))
    }

    /// The mean of integers by their exact sum; nil of nothing.
    public static func average(
        _ total: Int128, of count: Int64
    ) throws(EvaluationError) -> Value {
        count == 0 ? .null : .double(Double(total) / Double(count))
    }

    /// What is said where a sum is too large for its kind of number.
    package static var overflow: EvaluationError {
        EvaluationError(
            .arithmetic,
            "The sum is too large for its kind of number: sum fewer records, or take the average.")
    }
}

extension Value {
    /// The value as groups have it: what equal values may differ in is left out, the part of a
    /// date below a microsecond, the action of a reference, the sign of zero.
    public var grouped: Value {
        switch kind {
        case .date(let date): .date(Date(microseconds: date.microseconds))
        case .reference(let reference): .reference(Reference(reference.recordID))
        case .number(.double(let number)): .double(number == 0 ? 0 : number)
        case .null, .number(.int), .number(.decimal), .text, .bytes, .scalar, .location, .asset,
            .list, .dictionary, .object:
            self
        }
    }
}

/// One calculation over one group.
private struct SummaryCalculation: Sendable {
    private let function: SummaryFunction
    private let input: Int?
    private let isReal: Bool
    private var count: Int64 = 0
    private var whole: Int128 = 0
    /// A sum of floating-point numbers, and what its additions lost, after Neumaier.
    private var real = 0.0
    private var lost = 0.0
    private var decimal = Decimal.zero
    private var hasReal = false
    private var hasDecimal = false
    private var best = Value.null
    private var different: Set<Value> = []

    init(_ function: SummaryFunction, input: Int?, isReal: Bool) {
        self.function = function
        self.input = input
        self.isReal = isReal
    }

    /// Refuses values that the function is not for, before anything is counted.
    func check(_ inputs: [Value]) throws(EvaluationError) {
        guard let input else { return }
        let value = inputs[input]
        switch function {
        case .count, .countDistinct: return
        case .sum, .average:
            guard !value.isNull, !value.isNumber else { return }
            throw EvaluationError(
                .incompatibleValues, "\(function.rawValue) takes numbers, not \(value.kindName).")
        case .min, .max:
            if value.isNull { return }
            guard value.isOrdered else {
                throw EvaluationError(
                    .incompatibleValues,
                    "\(function.rawValue) takes numbers, text and dates, not \(value.kindName).")
            }
            guard best.isNull || best.kindName == value.kindName else {
                throw EvaluationError(
                    .incompatibleValues,
                    "\(function.rawValue) compares values of one kind, not \(best.kindName) with "
                        + "\(value.kindName).")
            }
        }
    }

    /// Takes a row in; whether it had a value that is kept.
    mutating func add(
        _ inputs: [Value], _ profile: TextProfile
    ) throws(EvaluationError) -> Bool {
        guard let input else {
            count += 1
            return false
        }
        let value = inputs[input]
        if value.isNull { return false }
        switch function {
        case .count: count += 1
        case .countDistinct: return different.insert(value.grouped).inserted
        case .sum, .average:
            count += 1
            add(number: value)
        case .min, .max:
            let wanted: Order = function == .min ? .less : .greater
            if best.isNull {
                best = value.grouped
            } else if try ValueComparison.order(value, best, profile: profile) == wanted {
                best = value.grouped
            }
        }
        return false
    }

    private mutating func add(number: Value) {
        switch number.kind {
        case .number(.int(let number)): whole += Int128(number)
        case .number(.double(let number)):
            hasReal = true
            let sum = real + number
            if sum.isFinite {
                lost += abs(real) >= abs(number) ? (real - sum) + number : (number - sum) + real
            }
            real = sum
        case .number(.decimal(let number)):
            hasDecimal = true
            decimal += number
        case .null, .text, .date, .bytes, .scalar, .reference, .location, .asset, .list,
            .dictionary, .object:
            break  // Refused before.
        }
    }

    /// The sum of everything as a floating-point number.
    private var total: Double {
        Double(whole) + decimal.nearestDouble + (real + lost)
    }

    func result() throws(EvaluationError) -> Value {
        switch function {
        case .count: return .int(count)
        case .countDistinct: return .int(Int64(different.count))
        case .min, .max: return best
        case .sum:
            if hasReal || isReal { return try SummaryFold.sum(total) }
            if !hasDecimal { return try SummaryFold.sum(whole) }
            // Its digits are those of a decimal, which has more of them than 64 bits.
            return .decimal(decimal + (Decimal(string: "\(whole)") ?? .nan))
        case .average:
            if !hasReal, !hasDecimal { return try SummaryFold.average(whole, of: count) }
            return try SummaryFold.average(total, of: count)
        }
    }
}

extension Value {
    fileprivate var isOrdered: Bool {
        switch kind {
        case .number, .text, .date: true
        case .null, .bytes, .scalar, .reference, .location, .asset, .list, .dictionary, .object:
            false
        }
    }

    /// The kind of the value in messages.
    fileprivate var kindName: String {
        if case .bytes = self { return "bytes" }
        if case .list = self { return "a list" }
        return kindPhrase
    }
}
