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
    }

    /// A comparison in the forms that stores decide.
    mutating func rewrite(
        _ comparison: Comparison, depth: Int, variables: Set<String>
    ) throws(QueryProblem) -> QueryPredicate {
        let part = shown(.comparison(comparison)) ?? "…"
        let left = try side(comparison.left, depth: depth, variables: variables, part: part)
        let right = try side(comparison.right, depth: depth, variables: variables, part: part)
        let form = ComparisonForm(
            op: comparison.op, quantifier: comparison.quantifier, options: comparison.options,
            part: part)
        switch (left, right) {
        case (.this, _): return try search(right, form)
        case (_, .this):
            throw unsupported(form, "SELF stands on the left.", "Write SELF CONTAINS …")
        case (.tokens, _): return try tokens(right, form)
        case (.distance(let call, let name, let written), .constant(let radius)):
            return try distance(call, name, written, form.op, radius, form)
        case (.constant(let radius), .distance(let call, let name, let written)):
            try refuse(
                form, "The distance stands on the left.",
                QueryRewriter.distanceAdvice(written))
            guard let flipped = form.op.mirrored else {
                throw unsupported(form, "A distance is compared to metres.", nil)
            }
            return try distance(call, name, written, flipped, radius, form)
        case (.key(let key, let name, let written), .constant(let value)):
            return try compare(key, name, written, value, form)
        case (.key(let key, let name, let written), .words(let words)):
            return try fieldTokens(key, name, written, words, form)
        case (.constant(let value), .key(let key, let name, let written)):
            return try compareFlipped(value, key, name, written, form)
        case (.constant, .constant), (.constant, .words), (.words, .constant), (.words, .words):
            try refuse(
                form, "A comparison needs a field.", "Use TRUEPREDICATE or FALSEPREDICATE.")
            return general(comparison, left, right)
        case (.key(let first, let a, let writtenA), .key(let second, let b, let writtenB)):
            try refuse(
                form, "\(rules.name) cannot compare two fields.",
                "Save what the comparison gives in a field of its own.")
            return try compare(first, a, writtenA, second, b, writtenB, form)
        case (.key, _), (.constant, _), (.distance, _), (.words, _), (.other, _):
            try refuse(
                form, "\(rules.name) compares a field to a constant.",
                "Compute the value first and pass it as %@.")
            return general(comparison, left, right)
        }
    }

    /// The operator and quantifier of a comparison under rewriting.
    struct ComparisonForm {
        var op: Operator
        var quantifier: Quantifier
        var options: ComparisonOptions
        var part: String
    }

    func unsupported(_ form: ComparisonForm, _ message: String, _ advice: String?) -> QueryProblem {
        QueryProblem(.unsupported, message, part: form.part, advice: advice)
    }

    /// Refuses a form that only the whole language has.
    private func refuse(
        _ form: ComparisonForm, _ message: @autoclosure () -> String,
        _ advice: @autoclosure () -> String?
    ) throws(QueryProblem) {
        if rules.isRestricted { throw unsupported(form, message(), advice()) }
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
        _ value: Value, _ key: ResolvedKey, _ name: String, _ written: String,
        _ form: ComparisonForm
    ) throws(QueryProblem) -> QueryPredicate {
        var form = form
        if form.quantifier != .direct, case .list(let members) = value, !key.isList {
            return try compareEach(members, key, name, written, form)
        }
        if form.quantifier != .direct, form.op == .in, key.isList {
            guard case .list = value else {
                return try contain(value, key, name, written, form)
            }
            // `ANY {"red", "green"} IN colors`: any member of the one is a member of the other.
            if form.quantifier == .any { return try compare(key, name, written, value, form) }
        }
        guard let flipped = form.op.mirrored else {
            try refuse(
                form, "The field stands on the left of \(form.op.spellings[0]).", nil)
            try checkQueryable(key, written: written, part: form.part)
            return .comparison(
                Comparison(
                    .constant(value), form.op, .keyPath(QueryKeyPath(steps: [.key(name)])),
                    quantifier: form.quantifier, options: form.options))
        }
        form.op = flipped
        return try compare(key, name, written, value, form)
    }

    /// `ANY "red" IN colors`: the value is a member of the list; with ALL, also where either is nil.
    private mutating func contain(
        _ value: Value, _ key: ResolvedKey, _ name: String, _ written: String,
        _ form: ComparisonForm
    ) throws(QueryProblem) -> QueryPredicate {
        var direct = form
        direct.quantifier = .direct
        direct.op = .contains
        let isMember = try compare(key, name, written, value, direct)
        if form.quantifier == .any { return isMember }
        if value.isNull { return .constant(true) }
        direct.op = .equal
        return .or([try compare(key, name, written, .null, direct), isMember])
    }

    /// `ANY {1, 2} == key` and its kin: one comparison for each constant.
    private mutating func compareEach(
        _ members: [Value], _ key: ResolvedKey, _ name: String, _ written: String,
        _ form: ComparisonForm
    ) throws(QueryProblem) -> QueryPredicate {
        var direct = form
        direct.quantifier = .direct
        // Text may also be found inside the key's: `ANY {"red", "blue"} IN name`.
        let isInside = form.op == .in && key.scalar == .string && !rules.isRestricted
        if form.quantifier == .any, form.op == .equal || form.op == .in, !isInside {
            direct.op = .in
            return try compare(key, name, written, .list(members), direct)
        }
        guard !rules.isRestricted, members.count <= 1000 else {
            throw unsupported(
                form, "A list of constants is compared with IN.", "Write \(written) IN {…}.")
        }
        let parts = try members.map { member throws(QueryProblem) in
            try compareFlipped(member, key, name, written, direct)
        }
        return switch (form.quantifier, parts.count) {
        case (_, 1): parts[0]
        case (.all, 0): .constant(true)
        case (_, 0): .constant(false)
        case (.all, _): .and(parts)
        case (_, _): .or(parts)
        }
    }

    mutating func compare(
        _ key: ResolvedKey, _ name: String, _ written: String, _ value: Value,
        _ form: ComparisonForm
    ) throws(QueryProblem) -> QueryPredicate {
        if form.op == .tokenMatches {
            return try fieldTokens(key, name, written, words(of: value, form), form)
        }
        try checkQueryable(key, written: written, part: form.part)
        if key.isList { return try compareList(key, name, written, value, form) }
        // Nothing is in nil or between nil.
        if value.isNull, form.op == .in || form.op == .between, form.quantifier == .direct {
            return .constant(false)
        }
        if form.quantifier != .direct {
            throw unsupported(
                form, "'\(written)' is not a list.",
                "Leave ANY or ALL out\(form.op == .in ? "" : ", or use IN").")
        }
        guard let value = try constant(value, for: key, written, form) else {
            // A record of another zone, asked for in this one.
            return .constant(form.op == .notEqual)
        }
        if form.op == .in, case .list(let members) = value, members.isEmpty {
            return .constant(false)
        }
        return .comparison(
            Comparison(
                .keyPath(QueryKeyPath(steps: [.key(name)])), form.op, .constant(value),
                options: options(form, key, value)))
    }

    /// The options that the profile implies, or those written.
    private func options(
        _ form: ComparisonForm, _ key: ResolvedKey, _ value: Value
    ) -> ComparisonOptions {
        guard rules.isRestricted else { return form.options }
        guard case .field(let field) = key, field.type.scalar == .string, !value.isNull else {
            return []
        }
        if form.op == .beginsWith { return rules.foldsPrefix ? .caseInsensitive : [] }
        return rules.foldsText ? .caseInsensitive : []
    }

    /// Questions about the members of a list field, and about the list as a whole.
    private mutating func compareList(
        _ key: ResolvedKey, _ name: String, _ written: String, _ value: Value,
        _ form: ComparisonForm
    ) throws(QueryProblem) -> QueryPredicate {
        let path = QueryExpression.keyPath(QueryKeyPath(steps: [.key(name)]))
        var form = form
        switch (form.quantifier, form.op) {
        case (.direct, .equal), (.direct, .notEqual):
            if value.isNull {
                return .comparison(Comparison(path, form.op, .constant(.null)))
            }
            throw withoutQuantifier(key, written, value, form)
        case (.direct, .contains): break
        case (.any, .contains) where rules.isRestricted: break
        case (.any, .equal): break
        case (.any, .in), (.any, .beginsWith):
            return try compareMembers(path, key, written, value, form)
        case (.direct, _): throw withoutQuantifier(key, written, value, form)
        case (.any, _), (.all, _):
            try refuse(
                form, "\(rules.name) asks members of a list with =, IN and BEGINSWITH.",
                "Filter the answer.")
            return try compareMembers(path, key, written, value, form)
        }
        // Membership, however it was written.
        form.op = .contains
        form.quantifier = .direct
        guard let member = try scalar(value, for: key, written, form) else {
            return .constant(false)
        }
        return .comparison(
            Comparison(
                path, .contains, .constant(member), options: options(form, key, member)))
    }

    private mutating func compareMembers(
        _ path: QueryExpression, _ key: ResolvedKey, _ written: String, _ value: Value,
        _ form: ComparisonForm
    ) throws(QueryProblem) -> QueryPredicate {
        let value = try constant(value, for: key, written, form) ?? .null
        return .comparison(
            Comparison(
                path, form.op, .constant(value), quantifier: form.quantifier,
                options: options(form, key, value)))
    }

    private func withoutQuantifier(
        _ key: ResolvedKey, _ written: String, _ value: Value, _ form: ComparisonForm
    ) -> QueryProblem {
        let advice = "Write \(written) CONTAINS … or ANY \(written) \(form.op.spellings[0]) …"
        guard rules.isRestricted, !value.isNull else {
            return QueryProblem(
                .toManyWithoutQuantifier, "'\(written)' is a list.", part: form.part,
                advice: advice)
        }
        return mismatch(key, written, value, form, advice: advice)
    }

    // MARK: Key and key

    private func compare(
        _ first: ResolvedKey, _ a: String, _ writtenA: String, _ second: ResolvedKey,
        _ b: String, _ writtenB: String, _ form: ComparisonForm
    ) throws(QueryProblem) -> QueryPredicate {
        var left = QueryExpression.keyPath(QueryKeyPath(steps: [.key(a)]))
        var right = QueryExpression.keyPath(QueryKeyPath(steps: [.key(b)]))
        var (op, x, y) = (form.op, first, second)
        if op == .in, second.isList, !first.isList, form.quantifier == .direct {
            (left, right, op, x, y) = (right, left, .contains, second, first)
        }
        guard x.isComparable(to: y) else {
            throw QueryProblem(
                .typeMismatch,
                "Field '\(writtenA)' has a value type of \(first.typeName) and cannot be "
                    + "compared to '\(writtenB)' of type \(second.typeName)", part: form.part)
        }
        let isMembership = op == .contains && x.isList && !y.isList
        if x.isList || y.isList, form.quantifier == .direct, !isMembership {
            throw QueryProblem(
                .toManyWithoutQuantifier, "'\(x.isList ? a : b)' is a list.", part: form.part,
                advice: "Write ANY before the comparison, or CONTAINS.")
        }
        return .comparison(
            Comparison(left, op, right, quantifier: form.quantifier, options: form.options))
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
        // Identifiers are compared by their names.
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
