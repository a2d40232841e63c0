import RecordCore

/// Records that come in another order than that of the page, of which about twice as many are kept
/// as the page has room for.
struct PageSorter {
    private let checked: CheckedQuery
    /// How many are passed over before the page.
    private let offset: Int
    /// How many there are up to the end of the page.
    private let most: Int
    /// After how many bytes the page ends; nil is no limit.
    private let pageBytes: Int?
    /// A record as the page has it.
    private let shown: (Record) -> Record
    private(set) var records: [Record] = []
    /// The bytes of the records, and those from which on they are sorted.
    private var bytes = 0
    private var fullBytes: Int

    init(
        _ checked: CheckedQuery, offset: Int, most: Int?, pageBytes: Int?,
        shown: @escaping (Record) -> Record
    ) {
        self.checked = checked
        self.offset = offset
        self.most = most ?? Int.max
        self.pageBytes = pageBytes
        self.shown = shown
        fullBytes = 2 * (pageBytes ?? 0)
    }

    /// Adds a record.
    mutating func add(_ record: Record) throws {
        records.append(record)
        if pageBytes != nil { bytes += record.storedSize }
        if bytes > fullBytes || records.count >= 1_000 && records.count / 2 >= most { try sort() }
    }

    /// The records of the page in order, with one more where its bytes end it.
    mutating func page() throws -> [Record] {
        try sort()
        return records.dropFirst(offset).map(shown)
    }

    /// Puts them in order, without those that are behind the page.
    private mutating func sort() throws {
        records = try checked.sorted(records)
        var end = min(records.count, most)
        if pageBytes != nil, offset < end {
            var room = PageRoom(pageBytes)
            let full = records[offset..<end].firstIndex { !room.takes(shown($0)) }
            // The first without room tells that there is more.
            if let full { end = full + 1 }
        }
        records.removeLast(records.count - end)
        guard let pageBytes else { return }
        bytes = records.reduce(0) { $0 + $1.storedSize }
        fullBytes = 2 * max(bytes, pageBytes)
    }
}
