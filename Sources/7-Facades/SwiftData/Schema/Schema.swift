#if SwiftData
public import Foundation
import PredicateCore

/// The models of an app: their entities, properties and version.
///
///     let schema = Schema([Trip.self, Stop.self], version: Schema.Version(2, 0, 0))
///     schema.entitiesByName["Trip"]?.attributesByName["name"]?.isUnique  // true
///
/// A schema made of types contains the models that they refer to as well.
///
/// Source: [Schema](https://developer.apple.com/documentation/swiftdata/schema).
public final class Schema: Codable, Hashable, CustomDebugStringConvertible, @unchecked Sendable {
    // Unchecked: nothing of it changes once it is made; entities are changed by their maker alone.
    /// The version of the form in which schemas are encoded.
    public static let schemaEncodingVersion = Version(1, 0, 0)
    /// The version of the form in which this schema was encoded.
    public let encodingVersion: Version
    /// The version of the models.
    public let version: Version
    /// The entities, in the order of their names.
    public let entities: [Entity]
    /// The entities by name.
    public let entitiesByName: [String: Entity]
    /// The types of the models by the names of their entities; empty of a decoded schema.
    let types: [String: any PersistentModel.Type]
    /// Models that are not in ``types``, as another one there has the name of their entity.
    let rivals: [any PersistentModel.Type]

    private init(
        _ entities: [Entity], _ types: [String: any PersistentModel.Type],
        _ rivals: [any PersistentModel.Type], _ version: Version
    ) {
        self.rivals = rivals
        encodingVersion = Schema.schemaEncodingVersion
        self.version = version
        self.types = types
        let made = Dictionary(first: entities.map { ($0.name, $0) })
        entitiesByName = made
        self.entities = made.values.sorted { $0.name < $1.name }
    }

    /// A schema without entities.
    public convenience init() { self.init([], [:], [], Version(1, 0, 0)) }

    /// A schema of entities that are described by hand.
    public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
        self.init(entities, [:], [], version)
    }

    /// A schema of models and of those that they refer to.
    public convenience init(
        _ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)
    ) {
        let builder = SchemaBuilder(types)
        self.init(builder.entities, builder.types, builder.rivals, version)
    }

    /// A schema of models and of those that they refer to.
    public convenience init(
        _ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
    ) {
        self.init(types, version: version)
    }

    /// The schema of a version of the app's models.
    public convenience init(versionedSchema: any VersionedSchema.Type) {
        self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }

    // MARK: Files

    /// Writes the schema to a file, as JSON.
    public func save(to toURL: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try encoder.encode(self).write(to: toURL, options: .atomic)
    }

    /// Reads a schema that ``save(to:)`` wrote; it has no types of models.
    public static func load(from fromURL: URL) throws -> Schema {
        try JSONDecoder().decode(Schema.self, from: try Data(contentsOf: fromURL))
    }

    private enum CodingKeys: String, CodingKey { case encodingVersion, version, entities }

    /// Reads a schema, without the types of its models.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        encodingVersion = try container.decode(Version.self, forKey: .encodingVersion)
        version = try container.decode(Version.self, forKey: .version)
        entities = try container.decode([Entity].self, forKey: .entities)
        entitiesByName = Dictionary(first: entities.map { ($0.name, $0) })
        types = [:]
        rivals = []
        for entity in entities {
            entity.superentity = entity.superentityName.flatMap { entitiesByName[$0] }
            entity.superentity?.subentities.insert(entity)
        }
    }

    // MARK: Entities

    /// The entity of a model; nil where the schema does not have it.
    public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
        entitiesByName[Schema.entityName(for: type)]
    }

    /// The name of a model's entity: that of the class, without module and enclosing types.
    public static func entityName<T: PersistentModel>(for type: T.Type) -> String {
        entityName(type as any PersistentModel.Type)
    }

    static func entityName(_ type: any PersistentModel.Type) -> String {
        String(describing: type)
    }

    /// Schemas are equal when version and entities are.
    public static func == (a: Schema, b: Schema) -> Bool {
        a === b || (a.version == b.version && a.entities == b.entities)
    }
    /// A hash of the version and the names of the entities.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(entities.map(\.name))
    }
    /// The version and the names of the entities.
    public var debugDescription: String {
        "Schema(version: \(version), entities: \(entities.map(\.name)))"
    }

    /// The version of a schema, as three numbers.
    ///
    ///     Schema.Version(1, 9, 0) < Schema.Version(2, 0, 0)  // true
    ///     Schema.Version(2, 1, 0).description                // "2.1.0"
    public struct Version: Codable, Comparable, CustomStringConvertible, Hashable, Sendable {
        /// The first number: changes that old stores need a stage for.
        public let major: Int
        /// The second number, between the others.
        public let minor: Int
        /// The third number: the smallest changes.
        public let patch: Int

        /// A version of three numbers.
        public init(_ major: Int, _ minor: Int, _ patch: Int) {
            (self.major, self.minor, self.patch) = (major, minor, patch)
        }

        /// Compares the numbers, the first one first.
        public static func < (a: Version, b: Version) -> Bool {
            (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
        }

        /// The numbers with dots between them: `1.0.0`.
        public var description: String { "\(major).\(minor).\(patch)" }
    }

    /// What `@Model` says of one property.
    ///
    ///     // What `@Attribute(.unique) var name: String` of a model Trip becomes:
    ///     Schema.PropertyMetadata(
    ///         name: "name", keypath: \Trip.name, metadata: Schema.Attribute(.unique))
    public struct PropertyMetadata {
        let name: String
        let keypath: AnyKeyPath
        let defaultValue: Any?
        let metadata: (any SchemaProperty)?

        /// A property by its name and key path; nil as metadata means an attribute or a
        /// relationship without settings, by its type.
        public init(
            name: String, keypath: AnyKeyPath, defaultValue: Any? = nil,
            metadata: (any SchemaProperty)? = nil
        ) {
            self.name = name
            self.keypath = keypath
            self.defaultValue = defaultValue
            self.metadata = metadata
        }
    }
}

/// A version of an app's models.
///
///     enum TripsV1: VersionedSchema {
///         static let versionIdentifier = Schema.Version(1, 0, 0)
///         static var models: [any PersistentModel.Type] { [Trip.self] }
///     }
public protocol VersionedSchema {
    /// The models of the version.
    static var models: [any PersistentModel.Type] { get }
    /// The version.
    static var versionIdentifier: Schema.Version { get }
}

/// A property of an entity, or a list of constraints or indexes.
///
///     let stops = schema.entity(for: Trip.self)?.storedProperties.first { $0.name == "stops" }
///     stops?.isRelationship  // true
///     stops?.isUnique        // false
public protocol SchemaProperty: Codable, Hashable {
    /// The name of the property.
    var name: String { get set }
    /// The name in earlier versions of the schema; the name itself where it is the same.
    var originalName: String { get set }
    /// The Swift type of the values.
    var valueType: any Any.Type { get set }
    /// Whether it is an attribute.
    var isAttribute: Bool { get }
    /// Whether it is a relationship.
    var isRelationship: Bool { get }
    /// Whether it lives in memory alone.
    var isTransient: Bool { get }
    /// Whether it may be nil.
    var isOptional: Bool { get }
    /// Whether its values occur once.
    var isUnique: Bool { get }
}

extension SchemaProperty {
    /// No, where nothing else is said.
    public var isAttribute: Bool { false }
    /// No, where nothing else is said.
    public var isRelationship: Bool { false }
    /// No, where nothing else is said.
    public var isTransient: Bool { false }
    /// Whether the type of the values is an optional.
    public var isOptional: Bool { valueType is any ExpressibleByNilLiteral.Type }
}
#endif
