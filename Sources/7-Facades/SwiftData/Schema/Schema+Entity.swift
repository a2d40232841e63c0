#if SwiftData
import PredicateCore

extension Schema {
    /// A model in a schema: a name and properties.
    ///
    ///     let trip = Schema([Trip.self]).entity(for: Trip.self)
    ///     trip?.attributesByName["code"]?.isUnique         // true
    ///     trip?.relationshipsByName["stops"]?.destination  // "Stop"
    ///
    /// Source: [Schema.Entity](https://developer.apple.com/documentation/swiftdata/schema/entity).
    public final class Entity: Codable, Hashable, CustomDebugStringConvertible,
        @unchecked Sendable
    {
        // Unchecked: changed by its maker alone, before the schema is used.
        /// The name: that of the class.
        public var name: String
        /// The entities that inherit from it.
        public var subentities: Set<Entity> = []
        /// The name of the entity that it inherits from.
        public var superentityName: String?
        /// The entity that it inherits from.
        public weak var superentity: Entity?
        /// The properties that it declares itself, in their order.
        public var storedProperties: [any SchemaProperty]
        /// The properties of the entities that it inherits from.
        public var inheritedProperties: [any SchemaProperty] {
            get { inherited ?? superentity?.properties ?? [] }
            set { inherited = newValue }
        }
        /// Lists of properties whose values together occur once.
        public var uniquenessConstraints: [[String]] = []
        /// Lists of properties that are indexed together.
        public var indices: [[String]] = []
        private var inherited: [any SchemaProperty]?
        /// The key paths of ``storedProperties``, where the entity was made of a class.
        var keyPaths: [String: AnyKeyPath] = [:]

        /// An entity without properties.
        public init(_ name: String) {
            self.name = name
            storedProperties = []
        }

        /// An entity with properties.
        public init(_ name: String, properties: any SchemaProperty...) {
            self.name = name
            storedProperties = properties
            adoptConstraints()
        }

        /// An entity with properties, and others that inherit from it.
        public init(
            _ name: String, subentities: Entity..., properties: any SchemaProperty...
        ) {
            self.name = name
            storedProperties = properties
            self.subentities = Set(subentities)
            adoptConstraints()
            for entity in subentities {
                entity.superentity = self
                entity.superentityName = name
            }
        }

        /// Unique attributes are constraints.
        func adoptConstraints() {
            for property in storedProperties where property.isUnique {
                if !uniquenessConstraints.contains([property.name]) {
                    uniquenessConstraints.append([property.name])
                }
            }
        }

        /// All properties, inherited ones first.
        public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }
        /// The attributes, inherited ones too.
        public var attributes: Set<Attribute> {
            get { Set(properties.compactMap { $0 as? Attribute }) }
            set { replace(newValue) { $0.isAttribute } }
        }
        /// The relationships, inherited ones too.
        public var relationships: Set<Relationship> {
            get { Set(properties.compactMap { $0 as? Relationship }) }
            set { replace(newValue) { $0.isRelationship } }
        }

        /// Puts others in the place of its own properties of a kind.
        private func replace<Kind: SchemaProperty>(
            _ all: Set<Kind>, where isOfKind: (any SchemaProperty) -> Bool
        ) {
            let own = all.subtracting(inheritedProperties.compactMap { $0 as? Kind })
            storedProperties =
                storedProperties.filter { !isOfKind($0) } + own.sorted { $0.name < $1.name }
        }

        /// The attributes by name, inherited ones too.
        public var attributesByName: [String: Attribute] {
            Dictionary(first: attributes.map { ($0.name, $0) })
        }
        /// The relationships by name, inherited ones too.
        public var relationshipsByName: [String: Relationship] {
            Dictionary(first: relationships.map { ($0.name, $0) })
        }
        /// The properties that it declares itself, by name.
        public var storedPropertiesByName: [String: any SchemaProperty] {
            Dictionary(first: storedProperties.map { ($0.name, $0) })
        }
        /// The properties of the entities that it inherits from, by name.
        public var inheritedPropertiesByName: [String: any SchemaProperty] {
            Dictionary(first: inheritedProperties.map { ($0.name, $0) })
        }

        /// Entities are equal when names, properties and constraints are.
        public static func == (a: Entity, b: Entity) -> Bool {
            a === b
                || (a.name == b.name && a.superentityName == b.superentityName
                    && a.attributes == b.attributes && a.relationships == b.relationships
                    && a.uniquenessConstraints == b.uniquenessConstraints
                    && a.indices == b.indices)
        }
        /// A hash of the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
        /// The name and the names of the properties.
        public var debugDescription: String {
            "Schema.Entity(name: \(name), properties: \(properties.map(\.name)))"
        }

        private enum CodingKeys: String, CodingKey {
            case name, superentityName, attributes, relationships, uniquenessConstraints, indices
        }

        /// Reads an entity; the schema that contains it knows its relatives.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            superentityName = try container.decodeIfPresent(String.self, forKey: .superentityName)
            storedProperties =
                try container.decode([Attribute].self, forKey: .attributes)
                + container.decode([Relationship].self, forKey: .relationships)
            uniquenessConstraints = try container.decode(
                [[String]].self, forKey: .uniquenessConstraints)
            indices = try container.decode([[String]].self, forKey: .indices)
        }

        /// Writes the entity with the properties that it declares itself.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encodeIfPresent(superentityName, forKey: .superentityName)
            try container.encode(
                storedProperties.compactMap { $0 as? Attribute }, forKey: .attributes)
            try container.encode(
                storedProperties.compactMap { $0 as? Relationship }, forKey: .relationships)
            try container.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
            try container.encode(indices, forKey: .indices)
        }
    }
}
#endif
