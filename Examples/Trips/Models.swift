#if SwiftData
import Foundation
import SwiftData

// The model layer of an app, as it stands in the app.

@Model final class Trip {
    @Attribute(.unique) var name: String
    @Attribute(.preserveValueOnDeletion) var destination = ""
    @Attribute(originalName: "start") var startDate: Date
    @Attribute(originalName: "end") var endDate: Date
    var kind = Kind.personal
    @Relationship(deleteRule: .cascade, inverse: \Stay.trip) var stays: [Stay] = []

    init(name: String, destination: String, startDate: Date, endDate: Date) {
        self.name = name
        self.destination = destination
        self.startDate = startDate
        self.endDate = endDate
    }

    enum Kind: String, Codable { case personal, business }
}

@Model final class Stay {
    var address: Address
    var nights: Int
    var trip: Trip?

    init(address: Address, nights: Int) {
        self.address = address
        self.nights = nights
    }
}

struct Address: Codable {
    var street: String
    var city: String
}
#endif
