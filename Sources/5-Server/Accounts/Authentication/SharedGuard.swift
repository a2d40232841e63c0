import Crypto
import Foundation
import RecordCore

/// What several servers of one store count together: failed attempts to sign in, and signatures
/// that were used.
///
/// Trying at a second server gains no further attempts. Each attempt and each signed write costs a
/// write to the store.
struct SharedGuard: Sendable {
    let store: any RecordStore
    /// Seconds for which signatures are good.
    let window: TimeInterval

    private typealias Entry = AttemptThrottle.Entry
    private static let attempts = "attempt/"
    private static let signatures = "signature/"

    // MARK: Attempts

    /// Counts an attempt as failed, or says how many seconds to wait.
    func begin(_ attempt: AttemptThrottle.Attempt, now: Date) async throws -> TimeInterval? {
        let now = now.timeIntervalSince1970
        var wait: TimeInterval = 0
        let isDone = try await change(attempt.keys) { key, entry in
            wait = max(wait, entry?.wait(key, at: now) ?? 0)
            return Entry.failed(entry, key, at: now)
        } unless: {
            wait > 0
        }
        // Where so many try at once that none gets through, they wait too.
        return wait > 0 ? wait : isDone ? nil : 1
    }

    /// Clears the failures of the name after a successful attempt and undoes the count of the
    /// address.
    func succeed(_ attempt: AttemptThrottle.Attempt) async {
        _ = try? await change(attempt.keys) { key, entry in
            AttemptThrottle.isOfName(key) ? nil : entry?.takenBack
        }
    }

    /// The attempt came to nothing that says anything.
    func resetThrottle(_ attempt: AttemptThrottle.Attempt) async {
        _ = try? await change(attempt.keys) { _, entry in entry?.takenBack }
    }

    /// Changes what is kept of some names and addresses at once; false where nothing was written.
    private func change(
        _ keys: [String], _ body: (String, Entry?) -> Entry?,
        unless isRefused: () -> Bool = { false }
    ) async throws -> Bool {
        for _ in 0..<20 {
            var known: [String: Data?] = [:]
            var entries: [String: Data?] = [:]
            for key in keys {
                let name = SharedGuard.attempts + SharedGuard.digest(key)
                let data = try await store.serviceData(for: name)
                known.updateValue(data, forKey: name)
                let entry: Entry? = data.flatMap(AccountState.decode)
                entries.updateValue(body(key, entry).flatMap(AccountState.encode), forKey: name)
            }
            if isRefused() { return false }
            if try await store.setServiceData(entries, where: known) { return true }
        }
        return false
    }

    // MARK: Signatures

    /// Notes a signature; false when a server has seen it before.
    func note(_ number: [UInt8], key: String, date: Date) async throws -> Bool {
        let name =
            SharedGuard.place(of: date) + SharedGuard.digest("\(key) \(SecretText.hex(number))")
        return try await store.setServiceData([name: Data()], where: [name: nil])
    }

    /// What signatures of a minute begin with.
    private static func place(of date: Date) -> String {
        let minute = String(Int(max(0, date.timeIntervalSince1970) / 60))
        return signatures + String(repeating: "0", count: max(0, 10 - minute.count)) + minute + "/"
    }

    // MARK: Tidying

    /// Removes what counts no longer.
    func removeOld(now: Date) async {
        let oldest = SharedGuard.place(of: now.addingTimeInterval(-window - 120))
        // A time to come is that of a clock that was wrong.
        let time = now.timeIntervalSince1970
        let counted = time - Entry.memory...time + Entry.memory
        // What cannot be removed now is removed by the next call; it only takes room.
        guard let signatures = try? await store.serviceData(prefix: SharedGuard.signatures),
            let attempts = try? await store.serviceData(prefix: SharedGuard.attempts)
        else { return }
        let late = attempts.filter { _, data in
            let entry: Entry? = AccountState.decode(data)
            return entry.map { !counted.contains($0.last) } ?? true
        }
        let gone = signatures.keys.filter { $0 < oldest } + late.keys
        guard !gone.isEmpty else { return }
        // An attempt that is counted at this moment is passed over.
        _ = try? await store.setServiceData(
            Dictionary(uniqueKeysWithValues: gone.map { ($0, nil) }),
            where: late.mapValues { $0 as Data? })
    }

    static func digest(_ text: String) -> String {
        SecretText.hex(SHA256.hash(data: Data(text.utf8)))
    }
}
