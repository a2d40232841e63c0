import Foundation

/// Patterns that were compiled before, for callers that give the pattern with every text.
final class PatternCache: @unchecked Sendable {
    // Unchecked: the dictionaries are touched only with the lock held.
    static let shared = PatternCache()

    private struct Key: Hashable {
        let pattern: String
        let options: UInt
    }

    private static let capacity = 128
    private let lock = NSLock()
    private var likes: [Key: LikePattern] = [:]
    private var regulars: [Key: RegularPattern] = [:]

    func like(_ pattern: String, _ options: ComparisonOptions) -> LikePattern {
        let key = Key(pattern: pattern, options: options.rawValue)
        // `String ==` takes canonical equivalents for one key; here they are two patterns.
        let known = lock.withLock { likes[key] }
        if let known, known.source.utf8.elementsEqual(pattern.utf8) { return known }
        let made = LikePattern(pattern, options)
        lock.withLock {
            if likes.count >= Self.capacity { likes.removeAll() }
            likes[key] = made
        }
        return made
    }

    func regular(
        _ pattern: String, _ options: ComparisonOptions
    ) throws(EvaluationError) -> RegularPattern {
        let key = Key(pattern: pattern, options: options.rawValue)
        let known = lock.withLock { regulars[key] }
        if let known, known.source.utf8.elementsEqual(pattern.utf8) { return known }
        let made = try RegularPattern(pattern, options)
        lock.withLock {
            if regulars.count >= Self.capacity { regulars.removeAll() }
            regulars[key] = made
        }
        return made
    }
}
