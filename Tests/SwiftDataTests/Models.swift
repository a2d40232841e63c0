#if SwiftData
import Foundation
import SwiftData

enum Season: String, Codable, CaseIterable { case spring, summer, autumn, winter }
enum Transport: Codable { case foot, train, ship }

struct Address: Codable, Equatable {
    var street: String
    var zip: Int?
    var tags: [String] = []
}

@Model final class Trip {
    #Index<Trip>([\.name], [\.name, \.distance])
    @Attribute(.unique) var code: String
    var name: String
    var distance = 0
    var price: Double?
    var start: Date?
    var season: Season
    var transport: Transport?
    var address: Address?
    var labels: [String] = []
    var scores: [String: Int] = [:]
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
    var owner: Person?
    @Transient var cache = "cold"
    /// Computed, so that no store has it.
    var summary: String { "\(code) \(name)" }

    init(code: String, name: String, season: Season = .spring) {
        self.code = code
        self.name = name
        self.season = season
    }
}

@Model class Stop {
    var place: String
    var nights: Int
    var trip: Trip?
    init(place: String, nights: Int = 1) {
        self.place = place
        self.nights = nights
    }
}

@Model final class Person {
    var name: String
    var trips: [Trip]?
    init(name: String) { self.name = name }
}
#endif
