import Foundation
import PredicateCore
import RecordCore
import Stores

/// The same questions of 10,000 and of 1,000,000 records.
enum ScaleBenchmark {
    static func run() async throws {
        try await withFolder { folder in
            var times: [[Double]] = []
            var counts: [[Int]] = []
            for count in [10_000, 1_000_000] {
                let store = try await openStore(
                    folder.appendingPathComponent("\(count).db"), type: Places.scaleType)
                let filled = try await seconds { try await fillScale(store, count: count) }
                print("\(count) records in \(filled.places(1)) s")
                let queries = try ScaleQuery.all(count: count)
                for (place, question) in queries.enumerated() {
                    var runs: [Double] = []
                    var found = 0
                    for _ in 0..<200 {
                        runs.append(
                            try await seconds {
                                found = try await store.fetch(question.query, in: .public)
                                    .records.count
                            })
                    }
                    if times.count <= place {
                        times.append([])
                        counts.append([])
                    }
                    times[place].append(median(runs) * 1e6)
                    counts[place].append(found)
                }
                try await store.close()
            }
            print("microseconds                            answer  10,000  1,000,000  ratio")
            for (place, question) in try ScaleQuery.all(count: 1).enumerated() {
                let pair = times[place]
                print(
                    question.title.padding(toLength: 26, withPad: " ", startingAt: 0)
                        + question.answer.rawValue.padding(toLength: 14, withPad: " ", startingAt: 0)
                        + "\(counts[place][0])/\(counts[place][1])  \(pair[0].places(1))  "
                        + "\(pair[1].places(1))  \((pair[1] / pair[0]).places(2))")
            }
        }
    }

    private static func fillScale(_ store: any RecordStore, count: Int) async throws {
        var places = Places()
        var done = 0
        while done < count {
            var batch = places.next(min(400, count - done))
            for position in batch.indices {
                let number = done + position
                // Of each of these values there are twenty records, whatever the count.
                let value = number % (count / 20)
                batch[position]["serial"] = .int(Int64(number))
                batch[position]["serials"] = .list([.text("s\(value)"), .text("all")])
                batch[position]["batch"] = .int(Int64(number % (count / 200)))
                batch[position]["words"] = .text("Éternel élan\(value) d'un lieu")
                batch[position]["owner"] = .reference(Reference(RecordID("owner-\(value)")))
            }
            let result = try await store.save(
                SaveRequest(saving: batch, isAtomic: false), in: .public)
            if let error = result.firstError { throw error }
            done += batch.count
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
    /// The type of the scale benchmark: fields of which equally many match at each size.
    static var scaleType: RecordType {
        var type = Places.type()
        if let index = type.fields.firstIndex(where: { $0.name == "tags" }) {
            type.fields[index].indexes = [.queryable]
        }
        type.fields += [
            Field("serial", .single(.int64), [.queryable, .sortable]),
            Field("serials", .list(.string), [.queryable]),
            Field("batch", .single(.int64), [.queryable]),
            Field("words", .single(.string), [.searchable]),
            Field("owner", .single(.reference), [.queryable]),
        ]
        return type
    }
}
