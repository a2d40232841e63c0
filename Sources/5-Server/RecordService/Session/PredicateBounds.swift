import Foundation

/// How long a predicate may be that comes from outside the process.
///
/// A server reads, checks and compiles it before it knows whether it will ever answer it.
package enum PredicateBounds {
    /// Comparisons in a query, whatever its form.
    package static let comparisons = 200
    /// Bytes of a text beside what stands between quotation marks.
    package static let format = 10_000
    /// Bytes of a text with all it quotes: `IN` may have 250 texts.
    package static let quoted = 200_000

    /// Why a text is not read; nil where it may be.
    package static func problem(with format: String) -> String? {
        let bytes = format.utf8
        if bytes.count <= PredicateBounds.format { return nil }
        guard bytes.count <= quoted else {
            return "A predicate has \(quoted) bytes at most; this one has \(bytes.count)"
        }
        var plain = 0
        var mark: UInt8?
        var isEscaped = false
        for byte in bytes {
            if let open = mark {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == open {
                    mark = nil
                }
            } else {
                plain += 1
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { mark = byte }
            }
        }
        if plain <= PredicateBounds.format { return nil }
        return
            "A predicate has \(PredicateBounds.format) bytes at most beside the texts it quotes; "
            + "this one has \(plain)"
    }

    /// Why a predicate is not asked; nil where it may be.
    package static func problem(with predicate: QueryPredicate) -> String? {
        var room = comparisons
        count(predicate, &room, depth: 0)
        if room >= 0 { return nil }
        return "A query has \(comparisons) comparisons at most; ask several queries, or use IN"
    }

    // The checker refuses what is deeper.
    private static let deepest = 220

    private static func count(_ predicate: QueryPredicate, _ room: inout Int, depth: Int) {
        guard room >= 0, depth < deepest else { return }
        switch predicate {
        case .constant, .block: room -= 1
        case .comparison(let comparison):
            room -= 1
            count(comparison.left, &room, depth: depth + 1)
            count(comparison.right, &room, depth: depth + 1)
        case .and(let parts), .or(let parts):
            for part in parts where room >= 0 { count(part, &room, depth: depth + 1) }
        case .not(let part): count(part, &room, depth: depth + 1)
        }
    }

    private static func count(_ expression: QueryExpression, _ room: inout Int, depth: Int) {
        guard room >= 0, depth < deepest else { return }
        let next = depth + 1
        switch expression {
        case .constant, .this, .keyPath, .variable, .anyKey: return
        case .path(let base, _), .cast(let base, _), .assignment(_, let base):
            count(base, &room, depth: next)
        case .index(let base, let index):
            count(base, &room, depth: next)
            if case .value(let index) = index { count(index, &room, depth: next) }
        case .function(_, let parts), .aggregate(let parts), .block(_, let parts):
            for part in parts { count(part, &room, depth: next) }
        case .call(let base, _, let parts):
            count(base, &room, depth: next)
            for part in parts { count(part, &room, depth: next) }
        case .subquery(let base, _, let predicate):
            count(base, &room, depth: next)
            count(predicate, &room, depth: next)
        case .conditional(let test, let a, let b):
            count(test, &room, depth: next)
            count(a, &room, depth: next)
            count(b, &room, depth: next)
        case .set(_, let a, let b), .fetch(let a, let b, _):
            count(a, &room, depth: next)
            count(b, &room, depth: next)
        }
    }
}
