#if SwiftData
import Foundation
public import Observation

/// A class whose instances are kept in stores; ``Model()`` makes one.
///
/// A model is a plain object until a context inserts it. Like its context it belongs to one actor
/// or queue: pass ``persistentModelID`` to others.
///
/// Source: [PersistentModel](https://developer.apple.com/documentation/swiftdata/persistentmodel).
///
///     @Model final class Trip {
///         var name: String
///         init(name: String) { self.name = name }
///     }
///     context.insert(Trip(name: "Lisbon"))
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
    /// The model at the root of the class's inheritance.
    associatedtype Root: PersistentModel = Self
    /// Makes an instance that has its values elsewhere; contexts call it for stored models.
    init(backingData: any BackingData<Self>)
    /// Where the values are.
    var persistentBackingData: any BackingData<Self> { get set }
    /// What the schema says of the properties that the class declares itself.
    static var schemaMetadata: [Schema.PropertyMetadata] { get }
    /// Where the values are, as accessors use it; ``Model()`` writes it.
    var _$storage: _ModelStorage { get }
    /// The key paths of inherited properties by name; ``Model()`` writes it.
    static var _$inheritedKeyPaths: [String: AnyKeyPath] { get }
    /// What tells observers of changes, of each class of the inheritance; ``Model()`` writes it.
    var _$observers: [ObservationRegistrar] { get }
}

extension PersistentModel {
    /// None, of a class that inherits from no model.
    public static var _$inheritedKeyPaths: [String: AnyKeyPath] { [:] }
    /// None, of a class that is written without the macro.
    public var _$observers: [ObservationRegistrar] { [] }
    /// That of ``persistentBackingData``, of a class that is written without the macro.
    public var _$storage: _ModelStorage {
        guard let storage = (persistentBackingData as? any StorageOwner)?.storage else {
            fatalError(
                "The backing data of a model must be what createBackingData() or a context made.")
        }
        return storage
    }
}

/// Collections by which a model refers to several others: arrays, and optional ones.
///
///     @Model final class Note {
///         var tags: [Tag] = []
///         init() {}
///     }
///     note.setValue(forKey: \.tags, to: [Tag(name: "red")])
///     note.getValue(forKey: \.tags).count  // 1
///
/// Source:
/// [RelationshipCollection](https://developer.apple.com/documentation/swiftdata/relationshipcollection).
public protocol RelationshipCollection {
    /// The model that is referred to.
    associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
    /// The model that is referred to.
    public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection
where Wrapped: Sequence, Wrapped.Element: PersistentModel {
    /// The model that is referred to.
    public typealias PersistentElement = Wrapped.Element
}

extension PersistentModel {
    /// Values of a new instance.
    public static func createBackingData<P: PersistentModel>() -> some BackingData<P> {
        _ModelBacking<P>()
    }

    /// The context that has the model; nil before it is inserted, and after its deletion is saved.
    public var modelContext: ModelContext? { _$storage.modelContext }
    /// Which model it is: temporary until it is saved for the first time.
    public var persistentModelID: PersistentIdentifier { _$storage.identifier(of: Self.self) }
    /// The same as ``persistentModelID``, where the class has no `id` of its own.
    public var id: PersistentIdentifier { persistentModelID }
    /// Whether it has changes that are not saved.
    public var hasChanges: Bool { _$storage.hasChanges }
    /// Whether the next save deletes it.
    public var isDeleted: Bool { _$storage.isDeleted }

    /// Whether both are the same instance, or stand for the same stored model.
    public static func == (a: Self, b: Self) -> Bool {
        a === b || a.persistentModelID == b.persistentModelID
    }
    /// A hash of ``persistentModelID``, which the first save changes.
    public func hash(into hasher: inout Hasher) { hasher.combine(persistentModelID) }
}

// MARK: Values by key path

extension PersistentModel {
    /// The value of an attribute.
    @_disfavoredOverload
    public func getValue<V: Decodable>(forKey key: KeyPath<Self, V>) -> V {
        _$storage.value(_$storage.name(of: key))
    }
    /// The model that a relationship refers to.
    public func getValue<V: PersistentModel>(forKey key: KeyPath<Self, V>) -> V {
        _$storage.model(_$storage.name(of: key))
    }
    /// The model that a relationship refers to; nil for none.
    public func getValue<V: PersistentModel>(forKey key: KeyPath<Self, V?>) -> V? {
        _$storage.optionalModel(_$storage.name(of: key))
    }
    /// The models that a relationship refers to.
    public func getValue<V: RelationshipCollection, O>(forKey key: KeyPath<Self, V>) -> V
    where O == V.PersistentElement {
        _$storage.models(_$storage.name(of: key))
    }
    /// The models that a relationship refers to.
    public func getValue<V: RelationshipCollection & Decodable, O>(
        forKey key: KeyPath<Self, V>
    ) -> V where O == V.PersistentElement {
        _$storage.models(_$storage.name(of: key))
    }
    /// The value of a transformable attribute.
    public func getTransformableValue<V>(forKey key: KeyPath<Self, V>) -> V {
        _$storage.transformable(_$storage.name(of: key))
    }

    /// Sets the value of an attribute.
    @_disfavoredOverload
    public func setValue<V: Encodable>(forKey key: KeyPath<Self, V>, to newValue: V) {
        _$storage.setValue(newValue, _$storage.name(of: key))
    }
    /// Sets the model that a relationship refers to.
    public func setValue<V: PersistentModel>(forKey key: KeyPath<Self, V>, to newValue: V) {
        setReference(newValue, _$storage.name(of: key))
    }
    /// Sets the model that a relationship refers to, or none.
    public func setValue<V: PersistentModel>(forKey key: KeyPath<Self, V?>, to newValue: V?) {
        setReference(newValue, _$storage.name(of: key))
    }
    /// Sets the models that a relationship refers to.
    public func setValue<V: RelationshipCollection, O>(forKey key: KeyPath<Self, V>, to newValue: V)
    where O == V.PersistentElement {
        setReferences(newValue, _$storage.name(of: key))
    }
    /// Sets the models that a relationship refers to.
    public func setValue<V: RelationshipCollection & Encodable, O>(
        forKey key: KeyPath<Self, V>, to newValue: V
    ) where O == V.PersistentElement {
        setReferences(newValue, _$storage.name(of: key))
    }
    /// Sets a transformable attribute.
    public func setTransformableValue<V>(forKey key: KeyPath<Self, V>, to newValue: V) {
        _$storage.setTransformable(newValue, _$storage.name(of: key))
    }
}

extension PersistentModel {
    private func setReference<V: PersistentModel>(_ model: V?, _ name: String) {
        _$storage.setModel(model, name)
        if let model, _$storage.object == nil { _$storage.insert(self, with: [model], by: name) }
    }

    private func setReferences<V: RelationshipCollection>(_ models: V, _ name: String) {
        _$storage.setModels(models, name)
        guard _$storage.object == nil else { return }
        _$storage.insert(self, with: _ModelStorage.models(in: models), by: name)
    }
}

// MARK: What accessors call

// The compiler chooses by the type of the property; a type that is neither codable nor a model has
// no match.
extension PersistentModel {
    /// Reads an attribute; for the code that ``Model()`` writes.
    @inlinable @_disfavoredOverload
    public func _$get<V: Codable>(_ name: String) -> V { _$storage.value(name) }
    /// Reads a relationship to one; for the code that ``Model()`` writes.
    public func _$get<V: PersistentModel>(_ name: String) -> V { _$storage.model(name) }
    /// Reads an optional relationship to one; for the code that ``Model()`` writes.
    public func _$get<V: PersistentModel>(_ name: String) -> V? { _$storage.optionalModel(name) }
    /// Reads a relationship to many; for the code that ``Model()`` writes.
    public func _$get<V: RelationshipCollection>(_ name: String) -> V { _$storage.models(name) }
    /// Reads a transformable attribute; for the code that ``Model()`` writes.
    public func _$getTransformable<V>(_ name: String) -> V { _$storage.transformable(name) }

    /// Sets an attribute; for the code that ``Model()`` writes.
    @inlinable @_disfavoredOverload
    public func _$set<V: Codable>(_ name: String, _ value: V) { _$storage.setValue(value, name) }
    /// Sets a relationship to one; for the code that ``Model()`` writes.
    public func _$set<V: PersistentModel>(_ name: String, _ value: V) {
        setReference(value, name)
    }
    /// Sets an optional relationship to one; for the code that ``Model()`` writes.
    public func _$set<V: PersistentModel>(_ name: String, _ value: V?) {
        setReference(value, name)
    }
    /// Sets a relationship to many; for the code that ``Model()`` writes.
    public func _$set<V: RelationshipCollection>(_ name: String, _ value: V) {
        setReferences(value, name)
    }
    /// Sets a transformable attribute; for the code that ``Model()`` writes.
    public func _$setTransformable<V>(_ name: String, _ value: V) {
        _$storage.setTransformable(value, name)
    }
}
#endif
