import NIOCore

/// Writes the head of a reply.
struct ReplyHead {
    /// How the receiver knows where the content ends.
    enum Length {
        /// There is none, and none is announced: 204, 304.
        case none
        /// So many bytes.
        case bytes(Int64)
        /// In pieces, each with its length.
        case chunked
        /// When the connection is closed: for HTTP/1.0.
        case untilClosed
    }

    var status: Int
    var headers: [(name: String, value: String)]
    var length: Length
    var closes: Bool
    /// Whether an HTTP/1.0 client is to be told that the connection stays.
    var saysKeepAlive: Bool
    /// Whether browsers are to use TLS alone for a year.
    var isStrict = false
    var isCompressed = false

    /// Appends the head to a buffer, in one reservation.
    ///
    /// Each write of a `ByteBuffer` looks for room and for other owners of its memory, and a head
    /// has some forty pieces.
    func write(to buffer: inout ByteBuffer) {
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: longest) { bytes in
            var text = HeadText(bytes)
            write(to: &text)
            return text.count
        }
    }

    /// Bytes that the head takes at most: the fixed parts have less than 400.
    private var longest: Int {
        headers.reduce(512) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    }

    private func write(to text: inout HeadText) {
        text.append("HTTP/1.1 ")
        text.append(Int64(status))
        text.append(" ")
        text.append(ReplyHead.phrase(status))
        text.append("\r\ndate: ")
        text.append(HTTPDate.now)
        text.append("\r\n")
        for header in headers {
            text.append(name: header.name)
            text.append(": ")
            text.append(value: header.value)
            text.append("\r\n")
        }
        if isCompressed {
            text.append("content-encoding: gzip\r\nvary: Accept-Encoding\r\n")
        }
        if isStrict {
            text.append("strict-transport-security: max-age=31536000\r\n")
        }
        switch length {
        case .none, .untilClosed: break
        case .bytes(let count):
            text.append("content-length: ")
            text.append(count)
            text.append("\r\n")
        case .chunked: text.append("transfer-encoding: chunked\r\n")
        }
        if closes {
            text.append("connection: close\r\n")
        } else if saysKeepAlive {
            text.append("connection: keep-alive\r\n")
        }
        text.append("\r\n")
    }

    private static func phrase(_ status: Int) -> StaticString {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 416: "Range Not Satisfiable"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        default: "Status"
        }
    }
}

/// The bytes of a head while it is written, in memory that was reserved for all of it.
private struct HeadText {
    private let bytes: UnsafeMutableRawBufferPointer
    /// Bytes that are written.
    private(set) var count = 0

    init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(UnsafeRawBufferPointer($0)) }
    }

    mutating func append(_ text: [UInt8]) {
        text.withUnsafeBytes { append($0) }
    }

    mutating func append(name: String) {
        var name = name
        name.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// A value as it may stand in a head: whatever it holds, it stays one line.
    mutating func append(value: String) {
        let start = count
        append(name: value)
        for place in start..<count {
            let byte = bytes[place]
            bytes[place] = byte < 0x20 && byte != 0x09 || byte == 0x7F ? 0x20 : byte
        }
    }

    /// A number in decimal; those below zero are 0.
    mutating func append(_ number: Int64) {
        withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
            var rest = max(0, number)
            var place = 20
            repeat {
                place -= 1
                digits[place] = UInt8(48 + rest % 10)
                rest /= 10
            } while rest > 0
            append(UnsafeRawBufferPointer(rebasing: digits[place...]))
        }
    }

    private mutating func append(_ part: UnsafeRawBufferPointer) {
        guard !part.isEmpty else { return }
        // The reservation counts the same pieces; a mistake there must not write past it.
        precondition(part.count <= bytes.count - count)
        UnsafeMutableRawBufferPointer(rebasing: bytes[count...]).copyMemory(from: part)
        count += part.count
    }
}
