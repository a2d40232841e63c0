public import Foundation

/// Values calculated from the records of a query: groups, counts, sums, extremes.
///
///     // How many people live in the cities of each country, the largest sum first.
///     RecordSummaryQuery(
///         RecordQuery("City", orderedBy: [Ordering("people", ascending: false)]),
///         columns: [.field("country"), .init("people", .sum, of: "population")],
///         grouping: ["country"])
///
/// `SummaryQuery` is the same for objects of Core Data. Nil is skipped: a sum of nothing is 0,
/// an average and an extreme of nothing are nil, and ``SummaryFunction/count`` without a field
/// counts records.
public struct RecordSummaryQuery: Hashable, Sendable {
    /// One value of each result.
    ///
    ///     RecordSummaryQuery.Column("people", .sum, of: "population")
    ///     RecordSummaryQuery.Column.field("country")   // one of the grouping
    public struct Column: Hashable, Sendable {
        /// The name by which results are sorted and shown.
        public var name: String
        /// What is calculated; nil for the field itself, which must be one of the grouping.
        public var function: SummaryFunction?
        /// The field; nil only for a count of records.
        public var field: String?

        /// A value calculated over the records of a group.
        public init(_ name: String, _ function: SummaryFunction, of field: String? = nil) {
            self.name = name
            self.function = function
            self.field = field
        }

        /// A field that the records of a group have in common.
        public static func field(_ field: String) -> Column {
            var column = Column(field, .count, of: field)
            column.function = nil
            return column
        }
    }

    /// The records looked at; ordering, limit and offset are those of the results.
    ///
    /// An ordering names a column or a field of the grouping. Ties, and an empty list, go by the
    /// grouping, upwards.
    public var records: RecordQuery
    /// The values of each result.
    public var columns: [Column]
    /// The fields that the records of one result have in common; empty for one result of all.
    public var grouping: [String]

    /// Creates a query over the matching records; without `grouping` they form one group.
    public init(_ records: RecordQuery, columns: [Column], grouping: [String] = []) {
        self.records = records
        self.columns = columns
        self.grouping = grouping
    }

    /// A query for the different values of some fields, each combination once.
    public init(distinct fields: [String], of records: RecordQuery) {
        self.init(records, columns: fields.map(Column.field), grouping: fields)
    }
}

/// What may be calculated over a group.
///
///     let query = RecordSummaryQuery(
///         RecordQuery("City"),
///         columns: [.init("cities", .count), .init("people", .sum, of: "population")])
///     try await store.summarize(query, in: .public)  // [[2, 4886660]]
public enum SummaryFunction: String, Hashable, Sendable, CaseIterable {
    /// How many records there are, or how many have a value of a field.
    case count
    /// How many different values there are; nil is none of them.
    case countDistinct
    /// The sum of numbers; 0 of nothing. A sum of integers beyond 64 bits is an error.
    case sum
    /// The mean of numbers, a floating-point number; nil of nothing.
    case average
    /// The smallest number, the earliest date, the first text by its characters; nil of nothing.
    case min
    /// The largest number, the latest date, the last text by its characters; nil of nothing.
    case max
}

/// A ``RecordSummaryQuery`` that a store may run: its fields are known, and have what is asked
/// of them.
///
///     let people = RecordSummaryQuery(
///         RecordQuery("City"),
///         columns: [.field("country"), .init("people", .sum, of: "population")],
///         grouping: ["country"])
///     let checked = try QueryChecker.check(people, schema: schema)
///     checked.groups.map(\.name)  // ["country"]
///     checked.inputs.map(\.name)  // ["population"]
///
/// Only ``QueryChecker`` makes one.
public struct CheckedSummary: Hashable, Sendable {
    /// A key of the record type.
    ///
    ///     if case .field(let field) = checked.groups[0].key { print(field.name) }  // country
    public struct Key: Hashable, Sendable {
        /// The name in the checked query.
        public let name: String
        /// What it stands for.
        public let key: ResolvedKey
    }

    /// The query as it was asked.
    public let query: RecordSummaryQuery
    /// The records looked at, without order and page.
    public let records: CheckedQuery
    /// What the records of a group have in common.
    public let groups: [Key]
    /// What is calculated over, each key once.
    public let inputs: [Key]
    /// How results are made of ``groups`` and ``inputs``.
    public let columns: [SummaryFold.Column]
    /// The order of the results, without what ties go by.
    public let ordering: [SummaryFold.Term]
}

extension QueryChecker {
    /// A summary as a store runs it.
    ///
    /// - Throws: ``QueryProblem`` for unknown fields, for fields that the function is not for,
    ///   and for columns and orderings that the grouping lacks, with what to write instead.
    public static func check(
        _ summary: RecordSummaryQuery, schema: RecordSchema,
        environment: StoreEnvironment = .development, now: Date = Date(),
        limits: StoreLimits = StoreLimits(), names: OwnerNames? = nil
    ) throws(QueryProblem) -> CheckedSummary {
        guard summary.records.offset >= 0, summary.records.limit ?? 0 >= 0 else {
            throw QueryProblem(.unsupported, "A limit and an offset count from 0.")
        }
        guard summary.records.after == nil else {
            throw QueryProblem(
                .unsupported, "A summary does not begin behind a record.",
                advice: "Use an offset of the results.")
        }
        guard !summary.columns.isEmpty else {
            throw QueryProblem(
                .unsupported, "A summary needs a column.", advice: "Ask for count().")
        }
        var records = summary.records
        records.ordering = []
        records.limit = nil
        records.offset = 0
        records.desiredKeys = nil
        // An unknown type is reported before its unknown fields.
        var checked = try check(
            records, schema: schema, environment: environment, now: now, limits: limits,
            names: names)
        var plan = SummaryPlan(type: checked.type)
        for name in summary.grouping { try plan.group(by: name) }
        for column in summary.columns { try plan.add(column) }
        for term in summary.records.ordering { try plan.add(term, of: summary) }
        records.desiredKeys = (plan.groups + plan.inputs).compactMap { key in
            if case .field(let field) = key.key { field.name } else { nil }
        }
        checked = try check(
            records, schema: schema, environment: environment, now: now, limits: limits,
            names: names)
        return CheckedSummary(
            query: summary, records: checked, groups: plan.groups, inputs: plan.inputs,
            columns: plan.columns, ordering: plan.ordering)
    }
}

/// A summary while it is checked.
private struct SummaryPlan {
    let type: RecordType
    let fields: [String: Field]
    var groups: [CheckedSummary.Key] = []
    var inputs: [CheckedSummary.Key] = []
    var columns: [SummaryFold.Column] = []
    var ordering: [SummaryFold.Term] = []

    init(type: RecordType) {
        self.type = type
        fields = type.fieldsByName
    }

    private func resolve(_ name: String) throws(QueryProblem) -> CheckedSummary.Key {
        if let system = SystemField.named(name) {
            return CheckedSummary.Key(name: system.queryNames[0], key: .system(system))
        }
        if let field = fields[name] { return CheckedSummary.Key(name: name, key: .field(field)) }
        let near = Suggestions.nearest(to: name, among: fields.keys.sorted())
        throw QueryProblem(
            .unknownField, "Did not find field: '\(name)' in type: '\(type.name)'",
            advice: near.map { "Did you mean \($0)?" })
    }

    mutating func group(by name: String) throws(QueryProblem) {
        let key = try resolve(name)
        if case .field(let field) = key.key, !field.type.isComparable {
            throw QueryProblem(
                .typeMismatch, "Records are not grouped by a \(field.typeName): '\(name)'.",
                advice: "Group by numbers, text, dates, bytes and references.")
        }
        groups.append(key)
    }

    mutating func add(_ column: RecordSummaryQuery.Column) throws(QueryProblem) {
        guard let function = column.function else {
            let name = column.field ?? column.name
            let key = try resolve(name)
            guard let place = groups.firstIndex(of: key) else {
                throw QueryProblem(
                    .unsupported, "'\(name)' may differ among the records of a group.",
                    advice: "Group by it, or take min(\(name)) or max(\(name)).")
            }
            columns.append(.group(place))
            return
        }
        guard let name = column.field else {
            guard function == .count else {
                throw QueryProblem(
                    .unsupported, "\(function.rawValue)() needs a field.",
                    advice: "Write \(function.rawValue)(field); only count() counts records.")
            }
            columns.append(.calculated(.count, input: nil, isReal: false))
            return
        }
        let key = try resolve(name)
        let type: FieldType =
            if case .field(let field) = key.key { field.type } else { .single(key.key.scalar) }
        let isTaken: Bool
        let needed: String
        switch function {
        case .count: (isTaken, needed) = (true, "")
        case .countDistinct:
            (isTaken, needed) = (type.isComparable, "numbers, text, dates, bytes and references")
        case .sum, .average:
            (isTaken, needed) = (!type.isList && type.scalar.isNumber, "numbers")
        case .min, .max:
            (isTaken, needed) = (!type.isList && type.scalar.hasOrder, "numbers, text and dates")
        }
        guard isTaken else {
            throw QueryProblem(
                .typeMismatch, "\(function.rawValue)(\(name)): '\(name)' is \(type.name).",
                advice: "\(function.rawValue) takes \(needed).")
        }
        let place = inputs.firstIndex(of: key) ?? inputs.count
        if place == inputs.count { inputs.append(key) }
        columns.append(.calculated(function, input: place, isReal: type == .single(.double)))
    }

    mutating func add(_ term: Ordering, of summary: RecordSummaryQuery) throws(QueryProblem) {
        guard case .keyPath(let path) = term.key, term.textOrder == .literal else {
            throw QueryProblem(
                .unsupported, "Results are sorted by their values, text by its characters.")
        }
        if let place = summary.columns.firstIndex(where: { $0.name == path.text }) {
            ordering.append(.init(.column(place), ascending: term.ascending))
        } else if let place = summary.grouping.firstIndex(of: path.text) {
            ordering.append(.init(.group(place), ascending: term.ascending))
        } else {
            var names = summary.columns.map(\.name)
            for name in summary.grouping where !names.contains(name) { names.append(name) }
            throw QueryProblem(
                .unknownField, "The results have no '\(path.text)'.",
                part: "sorted by \(path.text)",
                advice: "Sort by \(names.joined(separator: ", ")).")
        }
    }
}
