import NIOCore
import WebServices

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

    func write(to buffer: inout ByteBuffer) {
        buffer.writeStaticString("HTTP/1.1 ")
        ReplyHead.write(Int64(status), to: &buffer)
        buffer.writeStaticString(" ")
        buffer.writeStaticString(ReplyHead.phrase(status))
        buffer.writeStaticString("\r\ndate: ")
        buffer.writeBytes(HTTPDate.now)
        buffer.writeStaticString("\r\n")
        for header in headers {
            buffer.writeString(header.name)
            buffer.writeStaticString(": ")
            ReplyHead.write(value: header.value, to: &buffer)
            buffer.writeStaticString("\r\n")
        }
        if isCompressed {
            buffer.writeStaticString("content-encoding: gzip\r\nvary: Accept-Encoding\r\n")
        }
        if isStrict {
            buffer.writeStaticString("strict-transport-security: max-age=31536000\r\n")
        }
        switch length {
        case .none, .untilClosed: break
        case .bytes(let count):
            buffer.writeStaticString("content-length: ")
            ReplyHead.write(count, to: &buffer)
            buffer.writeStaticString("\r\n")
        case .chunked: buffer.writeStaticString("transfer-encoding: chunked\r\n")
        }
        if closes {
            buffer.writeStaticString("connection: close\r\n")
        } else if saysKeepAlive {
            buffer.writeStaticString("connection: keep-alive\r\n")
        }
        buffer.writeStaticString("\r\n")
    }

    /// A value as it may stand in a head: whatever it holds, it stays one line.
    private static func write(value: String, to buffer: inout ByteBuffer) {
        let isPlain = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        if isPlain {
            buffer.writeString(value)
        } else {
            buffer.writeBytes(value.utf8.map { $0 >= 0x20 && $0 != 0x7F ? $0 : 0x20 })
        }
    }

    private static func write(_ number: Int64, to buffer: inout ByteBuffer) {
        guard number >= 10 else {
            buffer.writeInteger(UInt8(48 + max(0, number)))
            return
        }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = number
            var place = 20
            while rest > 0 {
                place -= 1
                digits[place] = UInt8(48 + rest % 10)
                rest /= 10
            }
            buffer.writeBytes(
                UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(digits)[place...]))
        }
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
        case 421: "Misdirected Request"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: "Status"
        }
    }
}
