import ModelCore
import ObjectCore
import PredicateCore
import Testing

struct StoreMigratorTests {
    /// People in cities who know each other.
    private func old() throws -> MemoryObjectStore {
        let model = ObjectModel(entities: [
            ObjectEntity(
                "Person",
                attributes: [
                    ObjectAttribute("name", .string), ObjectAttribute("age", .integer16),
                    ObjectAttribute("gone", .string),
                ],
                relationships: [
                    ObjectRelationship("city", to: "City", inverse: "people"),
                    ObjectRelationship("friends", to: "Person", inverse: "friendOf", isToMany: true),
                    ObjectRelationship("friendOf", to: "Person", inverse: "friends", isToMany: true),
                ]),
            ObjectEntity(
                "City", attributes: [ObjectAttribute("name", .string)],
                relationships: [
                    ObjectRelationship("people", to: "Person", inverse: "city", isToMany: true)
                ]),
            ObjectEntity("Dropped", attributes: [ObjectAttribute("x", .string)]),
        ])
        let store = MemoryObjectStore(model: try ResolvedModel(model))
        let (city, person, dropped) = try (
            number("City", store), number("Person", store), number("Dropped", store)
        )
        let oslo = try #require(try store.reserveKeys(entity: city, count: 1).first)
        let people = try store.reserveKeys(entity: person, count: 3)
        let lost = try #require(try store.reserveKeys(entity: dropped, count: 1).first)
        var changes = ObjectChanges()
        changes.inserted = [
            ObjectRow(key: oslo, version: 1, attributes: ["Oslo"], toOnes: []),
            ObjectRow(key: people[0], version: 1, attributes: ["Ann", 41, "x"], toOnes: [oslo]),
            ObjectRow(key: people[1], version: 1, attributes: ["Bob", nil, nil], toOnes: [oslo]),
            ObjectRow(key: people[2], version: 1, attributes: ["Cid", 3, nil], toOnes: [nil]),
            ObjectRow(key: lost, version: 1, attributes: ["?"], toOnes: []),
        ]
        let friends = try #require(
            store.model.entities[person].toManys.first { $0.name == "friends" })
        changes.memberships = [
            ObjectMembership(
                key: people[0], relationship: friends.place, added: [people[1], people[2]])
        ]
        _ = try store.save(changes)
        return store
    }

    private func number(_ name: String, _ store: MemoryObjectStore) throws -> Int {
        try #require(store.model.entity(named: name)).number
    }

    private func attribute(
        _ name: String, _ type: AttributeType, from old: String? = nil,
        _ value: ModelValue? = nil, isOptional: Bool = true
    ) -> ObjectAttribute {
        var attribute = ObjectAttribute(
            name, type, isOptional: isOptional, defaultValue: value)
        attribute.renamingIdentifier = old
        return attribute
    }

    private func newModel(_ attributes: [ObjectAttribute]) throws -> ResolvedModel {
        var acquaintances = ObjectRelationship(
            "acquaintances", to: "Human", inverse: "knownBy", isToMany: true, isOrdered: true)
        acquaintances.renamingIdentifier = "friends"
        var knownBy = ObjectRelationship(
            "knownBy", to: "Human", inverse: "acquaintances", isToMany: true)
        knownBy.renamingIdentifier = "friendOf"
        var homes = ObjectRelationship("homes", to: "City", inverse: "people", isToMany: true)
        homes.renamingIdentifier = "city"
        return try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity(
                    "Human", attributes: attributes,
                    relationships: [acquaintances, knownBy, homes], renamingIdentifier: "Person"),
                ObjectEntity(
                    "City", attributes: [ObjectAttribute("name", .string)],
                    relationships: [
                        ObjectRelationship("people", to: "Human", inverse: "homes", isToMany: true)
                    ]),
                ObjectEntity("Added", attributes: [ObjectAttribute("y", .string)]),
            ]))
    }

    @Test func `renamed, new and dropped properties, and a relationship that is to many now`() throws {
        let source = try old()
        let target = MemoryObjectStore(
            model: try newModel([
                attribute("title", .string, from: "name"), attribute("age", .integer64),
                attribute("level", .integer16, .int(7), isOptional: false),
            ]))
        var migrator = try StoreMigrator(from: source, to: target)
        try migrator.run()
        let human = try number("Human", target)
        let rows = try target.fetch(
            ObjectQuery(entity: human, ordering: [Ordering("title")]))
        #expect(rows.map(\.attributes) == [["Ann", 41, 7], ["Bob", nil, 7], ["Cid", 3, 7]])
        let known = try target.fetchKeys(
            ObjectQuery(
                entity: human, where: QueryPredicate(parsing: "ANY knownBy.title == 'Ann'"),
                ordering: [Ordering("title")]))
        #expect(known == [rows[1].key, rows[2].key])
        let inOslo = try target.count(
            ObjectQuery(entity: human, where: QueryPredicate(parsing: "ANY homes.name == 'Oslo'")))
        #expect(inOslo == 2)
        let city = try #require(target.model.entity(named: "City"))
        #expect(try target.count(ObjectQuery(entity: city.number)) == 1)
        #expect(
            try target.fetchKeys(
                ObjectQuery(
                    entity: city.number, where: QueryPredicate(parsing: "people.@count == 2"))
            ).count == 1)
    }

    @Test func `what cannot be inferred is named`() throws {
        let source = try old()
        func problem(_ attributes: [ObjectAttribute]) throws -> ModelMapping.Problem {
            let target = MemoryObjectStore(model: try newModel(attributes))
            return try #require(throws: ModelMapping.Problem.self) {
                try StoreMigrator(from: source, to: target)
            }
        }
        let mandatory = try problem([attribute("new", .string, isOptional: false)])
        #expect(mandatory.entity == "Human" && mandatory.property == "new")
        #expect(mandatory.reason.contains("mandatory destination attribute"))
        let type = try problem([attribute("name", .date)])
        #expect(type.reason.contains("incompatible"))
        _ = try problem([attribute("name", .string, isOptional: false)])
    }
}
