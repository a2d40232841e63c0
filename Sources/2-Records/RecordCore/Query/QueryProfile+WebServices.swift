// The filters of the web services become predicates and obey the same rules, with what their
// comparators can say beyond CKQuery: NOT_LIST_CONTAINS_ALL is the negation of an AND, and
// CONTAINS_ALL_TOKENS and CONTAINS_ANY_TOKENS name a field.
extension QueryRules {
    /// What the comparators of the web services can say.
    static let webServices = QueryRules(
        name: "CloudKit", isRestricted: true, foldsText: true, foldsPrefix: false,
        needsAnyToken: true, negatesAnd: true, searchesFields: true)
}
