import Synchronization

/// Patterns that were compiled before, for callers that give the pattern with every text.
final class PatternCache: Sendable {
    static let shared = PatternCache()

    private struct Key: Hashable {
        let pattern: String
        let options: UInt
    }

    private static let capacity = 128
    private let likes = Mutex<[Key: LikePattern]>([:])
    private let regulars = Mutex<[Key: RegularPattern]>([:])

    func like(_ pattern: String, _ options: ComparisonOptions) -> LikePattern {
        let key = Key(pattern: pattern, options: options.rawValue)
        // `String ==` takes canonical equivalents for one key; here they are two patterns.
        let known = likes.withLock { $0[key] }
        if let known, known.source.hasSameBytes(as: pattern) { return known }
        let made = LikePattern(pattern, options)
        likes.withLock { likes in
            if likes.count >= Self.capacity { likes.removeAll() }
            likes[key] = made
        }
        return made
    }

    func regular(
        _ pattern: String, _ options: ComparisonOptions
    ) throws(EvaluationError) -> RegularPattern {
        let key = Key(pattern: pattern, options: options.rawValue)
        let known = regulars.withLock { $0[key] }
        if let known, known.source.hasSameBytes(as: pattern) { return known }
        let made = try RegularPattern(pattern, options)
        regulars.withLock { regulars in
            if regulars.count >= Self.capacity { regulars.removeAll() }
            regulars[key] = made
        }
        return made
    }
}
