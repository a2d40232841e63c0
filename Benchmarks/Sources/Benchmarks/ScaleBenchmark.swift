import Foundation
import PredicateCore
import RecordCore
import StoreOpener

/// The same questions of 10,000 and of 1,000,000 records, where the answer has the same size.
enum ScaleBenchmark {
    static func run() async throws {
        try await withFolder { folder in
            var times: [String: [Double]] = [:]
            var titles: [String] = []
            for count in [10_000, 1_000_000] {
                let store = try await openStore(
                    folder.appendingPathComponent("\(count).db"), type: Places.scaleType)
                try await fill(store, count: count)
                // Fields that grow with the index of the record keep the answers equal in size.
                let queries: [(String, String, [Ordering], Int)] = [
                    ("one record by name", "recordName == 'place-77'", [], 1),
                    ("equality on text", "name == 'Ethan 26'", [], 10),
                    ("the 20 largest", "TRUEPREDICATE", [Ordering("population", ascending: false)], 20),
                    ("range, sorted, 20", "population > 500000", [Ordering("population")], 20),
                    ("prefix, 20", "name BEGINSWITH[cd] 'agnes 1'", [Ordering("name")], 20),
                    ("two-field AND, 20", "city == 'Oslo' AND population > 900000", [Ordering("population")], 20),
                    ("list membership, 20", "tags CONTAINS 'u77'", [], 20),
                ]
                if titles.isEmpty { titles = queries.map(\.0) }
                for (title, format, ordering, limit) in queries {
                    let query = RecordQuery(
                        "Place", where: try QueryPredicate(parsing: format), orderedBy: ordering,
                        limit: limit)
                    var runs: [Double] = []
                    for _ in 0..<200 {
                        runs.append(
                            try await seconds { keep(try await store.fetch(query, in: .public)) })
                    }
                    times[title, default: []].append(median(runs) * 1e6)
                }
                try await store.close()
            }
            print("microseconds                 10,000   1,000,000  ratio")
            for title in titles {
                guard let pair = times[title], pair.count == 2 else { continue }
                print(
                    title.padding(toLength: 28, withPad: " ", startingAt: 0)
                        + "\(pair[0].places(1))  \(pair[1].places(1))  \((pair[1] / pair[0]).places(2))")
            }
        }
    }
}

/// Everything within a radius, against looking at every record.
enum RadiusBenchmark {
    static func run() async throws {
        try await withFolder { folder in
            let store = try await openStore(
                folder.appendingPathComponent("radius.db"), type: Places.type())
            try await fill(store, count: 200_000)
            print("radius     records  microseconds   index")
            for kilometres in [1.0, 10, 100, 1000] {
                let predicate = try QueryPredicate(
                    parsing: "distanceToLocation:fromLocation:(position, %@) < %f",
                    .location(Location(latitude: 48.85, longitude: 2.35)), .double(kilometres * 1000))
                let query = RecordQuery("Place", where: predicate, limit: 1000)
                var found = 0
                var runs: [Double] = []
                for _ in 0..<100 {
                    runs.append(
                        try await seconds {
                            found = try await store.fetch(query, in: .public).records.count
                        })
                }
                let explanation = try await store.explain(query, in: .public)
                print("\(kilometres) km  \(found)  \((median(runs) * 1e6).places(1))  \(explanation.indexes.joined(separator: ", "))")
            }
            try await store.close()
        }
    }
}

extension Places {
    static var scaleType: RecordType {
        var type = Places.type()
        if let index = type.fields.firstIndex(where: { $0.name == "tags" }) {
            type.fields[index].indexes = [.queryable]
        }
        return type
    }
}
