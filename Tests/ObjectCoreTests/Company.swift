import Foundation
import ObjectCore

/// A company of people, departments and projects, in a store of its own.
struct Company {
    let store: MemoryObjectStore
    let model: ResolvedModel
    let ann: ObjectKey
    let bob: ObjectKey
    let cem: ObjectKey
    let dora: ObjectKey
    let sales: ObjectKey
    let research: ObjectKey

    static func model() throws -> ResolvedModel {
        var code = ObjectAttribute("code", .string)
        code.isOptional = false
        var shout = ObjectAttribute("folded", .string)
        shout.derivation = "canonical:(name)"
        var size = ObjectAttribute("size", .integer64)
        size.derivation = "employees.@count"
        var pay = ObjectAttribute("pay", .integer64)
        pay.derivation = "employees.@sum.salary"
        var mood = ObjectAttribute("mood", .string)
        mood.isTransient = true
        var kept = ObjectAttribute("badge", .string)
        kept.preservesValueInHistoryOnDeletion = true
        return try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity(
                    "Person",
                    attributes: [
                        ObjectAttribute("name", .string), shout, mood, kept,
                        ObjectAttribute("age", .integer32), ObjectAttribute("born", .date),
                    ],
                    uniquenessConstraints: [["badge"]]),
                ObjectEntity(
                    "Employee", superentity: "Person",
                    attributes: [
                        ObjectAttribute("salary", .integer64), ObjectAttribute("rating", .double),
                    ],
                    relationships: [
                        ObjectRelationship(
                            "department", to: "Department", inverse: "employees"),
                        ObjectRelationship("boss", to: "Employee", inverse: "reports"),
                        ObjectRelationship(
                            "reports", to: "Employee", inverse: "boss", isToMany: true),
                        ObjectRelationship(
                            "projects", to: "Project", inverse: "members", isToMany: true),
                    ]),
                ObjectEntity(
                    "Department", attributes: [code, size, pay],
                    relationships: [
                        ObjectRelationship(
                            "employees", to: "Employee", inverse: "department", isToMany: true,
                            isOrdered: true)
                    ]),
                ObjectEntity(
                    "Project", attributes: [ObjectAttribute("title", .string)],
                    relationships: [
                        ObjectRelationship(
                            "members", to: "Employee", inverse: "projects", isToMany: true,
                            isOrdered: true)
                    ]),
            ]))
    }

    init(keepsHistory: Bool = false) throws {
        let model = try Company.model()
        self.model = model
        store = MemoryObjectStore(model: model, identifier: "company", keepsHistory: keepsHistory)
        func number(_ name: String) -> Int { model.entity(named: name)?.number ?? 0 }
        let departments = try store.reserveKeys(entity: number("Department"), count: 2)
        (sales, research) = (departments[0], departments[1])
        let people = try store.reserveKeys(entity: number("Employee"), count: 3)
        (ann, bob, cem) = (people[0], people[1], people[2])
        dora = try store.reserveKeys(entity: number("Person"), count: 1)[0]
        let projects = try store.reserveKeys(entity: number("Project"), count: 1)
        var changes = ObjectChanges()
        changes.inserted = [
            Company.row(model, sales, ["code": "S"]), Company.row(model, research, ["code": "R"]),
            Company.row(
                model, ann, ["name": "Ann", "age": 41, "salary": 50, "rating": 2.5, "badge": "a"],
                ["department": sales]),
            Company.row(
                model, bob, ["name": "Bob", "age": 29, "salary": 30],
                ["department": sales, "boss": ann]),
            Company.row(
                model, cem, ["name": "Çem", "salary": 70, "badge": "c"],
                ["department": research, "boss": ann]),
            Company.row(model, dora, ["name": "Dora", "age": 60]),
            Company.row(model, projects[0], ["title": "X"]),
        ]
        changes.memberships = [
            ObjectMembership(
                key: projects[0], relationship: 0, added: [cem, ann],
                order: [cem, ann]),
            ObjectMembership(key: sales, relationship: 0, order: [bob, ann]),
        ]
        _ = try store.save(changes)
    }

    func row(
        _ key: ObjectKey, _ values: [String: Value], _ toOnes: [String: ObjectKey] = [:]
    ) -> ObjectRow {
        Company.row(model, key, values, toOnes)
    }

    private static func row(
        _ model: ResolvedModel, _ key: ObjectKey, _ values: [String: Value],
        _ toOnes: [String: ObjectKey] = [:]
    ) -> ObjectRow {
        let entity = model.entities[key.entity]
        return ObjectRow(
            key: key, version: 0, attributes: entity.attributes.map { values[$0.name] ?? .null },
            toOnes: entity.toOnes.map { toOnes[$0.name] })
    }

    func query(
        _ entity: String, _ format: String = "TRUEPREDICATE", _ arguments: Value...,
        sort: [Ordering] = [], limit: Int? = nil, offset: Int = 0, subentities: Bool = true
    ) throws -> ObjectQuery {
        ObjectQuery(
            entity: model.entity(named: entity)?.number ?? 0, includesSubentities: subentities,
            where: try QueryPredicate(parsing: format, arguments: arguments.map { .value($0) }),
            ordering: sort, limit: limit, offset: offset)
    }

    /// The names (codes, titles) of what is found, one after the other.
    func names(_ query: ObjectQuery) throws -> String {
        try store.fetch(query).map { row in
            let entity = model.entities[row.key.entity]
            for name in ["name", "code", "title"] {
                if case .attribute(let place)? = entity.properties[name],
                    case .text(let text) = row.attributes[place]
                {
                    return text
                }
            }
            return "?"
        }.joined(separator: " ")
    }

    func value(_ key: ObjectKey, _ name: String) throws -> Value? {
        guard case .attribute(let place)? = model.entities[key.entity].properties[name] else {
            return nil
        }
        return try store.rows([key])[0]?.attributes[place]
    }
}

extension Value {
    static func key(_ key: ObjectKey) -> Value { .object(ObjectValue(StoredObject(key))) }
}
