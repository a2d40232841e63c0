import RecordCore
import TestKit
import Testing

extension `Fetching` {
    @Test(arguments: StoreUnderTest.available, QueryProfile.allCases)
    func `goes on behind a record that is there no more`(
        kind: StoreUnderTest, profile: QueryProfile
    ) async throws {
        let keys: [[Ordering]] = [
            [], [Ordering("n")], [Ordering("n", ascending: false)],
            [Ordering("n", ascending: false), Ordering("t")],
            [Ordering("t"), Ordering("n", ascending: false)],
            [Ordering("recordName", ascending: false)],
            [Ordering("n"), Ordering("recordName", ascending: false)],
            [Ordering("creationDate", ascending: false)],
            [Ordering("t", ascending: false, textOrder: .caseInsensitive), Ordering("n")],
        ]
        for ordering in keys {
            // The narrow profiles sort by less.
            let isWide = ordering.contains {
                $0.textOrder != .literal || $0.key == .keyPath(QueryKeyPath("recordName"))
            }
            if isWide, profile != .everything { continue }
            try await with(kind) { store async throws in
                var query = RecordQuery("N", orderedBy: ordering, limit: 2, profile: profile)
                var read: [String] = []
                var whole = query
                whole.limit = 100
                let all = try await store.fetch(whole, in: .public).records.map(\.id.name)
                while read.count < 10 {
                    let page = try await store.fetch(query, in: .public).records
                    guard let last = page.last else { break }
                    read += page.map(\.id.name)
                    query.after = QueryPlace(after: last, in: query)
                    let gone = try await store.save(
                        SaveRequest(deleting: page.map(\.id), isAdministrator: true),
                        in: .public)
                    #expect(gone.firstError == nil)
                }
                #expect(read == all, "\(ordering)")
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `refuses a place that is of another query`(kind: StoreUnderTest) async throws {
        try await with(kind) { store async throws in
            var query = RecordQuery("N", orderedBy: [Ordering("n")])
            for values: [Value] in [[], ["x"], [1, 2]] {
                query.after = QueryPlace(values: values, id: RecordID("a"))
                await #expect(throws: QueryProblem.self) {
                    _ = try await store.fetch(query, in: .public)
                }
            }
            query.ordering = [Ordering("t", textOrder: .localized)]
            let record = Record("N", RecordID("a"), ["t": "b"])
            #expect(QueryPlace(after: record, in: query) == nil)
        }
    }
}
