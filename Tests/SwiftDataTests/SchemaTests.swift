#if SwiftData
import CoreData
import Foundation
import SwiftData
import Testing

@Model final class Renamed {
    @Attribute(originalName: "successor") var next: Renamed?
    var other: Renamed?
    init() {}
}

/// Two lists and two single ones, of models of the same class.
@Model final class Member {
    var name: String
    var friends: [Member] = []
    var blocked: [Member] = []
    init(name: String) { self.name = name }
}

@Model final class Offspring {
    var name: String
    var mother: Offspring?
    var father: Offspring?
    init(name: String) { self.name = name }
}

@Model final class Conditional {
    var name = ""
    #if os(Linux) || os(macOS)
    @Attribute(originalName: "log") var trace: String? = nil
    #if swift(<5.9)
    var old = 0
    #endif
    #else
    var picture: Data?
    #endif
    init() {}
}

@Suite struct SchemaTests {
    @Test func `a schema has what its models refer to`() throws {
        let schema = Schema([Trip.self], version: Schema.Version(2, 1, 0))
        #expect(schema.entities.map(\.name) == ["Person", "Stop", "Trip"])
        #expect(schema.version == Schema.Version(2, 1, 0))
        #expect(schema.version.description == "2.1.0")
        #expect(schema.encodingVersion == Schema.schemaEncodingVersion)
        #expect(Schema.Version(1, 9, 0) < Schema.Version(2, 0, 0))
        #expect(Schema.entityName(for: Trip.self) == "Trip")
        let trip = try #require(schema.entity(for: Trip.self))
        #expect(trip.attributesByName["code"]?.isUnique == true)
        #expect(trip.uniquenessConstraints == [["code"]])
        #expect(trip.indices == [["name"], ["name", "distance"]])
        #expect(trip.attributesByName["price"]?.isOptional == true)
        #expect(trip.attributesByName["distance"]?.defaultValue as? Int == 0)
        #expect(trip.attributesByName["cache"] == nil)
        let address = try #require(trip.attributesByName["address"] as? Schema.CompositeAttribute)
        #expect(address.properties.map(\.name) == ["street", "zip", "tags"])
        let stops = try #require(trip.relationshipsByName["stops"])
        #expect(stops.deleteRule == .cascade && !stops.isToOneRelationship)
        #expect(stops.inverseName == "trip" && stops.destination == "Stop")
        #expect(schema.entitiesByName["Stop"]?.relationshipsByName["trip"]?.inverseName == "stops")
    }

    @Test func `one relationship each way is paired`() throws {
        let schema = Schema(Trip.self, Folder.self)
        #expect(schema.entitiesByName["Trip"]?.relationshipsByName["owner"]?.inverseName == "trips")
        #expect(
            schema.entitiesByName["Folder"]?.relationshipsByName["parent"]?.inverseName
                == "children")
    }

    @Test func `two of a kind from a class to itself are no pair`() throws {
        let container = try ModelContainer(
            for: Member.self, Offspring.self, configurations: ModelConfiguration.fresh())
        for (entity, names) in [
            ("Member", ["friends", "blocked"]), ("Offspring", ["mother", "father"]),
        ] {
            let links = try #require(container.schema.entitiesByName[entity]).relationshipsByName
            for name in names { #expect(try #require(links[name]).inverseName == nil) }
        }
        let context = ModelContext(container)
        let (ann, bob) = (Member(name: "Ann"), Member(name: "Bob"))
        let (kid, eve) = (Offspring(name: "Kid"), Offspring(name: "Eve"))
        for member in [ann, bob] { context.insert(member) }
        for one in [kid, eve] { context.insert(one) }
        ann.friends = [bob]
        kid.mother = eve
        #expect(bob.blocked.isEmpty && eve.father == nil)
        try context.save()
        let other = ModelContext(container)
        let read = try other.fetch(FetchDescriptor<Member>(sortBy: [SortDescriptor(\.name)]))
        #expect(read.map { $0.friends.map(\.name) } == [["Bob"], []])
        #expect(read.map { $0.blocked.count } == [0, 0])
    }

    @Test func `a relationship has the original name of its @Attribute`() throws {
        let schema = Schema(Renamed.self)
        let links = try #require(schema.entitiesByName["Renamed"]).relationshipsByName
        #expect(links["next"]?.originalName == "successor")
        #expect(links["other"]?.originalName == "other")
    }

    @Test func `properties inside #if are those of the clauses that are compiled`() throws {
        let container = try ModelContainer(
            for: Conditional.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let entity = try #require(container.schema.entity(for: Conditional.self))
        #expect(entity.storedProperties.map(\.name) == ["name", "trace"])
        #expect(entity.attributesByName["trace"]?.originalName == "log")
        let context = ModelContext(container)
        let model = Conditional()
        context.insert(model)
        model.trace = "a"
        try context.save()
        let wanted = #Predicate<Conditional> { $0.trace == "a" }
        #expect(try ModelContext(container).fetch(FetchDescriptor(predicate: wanted)).count == 1)
    }

    @Test func `subclasses inherit properties`() throws {
        let schema = Schema(Truck.self)
        let truck = try #require(schema.entity(for: Truck.self))
        #expect(truck.superentityName == "Vehicle")
        #expect(truck.superentity?.subentities == [truck])
        #expect(truck.storedProperties.map(\.name) == ["load", "note"])
        #expect(truck.inheritedProperties.map(\.name) == ["name", "wheels"])
        #expect(truck.inheritedPropertiesByName.count == 2)
        #expect(truck.storedPropertiesByName["load"]?.isAttribute == true)
    }

    @Test func `a schema is saved and loaded`() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString + ".json")
        defer { try? FileManager.default.removeItem(at: url) }
        let schema = Schema([Trip.self, Truck.self])
        try schema.save(to: url)
        let loaded = try Schema.load(from: url)
        #expect(loaded.entities.map(\.name) == schema.entities.map(\.name))
        #expect(loaded.entitiesByName["Truck"]?.superentity?.name == "Vehicle")
        #expect(loaded.entitiesByName["Trip"]?.uniquenessConstraints == [["code"]])
        #expect(loaded.entitiesByName["Trip"]?.relationshipsByName["stops"]?.deleteRule == .cascade)
        #expect(loaded.entitiesByName["Trip"]?.attributesByName["name"]?.valueType == String.self)
    }

    @Test func `schemas are described by hand`() {
        let name = Schema.Attribute(
            name: "name", originalName: "title", options: [.unique, .externalStorage],
            valueType: String?.self, defaultValue: "a", hashModifier: "2")
        #expect(name.isOptional && name.isUnique && !name.isTransformable && name.isAttribute)
        let transformed = Schema.Attribute(.transformable(by: "Colour"), .ephemeral, .spotlight)
        #expect(transformed.isTransformable && transformed.isTransient)
        let link = Schema.Relationship(.unique, deleteRule: .deny, minimumModelCount: 1)
        #expect(link.isUnique && link.isRelationship && link.minimumModelCount == 1)
        let entity = Schema.Entity("Item", properties: name)
        #expect(entity.uniquenessConstraints == [["name"]])
        let parent = Schema.Entity("Thing", subentities: entity, properties: transformed)
        #expect(entity.superentity === parent)
        let schema = Schema(parent, entity)
        #expect(schema.entitiesByName["Item"] === entity)
        #expect(Schema() == Schema())
    }

    @Test func `the managed object model of models`() throws {
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: [Trip.self]))
        let trip = try #require(model.entitiesByName["Trip"])
        #expect(trip.attributesByName["distance"]?.attributeType == .integer64AttributeType)
        #expect(trip.attributesByName["labels"]?.attributeType == .transformableAttributeType)
        #expect(trip.attributesByName["scores"]?.attributeType == .binaryDataAttributeType)
        let season = try #require(
            trip.attributesByName["season"] as? NSCompositeAttributeDescription)
        #expect(season.elements.map(\.name) == ["season"])
        let transport = try #require(
            trip.attributesByName["transport"] as? NSCompositeAttributeDescription)
        #expect(transport.elements.map(\.name) == ["foot", "train", "ship"])
        #expect(
            trip.indexes.map(\.name) == [
                "SwiftDataIndexOnBinaryname", "SwiftDataIndexOnBinarynamedistance",
            ])
        #expect(model.versionIdentifiers == ["1.0.0"])
        #expect(trip.relationshipsByName["stops"]?.deleteRule == .cascadeDeleteRule)
    }
}
#endif
