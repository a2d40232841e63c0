import ModelCore

/// How the objects of one model become those of another, by names and renaming identifiers.
public struct ModelMapping: Sendable {
    /// Where the values of one entity's objects come from.
    public struct Entity: Sendable {
        /// The entity's number in the old model.
        public var source: Int
        /// The entity's number in the new model.
        public var destination: Int
        /// For each attribute, the place of the old one; nil for the default.
        public var attributes: [Int?]
        /// For each relationship to one, the old relationship.
        public var toOnes: [ModelProperty?]
        /// For each relationship to many, the old relationship.
        public var toManys: [ModelProperty?]
    }

    /// Entities that have objects in both models, by their number in the old one.
    public private(set) var entities: [Int: Entity] = [:]

    /// Why one model cannot become the other by itself.
    public struct Problem: Error, Hashable, Sendable {
        /// The entity of the new model.
        public let entity: String
        /// The property.
        public let property: String?
        /// A sentence, in the words of Apple's systems.
        public let reason: String
    }

    /// Looks up where everything comes from.
    ///
    /// - Throws: ``Problem`` for what needs a mapping of the program's own.
    public init(from old: ResolvedModel, to new: ResolvedModel) throws(Problem) {
        var sources: [String: ModelEntity] = [:]
        for entity in old.entities { sources[entity.source.identity] = entity }
        for destination in new.entities {
            guard
                let source = sources[destination.source.identity] ?? sources[destination.name]
            else { continue }
            if destination.source.isAbstract, !source.source.isAbstract { continue }
            entities[source.number] = try ModelMapping.map(source, destination, new)
        }
    }

    private static func map(
        _ source: ModelEntity, _ destination: ModelEntity, _ model: ResolvedModel
    ) throws(Problem) -> Entity {
        func problem(_ property: String, _ reason: String) -> Problem {
            Problem(entity: destination.name, property: property, reason: reason)
        }
        var names: [String: ModelProperty] = [:]
        for (place, attribute) in source.attributes.enumerated() {
            names[attribute.source.renamingIdentifier ?? attribute.name] = .attribute(place)
        }
        for (place, one) in source.toOnes.enumerated() {
            names[one.source.renamingIdentifier ?? one.name] = .toOne(place)
        }
        for (place, many) in source.toManys.enumerated() {
            names[many.source.renamingIdentifier ?? many.name] = .toMany(place)
        }
        func old(_ name: String, _ identifier: String?) -> ModelProperty? {
            names[identifier ?? name] ?? source.properties[identifier ?? name]
        }
        var attributes: [Int?] = []
        for attribute in destination.attributes {
            guard
                case .attribute(let place) = old(
                    attribute.name, attribute.source.renamingIdentifier)
            else {
                if !attribute.source.isOptional, attribute.source.defaultValue == nil,
                    attribute.source.derivation == nil
                {
                    throw problem(
                        attribute.name,
                        "Validation error missing attribute values on mandatory destination "
                            + "attribute")
                }
                attributes.append(nil)
                continue
            }
            let before = source.attributes[place].source
            guard before.type.becomes(attribute.source.type) else {
                throw problem(
                    attribute.name, "Source and destination attribute types are incompatible")
            }
            if !attribute.source.isOptional, before.isOptional,
                attribute.source.defaultValue == nil, attribute.source.derivation == nil
            {
                throw problem(
                    attribute.name,
                    "Validation error missing attribute values on mandatory destination attribute")
            }
            attributes.append(place)
        }
        var toOnes: [ModelProperty?] = []
        for one in destination.toOnes {
            let before = old(one.name, one.source.renamingIdentifier)
            switch before {
            case .toMany:
                throw problem(
                    one.name,
                    "Source and destination relationships are incompatible: to-many becomes to-one")
            case .toOne: toOnes.append(before)
            case .attribute, .transient, .fetched, nil:
                if !one.source.isOptional {
                    throw problem(
                        one.name,
                        "Validation error missing values on mandatory destination relationship")
                }
                toOnes.append(nil)
            }
        }
        var toManys: [ModelProperty?] = []
        for many in destination.toManys {
            switch old(many.name, many.source.renamingIdentifier) {
            case .toOne(let place): toManys.append(.toOne(place))
            case .toMany(let place): toManys.append(.toMany(place))
            case .attribute, .transient, .fetched, nil: toManys.append(nil)
            }
        }
        return Entity(
            source: source.number, destination: destination.number, attributes: attributes,
            toOnes: toOnes, toManys: toManys)
    }
}

extension ObjectEntity {
    /// The name by which versions of a model know the entity.
    var identity: String { renamingIdentifier ?? name }
}

extension AttributeType {
    /// Whether values may be taken over by themselves.
    fileprivate func becomes(_ other: AttributeType) -> Bool {
        let whole: Set<AttributeType> = [.integer16, .integer32, .integer64, .boolean]
        let fractions: Set<AttributeType> = [.float, .double]
        return self == other || whole.isSuperset(of: [self, other])
            || fractions.isSuperset(of: [self, other])
    }
}
