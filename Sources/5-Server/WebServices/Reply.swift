/// What goes back, whatever carries it.
package struct WireReply: Sendable {
    /// Takes a long reply piece by piece; waits while the receiver is slow, throws when it went.
    package typealias Sink = @Sendable ([UInt8]) async throws -> Void

    /// The content of a reply.
    package enum Body: Sendable {
        /// Bytes in memory.
        case bytes([UInt8])
        /// Pieces that are made while they are sent.
        case stream(@Sendable (Sink) async throws -> Void)
        /// A part of a file, in bytes.
        case file(path: String, offset: Int64, count: Int64)
    }

    /// The HTTP status, as 200 or 421.
    package var status: Int
    /// Names in lower case, and values; the length is added by whatever carries the reply.
    package var headers: [(name: String, value: String)]
    /// The content: bytes, a stream, or a part of a file.
    package var body: Body
    /// Names the credentials of the request, for the log; it is not sent.
    package var credential: String?
    /// Why the request or one of its items failed, for the operator's log; it is not sent.
    package var cause: String?
    /// How many items of a batch failed, by error code, for the log and the metrics; it is not sent.
    package var itemErrors: [WireError.Code: Int] = [:]

    /// A reply; without further arguments it has no headers and an empty body.
    package init(
        _ status: Int, headers: [(name: String, value: String)] = [], body: Body = .bytes([])
    ) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A reply of JSON.
    package init(_ status: Int = 200, json: [UInt8]) {
        self.init(status, body: .bytes(json))
        // With room for those that every reply gets.
        headers.reserveCapacity(4)
        headers.append(("content-type", "application/json; charset=utf-8"))
    }
}
