#if SwiftData
import CoreData
import Foundation

/// A schema as contexts use it: a model of Core Data, and how each property is kept.
final class SchemaPlan: @unchecked Sendable {
    // Unchecked: nothing of it changes once it is made.
    let schema: Schema
    let model: NSManagedObjectModel
    let entities: [String: EntityPlan]
    private let byType: [ObjectIdentifier: EntityPlan]
    private let byEntity: [ObjectIdentifier: EntityPlan]

    /// - Throws: `loadIssueModelContainer` for a schema that cannot be stored.
    init(_ schema: Schema) throws {
        self.schema = schema
        let builder = try ModelBuilder(schema)
        model = builder.model
        entities = builder.plans
        byType = Dictionary(
            builder.plans.values.map { (ObjectIdentifier($0.type), $0) },
            uniquingKeysWith: { a, _ in a })
        byEntity = Dictionary(
            builder.plans.values.map { (ObjectIdentifier($0.entity), $0) },
            uniquingKeysWith: { a, _ in a })
    }

    /// The plan of a model; nil where the schema does not have it.
    func entity(_ type: any PersistentModel.Type) -> EntityPlan? {
        byType[ObjectIdentifier(type)]
    }

    /// The plan of a managed object's entity.
    func entity(of object: NSManagedObject) -> EntityPlan? {
        let entity = object.entity
        // A store of its own may have its own copy of the model.
        return byEntity[ObjectIdentifier(entity)] ?? entities[entity.name ?? ""]
    }
}

/// One model of a schema.
final class EntityPlan: @unchecked Sendable {
    // Unchecked: nothing of it changes once it is made.
    let name: String
    let type: any PersistentModel.Type
    let entity: NSEntityDescription
    /// The properties by name, inherited ones too.
    let properties: [String: PropertyPlan]

    init(
        _ name: String, _ type: any PersistentModel.Type, _ entity: NSEntityDescription,
        _ properties: [String: PropertyPlan]
    ) {
        self.name = name
        self.type = type
        self.entity = entity
        self.properties = properties
    }
}

/// One property of a model.
final class PropertyPlan: @unchecked Sendable {
    // Unchecked: nothing of it changes once it is made.
    enum Form {
        /// In one column, or as a composite.
        case value(AttributeCoder)
        /// An archived array.
        case array(ArrayCoder)
        /// Bytes of a transformer.
        case transformable
        /// In memory alone.
        case ephemeral
        case toOne(String)
        case toMany(String)

        var coder: AttributeCoder? {
            switch self {
            case .value(let coder): coder
            case .array(let coder): coder
            case .transformable, .ephemeral, .toOne, .toMany: nil
            }
        }
    }

    let name: String
    let form: Form
    let defaultValue: Any?
    let valueType: any Any.Type
    /// The key path that the property's own accessors observe by.
    private let keyPath: AnyKeyPath?

    init(
        _ name: String, _ form: Form, _ valueType: any Any.Type, _ keyPath: AnyKeyPath?,
        defaultValue: Any? = nil
    ) {
        self.name = name
        self.keyPath = keyPath
        self.form = form
        self.valueType = valueType
        self.defaultValue = defaultValue
    }

    /// Tells the observers of a model that the property has another value.
    func tellObservers(of model: any PersistentModel) {
        guard let keyPath,
            let root = Swift.type(of: keyPath).rootType as? any PersistentModel.Type
        else { return }
        func open<M: PersistentModel>(_: M.Type) {
            guard let model = model as? M else { return }
            func tell<V>(_: V.Type) {
                guard let path = keyPath as? KeyPath<M, V> else { return }
                // A subclass has a registrar of its own for its own properties.
                for registrar in model._$observers {
                    registrar.withMutation(of: model, keyPath: path) {}
                }
            }
            _openExistential(Swift.type(of: keyPath).valueType, do: tell)
        }
        open(root)
    }
}
#endif
