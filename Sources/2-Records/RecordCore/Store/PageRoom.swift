/// What a page has room for that ends early after a number of bytes of records.
///
///     var room = PageRoom(query.pageBytes)
///     for record in found {
///         guard room.takes(record) else { break }
///         page.records.append(record)
///     }
package struct PageRoom: Sendable {
    /// How many bytes are left; nil for no limit.
    private var bytes: Int?
    private var isEmpty = true

    /// The room of an empty page.
    package init(_ bytes: Int?) { self.bytes = bytes }

    /// Whether a record still belongs to the page; the first does, whatever its size.
    package mutating func takes(_ record: Record) -> Bool {
        guard let left = bytes else { return true }
        let rest = left - record.storedSize
        bytes = rest
        defer { isEmpty = false }
        return rest >= 0 || isEmpty
    }
}
