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
