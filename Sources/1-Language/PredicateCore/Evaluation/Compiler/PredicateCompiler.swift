import Foundation

/// Turns a predicate into closures over the fields of an element, once.
struct PredicateCompiler<Element> {
    let context: EvaluationContext
    let this: FieldAccessor<Element>
    let field: (String) throws -> FieldAccessor<Element>?
    let now: Date
    /// How the element is shown to blocks.
    let external: @Sendable (Element) -> Any?
    /// Where the variables bound inside the predicate live in a ``Frame``.
    private(set) var scope: [String: Int] = [:]
    private(set) var slotCount = 0
    /// Whether the path that is compiled is what a quantifier stands before.
    var isQuantified = false
    private var depth = 0

    private let maximumDepth: Int
    /// Whether the predicate turned out deeper than allowed: each level is a call within a call,
    /// when it is compiled and when it runs.
    private var isTooDeep = false

    init(
        _ context: EvaluationContext, this: FieldAccessor<Element>,
        maximumDepth: Int = DeepStack.safeDepth,
        field: @escaping (String) throws -> FieldAccessor<Element>?
    ) {
        self.maximumDepth = maximumDepth
        self.context = context
        self.this = this
        self.field = field
        now = context.now ?? Date()
        let externalize = context.externalize ?? { $0.swiftValue }
        external = { element in
            if let value = element as? Value { externalize(value) } else { element }
        }
    }

    /// Compiles a predicate, on a larger stack when it is deep.
    static func compiled(
        _ predicate: QueryPredicate, _ context: EvaluationContext,
        this: FieldAccessor<Element>,
        field: @escaping (String) throws -> FieldAccessor<Element>?
    ) throws(EvaluationError) -> (Test<Element>, FrameSource) {
        let program = try program(context, this: this, field: field) {
            compiler throws(EvaluationError) in .test(try compiler.compile(predicate))
        }
        guard case .test(let test) = program.code else { return ({ _, _ in false }, .plain) }
        return (test, program.frames)
    }

    /// Compiles an expression, on a larger stack when it is deep.
    static func compiled(
        _ expression: QueryExpression, _ context: EvaluationContext,
        this: FieldAccessor<Element>,
        field: @escaping (String) throws -> FieldAccessor<Element>?
    ) throws(EvaluationError) -> (Compute<Element>, FrameSource) {
        let program = try program(context, this: this, field: field) {
            compiler throws(EvaluationError) in .compute(try compiler.operand(expression).compute)
        }
        guard case .compute(let compute) = program.code else { return ({ _, _ in .null }, .plain) }
        return (compute, program.frames)
    }

    // Not a generic parameter: closures that pass through one are wrapped at each call.
    private enum Code {
        case test(Test<Element>)
        case compute(Compute<Element>)
    }

    private static func program(
        _ context: EvaluationContext, this: FieldAccessor<Element>,
        field: @escaping (String) throws -> FieldAccessor<Element>?,
        _ body: (inout PredicateCompiler) throws(EvaluationError) -> Code
    ) throws(EvaluationError) -> (code: Code, frames: FrameSource) {
        var compiler = PredicateCompiler(context, this: this, field: field)
        do throws(EvaluationError) {
            let code = try body(&compiler)
            return (code, FrameSource(compiler.slotCount, isDeep: false))
        } catch {
            guard compiler.isTooDeep else { throw error }
        }
        return try DeepStack.run { () throws(EvaluationError) in
            var compiler = PredicateCompiler(
                context, this: this, maximumDepth: DeepStack.maximumDepth, field: field)
            let code = try body(&compiler)
            return (code, FrameSource(compiler.slotCount, isDeep: true))
        }
    }

    /// A compiled predicate.
    mutating func compile(_ predicate: QueryPredicate) throws(EvaluationError) -> Test<Element> {
        try enter()
        defer { depth -= 1 }
        switch predicate {
        case .constant(let truth): return { _, _ in truth }
        case .comparison: return try comparison(predicate)
        case .and, .or: return try compound(predicate)
        case .not(let part): return Self.not(try compile(part))
        case .block(let block): return self.block(block)
        }
    }

    private mutating func comparison(
        _ predicate: QueryPredicate
    ) throws(EvaluationError) -> Test<Element> {
        guard case .comparison(let comparison) = predicate else { return { _, _ in false } }
        return try compile(comparison)
    }

    private mutating func compound(
        _ predicate: QueryPredicate
    ) throws(EvaluationError) -> Test<Element> {
        switch predicate {
        case .and(let parts): Self.and(try compile(parts))
        case .or(let parts): Self.or(try compile(parts))
        case .constant, .comparison, .not, .block: { _, _ in false }  // Not compounds.
        }
    }

    mutating func enter() throws(EvaluationError) {
        depth += 1
        guard depth <= maximumDepth else {
            isTooDeep = true
            throw EvaluationError.tooDeep
        }
    }

    mutating func leave() { depth -= 1 }

    /// A place for the value of a variable.
    mutating func bind(_ name: String) -> Int {
        let slot = slotCount
        slotCount += 1
        scope[name] = slot
        return slot
    }

    /// Gives a name back the meaning it had outside.
    mutating func restore(_ name: String, _ slot: Int?) { scope[name] = slot }

    private mutating func compile(
        _ parts: [QueryPredicate]
    ) throws(EvaluationError) -> [CompiledTest<Element>] {
        try parts.map { part throws(EvaluationError) in CompiledTest(try compile(part)) }
    }

    private static func and(_ tests: [CompiledTest<Element>]) -> Test<Element> {
        switch tests.count {
        case 0: return { _, _ in true }
        case 1: return tests[0].run
        case 2:
            let a = tests[0].run
            let b = tests[1].run
            return { element, frame throws(EvaluationError) in
                guard try a(element, frame) else { return false }
                return try b(element, frame)
            }
        default:
            return { element, frame throws(EvaluationError) in
                for test in tests where !(try test.run(element, frame)) { return false }
                return true
            }
        }
    }

    private static func or(_ tests: [CompiledTest<Element>]) -> Test<Element> {
        switch tests.count {
        case 0: return { _, _ in false }
        case 1: return tests[0].run
        case 2:
            let a = tests[0].run
            let b = tests[1].run
            return { element, frame throws(EvaluationError) in
                if try a(element, frame) { return true }
                return try b(element, frame)
            }
        default:
            return { element, frame throws(EvaluationError) in
                for test in tests where try test.run(element, frame) { return true }
                return false
            }
        }
    }

    private static func not(_ test: @escaping Test<Element>) -> Test<Element> {
        { element, frame throws(EvaluationError) in !(try test(element, frame)) }
    }

    private func block(_ block: PredicateBlock) -> Test<Element> {
        let (external, variables) = (external, boundVariables)
        return { element, frame throws(EvaluationError) in
            do {
                return try block.body(external(element), variables(frame))
            } catch {
                throw Self.wrapped(error)
            }
        }
    }

    /// The variable bindings that a block receives as its second argument.
    var boundVariables: @Sendable (Frame) -> [String: Any]? {
        let (scope, externalize) = (scope, context.externalize ?? { $0.swiftValue })
        let known = context.variables
        return { frame in
            var all: [String: Any] = [:]
            for (name, value) in known { all[name] = externalize(value) }
            for (name, slot) in scope {
                if let value = frame.slots[slot] { all[name] = externalize(value) }
            }
            return all.isEmpty ? nil : all
        }
    }

    static func wrapped(_ error: any Error) -> EvaluationError {
        error as? EvaluationError
            ?? EvaluationError(.unsupported, "A block of the predicate failed: \(error)")
    }
}
