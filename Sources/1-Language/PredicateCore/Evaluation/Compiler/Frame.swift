/// The values of the variables that a predicate binds itself, while one element is asked.
@usableFromInline
final class Frame: @unchecked Sendable {
    // Unchecked: a frame belongs to one call; the shared empty one has nothing to change.
    static let empty = Frame(0)
    var slots: [Value?]

    init(_ count: Int) { slots = [Value?](repeating: nil, count: count) }
}

/// Where an evaluator takes its frames from.
@usableFromInline
struct FrameSource: Sendable {
    /// The frame for every call, when the predicate binds nothing and is not nested deep.
    @usableFromInline let shared: Frame?
    private let slotCount: Int
    private let isDeep: Bool

    static let plain = FrameSource(0, isDeep: false)

    init(_ slotCount: Int, isDeep: Bool) {
        self.slotCount = slotCount
        self.isDeep = isDeep
        shared = slotCount == 0 && !isDeep ? .empty : nil
    }

    /// Runs a body with a frame of its own, on a stack that is large enough.
    @usableFromInline
    func run<R>(
        _ body: (Frame) throws(EvaluationError) -> R
    ) throws(EvaluationError) -> R {
        if !isDeep { return try body(Frame(slotCount)) }
        return try DeepStack.run { () throws(EvaluationError) in try body(Frame(slotCount)) }
    }
}
