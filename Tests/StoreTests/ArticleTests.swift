import PredicateCore
import RecordCore
import Stores
import Testing

/// The programs in the articles of RecordCore and Stores, as they stand there.
@Suite struct StoreArticleTests {
    @Test func `records are saved, queried by pages and refused`() async throws {
        let store = try await StoreLocation("sqlite::memory:").open()
        var paris = Record("City", RecordID("paris"))
        paris["name"] = "Paris"
        paris["population"] = 2_138_551
        let saved = try await store.save(SaveRequest(saving: [paris]), in: .public)
        paris = try saved.saves[0].get()

        let query = RecordQuery(
            "City", where: try QueryPredicate(parsing: "population > 1000000"),
            orderedBy: [Ordering("population", ascending: false)])
        let page = try await store.fetch(query, in: .public)
        #expect("\(page.records.map(\.id.name))" == #"["paris"]"#)

        var names: [String] = []
        var rest = query
        repeat {
            let page = try await store.fetch(rest, in: .public)
            names += page.records.map(\.id.name)
            rest.offset = page.next ?? 0
        } while rest.offset > 0
        #expect("\(names)" == #"["paris"]"#)

        let cities = try await TimeLimit.$current.withValue(TimeLimit(seconds: 30)) {
            try await store.fetch(query, in: .public)
        }
        #expect("\(cities.records.count)" == #"1"#)

        var stale = paris
        paris["population"] = 2_102_650
        _ = try await store.save(SaveRequest(saving: [paris]), in: .public)

        stale["name"] = "Lutetia"
        let result = try await store.save(SaveRequest(saving: [stale]), in: .public)
        #expect(result.firstError?.code == .recordChanged)

        guard case .failure(let error) = result.saves[0] else { return }
        #expect("\(error.code)" == #"recordChanged"#)
        #expect("\(error.conflict?.server?["population"] == 2_102_650)" == #"true"#)

        let unknown = RecordQuery("City", where: try QueryPredicate(parsing: "mayor == 'Ann'"))
        do {
            _ = try await store.fetch(unknown, in: .public)
        } catch let problem as QueryProblem {
            #expect("\(problem.code)" == #"unknownField"#)
        }
        await #expect(throws: QueryProblem.self) { try await store.fetch(unknown, in: .public) }
        try await store.close()
    }

    @Test func `a store opens from a text`() async throws {
        let store = try await StoreLocation("sqlite::memory:").open()
        var paris = Record("City", RecordID("paris"))
        paris["population"] = 2_138_551
        _ = try await store.save(SaveRequest(saving: [paris]), in: .public)

        let query = RecordQuery("City", where: try QueryPredicate(parsing: "population > 1000000"))
        let page = try await store.fetch(query, in: .public)
        #expect("\(page.records.map(\.id.name))" == #"["paris"]"#)
        try await store.close()

        let fast = try await StoreLocation("sqlite::memory:").open(durability: .normal)
        try await fast.close()
    }

    @Test func `a text that names no store is refused with its code`() throws {
        do {
            _ = try StoreLocation("mysql://db/app")
        } catch let error as StoreError {
            #expect("\(error.code)" == #"unsupportedLocation"#)
        }

        let error = #expect(throws: StoreError.self) { try StoreLocation("mysql://db/app") }
        #expect(error?.context["expected"]?.contains("postgres://") == true)
    }
}
