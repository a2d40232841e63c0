import Foundation
import PredicateCore
import RecordCore
import RecordJSON

/// A record that was not saved yet, since it points at one that is not there.
struct DeferredName: Hashable {
    let zone: String
    let type: String
    let name: String
    /// The names of the records of its zone without which it is refused.
    var targets: [String] = []
}

extension DeferredName {
    init(_ record: Record) {
        self.init(zone: record.id.zone.name, type: record.type, name: record.id.name)
    }

    /// A record that waits for others.
    init(waiting record: Record) {
        self.init(record)
        targets = record.requiredRecords.filter { $0.zone.name == zone }.map(\.name)
    }
}

/// Names of records that were not saved yet, since they point at others that were not; in a
/// file, since there may be many.
final class DeferredNames {
    private let path: String
    private let sync: (String) throws -> Void

    /// Names in a file.
    ///
    /// - Parameter sync: Waits until a file, or the names in a directory, are on the disk.
    init(path: String, syncing sync: @escaping (String) throws -> Void = DeferredNames.sync) {
        self.path = path
        self.sync = sync
    }

    /// Waits until a file, or the names in a directory, are on the disk.
    static func sync(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw TransferError(unwritable: path) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw TransferError(unwritable: path) }
    }

    /// Waits until the names in the directory of a file are on the disk; not every file system can.
    static func syncDirectory(of path: String, _ sync: (String) throws -> Void) {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try? sync(directory)
    }

    /// Adds records, on the disk when it returns.
    func add(_ names: [DeferredName]) throws {
        guard !names.isEmpty else { return }
        try append(
            names.flatMap { OrderedJSON.texts([$0.zone, $0.type, $0.name] + $0.targets).line })
    }

    private func append(_ bytes: [UInt8]) throws {
        let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw TransferError(unwritable: path) }
        defer { close(file) }
        // A run that was killed may have left a part of a line.
        let size = lseek(file, 0, SEEK_END)
        var end = size
        var last: UInt8 = 0
        while end > 0, pread(file, &last, 1, end - 1) == 1, last != 0x0A { end -= 1 }
        guard end == size || ftruncate(file, end) == 0 else {
            throw TransferError(unwritable: path)
        }
        let written = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        guard written == bytes.count else {
            let error = TransferError(unwritable: path)
            // The next names would stand behind a part of a line.
            _ = ftruncate(file, end)
            throw error
        }
        try sync(path)
        if size == 0 { DeferredNames.syncDirectory(of: path, sync) }
    }

    /// Takes all names out, to be tried once more: they are in another file then.
    ///
    /// A file from an interrupted attempt comes back first.
    func take() throws -> DeferredReader? {
        let taken = path + ".now"
        let manager = FileManager.default
        if manager.fileExists(atPath: taken) {
            // An interrupted run did not finish these.
            guard let rest = manager.contents(atPath: taken) else {
                throw TransferError(unreadable: taken)
            }
            try append([UInt8](rest))
            try manager.removeItem(atPath: taken)
        }
        guard manager.fileExists(atPath: path) else { return nil }
        try manager.moveItem(atPath: path, toPath: taken)
        return try DeferredReader(path: taken)
    }

    /// Forgets all names.
    func clear() throws {
        for file in [path, path + ".now"] where FileManager.default.fileExists(atPath: file) {
            try FileManager.default.removeItem(atPath: file)
        }
    }
}

/// Reads names that were deferred, some at a time.
final class DeferredReader {
    private let path: String
    private let file: UnsafeMutablePointer<FILE>
    /// One that was read, and did not belong to the names before it.
    private var next: DeferredName?

    init(path: String) throws {
        self.path = path
        guard let file = fopen(path, "re") else { throw TransferError(unreadable: path) }
        self.file = file
    }

    deinit { fclose(file) }

    /// The next names of one zone, at most so many; empty at the end.
    ///
    /// Types stand together: records of two may point at each other, and are saved by one request alone.
    func next(_ limit: Int) throws -> [DeferredName] {
        var names: [DeferredName] = []
        while names.count < limit, let name = try next ?? line() {
            next = nil
            if let first = names.first, first.zone != name.zone {
                next = name
                break
            }
            names.append(name)
        }
        return names
    }

    /// All names that are left.
    func rest() throws -> [DeferredName] {
        var names: [DeferredName] = []
        while let name = try next ?? line() {
            next = nil
            names.append(name)
        }
        return names
    }

    /// Every name was looked at: the file goes.
    func finish() throws { try FileManager.default.removeItem(atPath: path) }

    private func line() throws -> DeferredName? {
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        let length = getline(&line, &capacity, file)
        // A line that an interrupted run did not finish is ignored.
        guard length > 0, let line, line[length - 1] == 0x0A else { return nil }
        let bytes = line.withMemoryRebound(to: UInt8.self, capacity: length) {
            Array(UnsafeBufferPointer(start: $0, count: length - 1))
        }
        guard case .list(let parts) = try JSONReader.value(of: bytes), parts.count >= 3,
            case let texts = parts.compactMap({ if case .text(let text) = $0 { text } else { nil } }
            ),
            texts.count == parts.count
        else { throw TransferError("\(path) is damaged", advice: "Say --restart.") }
        return DeferredName(
            zone: texts[0], type: texts[1], name: texts[2], targets: Array(texts.dropFirst(3)))
    }
}
