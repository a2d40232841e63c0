import Foundation
import MirrorCore
import Testing

/// Processes that are killed while they send and fetch: nothing that was saved is lost, and nothing
/// that was fetched is sent.
@Suite(.serialized) struct `Mirrors killed by SIGKILL` {
    /// How often a process is killed; more with `QUARRY_SOAK=10 swift test`.
    private static let soak = Int(ProcessInfo.processInfo.environment["QUARRY_SOAK"] ?? "") ?? 1

    @Test(arguments: MirrorPoint.allCases)
    func `a process that is killed at a named point goes on where it was`(point: MirrorPoint)
        async throws
    {
        let field = Field()
        // Another device's notes are fetched meanwhile, so that every point is reached.
        #expect(try field.run("tablet", rounds: 2, name: "t").isDone)
        var kills = 0
        for count in 1...3 * Self.soak {
            let run = try field.run("phone", rounds: 2, name: "p\(count)", point, count: count)
            if run.isKilled { kills += 1 }
            #expect(run.isKilled || run.isDone)
        }
        #expect(kills > 1, "the point was hardly reached")
        try await field.check()
    }

    @Test func `a process that is killed at any moment goes on where it was`() async throws {
        let field = Field()
        #expect(try field.run("tablet", rounds: 2, name: "t").isDone)
        var kills = 0
        for count in 0..<8 * Self.soak {
            let run = try field.run(
                count % 3 == 2 ? "tablet" : "phone", rounds: 20, name: "k\(count)",
                killedAfter: .random(in: 1...400))
            if run.isKilled { kills += 1 }
        }
        #expect(kills > 2, "too few processes were killed")
        try await field.check()
    }
}
