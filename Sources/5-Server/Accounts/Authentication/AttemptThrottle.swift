import Foundation
import Synchronization

/// Delays attempts to sign in after failures: of a name, and of an address that asks.
///
/// An attempt counts as failed from its begin, so that a thousand at once are no way round.
/// Of bounded size: what is forgotten first is what was quiet longest.
final class AttemptThrottle: Sendable {
    /// An attempt that was let through.
    struct Attempt: Sendable {
        /// What is counted: a name, an address, or a name at an address.
        fileprivate(set) var keys: [String]
    }

    /// What is remembered of a name or an address.
    struct Entry: Sendable, Codable {
        var failures = 0
        var last: TimeInterval
        var blockedUntil: TimeInterval = 0

        /// Seconds without failure after which all is forgotten.
        static let memory: TimeInterval = 900

        /// One more failure.
        static func failed(_ known: Entry?, _ key: String, at now: TimeInterval) -> Entry {
            var entry = known ?? Entry(last: now)
            if now - entry.last > memory { entry.failures = 0 }
            entry.failures += 1
            entry.last = now
            let rule = AttemptThrottle.rule(key)
            if entry.failures > rule.free {
                let power = min(Double(entry.failures - rule.free - 1), 20)
                entry.blockedUntil = now + min(pow(2, power), rule.longest)
            }
            return entry
        }

        /// Seconds by which the clocks of servers may differ.
        private static let skew: TimeInterval = 60

        /// Seconds that an attempt has to wait; none of a delay longer than any, which a server wrote
        /// whose clock was wrong.
        func wait(_ key: String, at now: TimeInterval) -> TimeInterval {
            let wait = blockedUntil - now
            return wait > AttemptThrottle.rule(key).longest + Entry.skew ? 0 : wait
        }

        /// One failure less; nil where none is left.
        var takenBack: Entry? {
            var entry = self
            entry.failures -= 1
            entry.blockedUntil = 0
            return entry.failures > 0 ? entry : nil
        }
    }

    /// Failures that cost nothing, and the longest delay in seconds.
    fileprivate struct Rule {
        var free: Int
        var longest: TimeInterval
    }

    private let entries = Mutex<[String: Entry]>([:])
    private let uptime: @Sendable () -> TimeInterval
    private let capacity = 20_000

    init(uptime: @escaping @Sendable () -> TimeInterval) { self.uptime = uptime }

    /// The network of an address, as keys name it.
    static func network(of peer: String) -> String {
        (NetworkAddress(peer)?.network).map { "\($0.high)/\($0.low)" } ?? String(peer.prefix(64))
    }

    /// Begins an attempt, or says how long to wait.
    ///
    /// - Parameter isFamiliar: Whether the name has signed in from the address before: then only
    ///   failures of the name from there count, so that no stranger keeps its user waiting.
    func begin(
        name: String?, peer: String, isFamiliar: Bool = false
    ) -> Result<Attempt, AuthenticationError> {
        let now = uptime()
        let network = AttemptThrottle.network(of: peer)
        let keys =
            if let name, isFamiliar {
                ["pair:\(network) \(name)"]
            } else {
                ["peer:" + network] + (name.map { ["name:" + $0] } ?? [])
            }
        return entries.withLock { entries in
            let wait = keys.map { (entries[$0]?.blockedUntil ?? 0) - now }.max() ?? 0
            guard wait <= 0 else {
                return .failure(AuthenticationError(.throttled, retryAfter: wait.rounded(.up)))
            }
            for key in keys { entries[key] = Entry.failed(entries[key], key, at: now) }
            if entries.count > capacity { shrink(&entries, now) }
            return .success(Attempt(keys: keys))
        }
    }

    /// Clears the failures of the name after a successful attempt and undoes the count of the
    /// address.
    func succeed(_ attempt: Attempt) {
        entries.withLock { entries in
            for key in attempt.keys {
                if AttemptThrottle.isOfName(key) {
                    entries[key] = nil
                } else {
                    takeBack(key, &entries)
                }
            }
        }
    }

    /// The attempt came to nothing that says anything.
    func resetThrottle(_ attempt: Attempt) {
        entries.withLock { entries in
            for key in attempt.keys { takeBack(key, &entries) }
        }
    }

    private func takeBack(_ key: String, _ entries: inout [String: Entry]) {
        entries[key] = entries[key]?.takenBack
    }

    private func shrink(_ entries: inout [String: Entry], _ now: TimeInterval) {
        entries = entries.filter { now - $0.value.last <= Entry.memory }
        guard entries.count > capacity else { return }
        let oldest = entries.sorted { $0.value.last < $1.value.last }
        for (key, _) in oldest.prefix(capacity / 4) { entries[key] = nil }
    }

    /// Whether a key counts the failures of a name, which the right password ends.
    static func isOfName(_ key: String) -> Bool {
        key.hasPrefix("name:") || key.hasPrefix("pair:")
    }

    fileprivate static func rule(_ key: String) -> Rule {
        isOfName(key) ? Rule(free: 5, longest: 60) : Rule(free: 20, longest: 300)
    }
}
