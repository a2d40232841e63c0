import Foundation

extension PredicateCompiler {
    /// A compiled expression; what depends on constants alone is computed here.
    mutating func operand(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        try enter()
        defer { leave() }
        switch expression {
        case .constant(let value): return .constant(value)
        case .this: return .field(this)
        case .keyPath(let path): return try keyPath(path)
        case .variable(let name): return try variable(name)
        case .path(.this, let path): return try keyPath(path)
        case .path(let base, let path): return try follow(operand(base), path.steps[...])
        case .index(let base, let index): return try self.index(base, index)
        case .function(let function, let arguments):
            return try self.function(function, arguments)
        case .call(let receiver, let selector, let arguments):
            return try call(receiver, selector, arguments)
        case .cast(let inner, let type):
            let target = try Casting.target(type)
            return map(try operand(inner)) { value throws(EvaluationError) in
                try Casting.cast(value, to: target)
            }
        case .aggregate(let members):
            return combine(try operands(members)) { .list($0) }
        case .subquery(let collection, let variable, let predicate):
            return try subquery(collection, variable, predicate)
        case .conditional(let predicate, let a, let b): return try conditional(predicate, a, b)
        case .set(let operation, let a, let b):
            return map(try operand(a), try operand(b)) { a, b throws(EvaluationError) in
                try CollectionEvaluation.combine(operation, a, b)
            }
        case .assignment(let variable, let inner): return try assignment(variable, inner)
        case .anyKey:
            return map(.field(this)) { value throws(EvaluationError) in
                .list(try CollectionEvaluation.members(value, "ANYKEY"))
            }
        case .fetch:
            throw EvaluationError(
                .unsupported, "FETCH needs an object context and cannot be evaluated here.")
        case .block(let block, let arguments): return try self.block(block, arguments)
        }
    }

    private mutating func operands(
        _ expressions: [QueryExpression]
    ) throws(EvaluationError) -> [Operand<Element>] {
        var operands: [Operand<Element>] = []
        for expression in expressions { operands.append(try operand(expression)) }
        return operands
    }

    // MARK: Paths, variables, indexes

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
        _ base: QueryExpression, _ index: ExpressionIndex
    ) throws(EvaluationError) -> Operand<Element> {
        let base = try operand(base)
        switch index {
        case .first:
            return map(base) { value throws(EvaluationError) in
                try Self.list(value, "[FIRST]")?.first ?? .null
            }
        case .last:
            return map(base) { value throws(EvaluationError) in
                try Self.list(value, "[LAST]")?.last ?? .null
            }
        case .size:
            return map(base) { value throws(EvaluationError) in
                value.isNull
                    ? .null
                    : .int(Int64(try CollectionEvaluation.members(value, "[SIZE]").count))
            }
        case .value(let index):
            return map(base, try operand(index)) { value, index throws(EvaluationError) in
                try FunctionEvaluation.member(of: value, at: index)
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
        _ function: Function, _ arguments: [QueryExpression]
    ) throws(EvaluationError) -> Operand<Element> {
        guard function.arity.contains(arguments.count) else {
            throw EvaluationError(
                .incompatibleValues,
                "The function \(function.rawValue) does not take \(arguments.count) arguments.")
        }
        let operands = try self.operands(arguments)
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
        _ receiver: QueryExpression, _ selector: String, _ arguments: [QueryExpression]
    ) throws(EvaluationError) -> Operand<Element> {
        let receiver = try operand(receiver)
        let arguments = try operands(arguments)
        let functions = context.functions
        guard functions[selector] != nil else { throw FunctionRegistry.unknown(selector) }
        if selector == "valueForKeyPath:" || selector == "valueForKey:", arguments.count == 1 {
            return valueForKeyPath(receiver, arguments[0], selector)
        }
        return combine([receiver] + arguments) { values throws(EvaluationError) in
            try functions.call(selector, on: values[0], Array(values.dropFirst()))
        }
    }

    private mutating func block(
        _ block: ExpressionBlock, _ arguments: [QueryExpression]
    ) throws(EvaluationError) -> Operand<Element> {
        let computes = try operands(arguments).map(\.compute)
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
        _ collection: QueryExpression, _ variable: String, _ predicate: QueryPredicate
    ) throws(EvaluationError) -> Operand<Element> {
        let collection = try operand(collection).compute
        let outer = scope[variable]
        let slot = bind(variable)
        let test = try compile(predicate)
        restore(variable, outer)
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
        _ predicate: QueryPredicate, _ a: QueryExpression, _ b: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        let test = try compile(predicate)
        let (a, b) = (try operand(a).compute, try operand(b).compute)
        return .computed { element, frame throws(EvaluationError) in
            try test(element, frame) ? try a(element, frame) : try b(element, frame)
        }
    }

    private mutating func assignment(
        _ variable: String, _ inner: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        let compute = try operand(inner).compute
        let slot = bind(variable)
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
