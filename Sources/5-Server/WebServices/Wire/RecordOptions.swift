/// What a request says of the records in its reply.
public struct RecordOptions: Hashable, Sendable {
    /// The fields wanted: nil all, empty only what the server keeps about each record.
    public var desiredKeys: [String]?
    /// Whether INT64 and DOUBLE are written as text.
    public var numbersAsStrings: Bool
    /// Whether what the plain form loses is written beside it, such as microseconds.
    ///
    /// Only clients of our own ask for it: `"quarry": {"exact": true}`.
    public var isExact: Bool

    /// What a request says of the records in its reply.
    public init(
        desiredKeys: [String]? = nil, numbersAsStrings: Bool = false, isExact: Bool = false
    ) {
        self.desiredKeys = desiredKeys
        self.numbersAsStrings = numbersAsStrings
        self.isExact = isExact
    }
}
