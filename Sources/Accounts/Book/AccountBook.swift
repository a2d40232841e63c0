import Crypto
import Foundation
public import RecordCore

/// Users, tokens, keys and roles of one server, in the service data of a store.
///
///     let accounts = try await AccountBook(store: store)
///     let ann = try await accounts.createUser(NewUser("ann", password: "correct horse"))
///     let found = try await accounts.authenticate(credentials)
///     found.principal.user  // ann.recordName
///
/// Everything may be called from many tasks at once, and several processes may share a store:
/// what one revokes the others refuse a second later (``AccountOptions/freshness``).
public final class AccountBook: Sendable {
    /// The dashboard's cookie.
    public static let sessionCookie = "quarry_session"
    /// The header that every write with the dashboard's cookie must have.
    public static let csrfHeader = "x-quarry-csrf"
    /// The header that says as whom a management token asks.
    public static let userHeader = "x-quarry-user"
    /// What that header says for somebody who is not signed in; no user has this name.
    public static let nobody = "-"

    /// How the book behaves.
    public let options: AccountOptions
    /// Where it is kept.
    public let store: any RecordStore

    let state = Guarded(AccountState())
    let hasher: PasswordHasher
    let attempts: AttemptThrottle
    let replays: ReplayGuard
    /// Changes go one after the other: what one finds free is free when it writes.
    private let turnstile = Turnstile()
    private let watch: Guarded<Watch>
    /// Names this process among those that share the store.
    private let process = SecretText.hex(SecretText.bytes(8))

    /// What this process knows of the others, and what it has yet to write.
    private struct Watch: Sendable {
        var checkedAt: TimeInterval
        var isChecking = false
        var versions: [String: Data] = [:]
        var version = 0
        var unwritten: Set<String> = []
        var flushedAt: TimeInterval
        var isFlushing = false
    }

    /// Opens the book that a store keeps; a store that keeps none gets an empty one.
    ///
    /// The store is the caller's to close, after ``close()``.
    public init(
        store: any RecordStore, options: AccountOptions = AccountOptions()
    ) async throws(AccountError) {
        self.store = store
        self.options = options
        hasher = PasswordHasher(cost: options.passwordCost)
        attempts = AttemptThrottle(uptime: options.uptime)
        replays = ReplayGuard(window: options.signatureWindow)
        let uptime = options.uptime()
        watch = Guarded(Watch(checkedAt: uptime, flushedAt: uptime))
        do {
            if try await store.serviceData(for: AccountState.secretKey) == nil {
                // Another process that has just made one of its own notices.
                try await store.setServiceData([
                    AccountState.secretKey: Data(SecretText.bytes(32)),
                    AccountState.versions + process: version(),
                ])
            }
        } catch {
            throw AccountError(unavailable: error)
        }
        try await turnstile.run { () async throws(AccountError) in try await readAll() }
        try await removeExpired()
        await forgetProcesses()
    }

    /// Writes what was noted about uses of tokens and keys.
    public func close() async {
        await flush(always: true)
    }

    /// What time it is.
    var now: Date { options.clock() }

    // MARK: Reading

    /// The book as it stands, at most so old as ``AccountOptions/freshness`` says.
    ///
    /// - Parameter age: Seconds that it may be old instead.
    /// - Returns: Whether the store was asked.
    @discardableResult
    func fresh(within age: TimeInterval? = nil) async throws(AccountError) -> Bool {
        let uptime = options.uptime()
        let isDue = watch.with { watch in
            guard !watch.isChecking, uptime - watch.checkedAt >= age ?? options.freshness else {
                return false
            }
            watch.isChecking = true
            return true
        }
        guard isDue else { return false }
        defer { watch.with { $0.isChecking = false } }
        let found: [String: Data]
        do {
            found = try await store.serviceData(prefix: AccountState.versions)
        } catch {
            throw AccountError(unavailable: error)
        }
        if others(found) != watch.with({ $0.versions }) {
            try await turnstile.run { () async throws(AccountError) in try await readAll() }
        }
        watch.with { $0.checkedAt = uptime }
        flushWhenDue(uptime)
        return true
    }

    private func readAll() async throws(AccountError) {
        let entries: [String: Data]
        do {
            entries = try await store.serviceData(prefix: AccountState.prefix)
        } catch {
            throw AccountError(unavailable: error)
        }
        let versions = entries.filter { $0.key.hasPrefix(AccountState.versions) }
        state.with { state in
            state.forget()
            state.take(entries.mapValues { $0 as Data? })
        }
        watch.with { $0.versions = others(versions) }
    }

    private func others(_ versions: [String: Data]) -> [String: Data] {
        versions.filter { $0.key != AccountState.versions + process }
    }

    // MARK: Writing

    /// Finds out what is to be written, and writes it, all or nothing; others wait meanwhile.
    func change<T: Sendable>(
        _ body:
            @Sendable (AccountState) throws(AccountError) -> (
                entries: [String: Data?], result: T
            )
    ) async throws(AccountError) -> T {
        // What another process wrote a moment ago counts too.
        watch.with { $0.checkedAt = -.infinity }
        try await fresh()
        return try await turnstile.run { () async throws(AccountError) -> T in
            let (entries, result) = try body(state.with { $0 })
            guard !entries.isEmpty else { return result }
            var all = entries
            all[AccountState.versions + process] = version()
            do {
                try await store.setServiceData(all)
            } catch {
                throw AccountError(unavailable: error)
            }
            state.with { $0.take(entries) }
            return result
        }
    }

    /// What tells other processes that something is different now; when, for tidying up.
    private func version() -> Data {
        let version = watch.with { watch in
            watch.version += 1
            return watch.version
        }
        return Data("\(Int(max(0, now.timeIntervalSince1970).rounded())) \(version)".utf8)
    }

    /// Removes what processes left that wrote nothing for a day; one that is still there reads
    /// everything once more, and writes it anew when it has something to say.
    private func forgetProcesses() async {
        let past = now.timeIntervalSince1970 - 86_400
        let stale = watch.with { watch in
            watch.versions.filter { _, data in
                let text = String(decoding: data, as: UTF8.self)
                return (text.split(separator: " ").first.flatMap { Double($0) } ?? 0) < past
            }
        }
        guard !stale.isEmpty else { return }
        try? await store.setServiceData(stale.mapValues { _ in nil as Data? })
    }

    /// Removes tokens and sessions that have ended; they are refused all the same.
    public func removeExpired() async throws(AccountError) {
        let now = now
        let isAny = state.with { state in
            state.sessions.values.contains { $0.expiresAt <= now }
                || state.tokens.values.contains { $0.hasEnded(state, now, options) }
        }
        guard isAny else { return }
        try await change { state throws(AccountError) in
            var entries: [String: Data?] = [:]
            for session in state.sessions.values where session.expiresAt <= now {
                entries.updateValue(nil, forKey: AccountState.key(session: session.hash))
            }
            for stored in state.tokens.values where stored.hasEnded(state, now, options) {
                AccountState.remove(token: stored.token.id, from: &entries)
            }
            return (entries, ())
        }
    }

    // MARK: Notes of use

    /// Writes later, with others, that a token or key was used.
    func note(_ key: String) {
        _ = watch.with { $0.unwritten.insert(key) }
    }

    private func flushWhenDue(_ uptime: TimeInterval) {
        let isDue = watch.with { watch in
            !watch.unwritten.isEmpty && uptime - watch.flushedAt >= 5 && !watch.isFlushing
        }
        if isDue { Task { await self.flush(always: false) } }
    }

    private func flush(always: Bool) async {
        let keys = watch.with { watch -> Set<String> in
            guard always || !watch.isFlushing else { return [] }
            watch.isFlushing = true
            defer { watch.unwritten = [] }
            return watch.unwritten
        }
        defer {
            let uptime = options.uptime()
            watch.with { watch in
                watch.isFlushing = false
                watch.flushedAt = uptime
            }
        }
        guard !keys.isEmpty else { return }
        // Behind the turnstile: what was removed meanwhile must not come back.
        await turnstile.run {
            let entries = state.with { state in
                var entries: [String: Data?] = [:]
                for key in keys {
                    let name = String(key.split(separator: "/", maxSplits: 2).last ?? "")
                    if let rotation = state.rotations[name], state.tokens[name] != nil {
                        entries[AccountState.key(rotation: name)] = AccountState.encode(rotation)
                    } else if let known = state.keys[name] {
                        entries[AccountState.key(key: name)] = AccountState.encode(known.key)
                    }
                }
                return entries
            }
            // A note that is lost costs little: an old token is good a little longer.
            try? await store.setServiceData(entries)
        }
    }
}

extension AccountError {
    init(unavailable error: any Error) {
        self.init(.unavailable, "The accounts cannot be read or written at the moment.")
        detail = String(describing: error)
    }
}

extension StoredToken {
    /// Whether it has come to its end.
    func hasEnded(_ state: AccountState, _ now: Date, _ options: AccountOptions) -> Bool {
        if let end = token.expiresAt { return end <= now }
        guard token.kind == .webAuth, rotates else { return false }
        let rotation = state.rotations[token.id]
        let last = max(rotation?.lastUsedAt ?? token.createdAt, token.createdAt)
        return rotation?.isEnded == true
            || last.addingTimeInterval(options.webAuthLifetime) <= now
            || token.createdAt.addingTimeInterval(options.signInLifetime) <= now
    }
}

extension AccountState {
    /// Adds the removal of a token.
    static func remove(token id: String, from entries: inout [String: Data?]) {
        entries.updateValue(nil, forKey: key(token: id))
        entries.updateValue(nil, forKey: key(rotation: id))
    }
}
