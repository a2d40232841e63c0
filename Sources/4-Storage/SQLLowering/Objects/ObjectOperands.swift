import ObjectCore
import RecordCore

/// What the sides of a comparison are in objects: attributes, paths, members, aggregates.
extension ObjectPredicates {
    /// An expression that reads the object asked, or one that a variable stands for.
    func leaf(_ expression: QueryExpression, depth: Int) -> Operand? {
        guard depth < 100 else { return nil }
        switch expression {
        case .this: return self.object(row)
        case .keyPath(let path):
            if let name = path.singleKey, let column = columns[name] { return .scalar(column) }
            return follow(path.steps[...], from: row)
        case .variable(let name):
            if let column = columns[name] { return .scalar(column) }
            return variables[name].map(object)
        case .path(.this, let path): return follow(path.steps[...], from: row)
        case .path(.variable(let name), let path):
            return variables[name].flatMap { follow(path.steps[...], from: $0) }
        case .path(.keyPath(let first), let path):
            return follow((first.steps + path.steps)[...], from: row)
        case .path(.subquery(let collection, let variable, let predicate), let path):
            guard
                let members = subquery(collection, variable, predicate, depth: depth + 1)
            else { return nil }
            return follow(path.steps[...], from: members)
        case .subquery(let collection, let variable, let predicate):
            return subquery(collection, variable, predicate, depth: depth + 1)
                .map(Operand.members)
        case .function(let function, let arguments):
            guard arguments.count == 1 else { return nil }
            if aggregates, expression.isAggregate { return aggregate(function, arguments[0]) }
            let operation: CollectionOperator
            switch function {
            case .count: operation = .count
            case .sum: operation = .sum
            case .min: operation = .min
            case .max: operation = .max
            case .average: operation = .avg
            default: return nil  // Of values, not of collections.
            }
            guard case .members(let members)? = operand(arguments[0], depth: depth + 1) else {
                return nil
            }
            return calculated(operation, members)
        case .constant, .path, .index, .call, .cast, .aggregate, .conditional, .set,
            .assignment, .anyKey, .fetch, .block:
            return nil
        }
    }

    private func object(_ row: ObjectScope.Row) -> Operand {
        return .scalar(
            ScalarOperand(
                sql: row.key, kind: .object(layout.model.entities[row.entity].root),
                isNullable: row.isNullable))
    }

    // MARK: Paths

    /// What keys lead to from a row.
    func follow(_ steps: ArraySlice<QueryKeyPath.Step>, from start: ObjectScope.Row) -> Operand? {
        var row = start
        var steps = steps
        while let step = steps.popFirst() {
            guard case .key(let name) = step else { return nil }
            if name == "self" || name == "objectID" { continue }
            let owners = owners(of: name, in: row.entity)
            guard let owner = owners.first, let property = owner.properties[name] else {
                guard name == "entity", steps.isEmpty else { return nil }
                return .scalar(
                    ScalarOperand(
                        sql: row.scope.column(row, "Z_ENT"), kind: .entity,
                        isNullable: row.isNullable))
            }
            switch property {
            case .attribute(let place):
                let value =
                    attribute(place, name, owners, steps, row)
                    ?? length(place, name, owners, steps, row)
                return value.map(Operand.scalar)
            case .toOne(let place):
                guard owners.count == 1 else { return nil }
                let link = layout.link(ofToOne: place, in: owner.number)
                if steps.allSatisfy({ $0 == .key("self") || $0 == .key("objectID") }) {
                    let root = layout.model.entities[link.destination].root
                    return .scalar(
                        ScalarOperand(
                            sql: row.scope.column(row, link.column), kind: .object(root)))
                }
                guard let next = row.scope.destination(of: row, link, layout: layout) else {
                    return nil
                }
                row = next
            case .toMany(let place):
                guard owners.count == 1 else { return nil }
                let members = members(
                    layout.members(ofToMany: place, in: owner.number), of: row,
                    declaredBy: owner)
                return follow(steps, from: members)
            case .transient, .fetched: return nil
            }
        }
        return object(row)
    }

    /// The entities that declare a property of a name: the one asked, or those that inherit.
    private func owners(of name: String, in entity: Int) -> [ModelEntity] {
        let asked = layout.model.entities[entity]
        if asked.properties[name] != nil { return [asked] }
        var owners: [ModelEntity] = []
        for number in asked.family {
            let inheriting = layout.model.entities[number]
            guard inheriting.properties[name] != nil else { continue }
            let isInherited =
                inheriting.superentity.map {
                    layout.model.entities[$0].properties[name] != nil
                } ?? false
            if !isInherited { owners.append(inheriting) }
        }
        return owners
    }

    private func attribute(
        _ place: Int, _ name: String, _ owners: [ModelEntity],
        _ rest: ArraySlice<QueryKeyPath.Step>, _ row: ObjectScope.Row
    ) -> ScalarOperand? {
        var path: [String] = []
        for step in rest {
            guard case .key(let part) = step else { return nil }
            path.append(part)
        }
        if path.last == "self" { path.removeLast() }
        var operands: [ScalarOperand] = []
        for owner in owners {
            guard case .attribute(let place)? = owner.properties[name],
                let column = layout.column(ofAttribute: place, path: path, in: owner.number)
            else { return nil }
            let attribute = owner.attributes[place].source
            operands.append(
                ScalarOperand(
                    sql: row.scope.column(row, column.name),
                    kind: attribute.allowsExternalStorage ? .asset : column.comparedKind))
        }
        guard var operand = operands.first,
            operands.allSatisfy({ $0.kind == operand.kind })
        else { return nil }
        if let owner = owners.first, case .attribute(let place)? = owner.properties[name],
            let column = layout.column(ofAttribute: place, path: path, in: owner.number),
            let kind = column.storage.longKind, operand.kind != .asset,
            layout.isIndexed(column.name, in: owner.number)
        {
            operand.beginning = dialect.indexed(operand.sql, kind: kind)
        }
        if operands.count > 1 {
            operand.beginning = nil
            // Siblings keep a property of one name in columns of their own.
            operand.sql = "coalesce(\(operands.map(\.sql).joined(", ")))"
        }
        return operand
    }

    /// The length of a text, as in `name.length`.
    private func length(
        _ place: Int, _ name: String, _ owners: [ModelEntity],
        _ rest: ArraySlice<QueryKeyPath.Step>, _ row: ObjectScope.Row
    ) -> ScalarOperand? {
        guard rest.last == .key("length"),
            let text = attribute(place, name, owners, rest.dropLast(), row), text.kind == .text,
            let sql = dialect.call(.language(.length), [text.sql])
        else { return nil }
        return ScalarOperand(sql: sql, kind: .int, isNullable: text.isNullable)
    }

    // MARK: Members

    private func members(
        _ members: AppleMembers, of row: ObjectScope.Row, declaredBy owner: ModelEntity
    ) -> ObjectMembers {
        let alias = names.next()
        let scope: ObjectScope
        let link: SQLText
        let key: SQLText
        switch members.place {
        case .foreignKey(let place):
            scope = ObjectScope("\(ident: members.table) \(raw: alias)", names: names)
            link = "\(raw: alias).\(ident: place.column) = \(row.key)"
            key = "\(raw: alias).\(ident: "Z_PK")"
        case .joinTable(let ownerColumn, let memberColumn):
            let pairs = names.next()
            key = "\(raw: pairs).\(ident: memberColumn)"
            scope = ObjectScope(
                "\(ident: members.table) \(raw: pairs)",
                pending: (
                    alias,
                    """
                    JOIN \(ident: members.memberTable) \(raw: alias) \
                    ON \(raw: alias).\(ident: "Z_PK") = \(key)
                    """
                ), names: names)
            link = "\(raw: pairs).\(ident: ownerColumn) = \(row.key)"
        }
        var conditions: [SQLText] = []
        if row.isNullable { conditions.append("\(row.key) IS NOT NULL") }
        if !layout.model.entities[row.entity].inherits(from: owner.number, in: layout.model) {
            conditions.append(entities(owner.number, true, of: row) ?? "1 = 1")
        }
        return ObjectMembers(
            scope: scope, link: link,
            row: ObjectScope.Row(
                scope: scope, alias: alias, entity: members.destination, key: key,
                isNullable: false),
            presence: conditions.isEmpty ? nil : conditions.joined(" AND "))
    }

    /// What keys and operators lead to from members.
    private func follow(
        _ steps: ArraySlice<QueryKeyPath.Step>, from members: ObjectMembers
    ) -> Operand? {
        var members = members
        guard members.value == nil else { return steps.isEmpty ? .members(members) : nil }
        var steps = steps
        // Further relationships to many multiply the rows; what stands behind them is a member.
        while let step = steps.first {
            switch step {
            case .collection(let operation):
                let rest = steps.dropFirst()
                switch operation {
                case .count: return rest.isEmpty ? calculated(.count, members) : nil
                case .sum, .avg, .min, .max:
                    guard case .members(let inner)? = follow(rest, from: members) else {
                        return nil
                    }
                    return calculated(operation, inner)
                case .unionOfObjects, .distinctUnionOfObjects, .unionOfArrays,
                    .distinctUnionOfArrays, .distinctUnionOfSets, .allKeys, .allValues:
                    return nil
                }
            case .key(let name):
                if name == "self" || name == "objectID" {
                    steps = steps.dropFirst()
                    continue
                }
                let owners = owners(of: name, in: members.row.entity)
                if owners.count == 1, let owner = owners.first,
                    case .toMany(let place)? = owner.properties[name]
                {
                    // A member without the relationship would give nil rather than nothing.
                    guard
                        layout.model.entities[members.row.entity]
                            .inherits(from: owner.number, in: layout.model)
                    else { return nil }
                    members.row = members.scope.join(
                        layout.members(ofToMany: place, in: owner.number), of: members.row)
                    steps = steps.dropFirst()
                    continue
                }
                let path = Array(steps.prefix { $0.isKey })
                let rest = steps.dropFirst(path.count)
                guard case .scalar(let value)? = follow(path[...], from: members.row) else {
                    return nil
                }
                members.value = value
                guard let operation = rest.first else { return .members(members) }
                // `employees.name.@count` counts the names, nil among them.
                guard rest.count == 1, operation == .collection(.count) else { return nil }
                return calculated(.count, members)
            }
        }
        return .members(members)
    }

    private func subquery(
        _ collection: QueryExpression, _ variable: String, _ predicate: QueryPredicate,
        depth: Int
    ) -> ObjectMembers? {
        guard case .members(var members)? = operand(collection, depth: depth + 1),
            members.value == nil
        else { return nil }
        var inner = self
        inner.variables[variable] = members.row
        // What SQL cannot express is evaluated row by row.
        guard let condition = try? inner.lower(predicate, depth: depth) else { return nil }
        members.filter = Condition.all([members.filter, condition])
        // Of nil, the members for which something holds are none.
        members.presence = nil
        return members
    }

    /// A number, the least or the greatest of members.
    private func calculated(
        _ operation: CollectionOperator, _ members: ObjectMembers
    ) -> Operand? {
        if operation == .count {
            guard members.filter.isExact else { return .memberCount(members, nil) }
            return .memberCount(
                members,
                ScalarOperand(
                    sql: members.given("(SELECT count(*) \(members.source()))"), kind: .int,
                    isNullable: members.presence != nil))
        }
        guard members.filter.isExact, let value = members.value, !value.hidesErrors else {
            return nil
        }
        func select(_ sql: SQLText, _ kind: ScalarOperand.Kind, nullable: Bool) -> Operand {
            return .scalar(
                ScalarOperand(
                    sql: members.given("(SELECT \(sql) \(members.source()))"), kind: kind,
                    isNullable: nullable || members.presence != nil))
        }
        switch (operation, value.kind) {
        case (.min, .int), (.min, .double), (.min, .seconds), (.min, .text), (.min, .decimal):
            return select("min(\(value.sql))", value.kind, nullable: true)
        case (.max, .int), (.max, .double), (.max, .seconds), (.max, .text), (.max, .decimal):
            return select("max(\(value.sql))", value.kind, nullable: true)
        case (.sum, .int):
            return select("coalesce(CAST(sum(\(value.sql)) AS BIGINT), 0)", .int, nullable: false)
        case (.avg, .int):
            return select("CAST(avg(\(value.sql)) AS DOUBLE PRECISION)", .double, nullable: true)
        case (.sum, .double), (.sum, .decimal), (.avg, .double), (.avg, .decimal):
            // The order in which floating-point numbers are added matters to the last digits.
            let magnitude = members.given(
                "(SELECT coalesce(\(raw: operation == .sum ? "sum" : "avg")(abs(\(value.sql))), 0) * 1e-9 \(members.source()))"
            )
            let kind = ScalarOperand.Kind.near(slack: magnitude)
            return operation == .sum
                ? select("coalesce(sum(\(value.sql)), 0)", kind, nullable: false)
                : select("avg(\(value.sql))", kind, nullable: true)
        default: return nil  // Of other kinds only the evaluator says why not.
        }
    }

    /// A number of members that is compared with a constant: counting ends just beyond it.
    ///
    /// An owner that many rows point at would be counted for each of them.
    func limited(_ members: ObjectMembers, _ op: Operator, _ value: Value) -> ScalarOperand? {
        guard case .int(let number) = value, number >= 0, number < 1_000_000,
            members.filter.isExact, op.isComparison
        else { return nil }
        let enough: SQLText = "SELECT 1 \(members.source()) LIMIT \(raw: String(number + 1))"
        return ScalarOperand(
            sql: members.given("(SELECT count(*) FROM (\(enough)) enough)"), kind: .int,
            isNullable: members.presence != nil)
    }

    /// A calculation over the objects of a group.
    private func aggregate(_ function: Function, _ argument: QueryExpression) -> Operand? {
        var single = self
        single.aggregates = false
        guard case .scalar(let value)? = single.operand(argument), !value.hidesErrors else {
            return nil
        }
        func scalar(_ sql: SQLText, _ kind: ScalarOperand.Kind, nullable: Bool) -> Operand {
            return .scalar(ScalarOperand(sql: sql, kind: kind, isNullable: nullable))
        }
        switch (function, value.kind) {
        case (.count, _): return scalar("count(\(value.sql))", .int, nullable: false)
        case (.min, .int), (.min, .double), (.min, .seconds), (.min, .text):
            return scalar("min(\(value.sql))", value.kind, nullable: true)
        case (.max, .int), (.max, .double), (.max, .seconds), (.max, .text):
            return scalar("max(\(value.sql))", value.kind, nullable: true)
        case (.sum, .int):
            return scalar(
                "coalesce(CAST(sum(\(value.sql)) AS BIGINT), 0)", .int, nullable: false)
        case (.sum, .double):
            return scalar("coalesce(sum(\(value.sql)), 0)", .number, nullable: false)
        case (.average, .int), (.average, .double):
            return scalar("CAST(avg(\(value.sql)) AS DOUBLE PRECISION)", .double, nullable: true)
        default: return nil  // Kinds that only the evaluator calculates.
        }
    }
}

extension QueryKeyPath.Step {
    /// Whether it is a key rather than an operator.
    fileprivate var isKey: Bool { if case .key = self { true } else { false } }
}

extension ModelEntity {
    /// Whether it is an entity or inherits from it.
    func inherits(from other: Int, in model: ResolvedModel) -> Bool {
        model.entities[other].family.contains(number)
    }
}

extension AppleColumn {
    /// What comparisons take its values for.
    var comparedKind: ScalarOperand.Kind {
        switch storage {
        case .integer: .int
        case .real: .double
        case .timestamp: .seconds
        case .decimal: .decimal
        case .text: .text
        case .url: type == .uri ? .url : .asset
        // SQL has the bytes of a transformable value and not what they stand for.
        case .bytes: type == .undefined || type == .transformable ? .asset : .bytes
        case .uuid: .uuid
        }
    }
}
