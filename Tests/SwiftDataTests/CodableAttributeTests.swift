#if SwiftData
import CoreData
import Foundation
import SwiftData
import TestFiles
import Testing

/// A class of another library, whose own `encode(to:)` says what is kept.
final class MapItem: Codable, Equatable {
    let code: String
    var visits: Int
    init(_ code: String, visits: Int = 0) {
        self.code = code
        self.visits = visits
    }
    static func == (a: MapItem, b: MapItem) -> Bool { a.code == b.code }
}

struct Route: Codable, Equatable {
    enum CodingKeys: String, CodingKey { case stops = "s" }
    var stops: [String]
    var cached = 0
}

enum Weather: String, Codable { case rain, sun }

@Model final class Journey {
    var name: String
    @Attribute(.codable) var item: MapItem?
    @Attribute(.codable, .preserveValueOnDeletion, originalName: "way") var route = Route(stops: [])
    @Attribute(.codable) var forecast: [Weather] = []
    @Attribute(.unique, .codable) var weather: Weather
    @Attribute(.codable) var note = ""
    init(name: String, weather: Weather = .sun) {
        self.name = name
        self.weather = weather
    }
}

/// An earlier and a later form of a model whose value has another form.
private enum Forms {
    struct Older: Codable { var stops: [String] }
    struct Newer: Codable {
        var stops: [String]
        var length: Double?
    }
    enum One {
        @Model final class Tour {
            @Attribute(.codable) var route: Older
            init(_ route: Older) { self.route = route }
        }
    }
    enum Two {
        @Model final class Tour {
            @Attribute(.codable) var route: Newer
            init(_ route: Newer) { self.route = route }
        }
    }
}

private enum Refused {
    @Model final class Both {
        @Attribute(.codable, .transformable(by: "Text")) var item: MapItem?
        init() {}
    }
}

@Suite struct CodableAttributeTests {
    private func container() throws -> ModelContainer {
        try ModelContainer(
            for: Journey.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    @Test func `values of any codable type are stored as they encode themselves`() throws {
        let container = try container()
        let context = ModelContext(container)
        let journey = Journey(name: "a", weather: .rain)
        journey.item = MapItem("LIS", visits: 2)
        journey.route = Route(stops: ["Faro", "Lagos"], cached: 7)
        journey.forecast = [.sun, .rain]
        journey.note = "north"
        context.insert(journey)
        #expect(journey.item?.code == "LIS")
        try context.save()
        let read = try #require(
            try ModelContext(container).fetch(FetchDescriptor<Journey>()).first)
        #expect(read.item?.code == "LIS" && read.item?.visits == 2)
        // Of the keys that the type encodes, and no other.
        #expect(read.route == Route(stops: ["Faro", "Lagos"], cached: 0))
        #expect(read.forecast == [.sun, .rain] && read.weather == .rain && read.note == "north")
        journey.item = nil
        try context.save()
        let again = ModelContext(container)
        #expect(try again.fetch(FetchDescriptor<Journey>()).first?.item == nil)
        // The same value once more is the same model.
        again.insert(Journey(name: "b", weather: .rain))
        try again.save()
        #expect(try again.fetch(FetchDescriptor<Journey>()).map(\.name) == ["b"])
    }

    @Test func `a value has one column, and the schema says so`() throws {
        let container = try container()
        let attributes = try #require(container.schema.entitiesByName["Journey"]).attributesByName
        let route = try #require(attributes["route"])
        #expect(route.isCodable && !(route is Schema.CompositeAttribute))
        #expect(route.options == [.codable, .preserveValueOnDeletion])
        #expect(attributes["name"]?.isCodable == false)
        let again = try JSONDecoder().decode(
            Schema.self, from: try JSONEncoder().encode(container.schema))
        #expect(again.entitiesByName["Journey"]?.attributesByName["item"]?.isCodable == true)
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: [Journey.self]))
        let stored = try #require(model.entitiesByName["Journey"]).attributesByName
        for name in ["item", "route", "forecast", "weather"] {
            #expect(stored[name]?.attributeType == .binaryDataAttributeType, "\(name)")
        }
        #expect(stored["note"]?.attributeType == .stringAttributeType)
    }

    @Test func `predicates and orders say what to write instead`() throws {
        let context = ModelContext(try container())
        let journey = Journey(name: "a")
        journey.item = MapItem("LIS")
        context.insert(journey)
        try context.save()
        func count(_ predicate: Predicate<Journey>) throws -> Int {
            try context.fetchCount(FetchDescriptor(predicate: predicate))
        }
        #expect(try count(#Predicate { $0.item != nil }) == 1)
        #expect(try count(#Predicate { $0.item == nil }) == 0)
        #expect(try count(#Predicate { $0.note == "" }) == 1)
        let sun = Weather.sun
        let advice = "Filter the models that were fetched, or keep what is asked for in a property"
        for predicate: Predicate<Journey> in [
            #Predicate { $0.weather == sun }, #Predicate { $0.route.cached == 0 },
            #Predicate { $0.forecast.contains(sun) },
            #Predicate { $0.item?.code == "LIS" },
        ] {
            #expect {
                try count(predicate)
            } throws: {
                $0 as? SwiftDataError == .unsupportedPredicate && "\($0)".contains(advice)
            }
        }
        #expect {
            try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\Journey.route.cached)]))
        } throws: {
            $0 as? SwiftDataError == .unsupportedSortDescriptor
                && "\($0)".contains("'route.cached': sort the models that were fetched")
        }
    }

    @Test func `the history keeps a value of a deleted model`() throws {
        let context = ModelContext(try container())
        let journey = Journey(name: "a")
        journey.route.stops = ["Faro"]
        context.insert(journey)
        try context.save()
        context.delete(journey)
        try context.save()
        let last = try #require(
            try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
        guard case .delete(let delete)? = last.changes.first,
            let delete = delete as? DefaultHistoryDelete<Journey>
        else { return #expect(Bool(false), "The last save is no deletion.") }
        #expect(delete.tombstone[\.route] as? Route == Route(stops: ["Faro"]))
    }

    @Test func `a value takes another form without a migration`() throws {
        let folder = TemporaryFolder()
        let file = ModelConfiguration(url: folder.url.store("tours.store"))
        let first = ModelContext(try ModelContainer(for: Forms.One.Tour.self, configurations: file))
        first.insert(Forms.One.Tour(Forms.Older(stops: ["Faro"])))
        try first.save()
        let second = ModelContext(
            try ModelContainer(for: Forms.Two.Tour.self, configurations: file))
        let tour = try #require(try second.fetch(FetchDescriptor<Forms.Two.Tour>()).first)
        #expect(tour.route.stops == ["Faro"] && tour.route.length == nil)
        tour.route.length = 2.5
        try second.save()
        #expect(try second.fetch(FetchDescriptor<Forms.Two.Tour>()).first?.route.length == 2.5)
    }

    @Test func `of two forms of one value the model says which to keep`() {
        #expect {
            try ModelContainer(
                for: Refused.Both.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        } throws: {
            "\($0)".contains("'Both.item' is both .codable and .transformable(by:); keep one")
        }
    }
}
#endif
