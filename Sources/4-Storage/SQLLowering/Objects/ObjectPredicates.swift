import ObjectCore
import RecordCore

/// Predicates over objects of a model as conditions of SQL.
struct ObjectPredicates: ConditionLowering {
    let layout: AppleLayout
    let dialect: any Dialect
    let names: AliasNames
    /// The object asked.
    let row: ObjectScope.Row
    /// The members that variables stand for.
    var variables: [String: ObjectScope.Row] = [:]
    /// Columns of a result that may be asked by their names.
    var columns: [String: ScalarOperand] = [:]
    /// Whether functions calculate over the objects of a group.
    var aggregates = false

    /// Lowers predicates on the objects of an entity.
    init(_ layout: AppleLayout, _ dialect: any Dialect, entity: Int) {
        self.layout = layout
        self.dialect = dialect
        names = AliasNames()
        let alias = names.next()
        let scope = ObjectScope(
            "\(ident: layout.table(of: entity)) \(raw: alias)", names: names)
        row = ObjectScope.Row(
            scope: scope, alias: alias, entity: entity, key: "\(raw: alias).\(ident: "Z_PK")",
            isNullable: false)
    }

    /// Calculating with nil gives nil.
    var reportsArithmetic: Bool { false }

    /// Text as Core Data's own files have it.
    var textProfile: TextProfile { .objects }

    func any(_ parts: [Condition]) -> Condition { Condition.any(parts) }

    func tokens(of storage: FieldStorage, _ words: [Value]) -> Condition { .unknown }

    func column(_ name: String) -> SQLText { row.scope.column(row, name) }

    func withoutIndexes() -> ObjectPredicates { self }

    /// Rows of an entity, or of those that inherit from it too; nil where all rows are.
    func entities(
        _ entity: Int, _ includesSubentities: Bool, of row: ObjectScope.Row
    ) -> SQLText? {
        let asked = layout.model.entities[entity]
        if asked.root == entity, includesSubentities || asked.family.count == 1 { return nil }
        let family = includesSubentities ? asked.family : entity...entity
        let numbers = family.map(layout.number(of:)).sorted()
        let column = row.scope.column(row, "Z_ENT")
        if numbers.count == 1 { return "\(column) = \(numbers[0])" }
        return "\(column) IN (\(numbers.map { SQLText.value(.int($0)) }.joined(", ")))"
    }

    // MARK: Pointers

    func pointers(_ scalar: ScalarOperand, _ op: Operator, _ values: [Value]) -> Condition {
        let rows: [Value]
        switch scalar.kind {
        case .object(let root):
            rows = values.compactMap { value in
                guard case .object(let object) = value, let stored = object.base as? StoredObject,
                    layout.model.entities.indices.contains(stored.key.entity),
                    layout.model.entities[stored.key.entity].root == root
                else { return nil }  // Objects of other trees, and of other programs.
                return .int(stored.key.row)
            }
        case .entity:
            rows = values.compactMap { value in
                guard case .object(let object) = value, let entity = object.base as? StoredEntity,
                    layout.model.entities.indices.contains(entity.number)
                else { return nil }  // Entities that the store does not have.
                return .int(layout.number(of: entity.number))
            }
        case .int, .double, .text, .date, .bytes, .location, .asset, .reference, .memberReference,
            .number, .seconds, .uuid, .url, .decimal, .near:
            return .unknown
        }
        switch op.family {
        case .equality(.equal): return isMember(scalar, rows, kind: .integer)
        case .equality(.notEqual): return isMember(scalar, rows, kind: .integer).negated()
        case .order, .range, .membership, .substring, .pattern, .token, .custom:
            return .unknown
        }
    }

    // MARK: Collections

    func others(
        _ left: Operand, _ right: Operand, _ comparison: Comparison
    ) throws(QueryProblem) -> Condition {
        let (op, options) = (comparison.op, comparison.options)
        switch (left, right) {
        case (.memberCount(let members, let count), .constant(let value)):
            if let some = existence(members, op, value) { return some }
            guard let count = limited(members, op, value) ?? count else { return .unknown }
            return try pair(.scalar(count), right, comparison)
        case (.constant(let value), .memberCount(let members, let count)):
            if let flipped = op.flipped, let some = existence(members, flipped, value) {
                return some
            }
            guard let count = op.flipped.flatMap({ limited(members, $0, value) }) ?? count else {
                return .unknown
            }
            return try pair(left, .scalar(count), comparison)
        case (.memberCount(_, let count), _):
            guard let count else { return .unknown }
            return try pair(.scalar(count), right, comparison)
        case (_, .memberCount(_, let count)):
            guard let count else { return .unknown }
            return try pair(left, .scalar(count), comparison)
        case (.members(let members), .constant(let value)) where op == .contains,
            (.constant(let value), .members(let members)) where op == .in:
            if value.isNull { return .unknown }
            return some(
                members, try compare(member(members), .equal, value, options))
        case (.members(let members), .scalar(let scalar)) where op == .contains,
            (.scalar(let scalar), .members(let members)) where op == .in:
            let same = Comparison(
                comparison.left, .equal, comparison.right, options: options)
            return some(
                members, try pair(.scalar(member(members)), .scalar(scalar), same))
        default: return .unknown  // Pairs that only the evaluator understands.
        }
    }

    func quantified(
        _ comparison: Comparison, _ left: Operand, _ right: Operand, all: Bool
    ) throws(QueryProblem) -> Condition {
        var single = comparison
        single.quantifier = .direct
        switch (left, right) {
        case (.members(let members), _):
            guard let condition = try asked(comparison, of: members, right) else { return .unknown }
            return quantified(members, condition, all: all)
        case (.constant, .members(let members)), (.scalar, .members(let members)):
            if comparison.op == .in {
                // Where a side is nil, ANY fails and ALL holds.
                if all { return .unknown }
                let held = try others(left, right, single)
                guard case .scalar(let scalar) = left else { return held }
                return .all([scalar.isPresent, held])
            }
            guard !single.op.takesCollection else { return .unknown }
            return quantified(
                members, try pair(left, .scalar(member(members)), single), all: all)
        case (.constants(let values), .scalar):
            guard values.count <= 500, comparison.op != .in, !single.op.takesCollection else {
                return .unknown
            }
            var parts: [Condition] = []
            for value in values { parts.append(try pair(.constant(value), right, single)) }
            return all ? .all(parts) : any(parts)
        case (.scalar(let scalar), .constants) where comparison.op == .in:
            let held = try pair(left, right, single)
            return all ? any([scalar.isNull, held]) : .all([scalar.isPresent, held])
        default: return .unknown  // Two collections, or none.
        }
    }

    func alternatives(
        _ asked: [Comparison], _ left: Operand
    ) throws(QueryProblem) -> [Condition] {
        var joined: [Condition] = []
        var others: [Condition] = []
        for comparison in asked {
            guard let right = operand(comparison.right) else {
                others.append(.unknown)
                continue
            }
            if case .members(let members) = left,
                let condition = try self.asked(comparison, of: members, right), condition.isExact
            {
                joined.append(condition)
            } else {
                others.append(try quantified(comparison, left, right, all: false))
            }
        }
        guard case .members(let members) = left, !joined.isEmpty else { return others }
        return [some(members, any(joined))] + others
    }

    /// What a comparison with ANY or ALL asks of each member; nil of two collections.
    private func asked(
        _ comparison: Comparison, of members: ObjectMembers, _ right: Operand
    ) throws(QueryProblem) -> Condition? {
        switch right {
        case .constant, .constants, .scalar: break
        case .list, .subqueryCount, .distance, .tokens, .members, .memberCount: return nil
        }
        let member = member(members)
        var single = comparison
        single.quantifier = .direct
        guard case .contains = comparison.op, member.kind != .text else {
            return try pair(.scalar(member), right, single)
        }
        // A member that can contain nothing is compared; nil contains nothing, not even nil.
        single.op = .equal
        let same = try pair(.scalar(member), right, single)
        let mayBeNil = if case .constant(let value) = right { value.isNull } else { true }
        return mayBeNil ? .all([member.isPresent, same]) : same
    }

    /// A member as a side of a comparison.
    private func member(_ members: ObjectMembers) -> ScalarOperand {
        if let value = members.value { return value }
        return ScalarOperand(
            sql: members.row.key, kind: .object(layout.model.entities[members.row.entity].root),
            isNullable: false)
    }

    private func quantified(
        _ members: ObjectMembers, _ condition: Condition, all: Bool
    ) -> Condition {
        guard all else { return some(members, condition) }
        guard condition.isExact, members.filter.isExact else { return .unknown }
        let opposite = condition.negated()
        if opposite.constant == false { return .holds }
        return Condition(sql: "NOT EXISTS (SELECT 1 \(members.source(opposite)))")
    }

    /// Some member meets a condition.
    private func some(_ members: ObjectMembers, _ condition: Condition) -> Condition {
        if condition.constant == false || members.filter.constant == false { return .fails }
        return Condition(
            sql: "EXISTS (SELECT 1 \(members.source(condition)))",
            isExact: condition.isExact && members.filter.isExact)
    }

    /// The condition on a number of members that only tests whether there are any.
    private func existence(_ members: ObjectMembers, _ op: Operator, _ value: Value) -> Condition? {
        guard case .int(let number) = value else { return nil }
        switch (op, number) {
        case (.greater, 0), (.greaterOrEqual, 1): return some(members, .holds)
        case (.notEqual, 0) where members.presence == nil: return some(members, .holds)
        case (.equal, 0) where members.presence == nil,
            (.less, 1) where members.presence == nil,
            (.lessOrEqual, 0) where members.presence == nil:
            return some(members, .holds).negated()
        default:
            // More than none are wanted, of members of which SQL finds too many.
            guard !members.filter.isExact, number > 0,
                op == .greater || op == .equal
                    || op == .greaterOrEqual
            else { return nil }
            return some(members, .holds).asSuperset()
        }
    }
}
