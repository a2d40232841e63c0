import Foundation
import Synchronization

extension AccountRepository {
    /// All tokens that have not ended, the oldest first.
    package func tokens() async throws(AccountError) -> [Token] {
        try await fresh()
        let now = now
        return state.withLock { state in
            state.tokens.values.filter { !$0.hasEnded(state, now, options) }.map(\.token)
        }.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// The API token of a text: what the sign-in page may do.
    package func apiToken(_ text: String) async throws(AccountError) -> Token? {
        try await fresh()
        let hash = SecretHash(text)
        let now = now
        let found = state.withLock { state in state.tokenIDs[hash].flatMap { state.tokens[$0] } }
        guard let token = found?.token, token.kind == .api,
            token.expiresAt.map({ $0 > now }) ?? true
        else { return nil }
        return token
    }

    /// Makes a token; its text is shown this once.
    package func createToken(_ new: NewToken) async throws(AccountError) -> IssuedToken {
        try await createToken(new, verified: nil)
    }

    /// - Parameter verified: The user whose password was checked; there is no token where the
    ///   account was closed since, or has another password.
    func createToken(
        _ new: NewToken, verified: StoredUser?
    ) async throws(AccountError) -> IssuedToken {
        let name = try AccountRule.text(new.name, "name") ?? ""
        try AccountRule.check(new)
        let now = now
        let id = SecretText.hex(SecretText.bytes(16))
        let secret: String
        switch new.kind {
        case .api, .management: secret = new.text ?? SecretText.hex()
        case .webAuth: secret = SecretText.hex(SecretText.bytes(16))
        }
        let token = Token(
            id: id, kind: new.kind, name: name, container: new.container,
            environment: new.environment, user: new.user, redirects: new.redirects,
            createdAt: now, expiresAt: new.lifetime.map { now.addingTimeInterval($0) })
        let stored = StoredToken(token: token, hash: SecretHash(secret), rotates: new.rotates)
        return try await change { state throws(AccountError) in
            if let user = new.user, state.users[user] == nil {
                throw AccountError(.notFound, "There is no such user.", field: "user")
            }
            if let verified { try state.checkIsStill(verified) }
            guard state.tokenIDs[stored.hash] == nil else {
                throw AccountError(.exists, "There is a token of this text.", field: "token")
            }
            let text: String
            switch new.kind {
            case .api, .management: text = secret
            case .webAuth:
                guard let key = state.sealingKey else {
                    throw AccountError(.unavailable, "The server's key is not there.")
                }
                text = WebAuthSeal(id: id, secret: secret, number: 0, issued: now).text(key: key)
            }
            return (
                [AccountState.key(token: id): AccountState.encode(stored)],
                IssuedToken(token: token, text: text)
            )
        }
    }

    /// Ends a token: of an app, of administration, or of a user who is signed in.
    package func revokeToken(_ id: String) async throws(AccountError) {
        try await change { state throws(AccountError) in
            guard state.tokens[id] != nil else {
                throw AccountError(.notFound, "There is no such token.")
            }
            var entries: [String: Data?] = [:]
            AccountState.remove(token: id, from: &entries)
            return (entries, ())
        }
    }
}

extension Token {
    /// Whether the sign-in page may send the browser to an address: one that is registered, or
    /// begins with one at a `/`, `?` or `#`; of this machine, at any port.
    ///
    ///     token.redirects = ["https://app.example.org/done", "http://localhost"]
    ///     token.allows(redirect: "https://app.example.org/done?x=1")  // true
    ///     token.allows(redirect: "https://app.example.org.evil.org")  // false
    ///     token.allows(redirect: "http://localhost:8080/callback")    // true
    package func allows(redirect address: String) -> Bool {
        guard address.utf8.count <= 2000,
            // What browsers read otherwise than this does: `https:\\evil`, spaces, `user@`, `..`
            !address.utf8.contains(where: { $0 <= 0x20 || $0 == 0x5c || $0 >= 0x7f }),
            !address.contains("/.."), !address.lowercased().contains("%2e"),
            let parts = URLComponents(string: address), parts.user == nil, parts.password == nil
        else { return false }
        return redirects.contains { known in
            guard address.hasPrefix(known) else { return false }
            var rest = address.dropFirst(known.count)
            if rest.isEmpty || (known.hasSuffix("/") && !known.hasSuffix("://")) { return true }
            if Token.isOfThisMachine(known), rest.first == ":" {
                let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
                guard 1...5 ~= digits.count else { return false }
                rest = rest.dropFirst(digits.count + 1)
            }
            return rest.first.map { "/?#".contains($0) } ?? true
        }
    }

    /// Whether a registered address is this machine, without port and path: programs on it
    /// listen where there is room.
    private static func isOfThisMachine(_ known: String) -> Bool {
        ["http://localhost", "http://127.0.0.1", "http://[::1]"].contains(known)
    }
}

extension AccountRule {
    static func check(_ new: NewToken) throws(AccountError) {
        if let container = new.container {
            try require(
                1...255 ~= container.utf8.count, "This is no container's name.", of: "container")
        }
        if let environment = new.environment {
            try require(
                environment == "development" || environment == "production",
                "An environment is development or production.", of: "environment")
        }
        if let lifetime = new.lifetime {
            try require(
                lifetime > 0 && lifetime < 100 * 366 * 86_400,
                "A token's lifetime is more than 0 seconds and less than 100 years.",
                of: "expiresIn")
        }
        try require(new.redirects.count <= 50, "At most 50 addresses.", of: "redirects")
        for redirect in new.redirects { try check(redirect: redirect) }
        switch new.kind {
        case .webAuth:
            try require(
                new.user != nil, "A web-auth token belongs to a user: name the user.", of: "user")
            try require(
                new.text == nil, "The text of a web-auth token cannot be chosen.", of: "token")
        case .api, .management:
            try require(
                new.kind != .management || new.environment == nil,
                "A management token is for both environments.", of: "environment")
            guard let text = new.text else { return }
            try require(
                32...200 ~= text.utf8.count && !text.hasPrefix(WebAuthSeal.prefix),
                "A token has 32 to 200 characters.", of: "token")
        }
    }

    private static func check(redirect: String) throws(AccountError) {
        let parts = URLComponents(string: redirect)
        let scheme = parts?.scheme?.lowercased() ?? ""
        // `cloudkit-…://` and the like lead to apps; a script or a file is no place to go.
        // An app's may be its scheme alone.
        let isWhole =
            parts?.host?.isEmpty == false
            || !["https", "http"].contains(scheme) && redirect.hasSuffix("://")
        let isGood =
            redirect.utf8.count <= 500 && isWhole && parts?.user == nil
            && !["javascript", "data", "file", "blob", "vbscript", ""].contains(scheme)
        try require(
            isGood, "An address to go back to is a whole URL, https://app.example.org/….",
            of: "redirects")
    }
}
