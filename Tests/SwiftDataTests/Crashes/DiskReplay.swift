#if SwiftData
import Foundation
import TestRandom

/// The operations that a program recorded with `DiskLog`, and the disks that a power cut would have
/// left after any of them.
///
/// What was synced is there. Of what was written to a file since, any 512 bytes may be there or not.
/// Names (files that were created, renamed, removed) come to the disk in their order, those of a
/// directory with its sync at the latest, and a new file's with the sync of the file, as ext4, XFS
/// and btrfs do.
struct DiskReplay {
    private enum Operation {
        case create(String, UInt64)
        case open(String, UInt64)
        case write(UInt64, offset: Int, Data)
        case truncate(UInt64, Int)
        case sync(UInt64)
        case syncDirectory(String)
        case rename(String, String)
        case link(String, String)
        case remove(String)
        case makeDirectory(String)
        case removeDirectory(String)
        case note(String)
    }

    private final class File {
        /// What it held when last synced.
        var synced = Data()
        /// What was done to it since.
        var pending: [Operation] = []
    }

    private var operations: [Operation] = []
    /// The directory that the operations are of.
    private let root: String

    struct Malformed: Error {}

    /// Reads a recording.
    ///
    /// - Parameters:
    ///   - log: The file that `disk_log_start` made.
    ///   - root: The directory that was recorded; replays are made in another one.
    init(_ log: String, of root: String) throws {
        self.root = root
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: log)))
        var place = 0
        func number(_ size: Int) -> UInt64 {
            defer { place += size }
            return bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        while place + 21 <= bytes.count {
            let kind = Character(UnicodeScalar(bytes[place]))
            place += 1
            let (inode, offset, length) = (number(8), Int(number(8)), Int(number(4)))
            guard place + length <= bytes.count else { throw Malformed() }
            let content = Data(bytes[place..<place + length])
            place += length
            let texts = content.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            let text = texts.first ?? ""
            switch kind {
            case "C": operations.append(.create(text, inode))
            case "O": operations.append(.open(text, inode))
            case "W": operations.append(.write(inode, offset: offset, content))
            case "T": operations.append(.truncate(inode, offset))
            case "S": operations.append(.sync(inode))
            case "D": operations.append(.syncDirectory(text))
            case "R": operations.append(.rename(text, texts[1]))
            case "L": operations.append(.link(text, texts[1]))
            case "U": operations.append(.remove(text))
            case "M": operations.append(.makeDirectory(text))
            case "X": operations.append(.removeDirectory(text))
            case "N": operations.append(.note(text))
            default: throw Malformed()
            }
        }
    }

    /// How many operations there are.
    var count: Int { operations.count }

    /// The lines that the program noted before an operation.
    func notes(before end: Int) -> [String] {
        operations.prefix(end).compactMap { if case .note(let text) = $0 { text } else { nil } }
    }

    /// Makes the disk of a power cut.
    ///
    /// - Parameters:
    ///   - end: The power goes before this operation.
    ///   - directory: Where the files are made; it begins with what was there before the program.
    ///   - seed: Decides what of the rest has reached the disk; nil for everything.
    ///   - waits: Whether the disk waits for what is synced; false shows what a test can see.
    func restore(
        cutBefore end: Int, into directory: String, seed: UInt64?, waits: Bool = true
    ) throws {
        var random = RandomNumbers(seed: seed ?? 0)
        var files: [UInt64: File] = [:]
        var names = Names()
        // What stood there before is on the disk.
        let manager = FileManager.default
        for name in manager.enumerator(atPath: directory)?.compactMap({ $0 as? String }) ?? [] {
            let path = directory + "/" + name
            var isDirectory: ObjCBool = false
            _ = manager.fileExists(atPath: path, isDirectory: &isDirectory)
            if isDirectory.boolValue {
                names.durable[root + "/" + name] = .some(nil)
            } else {
                let file = File()
                file.synced = try Data(contentsOf: URL(fileURLWithPath: path))
                names.durable[root + "/" + name] = file
            }
        }
        names.current = names.durable
        func file(_ inode: UInt64) throws -> File {
            guard let file = files[inode] else { throw Malformed() }
            return file
        }
        for operation in operations.prefix(end) {
            switch operation {
            case .create(_, let inode):
                let made = File()
                files[inode] = made
                names.add(operation, made)
            case .open(let path, let inode):
                guard let known = names.current[path], let known else { throw Malformed() }
                files[inode] = known
            case .write(let inode, _, _), .truncate(let inode, _):
                try file(inode).pending.append(operation)
            case .sync(let inode):
                guard waits || seed == nil else { continue }
                let synced = try file(inode)
                synced.synced = apply(synced) { true }
                synced.pending = []
                names.flush { if case .create(_, inode) = $0 { true } else { false } }
            case .syncDirectory(let path):
                guard waits || seed == nil else { continue }
                names.flush { parents(of: $0).contains(path) }
            case .rename, .link, .remove, .makeDirectory, .removeDirectory:
                names.add(operation, nil)
            case .note: break
            }
        }
        names.flush(
            count: seed == nil ? names.pending.count : random.below(names.pending.count + 1))
        // How often a sector has reached the disk differs from cut to cut.
        let luck = random.below(5)
        try manager.removeItem(atPath: directory)
        try manager.createDirectory(atPath: directory, withIntermediateDirectories: true)
        for (path, entry) in names.durable.sorted(by: { $0.key < $1.key }) {
            let target = directory + path.dropFirst(root.count)
            guard let entry else {
                try manager.createDirectory(atPath: target, withIntermediateDirectories: true)
                continue
            }
            let content = apply(entry) { seed == nil || random.below(4) < luck }
            try content.write(to: URL(fileURLWithPath: target))
        }
    }

    /// What a file holds after those of the pending operations that have reached the disk.
    private func apply(_ file: File, _ isThere: () -> Bool) -> Data {
        var content = [UInt8](file.synced)
        for operation in file.pending {
            switch operation {
            case .write(_, let offset, let bytes):
                var start = 0
                while start < bytes.count {
                    let end = min(bytes.count, ((offset + start) / 512 + 1) * 512 - offset)
                    if isThere() {
                        let place = offset + start
                        if content.count < offset + end {
                            content += [UInt8](repeating: 0, count: offset + end - content.count)
                        }
                        content.replaceSubrange(
                            place..<offset + end,
                            with: bytes[bytes.startIndex + start..<bytes.startIndex + end])
                    }
                    start = end
                }
            case .truncate(_, let size):
                guard isThere() else { continue }
                if size <= content.count {
                    content.removeLast(content.count - size)
                } else {
                    content += [UInt8](repeating: 0, count: size - content.count)
                }
            default: break  // Only those two are pending.
            }
        }
        return Data(content)
    }

    private func parents(of operation: Operation) -> [String] {
        let paths: [String] =
            switch operation {
            case .create(let path, _), .remove(let path), .makeDirectory(let path),
                .removeDirectory(let path):
                [path]
            case .rename(let old, let new), .link(let old, let new): [old, new]
            case .open, .write, .truncate, .sync, .syncDirectory, .note: []
            }
        return paths.map { ($0 as NSString).deletingLastPathComponent }
    }

    /// The names of files and directories: those on the disk, and what was done to them since.
    private struct Names {
        /// Files by path; directories have none.
        var durable: [String: File?] = [:]
        var current: [String: File?] = [:]
        var pending: [(operation: Operation, file: File?)] = []

        mutating func add(_ operation: Operation, _ file: File?) {
            pending.append((operation, file))
            Names.apply(operation, file, to: &current)
        }

        /// Brings everything up to the last operation of a kind to the disk.
        mutating func flush(_ isWanted: (Operation) -> Bool) {
            guard let last = pending.lastIndex(where: { isWanted($0.operation) }) else { return }
            flush(count: last + 1)
        }

        mutating func flush(count: Int) {
            for (operation, file) in pending.prefix(count) {
                Names.apply(operation, file, to: &durable)
            }
            pending.removeFirst(count)
        }

        private static func apply(
            _ operation: Operation, _ file: File?, to names: inout [String: File?]
        ) {
            switch operation {
            case .create(let path, _): names[path] = .some(file)
            case .rename(let old, let new):
                names[new] = names.removeValue(forKey: old)
                // What is in a directory goes with it.
                for (path, entry) in names where path.hasPrefix(old + "/") {
                    names[new + path.dropFirst(old.count)] = .some(entry)
                    names.removeValue(forKey: path)
                }
            case .link(let old, let new): names[new] = names[old]
            case .remove(let path), .removeDirectory(let path): names.removeValue(forKey: path)
            case .makeDirectory(let path): names[path] = .some(nil)
            case .open, .write, .truncate, .sync, .syncDirectory, .note: break
            }
        }
    }
}

extension RandomNumbers {
    /// A number from 0 up to another one.
    fileprivate mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
}
#endif
