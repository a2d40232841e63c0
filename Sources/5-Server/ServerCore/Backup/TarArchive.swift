import Foundation
import WebServices

/// A directory as a tar archive, which is made while it is sent.
///
///     try await TarArchive.write("/var/lib/quarry/backups/monday", as: "monday", to: sink)
enum TarArchive {
    private static let block = 512

    /// Sends every file and directory below a directory, under a name of its own.
    ///
    /// Concurrent: it begins on the executor that the task prefers, as it goes on there.
    @concurrent static func write(
        _ directory: String, as name: String, to sink: WireReply.Sink
    ) async throws {
        let manager = FileManager.default
        let parts = try manager.subpathsOfDirectory(atPath: directory).sorted()
        try await sink(try header(name + "/", size: 0, at: directory, isDirectory: true))
        for part in parts {
            let path = "\(directory)/\(part)"
            var isDirectory: ObjCBool = false
            guard manager.fileExists(atPath: path, isDirectory: &isDirectory) else { continue }
            if isDirectory.boolValue {
                try await sink(try header("\(name)/\(part)/", size: 0, at: path, isDirectory: true))
            } else {
                try await send(path, as: "\(name)/\(part)", to: sink)
            }
        }
        // Two empty blocks end an archive.
        try await sink([UInt8](repeating: 0, count: 2 * block))
    }

    private static func send(_ path: String, as name: String, to sink: WireReply.Sink) async throws
    {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        // It was only read.
        defer { try? file.close() }
        let size = FileSize.of(path)
        try await sink(try header(name, size: size, at: path, isDirectory: false))
        var left = size
        while left > 0 {
            guard let data = try file.read(upToCount: Int(min(left, 1 << 20))), !data.isEmpty else {
                throw CocoaError(.fileReadCorruptFile)
            }
            left -= Int64(data.count)
            try await sink(Array(data))
        }
        let rest = Int(size % Int64(block))
        if rest > 0 { try await sink([UInt8](repeating: 0, count: block - rest)) }
    }

    /// The blocks before a file.
    ///
    /// A name that does not fit into the fields of a header is said in an extended header before
    /// it: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html
    private static func header(
        _ name: String, size: Int64, at path: String, isDirectory: Bool
    ) throws -> [UInt8] {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let changed = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        let type = isDirectory ? "5" : "0"
        if let parts = split(name) { return header(parts, size: size, changed, type: type) }
        let record = pathRecord(name)
        var bytes = header(("", "name"), size: Int64(record.count), changed, type: "x")
        bytes += record
        bytes += [UInt8](repeating: 0, count: (block - record.count % block) % block)
        let end = String(decoding: name.utf8.suffix(100), as: UTF8.self)
        return bytes + header(("", end), size: size, changed, type: type)
    }

    /// The record `path` of an extended header, whose length counts its own digits.
    private static func pathRecord(_ name: String) -> [UInt8] {
        let rest = " path=\(name)\n"
        var length = 0
        while length != rest.utf8.count + String(length).utf8.count {
            length = rest.utf8.count + String(length).utf8.count
        }
        return Array("\(length)\(rest)".utf8)
    }

    /// One block in the form of POSIX.1-1988 (ustar).
    private static func header(
        _ path: (prefix: String, name: String), size: Int64, _ changed: Double, type: String
    ) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: block)
        func put(_ text: String, _ place: Int) {
            bytes.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
        }
        func octal(_ number: Int64, _ digits: Int) -> String {
            let text = String(number, radix: 8)
            return String(repeating: "0", count: max(digits - text.count, 0)) + text
        }
        put(path.name, 0)
        put(type == "5" ? "0000700" : "0000600", 100)
        put("0000000", 108)
        put("0000000", 116)
        if size < 1 << 33 {
            put(octal(size, 11), 124)
        } else {
            // Larger than eleven octal digits say: the number itself, marked by the highest bit.
            bytes[124] = 0x80
            for place in 0..<8 {
                bytes[135 - place] = UInt8(truncatingIfNeeded: size >> (8 * place))
            }
        }
        put(octal(Int64(max(changed, 0)), 11), 136)
        put("        ", 148)
        put(type, 156)
        put("ustar", 257)
        put("00", 263)
        put(path.prefix, 345)
        let sum = bytes.reduce(Int64(0)) { $0 + Int64($1) }
        put(octal(sum, 6), 148)
        bytes[154] = 0
        return bytes
    }

    /// A name in its two fields, of 155 and 100 bytes, which a slash divides; nil where it does not
    /// fit.
    private static func split(_ name: String) -> (prefix: String, name: String)? {
        if name.utf8.count <= 100 { return ("", name) }
        var place = name.startIndex
        while let slash = name[place...].firstIndex(of: "/") {
            let rest = name[name.index(after: slash)...]
            if !rest.isEmpty, rest.utf8.count <= 100, name[..<slash].utf8.count <= 155 {
                return (String(name[..<slash]), String(rest))
            }
            place = name.index(after: slash)
        }
        return nil
    }
}
