import RecordCore

/// Comparisons of text.
///
/// Where the stored text without case and accents decides, its index is used alone; where it only
/// narrows, the registered functions decide about the rows that it finds.
extension ConditionLowering {
    /// A value of the row and a constant.
    func text(
        _ scalar: ScalarOperand, _ op: Operator, _ wanted: String,
        _ options: ComparisonOptions
    ) throws(QueryProblem) -> Condition {
        switch op.family {
        case .equality(.equal): return isText(scalar, wanted, options)
        case .equality(.notEqual):
            if TextOptions(options) == .literal {
                return plain(scalar, op, .value(.text(wanted))) ?? .unknown
            }
            return isText(scalar, wanted, options).negated()
        case .order:
            return order(scalar, op, wanted, options)
        case .substring(.beginsWith): return begins(scalar, wanted, options)
        case .substring(.endsWith): return function(.endsWith, scalar, wanted, options)
        case .membership(.contains):
            if TextOptions(options) == .literal {
                if wanted.isEmpty { return .fails }
                let found = scalar.condition(
                    dialect.containsLiterally(scalar.sql, .value(.text(wanted))))
                let mayBeginInPair = wanted.unicodeScalars.first.map { $0.value <= 2 } ?? false
                return mayBeginInPair && writesPairs ? found.asSuperset() : found
            }
            return function(.contains, scalar, wanted, options)
        case .pattern(.like): return like(scalar, wanted, options)
        case .pattern(.matches):
            // Of a wrong pattern, the evaluator says what is wrong.
            return RegularPattern.isValid(wanted, options)
                ? call(.matches, scalar, wanted, options) : .unknown
        case .membership(.in):
            guard dialect.call(.contains, []) != nil || TextOptions(options) == .literal else {
                return scalar.isPresent.asSuperset()
            }
            let within = SQLText.value(.text(wanted))
            if TextOptions(options) == .literal {
                // Nothing contains the empty text.
                let found = scalar.condition(
                    "\(scalar.sql) <> '' AND \(dialect.containsLiterally(within, scalar.sql))")
                let hasPairs = wanted.unicodeScalars.contains { $0.value <= 1 }
                return hasPairs && writesPairs ? found.asSuperset() : found
            }
            return condition(.contains, [within, scalar.sql], options, scalar)
        case .token:
            return scalar.storage.map { tokens(of: $0, [.text(wanted)]) } ?? .unknown
        case .range, .custom: return .unknown
        }
    }

    /// Whether U+0000 is stored as U+0001 U+0001, and U+0001 as U+0001 U+0002.
    ///
    /// The engine then finds U+0001 and U+0002 in the middle of such a pair, too. It is the one without
    /// functions of ours.
    private var writesPairs: Bool { dialect.call(.contains, []) == nil }

    /// The text is one of some.
    func isText(
        _ scalar: ScalarOperand, among wanted: [String], _ options: ComparisonOptions
    ) throws(QueryProblem) -> Condition {
        switch TextOptions(options) {
        case .literal:
            return isMember(scalar, wanted.map(Value.text), kind: .text)
        case .base where scalar.folded != nil:
            return isMember(
                scalar, wanted.map { .text(TextForm.folded($0)) }, kind: .text, folded: true)
        case .base, .other, .localized:
            guard scalar.folded != nil, wanted.count > 1 else {
                return any(wanted.map { isText(scalar, $0, options) })
            }
            let near = isMember(
                scalar, wanted.map { .text(TextForm.folded($0)) }, kind: .text, folded: true)
            // With [cd] the locale says nothing about equality.
            if options.isSuperset(of: [.caseInsensitive, .diacriticInsensitive]) { return near }
            guard wanted.count <= 32, dialect.call(.equal, []) != nil else {
                return near.asSuperset()
            }
            return .all([near, .any(wanted.map { call(.equal, scalar, $0, options) })])
        }
    }

    private func isText(
        _ scalar: ScalarOperand, _ wanted: String, _ options: ComparisonOptions
    ) -> Condition {
        let kind = TextOptions(options)
        if kind == .literal { return isEqual(scalar, .text(wanted), kind: .text) }
        let base = TextForm.folded(wanted)
        guard let folded = scalar.comparedFolded(with: [.text(base)]).folded else {
            return call(.equal, scalar, wanted, options)
        }
        let near = scalar.condition("\(folded) = \(base)", equality: true, folded: true)
        // With [cd] the locale says nothing about equality.
        if kind == .base || options.isSuperset(of: [.caseInsensitive, .diacriticInsensitive]) {
            return near
        }
        return .all([near, call(.equal, scalar, wanted, options)])
    }

    private func order(
        _ scalar: ScalarOperand, _ op: Operator, _ wanted: String,
        _ options: ComparisonOptions
    ) -> Condition {
        let kind = TextOptions(options)
        switch kind {
        case .literal:
            let compared = scalar.compared(with: [.text(wanted)])
            return plain(compared, op, .value(.text(wanted))) ?? .unknown
        case .base, .other:
            let start = TextForm.folded(wanted)
            guard let folded = scalar.comparedFolded(with: [.text(start)]).folded,
                let sign = op.sign,
                let loose = op.loose.sign
            else { break }
            let base = SQLText.value(.text(start))
            if kind == .base {
                return scalar.condition(
                    "\(folded) \(raw: sign) \(base)", equality: false, folded: true)
            }
            let near = scalar.condition(
                "\(folded) \(raw: loose) \(base)", equality: false, folded: true)
            return .all([near, ordered(scalar, op, wanted, options)])
        case .localized: break
        }
        return ordered(scalar, op, wanted, options)
    }

    /// The function that says which of two texts comes first under options.
    private var orderFunction: SQLFunction {
        switch textProfile {
        case .records: .order
        case .objects, .foundation: .objectOrder  // With options these two order alike.
        }
    }

    private func ordered(
        _ scalar: ScalarOperand, _ op: Operator, _ wanted: String,
        _ options: ComparisonOptions
    ) -> Condition {
        guard let sign = op.sign,
            let sql = dialect.call(
                orderFunction,
                [scalar.sql, .value(.text(wanted)), .value(.text(options.letters))])
        else { return scalar.isPresent.asSuperset() }
        return scalar.condition("\(sql) \(raw: sign) 0")
    }

    private func begins(
        _ scalar: ScalarOperand, _ prefix: String, _ options: ComparisonOptions
    ) -> Condition {
        if prefix.isEmpty { return .fails }
        switch TextOptions(options) {
        case .literal:
            let compared = scalar.compared(with: [.text(prefix)])
            return scalar.condition(range(compared.sql, prefix), equality: false)
        case .base:
            let base = TextForm.folded(prefix)
            guard let folded = scalar.comparedFolded(with: [.text(base)]).folded else { break }
            if base.isEmpty { return .fails }
            // A folded match ends between letters: what goes on with the vowel of a Hangul
            // syllable is another letter. Every other mark is gone from folded text.
            let inside: SQLText = """
                NOT (\(folded) >= \(base + "\u{1160}") AND \(folded) < \(base + "\u{1200}"))
                """
            return scalar.condition(
                "\(range(folded, base)) AND \(inside)", equality: false, folded: true)
        case .other, .localized: break
        }
        return .all([
            near(scalar, prefix: prefix),
            call(.beginsWith, scalar, prefix, options),
        ])
    }

    private func like(
        _ scalar: ScalarOperand, _ pattern: String, _ options: ComparisonOptions
    ) -> Condition {
        let (prefix, isWhole) = LikePrefix.prefix(of: pattern)
        let matched = call(.like, scalar, pattern, options)
        if TextOptions(options) == .literal {
            if isWhole { return isEqual(scalar, .text(prefix), kind: .text) }
            if prefix.isEmpty { return matched }
            let compared = scalar.compared(with: [.text(prefix)])
            let near = scalar.condition(range(compared.sql, prefix), equality: false)
            return .all([near, matched])
        }
        return .all([near(scalar, prefix: prefix), matched])
    }

    /// Rows whose folded text begins as the folded prefix does; every row without one.
    private func near(_ scalar: ScalarOperand, prefix: String) -> Condition {
        let base = TextForm.folded(prefix)
        guard let folded = scalar.comparedFolded(with: [.text(base)]).folded else { return .holds }
        if base.isEmpty { return .holds }
        return scalar.condition(range(folded, base), equality: false, folded: true)
    }

    /// Text from a prefix up to where no text has it.
    private func range(_ sql: SQLText, _ prefix: String) -> SQLText {
        guard let end = TextRange.end(of: prefix) else { return "\(sql) >= \(prefix)" }
        return "\(sql) >= \(prefix) AND \(sql) < \(end)"
    }

    private func function(
        _ function: SQLFunction, _ scalar: ScalarOperand, _ wanted: String,
        _ options: ComparisonOptions
    ) -> Condition {
        wanted.isEmpty ? .fails : call(function, scalar, wanted, options)
    }

    private func call(
        _ function: SQLFunction, _ scalar: ScalarOperand, _ wanted: String,
        _ options: ComparisonOptions
    ) -> Condition {
        condition(function, [scalar.sql, .value(.text(wanted))], options, scalar)
    }

    private func condition(
        _ function: SQLFunction, _ arguments: [SQLText], _ options: ComparisonOptions,
        _ scalar: ScalarOperand
    ) -> Condition {
        let letters = SQLText.value(.text(options.letters))
        guard let sql = dialect.call(function, arguments + [letters]) else {
            return scalar.isPresent.asSuperset()
        }
        // Where an argument is NULL the answer is 0.
        return scalar.condition(sql, nullable: false)
    }

    // MARK: Two values of the row

    func texts(
        _ a: ScalarOperand, _ op: Operator, _ b: ScalarOperand, _ options: ComparisonOptions
    ) -> Condition {
        let kind = TextOptions(options)
        let nullable = a.isNullable || b.isNullable
        switch op.family {
        case .equality, .order:
            if kind == .literal { return pair(a, op, b) }
            if kind == .base, let x = a.folded, let y = b.folded {
                var (a, b) = (a, b)
                (a.sql, b.sql) = (x, y)
                return pair(a, op, b)
            }
            guard let sign = op.sign,
                let order = dialect.call(
                    orderFunction, [a.sql, b.sql, .value(.text(options.letters))]),
                let same = dialect.call(
                    .equal, [a.sql, b.sql, .value(.text(options.letters))])
            else { return .unknown }
            let neither: SQLText = "(\(a.sql) IS NULL AND \(b.sql) IS NULL)"
            switch op.family {
            case .equality(.equal): return Condition(sql: "(\(same) OR \(neither))")
            case .equality(.notEqual): return Condition(sql: "NOT (\(same) OR \(neither))")
            case .order(.lessOrEqual), .order(.greaterOrEqual):
                return Condition(
                    sql: "(\(order) \(raw: sign) 0 OR \(neither))", isNullable: nullable)
            case .order(.less), .order(.greater), .range, .membership, .substring, .pattern, .token,
                .custom:
                return Condition(sql: "\(order) \(raw: sign) 0", isNullable: nullable)
            }
        case .substring(.beginsWith): return both(.beginsWith, a, b, options)
        case .substring(.endsWith): return both(.endsWith, a, b, options)
        case .membership(.contains): return both(.contains, a, b, options)
        case .membership(.in): return both(.contains, b, a, options)
        case .pattern(.like): return both(.like, a, b, options)
        // A pattern that a record holds may be wrong: the evaluator says so.
        case .pattern(.matches), .range, .token, .custom:
            return .unknown
        }
    }

    private func both(
        _ function: SQLFunction, _ a: ScalarOperand, _ b: ScalarOperand,
        _ options: ComparisonOptions
    ) -> Condition {
        let letters = SQLText.value(.text(options.letters))
        guard let sql = dialect.call(function, [a.sql, b.sql, letters]) else { return .unknown }
        return Condition(sql: sql)
    }
}

extension RegularPattern {
    /// Whether a pattern can be compiled.
    static func isValid(_ pattern: String, _ options: ComparisonOptions) -> Bool {
        // Asked in this way, it is kept for the rows to come.
        (try? TextMatching.matches("", pattern, options)) != nil
    }
}

/// What the options of a text comparison ask of an index.
enum TextOptions {
    /// Scalar by scalar.
    case literal
    /// Without case and accents: the stored folded text decides.
    case base
    /// Without one of them: the stored folded text narrows.
    case other
    /// By the user's language.
    case localized

    init(_ options: ComparisonOptions) {
        if options.contains(.normalized) || options.isEmpty {
            self = .literal
        } else if options.contains(.localeSensitive) {
            self = .localized
        } else if options.isSuperset(of: [.caseInsensitive, .diacriticInsensitive]) {
            self = .base
        } else {
            self = .other
        }
    }
}

/// Ranges of text.
enum TextRange {
    /// The first text after every text with a prefix; nil when there is none.
    ///
    ///     TextRange.end(of: "ab")  // "ac"
    static func end(of prefix: String) -> String? {
        var scalars = Array(prefix.unicodeScalars)
        while let last = scalars.popLast() {
            // Surrogates are no scalars: after U+D7FF comes U+E000.
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            if let scalar = Unicode.Scalar(next) {
                scalars.append(scalar)
                return String(String.UnicodeScalarView(scalars))
            }
        }
        return nil
    }
}

/// What a pattern of LIKE says about the beginning.
enum LikePrefix {
    /// The text before the first wildcard, and whether there is no wildcard at all.
    static func prefix(of pattern: String) -> (text: String, isWhole: Bool) {
        var prefix = String.UnicodeScalarView()
        var scalars = pattern.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case "*", "?": return (String(prefix), false)
            case "\\": prefix.append(scalars.next() ?? "\\")
            default: prefix.append(scalar)
            }
        }
        return (String(prefix), true)
    }
}

extension Operator {
    /// The comparison that also holds of equals.
    var loose: Operator {
        switch family {
        case .order(.less): .lessOrEqual
        case .order(.greater): .greaterOrEqual
        case .equality, .order(.lessOrEqual), .order(.greaterOrEqual), .range, .membership,
            .substring, .pattern, .token, .custom:
            self
        }
    }
}
