import Synchronization

/// Counts the requests of each address.
final class RateLimiter: Sendable {
    private struct Bucket {
        var tokens: Double
        var date: ContinuousClock.Instant
    }

    private let limit: RateLimit
    private let buckets = Mutex<[String: Bucket]>([:])

    init(_ limit: RateLimit) { self.limit = limit }

    /// Takes a token; nil when there was one, otherwise seconds until there is.
    func wait(_ name: String) -> Double? {
        let now = ContinuousClock.now
        return buckets.withLock { buckets in
            if buckets.count > 100_000 {
                // Those that are full again are as good as unknown.
                buckets = buckets.filter { (now - $0.value.date).seconds < 60 }
            }
            var bucket = buckets[name] ?? Bucket(tokens: limit.burst, date: now)
            bucket.tokens = min(
                limit.burst, bucket.tokens + (now - bucket.date).seconds * limit.perSecond)
            bucket.date = now
            defer { buckets[name] = bucket }
            if bucket.tokens >= 1 {
                bucket.tokens -= 1
                return nil
            }
            return (1 - bucket.tokens) / max(limit.perSecond, 0.001)
        }
    }
}
