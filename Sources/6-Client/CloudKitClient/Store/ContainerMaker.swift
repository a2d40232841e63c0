import RecordJSON
package import RecordService
package import WebServices

/// Makes containers on a server of tests, with settings of their own.
///
///     try await ContainerMaker(transport, token: token).make("iCloud.a", ["pageSize": 10])
package struct ContainerMaker: Sendable {
    private let administration: ServerAdministration

    /// A maker that acts as the administrator; `token` is a management token of the server.
    package init(_ transport: any WireTransport, token: String) {
        administration = ServerAdministration(transport, token: token) { refusal in
            switch refusal {
            case .noReply(let error, let method): ServiceError(error, isWrite: method != "GET")
            case .reply(let reply): ServiceError(reply)
            }
        }
    }

    /// Makes a container; one that exists stays as it is.
    ///
    /// - Parameter settings: What the container does otherwise than the server's others, by
    ///   the names of `LocalCloud.Settings`; only a server that keeps nothing takes any.
    package func make(
        _ container: String, _ settings: [String: Value] = [:]
    ) async throws {
        let body: OrderedJSON = [
            "name": .text(container), "settings": .value(.dictionary(settings)),
        ]
        // It may be there: what it was made with, it keeps.
        _ = try await administration.reply("POST", ["containers"], body, takesConflict: true)
    }

    /// Changes the schema of a container, where that changes anything.
    ///
    /// One that others change meanwhile is read again: what they added stays.
    package func updateSchema(
        of container: String, _ environment: EndpointPath.Environment,
        _ change: (_ current: RecordSchema) -> RecordSchema
    ) async throws {
        let path = ["containers", container, environment.rawValue, "schema"]
        _ = try await administration.editText(path) { text in
            let current = try RecordSchema(parsing: text)
            let wanted = change(current)
            return current.changes(to: wanted).isEmpty ? nil : wanted.text
        }
    }
}
