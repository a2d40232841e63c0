#if SwiftData
public import CoreData
import Foundation
import PredicateCore

/// The values of one model: its own until a context inserts it, those of a managed object then.
public final class _ModelStorage {
    /// The value of a property before a managed object has it.
    struct LooseValue {
        enum Content {
            /// An attribute of a common type, in the form in which it is stored.
            case stored(Value)
            /// An attribute of any other type.
            case attribute(Any)
            /// A model or several.
            case relationship(Any)
        }
        let name: String
        var content: Content
    }

    /// The managed object that has the values, once a context does.
    public final internal(set) var object: NSManagedObject?
    /// The values before that.
    final var loose: [LooseValue] = []
    final var registry: ModelRegistry?
    final var plan: EntityPlan?
    /// Whether the context keeps the model for changes that are not saved.
    final var isPending = false
    /// Whether writes are dropped: the storage of an instance that gets its values right after.
    private final let isDiscarding: Bool
    /// Of a subclass: whether it has the values that the superclass initialized.
    private final var isJoined = false
    private final var temporaryID: String?
    /// The identifier by which the model was asked for, and which no store has.
    final var missing: PersistentIdentifier? {
        get {
            if case .attribute(let id)? = looseContent(Self.identifierName) {
                id as? PersistentIdentifier
            } else {
                nil
            }
        }
        set { if let newValue { setLooseAttribute(newValue, Self.identifierName) } }
    }
    /// What relationships to many were set to since the last save.
    final var assigned: [AssignedModels] = []
    private static let identifierName = "persistentModelID"

    init(isDiscarding: Bool = false) { self.isDiscarding = isDiscarding }

    /// Takes what the initial values of an instance write that is made for a stored object.
    static nonisolated(unsafe) let discarding = _ModelStorage(isDiscarding: true)

    deinit {
        if let registry, let object { registry.forget(object) }
    }

    /// The storage of a subclass with what the superclass initialized, which has the same values
    /// from then on.
    public final func joined(to superclass: _ModelStorage) -> _ModelStorage {
        if isJoined || self === superclass { return self }
        isJoined = true
        for value in superclass.loose where !loose.contains(where: { $0.name == value.name }) {
            loose.append(value)
        }
        return self
    }

    // MARK: What it is

    var modelContext: ModelContext? {
        guard let object, object.managedObjectContext != nil, !object.isGone else { return nil }
        return registry?.context
    }
    // Of a row that is gone there is nothing to save.
    var hasChanges: Bool { object.map { $0.hasChanges && !$0.isGone } ?? false }
    var isDeleted: Bool { object.map { $0.isDeleted && !$0.isGone } ?? false }

    /// The part of a temporary identifier that tells it from others.
    final var temporaryName: String {
        if let temporaryID { return temporaryID }
        let made = "t" + UUID().uuidString
        temporaryID = made
        return made
    }

    func identifier(of type: any PersistentModel.Type) -> PersistentIdentifier {
        if let object, let registry { return registry.identifier(of: object) }
        return missing
            ?? PersistentIdentifier(
                temporary: temporaryName, entityName: plan?.name ?? Schema.entityName(type))
    }

    /// The name of a property.
    func name(of key: AnyKeyPath) -> String {
        if let name = KeyPathNames.name(of: key) { return name }
        // The names of a model are known from when its first schema is made.
        if let type = Swift.type(of: key).rootType as? any PersistentModel.Type {
            ModelNames.register(type, type.schemaMetadata)
            if let name = KeyPathNames.name(of: key) { return name }
        }
        fatalError("\(key) is no property that the model stores.")
    }

    // MARK: Loose values

    func setLoose(_ content: LooseValue.Content, _ name: String) {
        if isDiscarding { return }
        if let place = _ModelStorage.place(of: name, in: loose) {
            loose[place].content = content
            return
        }
        if loose.isEmpty { loose.reserveCapacity(8) }
        loose.append(LooseValue(name: name, content: content))
    }

    private static func place(of name: String, in loose: [LooseValue]) -> Int? {
        // By place: an element that is looked at as a whole is copied.
        loose.indices.first { loose[$0].name == name }
    }

    func looseContent(_ name: String) -> LooseValue.Content? {
        _ModelStorage.place(of: name, in: loose).map { loose[$0].content }
    }

    /// Sets the initial value of an attribute.
    @inlinable
    public final func initialize<V>(_ value: V, _ name: String) {
        if !isSetLoose(value, name) { setLooseAttribute(value, name) }
    }

    /// Sets an attribute of a common type; false for other types.
    ///
    /// Inlined where the type is known, so that one of these remains.
    @inlinable
    final func isSetLoose<V>(_ value: V, _ name: String) -> Bool {
        if V.self == String.self {
            setLoose(text: unsafeBitCast(value, to: String.self), name)
        } else if V.self == Int.self {
            setLoose(integer: unsafeBitCast(value, to: Int.self), name)
        } else if V.self == Bool.self {
            setLoose(truth: unsafeBitCast(value, to: Bool.self), name)
        } else if V.self == Double.self {
            setLoose(number: unsafeBitCast(value, to: Double.self), name)
        } else if V.self == Date.self {
            setLoose(date: unsafeBitCast(value, to: Date.self), name)
        } else if V.self == String?.self {
            setLoose(text: unsafeBitCast(value, to: String?.self), name)
        } else if V.self == Date?.self {
            setLoose(date: unsafeBitCast(value, to: Date?.self), name)
        } else {
            return false
        }
        return true
    }

    @usableFromInline
    func setLoose(text: String?, _ name: String) {
        setLoose(.stored(text.map { .text($0) } ?? .null), name)
    }
    @usableFromInline
    func setLoose(integer: Int, _ name: String) { setLoose(.stored(.int(Int64(integer))), name) }
    @usableFromInline
    func setLoose(truth: Bool, _ name: String) { setLoose(.stored(.bool(truth)), name) }
    @usableFromInline
    func setLoose(number: Double, _ name: String) { setLoose(.stored(.double(number)), name) }
    @usableFromInline
    func setLoose(date: Date?, _ name: String) {
        setLoose(.stored(date.map { .date($0) } ?? .null), name)
    }
    @usableFromInline
    func setLooseAttribute<V>(_ value: V, _ name: String) { setLoose(.attribute(value), name) }

    private func looseValue<V>(_ name: String) -> V {
        switch looseContent(name) {
        case .stored(let stored):
            if let value = ManagedValue.read(stored, as: V.self) { return value }
        case .attribute(let any), .relationship(let any):
            if let value = any as? V { return value }
        case nil: break
        }
        if let value = CompositeCoder.none(of: V.self) { return value }
        if let list = V.self as? any ArrayType.Type, let value = list.none as? V { return value }
        fatalError(
            "The property '\(name)' of a model that is in no context has no value: the model that "
                + "its identifier named is in no store.")
    }

    // MARK: Attributes

    /// The value of an attribute.
    @inlinable
    public final func value<V>(_ name: String) -> V {
        if let object {
            // Compared where the type is known, so that one of these remains.
            if V.self == String.self || V.self == Int.self || V.self == Bool.self
                || V.self == Double.self || V.self == Date.self || V.self == String?.self
                || V.self == Date?.self || V.self == Int64.self || V.self == Int32.self
                || V.self == Int16.self
            {
                return object.__managedValue(name)
            }
        }
        return general(name)
    }

    /// The value of an attribute of any type.
    @usableFromInline
    func general<V>(_ name: String) -> V {
        guard let object else { return looseValue(name) }
        guard let property = plan?.properties[name] else { return looseValue(name) }
        let value: Any?
        switch property.form {
        case .value(let coder):
            let stored = object.storedValue(of: name)
            value = stored.isNull ? nil : coder.decode(stored, else: property.defaultValue)
        case .array(let coder): value = coder.list(object.value(forKey: name))
        case .transformable, .ephemeral: value = object.value(forKey: name)
        case .toOne, .toMany: value = nil
        }
        if let value = value as? V { return value }
        return missing(property)
    }

    /// What an attribute has whose stored value is nil, or none of its type.
    private func missing<V>(_ property: PropertyPlan) -> V {
        if let value = CompositeCoder.none(of: V.self) { return value }
        // A struct whose members are all nil has nothing in its columns.
        if let coder = property.form.coder as? CompositeCoder, coder.mayBeEmpty,
            let value = coder.blank as? V
        {
            return value
        }
        if let value = property.defaultValue as? V { return value }
        if let value = property.form.coder?.blank as? V { return value }
        fatalError(
            "The stored value of '\(plan?.name ?? "").\(property.name)' is none of the type "
                + "\(V.self), and the property has no default value.")
    }

    /// Sets the value of an attribute.
    @inlinable
    public final func setValue<V>(_ value: V, _ name: String) {
        if let object {
            if V.self == String.self || V.self == Int.self || V.self == Bool.self
                || V.self == Double.self || V.self == Date.self || V.self == String?.self
                || V.self == Date?.self || V.self == Int64.self || V.self == Int32.self
                || V.self == Int16.self
            {
                object.__setManagedValue(value, name)
                if !isNoted { note() }
                return
            }
        } else if isSetLoose(value, name) {
            return
        }
        setGeneral(value, name)
    }

    /// Whether the context knows that the model has changes.
    @usableFromInline final var isNoted: Bool { isPending }

    /// Sets an attribute of any type.
    @usableFromInline
    func setGeneral<V>(_ value: V, _ name: String) {
        guard object != nil else { return setLooseAttribute(value, name) }
        setAny(value, name)
        if !isPending { note() }
    }

    /// Sets an attribute of the managed object.
    func setAny(_ value: Any, _ name: String) {
        guard let object, let property = plan?.properties[name] else { return }
        let plain = unwrapped(value)
        switch property.form {
        case .value(let coder):
            guard let plain else { return object.setStoredValue(.null, of: name) }
            do {
                object.setStoredValue(try coder.encode(plain), of: name)
            } catch {
                // A value that its own `encode(to:)` refuses; a property cannot throw.
                fatalError("'\(plan?.name ?? "").\(name)' could not be encoded: \(error)")
            }
        case .array(let coder): object.setValue(plain.map(coder.objects), forKey: name)
        case .transformable, .ephemeral: object.setValue(plain, forKey: name)
        case .toOne, .toMany: break
        }
    }

    /// Gives the managed object, which was just inserted, the value of an attribute.
    func fill(_ content: LooseValue.Content, _ name: String) {
        switch content {
        case .stored(let stored):
            if object?.setInitialValue(stored, of: name) == true { return }
            // An attribute that is in memory alone.
            guard let type = plan?.properties[name]?.valueType else { return }
            let plain = (type as? any OptionalValue.Type)?.wrappedType ?? type
            if let value = (plain as? any PrimitiveAttribute.Type)?.value(of: stored) {
                setAny(value, name)
            }
        case .attribute(let value): setAny(value, name)
        case .relationship: break
        }
    }

    /// Says that the model has changes.
    @usableFromInline
    func note() { registry?.noteChange(of: self) }

    /// The value of a transformable attribute.
    public func transformable<V>(_ name: String) -> V { general(name) }

    /// Sets a transformable attribute.
    public func setTransformable<V>(_ value: V, _ name: String) { setGeneral(value, name) }
}
#endif
