/// Functions of values, applied to what operands give.
extension PredicateCompiler {
    func map(
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

    func map(
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
            let a = a.compute
            let b = b.compute
            return .computed { element, frame throws(EvaluationError) in
                try body(try a(element, frame), try b(element, frame))
            }
        }
    }

    func combine(
        _ operands: [Operand<Element>],
        _ body: @escaping @Sendable ([Value]) throws(EvaluationError) -> Value
    ) -> Operand<Element> {
        let constants = operands.compactMap { operand -> Value? in
            if case .constant(let value) = operand { value } else { nil }
        }
        if constants.count == operands.count {
            return Self.fold { () throws(EvaluationError) in try body(constants) }
        }
        let computes = operands.map { CompiledValue($0.compute) }
        return .computed { element, frame throws(EvaluationError) in
            var values: [Value] = []
            values.reserveCapacity(computes.count)
            for compute in computes { values.append(try compute.run(element, frame)) }
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
