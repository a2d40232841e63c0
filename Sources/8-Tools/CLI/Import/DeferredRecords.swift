import Foundation
import RecordCore
import RecordJSON
import RecordService

/// Records that were refused as others were not there yet.
///
/// Their names and those of their targets are in memory, and all else in a temporary file: memory grows with
/// the number of records that wait, not with their size.
final class DeferredRecords {
    /// What is known of a record without reading it.
    struct Entry {
        /// Where the record begins in the file.
        let offset: Int
        let length: Int
        let line: Int
        let bytes: Int
        let isNamed: Bool
        /// The fields that are cleared, which JSON of a record does not say.
        let cleared: [String]
        /// The records without which it is refused.
        let targets: [RecordID]
    }

    private(set) var entries: [RecordID: Entry] = [:]
    private var file: TemporaryFile?

    /// The names in the order of the lines.
    var ids: [RecordID] {
        entries.sorted { ($0.value.line, $0.value.offset) < ($1.value.line, $1.value.offset) }
            .map(\.key)
    }

    /// The first line of which a record waits.
    var firstLine: Int? { entries.values.map(\.line).min() }

    /// Adds a record, in the place of one of its name.
    ///
    /// - Parameter keepsFields: Whether it has the fields of the former one too, whose line has to be read
    ///   again then to make it.
    func add(
        _ given: Record, line: Int, bytes: Int, isNamed: Bool, keepsFields: Bool
    ) async throws {
        let former = keepsFields ? entries[given.id]?.line : nil
        var record = given
        await record.fields.replaceAssets { _, asset in
            var asset = asset
            // A path that begins at another directory than that of the import would be lost.
            asset.fileURL = asset.fileURL.map { URL(fileURLWithPath: $0.path) }
            return asset
        }
        var writer = JSONWriter()
        RecordJSON().append(record, to: &writer)
        let text = writer.bytes
        let file = try file ?? TemporaryFile()
        self.file = file
        let offset = file.size
        try file.append(text)
        entries[record.id] = Entry(
            offset: offset, length: text.count, line: min(line, former ?? line), bytes: bytes,
            isNamed: isNamed, cleared: record.fields.filter(\.value.isNull).map(\.key),
            targets: Array(record.requiredRecords))
    }

    /// The record of a name that waits.
    func record(_ id: RecordID) throws -> Record? {
        guard let file, let entry = entries[id] else { return nil }
        let text = try file.read(entry.length, at: entry.offset)
        var record = try RecordJSON().record(
            from: try JSONReader.value(of: text), schema: RecordSchema(), defaults: RecordDefaults()
        )
        for name in entry.cleared { record.fields[name] = .null }
        return record
    }

    /// A record waits no more.
    func remove(_ id: RecordID) { entries[id] = nil }
}
