#if Server
import Foundation
import PredicateCore
import RecordJSON
import CloudKitClient
import WebServices

/// The administration API of a server: JSON below `/admin/1`.
struct ServerAdministration: Sendable {
    private let transport: any WireTransport
    private let token: String

    init(_ transport: any WireTransport, token: String) {
        self.transport = transport
        self.token = token
    }

    /// Asks, and reads the reply; null where there is none.
    ///
    /// - Parameter path: What follows `/admin/1`, part by part, without escapes.
    /// - Throws: ``Failure`` with the server's own words.
    func ask(
        _ method: String, _ path: [String], _ body: OrderedJSON? = nil, query: String = ""
    ) async throws -> Value {
        var bytes: [UInt8] = []
        if let body {
            var writer = JSONWriter()
            body.append(to: &writer)
            bytes = writer.bytes
        }
        let reply = try await send(
            method, path, bytes, type: "application/json", query: query)
        return reply.isEmpty ? .null : try JSONReader.value(of: reply)
    }

    /// Sends text, and reads the reply as text.
    func text(
        _ method: String, _ path: [String], _ text: String = "", query: String = ""
    ) async throws -> String {
        String(
            decoding: try await send(
                method, path, Array(text.utf8), type: "text/plain; charset=utf-8", query: query),
            as: UTF8.self)
    }

    private func send(
        _ method: String, _ path: [String], _ body: [UInt8], type: String, query: String
    ) async throws -> [UInt8] {
        let parts = path.map(ServerAdministration.escaped)
        var request = WireRequest(
            method, "/admin/1/" + parts.joined(separator: "/"), query: query,
            headers: [("authorization", "Bearer \(token)")])
        if !body.isEmpty {
            request.headers.append(("content-type", type))
            request.body = .bytes(body)
        }
        let reply: RemoteReply
        do throws(TransportError) {
            reply = try await transport.send(request, within: 120)
        } catch {
            throw Failure(error)
        }
        guard (200..<300).contains(reply.status) else { throw Failure(reply) }
        return reply.bytes
    }

    /// A part of a path.
    static func escaped(_ part: String) -> String {
        let plain = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return part.addingPercentEncoding(withAllowedCharacters: plain) ?? part
    }
}

extension Failure {
    /// No reply came.
    init(_ error: TransportError) {
        switch error {
        case .unreachable(let words):
            self.init(.failed, "The server cannot be reached", advice: words)
        case .lost(let words):
            self.init(.failed, "The connection to the server was lost", advice: words)
        case .timedOut: self.init(.failed, "The server did not answer in time")
        case .untrusted(let words):
            self.init(
                .failed, "The server cannot be trusted",
                advice: "\(words)\n--certificate FILE names a certificate to trust.")
        case .tooLong: self.init(.failed, "The reply of the server is too long")
        case .malformed(let words):
            self.init(.failed, "What answered is no server of HTTP", advice: words)
        case .file(let words): self.init(.failed, words)
        case .cancelled: self.init(.interrupted)
        }
    }

    /// A reply that says why not.
    init(_ reply: RemoteReply) {
        guard let value = try? JSONReader.value(of: reply.bytes),
            case .dictionary(let members) = value, case .text(let reason)? = members["reason"]
        else {
            self.init(.failed, "The server answered with HTTP \(reply.status)")
            return
        }
        var advice: String?
        if case .dictionary(let more)? = members["quarry"], case .text(let text)? = more["advice"] {
            advice = text
        }
        if reply.status == 401, advice == nil {
            advice =
                "A management token is missing or wrong, has ended or was revoked: --token TOKEN, or "
                + "QUARRY_MANAGEMENT_TOKEN; quarry accounts tokens create --kind management makes one."
        }
        self.init((400..<500).contains(reply.status) ? .usage : .failed, reason, advice: advice)
    }
}
#endif
