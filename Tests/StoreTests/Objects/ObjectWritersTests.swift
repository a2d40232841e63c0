import Foundation
import ObjectCore
import SQLLowering
import SQLStorage
import SQLiteEngine
import Stores
import TestKit
import Testing

/// What one writer does with what another did meanwhile.
@Suite struct `Objects of several writers` {
    private static var locations: [ObjectStoreLocation] {
        [.memory] + ObjectDatabase.available.map { $0.fresh() }
    }

    private func all(_ body: (any ObjectStore) throws -> Void) throws {
        let model = try ObjectFixtures.model()
        for location in Self.locations {
            try body(try ObjectStoreOpener.open(location, model: model))
        }
    }

    @Test func `an order does not bring back participants and objects removed meanwhile`() throws {
        try all { store in
            var maker = Maker(store)
            let tag = try maker.insert("Tag", [:])
            let people = try (0..<5).map { try maker.insert("Person", ["name": .text("\($0)")]) }
            let place = try maker.place("Tag", "people")
            maker.changes.memberships = [
                ObjectMembership(key: tag, relationship: place, added: people, order: people)
            ]
            _ = try maker.save()
            // Another one takes the second out and deletes the third.
            maker.changes.memberships = [
                ObjectMembership(key: tag, relationship: place, removed: [people[1]])
            ]
            maker.changes.deleted = [ObjectDeletion(key: people[2], version: 1)]
            _ = try maker.save()
            maker.changes.memberships = [
                ObjectMembership(key: tag, relationship: place, order: people.reversed())
            ]
            _ = try maker.save()
            let now = try store.members(place, of: [tag])[0]
            #expect(now == [people[4], people[3], people[0]])
            // A deleted member is not added either.
            maker.changes.memberships = [
                ObjectMembership(key: tag, relationship: place, added: [people[2], people[1]])
            ]
            _ = try maker.save()
            #expect(Set(try store.members(place, of: [tag])[0]) == Set(now + [people[1]]))
        }
    }

    @Test func `an order of objects that point elsewhere by now leaves them alone`() throws {
        try all { store in
            var maker = Maker(store)
            let (ann, bob) = (try maker.insert("Person", [:]), try maker.insert("Person", [:]))
            let books = try (0..<4).map { _ in try maker.insert("Book", [:], ["author": ann]) }
            let place = try maker.place("Person", "books")
            _ = try maker.save()
            maker.changes.updated = books[2...].map {
                ObjectUpdate(key: $0, version: 1, toOnes: [(place: 0, key: bob)])
            }
            maker.changes.memberships = [
                ObjectMembership(
                    key: bob, relationship: place, order: Array(books[2...].reversed()))
            ]
            _ = try maker.save()
            maker.changes.memberships = [
                ObjectMembership(key: ann, relationship: place, order: books.reversed())
            ]
            _ = try maker.save()
            #expect(
                try store.members(place, of: [ann, bob])
                    == [[books[1], books[0]], [books[3], books[2]]])
        }
    }

    @Test func `a row of another entity with the same number hides no value twice`() throws {
        try all { store in
            var maker = Maker(store)
            let taken = try maker.insert("Person", ["email": "a@x"])
            let other = try maker.insert("Tag", [:])
            #expect(taken.row == other.row)
            _ = try maker.save()
            let twin = try maker.insert("Person", ["email": "a@x"])
            maker.changes.deleted = [ObjectDeletion(key: other, version: 1)]
            let failure = try #require(throws: ObjectSaveFailure.self) { try maker.save() }
            #expect(failure.constraints.map(\.key) == [twin])
            #expect(failure.constraints.map(\.existing.key) == [taken])
        }
    }

    @Test func `values of a deletion that is a conflict are not free`() throws {
        try all { store in
            var maker = Maker(store)
            let taken = try maker.insert("Person", ["email": "a@x"])
            let taker = try maker.insert("Person", ["email": "b@x"])
            _ = try maker.save()
            guard case .attribute(let email) = try maker.entity("Person").properties["email"] else {
                throw ModelProblem("It is no attribute.", entity: "Person", property: "email")
            }
            maker.changes.updated = [
                ObjectUpdate(key: taker, version: 1, attributes: [(place: email, value: "a@x")])
            ]
            maker.changes.deleted = [ObjectDeletion(key: taken, version: 9)]
            let failure = try #require(throws: ObjectSaveFailure.self) { try maker.save() }
            #expect(failure.conflicts.map(\.key) == [taken])
        }
    }

    @Test func `two that change half of a pair keep the other half`() throws {
        let entity = ObjectEntity(
            "Seat",
            attributes: [ObjectAttribute("row", .string), ObjectAttribute("number", .integer32)],
            uniquenessConstraints: [["row", "number"]])
        let model = try ResolvedModel(ObjectModel(entities: [entity]))
        for location in Self.locations {
            var maker = Maker(try ObjectStoreOpener.open(location, model: model))
            let first = try maker.insert("Seat", ["row": "a", "number": 1])
            let second = try maker.insert("Seat", ["row": "a", "number": 2])
            _ = try maker.save()
            guard case .attribute(let number) = try maker.entity("Seat").properties["number"] else {
                throw ModelProblem("It is no attribute.", entity: "Seat", property: "number")
            }
            maker.changes.updated = [
                ObjectUpdate(key: first, version: 1, attributes: [(place: number, value: 2)]),
                ObjectUpdate(key: second, version: 1, attributes: [(place: number, value: 1)]),
            ]
            _ = try maker.save()
            let rows = try maker.store.rows([first, second])
            #expect(rows.map { maker.value($0, "row") } == ["a", "a"])
            #expect(rows.map { maker.value($0, "number") } == [2, 1])
        }
    }

    @Test func `counts that are changed in batches by many at once add up`() async throws {
        let model = try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity("Counter", attributes: [ObjectAttribute("count", .integer64)])
            ]))
        let directory = FileManager.default.temporaryDirectory.path
        // Two that share nothing but the database, and one in memory.
        let places = ObjectDatabase.available.map {
            $0.location("batches-\(UUID().uuidString)", in: directory)
        }
        defer { for place in places { try? ObjectStoreOpener.destroy(at: place.place ?? "") } }
        let shared = try places.map { place in
            try (0..<2).map { _ in try ObjectStoreOpener.open(place, model: model) }
        }
        let memory = try ObjectStoreOpener.open(.memory, model: model)
        for stores in shared + [[memory, memory]] {
            var maker = Maker(stores[0])
            let counter = try maker.insert("Counter", ["count": 0])
            _ = try maker.save()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<8 {
                    group.addTask {
                        let update = try BatchUpdate(
                            stores[task % 2], entity: 0,
                            values: ["count": try QueryExpression(parsing: "count + 1")])
                        for _ in 0..<10 { _ = try update.run(ObjectQuery(entity: 0)) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(maker.value(try stores[1].rows([counter])[0], "count") == 80)
        }
        for store in shared.joined() { try store.close() }
    }

    @Test(arguments: ObjectDatabase.available)
    func `what several calls did exclusively is undone together`(
        database: ObjectDatabase
    ) throws {
        struct Stop: Error {}
        let store = try ObjectStoreOpener.open(
            database.fresh(), model: try ObjectFixtures.model())
        var maker = Maker(store)
        let tag = try maker.insert("Tag", [:])
        #expect(throws: Stop.self) {
            try store.exclusively {
                _ = try maker.save()
                #expect(try store.rows([tag])[0] != nil)
                throw Stop()
            }
        }
        #expect(try store.rows([tag])[0] == nil)
        // The lock is free again.
        try maker.insert("Tag", [:])
        _ = try maker.save()
        #expect(try store.count(ObjectQuery(entity: tag.entity)) == 1)
    }

    @Test func `a count that many rows share is not counted to its end for each`() throws {
        let model = try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity(
                    "Owner",
                    relationships: [
                        ObjectRelationship("cars", to: "Car", inverse: "owner", isToMany: true)
                    ]),
                ObjectEntity(
                    "Car",
                    relationships: [ObjectRelationship("owner", to: "Owner", inverse: "cars")]),
            ]))
        let database = try SQLiteDatabase(path: nil)
        let store = try SQLObjectStore(database, model: model)
        let car = try #require(model.entity(named: "Car")).number
        let owner = try #require(model.entity(named: "Owner")).number
        let owners = try store.reserveKeys(entity: owner, count: 20)
        let cars = try store.reserveKeys(entity: car, count: 5_000)
        var changes = ObjectChanges()
        changes.inserted = owners.map {
            ObjectRow(key: $0, version: 0, attributes: [], toOnes: [])
        }
        changes.inserted += cars.enumerated().map {
            ObjectRow(key: $1, version: 0, attributes: [], toOnes: [owners[$0 % 19]])
        }
        _ = try store.save(changes)
        for (predicate, expected) in [
            ("owner.cars.@count > 10", 5_000), ("10 < owner.cars.@count", 5_000),
            ("owner.cars.@count == 264", 264 * 3), ("owner.cars.@count != 264", 263 * 16),
            ("owner.cars.@count <= 263", 263 * 16), ("owner.cars.@count < 10", 0),
        ] {
            let query = ObjectQuery(entity: car, where: try QueryPredicate(parsing: predicate))
            #expect(try store.count(query) == expected, "\(predicate)")
        }
        let query = ObjectQuery(
            entity: car, where: try QueryPredicate(parsing: "owner.cars.@count > 10"))
        let sql = try #require(
            try ObjectLowering(store.layout, for: SQLiteDialect()).count(query).sql)
        let plan = try database.read { try $0.plan(of: sql) }.lines
        #expect(sql.rendered(for: SQLiteDialect()).text.contains("LIMIT 11"))
        #expect(plan.contains { $0.contains("ZCAR_ZOWNER_INDEX (ZOWNER=?)") }, "\(plan)")
    }
}
