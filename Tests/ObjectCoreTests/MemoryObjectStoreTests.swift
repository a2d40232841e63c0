import Foundation
import ObjectCore
import Testing

@Suite struct `A store in memory` {
    private let company: Company

    init() throws { company = try Company() }

    @Test(arguments: [
        ("age > 30", "Ann Dora"),
        ("NOT (age > 30)", "Bob Çem"),
        ("age == nil", "Çem"),
        ("salary >= 30 AND name BEGINSWITH[cd] 'c'", "Çem"),
        ("department.code == 'S'", "Ann Bob"),
        ("boss.department.code == 'S'", "Bob Çem"),
        ("boss == nil", "Ann Dora"),
        ("ANY reports.age < 30", "Ann"),
        ("ALL reports.age != nil", "Bob Çem Dora"),
        ("NONE projects.title == 'X'", "Bob Dora"),
        ("SUBQUERY(reports, $r, $r.salary > 40).@count == 1", "Ann"),
        ("SUBQUERY(reports, $r, $r.salary > salary).@count > 0", "Ann"),
        ("reports.@count == 0", "Bob Çem"),
        ("reports.@sum.salary == 100", "Ann"),
        ("folded == 'cem'", "Çem"),
        ("age + 1 > 40", "Ann Dora"),
        ("NOT (age / 0 == 1) AND salary == 30", "Bob"),
    ])
    func `answers predicates across relationships`(_ format: String, _ names: String) throws {
        #expect(try company.names(company.query("Person", format)) == names)
        #expect(
            try company.store.count(company.query("Person", format))
                == names.split(separator: " ").count)
    }

    @Test func `finds objects by themselves`() throws {
        let (ann, bob) = (Value.key(company.ann), Value.key(company.bob))
        #expect(try company.names(company.query("Person", "SELF == %@", ann)) == "Ann")
        #expect(
            try company.names(company.query("Person", "objectID IN %@", .list([bob, ann])))
                == "Ann Bob")
        #expect(try company.names(company.query("Employee", "boss == %@", ann)) == "Bob Çem")
        #expect(
            try company.names(company.query("Department", "employees CONTAINS %@", bob)) == "S")
        #expect(try company.names(company.query("Project", "%@ IN members", bob)) == "")
    }

    @Test func `sorts across relationships, nil first and ties by row`() throws {
        let byBoss = [Ordering("boss.name", ascending: false)]
        #expect(try company.names(company.query("Employee", sort: byBoss)) == "Bob Çem Ann")
        let byAge = [Ordering("age")]
        #expect(try company.names(company.query("Person", sort: byAge)) == "Çem Bob Ann Dora")
        #expect(
            try company.names(company.query("Person", sort: byAge, limit: 2, offset: 1))
                == "Bob Ann")
        #expect(try company.store.count(company.query("Person", limit: 2, offset: 3)) == 1)
    }

    @Test func `leaves out entities that inherit when told to`() throws {
        #expect(try company.names(company.query("Person", subentities: false)) == "Dora")
    }

    @Test func `keeps the order of ordered relationships`() throws {
        #expect(
            try company.store.members(0, of: [company.sales, company.research])
                == [[company.bob, company.ann], [company.cem]])
    }

    @Test func `pairs are seen from both sides and go with their objects`() throws {
        let employee = try #require(company.model.entity(named: "Employee"))
        guard case .toMany(let place)? = employee.properties["projects"] else {
            Issue.record("There are no projects.")
            return
        }
        #expect(try company.store.members(place, of: [company.ann])[0].count == 1)
        var changes = ObjectChanges()
        changes.deleted = [ObjectDeletion(key: company.cem, version: 1)]
        _ = try company.store.save(changes)
        #expect(try company.names(company.query("Project", "members.@count == 1")) == "X")
        #expect(try company.names(company.query("Employee", "department.code == 'R'")) == "")
        #expect(try company.value(company.research, "size") == 0)
    }

    @Test func `computes derived attributes`() throws {
        #expect(try company.value(company.cem, "folded") == "cem")
        #expect(try company.value(company.sales, "size") == 2)
        #expect(try company.value(company.sales, "pay") == 80)
        let salary = try #require(
            company.model.entities[company.bob.entity].attributes.first { $0.name == "salary" })
        var changes = ObjectChanges()
        changes.updated = [
            ObjectUpdate(
                key: company.bob, version: 1, attributes: [(salary.place, 35)],
                toOnes: [])
        ]
        let result = try company.store.save(changes)
        #expect(result.versions == [company.bob: 2])
        #expect(result.derived[company.sales]?.first?.value == 85)
        #expect(try company.value(company.sales, "pay") == 85)
    }

    @Test func `a save whose derivation cannot be calculated changes nothing`() throws {
        var wrong = ObjectAttribute("wrong", .string)
        wrong.derivation = "$NOTHING"
        let model = try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity("Note", attributes: [ObjectAttribute("title", .string), wrong])
            ]))
        let store = MemoryObjectStore(model: model, keepsHistory: true)
        let key = try store.reserveKeys(entity: 0, count: 1)[0]
        var changes = ObjectChanges()
        changes.inserted = [
            ObjectRow(key: key, version: 0, attributes: ["A", .null], toOnes: [])
        ]
        #expect(throws: EvaluationError.self) { try store.save(changes) }
        #expect(try store.count(ObjectQuery(entity: 0)) == 0)
        #expect(try store.historyToken() == 0)
        #expect(try store.reserveKeys(entity: 0, count: 1)[0] != key)
    }

    @Test func `refuses what another writer changed and changes nothing`() throws {
        var changes = ObjectChanges()
        changes.updated = [ObjectUpdate(key: company.ann, version: 7, attributes: [(0, "Anna")])]
        changes.deleted = [ObjectDeletion(key: company.bob, version: 1)]
        let failure = #expect(throws: ObjectSaveFailure.self) {
            try company.store.save(changes)
        }
        #expect(failure?.conflicts.map(\.key) == [company.ann])
        #expect(failure?.conflicts.first?.row?.version == 1)
        #expect(try company.store.rows([company.bob])[0] != nil)
    }

    @Test func `values that occur once occur once, nil often`() throws {
        let person = company.dora.entity
        let keys = try company.store.reserveKeys(entity: person, count: 3)
        var changes = ObjectChanges()
        changes.inserted = [company.row(keys[0], ["badge": "a"]), company.row(keys[1], [:])]
        let failure = #expect(throws: ObjectSaveFailure.self) {
            try company.store.save(changes)
        }
        #expect(failure?.constraints.count == 1)
        #expect(failure?.constraints.first?.existing.key == company.ann)
        #expect(failure?.constraints.first?.isStored == true)
        // The value is free once its owner goes in the same save.
        changes.deleted = [ObjectDeletion(key: company.ann, version: nil)]
        _ = try company.store.save(changes)
        changes = ObjectChanges()
        changes.inserted = [company.row(keys[2], [:])]
        _ = try company.store.save(changes)
        #expect(try company.store.count(company.query("Person", "badge == nil")) == 4)
    }

    @Test func `keeps a history where asked to`() throws {
        let company = try Company(keepsHistory: true)
        #expect(try company.store.historyToken() == 1)
        var changes = ObjectChanges()
        changes.author = "me"
        changes.updated = [ObjectUpdate(key: company.bob, version: 1, attributes: [(0, "Rob")])]
        changes.deleted = [ObjectDeletion(key: company.ann, version: 1)]
        _ = try company.store.save(changes)
        let transactions = try company.store.history(after: 1, limit: nil)
        #expect(transactions.map(\.author) == ["me"])
        #expect(transactions[0].changes.map(\.kind) == [.updated, .deleted])
        #expect(transactions[0].changes[0].properties == ["name"])
        #expect(transactions[0].changes[1].tombstone == ["badge": "a"])
        #expect(try company.store.historyToken(through: .distantPast) == 0)
        #expect(try company.store.historyToken(through: .distantFuture) == 2)
        try company.store.forgetHistory(upTo: 1)
        #expect(try company.store.historyToken(through: .distantPast) == 1)
        #expect(try company.store.history(after: 0, limit: nil).map(\.token) == [2])
    }

    @Test func `a relationship is read by the other side, which does not name it`() throws {
        let store = MemoryObjectStore(
            model: try ResolvedModel(
                ObjectModel(entities: [
                    ObjectEntity(
                        "Box",
                        relationships: [
                            ObjectRelationship("friends", to: "Box", isToMany: true),
                            ObjectRelationship("items", to: "Item", inverse: "box", isToMany: true),
                        ]),
                    ObjectEntity("Item", relationships: [ObjectRelationship("box", to: "Box")]),
                ])))
        let box = try store.reserveKeys(entity: 0, count: 1)[0]
        let item = try store.reserveKeys(entity: 1, count: 1)[0]
        var changes = ObjectChanges()
        changes.inserted = [
            ObjectRow(key: box, version: 0, attributes: [], toOnes: []),
            ObjectRow(key: item, version: 0, attributes: [], toOnes: [box]),
        ]
        _ = try store.save(changes)
        #expect(try store.members(1, of: [box]) == [[item]])
        #expect(try store.members(0, of: [box]) == [[]])
        var deletion = ObjectChanges()
        deletion.deleted = [ObjectDeletion(key: item, version: nil)]
        _ = try store.save(deletion)
        #expect(try store.members(1, of: [box]) == [[]])
    }

    @Test func `a closed store says so`() throws {
        try company.store.close()
        #expect(throws: ObjectStoreClosed.self) { try company.store.metadata() }
    }
}
