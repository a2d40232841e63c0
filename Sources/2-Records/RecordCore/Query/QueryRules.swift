/// What a profile lets a query say, and what it means there.
struct QueryRules {
    /// How messages name the interface.
    let name: String
    /// Whether only the documented forms are allowed, and only on indexed fields.
    let isRestricted: Bool
    /// Whether text compares without case, except where it is a prefix.
    let foldsText: Bool
    /// Whether a prefix compares without case too.
    let foldsPrefix: Bool
    /// Whether a search needs any one of its words, rather than all.
    let needsAnyToken: Bool
    /// Whether NOT may stand before AND.
    let negatesAnd: Bool
    /// Whether the words of one field may be searched.
    let searchesFields: Bool
}

extension QueryProfile {
    var rules: QueryRules {
        switch self {
        case .everything: .everything
        case .cloudKit: .cloudKit
        case .cloudKitOriginal: .cloudKitOriginal
        case .webServices: .webServices
        }
    }
}

extension QueryRules {
    /// The whole language over stored fields, indexed or not.
    static let everything = QueryRules(
        name: "The record database", isRestricted: false, foldsText: false, foldsPrefix: false,
        needsAnyToken: true, negatesAnd: true, searchesFields: true)
}
