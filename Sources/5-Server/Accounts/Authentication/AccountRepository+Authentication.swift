import Crypto
import Foundation
import Synchronization

extension AccountRepository {
    /// Identifies the caller of a request by its credentials.
    ///
    /// Empty credentials are refused; a server that allows anonymous callers checks
    /// ``Credentials/isEmpty`` first. A call costs microseconds, a signature some ten times more:
    /// the store is read once a second at most. Only one credential is checked: a signature before
    /// a bearer token, that before an API token, and that before the dashboard's cookie. When the
    /// checked credential is wrong, a valid one of another kind does not replace it.
    ///
    /// - Throws: `AUTHENTICATION_FAILED` for what is none of ours or does not belong to the
    ///   container, `AUTHENTICATION_REQUIRED` for a user whose sign-in has ended,
    ///   `ACCESS_DENIED` for a closed account and for a cookie without its CSRF value.
    package func authenticate(
        _ credentials: Credentials
    ) async throws(AuthenticationError) -> Authentication {
        do throws(AccountError) {
            try await fresh()
        } catch {
            throw AuthenticationError(error)
        }
        do {
            return try await identify(credentials)
        } catch {
            // What is not known may have been made a moment ago by another process.
            guard error.code == .authenticationFailed || error.code == .authenticationRequired,
                (try? await look()) != nil
            else { throw error }
            return try await identify(credentials)
        }
    }

    /// Identifies the caller of a request with an API token as ``authenticate(_:)`` does, without
    /// waiting.
    ///
    /// Nil where the store has to be asked first, where the credentials are others, and where they are
    /// wrong, of which that function says why.
    package func authenticateAtOnce(_ credentials: Credentials) -> Authentication? {
        guard isFresh, credentials.signature == nil, credentials.bearer == nil,
            credentials.apiToken != nil
        else { return nil }
        return try? authenticate(app: credentials)
    }

    private func identify(
        _ credentials: Credentials
    ) async throws(AuthenticationError) -> Authentication {
        if let signature = credentials.signature {
            return try await authenticate(signature, credentials)
        }
        if let bearer = credentials.bearer {
            return try authenticate(management: bearer, credentials)
        }
        if credentials.apiToken != nil || credentials.webAuthToken != nil {
            return try authenticate(app: credentials)
        }
        if let cookie = credentials.session {
            return try await authenticate(cookie: cookie, credentials)
        }
        throw AuthenticationError(.authenticationFailed, detail: "There are no credentials.")
    }

    /// Whether the account of a user is open; nil when there is none, as of a key's own user.
    ///
    /// - Throws: `unavailable` where the accounts cannot be read.
    package func isOpen(_ user: String) async throws(AccountError) -> Bool? {
        try await fresh()
        return state.withLock { $0.users[user].map { !$0.user.isDisabled } }
    }

    /// Whether the credential of a principal is still good: not revoked, signed out or ended.
    ///
    /// For what was made with the credential, and is used without it. All texts of a sign-in are
    /// one credential, however often they took each other's place.
    ///
    /// - Parameter origin: ``Principal/origin``, which has to be good too; nil where it is not known.
    /// - Throws: `unavailable` where the accounts cannot be read.
    package func isGood(
        _ credential: String, of kind: Principal.Kind, from origin: String? = nil
    ) async throws(AccountError) -> Bool {
        try await fresh()
        func isKnown() -> Bool {
            let now = now
            return state.withLock {
                $0.isGood(credential, of: kind, from: origin, at: now, options)
            }
        }
        if isKnown() { return true }
        // What is not known may have been made a moment ago by another process.
        try await look()
        return isKnown()
    }

    // MARK: Apps and their users

    private func authenticate(
        app credentials: Credentials
    ) throws(AuthenticationError) -> Authentication {
        guard let text = credentials.apiToken else {
            throw .failed("There is a ckWebAuthToken, but no ckAPIToken.")
        }
        let digest = TextDigest(text)
        let now = now
        guard let api = state.withLock({ $0.apiToken(digest) }) ?? find(apiToken: text, digest)
        else {
            throw .failed("The ckAPIToken is none of this server.")
        }
        try api.token.check(credentials, at: now)
        guard let text = credentials.webAuthToken, !text.isEmpty else {
            return Authentication(api.principal)
        }
        return try authenticate(user: text, api.token, credentials)
    }

    private func find(apiToken text: String, _ digest: TextDigest) -> APIToken? {
        let hash = SecretHash(text)
        return state.withLock { $0.findAPIToken(hash, digest) }
    }

    private static func open(_ text: String, _ key: SymmetricKey) -> AccountState.OpenedSeal? {
        WebAuthSeal(text, key: key).map {
            AccountState.OpenedSeal(seal: $0, secret: SecretHash($0.secret))
        }
    }

    private func authenticate(
        user text: String, _ api: Token, _ credentials: Credentials
    ) throws(AuthenticationError) -> Authentication {
        let (now, grace) = (now, options.rotationGrace)
        let hash = SecretHash(text)
        let (key, known) = state.withLock { ($0.sealingKey, $0.opened(hash)) }
        guard let key, let opened = known ?? AccountRepository.open(text, key) else {
            throw .failed("The ckWebAuthToken is none of this server.")
        }
        if known == nil { state.withLock { $0.remember(opened, of: hash, key: key) } }
        let (seal, secret) = (opened.seal, opened.secret)
        let found = state.withLock { state -> (StoredToken, User, Set<String>)? in
            guard let stored = state.tokens[seal.id], stored.hash == secret,
                let user = stored.token.user.flatMap({ state.users[$0]?.user })
            else { return nil }
            return (
                stored, user,
                state.roles(of: user.recordName, in: credentials.container, credentials.environment)
            )
        }
        guard let (stored, user, roles) = found, stored.token.kind == .webAuth else {
            throw AuthenticationError(
                .authenticationRequired, detail: "The user has signed out, or was signed out.")
        }
        guard !user.isDisabled else {
            throw AuthenticationError(.accessDenied, AccountRepository.disabled)
        }
        try stored.token.check(place: credentials)
        var rotated: String?
        if stored.rotates {
            guard seal.issuedAt.addingTimeInterval(options.webAuthLifetime) > now,
                stored.token.createdAt.addingTimeInterval(options.signInLifetime) > now
            else { throw .ended }
            let use = state.withLock { $0.use(seal, at: now, grace: grace) }
            if use.isNew { note(AccountState.key(rotation: seal.id)) }
            guard use.isGood else {
                // Where it cannot be revoked now, its next use tries again.
                Task { try? await revokeToken(seal.id) }
                throw .ended
            }
            if use.isLatest, now.timeIntervalSince(seal.issuedAt) >= options.rotationInterval,
                seal.number < .max
            {
                rotated =
                    WebAuthSeal(
                        id: seal.id, secret: seal.secret, number: seal.number + 1, issued: now
                    )
                    .text(key: key)
            }
        }
        if let end = stored.token.expiresAt, end <= now { throw .ended }
        return Authentication(
            Principal(
                .user, user: user.recordName, roles: roles,
                container: stored.token.container ?? api.container, credential: seal.id,
                origin: api.id),
            rotatedWebAuthToken: rotated)
    }

    // MARK: Administrators

    private func authenticate(
        management text: String, _ credentials: Credentials
    ) throws(AuthenticationError) -> Authentication {
        let hash = SecretHash(text)
        let now = now
        let found = state.withLock { state in
            state.tokenIDs[hash].flatMap { state.tokens[$0] }
        }
        guard let found, found.hash == hash, found.token.kind == .management else {
            throw .failed("The bearer token is no management token of this server.")
        }
        if let end = found.token.expiresAt, end <= now { throw .failed("The token has expired.") }
        // The handler of a request that concerns no container refuses it, where it must be.
        if credentials.container != nil { try found.token.check(place: credentials) }
        var principal = Principal(
            .management, user: found.token.user ?? "_" + found.token.id, isAdministrator: true,
            container: found.token.container, credential: found.token.id)
        if let maker = found.token.user {
            let user = state.withLock { $0.users[maker]?.user }
            guard let user, !user.isDisabled else {
                throw AuthenticationError(.accessDenied, AccountRepository.disabled)
            }
            guard user.isAdministrator else {
                throw .failed("The token's maker is no administrator any more.")
            }
        }
        try act(as: credentials.actingUser, &principal, credentials)
        return Authentication(principal)
    }

    private func authenticate(
        cookie: String, _ credentials: Credentials
    ) async throws(AuthenticationError) -> Authentication {
        let found = try await AuthenticationError.refusing { () async throws(AccountError) in
            try await session(cookie: cookie)
        }
        guard let session = found else { throw .ended }
        if credentials.isWrite {
            let given = credentials.csrf ?? ""
            guard SecretText.areEqual(given.utf8, session.csrf.utf8) else {
                throw AuthenticationError(
                    .accessDenied, "The header \(AccountRepository.csrfHeader) is missing or wrong."
                )
            }
        }
        var principal = Principal(
            .dashboard, user: session.user.recordName, isAdministrator: true,
            credential: session.user.recordName, origin: SecretHash(session.cookie).hex)
        try act(as: credentials.actingUser, &principal, credentials)
        return Authentication(principal)
    }

    /// An administrator asks as a user: with that user's rights, no more.
    private func act(
        as user: String?, _ principal: inout Principal, _ credentials: Credentials
    ) throws(AuthenticationError) {
        guard let user, !user.isEmpty else { return }
        if user == AccountRepository.nobody {
            principal.user = nil
            principal.isAdministrator = false
            principal.roles = []
            return
        }
        do throws(AccountError) {
            try AccountRule.check(recordName: user)
        } catch {
            throw AuthenticationError(.accessDenied, error.message)
        }
        principal.user = user
        principal.isAdministrator = false
        principal.roles = state.withLock {
            $0.roles(of: user, in: credentials.container, credentials.environment)
        }
    }

    // MARK: Server-to-server keys

    private func authenticate(
        _ signature: RequestSignature, _ credentials: Credentials
    ) async throws(AuthenticationError) -> Authentication {
        let now = now
        guard let date = SignatureCheck.date(signature.date) else {
            throw .failed("The date of the signature is not like 2016-01-25T22:15:43Z.")
        }
        guard abs(now.timeIntervalSince(date)) <= options.signatureWindow else {
            throw .failed("The date of the signature is too far from the server's time.")
        }
        let known = state.withLock { $0.keys[signature.keyID.lowercased()] }
        guard let known, known.key.revokedAt == nil else {
            throw .failed("The key is none of this server, or was revoked.")
        }
        if let container = known.key.container, container != credentials.container {
            throw .failed("The key is another container's.")
        }
        // A key may have a user of its own without an account; a closed account refuses the key.
        guard state.withLock({ $0.users[known.key.user]?.user.isDisabled }) != true else {
            throw AuthenticationError(.accessDenied, AccountRepository.disabled)
        }
        guard let number = SignatureCheck.verify(signature, by: known.point) else {
            throw .failed("The signature is not over date:base64(sha256(body)):subpath.")
        }
        if credentials.isWrite, options.refusesRepeatedSignatures {
            // By the pair: earlier versions took one public key for several keys.
            let pair = known.point.rawRepresentation.base64EncodedString()
            var isFirst = replays.note(number, key: pair, date: date, now: now)
            if isFirst, let shared {
                do {
                    isFirst = try await shared.note(number, key: pair, date: date)
                } catch {
                    throw AuthenticationError(AccountError(unavailable: error))
                }
            }
            guard isFirst else {
                throw .failed("The signature was used before; sign each write separately.")
            }
        }
        let (isNew, roles) = state.withLock { state in
            (
                state.use(key: known.key.id, at: now),
                state.roles(of: known.key.user, in: credentials.container, credentials.environment)
            )
        }
        if isNew { note(AccountState.key(key: known.key.id)) }
        return Authentication(
            Principal(
                .serverKey, user: known.key.user, roles: roles, container: known.key.container,
                credential: known.key.id))
    }
}

extension AccountState {
    fileprivate func isGood(
        _ credential: String, of kind: Principal.Kind, from origin: String?, at now: Date,
        _ options: AccountOptions
    ) -> Bool {
        func mayAdminister(_ user: String) -> Bool {
            users[user].map { $0.user.isAdministrator && !$0.user.isDisabled } ?? false
        }
        switch kind {
        case .anonymous: return false
        case .serverKey: return keys[credential].map { $0.key.revokedAt == nil } ?? false
        case .dashboard:
            return mayAdminister(credential)
                && (origin == nil
                    || sessions.values.contains { $0.expiresAt > now && $0.hash.hex == origin })
        case .apiToken, .user, .management:
            for id in [credential] + (origin.map { [$0] } ?? []) {
                guard let stored = tokens[id], !stored.hasEnded(self, now, options) else {
                    return false
                }
            }
            guard kind == .management, let maker = tokens[credential]?.token.user else {
                return true
            }
            return mayAdminister(maker)
        }
    }
}

extension Token {
    fileprivate func check(
        _ credentials: Credentials, at now: Date
    ) throws(AuthenticationError) {
        if let end = expiresAt, end <= now { throw .failed("The token has expired.") }
        try check(place: credentials)
    }

    fileprivate func check(place credentials: Credentials) throws(AuthenticationError) {
        if let container, container != credentials.container {
            throw .failed("The token is another container's.")
        }
        if let environment, environment != credentials.environment {
            throw .failed("The token is another environment's.")
        }
    }
}

extension AuthenticationError {
    fileprivate static func failed(_ detail: String) -> AuthenticationError {
        AuthenticationError(.authenticationFailed, detail: detail)
    }

    fileprivate static var ended: AuthenticationError {
        AuthenticationError(.authenticationRequired, detail: "The sign-in has ended.")
    }
}
