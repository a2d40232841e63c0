extension QueryRewriter {
    /// `SELF CONTAINS "words"`: a search over every SEARCHABLE field.
    ///
    /// `SELF == reference` asks for the record itself.
    mutating func search(_ right: Side, _ form: ComparisonForm) throws(QueryProblem)
        -> QueryPredicate
    {
        if !rules.isRestricted, form.quantifier == .direct,
            form.op == .equal || form.op == .notEqual || form.op == .in,
            case .constant(let value) = right, value.isReferences
        {
            let (name, key) = try resolve("recordID", part: form.part)
            return try compare(key, name, "recordID", value, form)
        }
        guard form.op == .contains, form.quantifier == .direct else {
            throw unsupported(
                form, "SELF is the whole record and can only be searched.",
                "Write SELF CONTAINS \"words\", or name a field.")
        }
        let words = try searched(right, form)
        try checkSearchable(form)
        return tokenSearch(words, all: !rules.needsAnyToken)
    }

    /// The words that the right side of a search gives.
    private func searched(_ right: Side, _ form: ComparisonForm) throws(QueryProblem) -> [String] {
        switch right {
        case .words(let found): found
        case .constant(let value): try words(of: value, form)
        case .key, .this, .tokens, .distance, .other:
            throw unsupported(form, "A search needs a constant text.", nil)
        }
    }

    /// `allTokens TOKENMATCHES[cdl] "words"`: every word must be there.
    mutating func tokens(_ right: Side, _ form: ComparisonForm) throws(QueryProblem)
        -> QueryPredicate
    {
        guard form.op == .tokenMatches, form.quantifier != .all else {
            throw unsupported(
                form, "allTokens is searched with TOKENMATCHES.",
                "Write allTokens TOKENMATCHES[cdl] %@.")
        }
        let words = try searched(right, form)
        try checkSearchable(form)
        return tokenSearch(words, all: true)
    }

    /// A search over the words of one field: every word must be there; with ANY, one of them.
    mutating func fieldTokens(
        _ key: ResolvedKey, _ name: String, _ written: String, _ words: [String],
        _ form: ComparisonForm
    ) throws(QueryProblem) -> QueryPredicate {
        guard rules.searchesFields, form.op == .tokenMatches, case .field(let field) = key else {
            throw unsupported(
                form, "\(rules.name) searches all fields at once.",
                "Write self CONTAINS %@, or allTokens TOKENMATCHES[cdl] %@.")
        }
        guard field.indexes.contains(.searchable) else {
            throw QueryProblem(
                .notSearchable, "Field '\(written)' is not marked searchable", part: form.part,
                advice: field.type.scalar == .string
                    ? "Add SEARCHABLE to \(type.name).\(written) in the schema."
                    : "Only text is searched.")
        }
        if !rules.isRestricted, form.quantifier != .direct, key.isList {
            // Every word must be in one member; where the list has them all, an index says.
            let inMembers = tokens(words, in: name, form.quantifier)
            return form.quantifier == .any
                ? .and([search(for: words, in: name, all: true), inMembers]) : inMembers
        }
        // CONTAINS_ANY_TOKENS: one of the words is enough.
        let isAny = rules.isRestricted && form.quantifier == .any
        return search(for: words, in: name, all: !isAny)
    }

    private func checkSearchable(_ form: ComparisonForm) throws(QueryProblem) {
        guard type.fields.contains(where: { $0.indexes.contains(.searchable) }) else {
            throw QueryProblem(
                .notSearchable, "No field of \(type.name) is marked searchable",
                part: form.part,
                advice: "Add SEARCHABLE to a STRING field of \(type.name) in the schema.")
        }
    }

    private mutating func tokenSearch(_ words: [String], all: Bool) -> QueryPredicate {
        keys[QueryRewriter.tokensKey] = .tokens
        return search(for: words, in: QueryRewriter.tokensKey, all: all)
    }

    /// The condition that every word, or else one of them, is in what a key stands for.
    private func search(for words: [String], in name: String, all: Bool) -> QueryPredicate {
        // Nothing but stop words finds nothing.
        if words.isEmpty { return .constant(false) }
        if all || words.count == 1 { return tokens(words, in: name) }
        return .or(words.map { tokens([$0], in: name) })
    }

    /// The comparison of what a key stands for with words.
    private func tokens(
        _ words: [String], in name: String, _ quantifier: Quantifier = .direct
    ) -> QueryPredicate {
        .comparison(
            Comparison(
                .keyPath(QueryKeyPath(steps: [.key(name)])), .tokenMatches,
                .constant(.list(words.map { .text($0) })), quantifier: quantifier,
                options: [.caseInsensitive, .diacriticInsensitive]))
    }

    /// The words that a constant of a search asks for.
    func words(of value: Value, _ form: ComparisonForm) throws(QueryProblem) -> [String] {
        var texts: [String] = []
        switch value.kind {
        case .text(let text): texts = [text]
        case .list(let members):
            for member in members {
                guard case .text(let text) = member else {
                    throw unsupported(form, "A search is for text.", nil)
                }
                texts.append(text)
            }
        case .null, .number, .date, .bytes, .scalar, .reference, .location, .asset, .dictionary,
            .object:
            throw unsupported(form, "A search is for text.", "Pass the words as one text.")
        }
        var words: [String] = []
        var seen: Set<String> = []
        for text in texts {
            for word in Tokenizer.queryTokens(of: text) where seen.insert(word).inserted {
                words.append(word)
            }
        }
        if rules.isRestricted, words.count > limits.valuesPerFilter {
            throw QueryProblem(
                .tooManyValues,
                "Query filter exceeds the limit of values: \(limits.valuesPerFilter)",
                part: form.part, advice: "Search for fewer words.")
        }
        return words
    }

    /// The form of a search around a point.
    static func distanceAdvice(_ field: String) -> String {
        "Write distanceToLocation:fromLocation:(\(field), %@) < %f."
    }

    /// `distanceToLocation:fromLocation:(location, point) < metres`.
    func distance(
        _ call: QueryExpression, _ name: String, _ written: String, _ op: Operator,
        _ radius: Value, _ form: ComparisonForm
    ) throws(QueryProblem) -> QueryPredicate {
        if let key = keys[name] { try checkQueryable(key, written: written, part: form.part) }
        guard form.quantifier == .direct else {
            throw unsupported(form, "A distance is not a list.", "Leave ANY or ALL out.")
        }
        if rules.isRestricted, op != .less, op != .lessOrEqual {
            throw unsupported(
                form, "\(rules.name) finds what lies within a circle.",
                QueryRewriter.distanceAdvice(written))
        }
        switch op.family {
        case .order, .equality:
            guard radius.isNumberOrNull, !(rules.isRestricted && radius.isNull) else {
                throw unsupported(
                    form, "A distance is compared to metres.",
                    QueryRewriter.distanceAdvice(written))
            }
        case .range:
            guard case .list(let bounds) = radius, bounds.count == 2,
                bounds.allSatisfy(\.isNumberOrNull)
            else {
                throw unsupported(
                    form, "BETWEEN takes two bounds.", "Write BETWEEN {low, high}.")
            }
        case .membership, .substring, .pattern, .token, .custom:
            throw unsupported(form, "A distance is compared to metres.", nil)
        }
        return .comparison(Comparison(call, op, .constant(radius)))
    }
}

extension Value {
    /// Whether this is a reference or a list of references.
    var isReferences: Bool {
        switch kind {
        case .reference: true
        case .list(let members): members.allSatisfy(\.isReferences)
        case .null, .number, .text, .date, .bytes, .scalar, .location, .asset, .dictionary, .object:
            false
        }
    }

    var isNumberOrNull: Bool { isNumber || isNull }
}
