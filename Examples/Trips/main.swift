#if SwiftData
import Foundation
import SwiftData

// swift run --traits SwiftData Trips
// TRIPS_STORE=postgres://localhost/trips swift run --traits SwiftData,Postgres Trips

let store = ProcessInfo.processInfo.environment["TRIPS_STORE"] ?? "/dev/null"
let url = store.contains("://") ? URL(string: store) : URL(fileURLWithPath: store)
guard let url else {
    print("TRIPS_STORE is no URL.")
    exit(64)
}

let container = try ModelContainer(
    for: Trip.self, migrationPlan: TripsPlan.self, configurations: ModelConfiguration(url: url))
let importer = TripImporter(modelContainer: container)
let added = try await importer.run(["Lisbon,Portugal,3", "Oslo,Norway,5", "Porto,Portugal,2"])
print("\(added) trips imported")

let context = ModelContext(container)
let portugal = FetchDescriptor<Trip>(
    predicate: #Predicate { $0.destination == "Portugal" },
    sortBy: [SortDescriptor(\.name)])
for trip in try context.fetch(portugal) {
    print(trip.name, trip.stays.map { "\($0.nights) nights" }.joined(separator: ", "))
}

let long = FetchDescriptor<Stay>(
    predicate: #Predicate { $0.nights > 2 && $0.address.city != "Oslo" })
let count = try context.fetchCount(long)
print(count == 1 ? "1 long stay" : "\(count) long stays", "outside of Oslo")

if let oslo = try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "Oslo" }))
    .first
{
    context.delete(oslo)
    try context.save()
}
let imported = try context.fetchHistory(
    HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "importer" }))
print(imported.count == 1 ? "1 save" : "\(imported.count) saves", "of the importer")

for trip in try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])) {
    let days = Int(trip.endDate.timeIntervalSince(trip.startDate) / 86_400)
    print("\(trip.name), \(trip.destination): \(days) days")
}
#else
print("Build it with --traits SwiftData.")
#endif
