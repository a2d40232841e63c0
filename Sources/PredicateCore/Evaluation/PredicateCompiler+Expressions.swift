import Foundation

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

    private static var misplaced: EvaluationError {
        EvaluationError(.unsupported, "The predicate has a part that cannot be compiled.")
    }

    private mutating func operands(
        _ expressions: [QueryExpression]
    ) throws(EvaluationError) -> [Operand<Element>] {
        var operands: [Operand<Element>] = []
        for expression in expressions { operands.append(try operand(expression)) }
        return operands
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

    private func follow(
        _ base: Operand<Element>, _ steps: ArraySlice<QueryKeyPath.Step>
    ) -> Operand<Element> {
        if steps.isEmpty { return base }
        if steps.count == 1, case .collection(.count)? = steps.first,
            case .field(.list(let read)) = base
        {
            return .field(.int { element in read(element).map { Int64($0.count) } })
        }
        let path = KeyPathEvaluation(steps, context)
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

    // MARK: Functions

    private mutating func function(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        guard case .function(let function, let arguments) = expression else {
            throw Self.misplaced
        }
        return try apply(function, try operands(arguments))
    }

    private func apply(
        _ function: Function, _ operands: [Operand<Element>]
    ) throws(EvaluationError) -> Operand<Element> {
        guard function.arity.contains(operands.count) else {
            throw EvaluationError(
                .incompatibleValues,
                "The function \(function.rawValue) does not take \(operands.count) arguments.")
        }
        switch function {
        case .now: return .constant(.date(now))
        case .valueForKeyPath:
            return valueForKeyPath(
                operands.count == 2 ? operands[0] : .field(this), operands[operands.count - 1],
                function.rawValue)
        case .length:
            if case .field(.text(let read)) = operands[0] {
                return .field(.int { element in read(element).map { Int64($0.utf16.count) } })
            }
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev, .add, .subtract,
            .multiply, .divide, .modulus, .sqrt, .log, .ln, .raise, .exp, .ceiling, .abs,
            .trunc, .floor, .negate, .uppercase, .lowercase, .canonical, .bitwiseAnd,
            .bitwiseOr, .bitwiseXor, .leftShift, .rightShift, .onesComplement, .noIndex,
            .distance, .objectFrom, .tokenize:
            break
        }
        if operands.count == 2 {
            return map(operands[0], operands[1]) { a, b throws(EvaluationError) in
                try FunctionEvaluation.binary(function, a, b)
            }
        }
        return combine(operands) { values throws(EvaluationError) in
            try FunctionEvaluation.apply(function, values)
        }
    }

    private func valueForKeyPath(
        _ base: Operand<Element>, _ path: Operand<Element>, _ part: String
    ) -> Operand<Element> {
        let context = context
        if case .constant(.text(let text)) = path {
            return follow(base, QueryKeyPath(text).steps[...])
        }
        return map(base, path) { base, path throws(EvaluationError) in
            guard case .text(let text) = path else {
                throw FunctionRegistry.mismatch(part, "a key path as text", path)
            }
            return try KeyPathEvaluation(QueryKeyPath(text).steps, context).follow(base)
        }
    }

    private mutating func call(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        guard case .call(let receiver, let selector, let arguments) = expression else {
            throw Self.misplaced
        }
        return try call(try operand(receiver), selector, try operands(arguments))
    }

    private func call(
        _ receiver: Operand<Element>, _ selector: String, _ arguments: [Operand<Element>]
    ) throws(EvaluationError) -> Operand<Element> {
        let functions = context.functions
        guard functions[selector] != nil else { throw FunctionRegistry.unknown(selector) }
        if selector == "valueForKeyPath:" || selector == "valueForKey:", arguments.count == 1 {
            return valueForKeyPath(receiver, arguments[0], selector)
        }
        return combine([receiver] + arguments) { values throws(EvaluationError) in
            try functions.call(selector, on: values[0], Array(values.dropFirst()))
        }
    }

    private mutating func cast(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        guard case .cast(let inner, let type) = expression else { throw Self.misplaced }
        return try cast(try operand(inner), type)
    }

    private func cast(
        _ inner: Operand<Element>, _ type: String
    ) throws(EvaluationError) -> Operand<Element> {
        let target = try Casting.target(type)
        return map(inner) { value throws(EvaluationError) in
            try Casting.cast(value, to: target)
        }
    }

    private mutating func aggregate(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        guard case .aggregate(let members) = expression else { throw Self.misplaced }
        return combine(try operands(members)) { .list($0) }
    }

    private mutating func set(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        guard case .set(let operation, let a, let b) = expression else { throw Self.misplaced }
        return set(operation, try operand(a), try operand(b))
    }

    private func set(
        _ operation: SetOperator, _ a: Operand<Element>, _ b: Operand<Element>
    ) -> Operand<Element> {
        map(a, b) { a, b throws(EvaluationError) in
            try CollectionEvaluation.combine(operation, a, b)
        }
    }

    private mutating func block(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        guard case .block(let block, let arguments) = expression else { throw Self.misplaced }
        return self.block(block, try operands(arguments))
    }

    private func block(
        _ block: ExpressionBlock, _ arguments: [Operand<Element>]
    ) -> Operand<Element> {
        let computes = arguments.map(\.compute)
        let (external, variables) = (external, boundVariables)
        return .computed { element, frame throws(EvaluationError) in
            var values: [Value] = []
            for compute in computes { values.append(try compute(element, frame)) }
            do {
                return try block.body(external(element), values, variables(frame))
            } catch {
                throw Self.wrapped(error)
            }
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
        let (a, b) = (a.compute, b.compute)
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

    // MARK: Applying functions of values

    private func map(
        _ operand: Operand<Element>,
        _ body: @escaping @Sendable (Value) throws(EvaluationError) -> Value
    ) -> Operand<Element> {
        if case .constant(let value) = operand {
            return Self.fold { () throws(EvaluationError) in try body(value) }
        }
        let compute = operand.compute
        return .computed { element, frame throws(EvaluationError) in
            try body(try compute(element, frame))
        }
    }

    private func map(
        _ a: Operand<Element>, _ b: Operand<Element>,
        _ body: @escaping @Sendable (Value, Value) throws(EvaluationError) -> Value
    ) -> Operand<Element> {
        switch (a, b) {
        case (.constant(let a), .constant(let b)):
            return Self.fold { () throws(EvaluationError) in try body(a, b) }
        case (_, .constant(let b)):
            let a = a.compute
            return .computed { element, frame throws(EvaluationError) in
                try body(try a(element, frame), b)
            }
        default:
            let (a, b) = (a.compute, b.compute)
            return .computed { element, frame throws(EvaluationError) in
                try body(try a(element, frame), try b(element, frame))
            }
        }
    }

    private func combine(
        _ operands: [Operand<Element>],
        _ body: @escaping @Sendable ([Value]) throws(EvaluationError) -> Value
    ) -> Operand<Element> {
        let constants = operands.compactMap { operand -> Value? in
            if case .constant(let value) = operand { value } else { nil }
        }
        if constants.count == operands.count {
            return Self.fold { () throws(EvaluationError) in try body(constants) }
        }
        let computes = operands.map(\.compute)
        return .computed { element, frame throws(EvaluationError) in
            var values: [Value] = []
            values.reserveCapacity(computes.count)
            for compute in computes { values.append(try compute(element, frame)) }
            return try body(values)
        }
    }

    /// A constant, or an error that is thrown only when the value is asked for: the branch of a
    /// TERNARY that is not taken may be wrong.
    private static func fold(_ body: () throws(EvaluationError) -> Value) -> Operand<Element> {
        do {
            return .constant(try body())
        } catch {
            return .computed { _, _ throws(EvaluationError) in throw error }
        }
    }
}
