/// Finds what a misspelt word was meant to be.
package enum Suggestions {
    /// Bytes of a word that is looked for at most, as many as names have.
    ///
    /// A word may come from outside, and each of its letters is compared with every candidate.
    private static let longest = 255

    /// The candidate nearest to a word; nil when none is near.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        guard word.utf8.count <= longest else { return nil }
        let letters = Array(word.utf8)
        // One slip in three letters is still the same word.
        let reach = max(1, letters.count / 3)
        let best = ranked(letters, candidates).first { $0.distance <= reach }
        return letters.count >= 2 ? best?.candidate : nil
    }

    /// The nearest few candidates, nearest first.
    package static func nearest(to word: String, among candidates: [String], count: Int) -> [String]
    {
        ranked(Array(word.utf8.prefix(longest)), candidates).prefix(count).map(\.candidate)
    }

    private static func ranked(
        _ word: [UInt8], _ candidates: [String]
    ) -> [(candidate: String, distance: Int)] {
        candidates
            .map { (candidate: $0, distance: distance(word, Array($0.utf8))) }
            .sorted { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }
    }

    /// Insertions, deletions, replacements and swaps of neighbours from one word to the other.
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var before: [Int] = []
        var previous = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for j in b.indices {
                var best = min(previous[j + 1], row[j]) + 1
                best = min(best, previous[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    best = min(best, before[j - 1] + 1)
                }
                row.append(best)
            }
            before = previous
            previous = row
        }
        return previous[b.count]
    }
}
