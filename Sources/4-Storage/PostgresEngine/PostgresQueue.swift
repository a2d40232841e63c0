#if Postgres
/// What was handed to libpq and is not answered yet, in its order.
struct PostgresQueue {
    /// A statement, or what stands behind some of them.
    struct Entry {
        /// What it is.
        enum Kind {
            case statement
            /// The end of a transaction.
            case commit
            /// Where the server, after a failure, goes on.
            case mark
        }

        let kind: Kind
        let text: String
        /// What it prepares.
        var entry: PostgresStatements.Entry?
        var interest: Interest
        /// Looks at the first row of the result, which is not given to anyone else; nil when
        /// there is no row.
        var check: ((PostgresRow?) throws -> Void)?
    }

    /// What becomes of an answer.
    enum Interest: Comparable {
        /// Nothing.
        case none
        /// A failure decides what becomes of the transaction, but is not thrown: what failed is
        /// being undone.
        case outcome
        /// A failure is thrown.
        case failure
        /// The rows are wanted.
        case rows
    }

    private var parts: [Entry] = []
    private var place = 0
    private var bytes = 0

    /// Statements that wait for their answers, at most, and the bytes of their values.
    private static let capacity = (parts: 256, bytes: 1 << 20)

    /// The next one that is answered.
    var first: Entry? { place < parts.count ? parts[place] : nil }
    var isEmpty: Bool { place == parts.count }
    /// Whether a commit is among it.
    var hasCommit: Bool { parts[place...].contains { $0.kind == .commit } }
    /// Whether a result among it is looked at when it comes.
    var hasCheck: Bool { parts[place...].contains { $0.check != nil } }
    /// Whether it ends with a mark.
    var isMarked: Bool { isEmpty || parts[parts.count - 1].kind == .mark }
    /// Whether there is so much that the answers should be waited for.
    var isFull: Bool {
        parts.count - place >= Self.capacity.parts || bytes >= Self.capacity.bytes
    }

    mutating func append(_ part: Entry, bytes: Int = 0) {
        parts.append(part)
        self.bytes += bytes + part.text.utf8.count
    }

    mutating func removeFirst() {
        place += 1
        guard isEmpty else { return }
        parts.removeAll(keepingCapacity: true)
        place = 0
        bytes = 0
    }

    /// Lowers what is wanted of everything that waits.
    mutating func hush(to interest: Interest) {
        for index in place..<parts.count {
            parts[index].interest = min(parts[index].interest, interest)
            if interest < .failure { parts[index].check = nil }
        }
    }
}
#endif
