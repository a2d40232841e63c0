extension QueryRewriter {
    /// A condition in the forms that stores decide.
    mutating func rewrite(
        _ predicate: QueryPredicate, depth: Int, variables: Set<String> = []
    ) throws(QueryProblem) -> QueryPredicate {
        guard depth < Limits.recordDepth else { throw tooDeep }
        switch predicate {
        case .constant: return predicate
        case .and(let parts):
            let parts = try rewrite(parts, depth: depth, variables: variables)
            return parts.count == 1 ? parts[0] : parts.isEmpty ? .constant(true) : .and(parts)
        case .or(let parts):
            if rules.isRestricted {
                throw QueryProblem(
                    .unsupported, "\(rules.name) has no OR.", part: shown(predicate),
                    advice: "Use IN for several values of one field, or ask one query for each "
                        + "side and unite the answers.")
            }
            let parts = try rewrite(parts, depth: depth, variables: variables)
            return parts.count == 1 ? parts[0] : parts.isEmpty ? .constant(false) : .or(parts)
        case .not(let part):
            try checkNegation(of: part, depth: depth)
            return .not(try rewrite(part, depth: depth + 1, variables: variables))
        case .block:
            throw QueryProblem(
                .unsupported, "\(rules.name) cannot run a block.",
                advice: "Write a format string, or filter the answer.")
        case .comparison(let comparison):
            try rules.check(comparison)
            return try rewrite(comparison, depth: depth + 1, variables: variables)
        }
    }

    private mutating func rewrite(
        _ parts: [QueryPredicate], depth: Int, variables: Set<String>
    ) throws(QueryProblem) -> [QueryPredicate] {
        try parts.map { part throws(QueryProblem) in
            try rewrite(part, depth: depth + 1, variables: variables)
        }
    }

    private func checkNegation(
        of part: QueryPredicate, depth: Int
    ) throws(QueryProblem) {
        guard rules.isRestricted else { return }
        guard depth < Limits.recordDepth else { throw tooDeep }
        switch part {
        case .constant, .not, .or, .block: return  // The last two are refused for themselves.
        case .and(let parts):
            if !rules.negatesAnd, parts.count > 1 {
                throw rules.negation(
                    of: "an AND", "Negate the parts and ask one query for each.", part)
            }
            for part in parts { try checkNegation(of: part, depth: depth + 1) }
        case .comparison(let comparison):
            if comparison.op == .between {
                throw rules.negation(
                    of: "BETWEEN", "Ask one query below and one above the range.", part)
            }
            if comparison.op == .tokenMatches || isThis(comparison.left)
                || isThis(comparison.right)
            {
                throw rules.negation(of: "a search for words", "Filter the answer.", part)
            }
            if isDistance(comparison.left) || isDistance(comparison.right) {
                throw rules.negation(
                    of: "a distance", "Only what lies within a circle can be asked.", part)
            }
        }
    }

    func isThis(_ expression: QueryExpression) -> Bool {
        if case .this = expression { true } else { false }
    }

    func isDistance(_ expression: QueryExpression) -> Bool {
        if case .function(.distance, _) = expression { true } else { false }
    }

    var tooDeep: QueryProblem {
        QueryProblem(
            .unsupported, "The predicate is nested deeper than \(Limits.recordDepth) levels.",
            advice: "Chains of AND and OR are one level when they are one compound.")
    }

    /// A part for a message; nil when it is too deep or too long to be printed.
    func shown(_ predicate: QueryPredicate) -> String? {
        var room = 2000
        return measure(.predicate(predicate), depth: Limits.recordDepth, room: &room)
            ? predicate.format : nil
    }

    private func measure(_ part: PredicatePart, depth: Int, room: inout Int) -> Bool {
        room -= 1
        guard depth > 0, room > 0 else { return false }
        if case .expression(.constant(.list(let members))) = part {
            room -= members.count
            return room > 0
        }
        for child in part.children where !measure(child, depth: depth - 1, room: &room) {
            return false
        }
        return true
    }
}
