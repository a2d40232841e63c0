import Crypto
import Foundation
import Synchronization

extension AccountRepository {
    /// Checks a name and a password.
    ///
    /// Slow on purpose, and as slow for an unknown name. Refused with
    /// ``AuthenticationError/Code/throttled`` for a while after failures of the name, or of the
    /// address of the caller. From a network where the name has signed in before, only failures
    /// from there count. Administrators and such networks do not wait behind strangers for a
    /// password to be checked; where too many wait, the refusal says when to try again.
    package func signIn(
        name: String, password: String, peer: String
    ) async throws(AuthenticationError) -> User {
        try await verified(name: name, password: password, peer: peer).user
    }

    /// Checks a name and a password as ``signIn(name:password:peer:)`` does, and makes the user a
    /// token.
    ///
    /// Closing the account, or another password, ends the tokens that there are at that moment;
    /// refused with ``AuthenticationError/Code/signInFailed`` where that happened meanwhile.
    package func signIn(
        name: String, password: String, peer: String, for token: NewToken
    ) async throws(AuthenticationError) -> (user: User, token: IssuedToken) {
        try await issue(
            token, to: try await verified(name: name, password: password, peer: peer))
    }

    private func issue(
        _ token: NewToken, to verified: StoredUser
    ) async throws(AuthenticationError) -> (user: User, token: IssuedToken) {
        var token = token
        token.user = verified.user.recordName
        let new = token
        let issued = try await AuthenticationError.refusing { () async throws(AccountError) in
            try await createToken(new, verified: verified)
        }
        return (verified.user, issued)
    }

    private func verified(
        name: String, password: String, peer: String
    ) async throws(AuthenticationError) -> StoredUser {
        let key = AccountState.folded(String(name.prefix(400)))
        let isFamiliar = await familiar.contains(name: key, peer: peer, now: now)
        let attempt = try await beginAttempt(name: key, peer: peer, isFamiliar: isFamiliar)
        try await fresh(attempt)
        let stored = state.withLock { state in state.names[key].flatMap { state.users[$0] } }
        let isRight: Bool
        do {
            let text = password.utf8.count <= 1024 ? password : ""
            let isReserved = isFamiliar || stored?.user.isAdministrator == true
            isRight = try await hasher.matches(
                text, stored?.password, in: isReserved ? .reserved : .open)
        } catch {
            await resetThrottle(attempt)
            throw AuthenticationError(
                .throttled, "Too many passwords wait to be checked; try again later.",
                retryAfter: 5)
        }
        guard isRight, let stored, try await isUnchanged(stored, attempt) else {
            throw AuthenticationError(.signInFailed)
        }
        let user = stored.user
        attempts.succeed(attempt)
        await shared?.succeed(attempt)
        await familiar.note(name: key, peer: peer, now: now)
        if stored.initialPassword != nil { await forgetInitialPassword(of: user.recordName) }
        guard !user.isDisabled else {
            throw AuthenticationError(.accessDenied, AccountRepository.disabled)
        }
        return stored
    }

    /// Whether the user still has the password that was checked.
    ///
    /// Checking takes time, and a password that was changed meanwhile invalidates the sign-in.
    private func isUnchanged(
        _ stored: StoredUser, _ attempt: AttemptThrottle.Attempt
    ) async throws(AuthenticationError) -> Bool {
        try await fresh(attempt)
        return state.withLock { $0.users[stored.user.recordName]?.password == stored.password }
    }

    /// Reads what is new in the store; an attempt that stops here does not count.
    private func fresh(_ attempt: AttemptThrottle.Attempt) async throws(AuthenticationError) {
        do throws(AccountError) {
            try await look()
        } catch {
            await resetThrottle(attempt)
            throw AuthenticationError(error)
        }
    }

    /// Keeps a password in clear text no longer than until it was used.
    private func forgetInitialPassword(of recordName: String) async {
        // Where it cannot be written now, the next sign-in tries again.
        try? await change { state throws(AccountError) in
            guard var stored = state.users[recordName] else { return ([:], ()) }
            stored.initialPassword = nil
            return ([AccountState.key(user: recordName): AccountState.encode(stored)], ())
        }
    }

    /// Makes an account for the caller, where ``AccountOptions/allowsSignUp`` permits it.
    package func signUp(
        _ new: NewUser, peer: String
    ) async throws(AuthenticationError) -> User {
        try await made(new, peer: peer).user
    }

    /// Makes an account as ``signUp(_:peer:)`` does, and a token for its user.
    package func signUp(
        _ new: NewUser, peer: String, for token: NewToken
    ) async throws(AuthenticationError) -> (user: User, token: IssuedToken) {
        try await issue(token, to: try await made(new, peer: peer))
    }

    private func made(
        _ new: NewUser, peer: String
    ) async throws(AuthenticationError) -> StoredUser {
        guard options.allowsSignUp else {
            throw AuthenticationError(.accessDenied, "Accounts are made by an administrator.")
        }
        var new = new
        new.isAdministrator = false
        new.recordName = nil
        guard new.password != nil else {
            throw AuthenticationError(.signInFailed, "A password is needed.")
        }
        // Every sign-up counts as a failed attempt, so that one address cannot make many accounts.
        _ = try await beginAttempt(name: nil, peer: peer)
        return try await AuthenticationError.refusing { () async throws(AccountError) in
            try await createUser(
                new, areAddressesConfirmed: options.trustsAddressesOfSignUp, lane: .open)
        }
    }

    /// Counts an attempt as failed before it is looked at, here and for all servers of the store.
    private func beginAttempt(
        name: String?, peer: String, isFamiliar: Bool = false
    ) async throws(AuthenticationError) -> AttemptThrottle.Attempt {
        let attempt = try attempts.begin(name: name, peer: peer, isFamiliar: isFamiliar).get()
        guard let shared else { return attempt }
        let wait: TimeInterval?
        do {
            wait = try await shared.begin(attempt, now: now)
        } catch {
            attempts.resetThrottle(attempt)
            throw AuthenticationError(AccountError(unavailable: error))
        }
        guard let wait else { return attempt }
        attempts.resetThrottle(attempt)
        throw AuthenticationError(.throttled, retryAfter: wait.rounded(.up))
    }

    private func resetThrottle(_ attempt: AttemptThrottle.Attempt) async {
        attempts.resetThrottle(attempt)
        await shared?.resetThrottle(attempt)
    }

    // MARK: The dashboard

    /// Begins a session of the dashboard, for an administrator.
    package func beginSession(
        name: String, password: String, peer: String
    ) async throws(AuthenticationError) -> DashboardSession {
        let verified = try await verified(name: name, password: password, peer: peer)
        guard verified.user.isAdministrator else {
            throw AuthenticationError(
                .accessDenied, "Only administrators may use the dashboard.")
        }
        return try await AuthenticationError.refusing { () async throws(AccountError) in
            try await beginSession(user: verified.user, verified: verified)
        }
    }

    /// A text that signs an administrator in to the dashboard once, within ten minutes.
    ///
    /// It is known to this process alone and never written.
    package func signInLink(for user: User) -> String {
        let text = SecretText.hex()
        let now = now
        links.withLock { links in
            links = links.filter { $0.value.expiresAt > now }
            links[SecretHash(text)] = SignInLink(
                user: user.recordName, expiresAt: now.addingTimeInterval(600))
        }
        return text
    }

    /// Begins a session of the dashboard with a text of ``signInLink(for:)``, which ends with it.
    package func beginSession(
        link: String, peer: String
    ) async throws(AuthenticationError) -> DashboardSession {
        let attempt = try await beginAttempt(name: nil, peer: peer)
        let now = now
        let found = links.withLock { $0.removeValue(forKey: SecretHash(link)) }
        do throws(AccountError) {
            guard let found, found.expiresAt > now, let user = try await user(found.user) else {
                throw AccountError.noUser
            }
            let session = try await beginSession(user: user)
            attempts.succeed(attempt)
            await shared?.succeed(attempt)
            return session
        } catch {
            guard error.code == .notFound else {
                // Nothing came of the attempt: the next one with the link may succeed.
                if let found { links.withLock { $0[SecretHash(link)] = found } }
                await resetThrottle(attempt)
                throw AuthenticationError(error)
            }
            throw AuthenticationError(
                .signInFailed, "This link was used before, or is older than ten minutes.")
        }
    }

    /// Begins a session of the dashboard for a user whose identity was verified.
    package func beginSession(user: User) async throws(AccountError) -> DashboardSession {
        try await beginSession(user: user, verified: nil)
    }

    /// - Parameter verified: The user whose password was checked; there is no session where the
    ///   account has another one since.
    func beginSession(
        user: User, verified: StoredUser?
    ) async throws(AccountError) -> DashboardSession {
        let cookie = SecretText.hex()
        let stored = StoredSession(
            hash: SecretHash(cookie), user: user.recordName,
            expiresAt: now.addingTimeInterval(options.dashboardLifetime))
        try await removeExpired()
        try await change { state throws(AccountError) in
            guard let known = state.users[user.recordName]?.user, known.isAdministrator,
                !known.isDisabled
            else { throw AccountError.noUser }
            if let verified { try state.checkIsStill(verified) }
            return ([AccountState.key(session: stored.hash): AccountState.encode(stored)], ())
        }
        return DashboardSession(
            cookie: cookie, csrf: csrf(of: cookie), user: user, expiresAt: stored.expiresAt)
    }

    /// The session that a cookie names; nil when it is none, or has ended.
    package func session(cookie: String) async throws(AccountError) -> DashboardSession? {
        try await fresh()
        let hash = SecretHash(cookie)
        let now = now
        let found = state.withLock { state in
            state.sessions[hash].flatMap { session in
                state.users[session.user].map { (session, $0.user) }
            }
        }
        guard let (session, user) = found, session.expiresAt > now, user.isAdministrator,
            !user.isDisabled
        else { return nil }
        return DashboardSession(
            cookie: cookie, csrf: csrf(of: cookie), user: user, expiresAt: session.expiresAt)
    }

    /// Ends a session of the dashboard.
    package func endSession(cookie: String) async throws(AccountError) {
        let hash = SecretHash(cookie)
        try await change { state throws(AccountError) in
            guard state.sessions[hash] != nil else { return ([:], ()) }
            return ([AccountState.key(session: hash): nil as Data?], ())
        }
    }

    /// The CSRF value of a session: an HMAC over the cookie.
    ///
    /// Only a page with the session can learn it, and the store keeps nothing more.
    func csrf(of cookie: String) -> String {
        let key = state.withLock { $0.sealingKey } ?? SymmetricKey(size: .bits256)
        let code = HMAC<SHA256>.authenticationCode(for: Data("csrf:\(cookie)".utf8), using: key)
        return SecretText.hex(code)
    }

    static var disabled: String { "private db access disabled for this account" }
}

extension AccountState {
    /// Refuses a user whose account was closed since the password was checked, or has another one.
    func checkIsStill(_ verified: StoredUser) throws(AccountError) {
        guard let known = users[verified.user.recordName], !known.user.isDisabled,
            known.password == verified.password
        else { throw AccountError.noUser }
    }
}

extension AuthenticationError {
    /// The refusal that a failure of the repository is.
    package init(_ error: AccountError) {
        switch error.code {
        case .unavailable:
            self.init(
                .tryAgainLater, error.message, detail: error.detail, retryAfter: error.retryAfter)
        case .exists, .invalid: self.init(.signInFailed, error.message, detail: error.field)
        case .notFound: self.init(.signInFailed)
        }
    }

    /// What the repository gives; its failure is a refusal.
    package static func refusing<T>(
        _ body: () async throws(AccountError) -> T
    ) async throws(AuthenticationError) -> T {
        do throws(AccountError) {
            return try await body()
        } catch {
            throw AuthenticationError(error)
        }
    }
}
