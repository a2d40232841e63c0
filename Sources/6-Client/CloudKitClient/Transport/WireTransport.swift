package import Foundation
package import WebServices

/// Carries requests to a server and its replies back.
///
///     let transport = try HTTPTransport("https://quarry.example.org")
///     let reply = try await transport.send(WireRequest("GET", "/health"), within: 10)
///
/// A request's path begins with `/`, or is a whole URL where the server said where to go, as it
/// does for assets. Every method may be called from many tasks at once; cancelling the task ends
/// the exchange.
package protocol WireTransport: Sendable {
    /// Sends a request and reads the whole reply.
    func send(_ request: WireRequest, within seconds: Double) async throws(TransportError)
        -> RemoteReply
    /// Sends a request and writes the content of a successful reply to a file; the content of
    /// any other is in the reply.
    func send(
        _ request: WireRequest, writingTo file: URL, within seconds: Double
    ) async throws(TransportError) -> RemoteReply
    /// Ends what is under way and lets go of connections.
    func close() async
}

/// A reply that was read whole.
package struct RemoteReply: Sendable {
    /// The HTTP status; errors of the server come as a status too, and are not thrown.
    package var status: Int
    /// Names in lower case, and values.
    package var headers: [(name: String, value: String)]
    /// The whole content, after decompression.
    package var bytes: [UInt8]

    /// A reply of a status, its headers and its whole content.
    package init(_ status: Int, headers: [(name: String, value: String)] = [], bytes: [UInt8]) {
        self.status = status
        self.headers = headers
        self.bytes = bytes
    }

    /// The first value of a header.
    ///
    /// - Parameter name: In lower case.
    package func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// Seconds after which to try again, by the header `Retry-After`; nil where it says no number.
    package var retryAfter: Double? {
        guard let text = header("retry-after"), let seconds = Double(text), !seconds.isNaN else {
            return nil
        }
        return WireError.wait(seconds)
    }
}

/// Why a request had no reply.
package enum TransportError: Error, Hashable, Sendable {
    /// No connection came about: nothing was sent.
    case unreachable(String)
    /// The connection ended before the reply was there; the server may have done what was asked.
    case lost(String)
    /// The reply did not come in time; the server may have done what was asked.
    case timedOut
    /// The server's certificate is wrong or missing: nothing was sent.
    case untrusted(String)
    /// The reply is longer than we take.
    case tooLong
    /// What came is no HTTP.
    case malformed(String)
    /// The file for the content cannot be written, or the file to send cannot be read.
    case file(String)
    /// The file to send, by its path, became shorter or longer while it was sent.
    case fileChanged(String)
    /// The task was cancelled.
    case cancelled
}
