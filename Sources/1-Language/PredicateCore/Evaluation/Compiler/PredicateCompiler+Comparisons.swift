extension PredicateCompiler {
    /// A compiled comparison.
    mutating func compile(_ comparison: Comparison) throws(EvaluationError) -> Test<Element> {
        switch comparison.left {
        case .keyPath, .path(.this, _), .path(.variable, _):
            isQuantified = comparison.quantifier != .direct
        default: break  // What is calculated counts each member as often as it occurs.
        }
        let left = try operand(comparison.left)
        isQuantified = false
        return try compile(left, comparison, try operand(comparison.right))
    }

    private func compile(
        _ left: Operand<Element>, _ comparison: Comparison, _ right: Operand<Element>
    ) throws(EvaluationError) -> Test<Element> {
        if comparison.quantifier == .direct {
            if case .anyKey = comparison.left { return try anyKey(left, comparison, right) }
            return try direct(left, comparison.op, right, comparison.options)
        }
        return try quantified(comparison, left, right)
    }

    private func direct(
        _ left: Operand<Element>, _ op: Operator, _ right: Operand<Element>,
        _ options: ComparisonOptions
    ) throws(EvaluationError) -> Test<Element> {
        let context = context
        switch (left, right) {
        case (.constant(let a), .constant(let b)):
            let match = try ConstantTest.make(op, b, options, context)
            do {
                let answer = try match(a)
                return { _, _ in answer }
            } catch {
                return { _, _ throws(EvaluationError) in throw error }
            }
        case (_, .constant(let value)):
            if case .field(let field) = left,
                let test = try TypedTest.make(field, op, value, options, context)
            {
                return test.run
            }
            let match = try ConstantTest.make(op, value, options, context)
            if case .field(.value(let read)) = left {
                return { element, _ throws(EvaluationError) in try match(try read(element)) }
            }
            let compute = left.compute
            return { element, frame throws(EvaluationError) in
                try match(try compute(element, frame))
            }
        case (.constant(let value), _):
            if let mirrored = op.mirrored {
                let test = try direct(right, mirrored, left, options)
                guard case .membership = op.family else { return test }
                let compute = right.compute
                return { element, frame throws(EvaluationError) in
                    do throws(EvaluationError) {
                        return try test(element, frame)
                    } catch {
                        // Said again as it is written: 3 IN name, not name CONTAINS 3.
                        return try ComparisonEvaluation.holds(
                            value, op, try compute(element, frame), options, context)
                    }
                }
            }
        case (.field(let a), .field(let b)):
            if let test = TypedTest.make(a, op, b) { return test.run }
        default: break
        }
        try check(op)
        let a = left.compute
        let b = right.compute
        return { element, frame throws(EvaluationError) in
            try ComparisonEvaluation.holds(
                try a(element, frame), op, try b(element, frame), options, context)
        }
    }

    private func quantified(
        _ comparison: Comparison, _ left: Operand<Element>, _ right: Operand<Element>
    ) throws(EvaluationError) -> Test<Element> {
        let (quantifier, op, options) = (comparison.quantifier, comparison.op, comparison.options)
        let mayBeOne = comparison.left.isPathOfVariable
        try check(op)
        let context = context
        let a = left.compute
        if case .constant(let value) = right, op.takesCollection || value.members == nil {
            let match = Self.lenient(op, value, try ConstantTest.make(op, value, options, context))
            return { element, frame throws(EvaluationError) in
                try ComparisonEvaluation.quantify(
                    quantifier, try a(element, frame), op, value, mayBeOne: mayBeOne
                ) { member, _ throws(EvaluationError) in try match(member) }
            }
        }
        let b = right.compute
        return { element, frame throws(EvaluationError) in
            try ComparisonEvaluation.quantify(
                quantifier, try a(element, frame), op, try b(element, frame), mayBeOne: mayBeOne
            ) { member, other throws(EvaluationError) in
                if op == .contains, member.isSingle {
                    return ValueComparison.areEqual(member, other)
                }
                return try ComparisonEvaluation.holds(member, op, other, options, context)
            }
        }
    }

    /// `ANY scores CONTAINS 5` asks for membership: a member that can contain nothing is
    /// compared.
    private static func lenient(
        _ op: Operator, _ right: Value, _ match: @escaping ConstantTest.Match
    ) -> ConstantTest.Match {
        guard op == .contains else { return match }
        return { member throws(EvaluationError) in
            member.isSingle ? member == right : try match(member)
        }
    }

    /// `ANYKEY = x`: some value of the element; those of another kind do not match.
    private func anyKey(
        _ left: Operand<Element>, _ comparison: Comparison, _ right: Operand<Element>
    ) throws(EvaluationError) -> Test<Element> {
        let (op, options, context) = (comparison.op, comparison.options, context)
        try check(op)
        let a = left.compute
        let b = right.compute
        return { element, frame throws(EvaluationError) in
            let other = try b(element, frame)
            for member in try CollectionEvaluation.members(try a(element, frame), "ANYKEY") {
                do throws(EvaluationError) {
                    if try ComparisonEvaluation.holds(member, op, other, options, context) {
                        return true
                    }
                } catch {
                    switch error.code {
                    case .incompatibleValues, .notACollection: continue
                    case .undefinedKey, .unboundVariable, .wrongBounds, .invalidPattern,
                        .patternTimeout, .indexOutOfRange, .arithmetic, .unknownSelector,
                        .unsupported:
                        throw error
                    }
                }
            }
            return false
        }
    }

    /// Refuses operators that have no meaning here before anything is evaluated.
    private func check(_ op: Operator) throws(EvaluationError) {
        switch op.family {
        case .custom:
            _ = try ConstantTest.make(op, .null, [], context)
        case .equality, .order, .range, .membership, .substring, .pattern, .token:
            break
        }
    }
}

extension QueryExpression {
    /// Whether keys are followed from a variable: `$x.name`.
    public var isPathOfVariable: Bool {
        if case .path(.variable, _) = self { true } else { false }
    }
}

extension Value {
    /// Whether the value is neither nil nor text nor a collection: nothing can be inside it.
    fileprivate var isSingle: Bool {
        switch kind {
        case .null, .text, .list, .dictionary: false
        case .number, .date, .bytes, .scalar, .reference, .location, .asset, .object:
            true
        }
    }
}
