#if SwiftData
extension Schema {
    /// Models that a model refers to.
    ///
    ///     @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
    ///
    /// Source: [Schema.Relationship](https://developer.apple.com/documentation/swiftdata/schema/relationship).
    public final class Relationship: SchemaProperty, CustomDebugStringConvertible,
        @unchecked Sendable
    {
        // Unchecked: changed by its maker alone, before the schema is used.
        /// The name of the relationship.
        public var name: String
        /// The name in earlier versions of the schema.
        public var originalName: String
        /// The name of the entity that it refers to.
        public var destination: String
        /// The property of the model.
        public var keypath: AnyKeyPath?
        /// The property that points back.
        public var inverseKeyPath: AnyKeyPath?
        /// How it is kept.
        public var options: [Option]
        /// The Swift type of the values.
        public var valueType: any Any.Type = Any.self
        /// What the deletion of a model does to those that it refers to.
        public var deleteRule: DeleteRule
        /// The name of the relationship that points back; nil where none does.
        public var inverseName: String?
        /// Tells a version of the relationship from another that looks the same.
        public var hashModifier: String?
        /// The fewest models that a save accepts; 0 for no bound.
        public var minimumModelCount: Int?
        /// The most models that a save accepts; 0 for no bound.
        public var maximumModelCount: Int?

        /// The settings of a relationship whose name and type the model has.
        public init(
            _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
            maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
            hashModifier: String? = nil
        ) {
            name = ""
            self.originalName = originalName ?? ""
            destination = ""
            inverseKeyPath = inverse
            self.options = options
            self.deleteRule = deleteRule
            self.hashModifier = hashModifier
            self.minimumModelCount = minimumModelCount
            self.maximumModelCount = maximumModelCount
        }

        /// It is no attribute.
        public var isAttribute: Bool { false }
        /// It is a relationship.
        public var isRelationship: Bool { true }
        /// Whether a model is referred to once.
        public var isUnique: Bool { options.contains(.unique) }
        /// Whether it refers to one model at most.
        public var isToOneRelationship: Bool { !(valueType is any RelationshipCollection.Type) }

        /// Relationships are equal when everything that is stored of them is.
        public static func == (a: Relationship, b: Relationship) -> Bool {
            a === b
                || (a.name == b.name && a.originalName == b.originalName
                    && a.destination == b.destination && a.inverseName == b.inverseName
                    && a.deleteRule == b.deleteRule && a.options == b.options
                    && a.minimumModelCount == b.minimumModelCount
                    && a.maximumModelCount == b.maximumModelCount
                    && a.hashModifier == b.hashModifier)
        }
        /// A hash of the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
        /// The name, the destination and the inverse.
        public var debugDescription: String {
            "Schema.Relationship(name: \(name), destination: \(destination), inverseName: "
                + "\(inverseName ?? "nil"), deleteRule: \(deleteRule))"
        }

        /// Without key paths and the type of the values.
        private enum CodingKeys: String, CodingKey {
            case name, originalName, destination, options, deleteRule, inverseName, hashModifier
            case minimumModelCount, maximumModelCount
        }

        /// What the deletion of a model does to those that it refers to.
        ///
        ///     @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
        ///     // deleting the trip deletes its stops
        public enum DeleteRule: String, Codable, CaseIterable, Sendable {
            /// Nothing.
            case noAction
            /// They stay and no longer refer back.
            case nullify
            /// They are deleted too.
            case cascade
            /// While there are any, the save of the deletion fails.
            case deny
        }

        /// How a relationship is kept.
        ///
        ///     @Relationship(.unique) var hotel: Hotel?
        public struct Option: Codable, Hashable, Sendable {
            private let name: String
            /// A model is referred to by one other at most.
            public static var unique: Option { Option(name: "unique") }
        }
    }

    /// What `#Index` lists of a model.
    ///
    ///     // #Index<Trip>([\.name], [\.name, \.distance])
    ///     Schema([Trip.self]).entity(for: Trip.self)?.indices  // [["name"], ["name", "distance"]]
    public final class Index<T: PersistentModel>: SchemaProperty, PropertyLists,
        @unchecked Sendable
    {
        /// How an index is kept, and its properties in order.
        ///
        ///     // #Index<Stop>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
        ///     schema.entity(for: Stop.self)?.indices  // [["name"], ["latitude", "longitude"]]
        public enum Types<P: PersistentModel>: @unchecked Sendable {
            /// In order.
            case binary([PartialKeyPath<P>])
            /// By area.
            case rtree([PartialKeyPath<P>])
        }

        /// The indexes, each with its properties.
        public let indices: [Types<T>]
        /// The name of the entry in `schemaMetadata`.
        public var name = "SwiftData.Schema.Index"
        /// The same name, since earlier versions have the entry too.
        public var originalName = "SwiftData.Schema.Index"
        /// The model whose properties are meant.
        public var valueType: any Any.Type = T.self
        /// An index lets values occur several times.
        public var isUnique: Bool { false }

        /// Indexes, each with how it is kept.
        public init(_ indices: Types<T>...) { self.indices = indices }
        /// Indexes that are kept in order.
        public init(_ indices: [PartialKeyPath<T>]...) {
            self.indices = indices.map { .binary($0) }
        }

        var lists: [[AnyKeyPath]] {
            indices.map { index in
                switch index {
                case .binary(let paths), .rtree(let paths): paths
                }
            }
        }

        /// Whether both are the same list.
        public static func == (a: Index, b: Index) -> Bool { a === b || a.lists == b.lists }
        /// A hash of the key paths.
        public func hash(into hasher: inout Hasher) { hasher.combine(lists) }
        /// Reads nothing: key paths are not encoded; entities keep the names.
        public init(from decoder: any Decoder) throws { indices = [] }
        /// Writes nothing: key paths are not encoded; entities keep the names.
        public func encode(to encoder: any Encoder) throws {}
    }

    /// What `#Unique` lists of a model.
    ///
    ///     Schema.Unique<Parcel>([\.sender]).constraints  // [[\.sender]]
    public final class Unique<T: PersistentModel>: SchemaProperty, PropertyLists,
        @unchecked Sendable
    {
        /// Lists of properties whose values together occur once.
        public let constraints: [[PartialKeyPath<T>]]
        /// The name of the entry in `schemaMetadata`.
        public var name = "SwiftData.Schema.Unique"
        /// The same name, since earlier versions have the entry too.
        public var originalName = "SwiftData.Schema.Unique"
        /// The model whose properties are meant.
        public var valueType: any Any.Type = T.self
        /// The values occur once.
        public var isUnique: Bool { true }

        /// Lists of properties whose values together occur once.
        public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

        var lists: [[AnyKeyPath]] { constraints }

        /// Whether both are the same list.
        public static func == (a: Unique, b: Unique) -> Bool { a === b || a.lists == b.lists }
        /// A hash of the key paths.
        public func hash(into hasher: inout Hasher) { hasher.combine(lists) }
        /// Reads nothing: key paths are not encoded; entities keep the names.
        public init(from decoder: any Decoder) throws { constraints = [] }
        /// Writes nothing: key paths are not encoded; entities keep the names.
        public func encode(to encoder: any Encoder) throws {}
    }
}

/// `#Index` and `#Unique` of any model.
protocol PropertyLists {
    var lists: [[AnyKeyPath]] { get }
    var isUnique: Bool { get }
}
#endif
