import Foundation
import ObjectCore
import TestRandom

/// A model made by chance: trees of entities, every type of attribute, every kind of
/// relationship.
struct RandomModel {
    let model: ResolvedModel

    init(using random: inout RandomNumbers) throws {
        var entities: [ObjectEntity] = []
        let rootCount = random.number(2...3)
        for root in 0..<rootCount {
            let name = "E\(root)"
            entities.append(
                ObjectEntity(
                    name, attributes: Self.attributes("", using: &random)))
            for child in 0..<random.number(0...2) {
                let childName = "\(name)Sub\(child)"
                var own = Self.attributes("s\(child)", using: &random)
                // Siblings may have properties of one name.
                own.append(
                    ObjectAttribute("shared", random.chance(80) ? .integer32 : .string))
                entities.append(
                    ObjectEntity(childName, superentity: name, attributes: own))
                if random.chance(40) {
                    entities.append(
                        ObjectEntity(
                            childName + "Deep", superentity: childName,
                            attributes: Self.attributes("d\(child)", using: &random)))
                }
            }
        }
        for number in 0..<random.number(4...7) {
            Self.relate(&entities, number, using: &random)
        }
        for place in entities.indices where random.chance(50) {
            Self.derive(&entities[place], using: &random)
        }
        // Pairs of these values occur once in a tree.
        for place in entities.indices where entities[place].superentity == nil {
            entities[place].attributes.append(ObjectAttribute("once", .integer32))
            if random.chance(50) { entities[place].uniquenessConstraints = [["once"]] }
        }
        model = try ResolvedModel(ObjectModel(entities: entities))
    }

    /// Attributes that the store computes.
    private static func derive(_ entity: inout ObjectEntity, using random: inout RandomNumbers) {
        if let text = entity.attributes.first(where: { $0.type == .string }) {
            var folded = ObjectAttribute("folded\(entity.name)", .string)
            folded.derivation = "canonical:(\(text.name))"
            entity.attributes.append(folded)
        }
        if let many = entity.relationships.filter(\.isToMany).randomElement(using: &random) {
            var count = ObjectAttribute("count\(entity.name)", .integer64)
            count.derivation = "\(many.name).@count"
            entity.attributes.append(count)
        }
        // What the object at the other end says of itself.
        if let one = entity.relationships.first(where: { !$0.isToMany }) {
            var copy = ObjectAttribute("copy\(entity.name)", .integer32)
            copy.derivation = "\(one.name).once"
            entity.attributes.append(copy)
        }
    }

    private static let types: [AttributeType] = [
        .integer16, .integer32, .integer64, .boolean, .double, .float, .string, .string, .date,
        .uuid, .uri, .decimal, .binary, .composite,
    ]

    private static func attributes(
        _ prefix: String, using random: inout RandomNumbers
    ) -> [ObjectAttribute] {
        var attributes = [
            ObjectAttribute(prefix + "number", .integer32),
            ObjectAttribute(prefix + "text", .string),
        ]
        for place in 0..<random.number(2...4) {
            let type = random.pick(types)
            var attribute = ObjectAttribute("\(prefix)a\(place)", type)
            if type == .composite {
                attribute.elements = [
                    ObjectAttribute("city", .string), ObjectAttribute("zip", .integer32),
                ]
            }
            attributes.append(attribute)
        }
        return attributes
    }

    private static func relate(
        _ entities: inout [ObjectEntity], _ number: Int, using random: inout RandomNumbers
    ) {
        let from = random.number(0...(entities.count - 1))
        let to = random.number(0...(entities.count - 1))
        let (name, back) = ("r\(number)", "r\(number)back")
        let (here, there) = (entities[from].name, entities[to].name)
        switch random.number(0...7) {
        case 0:
            entities[from].relationships.append(ObjectRelationship(name, to: there))
        case 1:
            entities[from].relationships.append(
                ObjectRelationship(name, to: there, isToMany: true))
        case 2:
            entities[from].relationships.append(
                ObjectRelationship(name, to: there, inverse: back))
            entities[to].relationships.append(
                ObjectRelationship(back, to: here, inverse: name))
        case 3:
            entities[from].relationships.append(
                ObjectRelationship(
                    name, to: there, inverse: back, isToMany: true,
                    isOrdered: random.chance(40)))
            entities[to].relationships.append(
                ObjectRelationship(back, to: here, inverse: name, isToMany: true))
        default:
            entities[from].relationships.append(
                ObjectRelationship(name, to: there, inverse: back))
            entities[to].relationships.append(
                ObjectRelationship(
                    back, to: here, inverse: name, isToMany: true, isOrdered: random.chance(30)))
        }
    }
}

/// Values made by chance, few of each type, so that questions hit.
enum RandomValues {
    static func value(_ attribute: ObjectAttribute, using random: inout RandomNumbers) -> Value {
        if attribute.name == "once" { return .int(Int64(random.number(0...400))) }
        return switch attribute.type {
        case .integer16, .integer32: .int(Int64(random.number(-2...6)))
        case .integer64: .int(random.chance(10) ? 1 << 53 + 1 : Int64(random.number(0...9)))
        case .boolean: .int(Int64(random.number(0...1)))
        case .double: .double(random.pick([0, 0.5, 1, 1.5, 2, -3.25, 1e10, 0.1]))
        case .float: .double(random.pick([0, 0.5, 1, 2.5]))
        case .string, .undefined:
            .text(
                random.pick([
                    "", "a", "A", "b", "ab", "Ab", "élan", "Elan", "ÉLAN", "item 2", "item 10",
                    "a*b", "straße", "x\u{301}", "日本",
                ]))
        case .date:
            .date(
                Date(
                    timeIntervalSinceReferenceDate: random.pick([
                        0, 1, 1.5, 86_400, 700_000_000.25, -5, 700_000_000.123456,
                    ])))
        case .uuid:
            .uuid(
                UUID(
                    uuid: (
                        UInt8(random.number(0...3)), 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                        15, 255
                    )))
        case .uri:
            .url(
                URL(
                    string: random.pick([
                        "https://a.example/", "https://b.example/x?y", "file:///z",
                    ])
                ) ?? URL(fileURLWithPath: "/"))
        case .decimal:
            .decimal(Decimal(string: random.pick(["0", "1.5", "2", "-3.25", "0.1"])) ?? 0)
        case .binary, .transformable:
            .bytes(Data(random.pick([[], [1], [1, 2], [255]] as [[UInt8]])))
        case .composite:
            .dictionary(
                Dictionary(
                    uniqueKeysWithValues: attribute.elements.map {
                        ($0.name, value($0, using: &random))
                    }))
        case .objectID: .null
        }
    }
}

/// Objects of a random model with relationships among them, as one save.
struct RandomGraph {
    let model: ResolvedModel
    private(set) var keys: [ObjectKey] = []
    private(set) var changes = ObjectChanges()

    init(_ model: ResolvedModel, count: Int, using random: inout RandomNumbers) {
        self.model = model
        var rows: [Int: Int64] = [:]
        for _ in 0..<count {
            let entity = random.pick(model.entities)
            let row = (rows[entity.root] ?? 0) + 1
            rows[entity.root] = row
            let key = ObjectKey(entity: entity.number, row: row)
            keys.append(key)
            changes.inserted.append(
                ObjectRow(
                    key: key, version: 0,
                    attributes: entity.attributes.map { attribute in
                        if attribute.name == "once" { return .int(Int64(keys.count)) }
                        return random.chance(20) || attribute.isComputed
                            ? .null : RandomValues.value(attribute.source, using: &random)
                    }, toOnes: entity.toOnes.map { _ in nil }))
        }
        for place in changes.inserted.indices { link(place, using: &random) }
    }

    /// Objects that a relationship may point at.
    func candidates(_ entity: Int) -> [ObjectKey] {
        keys.filter { model.entities[entity].family.contains($0.entity) }
    }

    private mutating func link(_ place: Int, using random: inout RandomNumbers) {
        let key = keys[place]
        let entity = model.entities[key.entity]
        for relationship in entity.toOnes where random.chance(70) {
            let candidates = candidates(relationship.destination)
            guard !candidates.isEmpty else { continue }
            let other = random.pick(candidates)
            if let inverse = relationship.inverse, !inverse.isToMany {
                // Both point at each other, and at no other object.
                guard changes.inserted[place].toOnes[relationship.place] == nil,
                    let back = model.entities[other.entity].toOnes.first(where: {
                        $0.name == inverse.name
                    }),
                    let otherPlace = keys.firstIndex(of: other),
                    changes.inserted[otherPlace].toOnes[back.place] == nil
                else { continue }
                changes.inserted[otherPlace].toOnes[back.place] = key
            }
            changes.inserted[place].toOnes[relationship.place] = other
        }
        for relationship in entity.toManys where relationship.usesJoinTable {
            // One side of a pair writes it.
            if let inverse = relationship.inverse, inverse.name < relationship.name { continue }
            let candidates = candidates(relationship.destination)
            guard !candidates.isEmpty else { continue }
            var added: [ObjectKey] = []
            for _ in 0..<random.number(0...4) {
                let other = random.pick(candidates)
                if !added.contains(other) { added.append(other) }
            }
            guard !added.isEmpty else { continue }
            changes.memberships.append(
                ObjectMembership(
                    key: key, relationship: relationship.place, added: added,
                    order: relationship.isOrdered ? added : nil))
        }
    }
}

extension ModelAttribute {
    /// Whether the store computes it.
    var isComputed: Bool { source.derivation != nil }
}
