import Foundation
import RecordCore

/// What an import says of the store when it has ended.
extension ImportCommand {
    /// The failure of what comes after the last record.
    func notClosed(_ error: any Error, _ saved: Int) -> Failure {
        let cause = Failure(error)
        // The sentence of the code speaks of a request that was undone.
        let isFull = (error as? StoreError)?.code == .full
        let records = saved == 1 ? "the record" : "all \(Figures.count(saved, "record"))"
        return Failure(
            cause.status,
            "saved \(records), but not their indexes: \(isFull ? "the disk is full" : cause.message)",
            advice: (isFull ? "Make room; then " : "")
                + "quarry import /dev/null\(place.reminder) makes the indexes, as does the next "
                + "import. Queries read whole tables until then.")
    }

    /// Says what the import made, how large the store is, and how it could be smaller.
    func report(_ made: [(type: String, field: Field)]) {
        var parts: [String] = []
        if !made.isEmpty {
            let count = made.reduce(0) { $0 + $1.field.indexes.rawValue.nonzeroBitCount }
            let indexes = count == 1 ? "1 index" : "\(Figures.grouped(count)) indexes"
            parts.append("made \(Figures.count(made.count, "field")) with \(indexes)")
        }
        let (size, log) = (place.fileSize ?? 0, place.logSize)
        if place.fileSize != nil {
            parts.append("\(place.location) has \(Figures.bytes(size + log))")
            if log > 0 {
                parts.append(
                    "\(Figures.bytes(log)) of these in its log \(place.location)-wal, which belongs to it"
                )
            }
        }
        if !parts.isEmpty { Terminal.note(parts.joined(separator: "; ")) }
        if made.contains(where: { !$0.field.indexes.isEmpty }), size + log > 10_000_000 {
            Terminal.note(
                "Fewer indexes need less: --indexes queryable or none, with a new store.")
        }
    }
}
