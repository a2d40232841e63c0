import Accounts
import Foundation
import RecordCore
import Synchronization

/// Counts the requests of each address; of IPv6, of each network.
///
/// Servers that share a database share the limit too: each takes some of an address's tokens out of
/// the database at a time, and gives them out itself. All together never give out more than the
/// limit, and the database is asked about twice a second for an address that asks all the time.
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

    /// Tokens of an address that this server took out of the database.
    private struct Lease: Sendable {
        var tokens = 0.0
        /// Until when there is nothing to be had.
        var emptyUntil: Date?
        var date: Date

        /// The tokens that remain; a lease expires.
        func tokens(at now: Date) -> Double {
            abs(now.timeIntervalSince(date)) > RateLimiter.leaseTime ? 0 : tokens
        }

        /// Seconds until there may be something; nil where the database has to be asked, as after the
        /// clock was set back.
        func wait(at now: Date) -> Double? {
            guard let wait = emptyUntil?.timeIntervalSince(now), wait > 0 else { return nil }
            return wait > RateLimiter.longestWait ? nil : wait
        }
    }

    private let limit: RateLimit
    private let state = Mutex(State())
    private let leases = Mutex<[String: Lease]>([:])
    /// Where servers share their limits; nil where there is one.
    private let store: (any RecordStore)?

    init(_ limit: RateLimit, store: (any RecordStore)? = nil) {
        self.limit = limit
        self.store = store
    }

    // MARK: Together

    /// Takes a token of those that all servers share; nil when there was one, otherwise seconds
    /// until there is.
    func wait(for name: String, at now: Date = Date()) async -> Double? {
        guard let store else { return wait(name) }
        let network = NetworkAddress(name)?.network
        let key = RateLimiter.prefix + (network.map { "\($0.high)/\($0.low)" } ?? name)
        enum Outcome { case token, none(Double), unknown }
        let found = leases.withLock { leases -> Outcome in
            guard var lease = leases[key] else { return .unknown }
            lease.tokens = lease.tokens(at: now)
            if lease.tokens >= 1 {
                lease.tokens -= 1
                leases[key] = lease
                return .token
            }
            return lease.wait(at: now).map(Outcome.none) ?? .unknown
        }
        switch found {
        case .token: return nil
        case .none(let wait): return wait
        case .unknown: break
        }
        do {
            return try await lease(key, of: store, at: now)
        } catch {
            // Without the database this server counts alone.
            return wait(name)
        }
    }

    private static let prefix = "rate/"
    /// Seconds for which tokens that were taken out are good.
    private static let leaseTime = 5.0
    /// Seconds for which the database is not asked again after it had no token.
    private static let longestWait = 1.0
    /// Seconds after which a caller has all tokens again, whatever was taken, and by how much the clocks of
    /// servers may differ.
    private var longestMemory: Double { limit.burst / max(limit.perSecond, 0.001) + 60 }

    /// Takes tokens out of the database, one of them for this request.
    private func lease(
        _ key: String, of store: any RecordStore, at now: Date
    ) async throws -> Double? {
        let perSecond = max(limit.perSecond, 0.001)
        for _ in 0..<20 {
            let data = try await store.serviceData(for: key, in: .named(key))
            let parts = data.map { String(decoding: $0, as: UTF8.self).split(separator: " ") }
            var tokens = limit.burst
            var isAhead = false
            if let parts, parts.count == 2, let known = Double(parts[0]),
                let time = Double(parts[1])
            {
                let passed = now.timeIntervalSince1970 - time
                isAhead = passed < -longestMemory
                tokens = min(limit.burst, known + max(0, passed) * perSecond)
            }
            if isAhead, tokens < 1 {
                // Of a clock that was wrong: no token would come back until the time that it showed.
                let current = Data("\(tokens) \(now.timeIntervalSince1970)".utf8)
                _ = try await store.setServiceData(
                    [key: current], where: [key: data], in: .named(key))
            }
            guard tokens >= 1 else {
                let wait = (1 - tokens) / perSecond
                return leases.withLock { leases in
                    // Another request of the same caller may have taken the last ones.
                    if let tokens = leases[key]?.tokens(at: now), tokens >= 1 {
                        leases[key]?.tokens = tokens - 1
                        return nil
                    }
                    leases[key] = Lease(
                        emptyUntil: now.addingTimeInterval(min(wait, RateLimiter.longestWait)),
                        date: now)
                    return wait
                }
            }
            let taken = max(
                1, min(tokens, max(limit.perSecond / 2, limit.burst / 8)).rounded(.down))
            let left = "\(tokens - taken) \(now.timeIntervalSince1970)"
            guard
                try await store.setServiceData(
                    [key: Data(left.utf8)], where: [key: data], in: .named(key))
            else { continue }
            leases.withLock { leases in
                leases[key] = Lease(
                    tokens: (leases[key]?.tokens(at: now) ?? 0) + taken - 1, date: now)
                if leases.count > 100_000 {
                    leases = leases.filter {
                        abs(now.timeIntervalSince($0.value.date)) < RateLimiter.leaseTime
                    }
                }
            }
            return nil
        }
        return 1
    }

    /// Removes callers that have all of their tokens again from the database, and those whose time is
    /// that of a wrong clock.
    func removeOld(at now: Date = Date()) async {
        let full = longestMemory
        // The next sweep removes what stays.
        try? await store?.removeServiceData(prefix: RateLimiter.prefix) { data in
            let time = String(decoding: data, as: UTF8.self).split(separator: " ").last
            return abs(now.timeIntervalSince1970 - (time.flatMap { Double($0) } ?? 0)) > full
        }
    }

    // MARK: Alone

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
