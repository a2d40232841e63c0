import Foundation

/// Bytes of a file, read in pieces into one buffer that grows only as far as one item needs.
final class ChunkReader {
    private let file: Int32
    private let owns: Bool
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var start = 0
    private var end = 0
    /// The name for messages.
    let name: String
    /// Bytes of the whole file, where it has a size.
    let size: Int?
    /// Bytes read so far.
    private(set) var total = 0
    /// Whether everything was read.
    private(set) var isAtEnd = false

    /// The largest single item: one line, one element, one row.
    static let itemLimit = 1 << 30

    /// Reads a path; `-` is standard input.
    init(path: String, capacity: Int = 1 << 20) throws {
        if path == "-" {
            file = STDIN_FILENO
            owns = false
            name = "standard input"
        } else {
            file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw Failure.system("cannot be opened", path: path) }
            owns = true
            name = path
        }
        var info = stat()
        if fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
            throw Failure.system("cannot be read", path: name, code: EISDIR)
        }
        size = info.st_mode & S_IFMT == S_IFREG ? Int(info.st_size) : nil
        if size != nil { posix_fadvise(file, 0, 0, Int32(POSIX_FADV_SEQUENTIAL)) }
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
        if owns { close(file) }
    }

    /// What was read and not consumed.
    ///
    /// Stays where it is until ``fill()``.
    @inline(__always)
    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + start, count: end - start)
    }

    /// Bytes consumed so far.
    var consumed: Int { total - (end - start) }

    @inline(__always)
    func consume(_ count: Int) { start += count }

    /// Reads more; the buffer grows when it is full.
    ///
    /// False when there is nothing more. Throws ``Failure`` of the status `interrupted` where Ctrl-C
    /// is listened to and comes while a pipe is read.
    func fill() throws -> Bool {
        if isAtEnd { return false }
        if start > 0 {
            memmove(base, base + start, end - start)
            end -= start
            start = 0
        }
        if end == capacity {
            guard capacity < ChunkReader.itemLimit else {
                throw Failure(.failed, "\(name): one item is larger than 1 GB")
            }
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
            memcpy(larger, base, end)
            base.deallocate()
            base = larger
            capacity *= 2
        }
        while true {
            if size == nil {
                if Interrupt.isRequested { throw Failure(.interrupted, Interrupt.message) }
                try Interrupt.wait(for: file, POLLIN)
            }
            let count = read(file, base + end, capacity - end)
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure.system("cannot be read", path: name)
            }
            if count == 0 {
                isAtEnd = true
                return false
            }
            end += count
            total += count
            return true
        }
    }

    /// Reads until so many bytes are there, or the end.
    ///
    /// A caller that scans an item from its beginning again asks for twice as much each time, so
    /// that the whole stays linear.
    func fill(atLeast count: Int) throws {
        while bytes.count < count, try fill() {}
    }

    /// Passes over a byte order mark with which what was read begins, as some editors leave it.
    func passByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { consume(3) }
    }

    /// Whether nothing but white space is left to be read.
    func isBlank() throws -> Bool {
        while bytes.allSatisfy({ $0 <= 0x20 }) {
            if try !fill() { return true }
        }
        return false
    }
}
