import Foundation
package import RecordCore
import Synchronization

/// Users, tokens, keys and roles of one server, in the service data of a store.
///
///     let accounts = try await AccountRepository(store: store)
///     let ann = try await accounts.createUser(NewUser("ann", password: "correct horse"))
///     let found = try await accounts.authenticate(credentials)
///     found.principal.user  // ann.recordName
///
/// Everything may be called from many tasks at once, and several processes may share a store: what
/// one process revokes the others refuse a second later (``AccountOptions/freshness``), or at once
/// after ``lookAgain()``. A change is decided by the state of the store at that moment, whichever
/// process wrote it.
package final class AccountRepository: Sendable {
    /// The name of the cookie with a dashboard session.
    package static let sessionCookie = "quarry_session"
    /// The header that every write with the dashboard's cookie must have.
    package static let csrfHeader = "x-quarry-csrf"
    /// The header that names the user for whom a management token acts.
    package static let userHeader = "x-quarry-user"
    /// The value of that header for an anonymous caller; no user has this name.
    package static let nobody = "-"

    /// How the repository behaves.
    package let options: AccountOptions
    /// Where it is kept.
    package let store: any RecordStore

    let state = Mutex(AccountState())
    let hasher: PasswordHasher
    let attempts: AttemptThrottle
    let replays: ReplayGuard
    /// What the servers of a store count together; nil where this one counts alone.
    let shared: SharedGuard?
    /// The networks from which users have signed in.
    let familiar: FamiliarNetworks
    /// Changes go one after the other: what one finds free is free when it writes.
    private let mutex = AsyncMutex()
    /// Looks at the store go one after the other too.
    private let looking = AsyncMutex()
    private let watch: Mutex<Watch>
    /// Links that sign in to the dashboard, by the hash of their text.
    let links = Mutex<[SecretHash: SignInLink]>([:])

    /// The user that a link signs in, and until when.
    struct SignInLink: Sendable {
        let user: String
        let expiresAt: Date
    }

    /// What this process knows of the others, and what it has yet to write.
    private struct Watch: Sendable {
        var checkedAt: TimeInterval
        var isChecking = false
        /// How often others were said to have changed something.
        var hints = 0
        /// How many calls of ``AccountRepository/look()`` have begun to ask the store.
        var looks = 0
        /// How the last of them ended; nil while it goes on, and where its own request was over.
        var outcome: Result<Void, AccountError>?
        var versions: [String: Data] = [:]
        var unwritten: Set<String> = []
        var flushedAt: TimeInterval
        var isFlushing = false
    }

    /// Opens the repository that a store keeps; a store that keeps none gets an empty one.
    ///
    /// The store is the caller's to close, after ``close()``.
    package init(
        store: any RecordStore, options: AccountOptions = AccountOptions()
    ) async throws(AccountError) {
        self.store = store
        self.options = options
        hasher = PasswordHasher(
            cost: options.passwordCost, limit: options.waitingPasswords)
        attempts = AttemptThrottle(uptime: options.uptime)
        replays = ReplayGuard(window: options.signatureWindow)
        familiar = FamiliarNetworks(store: store, lifetime: options.familiarLifetime)
        shared =
            options.countsTogether
            ? SharedGuard(store: store, window: options.signatureWindow) : nil
        let uptime = options.uptime()
        watch = Mutex(Watch(checkedAt: uptime, flushedAt: uptime))
        do {
            // Of two processes that make one at the same time, the first one's stays.
            if try await store.serviceData(for: AccountState.secretKey) == nil {
                _ = try await store.setServiceData(
                    [
                        AccountState.secretKey: Data(SecretText.bytes(32)),
                        AccountState.version: version(),
                    ], where: [AccountState.secretKey: nil])
            }
        } catch {
            throw AccountError(unavailable: error)
        }
        try await mutex.run { () async throws(AccountError) in try await readAll() }
        try await removeExpired()
    }

    /// Has the store asked at the next occasion, however fresh the cached state is: another process has
    /// changed something.
    package func lookAgain() {
        watch.withLock { watch in
            watch.checkedAt = -.infinity
            watch.hints += 1
        }
    }

    /// Writes what was noted about uses of tokens and keys.
    package func close() async {
        await flush(always: true)
    }

    /// What time it is.
    var now: Date { options.clock() }

    // MARK: Reading

    /// The state as it stands, at most so old as ``AccountOptions/freshness`` says.
    ///
    /// Does not wait for another call that asks the store: meanwhile the state is a little older.
    func fresh() async throws(AccountError) {
        let uptime = options.uptime()
        let isDue = watch.withLock { watch in
            guard !watch.isChecking, uptime - watch.checkedAt >= options.freshness else {
                return false
            }
            watch.isChecking = true
            return true
        }
        guard isDue else { return }
        defer { watch.withLock { $0.isChecking = false } }
        try await check()
    }

    /// Runs a function under a mutex, on ``AccountOptions/executor``.
    private func alone<T: Sendable, E: Error>(
        _ mutex: AsyncMutex, _ body: nonisolated(nonsending) () async throws(E) -> sending T
    ) async throws(E) -> T {
        guard let executor = options.executor else { return try await mutex.run(body) }
        return try await withTaskExecutorPreference(executor) { () async throws(E) -> T in
            try await mutex.run(body)
        }
    }

    /// The state as it is in the store after the call has begun.
    ///
    /// For what is not known, which another process may have made a moment ago: a call that asks the
    /// store already may have come too early. Calls that wait for that one share the next.
    func look() async throws(AccountError) {
        let begun = watch.withLock { $0.looks }
        try await alone(looking) { () async throws(AccountError) in
            let outcome = watch.withLock { $0.looks == begun ? nil : $0.outcome }
            if let outcome { return try outcome.get() }
            watch.withLock { watch in
                watch.looks += 1
                watch.outcome = nil
            }
            do throws(AccountError) {
                try await check()
                watch.withLock { $0.outcome = .success(()) }
            } catch {
                // The time of one request says nothing of another's.
                if TimeLimit.ending == nil { watch.withLock { $0.outcome = .failure(error) } }
                throw error
            }
        }
    }

    private func check() async throws(AccountError) {
        let uptime = options.uptime()
        let hints = watch.withLock { $0.hints }
        let found: [String: Data]
        do {
            found = try await store.serviceData(prefix: AccountState.versions)
        } catch {
            throw AccountError(unavailable: error)
        }
        let known = watch.withLock { $0.versions }
        if found != known {
            try await alone(mutex) { () async throws(AccountError) in
                try await readAll(
                    onlyRotations: AccountRepository.saysRotations(found, after: known))
            }
        }
        watch.withLock { watch in
            // What was hinted at meanwhile may not have been read.
            if watch.hints == hints { watch.checkedAt = uptime }
        }
        flushWhenDue(uptime)
    }

    /// Whether the state is so young that ``fresh()`` would not ask the store.
    var isFresh: Bool {
        let uptime = options.uptime()
        return watch.withLock { uptime - $0.checkedAt < options.freshness }
    }

    /// Whether nothing but uses of tokens was written between two looks.
    private static func saysRotations(
        _ found: [String: Data], after known: [String: Data]
    ) -> Bool {
        found.filter { $0.key != AccountState.rotationVersion }
            == known.filter { $0.key != AccountState.rotationVersion }
    }

    private func readAll(onlyRotations: Bool = false) async throws(AccountError) {
        var entries: [String: Data]
        let versions: [String: Data]
        do {
            if onlyRotations {
                // The versions first: what is written meanwhile is read once more.
                versions = try await store.serviceData(prefix: AccountState.versions)
                entries = try await store.serviceData(prefix: AccountState.rotationPrefix)
            } else {
                entries = try await store.serviceData(prefix: AccountState.prefix)
                versions = entries.filter { $0.key.hasPrefix(AccountState.versions) }
            }
        } catch {
            throw AccountError(unavailable: error)
        }
        let known = watch.withLock { $0.versions }
        if onlyRotations, !AccountRepository.saysRotations(versions, after: known) {
            return try await readAll()
        }
        state.withLock { [entries] state in
            if !onlyRotations { state.forget() }
            state.take(entries.mapValues { $0 as Data? })
        }
        watch.withLock { $0.versions = versions }
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
        try await look()
        return try await alone(mutex) { () async throws(AccountError) -> T in
            for _ in 0..<100 {
                let (entries, result) = try body(state.withLock { $0 })
                guard !entries.isEmpty else { return result }
                if try await keep(entries) {
                    options.changed()
                    return result
                }
                // Another process was faster: what it wrote may change what is right.
                try await readAll()
            }
            throw AccountError(unavailable: StoreError(.busy))
        }
    }

    /// Writes the entries if the accounts are unchanged since they were read; false if they
    /// changed.
    private func keep(_ entries: [String: Data?]) async throws(AccountError) -> Bool {
        let known = watch.withLock { $0.versions[AccountState.version] }
        let version = version()
        var all = entries
        all[AccountState.version] = version
        do {
            guard
                try await store.setServiceData(all, where: [AccountState.version: known])
            else { return false }
        } catch {
            lookAgain()
            throw AccountError(unavailable: error)
        }
        state.withLock { $0.take(entries) }
        watch.withLock { $0.versions[AccountState.version] = version }
        return true
    }

    /// What tells other processes that something is different now.
    private func version() -> Data {
        let seconds = Int(max(0, now.timeIntervalSince1970).rounded())
        return Data("\(seconds) \(SecretText.hex(SecretText.bytes(8)))".utf8)
    }

    /// Removes tokens and sessions that have ended; they are refused all the same.
    package func removeExpired() async throws(AccountError) {
        let now = now
        // They are passed over already; next time is soon enough.
        await shared?.removeOld(now: now)
        await familiar.removeOld(now: now)
        let isAny = state.withLock { state in
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
        _ = watch.withLock { $0.unwritten.insert(key) }
    }

    private func flushWhenDue(_ uptime: TimeInterval) {
        let isDue = watch.withLock { watch in
            !watch.unwritten.isEmpty && uptime - watch.flushedAt >= options.noteInterval
                && !watch.isFlushing
        }
        if isDue { Task { await self.flush(always: false) } }
    }

    private func flush(always: Bool) async {
        let keys = watch.withLock { watch -> Set<String> in
            guard always || !watch.isFlushing else { return [] }
            watch.isFlushing = true
            defer { watch.unwritten = [] }
            return watch.unwritten
        }
        defer {
            let uptime = options.uptime()
            watch.withLock { watch in
                watch.isFlushing = false
                watch.flushedAt = uptime
            }
        }
        guard !keys.isEmpty else { return }
        // Under the mutex, and only where no other process has changed anything: what was
        // removed or revoked meanwhile must not come back.
        await alone(mutex) {
            for _ in 0..<10 {
                do {
                    if try await write(notes: keys) { return }
                    try await readAll(onlyRotations: true)
                } catch {
                    // A note that is lost costs little: an old token is good a little longer.
                    return
                }
            }
        }
    }

    /// Writes how far tokens have come and when keys were used; false where others were faster.
    private func write(notes keys: Set<String>) async throws -> Bool {
        let versions = watch.withLock { $0.versions }
        let own = version()
        var known: [String: Data?] = [
            AccountState.version: versions[AccountState.version],
            AccountState.rotationVersion: versions[AccountState.rotationVersion],
        ]
        var entries: [String: Data?] = [:]
        for key in keys {
            let name = String(key.split(separator: "/", maxSplits: 2).last ?? "")
            if key.hasPrefix(AccountState.rotationPrefix) {
                let stored = try await store.serviceData(for: key)
                let rotation = state.withLock { state -> Rotation? in
                    guard state.tokens[name] != nil else { return nil }
                    if let stored { state.take([key: stored]) }
                    return state.rotations[name]
                }
                guard let rotation else { continue }
                known.updateValue(stored, forKey: key)
                entries[key] = AccountState.encode(rotation)
                entries[AccountState.rotationVersion] = own
            } else if let key = state.withLock({ $0.keys[name]?.key }) {
                entries[AccountState.key(key: name)] = AccountState.encode(key)
            }
        }
        guard !entries.isEmpty else { return true }
        guard try await store.setServiceData(entries, where: known) else { return false }
        if entries[AccountState.rotationVersion] != nil {
            watch.withLock { $0.versions[AccountState.rotationVersion] = own }
        }
        return true
    }
}

extension AccountError {
    init(unavailable error: any Error) {
        // As records on a full disk, which an operator makes room on.
        let isFull = (error as? StoreError)?.code == .full
        self.init(
            .unavailable,
            isFull
                ? "\(StoreError(.full).sentence)."
                : "The accounts cannot be read or written at the moment.")
        if isFull { retryAfter = 60 }
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
