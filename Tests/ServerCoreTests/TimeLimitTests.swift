import Foundation
import RecordCore
import Testing

@testable import ServerCore

@Suite struct `A request that takes too long` {
    /// A host with more records than SQLite goes through without looking at the clock.
    private static func host(seconds: Double) async throws -> AdministeredHost {
        let host = try await AdministeredHost { $0.limits.requestSeconds = seconds }
        for batch in 0..<15 {
            let records = (0..<200).map {
                Record("City", RecordID("c\(batch)-\($0)"), ["population": .int(Int64($0))])
            }
            let saved = try await host.store.save(SaveRequest(saving: records), in: .public)
            #expect(saved.firstError == nil)
        }
        return host
    }

    private static let body =
        #"{"recordType":"City","predicate":"population + 1 < 0 OR population * 2 < 0"}"#

    @Test func `is given up, and says so`() async throws {
        let host = try await Self.host(seconds: 0)
        let count = try await host.askPlace("POST", "count", body: Self.body)
        #expect(count.status == 503)
        #expect(count.json["serverErrorCode"] == "TRY_AGAIN_LATER")
        #expect(count.json["reason"].string.contains("took longer than 0 seconds"))
        #expect(count.json["retryAfter"] == .int(30))
        // Nothing is left of it: the same connection answers what is quick.
        for _ in 0..<3 {
            let page = try await host.askPlace(
                "POST", "query",
                body: #"{"recordType":"City","predicate":"population == 7","limit":1}"#)
            #expect(page.status == 200)
            #expect(page.json["records"].items.count == 1)
        }
        try await host.host.close()
    }

    @Test func `is finished within its time`() async throws {
        let host = try await Self.host(seconds: 3600)
        let count = try await host.askPlace("POST", "count", body: Self.body)
        #expect(count.json["count"] == .int(0))
        try await host.host.close()
    }

    @Test func `is given up when its last waiter leaves`() async throws {
        let host = try await Self.host(seconds: 3600)
        let store = try await host.store
        let query = RecordQuery(
            "City",
            where: try QueryPredicate(parsing: "population + 1 < 0 OR population * 2 < 0"))
        let (started, go) = AsyncStream<Void>.makeStream()
        func count(_ limit: TimeLimit?) -> Task<Int, any Error> {
            Task {
                for await _ in started { break }
                return try await TimeLimit.$current.withValue(limit) {
                    try await store.count(query, in: .public)
                }
            }
        }
        let given = count(TimeLimit(seconds: 3600))
        given.cancel()
        go.finish()
        let error = await #expect(throws: StoreError.self) { try await given.value }
        #expect(error?.code == .cancelled)
        #expect(error?.context.isEmpty == true)
        // A query without a limit is cancelled by its caller.
        let free = count(nil)
        free.cancel()
        #expect(try await free.value == 0)
        try await host.host.close()
    }
}
