public import Foundation
public import CoreDataModel
public import PredicateCore

/// A model whose names were looked up: entities have numbers, properties have places.
///
///     let model = try ResolvedModel(ObjectModel(entities: […]))
///     model.entity(named: "Employee")?.attributes.map(\.name)
///
/// Everything below the facade speaks of entities by number and of properties by place, so that
/// a row is an array and a key is two integers.
public final class ResolvedModel: Sendable {
    /// The model as its author wrote it.
    public let model: ObjectModel
    /// The entities; an entity's number is its place here.
    ///
    /// In the order in which Apple's stores number them (there from 1): roots by name, each
    /// followed by the entities that inherit from it, depth first and by name.
    public let entities: [ModelEntity]
    /// Says what the bytes of a transformable attribute stand for, when a predicate or order asks.
    ///
    /// Nil where they cannot be read. Without it they are asked as bytes.
    public typealias Transforming =
        @Sendable (
            _ bytes: Data, _ attribute: ObjectAttribute
        ) -> Value?
    private let transforming: Transforming?
    private let numbers: [String: Int]

    init(model: ObjectModel, entities: [ModelEntity], transforming: Transforming?) {
        self.model = model
        self.entities = entities
        self.transforming = transforming
        numbers = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0.number) })
    }

    /// The entity of a name.
    public func entity(named name: String) -> ModelEntity? { numbers[name].map { entities[$0] } }

    /// The value of a row as predicates see it: what a transformable attribute's bytes stand for,
    /// any other as it is.
    func asked(_ value: Value, of attribute: @autoclosure () -> ModelAttribute) -> Value {
        guard case .bytes(let bytes) = value, let transforming else { return value }
        let attribute = attribute()
        guard attribute.type == .transformable else { return value }
        return transforming(bytes, attribute.source) ?? value
    }
}

/// An entity with everything that it inherits.
///
///     let note = model.entities[number]
///     note.name                       // "Note"
///     note.attributes.map(\.name)     // in the order of a row's values
///     note.properties["title"]        // .attribute(…) with its place among them
public final class ModelEntity: Sendable {
    /// Its place in ``ResolvedModel/entities``.
    public let number: Int
    /// The entity's name, unique in the model.
    public let name: String
    /// The entity as its author wrote it.
    public let source: ObjectEntity
    /// The entity that it inherits from.
    public let superentity: Int?
    /// The entity at the top of its tree; objects of one tree share a table and its row numbers.
    public let root: Int
    /// The numbers of itself and of all that inherit from it: always a run.
    public let family: ClosedRange<Int>
    /// Whether it has no objects of its own.
    public let isAbstract: Bool
    /// Attributes that are stored, inherited ones first; the place is that in a row.
    public let attributes: [ModelAttribute]
    /// Relationships to one object that are stored, inherited ones first.
    public let toOnes: [ModelRelationship]
    /// Relationships to many objects that are stored, inherited ones first.
    public let toManys: [ModelRelationship]
    /// Every property by name, transient and fetched ones too.
    public let properties: [String: ModelProperty]

    init(
        number: Int, source: ObjectEntity, superentity: Int?, root: Int, family: ClosedRange<Int>,
        attributes: [ModelAttribute], toOnes: [ModelRelationship], toManys: [ModelRelationship],
        properties: [String: ModelProperty]
    ) {
        self.number = number
        self.source = source
        name = source.name
        isAbstract = source.isAbstract
        self.superentity = superentity
        self.root = root
        self.family = family
        self.attributes = attributes
        self.toOnes = toOnes
        self.toManys = toManys
        self.properties = properties
    }
}

/// What stands behind a property's name.
///
///     switch entity.properties["folder"] {
///     case .toOne(let place)?: row.toOnes[place]   // the folder's key
///     default: nil
///     }
public enum ModelProperty: Hashable, Sendable {
    /// An attribute in the store: its place in ``ModelEntity/attributes``.
    case attribute(Int)
    /// A relationship to one object: its place in ``ModelEntity/toOnes``.
    case toOne(Int)
    /// A relationship to many: its place in ``ModelEntity/toManys``.
    case toMany(Int)
    /// In memory only: an attribute or a relationship that is not stored.
    case transient
    /// Found by a request each time.
    case fetched
}

/// An attribute with its place.
///
///     let title = note.attributes[0]
///     title.name                   // "title"
///     row.attributes[title.place]  // .text("Milk")
public struct ModelAttribute: Hashable, Sendable {
    /// Its place in a row's attributes.
    public let place: Int
    /// The attribute as its author wrote it.
    public let source: ObjectAttribute
    /// The entity that declares it.
    public let declaredBy: Int
    /// The attribute's name, as its author wrote it.
    public var name: String { source.name }
    /// The type of its values in the store.
    public var type: AttributeType { source.type }
}

/// A relationship with its place and its destination looked up.
///
///     let folder = note.toOnes[0]
///     folder.name                // "folder"
///     row.toOnes[folder.place]   // the folder's key, or nil
public struct ModelRelationship: Hashable, Sendable {
    /// The other side of a relationship.
    ///
    ///     let folder = note.toOnes[0]
    ///     folder.inverse?.name      // "notes"
    ///     folder.inverse?.isToMany  // true
    public struct Inverse: Hashable, Sendable {
        /// The entity that declares it.
        public let entity: Int
        /// The name of the inverse relationship.
        public let name: String
        /// Whether it is to many.
        public let isToMany: Bool
        /// Whether it is ordered.
        public let isOrdered: Bool
    }

    /// Its place among the entity's ``ModelEntity/toOnes`` or ``ModelEntity/toManys``.
    public let place: Int
    /// The relationship as its author wrote it.
    public let source: ObjectRelationship
    /// The entity that declares it.
    public let declaredBy: Int
    /// The entity of its objects.
    public let destination: Int
    /// The other side; nil where there is none.
    public let inverse: Inverse?
    /// The relationship's name, as its author wrote it.
    public var name: String { source.name }
    /// Whether it points at several.
    public var isToMany: Bool { source.isToMany }
    /// Whether the several have an order.
    public var isOrdered: Bool { source.isOrdered }
    /// Whether no relationship to one object says the same: many to many, or without an inverse.
    ///
    /// What is put in and taken out is then written as such.
    public var usesJoinTable: Bool { isToMany && (inverse == nil || inverse?.isToMany == true) }
}
