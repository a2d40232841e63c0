import Accounts
import Synchronization

/// Counts the requests of each address; of IPv6, of each network.
final class RateLimiter: Sendable {
    private enum Asker: Hashable, Sendable {
        case network(NetworkAddress)
        case named(String)
    }

    private struct Bucket: Sendable {
        var tokens: Double
        var date: ContinuousClock.Instant
    }

    private struct State: Sendable {
        var buckets: [Asker: Bucket] = [:]
        var swept = ContinuousClock.now
    }

    private let limit: RateLimit
    private let state = Mutex(State())

    init(_ limit: RateLimit) { self.limit = limit }

    /// Takes a token; nil when there was one, otherwise seconds until there is.
    func wait(_ name: String, at now: ContinuousClock.Instant = .now) -> Double? {
        let asker = NetworkAddress(name).map { Asker.network($0.network) } ?? .named(name)
        let perSecond = max(limit.perSecond, 0.001)
        return state.withLock { state in
            if state.buckets.count > 100_000, now - state.swept > .seconds(1) {
                state.swept = now
                // Those that are full again are as good as unknown.
                let full = min(limit.burst / perSecond, 60)
                state.buckets = state.buckets.filter { (now - $0.value.date).seconds < full }
            }
            var bucket = state.buckets[asker] ?? Bucket(tokens: limit.burst, date: now)
            bucket.tokens = min(
                limit.burst, bucket.tokens + (now - bucket.date).seconds * limit.perSecond)
            bucket.date = now
            defer { state.buckets[asker] = bucket }
            if bucket.tokens >= 1 {
                bucket.tokens -= 1
                return nil
            }
            return (1 - bucket.tokens) / perSecond
        }
    }

    /// How many addresses are remembered.
    var count: Int { state.withLock { $0.buckets.count } }
}
