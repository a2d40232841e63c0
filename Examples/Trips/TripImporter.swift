#if SwiftData
import Foundation
import SwiftData

/// Imports trips beside everything else that the app does.
@ModelActor actor TripImporter {
    /// Saves trips of lines such as `Lisbon,Portugal,3`: a name, a destination, nights.
    func run(_ lines: [String]) throws -> Int {
        modelContext.author = "importer"
        var count = 0
        for line in lines {
            let parts = line.split(separator: ",").map(String.init)
            guard parts.count == 3, let nights = Int(parts[2]) else { continue }
            let start = Date(timeIntervalSinceReferenceDate: Double(count) * 86_400)
            let trip = Trip(
                name: parts[0], destination: parts[1], startDate: start,
                endDate: start.addingTimeInterval(Double(nights) * 86_400))
            trip.stays = [
                Stay(address: Address(street: "Main Street", city: parts[0]), nights: nights)
            ]
            modelContext.insert(trip)
            count += 1
        }
        try modelContext.save()
        return count
    }
}
#endif
