extension Array {
    /// The elements in order, at most `size` at a time.
    ///
    ///     for batch in ids.batches(of: 200) { found += try await read(batch) }
    package func batches(of size: Int) -> some Sequence<[Element]> {
        stride(from: 0, to: count, by: size).lazy.map { start in
            Array(self[start..<Swift.min(start + size, count)])
        }
    }
}
