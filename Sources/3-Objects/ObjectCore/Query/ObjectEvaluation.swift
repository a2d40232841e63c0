public import PredicateCore

/// Asks predicates, orders and calculations of rows: what a question means, in memory.
///
///     let evaluation = ObjectEvaluation(reader, entity: employee.number)
///     let test = try evaluation.evaluator(query.predicate)
///     let found = try evaluation.sorted(test.filter(rows), by: query.ordering)
///
/// Every store uses it: the one in memory for all, the others for what their engine cannot
/// decide.
public struct ObjectEvaluation: Sendable {
    /// Reads the values of objects from their source.
    public let reader: SourceReader
    /// The number of the entity that is asked.
    public let entity: Int
    /// The variables and the clock.
    public var context: EvaluationContext

    /// An evaluation of objects of an entity and of those that inherit from it.
    public init(
        _ reader: SourceReader, entity: Int, context: EvaluationContext
    ) {
        self.reader = reader
        self.entity = entity
        self.context = context
    }

    /// A predicate, ready to be asked of rows.
    public func evaluator(
        _ predicate: QueryPredicate
    ) throws(EvaluationError) -> Evaluator<ObjectRow> {
        let asked = DateArithmetic(reader.model, entity: entity).rewritten(predicate)
        return try Evaluator(asked, context: context, self: this, field: field)
    }

    /// An expression, ready to be calculated for rows.
    public func evaluator(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> ExpressionEvaluator<ObjectRow> {
        let asked = DateArithmetic(reader.model, entity: entity).rewritten(expression)
        return try ExpressionEvaluator(asked, context: context, self: this, field: field)
    }

    /// Rows in order; ties by row.
    ///
    /// - Parameter rows: Rows in the order of their numbers.
    public func sorted(
        _ rows: [ObjectRow], by ordering: [Ordering]
    ) throws(EvaluationError) -> [ObjectRow] {
        if ordering.isEmpty { return rows }
        let comparator = try OrderingComparator<ObjectRow>(
            ordering, context: context, self: this, field: ordering.sortsByRow ? place : field)
        // Sorting is stable in practice and not by promise: the place decides ties.
        return try comparator.sorted(rows)
    }

    /// The object itself.
    var this: FieldAccessor<ObjectRow> {
        let reader = reader
        return .value { row in reader.object(row.key) }
    }

    /// The row in the place of the object itself.
    private func place(_ name: String) -> FieldAccessor<ObjectRow>? {
        name == "self" || name == "objectID" ? .int { $0.key.place } : field(name)
    }

    /// How a property is read, typed where the attribute is.
    func field(_ name: String) -> FieldAccessor<ObjectRow>? {
        if name == "self" || name == "objectID" { return this }
        let reader = reader
        let asked = reader.model.entities[entity]
        guard let property = asked.properties[name] else {
            // A property of an entity that inherits: nil for the others.
            return .value { row throws(EvaluationError) in
                guard let found = reader.model.entities[row.key.entity].properties[name] else {
                    return name == "entity"
                        ? .object(ObjectValue(StoredEntity(row.key.entity))) : .null
                }
                return try reader.value(in: row, found)
            }
        }
        guard case .attribute(let place) = property else {
            return .value { row throws(EvaluationError) in try reader.value(in: row, property) }
        }
        switch asked.attributes[place].type {
        case .integer16, .integer32, .integer64, .boolean:
            return .int { row in
                if case .int(let number) = row.attributes[place] { number } else { nil }
            }
        case .string:
            return .text { row in
                if case .text(let text) = row.attributes[place] { text } else { nil }
            }
        case .date:
            return .date { row in
                if case .date(let date) = row.attributes[place] { date } else { nil }
            }
        case .transformable:
            let (model, attribute) = (reader.model, asked.attributes[place])
            return .value { row in model.asked(row.attributes[place], of: attribute) }
        case .undefined, .decimal, .double, .float, .binary, .uuid, .uri, .objectID, .composite:
            return .value { row in row.attributes[place] }
        }
    }
}

extension Ordering {
    /// Whether objects are sorted by themselves, which is by their rows: the key is `self` or `objectID`.
    package var isByRow: Bool {
        guard case .keyPath(let path) = key else { return false }
        return path.singleKey == "self" || path.singleKey == "objectID"
    }
}

extension [Ordering] {
    /// Whether objects are sorted by their rows, last or first.
    package var sortsByRow: Bool { contains(where: \.isByRow) }
}

extension ObjectKey {
    /// The row, those that are not saved yet last and in the order in which they were made.
    package var place: Int64 { row >= 0 ? row : (1 << 62) - row }
}

extension EvaluationContext {
    /// How predicates are asked of objects of a store: calculating with what is no number gives
    /// nil, as in SQL, and text is ordered as the store orders it.
    ///
    ///     ObjectEvaluation(reader, entity: number, context: .objects(store.textProfile))
    public static func objects(_ profile: TextProfile) -> EvaluationContext {
        var context = EvaluationContext()
        context.failedArithmeticIsNil = true
        context.textProfile = profile
        return context
    }
}

extension Array {
    /// The part after an offset, at most a number of elements.
    ///
    ///     [1, 2, 3].page(limit: 1, offset: 1)  // [2]
    public func page(limit: Int?, offset: Int) -> [Element] {
        if limit == nil, offset <= 0 { return self }
        let rest = dropFirst(Swift.max(0, offset))
        return Array(limit.map { rest.prefix(Swift.max(0, $0)) } ?? rest)
    }
}
