package import Accounts
import RecordJSON
package import WebServices

/// The part of the administration that is about accounts: session, users, tokens, keys, roles.
///
///     let accounts = AccountAdministration(repository)
///     if let reply = await accounts.answer(request, path: ["users"], principal: principal) { … }
///
/// The caller has checked credentials, and the CSRF value of a request that changes something and
/// comes with the dashboard's cookie.
package struct AccountAdministration: Sendable {
    /// The accounts that requests read and change.
    package let repository: AccountRepository

    /// The administration of a repository of accounts.
    package init(_ repository: AccountRepository) { self.repository = repository }

    /// Answers a request; nil when the path is not about accounts.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - path: What follows `/admin/1`, part by part, escapes resolved: `["users", "_ann"]`,
    ///     `["containers", "iCloud.a", "development", "roles"]`.
    ///   - principal: The authenticated caller; nil where credentials are missing or wrong, which
    ///     `session` alone answers.
    package func answer(
        _ request: WireRequest, path: [String], principal: Principal?
    ) async -> WireReply? {
        guard AccountAdministration.answers(path) else { return nil }
        do {
            let call = try AdministrationCall(
                request, principal: principal ?? Principal(.anonymous))
            if path == ["session"] { return try await session(call, principal) }
            guard let principal else {
                throw AdministrationError(.authenticationFailed, "Authentication failed")
            }
            try principal.checkIsAdministrator()
            let json = try await answer(call, path)
            var reply = WireReply(json: json.bytes)
            // Roles are replaced by their tag.
            if path[0] == "containers" { reply.headers.append(("etag", json.entityTag)) }
            return reply
        } catch let error as AccountError {
            return AdministrationError(error).reply(to: request)
        } catch let error as AuthenticationError {
            return AdministrationError(error).reply(to: request)
        } catch {
            return AdministrationError(error).reply(to: request)
        }
    }

    /// Whether a path is about accounts.
    package static func answers(_ path: [String]) -> Bool {
        AccountEndpoint.allCases.contains { $0.matches(path) }
            || SessionEndpoint.allCases.contains { $0.matches(path) }
    }

    private func answer(_ call: AdministrationCall, _ path: [String]) async throws -> OrderedJSON {
        if path[0] == "containers" {
            try call.principal.check(container: path[1])
        } else if call.principal.container != nil {
            throw AdministrationError(
                .accessDenied, "The token is for one container, and accounts are for all")
        }
        let endpoint = try AccountEndpoint(call)
        switch endpoint {
        case .listUsers: return try await users()
        case .createUser: return try await createUser(call)
        case .user: return try await user(path[1])
        case .updateUser: return try await updateUser(call, path[1])
        case .deleteUser: return try await deleteUser(call, path[1])
        case .listTokens: return try await tokens()
        case .createToken: return try await createToken(call)
        case .revokeToken:
            try await repository.revokeToken(path[1])
            return [:]
        case .listKeys: return try await keys()
        case .createKey: return try await createKey(call)
        case .revokeKey:
            try await repository.revokeKey(path[1])
            return [:]
        case .roles: return try await roles(container: path[1], environment: path[2])
        case .setRoles:
            return try await setRoles(call, container: path[1], environment: path[2])
        }
    }
}

extension AdministrationError {
    /// A failure of the accounts, as the administrator sees it.
    init(_ error: AccountError) {
        let code: WireError.Code =
            switch error.code {
            case .notFound: .notFound
            case .exists: .exists
            case .invalid: .badRequest
            case .unavailable: .tryAgainLater
            }
        self.init(code, error.message)
        retryAfter = error.retryAfter
        cause = error.detail
        if let field = error.field { details.append(("field", .text(field))) }
    }

    /// A refusal, as the administrator sees it.
    init(_ error: AuthenticationError) {
        let wire = error.wire(signInURL: nil)
        self.init(wire.code, wire.reason)
        retryAfter = error.retryAfter
        cause = error.detail
    }
}
