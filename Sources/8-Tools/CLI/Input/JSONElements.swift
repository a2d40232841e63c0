import Foundation
import RecordJSON

/// The JSON values of a file, one after the other, each as its own bytes.
///
/// Lines hold one value each; otherwise values follow each other, or stand in one array.
struct JSONElements {
    private let reader: ChunkReader
    private let byLines: Bool
    private var isBegun = false
    private var inArray = false
    private var isDone = false
    private var pending = 0
    /// The line on which the last value began, counted from 1.
    private(set) var line = 0
    private var linesAhead = 0

    init(_ reader: ChunkReader, byLines: Bool) {
        self.reader = reader
        self.byLines = byLines
    }

    /// The bytes of the next value, which stay until the next call; nil at the end.
    ///
    /// In lines mode the bytes are a line that is not yet checked to be JSON.
    mutating func next() throws -> UnsafeBufferPointer<UInt8>? {
        reader.consume(pending)
        pending = 0
        return byLines ? try nextLine() : try nextValue()
    }

    private mutating func nextLine() throws -> UnsafeBufferPointer<UInt8>? {
        var searched = 0
        while true {
            let bytes = reader.bytes
            let length: Int
            if let base = bytes.baseAddress, bytes.count > searched,
                let found = memchr(base + searched, 0x0A, bytes.count - searched)
            {
                length = UnsafeRawPointer(found) - UnsafeRawPointer(base)
                pending = length + 1
            } else {
                searched = bytes.count
                if try reader.fill() { continue }
                if bytes.isEmpty { return nil }
                length = bytes.count
                pending = length
            }
            line += 1
            let here = reader.bytes
            var from = 0
            var to = length
            while from < to, here[from] <= 0x20 { from += 1 }
            while from < to, here[to - 1] <= 0x20 { to -= 1 }
            if from < to { return UnsafeBufferPointer(rebasing: here[from..<to]) }
            reader.consume(pending)
            pending = 0
            searched = 0
        }
    }

    private mutating func nextValue() throws -> UnsafeBufferPointer<UInt8>? {
        if isDone { return nil }
        if line == 0 { line = 1 }
        line += linesAhead
        linesAhead = 0
        guard try skipSpace() else {
            if inArray { throw malformed("The array is not closed") }
            isDone = true
            return nil
        }
        if !isBegun {
            isBegun = true
            if reader.bytes[0] == UInt8(ascii: "[") {
                inArray = true
                reader.consume(1)
                guard try skipSpace() else { throw malformed("The array is not closed") }
                if reader.bytes[0] == UInt8(ascii: "]") { return try closeArray() }
            }
        } else if inArray {
            switch reader.bytes[0] {
            case UInt8(ascii: "]"): return try closeArray()
            case UInt8(ascii: ","):
                reader.consume(1)
                guard try skipSpace() else { throw malformed("The array is not closed") }
            default: throw malformed("Expected \",\" or \"]\" after an element")
            }
        }
        return try wholeValue()
    }

    private mutating func closeArray() throws -> UnsafeBufferPointer<UInt8>? {
        reader.consume(1)
        isDone = true
        if try skipSpace() { throw malformed("Expected nothing after the array") }
        return nil
    }

    /// Passes over white space; false at the end.
    private mutating func skipSpace() throws -> Bool {
        while true {
            let bytes = reader.bytes
            var count = 0
            while count < bytes.count, bytes[count] <= 0x20 {
                if bytes[count] == 0x0A { line += 1 }
                count += 1
            }
            reader.consume(count)
            if count < bytes.count { return true }
            if try !reader.fill() { return false }
        }
    }

    private mutating func wholeValue() throws -> UnsafeBufferPointer<UInt8> {
        while true {
            let bytes = reader.bytes
            var cursor = JSONCursor(bytes)
            do throws(JSONError) {
                try cursor.skipValue()
                // A number that touches the end of what was read may go on.
                if cursor.position < cursor.end || reader.isAtEnd { return take(cursor.offset) }
            } catch {
                guard error.code == .unexpectedEnd || error.offset == bytes.count, !reader.isAtEnd
                else { throw malformed(error.message, after: error.offset) }
            }
            try reader.fill(atLeast: bytes.count * 2)
        }
    }

    private mutating func take(_ count: Int) -> UnsafeBufferPointer<UInt8> {
        pending = count
        let value = UnsafeBufferPointer(rebasing: reader.bytes[..<count])
        for byte in value where byte == 0x0A { linesAhead += 1 }
        return value
    }

    private func malformed(_ message: String, after offset: Int = 0) -> Failure {
        let lines = reader.bytes.prefix(offset).reduce(0) { $1 == 0x0A ? $0 + 1 : $0 }
        return Failure(.failed, "\(reader.name), line \(line + lines): \(message)")
    }
}
