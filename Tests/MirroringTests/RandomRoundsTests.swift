import Foundation
import Testing

/// Three devices that edit, lose their network, their server's answers, pushes and zones, and are opened
/// again, in an order that a seed gives, compared with a model of every acknowledged write.
///
/// `QUARRY_ROUNDS=1000` runs that many rounds, `QUARRY_ROUNDS=17-17` the one with the seed 17. Where
/// stores and clouds are, the seed says too, unless `QUARRY_TEST_OBJECTS` and `QUARRY_TEST_CLOUD` do.
@Suite struct `Random rounds of three devices` {
    private static let seeds: [UInt64] = {
        let bounds = (ProcessInfo.processInfo.environment["QUARRY_ROUNDS"] ?? "")
            .split(separator: "-").compactMap { UInt64($0) }
        let (first, last) = (bounds.count > 1 ? bounds[0] : 1, bounds.last ?? 12)
        return Array(first...max(first, last))
    }()

    /// A round has about 25 files open: all that there are would be more than a process may have.
    private static let limit = RoundLimit(16)

    @Test(arguments: seeds) func `devices agree, and nothing acknowledged is lost`(seed: UInt64)
        async throws
    {
        try await run(seed, shares: false)
    }

    @Test(arguments: seeds) func `so they do where objects move into shares meanwhile`(seed: UInt64)
        async throws
    {
        try await run(seed, shares: true)
    }

    private func run(_ seed: UInt64, shares: Bool) async throws {
        await Self.limit.enter()
        do {
            try await run(RandomRound(seed: seed, shares: shares), seed)
        } catch {
            await Self.limit.leave()
            throw error
        }
        await Self.limit.leave()
    }

    private func run(_ round: RandomRound, _ seed: UInt64) async throws {
        var round = round
        do {
            for _ in 0..<60 { try await round.step() }
            try await round.heal()
            try await round.check()
            try await round.remove()
        } catch {
            Issue.record("seed \(seed): \(error)\n\(round.log.joined(separator: "\n"))")
        }
        for violation in round.violations {
            Issue.record("seed \(seed): \(violation)\n\(round.log.joined(separator: "\n"))")
        }
    }
}
