package import PredicateCore

extension Value {
    /// The members of an object; none of any other value.
    package var members: [String: Value] {
        if case .dictionary(let members) = self { members } else { [:] }
    }
}

// What JSON of others says, where it is of the kind that is asked for.
extension [String: Value] {
    /// A text.
    package func text(_ name: String) -> String? {
        if case .text(let text)? = self[name] { text } else { nil }
    }

    /// Values in order; none where there is no list.
    package func list(_ name: String) -> [Value] {
        if case .list(let values)? = self[name] { values } else { [] }
    }

    /// The texts of a list.
    package func texts(_ name: String) -> [String] {
        list(name).compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// The members of an object; none where there is no object.
    package func object(_ name: String) -> [String: Value] { self[name]?.members ?? [:] }
}
