public import Foundation

/// A model of objects: entities with attributes and relationships, as a `.xcdatamodel` has them.
///
///     let model = ObjectModel(entities: [
///         ObjectEntity(
///             "Note", attributes: [ObjectAttribute("title", .string)],
///             relationships: [ObjectRelationship("folder", to: "Folder", inverse: "notes")]),
///         ObjectEntity(
///             "Folder",
///             relationships: [
///                 ObjectRelationship("notes", to: "Note", inverse: "folder", isToMany: true)
///             ]),
///     ])
///     model.inheritsInCircle                             // false
///     try ResolvedModel(model).entity(named: "Folder")?  // of ObjectCore
///         .toManys.map(\.name)                           // ["notes"]
///
/// What a file says, and nothing more: names are not resolved here. `ResolvedModel` of ObjectCore
/// is the model after its names were looked up.
public struct ObjectModel: Hashable, Sendable {
    /// The entities, in the order of the file.
    public var entities: [ObjectEntity]
    /// The names of the entities of each configuration, by the configuration's name.
    public var configurations: [String: [String]]
    /// Fetch requests that the model keeps.
    public var fetchTemplates: [FetchTemplate]
    /// Groups of attributes that entities use as one.
    public var composites: [ObjectComposite]
    /// What tells one version of the model from another, as its author wrote it.
    public var versionIdentifiers: [String]
    /// Localized names of errors and properties, by key.
    public var localization: [String: String]

    /// A model of the given parts; names are not checked against each other.
    public init(
        entities: [ObjectEntity] = [], configurations: [String: [String]] = [:],
        fetchTemplates: [FetchTemplate] = [], composites: [ObjectComposite] = [],
        versionIdentifiers: [String] = [], localization: [String: String] = [:]
    ) {
        self.entities = entities
        self.configurations = configurations
        self.fetchTemplates = fetchTemplates
        self.composites = composites
        self.versionIdentifiers = versionIdentifiers
        self.localization = localization
    }

    /// Whether entities inherit from each other in a circle; such a model means nothing.
    public var inheritsInCircle: Bool {
        let parents = Dictionary(
            entities.map { ($0.name, $0.superentity) }, uniquingKeysWith: { a, _ in a })
        // Entities that are known to come to an end above.
        var sound: Set<String> = []
        for entity in entities {
            var way: Set<String> = []
            var name: String? = entity.name
            while let current = name, !sound.contains(current) {
                guard way.insert(current).inserted else { return true }
                name = parents[current] ?? nil
            }
            sound.formUnion(way)
        }
        return false
    }
}

/// One kind of object.
///
///     let person = ObjectEntity(
///         "Person", isAbstract: true, attributes: [ObjectAttribute("name", .string)])
///     let author = ObjectEntity(
///         "Author", superentity: "Person", attributes: [ObjectAttribute("books", .integer32)],
///         uniquenessConstraints: [["name"]])
///     let authors = try ResolvedModel(ObjectModel(entities: [person, author]))
///     authors.entity(named: "Author")?.attributes.map(\.name)  // ["name", "books"]
public struct ObjectEntity: Hashable, Sendable {
    /// The name, by which fetches and relationships refer to the entity.
    public var name: String
    /// The class of its objects as the model spells it: missing, `Note`, `App.Note` or `.Note`.
    public var className: String?
    /// The name of the entity that it inherits from.
    public var superentity: String?
    /// Whether only entities that inherit from it have objects.
    public var isAbstract: Bool
    /// Attributes of its own, inherited ones not among them.
    public var attributes: [ObjectAttribute]
    /// Relationships of its own.
    public var relationships: [ObjectRelationship]
    /// Fetched properties of its own.
    public var fetchedProperties: [ObjectFetchedProperty]
    /// Lists of properties whose values together occur once.
    public var uniquenessConstraints: [[String]]
    /// Indexes, old `compoundIndexes` among them.
    public var indexes: [ObjectIndex]
    /// The name under which an earlier version of the model knew it (`elementID`).
    public var renamingIdentifier: String?
    /// Changes the version hash without changing the entity.
    public var versionHashModifier: String?
    /// The hash by which Apple's files know this version of the entity; it cannot be computed.
    public var versionHash: Data?
    /// What Xcode generates for it.
    public var codeGeneration: CodeGeneration
    /// Notes of the author.
    public var userInfo: [String: String]

    /// An entity; everything but the name has the default of a model file.
    public init(
        _ name: String, className: String? = nil, superentity: String? = nil,
        isAbstract: Bool = false, attributes: [ObjectAttribute] = [],
        relationships: [ObjectRelationship] = [],
        fetchedProperties: [ObjectFetchedProperty] = [],
        uniquenessConstraints: [[String]] = [], indexes: [ObjectIndex] = [],
        renamingIdentifier: String? = nil, versionHashModifier: String? = nil,
        versionHash: Data? = nil, codeGeneration: CodeGeneration = .manual,
        userInfo: [String: String] = [:]
    ) {
        self.name = name
        self.className = className
        self.superentity = superentity
        self.isAbstract = isAbstract
        self.attributes = attributes
        self.relationships = relationships
        self.fetchedProperties = fetchedProperties
        self.uniquenessConstraints = uniquenessConstraints
        self.indexes = indexes
        self.renamingIdentifier = renamingIdentifier
        self.versionHashModifier = versionHashModifier
        self.versionHash = versionHash
        self.codeGeneration = codeGeneration
        self.userInfo = userInfo
    }
}

/// What Xcode generates for an entity (`codeGenerationType`).
///
///     CodeGeneration(rawValue: "category")          // .category
///     ObjectEntity("Note", codeGeneration: .class)  // the plugin writes the class Note
public enum CodeGeneration: String, Hashable, Sendable {
    /// Nothing: the classes are in the sources.
    case manual = ""
    /// The whole class.
    case `class`
    /// An extension with the properties.
    case category
}

/// An index over properties of an entity.
///
///     let byName = ObjectIndex(
///         "byName",
///         elements: [
///             ObjectIndex.Element(property: "name"),
///             ObjectIndex.Element(property: "age", isAscending: false),
///         ], partialPredicate: "age > 17")
///     ObjectEntity("Person", indexes: [byName])
public struct ObjectIndex: Hashable, Sendable {
    /// One part of an index.
    ///
    ///     ObjectIndex.Element(property: "latitude", isSpatial: true)  // one side of an R-tree
    ///     ObjectIndex.Element(expression: "lowercase:(name)")
    public struct Element: Hashable, Sendable {
        /// The property; nil where an expression is indexed.
        public var property: String?
        /// The expression, as a format.
        public var expression: String?
        /// Whether values ascend, the smallest first; true by default.
        public var isAscending: Bool
        /// Whether the index is for areas (R-tree) rather than for order.
        public var isSpatial: Bool

        /// A part of an index.
        public init(
            property: String? = nil, expression: String? = nil, isAscending: Bool = true,
            isSpatial: Bool = false
        ) {
            self.property = property
            self.expression = expression
            self.isAscending = isAscending
            self.isSpatial = isSpatial
        }
    }

    /// The name of the index, unique within its entity.
    public var name: String
    /// Its parts, in order.
    public var elements: [Element]
    /// A format that the indexed objects meet; nil where all are.
    public var partialPredicate: String?

    /// An index over the elements, in their order.
    public init(_ name: String, elements: [Element], partialPredicate: String? = nil) {
        self.name = name
        self.elements = elements
        self.partialPredicate = partialPredicate
    }
}

/// A group of attributes that entities use as one attribute.
///
///     let place = ObjectComposite(
///         "Place",
///         attributes: ["latitude", "longitude"].map { ObjectAttribute($0, .double) })
///     var home = ObjectAttribute("home", .composite)
///     home.compositeName = place.name
///     home.elements = place.attributes
public struct ObjectComposite: Hashable, Sendable {
    /// The name, by which ``ObjectAttribute/compositeName`` refers to it.
    public var name: String
    /// Its parts; a part may be a composite again.
    public var attributes: [ObjectAttribute]

    /// A composite of the attributes, in their order.
    public init(_ name: String, attributes: [ObjectAttribute]) {
        self.name = name
        self.attributes = attributes
    }
}

/// A fetch request that a model keeps under a name.
///
///     let recent = FetchTemplate(
///         "recent", entity: "Note", predicate: "changed > $SINCE", fetchLimit: 20)
///     ObjectModel(entities: [ObjectEntity("Note")], fetchTemplates: [recent])
public struct FetchTemplate: Hashable, Sendable {
    /// The name under which a program asks the model for the request.
    public var name: String
    /// The name of the entity whose objects are fetched.
    public var entity: String
    /// The predicate as a format, `$VARIABLES` to be filled in.
    public var predicate: String?
    /// How many objects at most; 0 for all.
    public var fetchLimit: Int
    /// The result type's raw value on Apple's systems.
    public var resultType: Int
    /// Further settings by their names in the model file (`includeSubentities`, …).
    public var settings: [String: String]
    /// The order of the results, the first part deciding first; only compiled models have one.
    public var sorting: [Sorting]

    /// A part of an order: a sort descriptor as a model keeps it.
    ///
    ///     FetchTemplate.Sorting("title", isAscending: true, selector: "localizedStandardCompare:")
    public struct Sorting: Hashable, Sendable {
        /// The key path that is sorted by.
        public var key: String
        /// Whether smaller values come first.
        public var isAscending: Bool
        /// The name of the method that compares; nil for `compare:`.
        public var selector: String?

        /// A part of an order.
        public init(_ key: String, isAscending: Bool, selector: String? = nil) {
            self.key = key
            self.isAscending = isAscending
            self.selector = selector
        }
    }

    /// A fetch request; without a predicate and a limit it fetches all objects of the entity.
    public init(
        _ name: String, entity: String, predicate: String? = nil, fetchLimit: Int = 0,
        resultType: Int = 0, settings: [String: String] = [:], sorting: [Sorting] = []
    ) {
        self.name = name
        self.entity = entity
        self.predicate = predicate
        self.fetchLimit = fetchLimit
        self.resultType = resultType
        self.settings = settings
        self.sorting = sorting
    }
}
