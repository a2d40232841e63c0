import RecordCore

/// Replies of records: in memory while they are small, in pieces when they grow large.
enum ReplyPieces {
    /// Bytes up to which a reply is sent whole.
    static let whole = 262_144

    /// A reply of records.
    ///
    /// - Parameters:
    ///   - entries: What is written, one after the other.
    ///   - append: Writes one.
    ///   - finish: Writes what follows the last.
    static func reply<Entry: Sendable>(
        _ entries: [Entry], with writer: RecordWriter,
        append: @escaping @Sendable (inout RecordsWriter, Entry) -> Void,
        finish: @escaping @Sendable (inout RecordsWriter) -> Void
    ) -> WireReply {
        var reply = RecordsWriter(writer)
        var bytes: [UInt8] = []
        var place = 0
        while place < entries.count, bytes.count < whole {
            append(&reply, entries[place])
            place += 1
            if place == 1 { reply.reserve(entries.count - 1) }
            if reply.isFull { add(reply.take(), to: &bytes) }
        }
        if place == entries.count {
            finish(&reply)
            add(reply.take(), to: &bytes)
            return WireReply(json: bytes)
        }
        return stream { [reply, place, bytes] sink in
            var reply = reply
            try await sink(bytes)
            for entry in entries[place...] {
                append(&reply, entry)
                if reply.isFull { try await sink(reply.take()) }
            }
            finish(&reply)
            try await sink(reply.take())
        }
    }

    /// Appends what was written; the first piece is not copied.
    static func add(_ piece: [UInt8], to bytes: inout [UInt8]) {
        if bytes.isEmpty { bytes = piece } else { bytes += piece }
    }

    /// A reply of JSON that is made while it is sent.
    static func stream(
        _ body: @escaping @Sendable (WireReply.Sink) async throws -> Void
    ) -> WireReply {
        WireReply(
            200, headers: [("content-type", "application/json; charset=utf-8")],
            body: .stream(body))
    }
}

extension RecordsWriter {
    /// Appends whatever stands in the place of a record.
    mutating func append(_ entry: RecordEntry) {
        switch entry {
        case .record(let record): append(record)
        case .deleted(let id, let type): append(deleted: id, type: type)
        case .failure(let name, let error): append(error, name: name)
        }
    }
}
