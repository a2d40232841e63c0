#if SwiftData
public import CoreData
import Foundation

extension Schema {
    /// A value that models have.
    ///
    ///     @Attribute(.unique, originalName: "title") var name: String
    ///
    /// Source: [Schema.Attribute](https://developer.apple.com/documentation/swiftdata/schema/attribute).
    public class Attribute: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
        // Unchecked: changed by its maker alone, before the schema is used.
        /// The name of the attribute.
        public var name: String
        /// The name in earlier versions of the schema.
        public var originalName: String
        /// How it is kept.
        public var options: [Option]
        /// The Swift type of the values.
        public var valueType: any Any.Type
        /// The value of new models; nil where none is set.
        public var defaultValue: Any?
        /// Whether it may be nil.
        public var isOptional: Bool
        /// Tells a version of the attribute from another that looks the same.
        public var hashModifier: String?

        /// The settings of an attribute whose name and type the model has.
        public init(
            _ options: Option..., originalName: String? = nil, hashModifier: String? = nil
        ) {
            name = ""
            self.originalName = originalName ?? ""
            self.options = options
            valueType = Any.self
            isOptional = false
            self.hashModifier = hashModifier
        }

        /// An attribute described by hand.
        public init(
            name: String, originalName: String? = nil, options: [Option] = [],
            valueType: any Any.Type, defaultValue: Any? = nil, hashModifier: String? = nil
        ) {
            self.name = name
            self.originalName = originalName ?? name
            self.options = options
            self.valueType = valueType
            self.defaultValue = defaultValue
            isOptional = valueType is any ExpressibleByNilLiteral.Type
            self.hashModifier = hashModifier
        }

        /// It is an attribute.
        public var isAttribute: Bool { true }
        /// It is no relationship.
        public var isRelationship: Bool { false }
        /// Whether it lives in memory alone: `.ephemeral`.
        public var isTransient: Bool { options.contains(.ephemeral) }
        /// Whether its values occur once: `.unique`.
        public var isUnique: Bool { options.contains(.unique) }
        /// Whether a transformer makes the stored bytes.
        public var isTransformable: Bool { transformerName != nil }

        /// Whether values of any type are kept as their own `Codable` encodes them: `.codable`.
        public var isCodable: Bool { options.contains(.codable) }

        var transformerName: String? { options.lazy.compactMap(\.transformer).first }

        /// Attributes are equal when everything that is stored of them is.
        public static func == (a: Attribute, b: Attribute) -> Bool {
            a === b
                || (a.name == b.name && a.originalName == b.originalName && a.options == b.options
                    && TypeName.of(a.valueType) == TypeName.of(b.valueType)
                    && a.isOptional == b.isOptional && a.hashModifier == b.hashModifier)
        }
        /// A hash of the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
        /// The name, the type and the options.
        public var debugDescription: String {
            "Schema.Attribute(name: \(name), options: \(options), valueType: "
                + "\(TypeName.of(valueType)), defaultValue: \(defaultValue.map { "\($0)" } ?? "nil"))"
        }

        private enum CodingKeys: String, CodingKey {
            case name, originalName, options, valueType, isOptional, hashModifier
        }

        /// Reads an attribute; the type is known where it is one of the standard library's.
        public required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            originalName = try container.decode(String.self, forKey: .originalName)
            options = try container.decode([Option].self, forKey: .options)
            valueType = TypeName.type(try container.decode(String.self, forKey: .valueType))
            isOptional = try container.decode(Bool.self, forKey: .isOptional)
            hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
        }

        /// Writes the attribute, without its default value.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(originalName, forKey: .originalName)
            try container.encode(options, forKey: .options)
            try container.encode(TypeName.of(valueType), forKey: .valueType)
            try container.encode(isOptional, forKey: .isOptional)
            try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
        }

        /// How an attribute is kept.
        ///
        ///     @Attribute(.unique) var name: String
        ///     @Attribute(.preserveValueOnDeletion) var code: String?
        ///     @Attribute(.externalStorage) var photo: Data?
        public struct Option: Codable, Hashable, Sendable, CustomDebugStringConvertible {
            let name: String
            let transformer: String?

            private init(_ name: String, transformer: String? = nil) {
                self.name = name
                self.transformer = transformer
            }

            /// A value occurs once: a second model with it replaces the first at the save.
            ///
            /// The second has the identifier of the first. One of another class, where a superclass
            /// has the attribute, keeps its own, and the first is deleted.
            public static var unique: Option { Option("unique") }
            /// Large bytes may be kept beside the store.
            public static var externalStorage: Option { Option("externalStorage") }
            /// Encrypted where the store is mirrored to the cloud.
            public static var allowsCloudEncryption: Option { Option("allowsCloudEncryption") }
            /// The history keeps the value of a deleted model.
            public static var preserveValueOnDeletion: Option { Option("preserveValueOnDeletion") }
            /// Observed, and never stored.
            public static var ephemeral: Option { Option("ephemeral") }
            /// Indexed for Spotlight; without effect here.
            public static var spotlight: Option { Option("spotlight") }
            /// Kept in one column as its `Codable` encodes it, as JSON, whatever the type consists of.
            ///
            /// For types that are no structs of simple values: classes, and structs whose own `encode(to:)`
            /// says what is kept. Predicates and sorts cannot look into such a value, only ask whether it
            /// is nil; it takes another form without a migration.
            ///
            ///     @Attribute(.codable) var place: MapItem?   // final class MapItem: Codable
            ///     trip.place = MapItem(code: "LIS")
            ///     trip.place?.code  // "LIS", in another context after a save
            ///
            /// A class is decoded each time that the property is read: set the property to keep a change.
            /// Numbers, text, dates and other simple values have a column of their own with it too.
            ///
            /// Source: [codable](https://developer.apple.com/documentation/swiftdata/schema/attribute/option/codable).
            public static var codable: Option { Option("codable") }
            /// Stored as the bytes that a transformer makes.
            ///
            /// Register it under the name of its class first:
            ///
            ///     ValueTransformer.setValueTransformer(
            ///         ColorTransformer(), forName: .init("ColorTransformer"))
            public static func transformable(by transformerType: ValueTransformer.Type) -> Option {
                Option("transformable", transformer: String(describing: transformerType))
            }
            /// Stored as the bytes that the transformer of a name makes.
            public static func transformable(by transformerName: String) -> Option {
                Option("transformable", transformer: transformerName)
            }

            /// The name of the option.
            public var debugDescription: String {
                transformer.map { "transformable(by: \($0))" } ?? name
            }
        }
    }

    /// An attribute that consists of several: a struct, or an enumeration.
    ///
    ///     let address = trip.attributesByName["address"] as? Schema.CompositeAttribute
    ///     address?.properties.map(\.name)  // ["street", "zip", "tags"]
    public final class CompositeAttribute: Attribute, @unchecked Sendable {
        /// The members, in the order of their declarations.
        public var properties: [Attribute] = []
    }
}

/// Types of values in encoded schemas.
enum TypeName {
    static func of(_ type: any Any.Type) -> String { String(reflecting: type) }

    private static let known: [String: any Any.Type] = {
        func entry<T>(_ type: T.Type) -> [(String, any Any.Type)] {
            [(of(T.self), T.self), (of(T?.self), T?.self)]
        }
        let all =
            entry(String.self) + entry(Bool.self) + entry(Int.self) + entry(Int16.self)
            + entry(Int32.self) + entry(Int64.self) + entry(Double.self) + entry(Float.self)
            + entry(Date.self) + entry(Data.self) + entry(UUID.self) + entry(URL.self)
            + entry(Decimal.self) + entry([String].self) + entry([Int].self)
        return Dictionary(all, uniquingKeysWith: { a, _ in a })
    }()

    /// A type by its name; `Any` where it is not known.
    static func type(_ name: String) -> any Any.Type { known[name] ?? Any.self }
}
#endif
