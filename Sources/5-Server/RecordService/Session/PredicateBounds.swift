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
        count(.predicate(predicate), &room, depth: 0)
        if room >= 0 { return nil }
        return "A query has \(comparisons) comparisons at most; ask several queries, or use IN"
    }

    // The checker refuses what is deeper.
    private static let deepest = 220

    private static func count(_ part: PredicatePart, _ room: inout Int, depth: Int) {
        guard room >= 0, depth < deepest else { return }
        switch part {
        case .predicate(.constant), .predicate(.block), .predicate(.comparison): room -= 1
        case .predicate(.and), .predicate(.or), .predicate(.not), .expression: break
        }
        for child in part.children { count(child, &room, depth: depth + 1) }
    }
}
