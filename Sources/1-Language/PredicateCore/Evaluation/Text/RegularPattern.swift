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
        let text = folding == .literal ? pattern : Self.withoutAccents(pattern)
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

    /// A text without accents, its other letters composed: one of Hangul is one character of a
    /// pattern, and may stand in a range.
    private static func withoutAccents(_ text: String) -> String {
        TextMatching.composed(
            TextMatching.withFolded(text, .accentless) { String(decoding: $0, as: UTF8.self) })
    }

    /// Whether the whole text matches.
    ///
    /// - Throws: `patternTimeout` when it is not known after the limit, in seconds.
    public func matches(
        _ text: String, timeLimit: TimeInterval = 2
    ) throws(EvaluationError) -> Bool {
        let text = folding == .literal ? text : Self.withoutAccents(text)
        var found = false
        var ending: Ending?
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
            if flags.contains(.internalError) { ending = .engine }
            guard flags.contains(.progress) else { return }
            reports += 1
            let now = ContinuousClock.now
            if let deadline {
                if now >= deadline {
                    ending = .time
                    stop.pointee = true
                }
            } else {
                deadline = now + .seconds(timeLimit)
            }
        }
        if found { return true }
        if ending == nil, reports >= Self.trustedReports { ending = .steps }
        guard let ending else { return false }
        let limit =
            switch ending {
            case .time: "after its time limit of \(timeLimit) seconds (matchTimeLimit)"
            case .steps:
                "by the regular expression engine's limit of steps, before its time limit of "
                    + "\(timeLimit) seconds (matchTimeLimit)"
            case .engine:
                "by an error of the regular expression engine, its limit of memory as a rule"
            }
        throw EvaluationError(
            .patternTimeout,
            "Matching the pattern \"\(source)\" was ended \(limit): write it without repetitions "
                + "inside repetitions, or match shorter text.")
    }

    /// What ended a match that has no answer.
    private enum Ending {
        /// ``EvaluationContext/matchTimeLimit``.
        case time
        /// The steps that ICU takes at most.
        case steps
        /// An error inside ICU.
        case engine
    }
}
