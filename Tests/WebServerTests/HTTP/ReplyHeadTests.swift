import Foundation
import NIOCore
import Testing

@testable import WebServer

@Suite struct `The head of a reply` {
    private func text(_ head: ReplyHead, after start: String = "") -> [String] {
        var buffer = ByteBuffer(string: start)
        head.write(to: &buffer)
        return String(buffer: buffer).components(separatedBy: "\r\n")
    }

    @Test func `has its lines in order`() {
        var head = ReplyHead(
            status: 200, headers: [("content-type", "application/json"), ("x-empty", "")],
            length: .bytes(9_223_372_036_854_775_807), closes: true, saysKeepAlive: true)
        head.isCompressed = true
        head.isStrict = true
        var lines = text(head)
        let date = lines.remove(at: 1)
        #expect(date.hasPrefix("date: ") && date.hasSuffix(" GMT"))
        #expect(
            lines == [
                "HTTP/1.1 200 OK", "content-type: application/json", "x-empty: ",
                "content-encoding: gzip", "vary: Accept-Encoding",
                "strict-transport-security: max-age=31536000",
                "content-length: 9223372036854775807", "connection: close", "", "",
            ])
    }

    @Test(arguments: [
        (ReplyHead.Length.none, ""), (.untilClosed, ""), (.bytes(0), "content-length: 0"),
        (.bytes(-1), "content-length: 0"), (.bytes(10), "content-length: 10"),
        (.chunked, "transfer-encoding: chunked"),
    ])
    func `says how long the content is`(length: ReplyHead.Length, line: String) {
        let head = ReplyHead(
            status: 431, headers: [], length: length, closes: false, saysKeepAlive: true)
        let lines = text(head, after: "before ")
        #expect(lines[0] == "before HTTP/1.1 431 Request Header Fields Too Large")
        #expect(lines.contains(line))
        #expect(lines.suffix(3) == ["connection: keep-alive", "", ""])
    }

    @Test func `keeps a value on one line, however long`() {
        let long = String(repeating: "é", count: 100_000)
        let head = ReplyHead(
            status: 99, headers: [("location", "/a\r\nset-cookie: b\u{0}\u{7F}\tc"), ("x", long)],
            length: .none, closes: false, saysKeepAlive: false)
        let lines = text(head)
        #expect(lines[0] == "HTTP/1.1 99 Status")
        #expect(lines[2...] == ["location: /a  set-cookie: b  \tc", "x: " + long, "", ""])
    }
}
