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

    /// Gives a container a schema.
    package func set(
        _ schema: RecordSchema, of container: String, _ environment: EndpointPath.Environment
    ) async throws(ServiceError) {
        let reply = try await send(
            "PUT", "/admin/1/containers/\(container.pathPart)/\(environment.rawValue)/schema",
            Array(schema.text.utf8))
        guard reply.status == 200 else { throw ServiceError(reply) }
    }

    private func send(
        _ method: String, _ path: String, _ body: [UInt8]
    ) async throws(ServiceError) -> RemoteReply {
        do {
            return try await transport.send(
                WireRequest(
                    method, path, headers: [("authorization", "Bearer \(token)")],
                    body: .bytes(body)), within: 60)
        } catch {
            throw ServiceError(error, isWrite: true)
        }
    }
}
