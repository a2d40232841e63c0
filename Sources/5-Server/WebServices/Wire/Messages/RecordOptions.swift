/// What a request says of the records in its reply.
package struct RecordOptions: Hashable, Sendable {
    /// The fields wanted: nil all, empty only what the server keeps about each record.
    package var desiredKeys: [String]?
    /// Whether INT64 and DOUBLE are written as text.
    package var numbersAsStrings: Bool
    /// Whether what the plain form loses is written beside it, such as microseconds.
    ///
    /// Only clients of our own ask for it: `"quarry": {"exact": true}`.
    package var isExact: Bool

    /// What a request says of the records in its reply.
    package init(
        desiredKeys: [String]? = nil, numbersAsStrings: Bool = false, isExact: Bool = false
    ) {
        self.desiredKeys = desiredKeys
        self.numbersAsStrings = numbersAsStrings
        self.isExact = isExact
    }
}

extension RecordOptions {
    /// The members of a request that say what the records of its reply hold.
    mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.member("desiredKeys", &desiredKeys)
        try m.member("numbersAsStrings", &numbersAsStrings, unless: false)
        try m.object("quarry") { m throws(WireError) in
            try m.member("exact", &isExact, unless: false)
        }
    }

    /// Adds what others say and these do not.
    mutating func add(_ others: RecordOptions) {
        desiredKeys = desiredKeys ?? others.desiredKeys
        numbersAsStrings = numbersAsStrings || others.numbersAsStrings
        isExact = isExact || others.isExact
    }
}
