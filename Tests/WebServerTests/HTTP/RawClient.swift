import Foundation

/// A client of bytes, which may do what no decent client does.
final class RawClient: @unchecked Sendable {
    // Unchecked: one thread at a time.

    struct Reply: Sendable {
        var status: Int
        var headers: [String: String]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: [String: any Sendable] {
            (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: any Sendable] ?? [:]
        }
    }

    enum Failure: Error { case cannotConnect, cannotWrite(Int32), malformed(String) }

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var hasEnded = false

    init(_ port: Int, timeout: Double = 300) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure.cannotConnect }
        var time = timeval(
            tv_sec: Int(timeout), tv_usec: Int((timeout - timeout.rounded(.down)) * 1e6))
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var place = 0
        while place < bytes.count {
            let count = bytes[place...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure.cannotWrite(errno) }
            place += count
        }
    }

    /// Says that nothing more comes.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    private func fill() -> Bool {
        guard !hasEnded else { return false }
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else {
            hasEnded = true
            return false
        }
        buffer.append(contentsOf: chunk[..<count])
        return true
    }

    /// Waits for the first bytes of a reply; false when none came.
    func waitForBytes() -> Bool { !buffer.isEmpty || fill() }

    /// The next reply; nil when the connection was closed, or nothing came in time.
    func reply(toHead: Bool = false) throws -> Reply? {
        let mark = Array("\r\n\r\n".utf8)
        var end: Int?
        while true {
            end = buffer.firstRange(of: mark)?.lowerBound
            if end != nil { break }
            guard fill() else { return nil }
        }
        guard let end else { return nil }
        let lines = String(decoding: buffer[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        buffer.removeFirst(end + 4)
        let words = lines[0].split(separator: " ")
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw Failure.malformed(lines[0])
        }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1)
            guard sides.count == 2 else { throw Failure.malformed(line) }
            headers[sides[0].lowercased()] = sides[1].trimmingCharacters(in: .whitespaces)
        }
        var body: [UInt8] = []
        if toHead || status == 204 || status == 304 || status == 100 {
        } else if let length = headers["content-length"].flatMap(Int.init) {
            while buffer.count < length { guard fill() else { return nil } }
            body = Array(buffer[..<length])
            buffer.removeFirst(length)
        } else if headers["transfer-encoding"] == "chunked" {
            body = try chunks()
        } else {
            while fill() {}
            body = buffer
            buffer = []
        }
        return Reply(status: status, headers: headers, body: body)
    }

    private func chunks() throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            while buffer.firstRange(of: [13, 10]) == nil {
                guard fill() else { throw Failure.malformed("the reply ends in a chunk") }
            }
            guard let end = buffer.firstRange(of: [13, 10])?.lowerBound,
                let length = Int(String(decoding: buffer[..<end], as: UTF8.self), radix: 16)
            else { throw Failure.malformed("no length of a chunk") }
            while buffer.count < end + 4 + length {
                guard fill() else { throw Failure.malformed("the reply ends in a chunk") }
            }
            body += buffer[(end + 2)..<(end + 2 + length)]
            buffer.removeFirst(end + 4 + length)
            if length == 0 { return body }
        }
    }

    /// Whether the server closes the connection, once everything it sent was read.
    func isClosed() -> Bool {
        buffer = []
        while true {
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count == 0 { return true }
            if count < 0 { return errno == ECONNRESET }
        }
    }

    /// Sends one request and waits for its reply.
    @discardableResult
    func ask(
        _ method: String, _ path: String, _ body: String? = nil,
        _ headers: [String: String] = [:]
    ) throws -> Reply {
        try ask(method, path, bytes: body.map { Array($0.utf8) }, headers)
    }

    /// Sends one request and waits for its reply.
    func ask(
        _ method: String, _ path: String, bytes: [UInt8]?, _ headers: [String: String] = [:]
    ) throws -> Reply {
        var text = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if let bytes { text += "Content-Length: \(bytes.count)\r\n" }
        try send(Array((text + "\r\n").utf8) + (bytes ?? []))
        guard let reply = try reply(toHead: method == "HEAD") else {
            throw Failure.malformed("no reply to \(method)")
        }
        return reply
    }
}
