// What CloudKit documents for CKQuery:
// https://developer.apple.com/documentation/cloudkit/ckquery
extension QueryRules {
    /// The newest reading: BEGINSWITH heeds case, a search needs any of its words.
    static let cloudKit = QueryRules(
        name: "CloudKit", isRestricted: true, foldsText: true, foldsPrefix: false,
        needsAnyToken: true, negatesAnd: false, searchesFields: false)

    /// The first reading: BEGINSWITH ignores case, a search needs all of its words.
    static let cloudKitOriginal = QueryRules(
        name: "CloudKit", isRestricted: true, foldsText: true, foldsPrefix: true,
        needsAnyToken: false, negatesAnd: false, searchesFields: false)

    /// Refuses operators that the profile does not have, whatever they compare.
    func check(_ comparison: Comparison) throws(QueryProblem) {
        guard isRestricted else { return }
        let part = QueryPredicate.comparison(comparison).format
        func refuse(_ what: String, _ advice: String) -> QueryProblem {
            QueryProblem(.unsupported, "\(name) has no \(what).", part: part, advice: advice)
        }
        switch comparison.op.family {
        case .equality, .order, .range, .membership, .substring(.beginsWith):
            if !comparison.options.isEmpty {
                throw QueryProblem(
                    .unsupported,
                    "\(name) takes no option letters such as [\(comparison.options.letters)].",
                    part: part,
                    advice: comparison.op == .beginsWith && !foldsPrefix
                        ? "BEGINSWITH heeds case and accents; leave the brackets out."
                        : "Text compares without case anyway; leave the brackets out.")
            }
        case .token: break
        case .pattern(let pattern):
            throw refuse(
                comparison.op.spellings[0],
                pattern == .like
                    ? "Use BEGINSWITH for a prefix, self CONTAINS for words."
                    : "Ask for more with BEGINSWITH and filter the answer.")
        case .substring(.endsWith):
            throw refuse(
                "ENDSWITH", "Store the text backwards in another field and use BEGINSWITH.")
        case .custom:
            throw refuse(
                comparison.op.spellings[0], "Compare a field to a value with an operator.")
        }
        if comparison.quantifier == .all {
            throw refuse("ALL", "Ask with ANY and filter the answer, or negate the opposite.")
        }
    }

    /// The refusal of NOT before something that cannot be negated.
    func negation(of what: String, _ advice: String, _ part: QueryPredicate) -> QueryProblem {
        QueryProblem(
            .unsupported, "\(name) cannot negate \(what).",
            part: QueryPredicate.not(part).format, advice: advice)
    }
}
