extension QueryRewriter {
    /// What one side of a comparison is.
    mutating func side(
        _ expression: QueryExpression, depth: Int, variables: Set<String>, part: String
    ) throws(QueryProblem) -> Side {
        guard depth < Limits.recordDepth else { throw tooDeep }
        switch expression {
        case .constant(let value):
            if let problem = foreign(value, part) { throw problem }
            return .constant(value)
        case .this: return .this
        case .path(.this, let path):
            return try side(.keyPath(path), depth: depth, variables: variables, part: part)
        case .keyPath(let path):
            if let written = path.singleKey {
                let (name, key) = try resolve(written, part: part)
                if case .tokens = key { return .tokens }
                return .key(key, name: name, written: written)
            }
            return .other(.keyPath(try rewrite(path, part: part)))
        case .aggregate(let members):
            if let values = constants(members) {
                if let problem = foreign(.list(values), part) { throw problem }
                return .constant(.list(values))
            }
        case .function(.now, _): return .constant(.date(now))
        case .cast where expression.isNullObject: return .constant(.null)
        case .function(.tokenize, let arguments):
            if let words = try words(arguments, part) { return .words(words) }
        case .function(.distance, let arguments):
            if let found = try distance(arguments, part) { return found }
        case .variable, .path, .index, .function, .call, .cast, .subquery, .conditional, .set,
            .assignment, .anyKey, .fetch, .block:
            break
        }
        if rules.isRestricted {
            throw QueryProblem(
                .unsupported,
                "\(rules.name) compares a field to a constant; it does not compute.",
                part: part, advice: "Compute the value first and pass it as %@.")
        }
        let rewritten = try rewrite(expression, depth: depth, variables: variables, part: part)
        if let value = folded(rewritten) { return .constant(value) }
        return .other(rewritten)
    }

    private func constants(_ members: [QueryExpression]) -> [Value]? {
        var values: [Value] = []
        values.reserveCapacity(members.count)
        for member in members {
            switch member {
            case .constant(let value): values.append(value)
            case .function(.now, _): values.append(.date(now))
            case .cast where member.isNullObject: values.append(.null)
            default: return nil  // Anything with keys or to be computed.
            }
        }
        return values
    }

    /// Refuses objects of the running program, which no store can hold.
    private func foreign(_ value: Value, _ part: String) -> QueryProblem? {
        switch value.kind {
        case .object:
            return QueryProblem(
                .unsupported, "An object of the program cannot be compared to a stored value.",
                part: part,
                advice: "Pass a text, a number, a date, bytes, a location or a "
                    + "reference.")
        case .list(let members):
            for member in members {
                if case .object = member { return foreign(member, part) }
            }
            return nil
        case .null, .number, .text, .date, .bytes, .scalar, .reference, .location, .asset,
            .dictionary:
            return nil
        }
    }

    /// `tokenize:using:(text, "cdl")` of a constant text.
    private func words(
        _ arguments: [QueryExpression], _ part: String
    ) throws(QueryProblem) -> [String]? {
        guard arguments.count == 2, case .constant(let value) = arguments[0] else { return nil }
        let form = ComparisonForm(op: .tokenMatches, quantifier: .direct, options: [], part: part)
        return try words(of: value, form)
    }

    /// The distance of a field from a point, in whichever order they stand.
    private mutating func distance(
        _ arguments: [QueryExpression], _ part: String
    ) throws(QueryProblem) -> Side? {
        guard arguments.count == 2 else { return nil }
        let path: QueryKeyPath
        let point: Value
        switch (arguments[0], arguments[1]) {
        case (.keyPath(let keyPath), .constant(let value)): (path, point) = (keyPath, value)
        case (.constant(let value), .keyPath(let keyPath)):
            guard !rules.isRestricted else {
                throw QueryProblem(
                    .unsupported, "The field stands first in a distance.", part: part,
                    advice: QueryRewriter.distanceAdvice(keyPath.singleKey ?? keyPath.text))
            }
            (path, point) = (keyPath, value)
        default: return nil  // Two fields, or something computed.
        }
        guard let written = path.singleKey else { return nil }
        let (name, key) = try resolve(written, part: part)
        guard case .field(let field) = key, field.type == .single(.location) else {
            throw QueryProblem(
                .typeMismatch,
                "Field '\(written)' has a value type of \(key.typeName) and has no distance",
                part: part, advice: "Name a LOCATION field.")
        }
        guard case .location = point else {
            throw QueryProblem(
                .typeMismatch, "A distance is measured from a location.", part: part,
                advice: "Pass the point as %@.")
        }
        return .distance(
            .function(
                .distance, [.keyPath(QueryKeyPath(steps: [.key(name)])), .constant(point)]),
            name: name, written: written)
    }

    // MARK: The whole language

    /// A key path of more than one step: operators on a list field.
    private mutating func rewrite(
        _ path: QueryKeyPath, part: String
    ) throws(QueryProblem) -> QueryKeyPath {
        guard case .key(let first) = path.steps.first else {
            throw QueryProblem(
                .unsupported, "A collection operator needs a list field before it.", part: part)
        }
        let (name, key) = try resolve(first, part: part)
        // `scores.@max.self`: the member itself.
        let rest = path.steps.dropFirst().filter { $0 != .key("self") && $0 != .key("SELF") }
        for step in rest {
            guard case .key(let next) = step else { continue }
            if key.scalar == .reference {
                throw QueryProblem(
                    .unsupported,
                    "A query cannot follow '\(first)' to '\(next)' of another "
                        + "record.", part: part,
                    advice: "Compare '\(first)' itself to a reference, after asking for the "
                        + "records it may point at.")
            }
            throw QueryProblem(
                .unknownField, "Field '\(first)' has no part '\(next)'", part: part)
        }
        let isOperatorOnScalar = !rest.isEmpty && !key.isList
        guard !isOperatorOnScalar, !rules.isRestricted else {
            throw QueryProblem(
                .unsupported,
                rules.isRestricted
                    ? "\(rules.name) has no collection operators."
                    : "'\(first)' is not a list.", part: part)
        }
        return QueryKeyPath(steps: [.key(name)] + rest)
    }

    /// An expression with its keys resolved and `now` filled in.
    mutating func rewrite(
        _ expression: QueryExpression, depth: Int, variables: Set<String>, part: String
    ) throws(QueryProblem) -> QueryExpression {
        guard depth < Limits.recordDepth else { throw tooDeep }
        func refused(_ message: String, _ advice: String? = nil) -> QueryProblem {
            QueryProblem(.unsupported, message, part: part, advice: advice)
        }
        var inner = variables
        switch expression {
        case .constant(let value):
            if let problem = foreign(value, part) { throw problem }
            return expression
        case .this:
            throw refused("SELF is the whole record.", "Name a field.")
        case .function(.valueForKeyPath, let arguments) where arguments.count == 1:
            throw refused("valueForKeyPath: begins at SELF, the whole record.", "Name a field.")
        case .keyPath(let path): return .keyPath(try rewrite(path, part: part))
        case .variable(let name):
            guard variables.contains(name) else {
                throw refused("$\(name) has no value.", "Fill variables in before asking.")
            }
            return expression
        case .path(.this, let path): return .keyPath(try rewrite(path, part: part))
        case .path(_, let path):
            for case .key(let key) in path.steps {
                throw refused("A query cannot follow '\(key)' to another record.")
            }
        case .function(.now, _): return .constant(.date(now))
        case .subquery(_, let variable, _): inner.insert(variable)
        case .index, .function, .call, .cast, .aggregate, .conditional, .set: break
        case .assignment: throw refused("A query cannot assign to a variable.")
        case .anyKey: throw refused("ANYKEY means nothing to a record.", "Name a field.")
        case .fetch: throw refused("FETCH needs a managed object context.")
        case .block:
            throw refused("A store cannot run a block.", "Filter the answer.")
        }
        return try expression.mapChildren(
            expressions: { child throws(QueryProblem) in
                try rewrite(child, depth: depth + 1, variables: variables, part: part)
            },
            predicates: { [inner] child throws(QueryProblem) in
                try rewrite(child, depth: depth + 1, variables: inner)
            })
    }

    /// The value of an expression without keys; nil when it has some.
    func folded(_ expression: QueryExpression) -> Value? {
        guard isConstant(expression) else { return nil }
        // What cannot be computed fails when a record is evaluated, as it does in memory.
        var context = EvaluationContext.records
        context.now = now
        return try? expression.value(for: .null, context: context)
    }

    /// Whether an expression, within the depth that is allowed, is the same for every record.
    private func isConstant(_ expression: QueryExpression) -> Bool {
        switch expression {
        case .constant: true
        case .this, .keyPath, .variable, .anyKey, .fetch, .block, .assignment, .subquery,
            .conditional:
            false
        case .path, .cast, .index, .function, .aggregate, .call, .set:
            expression.children.allSatisfy { child in
                if case .expression(let part) = child { isConstant(part) } else { false }
            }
        }
    }
}
