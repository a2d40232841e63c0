package import PredicateCore
package import RecordJSON
import WebServices

/// The administration API of a server: JSON below `/admin/1`.
package struct ServerAdministration: Sendable {
    /// Why a request has no answer.
    enum Refusal {
        /// No reply came to a request of this method.
        case noReply(TransportError, to: String)
        /// The reply says why.
        case reply(RemoteReply)
    }

    private let transport: any WireTransport
    private let token: String
    private let failure: @Sendable (Refusal) -> any Error

    /// The administration of a server, whose refusals are thrown as `RemoteFailure`.
    package init(_ transport: any WireTransport, token: String) {
        self.init(transport, token: token) { refusal in
            switch refusal {
            case .noReply(let error, _): RemoteFailure(error)
            case .reply(let reply): RemoteFailure(reply)
            }
        }
    }

    /// - Parameter failure: What is thrown for a refusal, in place of `RemoteFailure`.
    init(
        _ transport: any WireTransport, token: String,
        failure: @escaping @Sendable (Refusal) -> any Error
    ) {
        self.transport = transport
        self.token = token
        self.failure = failure
    }

    /// Asks, and reads the reply; null where there is none.
    ///
    /// - Parameter path: What follows `/admin/1`, part by part, without escapes.
    /// - Throws: What the initializer's `failure` makes, else `RemoteFailure` with the server's own words.
    package func ask(
        _ method: String, _ path: [String], _ body: OrderedJSON? = nil, query: String = ""
    ) async throws -> Value {
        try ServerAdministration.value(of: try await reply(method, path, body, query: query))
    }

    /// Asks, and gives the reply as it is.
    ///
    /// - Parameter takesConflict: Whether the reply is returned that something is there already.
    func reply(
        _ method: String, _ path: [String], _ body: OrderedJSON? = nil, query: String = "",
        takesConflict: Bool = false
    ) async throws -> RemoteReply {
        try await send(
            method, path, ServerAdministration.bytes(of: body), type: "application/json",
            query: query, takesConflict: takesConflict)
    }

    /// Replaces the JSON that a path has by what is made of it, unless it was changed since it was
    /// read: then it is read again.
    ///
    /// - Throws: What the initializer's `failure` makes, else `RemoteFailure` with the server's own words; what `change` throws.
    package func edit(
        _ path: [String], _ change: (_ found: Value) async throws -> OrderedJSON
    ) async throws {
        _ = try await replace(path, type: "application/json") { found in
            ServerAdministration.bytes(
                of: try await change(try ServerAdministration.value(of: found)))
        }
    }

    /// Replaces the text that a path has by what is made of it, in the same way.
    ///
    /// - Returns: The reply; nil where `change` makes nothing of the text, and none was sent.
    package func editText(
        _ path: [String], _ change: (_ found: String) async throws -> String?
    ) async throws -> String? {
        try await replace(path, type: ServerAdministration.plainText) { found in
            try await change(String(decoding: found.bytes, as: UTF8.self)).map { Array($0.utf8) }
        }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private func replace(
        _ path: [String], type: String, _ change: (RemoteReply) async throws -> [UInt8]?
    ) async throws -> RemoteReply? {
        for attempt in 1... {
            let read = try await send("GET", path, [], type: type)
            guard let body = try await change(read) else { return nil }
            // An older server has no tag, and does not compare.
            let reply = try await send(
                "PUT", path, body, type: type, replacing: read.header("etag"),
                takesConflict: attempt < 10)
            if reply.status != 409 { return reply }
        }
        return nil
    }

    private static let plainText = "text/plain; charset=utf-8"

    /// Sends text, and reads the reply as text.
    package func text(
        _ method: String, _ path: [String], _ text: String = "", query: String = ""
    ) async throws -> String {
        String(
            decoding: try await send(
                method, path, Array(text.utf8), type: ServerAdministration.plainText, query: query
            ).bytes,
            as: UTF8.self)
    }

    private static func bytes(of body: OrderedJSON?) -> [UInt8] {
        guard let body else { return [] }
        var writer = JSONWriter()
        body.append(to: &writer)
        return writer.bytes
    }

    private static func value(of reply: RemoteReply) throws -> Value {
        reply.bytes.isEmpty ? .null : try JSONReader.value(of: reply.bytes)
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - tag: The `ETag` of what is replaced; without it, nothing is compared.
    ///   - takesConflict: Whether the reply that it has another tag now, or is there already, is returned.
    private func send(
        _ method: String, _ path: [String], _ body: [UInt8], type: String, query: String = "",
        replacing tag: String? = nil, takesConflict: Bool = false
    ) async throws -> RemoteReply {
        let parts = path.map(\.pathPart)
        var request = WireRequest(
            method, "/admin/1/" + parts.joined(separator: "/"), query: query,
            headers: [("authorization", "Bearer \(token)")])
        if let tag { request.headers.append(("if-match", tag)) }
        if !body.isEmpty {
            request.headers.append(("content-type", type))
            request.body = .bytes(body)
        }
        let reply: RemoteReply
        do throws(TransportError) {
            reply = try await transport.send(request, within: 120)
        } catch {
            throw failure(.noReply(error, to: method))
        }
        guard (200..<300).contains(reply.status) || takesConflict && reply.status == 409 else {
            throw failure(.reply(reply))
        }
        return reply
    }
}
