#if SwiftData
import Foundation
import SwiftData
import TestKit
import Testing

/// A model with a property of a name that Core Data's conditions have for objects.
@Model final class Imported {
    var objectID: String
    init(objectID: String) { self.objectID = objectID }
}

/// What predicates may say, row by row: of what a context has not saved and of what stores have, in
/// memory and in every database, beside what Foundation says of the models.
@Suite struct PredicateTableTests {
    private struct Graph {
        let trips: [Trip]
        let people: [Person]
    }

    private func withContexts(
        _ models: any PersistentModel.Type..., body: (ModelContext) throws -> Void
    ) throws {
        try withFolder { folder in
            let urls = ObjectDatabase.available.map { folder.store("table", in: $0) }
            for url in [URL(fileURLWithPath: "/dev/null")] + urls {
                try body(
                    ModelContext(
                        try ModelContainer(
                            for: Schema(models), configurations: ModelConfiguration(url: url))))
            }
        }
    }

    private func fill(_ context: ModelContext) -> Graph {
        let people = ["Ann", "Bob", ""].map(Person.init)
        let trips = (0..<12).map { number in
            let trip = Trip(
                code: "c\(number)", name: ["Lisbon", "Porto", "", "Oslo"][number % 4],
                season: Season.allCases[number % 4])
            trip.distance = number - 4
            trip.price = number % 3 == 0 ? nil : Double(number) / 2
            trip.start =
                number % 4 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(number))
            trip.transport = number % 3 == 1 ? nil : .ship
            trip.address = number % 2 == 0 ? nil : Address(street: "S\(number)", zip: number)
            trip.labels = ["l\(number)"]
            trip.stops = (0..<number % 4).map { Stop(place: "P\($0)", nights: $0 + number) }
            if number % 5 != 0 { trip.owner = people[number % 2] }
            context.insert(trip)
            return trip
        }
        context.insert(people[2])
        return Graph(trips: trips, people: people)
    }

    private func check<T: PersistentModel>(
        _ name: String, _ predicate: Predicate<T>, _ models: [T], _ context: ModelContext
    ) throws {
        let expected = Set(
            try models.filter { try predicate.evaluate($0) }.map(\.persistentModelID))
        let found = try context.fetch(FetchDescriptor(predicate: predicate))
        #expect(Set(found.map(\.persistentModelID)) == expected, "\(name)")
        #expect(
            try context.fetchCount(FetchDescriptor(predicate: predicate)) == expected.count,
            "\(name)")
        // A question that all or none answer would show nothing.
        #expect(!expected.isEmpty && expected.count < models.count, "\(name)")
    }

    /// Calls a block with a graph that is not saved, and again when it is.
    private func ask(
        _ body: (
            _ trip: (String, Predicate<Trip>) throws -> Void,
            _ person: (String, Predicate<Person>) throws -> Void, Graph
        ) throws -> Void
    ) throws {
        try withContexts(Trip.self) { context in
            let graph = fill(context)
            for isSaved in [false, true] {
                if isSaved { try context.save() }
                try body(
                    { try check("\($0), saved: \(isSaved)", $1, graph.trips, context) },
                    { try check("\($0), saved: \(isSaved)", $1, graph.people, context) }, graph)
            }
        }
    }

    @Test func `choices`() throws {
        try ask { trip, _, _ in
            try trip("of texts", #Predicate { ($0.distance > 2 ? $0.name : "Porto") == "Porto" })
            try trip("of numbers", #Predicate { ($0.distance > 2 ? 1 : $0.distance) == 1 })
            try trip("of conditions", #Predicate { $0.distance > 2 ? $0.price == nil : true })
            try trip("of constants", #Predicate { ($0.name == "Oslo" ? 3 : 4) > 3 })
            try trip(
                "if and else if",
                #Predicate {
                    if $0.distance > 4 {
                        return $0.name == "Oslo"
                    } else if $0.distance > 0 {
                        return $0.name == "Porto"
                    } else {
                        return false
                    }
                })
        }
    }

    @Test func `optionals`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 5)
        let list = ["S1", "S3", ""]
        try ask { trip, _, _ in
            try trip(
                "if let",
                #Predicate {
                    if let price = $0.price { return price > 2 } else { return false }
                })
            try trip(
                "if let, else true",
                #Predicate {
                    if let start = $0.start { return start < date } else { return true }
                })
            try trip(
                "if let of a model",
                #Predicate {
                    if let owner = $0.owner { return owner.name == "Ann" } else { return false }
                })
            try trip("flatMap", #Predicate { $0.price.flatMap { $0 * 2 } == 4 })
            try trip("flatMap to a truth", #Predicate { $0.price.flatMap { $0 > 2 } == true })
            try trip("flatMap, not", #Predicate { $0.price.flatMap { $0 > 2 } != true })
            try trip("flatMap and ??", #Predicate { ($0.price.flatMap { $0 * 2 } ?? 0) > 5 })
            try trip(
                "left of IN", #Predicate { list.contains($0.address.flatMap { $0.street } ?? "") })
            try trip("left of ==", #Predicate { ($0.address?.street ?? "") == "" })
            // swift-format-ignore: NeverForceUnwrap
            try trip("!", #Predicate { $0.price != nil && $0.price! > 2 })
            // swift-format-ignore: NeverForceUnwrap
            try trip(
                "! of a struct", #Predicate { $0.address != nil && $0.address!.street == "S3" })
            // swift-format-ignore: NeverForceUnwrap
            try trip("! of a model", #Predicate { $0.owner != nil && $0.owner!.name == "Bob" })
            try trip("several ?", #Predicate { $0.owner?.name.isEmpty == false })
        }
    }

    @Test func `models by their identifier`() throws {
        try ask { trip, person, graph in
            let (id, none) = (
                graph.people[0].persistentModelID, nil as PersistentIdentifier?
            )
            try trip("of an owner", #Predicate { $0.owner?.persistentModelID == id })
            try trip("not of an owner", #Predicate { $0.owner?.persistentModelID != id })
            try trip("of no owner", #Predicate { $0.owner?.persistentModelID == none })
            let ids = [graph.trips[1].persistentModelID, graph.trips[4].persistentModelID]
            try trip("one of", #Predicate { ids.contains($0.persistentModelID) })
            let first = ids[0]
            try person(
                "of members",
                #Predicate { $0.trips?.contains { $0.persistentModelID == first } == true })
        }
    }

    @Test func `relationships to many`() throws {
        try ask { trip, person, _ in
            try trip("isEmpty == false", #Predicate { $0.stops.isEmpty == false })
            try trip("isEmpty == true", #Predicate { $0.stops.isEmpty == true })
            try trip("isEmpty != false", #Predicate { $0.stops.isEmpty != false })
            try trip("count", #Predicate { $0.stops.count == 2 })
            try person(
                "optional, contains",
                #Predicate { $0.trips?.contains { $0.distance > 6 } == true })
            try person(
                "optional, contains, ??",
                #Predicate { $0.trips?.contains { $0.distance > 6 } ?? false })
            try person(
                "optional, allSatisfy",
                #Predicate { $0.trips?.allSatisfy { $0.distance > -3 } == true })
            try person("optional, isEmpty", #Predicate { $0.trips?.isEmpty == false })
            try person("optional, count", #Predicate { ($0.trips?.count ?? 0) > 4 })
            // swift-format-ignore: NeverForceUnwrap
            try person("optional, !", #Predicate { $0.trips!.contains { $0.distance > 6 } })
            try person(
                "nested",
                #Predicate {
                    $0.trips?.contains { $0.stops.contains { $0.nights > 10 } } == true
                })
        }
    }

    @Test func `arithmetic`() throws {
        let three = 3
        try ask { trip, _, _ in
            try trip("/", #Predicate { $0.distance / 3 == 1 })
            try trip("/ of negative ones", #Predicate { $0.distance / three == -1 })
            try trip("%", #Predicate { $0.distance % 3 == 1 })
            try trip("% of negative ones", #Predicate { $0.distance % three == -1 })
            try trip("/ of fractions", #Predicate { ($0.price ?? 0) / 2 > 1.1 })
            try trip("- of one", #Predicate { -$0.distance > 1 })
            try trip("mixed", #Predicate { ($0.distance + 1) * 2 - $0.distance > three })
        }
    }

    @Test func `predicates and expressions inside`() throws {
        let far = #Predicate<Trip> { $0.distance > 2 }
        let named = #Predicate<Trip> { $0.name == "Porto" || $0.name == "Oslo" }
        let ann = #Predicate<Person> { $0.name == "Ann" }
        let long = #Predicate<Stop> { $0.nights > 6 }
        let nights = #Expression<Trip, Int> { $0.stops.count * 2 }
        let even = #Predicate<Int> { $0 % 2 == 0 }
        let (lists, none) = ([far, named], nil as Predicate<Trip>?)
        let some = far as Predicate<Trip>?
        try ask { trip, person, _ in
            try trip("&&", #Predicate { far.evaluate($0) && named.evaluate($0) })
            try trip("!", #Predicate { !far.evaluate($0) || $0.name == "Oslo" })
            try trip("in trailing closures", #Predicate { $0.stops.contains { long.evaluate($0) } })
            try trip("of a number", #Predicate { even.evaluate($0.distance) })
            try trip("?:", #Predicate { far.evaluate($0) ? named.evaluate($0) : $0.price == nil })
            try trip(
                "of a model that may be missing",
                #Predicate {
                    if let owner = $0.owner { return ann.evaluate(owner) } else { return false }
                })
            try trip("flatMap", #Predicate { $0.owner.flatMap { ann.evaluate($0) } == true })
            try person(
                "of members",
                #Predicate { $0.trips?.contains { far.evaluate($0) && named.evaluate($0) } == true }
            )
            try trip("an expression", #Predicate { nights.evaluate($0) > 2 })
            let halves = #Expression<Trip, Int> { nights.evaluate($0) / 2 + $0.distance }
            let many = #Predicate<Trip> { halves.evaluate($0) > 4 && !named.evaluate($0) }
            try trip("expressions in expressions", #Predicate { halves.evaluate($0) > 5 })
            try trip(
                "predicates in predicates", #Predicate { many.evaluate($0) || $0.price == nil })
            try trip("all of a list", #Predicate { trip in lists.allSatisfy { $0.evaluate(trip) } })
            try trip("one of a list", #Predicate { trip in lists.contains { $0.evaluate(trip) } })
            try trip("all:", Predicate(all: lists))
            try trip("any:", Predicate(any: lists))
            try trip("a filter", #Predicate { trip in some?.evaluate(trip) ?? true })
            try trip(
                "no filter",
                #Predicate { trip in (none?.evaluate(trip) ?? true) && named.evaluate(trip) })
        }
        try withContexts(Trip.self) { context in
            let count = fill(context).trips.count
            let (all, any) = (Predicate<Trip>(all: []), Predicate<Trip>(any: []))
            #expect(try context.fetchCount(FetchDescriptor(predicate: all)) == count)
            #expect(try context.fetchCount(FetchDescriptor(predicate: any)) == 0)
            let summary = #Predicate<Trip> { $0.summary == "c1 Lisbon" }
            try refuse("Trip", #Predicate<Trip> { summary.evaluate($0) }, context)
        }
    }

    // MARK: What a store cannot be asked

    /// Checks that a predicate is refused, by a sentence with the part's name.
    private func refuse<T: PersistentModel>(
        _ part: String, _ predicate: Predicate<T>, _ context: ModelContext,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let descriptor = FetchDescriptor(predicate: predicate)
        let error = #expect(throws: SwiftDataError.self, sourceLocation: location) {
            try context.fetch(descriptor)
        }
        #expect(error == .unsupportedPredicate, sourceLocation: location)
        let sentence = error?.description ?? ""
        #expect(sentence.contains(part), "\(sentence)", sourceLocation: location)
        #expect(throws: SwiftDataError.unsupportedPredicate, sourceLocation: location) {
            try context.fetchCount(descriptor)
        }
        #expect(throws: SwiftDataError.unsupportedPredicate, sourceLocation: location) {
            try context.delete(model: T.self, where: predicate)
        }
    }

    @Test func `what is not stored is refused by its name`() throws {
        let address: Address? = Address(street: "S1", zip: 1)
        let scores = ["a": 1]
        try withContexts(Trip.self) { context in
            _ = fill(context)
            for isSaved in [false, true] {
                if isSaved { try context.save() }
                func refuse(_ part: String, _ predicate: Predicate<Trip>) throws {
                    try self.refuse(part, predicate, context)
                }
                try refuse("Trip", #Predicate { $0.summary == "c1 Lisbon" })
                try refuse("Trip", #Predicate { $0.cache == "cold" })
                try refuse("labels", #Predicate { $0.labels.contains("l1") })
                try refuse("labels", #Predicate { $0.labels.count == 1 })
                try refuse("labels", #Predicate { $0.labels.max() == "l1" })
                try refuse("scores", #Predicate { $0.scores == scores })
                try refuse("address", #Predicate { $0.address == address })
                #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 12)
            }
        }
        try withContexts(Note.self) { context in
            context.insert(Note(title: "a"))
            for isSaved in [false, true] {
                if isSaved { try context.save() }
                try refuse("selected", #Predicate<Note> { $0.selected }, context)
                try refuse("selected", #Predicate<Note> { $0.selected == false }, context)
            }
        }
    }

    @Test func `a property named objectID is kept, and no store is asked for it`() throws {
        try withContexts(Imported.self) { context in
            context.insert(Imported(objectID: "a"))
            try context.save()
            let other = ModelContext(context.container)
            #expect(try other.fetch(FetchDescriptor<Imported>()).first?.objectID == "a")
            try refuse("objectID", #Predicate<Imported> { $0.objectID == "a" }, context)
            #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
                try context.fetch(
                    FetchDescriptor<Imported>(sortBy: [SortDescriptor(\.objectID)]))
            }
        }
    }

    @Test func `numbers above those of Int64 are equal to themselves`() throws {
        let (hash, list) = (UInt64.max - 1, [1, 1 << 63] as [UInt64])
        try withContexts(Everything.self) { context in
            let models = (0..<4).map { _ in Everything() }
            models[1].large = hash
            models[2].large = 1 << 63
            for model in models { context.insert(model) }
            for isSaved in [false, true] {
                if isSaved { try context.save() }
                try check("==", #Predicate { $0.large == hash }, models, context)
                try check("== the other way", #Predicate { hash == $0.large }, models, context)
                try check("!=", #Predicate { $0.large != hash }, models, context)
                try check("one of", #Predicate { list.contains($0.large) }, models, context)
            }
        }
    }

    @Test func `bytes are asked whether they are there`() throws {
        try withContexts(Everything.self) { context in
            let models = (0..<4).map { _ in Everything() }
            models[1].dates = [Date(timeIntervalSinceReferenceDate: 1)]
            models[2].dates = []
            for model in models { context.insert(model) }
            for isSaved in [false, true] {
                if isSaved { try context.save() }
                try check("nil", #Predicate { $0.dates == nil }, models, context)
                try check("not nil", #Predicate { $0.dates != nil }, models, context)
                try refuse(
                    "dates", #Predicate<Everything> { $0.dates?.isEmpty == true }, context)
                try refuse("numbers", #Predicate<Everything> { $0.numbers.min() == 1 }, context)
                try refuse("numbers", #Predicate<Everything> { $0.numbers.contains(3) }, context)
            }
        }
    }
}
#endif
