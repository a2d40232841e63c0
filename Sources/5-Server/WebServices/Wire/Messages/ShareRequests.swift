/// The body of `records/resolve`, `records/accept` and `records/requestAccess`.
///
///     {"shortGUIDs": [{"value": "0cAbc…", "shouldFetchRootRecord": true}]}
package struct ShareRequest: Hashable, Sendable {
    /// The shares to resolve or to accept.
    package var items: [Item]
    /// What the records of the reply hold.
    package var options: RecordOptions

    /// One share, by the last part of its URL.
    package struct Item: Hashable, Sendable {
        /// The last part of the URL.
        package var shortGUID: String
        /// Whether the root record comes along.
        package var fetchesRoot: Bool
        /// The fields of the root record; nil all.
        package var rootDesiredKeys: [String]?

        /// One share, by the last part of its URL; by default without its root record.
        package init(
            _ shortGUID: String, fetchesRoot: Bool = false, rootDesiredKeys: [String]? = nil
        ) {
            self.shortGUID = shortGUID
            self.fetchesRoot = fetchesRoot
            self.rootDesiredKeys = rootDesiredKeys
        }
    }

    /// A request to resolve or to accept shares.
    package init(_ items: [Item], options: RecordOptions = RecordOptions()) {
        self.items = items
        self.options = options
    }
}
