package import CloudKitClient
package import PredicateCore
package import RecordJSON
import WebServices

/// The administration API of a server: JSON below `/admin/1`.
package struct ServerAdministration: Sendable {
    private let transport: any WireTransport
    private let token: String

    package init(_ transport: any WireTransport, token: String) {
        self.transport = transport
        self.token = token
    }

    /// Asks, and reads the reply; null where there is none.
    ///
    /// - Parameter path: What follows `/admin/1`, part by part, without escapes.
    /// - Throws: `RemoteFailure` with the server's own words.
    package func ask(
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
    package func text(
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
        let parts = path.map(\.pathPart)
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
            throw RemoteFailure(error)
        }
        guard (200..<300).contains(reply.status) else { throw RemoteFailure(reply) }
        return reply.bytes
    }
}
