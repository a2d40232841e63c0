import RecordJSON
package import RecordService
package import WebServices

/// Makes containers on a server of tests, with settings of their own.
///
///     try await ContainerMaker(transport, token: token).make("iCloud.a", ["pageSize": 10])
package struct ContainerMaker: Sendable {
    private let transport: any WireTransport
    private let token: String

    /// A maker that acts as the administrator; `token` is a management token of the server.
    package init(_ transport: any WireTransport, token: String) {
        self.transport = transport
        self.token = token
    }

    /// Makes a container; one that exists stays as it is.
    ///
    /// - Parameter settings: What the container does otherwise than the server's others, by
    ///   the names of `LocalCloud.Settings`; only a server that keeps nothing takes any.
    package func make(
        _ container: String, _ settings: [String: Value] = [:]
    ) async throws(ServiceError) {
        let body: OrderedJSON = [
            "name": .text(container), "settings": .value(.dictionary(settings)),
        ]
        let reply = try await send("POST", "/admin/1/containers", body.line)
        if reply.status != 200 {
            let error = ServiceError(reply)
            // It is there: what it was made with, it keeps.
            if reply.status != 409 { throw error }
        }
    }

    /// Changes the schema of a container, where that changes anything.
    ///
    /// One that others change meanwhile is read again: what they added stays.
    package func updateSchema(
        of container: String, _ environment: EndpointPath.Environment,
        _ change: (_ current: RecordSchema) -> RecordSchema
    ) async throws {
        let path = "/admin/1/containers/\(container.pathPart)/\(environment.rawValue)/schema"
        for attempt in 1... {
            let read = try await send("GET", path, [])
            guard read.status == 200 else { throw ServiceError(read) }
            let current = try RecordSchema(parsing: String(decoding: read.bytes, as: UTF8.self))
            let wanted = change(current)
            if current.changes(to: wanted).isEmpty { return }
            let reply = try await send(
                "PUT", path, Array(wanted.text.utf8), ifMatch: read.header("etag"))
            if reply.status == 200 { return }
            guard reply.status == 409, attempt < 10 else { throw ServiceError(reply) }
        }
    }

    private func send(
        _ method: String, _ path: String, _ body: [UInt8], ifMatch tag: String? = nil
    ) async throws(ServiceError) -> RemoteReply {
        var request = WireRequest(
            method, path, headers: [("authorization", "Bearer \(token)")], body: .bytes(body))
        if let tag { request.headers.append(("if-match", tag)) }
        do {
            return try await transport.send(request, within: 60)
        } catch {
            throw ServiceError(error, isWrite: method != "GET")
        }
    }
}
