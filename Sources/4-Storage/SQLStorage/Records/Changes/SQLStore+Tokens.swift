import RecordCore
import SQLLowering

/// A token is from after what the database holds, as far as who was asked knows.
private struct TokenAhead: Error {
    let key: DatabaseKey
    /// The counter of the token.
    let since: Int64
}

extension SQLStore {
    /// Where a token says to begin; nil is the beginning.
    ///
    /// Within ``readSince(_:)``.
    static func start(
        _ token: ChangeToken?, owner: String, identity: String, counter: Int64
    ) throws -> Int64? {
        guard let token else { return nil }
        guard token.store == identity else { throw StoreError(.changeTokenExpired) }
        guard let since = token.counters[owner] else { return nil }
        // What is as young as the token: a first fetch began after the records of its first pages.
        let latest = max(since, token.began ?? 0)
        guard latest <= counter else { throw TokenAhead(key: .private(owner), since: latest) }
        return since
    }

    /// Reads what happened since a token.
    ///
    /// A token from after what the database holds is refused: the database was put back to an older
    /// state, and the token speaks of what no longer happened. That is certain only once a write
    /// was committed after it: a leader that was replaced and does not know it yet holds less than
    /// was acknowledged, but cannot commit.
    ///
    /// - Throws: ``StoreError/Code/busy`` where it cannot be known at the moment.
    func readSince<T>(_ body: (Session) throws -> T) async throws -> T {
        do {
            return try read(body)
        } catch let ahead as TokenAhead {
            let isAhead = dialect.mayBeReplaced ? try await confirm(ahead) : true
            if isAhead { throw StoreError(.changeTokenExpired) }
        }
        do {
            return try read(body)
        } catch is TokenAhead {
            // The connection for reads still leads to the former primary.
            throw StoreError(.busy)
        }
    }

    /// Whether a token is ahead of its database for good.
    private func confirm(_ ahead: TokenAhead) async throws -> Bool {
        do {
            // What is read here counts, not what is read afterwards: readers have connections of
            // their own, perhaps to another server.
            let counter = try await write { session in
                let database = try session.makeDatabase(ahead.key)
                return try session.connection.first(
                    session.statements.confirm, [.int(database)]
                ) { $0.int(0) }
            }
            guard let counter else { throw StoreError(.corrupt) }
            return counter < ahead.since
        } catch let error as StoreError where error.code == .outcomeUnknown {
            // Replaced while it waited for the others, who follow another by now.
            throw StoreError(.busy, engineMessage: error.engineMessage)
        }
    }
}
