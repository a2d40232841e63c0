package import Foundation
package import ObjectCore
import RecordCore

/// An event as a store keeps it.
package struct MirrorLogEntry: Sendable {
    /// How many of its sentences are kept.
    private static let noteLimit = 50

    /// The identifier of the event.
    package var id: UUID
    /// What was done.
    package var kind: MirrorEvent.Kind
    package var start: Date
    package var end: Date?
    /// The domain, the code and the sentence of its error; nil where it succeeded.
    package var error: (domain: String, code: Int, text: String)?
    /// How many objects or records it was about.
    package var count: Int
    /// Sentences about records that were left as they are.
    package var notes: [String]

    /// An event, and its error as programs know it.
    package init(_ event: MirrorEvent, error: NSError?) {
        id = event.id
        kind = event.kind
        start = event.start
        end = event.end
        count = event.count
        notes = event.notes
        self.error = error.map { ($0.domain, $0.code, $0.localizedDescription) }
    }

    fileprivate init?(data: Data) throws {
        var reader = ByteReader(data)
        guard let id = UUID(uuidString: try reader.text()),
            let kind = MirrorEvent.Kind(rawValue: Int(try reader.integer()))
        else { return nil }
        self.id = id
        self.kind = kind
        start = try reader.date()
        end = try reader.optional { try $0.date() }
        count = Int(try reader.integer())
        error = try reader.optional { (try $0.text(), Int(try $0.integer()), try $0.text()) }
        // Entries of earlier versions end here.
        notes = try reader.isAtEnd ? [] : reader.list { try $0.text() }
    }

    fileprivate var data: Data {
        var writer = ByteWriter()
        writer.write(id.uuidString)
        writer.write(Int64(kind.rawValue))
        writer.write(start)
        writer.write(end) { $0.write($1) }
        writer.write(Int64(count))
        writer.write(error) {
            $0.write($1.domain)
            $0.write(Int64($1.code))
            $0.write($1.text)
        }
        if !notes.isEmpty {
            writer.write(Array(notes.prefix(MirrorLogEntry.noteLimit))) { $0.write($1) }
        }
        return writer.data
    }
}

/// The events that a store keeps, the earliest first; the oldest of more than a thousand go.
package struct MirrorEventLog {
    private static let limit = 1_000
    private let store: any ObjectStore

    package init(_ store: any ObjectStore) { self.store = store }

    /// Adds an event that has ended.
    package func add(_ entry: MirrorLogEntry) throws {
        try store.exclusively {
            let keys = try store.mirrorEntries(prefix: "v/", after: nil, limit: nil).map(\.key)
            let last = keys.last.flatMap { Int64($0.dropFirst(2)) } ?? 0
            let number = String(last + 1)
            let padded = String(repeating: "0", count: max(0, 18 - number.count)) + number
            var changes: [String: Data?] = ["v/" + padded: entry.data]
            for key in keys.dropLast(MirrorEventLog.limit - 1) { changes[key] = .some(nil) }
            try store.setMirrorEntries(changes)
        }
    }

    /// All of them.
    package func entries() throws -> [MirrorLogEntry] {
        try store.mirrorEntries(prefix: "v/", after: nil, limit: nil).compactMap {
            try MirrorLogEntry(data: $0.value)
        }
    }
}
