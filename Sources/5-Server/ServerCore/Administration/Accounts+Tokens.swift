import RecordJSON
import Accounts
import WebServices

/// `/admin/1/tokens` and `/admin/1/keys`
extension AccountAdministration {
    func tokens() async throws -> OrderedJSON {
        let tokens = try await repository.tokens()
        return ["tokens": .list(tokens.map { $0.json() })]
    }

    func createToken(_ call: AdministrationCall) async throws -> OrderedJSON {
        let body = try call.object()
        let text = try body.neededText("kind")
        guard let kind = Token.Kind(rawValue: text) else {
            throw AdministrationError(
                .badRequest, "The kind of a token is api, webAuth or management",
                details: [("field", .text("kind"))])
        }
        var new = NewToken(
            kind, name: try body.text("name") ?? "", container: try body.filled("container"),
            environment: try body.filled("environment"), user: try body.filled("user"),
            redirects: try body.texts("redirects", limit: 50) ?? [],
            lifetime: try body.double("expiresIn"),
            // A token made here goes to programs, of which several may use it.
            rotates: try body.isOn("rotates"))
        if kind == .management, new.user == nil { new.user = try await maker(call.principal) }
        let issued = try await repository.createToken(new)
        return issued.token.json(text: issued.text)
    }

    /// The account with which a management token ends that a caller makes.
    private func maker(_ principal: Principal) async throws -> String? {
        guard principal.kind == .management else { return principal.user }
        // The user of a token that has no maker is no account.
        return try await repository.tokens().first { $0.id == principal.credential }?.user
    }

    func keys() async throws -> OrderedJSON {
        ["keys": .list(try await repository.keys().map(\.json))]
    }

    func createKey(_ call: AdministrationCall) async throws -> OrderedJSON {
        let body = try call.object()
        guard let pem = try body.filled("publicKey", limit: 10_000) else {
            throw AdministrationError.missing(
                "publicKey", details: [("field", .text("publicKey"))])
        }
        return try await repository.createKey(
            publicKey: pem, name: try body.text("name") ?? "",
            container: try body.filled("container"), user: try body.filled("user")
        ).json
    }

    // MARK: Roles

    /// The users of each role: `GET /admin/1/containers/{container}/{environment}/roles`.
    func roles(container: String, environment: String) async throws -> OrderedJSON {
        _ = try EndpointPath.Environment(named: environment)
        return AccountAdministration.part(
            try await repository.roles(container: container, environment: environment))
    }

    /// Replaces them: `PUT /admin/1/containers/{container}/{environment}/roles`.
    ///
    /// With `If-Match`, the `ETag` of the roles that they replace, nothing that others gave since is
    /// taken.
    func setRoles(
        _ call: AdministrationCall, container: String, environment: String
    ) async throws -> OrderedJSON {
        _ = try EndpointPath.Environment(named: environment)
        // Without them the request would take all roles away.
        guard let roles = try call.object().object("roles") else {
            throw AdministrationError.missing("roles", details: [("field", .text("roles"))])
        }
        var members: [String: Set<String>] = [:]
        for role in roles.members.keys {
            members[role] = Set(try roles.texts(role, limit: 10_000) ?? [])
        }
        let isTaken = try await repository.setRoles(
            members, container: container, environment: environment,
            where: { call.takes(AccountAdministration.part($0).entityTag) })
        guard isTaken else { throw AdministrationError.changedMeanwhile("roles") }
        return try await self.roles(container: container, environment: environment)
    }

    // MARK: JSON

    private static func part(_ roles: [String: Set<String>]) -> OrderedJSON {
        [
            "roles": .object(
                roles.sorted { $0.key < $1.key }.map { ($0.key, .texts($0.value.sorted())) })
        ]
    }
}
