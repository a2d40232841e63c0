#if SwiftData
import Foundation
import SwiftData
import Testing

func memory() throws -> ModelContainer {
    try ModelContainer(
        for: Trip.self, configurations: ModelConfiguration.fresh())
}

@Suite struct FirstSteps {
    @Test func `a model keeps its values before it is inserted`() {
        let trip = Trip(code: "a", name: "Lisbon")
        trip.address = Address(street: "Rua", zip: 3)
        trip.stops.append(Stop(place: "Porto"))
        #expect(trip.name == "Lisbon")
        #expect(trip.distance == 0)
        #expect(trip.price == nil)
        #expect(trip.address == Address(street: "Rua", zip: 3))
        #expect(trip.stops.map(\.place) == ["Porto"])
        #expect(trip.modelContext == nil)
    }

    @Test func `what is saved is fetched by another context`() throws {
        let container = try memory()
        let context = ModelContext(container)
        let trip = Trip(code: "a", name: "Lisbon", season: .summer)
        trip.address = Address(street: "Rua", zip: 3, tags: ["x"])
        trip.transport = .train
        trip.labels = ["sea", "sun"]
        trip.scores = ["food": 5]
        trip.price = 2.5
        let person = Person(name: "Ann")
        trip.owner = person
        trip.stops = [Stop(place: "Porto", nights: 2), Stop(place: "Faro")]
        context.insert(trip)
        #expect(trip.modelContext == context)
        #expect(trip.stops.count == 2)
        #expect(trip.stops.allSatisfy { $0.trip === trip })
        #expect(person.trips?.count == 1)
        try context.save()
        let other = ModelContext(container)
        let found = try other.fetch(FetchDescriptor<Trip>())
        #expect(found.count == 1)
        let copy = try #require(found.first)
        #expect(copy !== trip)
        #expect(copy == trip)
        #expect(copy.name == "Lisbon")
        #expect(copy.season == .summer)
        #expect(copy.transport == .train)
        #expect(copy.address == Address(street: "Rua", zip: 3, tags: ["x"]))
        #expect(copy.labels == ["sea", "sun"])
        #expect(copy.scores == ["food": 5])
        #expect(copy.price == 2.5)
        #expect(copy.start == nil)
        #expect(copy.cache == "cold")
        #expect(copy.owner?.name == "Ann")
        #expect(Set(copy.stops.map(\.place)) == ["Porto", "Faro"])
    }

    @Test func `predicates are asked of the store`() throws {
        let context = ModelContext(try memory())
        for number in 0..<10 {
            let trip = Trip(
                code: "c\(number)", name: "Trip \(number)", season: number < 5 ? .spring : .winter)
            trip.distance = number
            trip.transport = number % 2 == 0 ? .ship : nil
            trip.address = number < 3 ? Address(street: "S\(number)") : nil
            trip.stops = (0..<number).map { Stop(place: "P\($0)", nights: $0) }
            if number > 7 { trip.owner = Person(name: "Änn \(number)") }
            context.insert(trip)
        }
        try context.save()
        func count(_ predicate: Predicate<Trip>) throws -> Int {
            let found = try context.fetch(FetchDescriptor(predicate: predicate))
            #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == found.count)
            return found.count
        }
        #expect(try count(#Predicate { $0.distance > 6 }) == 3)
        #expect(try count(#Predicate { $0.name == "Trip 4" }) == 1)
        #expect(try count(#Predicate { $0.name.localizedStandardContains("trip") }) == 10)
        #expect(
            try count(#Predicate { $0.owner?.name.localizedStandardContains("ann") == true }) == 2)
        #expect(try count(#Predicate { $0.stops.contains { $0.nights > 6 } }) == 2)
        #expect(try count(#Predicate { $0.stops.isEmpty }) == 1)
        let winter = Season.winter
        #expect(try count(#Predicate { $0.season == winter }) == 5)
        #expect(try count(#Predicate { $0.season.rawValue == "winter" }) == 5)
        let ship: Transport? = .ship
        #expect(try count(#Predicate { $0.transport == ship }) == 5)
        #expect(try count(#Predicate { $0.transport == nil }) == 5)
        #expect(try count(#Predicate { $0.address?.street == "S1" }) == 1)
        #expect(try count(#Predicate { $0.address == nil }) == 7)
        let id = try context.fetch(
            FetchDescriptor<Trip>(predicate: #Predicate { $0.code == "c8" }))[0]
            .persistentModelID
        #expect(try count(#Predicate { $0.persistentModelID == id }) == 1)
        #expect(try count(#Predicate { $0.id == id }) == 1)
        let names = ["Trip 1", "Trip 2", "x"]
        #expect(try count(#Predicate { names.contains($0.name) }) == 2)
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.cache == "a" }))
        }
        let sorted = try context.fetch(
            FetchDescriptor<Stop>(sortBy: [
                SortDescriptor(\.trip?.name, order: .reverse), SortDescriptor(\.nights),
            ]))
        #expect(sorted.first?.trip?.name == "Trip 9")
        #expect(sorted.first?.nights == 0)
    }
}
#endif
