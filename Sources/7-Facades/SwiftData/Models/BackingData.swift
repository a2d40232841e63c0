#if SwiftData
/// Where the values of a model are.
///
///     let data: any BackingData<Label> = Label.createBackingData()
///     data.setValue(forKey: \.text, to: "red")
///     let label = Label(backingData: data)
///     label.text                                            // "red"
///     label.persistentBackingData.getValue(forKey: \.text)  // "red"
///     label.persistentBackingData.persistentModelID         // nil: it is not inserted
///
/// Source: [BackingData](https://developer.apple.com/documentation/swiftdata/backingdata).
public protocol BackingData<Model> {
    /// The model.
    associatedtype Model: PersistentModel
    /// Values of a new instance.
    init(for modelType: Model.Type)
    /// Which model it is; nil before it is inserted.
    var persistentModelID: PersistentIdentifier? { get set }
    /// What the store knows of the values; nothing here.
    var metadata: Any { get }

    /// The value of an attribute.
    func getValue<V: Decodable>(forKey key: KeyPath<Model, V>) -> V
    /// The model that a relationship refers to.
    func getValue<V: PersistentModel>(forKey key: KeyPath<Model, V>) -> V
    /// The model that a relationship refers to; nil for none.
    func getValue<V: PersistentModel>(forKey key: KeyPath<Model, V?>) -> V?
    /// The models that a relationship refers to.
    func getValue<V: RelationshipCollection, O>(forKey key: KeyPath<Model, V>) -> V
    where O == V.PersistentElement
    /// The models that a relationship refers to.
    func getValue<V: RelationshipCollection & Decodable, O>(forKey key: KeyPath<Model, V>) -> V
    where O == V.PersistentElement
    /// The value of a transformable attribute.
    func getTransformableValue<V>(forKey key: KeyPath<Model, V>) -> V

    /// Sets an attribute.
    func setValue<V: Encodable>(forKey key: KeyPath<Model, V>, to newValue: V)
    /// Sets the model that a relationship refers to.
    func setValue<V: PersistentModel>(forKey key: KeyPath<Model, V>, to newValue: V)
    /// Sets the model that a relationship refers to, or none.
    func setValue<V: PersistentModel>(forKey key: KeyPath<Model, V?>, to newValue: V?)
    /// Sets the models that a relationship refers to.
    func setValue<V: RelationshipCollection, O>(forKey key: KeyPath<Model, V>, to newValue: V)
    where O == V.PersistentElement
    /// Sets the models that a relationship refers to.
    func setValue<V: RelationshipCollection & Encodable, O>(
        forKey key: KeyPath<Model, V>, to newValue: V
    ) where O == V.PersistentElement
    /// Sets a transformable attribute.
    func setTransformableValue<V>(forKey key: KeyPath<Model, V>, to newValue: V)
}

/// The backing data of every model here: a struct of known type round one object, so that reading
/// a property casts nothing.
@frozen
public struct _ModelBacking<Model: PersistentModel>: BackingData {
    /// The values of one model.
    public let storage: _ModelStorage

    /// Values of a new instance; those of an instance that is being made for a stored object are
    /// set right after, and drop what initial values write.
    public init() {
        storage = StorageScope.isWrapping(Model.self) ? .discarding : _ModelStorage()
    }

    /// Values of a new instance.
    public init(for modelType: Model.Type) { storage = _ModelStorage() }

    init(_ storage: _ModelStorage) { self.storage = storage }

    /// The values of another backing; of a program's own kind of backing, none.
    public init(adopting other: any BackingData<Model>) {
        // Asked for by its own type first, which costs less than asking for a conformance.
        if let own = other as? _ModelBacking {
            storage = own.storage
        } else {
            storage = (other as? any StorageOwner)?.storage ?? _ModelStorage()
        }
    }

    /// The values of a backing of the superclass.
    public init<Superclass: PersistentModel>(sharing other: any BackingData<Superclass>) {
        storage = (other as? any StorageOwner)?.storage ?? _ModelStorage()
    }

    /// Which model it is; nil before it is inserted.
    ///
    /// Setting it has no effect: contexts identify their models.
    public var persistentModelID: PersistentIdentifier? {
        get { storage.object == nil ? nil : storage.identifier(of: Model.self) }
        set {}
    }
    /// Nothing: the store's version of a model is Core Data's.
    public var metadata: Any { () }

    /// The value of an attribute.
    @_disfavoredOverload
    public func getValue<V: Decodable>(forKey key: KeyPath<Model, V>) -> V {
        storage.value(storage.name(of: key))
    }
    /// The model that a relationship refers to.
    public func getValue<V: PersistentModel>(forKey key: KeyPath<Model, V>) -> V {
        storage.model(storage.name(of: key))
    }
    /// The model that a relationship refers to; nil for none.
    public func getValue<V: PersistentModel>(forKey key: KeyPath<Model, V?>) -> V? {
        storage.optionalModel(storage.name(of: key))
    }
    /// The models that a relationship refers to.
    public func getValue<V: RelationshipCollection, O>(forKey key: KeyPath<Model, V>) -> V
    where O == V.PersistentElement {
        storage.models(storage.name(of: key))
    }
    /// The models that a relationship refers to.
    public func getValue<V: RelationshipCollection & Decodable, O>(
        forKey key: KeyPath<Model, V>
    ) -> V where O == V.PersistentElement {
        storage.models(storage.name(of: key))
    }
    /// The value of a transformable attribute.
    public func getTransformableValue<V>(forKey key: KeyPath<Model, V>) -> V {
        storage.transformable(storage.name(of: key))
    }

    /// Sets the value of an attribute.
    @_disfavoredOverload
    public func setValue<V: Encodable>(forKey key: KeyPath<Model, V>, to newValue: V) {
        storage.setValue(newValue, storage.name(of: key))
    }
    /// Sets the model that a relationship refers to.
    public func setValue<V: PersistentModel>(forKey key: KeyPath<Model, V>, to newValue: V) {
        storage.setModel(newValue, storage.name(of: key))
    }
    /// Sets the model that a relationship refers to, or none.
    public func setValue<V: PersistentModel>(forKey key: KeyPath<Model, V?>, to newValue: V?) {
        storage.setModel(newValue, storage.name(of: key))
    }
    /// Sets the models that a relationship refers to.
    public func setValue<V: RelationshipCollection, O>(
        forKey key: KeyPath<Model, V>, to newValue: V
    ) where O == V.PersistentElement {
        storage.setModels(newValue, storage.name(of: key))
    }
    /// Sets the models that a relationship refers to.
    public func setValue<V: RelationshipCollection & Encodable, O>(
        forKey key: KeyPath<Model, V>, to newValue: V
    ) where O == V.PersistentElement {
        storage.setModels(newValue, storage.name(of: key))
    }
    /// Sets a transformable attribute.
    public func setTransformableValue<V>(forKey key: KeyPath<Model, V>, to newValue: V) {
        storage.setTransformable(newValue, storage.name(of: key))
    }
}

extension _ModelBacking {
    /// Sets the initial value of an attribute; for the code that ``Model()`` writes.
    @inlinable @_disfavoredOverload
    public func _$initialize<V: Codable>(_ name: String, _ value: V) {
        storage.initialize(value, name)
    }
    /// Sets the initial value of a relationship to one.
    public func _$initialize<V: PersistentModel>(_ name: String, _ value: V) {
        storage.setLoose(.relationship(value), name)
    }
    /// Sets the initial value of an optional relationship to one.
    public func _$initialize<V: PersistentModel>(_ name: String, _ value: V?) {
        storage.setLoose(.relationship(value as Any), name)
    }
    /// Sets the initial value of a relationship to many.
    public func _$initialize<V: RelationshipCollection>(_ name: String, _ value: V) {
        storage.setLoose(.relationship(value), name)
    }
    /// Sets the initial value of a transformable attribute.
    public func _$initializeTransformable<V>(_ name: String, _ value: V) {
        storage.setLoose(.attribute(value as Any), name)
    }
}

/// Backing data of any model that has its values here.
protocol StorageOwner {
    var storage: _ModelStorage { get }
}

extension _ModelBacking: StorageOwner {}
#endif
