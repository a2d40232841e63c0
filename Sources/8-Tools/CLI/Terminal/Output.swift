import Foundation

/// Standard output, or a file in its place, written in large pieces.
///
/// With the format `json` the lines that are written become the elements of an array; ``end()``
/// closes it.
final class Output {
    /// How the lines of an array go on; nil where lines stay lines.
    private var separator: String?
    private var buffer: [UInt8] = []
    private let file: Int32
    private let name: String
    private let limit: Int
    private let isPipe: Bool

    init(
        _ format: OutputFormat? = nil, file: Int32 = STDOUT_FILENO,
        name: String = "standard output", limit: Int = 1 << 17
    ) {
        self.file = file
        self.name = name
        var status = stat()
        isPipe = fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
        separator = format == .json ? "[" : nil
        // A terminal and a waiting reader want lines as they come; see ``flushIfInteractive()``.
        self.limit = limit
        buffer.reserveCapacity(limit + (1 << 14))
    }

    @inline(__always)
    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= limit { try flush() }
    }

    @inline(__always)
    func write(byte: UInt8) { buffer.append(byte) }

    func write(_ bytes: [UInt8]) throws {
        buffer.append(contentsOf: bytes)
        if buffer.count >= limit { try flush() }
    }

    func write(_ text: String) throws {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= limit { try flush() }
    }

    /// Prints what is all there is to print.
    static func print(_ bytes: some Sequence<UInt8>) throws {
        let output = Output()
        try output.write(Array(bytes))
        try output.flush()
    }

    /// Writes a text into a file, also a device, a pipe or the file of a link, which keep their names.
    ///
    /// - Parameter inputs: Files that the command reads, which are refused under every name.
    static func save(_ text: String, to path: String, inputs: [String] = []) throws {
        try refuse(path, inputs: inputs, advice: "Name another file for the output.")
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw Failure.system("cannot be written", path: path) }
        defer { close(file) }
        guard Terminal.write(Array(text.utf8), to: file) else {
            throw Failure.system("cannot be written", path: path)
        }
    }

    /// Refuses to write one of the files that the command reads, under every name.
    static func refuse(_ path: String, inputs: [String], advice: String) throws {
        for input in inputs where isSameFile(path, input) {
            throw Failure(
                .usage, "\(path) is the file that is read, \(input)", advice: advice)
        }
    }

    /// Whether a file has a NUL among its first 16 bytes, as databases, archives and pictures have; no
    /// header of CSV and no line of JSON has one.
    static func isBinary(_ path: String) -> Bool {
        var status = stat()
        // A pipe would be read, and wait.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let file = FileHandle(forReadingAtPath: path)
        defer { try? file?.close() }
        // One that cannot be read may be written all the same.
        return (try? file?.read(upToCount: 16))?.contains(0) ?? false
    }

    private static func isSameFile(_ path: String, _ other: String) -> Bool {
        var (a, b) = (stat(), stat())
        return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev
            && a.st_ino == b.st_ino
    }

    func line(_ text: String) throws { try write(text + "\n") }

    /// Closes the array, where there is one, and hands over everything.
    func end() throws {
        try flush()
        guard let before = separator else { return }
        separator = nil
        try write(before == "[" ? "[]\n" : "\n]\n")
        try flush()
    }

    /// The lines as elements of an array; one that is not complete waits.
    private func takeElements() -> [UInt8] {
        guard let end = buffer.lastIndex(of: 0x0A) else { return [] }
        var elements: [UInt8] = []
        elements.reserveCapacity(end + 2)
        for line in buffer[..<end].split(separator: 0x0A) {
            elements += Array((separator ?? "").utf8)
            elements.append(0x0A)
            elements += line
            separator = ","
        }
        buffer.removeSubrange(...end)
        return elements
    }

    /// Hands over what is buffered.
    ///
    /// Throws ``Failure``, for a broken pipe a silent one.
    func flush() throws {
        if separator != nil { return try hand(over: takeElements()) }
        defer { buffer.removeAll(keepingCapacity: true) }
        try hand(over: buffer)
    }

    private func hand(over bytes: [UInt8]) throws {
        // So much goes into a pipe that has any room.
        let step = isPipe ? Int(PIPE_BUF) : max(bytes.count, 1)
        for start in stride(from: 0, to: bytes.count, by: step) {
            if isPipe { try Interrupt.wait(for: file, POLLOUT) }
            guard Terminal.write(bytes[start..<min(start + step, bytes.count)], to: file) else {
                throw Failure.system("cannot write to \(name)")
            }
        }
    }
}
