#if SwiftData
import Foundation
import SwiftData
import TestFiles
import TestKit
import Testing

/// The models of the app's first version, as `Examples/Trips` has them.
enum OldTrips: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self] }

    @Model final class Trip {
        var name: String
        var start: Date
        var end: Date
        /// - Parameters: Days since 2001.
        init(name: String, from start: Double, to end: Double) {
            self.name = name
            self.start = Date(timeIntervalSinceReferenceDate: start * 86_400)
            self.end = Date(timeIntervalSinceReferenceDate: end * 86_400)
        }
    }
}

@Suite struct TripsTests {
    private let folder = TemporaryFolder()

    private func run(_ store: String) throws -> String {
        let run = try Program.run(
            Program.besideTests("Trips").path,
            environment: ProcessInfo.processInfo.environment.merging(["TRIPS_STORE": store]) { $1 })
        #expect(run.status == 0)
        return run.output
    }

    @Test(arguments: ObjectDatabase.available)
    func `the app imports, asks, deletes and reads its history`(database: ObjectDatabase) throws {
        let expected = """
            3 trips imported
            Lisbon 3 nights
            Porto 2 nights
            1 long stay outside of Oslo
            1 save of the importer
            Lisbon, Portugal: 3 days
            Porto, Portugal: 2 days

            """
        let output = try run("/dev/null")
        #expect(output == expected)
        let url = folder.url.store("trips", in: database)
        let store = url.isFileURL ? url.path : url.absoluteString
        #expect(try run(store) == expected)
        // The same trips again: names occur once.
        #expect(
            try run(store)
                == expected.replacing("1 save of", with: "2 saves of")
                // The stay of the trip that the newer one replaced is of none.
                .replacing("1 long stay ", with: "2 long stays "))
    }

    /// A store of the first version, which no container has open.
    private func makeOld(_ url: URL) throws {
        let context = ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: OldTrips.self),
                configurations: ModelConfiguration(url: url)))
        for trip in [
            OldTrips.Trip(name: "Rome", from: 9, to: 13),
            OldTrips.Trip(name: "Paris", from: 30, to: 37),
            OldTrips.Trip(name: "Paris", from: 20, to: 26),
            OldTrips.Trip(name: "Lisbon", from: 40, to: 49),
            OldTrips.Trip(name: "Paris", from: 25, to: 30),
        ] { context.insert(trip) }
        try context.save()
    }

    @Test(arguments: ObjectDatabase.available)
    func `a store of the app's first version is migrated by its plan`(
        database: ObjectDatabase
    ) throws {
        let url = folder.url.store("old", in: database)
        try makeOld(url)
        // Of several trips of a name the first one stays, with its dates under their new names;
        // one that is imported again has the newer values.
        let output = try run(url.isFileURL ? url.path : url.absoluteString)
        #expect(
            output.hasSuffix(
                """
                Lisbon, Portugal: 3 days
                Paris, Paris: 6 days
                Porto, Portugal: 2 days
                Rome, Rome: 4 days

                """), "\(output)")
    }
}
#endif
