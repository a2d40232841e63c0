extension PredicateCompiler {
    /// A compiled expression; what depends on constants alone is computed here.
    ///
    /// Expressions nest, and so do these calls: each takes what it needs from the expression
    /// itself and leaves the rest to functions that have returned before the next level begins.
    mutating func operand(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        try enter()
        defer { leave() }
        switch expression {
        case .constant, .this, .keyPath, .variable, .anyKey, .fetch: return try leaf(expression)
        case .path: return try path(expression)
        case .index: return try index(expression)
        case .function: return try function(expression)
        case .call: return try call(expression)
        case .cast: return try cast(expression)
        case .aggregate: return try aggregate(expression)
        case .subquery: return try subquery(expression)
        case .conditional: return try conditional(expression)
        case .set: return try set(expression)
        case .assignment: return try assignment(expression)
        case .block: return try block(expression)
        }
    }

    /// What has no other expression inside.
    private func leaf(_ expression: QueryExpression) throws(EvaluationError) -> Operand<Element> {
        switch expression {
        case .constant(let value): return .constant(value)
        case .this: return .field(this)
        case .keyPath(let path): return try keyPath(path)
        case .variable(let name): return try variable(name)
        case .anyKey:
            return map(.field(this)) { value throws(EvaluationError) in
                .list(try CollectionEvaluation.members(value, "ANYKEY"))
            }
        case .fetch:
            throw EvaluationError(
                .unsupported, "FETCH needs an object context and cannot be evaluated here.")
        case .path, .index, .function, .call, .cast, .aggregate, .subquery, .conditional, .set,
            .assignment, .block:
            throw Self.misplaced  // Each has its own function.
        }
    }

    static var misplaced: EvaluationError {
        EvaluationError(.unsupported, "The predicate has a part that cannot be compiled.")
    }

    mutating func operands(
        _ expressions: [QueryExpression]
    ) throws(EvaluationError) -> [Operand<Element>] {
        try expressions.map { expression throws(EvaluationError) in try operand(expression) }
    }

    // MARK: Paths, variables, indexes

    private mutating func path(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        guard case .path(let base, let path) = expression else { throw Self.misplaced }
        if case .this = base { return try keyPath(path) }
        return follow(try operand(base), path.steps[...])
    }

    private func keyPath(_ path: QueryKeyPath) throws(EvaluationError) -> Operand<Element> {
        guard case .key(let key)? = path.steps.first else {
            return follow(.field(this), path.steps[...])
        }
        let found: FieldAccessor<Element>?
        do { found = try field(key) } catch { throw Self.wrapped(error) }
        guard let found else {
            throw KeyPathEvaluation.undefined(key, in: "\(Element.self)")
        }
        return follow(.field(found), path.steps.dropFirst())
    }

    func follow(
        _ base: Operand<Element>, _ steps: ArraySlice<QueryKeyPath.Step>
    ) -> Operand<Element> {
        if steps.isEmpty { return base }
        if steps.count == 1, case .collection(.count)? = steps.first,
            case .field(.list(let read)) = base
        {
            return .field(.int { element in read(element).map { Int64($0.count) } })
        }
        let path = KeyPathEvaluation(steps, context, isQuantified: isQuantified)
        return map(base) { value throws(EvaluationError) in try path.follow(value) }
    }

    private func variable(_ name: String) throws(EvaluationError) -> Operand<Element> {
        let unbound = EvaluationError(.unboundVariable, "The variable $\(name) has no value.")
        if let slot = scope[name] {
            return .computed { _, frame throws(EvaluationError) in
                guard let value = frame.slots[slot] else { throw unbound }
                return value
            }
        }
        guard let value = context.variables[name] else { throw unbound }
        return .constant(value)
    }

    private mutating func index(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        guard case .index(let base, let index) = expression else { throw Self.misplaced }
        if case .value(let inner) = index {
            return self.index(try operand(base), try operand(inner))
        }
        return self.index(try operand(base), index)
    }

    private func index(
        _ base: Operand<Element>, _ index: Operand<Element>
    ) -> Operand<Element> {
        map(base, index) { value, index throws(EvaluationError) in
            try FunctionEvaluation.member(of: value, at: index)
        }
    }

    private func index(
        _ base: Operand<Element>, _ index: ExpressionIndex
    ) -> Operand<Element> {
        switch index {
        case .first:
            return map(base) { value throws(EvaluationError) in
                try Self.list(value, "[FIRST]")?.first ?? .null
            }
        case .last:
            return map(base) { value throws(EvaluationError) in
                try Self.list(value, "[LAST]")?.last ?? .null
            }
        case .size, .value:  // The value has been compiled above.
            return map(base) { value throws(EvaluationError) in
                value.isNull
                    ? .null
                    : .int(Int64(try CollectionEvaluation.members(value, "[SIZE]").count))
            }
        }
    }

    private static func list(
        _ value: Value, _ part: String
    ) throws(EvaluationError) -> [Value]? {
        switch value {
        case .null: return nil
        case .list(let members): return members
        default:
            throw EvaluationError(
                .notACollection, "\(part) needs a collection and met \(value.kindPhrase).")
        }
    }

    // MARK: Parts with predicates and variables in them

    private mutating func subquery(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        guard case .subquery(let collection, let variable, let predicate) = expression else {
            throw Self.misplaced
        }
        let members = try operand(collection)
        let outer = scope[variable]
        let slot = bind(variable)
        let test = try compile(predicate)
        restore(variable, outer)
        return subquery(members, slot, test)
    }

    private func subquery(
        _ collection: Operand<Element>, _ slot: Int, _ test: @escaping Test<Element>
    ) -> Operand<Element> {
        let collection = collection.compute
        return .computed { element, frame throws(EvaluationError) in
            let members = try CollectionEvaluation.members(
                try collection(element, frame), "SUBQUERY")
            var found: [Value] = []
            for member in members {
                frame.slots[slot] = member
                if try test(element, frame) { found.append(member) }
            }
            return .list(found)
        }
    }

    private mutating func conditional(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        guard case .conditional(let predicate, let a, let b) = expression else {
            throw Self.misplaced
        }
        return conditional(try compile(predicate), try operand(a), try operand(b))
    }

    private func conditional(
        _ test: @escaping Test<Element>, _ a: Operand<Element>, _ b: Operand<Element>
    ) -> Operand<Element> {
        let a = a.compute
        let b = b.compute
        return .computed { element, frame throws(EvaluationError) in
            try test(element, frame) ? try a(element, frame) : try b(element, frame)
        }
    }

    private mutating func assignment(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        guard case .assignment(let variable, let inner) = expression else {
            throw Self.misplaced
        }
        return assign(try operand(inner), to: bind(variable))
    }

    private func assign(_ operand: Operand<Element>, to slot: Int) -> Operand<Element> {
        let compute = operand.compute
        return .computed { element, frame throws(EvaluationError) in
            let value = try compute(element, frame)
            frame.slots[slot] = value
            return value
        }
    }
}
