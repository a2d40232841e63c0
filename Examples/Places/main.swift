// The same questions asked of a store in memory and of an embedded database.
import Foundation
import RecordCore
import Stores

func place(_ name: String, _ latitude: Double, _ longitude: Double, _ tags: [String]) -> Record {
    var record = Record("Place", RecordID(name.lowercased()))
    record["name"] = .text(name)
    record["position"] = .location(Location(latitude: latitude, longitude: longitude))
    record["tags"] = .list(tags.map { .text($0) })
    return record
}

let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("places-\(UUID().uuidString).db")
for location in ["memory:", "sqlite:\(file.path)"] {
    let store = try await StoreLocation(location).open()
    let saved = try await store.save(
        SaveRequest(
            saving: [
                place("Louvre", 48.8606, 2.3376, ["art", "palace"]),
                place("Orsay", 48.8600, 2.3266, ["art", "station"]),
                place("Versailles", 48.8049, 2.1204, ["palace"]),
            ], isAtomic: false), in: .public)
    if let error = saved.firstError { throw error }

    print(location.hasPrefix("memory") ? "In memory:" : "On SQLite:")
    let questions: [(String, [Value])] = [
        ("tags CONTAINS 'palace'", []),
        ("name BEGINSWITH[c] 'o'", []),
        (
            "distanceToLocation:fromLocation:(position, %@) < 2000",
            [.location(Location(latitude: 48.8606, longitude: 2.3376))]
        ),
    ]
    for (format, arguments) in questions {
        let predicate = try QueryPredicate(
            parsing: format, arguments: arguments.map { .value($0) })
        let page = try await store.fetch(
            RecordQuery("Place", where: predicate, orderedBy: [Ordering("name")]), in: .public)
        print("  \(format): \(page.records.map(\.id.name).joined(separator: ", "))")
    }
    try await store.close()
}
try? FileManager.default.removeItem(at: file)
