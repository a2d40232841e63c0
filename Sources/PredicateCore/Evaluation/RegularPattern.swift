public import Foundation

/// A pattern of MATCHES, compiled once.
///
///     let pattern = try RegularPattern("[a-z]+@[a-z]+\\.com")
///     try pattern.matches("ada@example.com")  // true
///
/// The syntax is ICU's (`NSRegularExpression`); the whole text must match. `[c]` ignores case,
/// `[d]` removes the accents of pattern and text first.
public struct RegularPattern: @unchecked Sendable {
    // Unchecked: NSRegularExpression is immutable and documented as safe on any thread.
    /// The pattern as it was written.
    public let source: String
    private let expression: NSRegularExpression
    private let folding: TextFolding

    /// ICU gives up on a text by itself after some 40 million steps and then says "no match"; a
    /// "no match" after this many of its progress reports (of 10,000 steps) is not believed.
    private static let trustedReports = 3000

    /// Compiles a pattern.
    ///
    /// - Throws: `invalidPattern`, naming it.
    public init(_ pattern: String, _ options: ComparisonOptions = []) throws(EvaluationError) {
        let wanted = TextFolding(options)
        folding =
            switch wanted {
            case .literal, .canonical, .caseless: .literal
            case .accentless, .base: .accentless
            }
        let text = TextMatching.withFolded(pattern, folding) {
            String(decoding: $0, as: UTF8.self)
        }
        let rules: NSRegularExpression.Options = wanted.foldsCase ? [.caseInsensitive] : []
        // The pattern alone must be valid: ")(" would be inside the brackets added below. A
        // comment or a quotation that runs to its end needs them on a new line, or closed.
        guard text.isEmpty || (try? NSRegularExpression(pattern: text, options: rules)) != nil,
            let expression = ["\\A(?:\(text))\\z", "\\A(?:\(text)\n)\\z", "\\A(?:\(text)\\E)\\z"]
                .lazy.compactMap({ try? NSRegularExpression(pattern: $0, options: rules) }).first
        else {
            throw EvaluationError(
                .invalidPattern,
                "The pattern of MATCHES is not a valid regular expression: \"\(pattern)\".")
        }
        self.source = pattern
        self.expression = expression
    }

    /// Whether the whole text matches.
    ///
    /// - Throws: `patternTimeout` when it is not known after the limit, in seconds.
    public func matches(
        _ text: String, timeLimit: TimeInterval = 2
    ) throws(EvaluationError) -> Bool {
        let text =
            folding == .literal
            ? text : TextMatching.withFolded(text, folding) { String(decoding: $0, as: UTF8.self) }
        var found = false
        var gaveUp = false
        var reports = 0
        var deadline: ContinuousClock.Instant?
        expression.enumerateMatches(
            in: text, options: [.reportProgress, .reportCompletion],
            range: NSRange(location: 0, length: text.utf16.count)
        ) { match, flags, stop in
            if match != nil {
                found = true
                stop.pointee = true
                return
            }
            if flags.contains(.internalError) { gaveUp = true }
            guard flags.contains(.progress) else { return }
            reports += 1
            let now = ContinuousClock.now
            if let deadline {
                if now >= deadline {
                    gaveUp = true
                    stop.pointee = true
                }
            } else {
                deadline = now + .seconds(timeLimit)
            }
        }
        if found { return true }
        if gaveUp || reports >= Self.trustedReports {
            throw EvaluationError(
                .patternTimeout,
                "Matching the pattern \"\(source)\" took longer "
                    + "than its limit.")
        }
        return false
    }
}
