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

    /// What a body compiles, and how it must be run.
    struct Program<Code: Sendable>: Sendable {
        let code: Code
        let slotCount: Int
        let isDeep: Bool

        /// Runs a body with room for the variables, on a stack that is large enough.
        @inline(__always)
        func run<R>(
            _ body: (Code, Frame) throws(EvaluationError) -> R
        ) throws(EvaluationError) -> R {
            if isDeep {
                return try DeepStack.run { () throws(EvaluationError) in
                    try body(code, Frame(slotCount))
                }
            }
            return try body(code, slotCount == 0 ? .empty : Frame(slotCount))
        }
    }

    /// Compiles, on a larger stack when the predicate is deep.
    static func program<Code>(
        _ context: EvaluationContext, this: FieldAccessor<Element>,
        field: @escaping (String) throws -> FieldAccessor<Element>?,
        _ body: (inout PredicateCompiler) throws(EvaluationError) -> Code
    ) throws(EvaluationError) -> Program<Code> {
        var compiler = PredicateCompiler(context, this: this, field: field)
        do throws(EvaluationError) {
            let code = try body(&compiler)
            return Program(code: code, slotCount: compiler.slotCount, isDeep: false)
        } catch {
            guard compiler.isTooDeep else { throw error }
        }
        return try DeepStack.run { () throws(EvaluationError) in
            var compiler = PredicateCompiler(
                context, this: this, maximumDepth: DeepStack.maximumDepth, field: field)
            let code = try body(&compiler)
            return Program(code: code, slotCount: compiler.slotCount, isDeep: true)
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
            throw EvaluationError(
                .unsupported, "The predicate is nested deeper than \(maximumDepth) levels.")
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
    ) throws(EvaluationError) -> [Test<Element>] {
        var tests: [Test<Element>] = []
        for part in parts { tests.append(try compile(part)) }
        return tests
    }

    private static func and(_ tests: [Test<Element>]) -> Test<Element> {
        switch tests.count {
        case 0: return { _, _ in true }
        case 1: return tests[0]
        case 2:
            let (a, b) = (tests[0], tests[1])
            return { element, frame throws(EvaluationError) in
                guard try a(element, frame) else { return false }
                return try b(element, frame)
            }
        default:
            return { element, frame throws(EvaluationError) in
                for test in tests where !(try test(element, frame)) { return false }
                return true
            }
        }
    }

    private static func or(_ tests: [Test<Element>]) -> Test<Element> {
        switch tests.count {
        case 0: return { _, _ in false }
        case 1: return tests[0]
        case 2:
            let (a, b) = (tests[0], tests[1])
            return { element, frame throws(EvaluationError) in
                if try a(element, frame) { return true }
                return try b(element, frame)
            }
        default:
            return { element, frame throws(EvaluationError) in
                for test in tests where try test(element, frame) { return true }
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

    /// What a block is told of the variables.
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
