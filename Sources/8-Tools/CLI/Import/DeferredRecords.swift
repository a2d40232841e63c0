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
    private var file: Int32 = -1
    private var end = 0

    deinit { if file >= 0 { close(file) } }

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
        try begin()
        let text = writer.bytes
        var written = 0
        while written < text.count {
            let count = text.withUnsafeBytes {
                pwrite(
                    file, $0.baseAddress.map { $0 + written }, text.count - written,
                    off_t(end + written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure.system("cannot be written", path: directory) }
            written += count
        }
        entries[record.id] = Entry(
            offset: end, length: text.count, line: min(line, former ?? line), bytes: bytes,
            isNamed: isNamed, cleared: record.fields.filter(\.value.isNull).map(\.key),
            targets: Array(record.requiredRecords))
        end += text.count
    }

    /// The record of a name that waits.
    func record(_ id: RecordID) throws -> Record? {
        guard let entry = entries[id] else { return nil }
        var text = [UInt8](repeating: 0, count: entry.length)
        var count = 0
        while count < text.count {
            let more = text.withUnsafeMutableBytes {
                pread(
                    file, $0.baseAddress.map { $0 + count }, entry.length - count,
                    off_t(entry.offset + count))
            }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { throw Failure.system("cannot be read", path: directory) }
            count += more
        }
        var record = try RecordJSON().record(
            from: try JSONReader.value(of: text), schema: RecordSchema(), defaults: RecordDefaults()
        )
        for name in entry.cleared { record.fields[name] = .null }
        return record
    }

    /// A record waits no more.
    func remove(_ id: RecordID) { entries[id] = nil }

    private var directory: String { FileManager.default.temporaryDirectory.path }

    private func begin() throws {
        guard file < 0 else { return }
        let path = "\(directory)/quarry-import-\(UUID().uuidString)"
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure.system("cannot be written", path: directory) }
        // It goes with the last that has it open.
        unlink(path)
    }
}
