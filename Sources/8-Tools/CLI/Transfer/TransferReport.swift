#if Server
import RecordTransfer

/// What a transfer did, in columns.
struct TransferReport {
    private var table = Table(header: ["zone", "type", "read", "saved", "skipped", "deleted"])
    private(set) var problems: [String] = []

    mutating func add(_ part: TransferProgress.Part) {
        guard let type = part.type else { return }
        table.append(
            [.init(text: part.zone), .init(text: type)]
                + [part.read, part.saved, part.skipped, part.deleted].map(Table.Cell.number))
    }

    mutating func add(problem: String) { problems.append(problem) }

    /// Prints the table; throws where the counts are not what they should be.
    mutating func finish() throws {
        try Output.print(table.flush().utf8)
        guard problems.isEmpty else {
            throw Failure(.failed, problems.joined(separator: "\n"))
        }
    }
}
#endif
