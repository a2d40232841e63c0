import Foundation

extension PredicateCompiler {
    mutating func function(
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
        let profile = context.textProfile
        let isLenient = context.failedArithmeticIsNil && function.isArithmetic
        if operands.count == 2 {
            return map(operands[0], operands[1]) { a, b throws(EvaluationError) in
                do throws(EvaluationError) {
                    let value = try FunctionEvaluation.binary(function, a, b, profile)
                    return isLenient ? value.withoutNaN : value
                } catch {
                    if isLenient { return .null }
                    throw error
                }
            }
        }
        return combine(operands) { values throws(EvaluationError) in
            do throws(EvaluationError) {
                let value = try FunctionEvaluation.apply(function, values, profile)
                return isLenient ? value.withoutNaN : value
            } catch {
                if isLenient { return .null }
                throw error
            }
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

    mutating func call(
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

    mutating func cast(
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

    mutating func aggregate(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        guard case .aggregate(let members) = expression else { throw Self.misplaced }
        return combine(try operands(members)) { .list($0) }
    }

    mutating func set(
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

    mutating func block(
        _ expression: QueryExpression
    ) throws(EvaluationError) -> Operand<Element> {
        guard case .block(let block, let arguments) = expression else { throw Self.misplaced }
        return self.block(block, try operands(arguments))
    }

    private func block(
        _ block: ExpressionBlock, _ arguments: [Operand<Element>]
    ) -> Operand<Element> {
        let computes = arguments.map { CompiledValue($0.compute) }
        let (external, variables) = (external, boundVariables)
        return .computed { element, frame throws(EvaluationError) in
            var values: [Value] = []
            for compute in computes { values.append(try compute.run(element, frame)) }
            do {
                return try block.body(external(element), values, variables(frame))
            } catch {
                throw Self.wrapped(error)
            }
        }
    }
}

extension Function {
    /// Whether it calculates a number from numbers.
    package var isArithmetic: Bool {
        switch self {
        case .add, .subtract, .multiply, .divide, .modulus, .sqrt, .log, .ln, .raise, .exp,
            .ceiling, .abs, .trunc, .floor, .negate, .bitwiseAnd, .bitwiseOr, .bitwiseXor,
            .leftShift, .rightShift, .onesComplement:
            true
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev, .now, .uppercase,
            .lowercase, .canonical, .length, .noIndex, .distance, .objectFrom,
            .valueForKeyPath, .tokenize:
            false
        }
    }
}

extension Value {
    /// nil in place of what is not a number, which is NULL in SQLite.
    fileprivate var withoutNaN: Value {
        switch self {
        case .double(let number) where number.isNaN: .null
        case .decimal(let number) where number.isNaN: .null
        default: self  // Nothing else is a number that is none.
        }
    }
}
