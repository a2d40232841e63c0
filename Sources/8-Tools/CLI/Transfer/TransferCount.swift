#if Server
import PredicateCore
import RecordCore

/// Counts records, before and after they were moved.
enum TransferCount {
    /// Names a type in a zone.
    static func key(_ zone: String, _ type: String) -> String { "\(zone)/\(type)" }

    /// The records of a type in a zone of a store; 0 where either is not there.
    static func count(
        _ type: String, _ zone: ZoneID, _ store: any RecordStore, _ scope: DatabaseScope
    ) async throws -> Int {
        guard try await store.schema()[type] != nil else { return 0 }
        do {
            return try await store.count(RecordQuery(type, in: .zone(zone)), in: scope)
        } catch let error as StoreError where error.code == .zoneNotFound {
            return 0
        }
    }
}

/// What a transfer did, in columns.
struct TransferReport {
    private var table = Table(header: ["zone", "type", "read", "saved", "skipped", "deleted"])
    private(set) var problems: [String] = []

    mutating func add(_ part: TransferProgress.Part) {
        guard let type = part.type else { return }
        table.append(
            [.init(text: part.zone), .init(text: type)]
                + [part.read, part.saved, part.skipped, part.deleted].map {
                    Table.Cell(text: Figures.grouped($0), isNumber: true)
                })
    }

    mutating func add(problem: String) { problems.append(problem) }

    /// Prints the table; throws where the counts are not what they should be.
    mutating func finish() throws {
        let output = Output()
        try output.write(table.flush())
        try output.flush()
        guard problems.isEmpty else {
            throw Failure(.failed, problems.joined(separator: "\n"))
        }
    }
}
#endif
