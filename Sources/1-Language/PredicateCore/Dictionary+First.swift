extension Dictionary {
    /// The values of pairs by their keys; of pairs with the same key the first counts.
    ///
    ///     Dictionary(first: fields.map { ($0.name, $0) })
    @inlinable
    package init(first pairs: some Sequence<(Key, Value)>) {
        self.init(pairs, uniquingKeysWith: { first, _ in first })
    }
}
