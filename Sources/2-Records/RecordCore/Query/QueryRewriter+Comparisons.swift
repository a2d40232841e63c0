extension QueryRewriter {
    /// One side of a comparison.
    enum Side {
        /// A field or a system field; the name as rewritten and as written.
        case key(ResolvedKey, name: String, written: String)
        case constant(Value)
        case this
        case tokens
        /// The distance of a field from a point.
        case distance(QueryExpression, name: String, written: String)
        /// The words of a text.
        case words([String])
        /// Anything else that the whole language can say.
        case other(QueryExpression)

        var isKeyFree: Bool {
            switch self {
            case .constant, .words: true
            case .key, .this, .tokens, .distance, .other: false
            }
        }
    }

    /// A comparison in the forms that stores decide.
    mutating func rewrite(
        _ comparison: Comparison, depth: Int, variables: Set<String>
    ) throws(QueryProblem) -> QueryPredicate {
        let part = shown(.comparison(comparison)) ?? "…"
        let left = try side(comparison.left, depth: depth, variables: variables, part: part)
        let right = try side(comparison.right, depth: depth, variables: variables, part: part)
        let asked = Asked(
            op: comparison.op, quantifier: comparison.quantifier, options: comparison.options,
            part: part)
        switch (left, right) {
        case (.this, _): return try search(right, asked, comparison)
        case (_, .this):
            throw unsupported(asked, "SELF stands on the left.", "Write SELF CONTAINS …")
        case (.tokens, _): return try tokens(right, asked)
        case (.distance(let call, let name, let written), .constant(let radius)):
            return try distance(call, name, written, asked.op, radius, asked)
        case (.constant(let radius), .distance(let call, let name, let written)):
            if rules.isRestricted {
                throw unsupported(
                    asked, "The distance stands on the left.",
                    QueryRewriter.distanceAdvice(written))
            }
            guard let flipped = asked.op.mirrored else {
                throw unsupported(asked, "A distance is compared to metres.", nil)
            }
            return try distance(call, name, written, flipped, radius, asked)
        case (.key(let key, let name, let written), .constant(let value)):
            return try compare(key, name, written, value, asked)
        case (.key(let key, let name, let written), .words(let words)):
            return try fieldTokens(key, name, written, words, asked)
        case (.constant(let value), .key(let key, let name, let written)):
            return try compareFlipped(value, key, name, written, asked)
        case (.constant, .constant), (.constant, .words), (.words, .constant), (.words, .words):
            if rules.isRestricted {
                throw unsupported(
                    asked, "A comparison needs a field.", "Use TRUEPREDICATE or FALSEPREDICATE.")
            }
            return general(comparison, left, right)
        case (.key(let first, let a, let writtenA), .key(let second, let b, let writtenB)):
            if rules.isRestricted {
                throw unsupported(
                    asked, "\(rules.name) cannot compare two fields.",
                    "Save what the comparison gives in a field of its own.")
            }
            return try compare(first, a, writtenA, second, b, writtenB, asked)
        case (.key, _), (.constant, _), (.distance, _), (.words, _), (.other, _):
            if rules.isRestricted {
                throw unsupported(
                    asked, "\(rules.name) compares a field to a constant.",
                    "Compute the value first and pass it as %@.")
            }
            return general(comparison, left, right)
        }
    }

    /// The operator and quantifier of a comparison under rewriting.
    struct Asked {
        var op: Operator
        var quantifier: Quantifier
        var options: ComparisonOptions
        var part: String
    }

    func unsupported(_ asked: Asked, _ message: String, _ advice: String?) -> QueryProblem {
        QueryProblem(.unsupported, message, part: asked.part, advice: advice)
    }

    private func general(
        _ comparison: Comparison, _ left: Side, _ right: Side
    ) -> QueryPredicate {
        var result = comparison
        result.left = expression(left)
        result.right = expression(right)
        return .comparison(result)
    }

    private func expression(_ side: Side) -> QueryExpression {
        switch side {
        case .key(_, let name, _): .keyPath(QueryKeyPath(steps: [.key(name)]))
        case .constant(let value): .constant(value)
        case .this: .this
        case .tokens: .keyPath(QueryKeyPath(steps: [.key(QueryRewriter.tokensKey)]))
        case .distance(let call, _, _): call
        case .words(let words): .constant(.list(words.map { .text($0) }))
        case .other(let expression): expression
        }
    }

    // MARK: Key and constant

    private mutating func compareFlipped(
        _ value: Value, _ key: ResolvedKey, _ name: String, _ written: String, _ asked: Asked
    ) throws(QueryProblem) -> QueryPredicate {
        var asked = asked
        if asked.quantifier != .direct, case .list(let members) = value, !key.isList {
            return try compareEach(members, key, name, written, asked)
        }
        // `ANY {"red", "green"} IN colors`: any member of the one is a member of the other.
        if asked.quantifier == .any, asked.op == .in, key.isList, case .list = value {
            return try compare(key, name, written, value, asked)
        }
        guard let flipped = asked.op.mirrored else {
            if rules.isRestricted {
                throw unsupported(
                    asked, "The field stands on the left of \(asked.op.spellings[0]).", nil)
            }
            try checkQueryable(key, written: written, part: asked.part)
            return .comparison(
                Comparison(
                    .constant(value), asked.op, .keyPath(QueryKeyPath(steps: [.key(name)])),
                    quantifier: asked.quantifier, options: asked.options))
        }
        asked.op = flipped
        return try compare(key, name, written, value, asked)
    }

    /// `ANY {1, 2} == key` and its kin: one comparison for each constant.
    private mutating func compareEach(
        _ members: [Value], _ key: ResolvedKey, _ name: String, _ written: String,
        _ asked: Asked
    ) throws(QueryProblem) -> QueryPredicate {
        var direct = asked
        direct.quantifier = .direct
        if asked.quantifier == .any, asked.op == .equal || asked.op == .in {
            direct.op = .in
            return try compare(key, name, written, .list(members), direct)
        }
        guard !rules.isRestricted, members.count <= 1000 else {
            throw unsupported(
                asked, "A list of constants is compared with IN.", "Write \(written) IN {…}.")
        }
        var parts: [QueryPredicate] = []
        for member in members {
            parts.append(try compareFlipped(member, key, name, written, direct))
        }
        return switch (asked.quantifier, parts.count) {
        case (_, 1): parts[0]
        case (.all, 0): .constant(true)
        case (_, 0): .constant(false)
        case (.all, _): .and(parts)
        case (_, _): .or(parts)
        }
    }

    mutating func compare(
        _ key: ResolvedKey, _ name: String, _ written: String, _ value: Value, _ asked: Asked
    ) throws(QueryProblem) -> QueryPredicate {
        if asked.op == .tokenMatches {
            return try fieldTokens(key, name, written, words(of: value, asked), asked)
        }
        try checkQueryable(key, written: written, part: asked.part)
        if key.isList { return try compareList(key, name, written, value, asked) }
        // Nothing is in nil or between nil.
        if value.isNull, asked.op == .in || asked.op == .between, asked.quantifier == .direct {
            return .constant(false)
        }
        if asked.quantifier != .direct {
            throw unsupported(
                asked, "'\(written)' is not a list.", "Leave ANY or ALL out, or use IN.")
        }
        guard let value = try constant(value, for: key, written, asked) else {
            // A record of another zone, asked for in this one.
            return .constant(asked.op == .notEqual)
        }
        if asked.op == .in, case .list(let members) = value, members.isEmpty {
            return .constant(false)
        }
        return .comparison(
            Comparison(
                .keyPath(QueryKeyPath(steps: [.key(name)])), asked.op, .constant(value),
                options: options(asked, key, value)))
    }

    /// The options that the profile implies, or those written.
    private func options(
        _ asked: Asked, _ key: ResolvedKey, _ value: Value
    ) -> ComparisonOptions {
        guard rules.isRestricted else { return asked.options }
        guard case .field(let field) = key, field.type.scalar == .string, !value.isNull else {
            return []
        }
        if asked.op == .beginsWith { return rules.foldsPrefix ? .caseInsensitive : [] }
        return rules.foldsText ? .caseInsensitive : []
    }

    /// Questions about the members of a list field, and about the list as a whole.
    private mutating func compareList(
        _ key: ResolvedKey, _ name: String, _ written: String, _ value: Value, _ asked: Asked
    ) throws(QueryProblem) -> QueryPredicate {
        let path = QueryExpression.keyPath(QueryKeyPath(steps: [.key(name)]))
        var asked = asked
        switch (asked.quantifier, asked.op) {
        case (.direct, .equal), (.direct, .notEqual):
            if value.isNull {
                return .comparison(Comparison(path, asked.op, .constant(.null)))
            }
            throw withoutQuantifier(key, written, value, asked)
        case (.direct, .contains): break
        case (.any, .contains) where rules.isRestricted: break
        case (.any, .equal): break
        case (.any, .in), (.any, .beginsWith):
            return try compareMembers(path, key, written, value, asked)
        case (.direct, _): throw withoutQuantifier(key, written, value, asked)
        case (.any, _), (.all, _):
            if rules.isRestricted {
                throw unsupported(
                    asked, "\(rules.name) asks members of a list with =, IN and BEGINSWITH.",
                    "Filter the answer.")
            }
            return try compareMembers(path, key, written, value, asked)
        }
        // Membership, however it was written.
        asked.op = .contains
        asked.quantifier = .direct
        guard let member = try scalar(value, for: key, written, asked) else {
            return .constant(false)
        }
        return .comparison(
            Comparison(
                path, .contains, .constant(member), options: options(asked, key, member)))
    }

    private mutating func compareMembers(
        _ path: QueryExpression, _ key: ResolvedKey, _ written: String, _ value: Value,
        _ asked: Asked
    ) throws(QueryProblem) -> QueryPredicate {
        let value = try constant(value, for: key, written, asked) ?? .null
        return .comparison(
            Comparison(
                path, asked.op, .constant(value), quantifier: asked.quantifier,
                options: options(asked, key, value)))
    }

    private func withoutQuantifier(
        _ key: ResolvedKey, _ written: String, _ value: Value, _ asked: Asked
    ) -> QueryProblem {
        let advice = "Write \(written) CONTAINS … or ANY \(written) \(asked.op.spellings[0]) …"
        guard rules.isRestricted, !value.isNull else {
            return QueryProblem(
                .toManyWithoutQuantifier, "'\(written)' is a list.", part: asked.part,
                advice: advice)
        }
        return mismatch(key, written, value, asked, advice: advice)
    }

    // MARK: Key and key

    private func compare(
        _ first: ResolvedKey, _ a: String, _ writtenA: String, _ second: ResolvedKey,
        _ b: String, _ writtenB: String, _ asked: Asked
    ) throws(QueryProblem) -> QueryPredicate {
        var left = QueryExpression.keyPath(QueryKeyPath(steps: [.key(a)]))
        var right = QueryExpression.keyPath(QueryKeyPath(steps: [.key(b)]))
        var (op, x, y) = (asked.op, first, second)
        if op == .in, second.isList, !first.isList, asked.quantifier == .direct {
            (left, right, op, x, y) = (right, left, .contains, second, first)
        }
        guard x.isComparable(to: y) else {
            throw QueryProblem(
                .typeMismatch,
                "Field '\(writtenA)' has a value type of \(first.typeName) and cannot be "
                    + "compared to '\(writtenB)' of type \(second.typeName)", part: asked.part)
        }
        let isMembership = op == .contains && x.isList && !y.isList
        if x.isList || y.isList, asked.quantifier == .direct, !isMembership {
            throw QueryProblem(
                .toManyWithoutQuantifier, "'\(x.isList ? a : b)' is a list.", part: asked.part,
                advice: "Write ANY before the comparison, or CONTAINS.")
        }
        return .comparison(
            Comparison(left, op, right, quantifier: asked.quantifier, options: asked.options))
    }
}

extension ResolvedKey {
    /// Whether the key leads to several values.
    var isList: Bool {
        switch self {
        case .field(let field): field.type.isList
        case .system: false
        case .tokens: true
        }
    }

    /// The kind of value, or of the members, as predicates see it.
    var scalar: ScalarType {
        switch self {
        case .field(let field): field.type.scalar
        case .system(.createTime), .system(.modTime): .timestamp
        // Identifiers are asked for by their names.
        case .system(.recordID), .system(.createdBy), .system(.modifiedBy), .system(.etag):
            .string
        case .tokens: .string
        }
    }

    /// The type in messages.
    var typeName: String {
        switch self {
        case .field(let field): field.typeName
        case .system(let field): field.type.rawValue
        case .tokens: "STRING_LIST"
        }
    }

    func isComparable(to other: ResolvedKey) -> Bool {
        switch (scalar, other.scalar) {
        case (.int64, .double), (.double, .int64): true
        case (let a, let b): a == b && a != .asset
        }
    }
}
