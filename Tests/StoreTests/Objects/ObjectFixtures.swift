import Foundation
import ObjectCore
import TestFiles

/// A model with every type of attribute, inheritance and every kind of relationship.
enum ObjectFixtures {
    static func model() throws -> ResolvedModel {
        var types: [ObjectAttribute] = []
        for type in AttributeType.allCases
        where type != .undefined && type != .objectID && type != .composite {
            types.append(ObjectAttribute("a" + type.rawValue.replacing(" ", with: ""), type))
        }
        var place = ObjectAttribute("place", .composite)
        place.elements = [ObjectAttribute("city", .string), ObjectAttribute("zip", .integer32)]
        types.append(place)
        var count = ObjectAttribute("bookCount", .integer64)
        count.derivation = "books.@count"
        let person = ObjectEntity(
            "Person",
            attributes: [
                ObjectAttribute("name", .string), ObjectAttribute("email", .string), count,
            ],
            relationships: [
                ObjectRelationship(
                    "books", to: "Book", inverse: "author", isToMany: true, isOrdered: true),
                ObjectRelationship("tags", to: "Tag", inverse: "people", isToMany: true),
                ObjectRelationship("friends", to: "Person", inverse: "friends", isToMany: true),
            ],
            uniquenessConstraints: [["email"]])
        let writer = ObjectEntity(
            "Writer", superentity: "Person", attributes: [ObjectAttribute("prize", .integer16)])
        let editor = ObjectEntity(
            "Editor", superentity: "Person", attributes: [ObjectAttribute("prize", .string)])
        let book = ObjectEntity(
            "Book", attributes: [ObjectAttribute("title", .string)],
            relationships: [ObjectRelationship("author", to: "Person", inverse: "books")])
        let tag = ObjectEntity(
            "Tag", attributes: [ObjectAttribute("name", .string)],
            relationships: [
                ObjectRelationship(
                    "people", to: "Person", inverse: "tags", isToMany: true, isOrdered: true)
            ])
        return try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity("All", attributes: types), person, writer, editor, book, tag,
            ]))
    }

    /// The names of all real stores; none where they are not at hand.
    static let realStoreNames =
        RealData.files("stores", "sqlite", "store").map(\.lastPathComponent)
}

/// Makes rows by the names of their properties.
struct Maker {
    let store: any ObjectStore
    var changes = ObjectChanges()

    init(_ store: any ObjectStore) { self.store = store }

    func entity(_ name: String) throws -> ModelEntity {
        guard let entity = store.model.entity(named: name) else {
            throw ModelProblem("There is no entity of this name.", entity: name)
        }
        return entity
    }

    @discardableResult
    mutating func insert(
        _ name: String, _ values: [String: Value], _ links: [String: ObjectKey] = [:]
    ) throws -> ObjectKey {
        let entity = try entity(name)
        guard let key = try store.reserveKeys(entity: entity.number, count: 1).first else {
            throw ModelProblem("There is no number.", entity: name)
        }
        changes.inserted.append(
            ObjectRow(
                key: key, version: 0,
                attributes: entity.attributes.map { values[$0.name] ?? .null },
                toOnes: entity.toOnes.map { links[$0.name] }))
        return key
    }

    mutating func save() throws -> ObjectSaveResult {
        defer { changes = ObjectChanges() }
        return try store.save(changes)
    }

    func place(_ entity: String, _ relationship: String) throws -> Int {
        guard case .toMany(let place) = try self.entity(entity).properties[relationship] else {
            throw ModelProblem("It is not to many.", entity: entity, property: relationship)
        }
        return place
    }

    func fetch(_ entity: String, _ format: String, by keys: [Ordering] = []) throws -> [ObjectRow] {
        try store.fetch(
            ObjectQuery(
                entity: try self.entity(entity).number, where: try QueryPredicate(parsing: format),
                ordering: keys))
    }

    func value(_ row: ObjectRow?, _ name: String) -> Value? {
        guard let row,
            case .attribute(let place) = store.model.entities[row.key.entity].properties[name]
        else { return nil }
        return row.attributes[place]
    }
}
