#if SwiftData
import Foundation
import SwiftData

/// The models of the app's first version: trips had one name for everything.
enum TripsV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self] }

    @Model final class Trip {
        var name: String
        var start: Date
        var end: Date

        init(name: String, start: Date, end: Date) {
            self.name = name
            self.start = start
            self.end = end
        }
    }
}

/// Today's models.
enum TripsV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self, Stay.self] }
}

/// Names occur once since the second version: of several trips the first one stays.
enum TripsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: TripsV1.self, toVersion: TripsV2.self,
                willMigrate: { context in
                    let trips = try context.fetch(
                        FetchDescriptor<TripsV1.Trip>(sortBy: [SortDescriptor(\.start)]))
                    var names: Set<String> = []
                    for trip in trips where !names.insert(trip.name).inserted {
                        context.delete(trip)
                    }
                    try context.save()
                },
                didMigrate: { context in
                    for trip in try context.fetch(FetchDescriptor<Trip>()) {
                        trip.destination = trip.name
                    }
                    try context.save()
                })
        ]
    }
}
#endif
