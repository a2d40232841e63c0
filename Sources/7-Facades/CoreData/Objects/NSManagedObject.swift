public import Foundation
import ObjectCore
public import PredicateCore

/// A pointer under the name that Apple's systems give it.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>

/// What is made in a context.
///
///     func make<T: NSManagedObject>(in context: NSManagedObjectContext) -> T { T(context: context) }
///     let item: Item = make(in: context)
///     let types: [NSManagedObject.Type] = [Item.self, Lamp.self]
///     types.compactMap { $0.init(context: context).entity.name }  // ["Item", "Lamp"]
///
/// An initialiser of a class can be called on a metatype only if every subclass repeats it; one
/// that comes from a protocol can be called on any. So `T(context: c)` and
/// `type.init(context: c)` compile, as on Apple's systems, and subclasses repeat nothing.
public protocol ContextMade {}

extension ContextMade where Self: NSManagedObject {
    /// A new object, inserted into a context.
    ///
    ///     let item = Item(context: context)
    ///     func make<T: NSManagedObject>() -> T { T(context: context) }
    ///     let type: NSManagedObject.Type = Item.self
    ///     let object = type.init(context: context)  // an Item
    ///
    /// Stops the program where no model has an entity of the class. A class that declares an
    /// `init(context:)` of its own is made by that where the class is named (`Item(context:)`), and
    /// by this one through `T` and metatypes.
    public init(context moc: NSManagedObjectContext) { self.init(__context: moc) }

    /// An object of an entity, inserted into a context; of no context for nil.
    ///
    ///     func make<T: NSManagedObject>(_ entity: NSEntityDescription) -> T {
    ///         T(entity: entity, insertInto: context)
    ///     }
    ///
    /// Calls the initialiser of the class, overridden or not; where the class is named, the compiler
    /// takes that itself.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        self.init(__entity: entity, context: context)
    }
}

/// An object of a store, or of one to come.
///
///     class Item: NSManagedObject {
///         @NSManaged var name: String?
///     }
///     let item = Item(context: context)
///     item.name = "Lamp"
///     try context.save()
///
/// There is one object of a row in each context. It belongs to the context's queue.
///
/// Source: [NSManagedObject](https://developer.apple.com/documentation/coredata/nsmanagedobject).
open class NSManagedObject: NSObject, NSFetchRequestResult, KeyedObject, ContextMade {
    struct State: OptionSet {
        let rawValue: UInt16
        static let fault = State(rawValue: 1)
        static let inserted = State(rawValue: 2)
        static let updated = State(rawValue: 4)
        static let deleted = State(rawValue: 8)
        /// Changed in the event that goes on.
        static let inEvent = State(rawValue: 16)
        /// A deletion whose rules were followed.
        static let propagated = State(rawValue: 32)
        /// Its row is gone.
        static let gone = State(rawValue: 64)
        /// Registered in its context.
        static let registered = State(rawValue: 128)
        /// Firing or awaking: what is set now is no change of the program.
        static let quiet = State(rawValue: 256)
        /// In `prepareForDeletion()`; no deletion yet.
        static let preparing = State(rawValue: 512)
    }

    final var link: ContextLink
    final let runtime: EntityRuntime
    final var storeLink: StoreLink?
    final var key: ObjectKey
    /// Where the context's table has it; row 0 for nowhere.
    final var tablePlace = ObjectPlace.none
    /// The attributes' values now; empty while it is a fault.
    final var values: [Value]
    /// What the store had when it was read; nil for new objects and faults not read yet.
    final var row: ObjectRow?
    /// The relationships that were touched; empty while none was.
    final var related: [Related] = []
    /// What lives in memory only: transient values and transformable ones, decoded or set.
    final var extras: [String: Any]?
    final var state: State = []
    final var cachedID: NSManagedObjectID?
    /// What it was before the event that goes on.
    final var before: EventSnapshot?
    /// The faults that are read with it.
    final var batch: FaultBatch?
    /// The model of `SwiftData` that stands for it, under the lock of the models' context.
    package final var known: KnownObject?

    /// An object of an entity, inserted into a context; of no context for nil.
    ///
    ///     let item = NSManagedObject(entity: entity, insertInto: context)
    ///     item is Item  // true, where that is the class of the entity
    ///
    /// An object of a class that has stored properties is made by the name of that class.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        guard let runtime = entity.inUse else {
            raise(
                "An NSManagedObject of class '\(Self.self)' must have a valid NSEntityDescription.")
        }
        self.runtime = runtime
        link = ContextLink.none
        key = ObjectKey(entity: runtime.number, row: 0)
        values = runtime.defaults
        super.init()
        if type(of: self) == NSManagedObject.self, context?.makesPlainObjects != true {
            EntityClass.give(runtime.objectClass, to: self)
        }
        guard let context else {
            if !runtime.transientDefaults.isEmpty { extras = runtime.transientDefaults }
            return
        }
        context.insertNew(self)
    }

    /// The initialiser by which Core Data makes objects of a class that it knows at run time.
    ///
    /// A subclass with a designated initialiser of its own inherits it by one line more, without
    /// which the compiler says that this `required` initialiser must be provided:
    ///
    ///     override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    ///         super.init(entity: entity, insertInto: context)
    ///     }
    public required convenience init(
        __entity: NSEntityDescription, context: NSManagedObjectContext?
    ) {
        self.init(entity: __entity, insertInto: context)
    }

    /// What ``ContextMade/init(context:)`` calls: the class is the one whose metatype was asked.
    ///
    /// Inherited like ``init(__entity:context:)``, where a subclass that has a designated
    /// initialiser of its own overrides ``init(entity:insertInto:)``.
    public required convenience init(__context moc: NSManagedObjectContext) {
        let type = Self.self
        guard let entity = moc.modelIfAny?.entity(for: type) ?? SeenModels.entity(for: type) else {
            raise(
                "No NSEntityDescriptions in any model claim the NSManagedObject subclass '\(type)' "
                    + "so +entity is confused.  Have you loaded your NSManagedObjectModel yet ?")
        }
        self.init(entity: entity, insertInto: moc)
    }

    deinit {
        if tablePlace.row != 0 { link.table.forget(self) }
        if !related.isEmpty { ReleasedRelationships.release(&related) }
    }

    // MARK: What it is

    /// The entity of the class, in the model used last.
    ///
    /// Where no model has one, as before the model is loaded, an entity without a name, and a line on
    /// standard error.
    open class func entity() -> NSEntityDescription {
        if let entity = SeenModels.entity(for: self) { return entity }
        // A program goes on where this cannot be said.
        try? FileHandle.standardError.write(
            contentsOf: Data(
                """
                CoreData: error: No NSEntityDescriptions in any model claim the NSManagedObject subclass \
                '\(self)' so +entity is confused.  Have you loaded your NSManagedObjectModel yet ?

                """.utf8))
        return NSEntityDescription()
    }

    /// The name of the class with its module's: `"Shop.Item"`.
    open class func description() -> String { String(reflecting: self) }

    /// A request for all objects of the class's entity.
    @_disfavoredOverload
    open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = entity()
        return request
    }

    /// Whether contexts ignore changes of properties outside of the model; without effect here.
    open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }
    /// The keys on which a property depends; never asked, as there is no key-value observing on Linux.
    open class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> { [] }
    /// Whether changes of a property notify its observers; never asked, as there is no key-value observing
    /// on Linux.
    open class func automaticallyNotifiesObservers(forKey key: String) -> Bool { true }

    /// The context; nil when it was deleted and saved, or its context is gone.
    open var managedObjectContext: NSManagedObjectContext? { link.context }
    /// The entity whose properties the object has.
    open var entity: NSEntityDescription { runtime.description }
    /// The identifier of the object; temporary until a store gives it a permanent one.
    open var objectID: NSManagedObjectID {
        if let cachedID { return cachedID }
        let made = NSManagedObjectID(key, runtime, storeLink)
        cachedID = made
        return made
    }
    /// Whether it was inserted and not saved yet.
    open var isInserted: Bool { state.contains(.inserted) }
    /// Whether it was changed and not saved yet.
    open var isUpdated: Bool { state.contains(.updated) && !state.contains(.deleted) }
    /// Whether it will be deleted by the next save.
    open var isDeleted: Bool { state.contains(.deleted) }
    /// Whether it has changes that are not saved.
    open var hasChanges: Bool { !state.isDisjoint(with: [.inserted, .updated, .deleted]) }
    /// Whether saving it would change the store.
    open var hasPersistentChangedValues: Bool {
        changedNames().contains { name in
            switch runtime.slots[name] {
            case .attribute, .toOne, .toMany: true
            case .transient, .fetched, nil: false
            }
        }
    }
    /// Whether its values were not read yet.
    open var isFault: Bool { state.contains(.fault) }
    /// 0 for an object that has its values and is not awaking.
    open var faultingState: Int { state.contains(.fault) ? 1 : 0 }
    /// Whether a relationship's objects were not read yet.
    open func hasFault(forRelationshipNamed key: String) -> Bool {
        guard let slot = runtime.relationshipSlot(key) else { return false }
        if state.contains(.fault) || related.isEmpty { return !state.contains(.inserted) }
        switch related[slot] {
        case .unloaded: return !state.contains(.inserted)
        case .one: return false
        case .many(let members): return !members.isLoaded
        }
    }
    /// The identifiers of a relationship's objects, without the objects.
    open func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
        guard let slot = runtime.relationshipSlot(key) else { return [] }
        if slot < runtime.toOneCount { return relatedOne(slot).map { [$0.objectID] } ?? [] }
        return members(slot).list.map(\.objectID)
    }

    // MARK: What subclasses may do

    /// Called once, when it is inserted.
    open func awakeFromInsert() {}
    /// Called whenever a fault has its values.
    open func awakeFromFetch() {}
    /// Called when an undo, a rollback, a refresh or a merge gave it other values.
    ///
    /// Except after an undo, what it sets of itself here is no change. Of an object that became a
    /// fault, ``awakeFromFetch()`` is called when it has its values again.
    open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}
    /// Called before it is deleted.
    open func prepareForDeletion() {}
    /// Called before it is saved; it may change its values.
    open func willSave() {}
    /// Called after it was saved.
    open func didSave() {}
    /// Called before it becomes a fault.
    open func willTurnIntoFault() {}
    /// Called after it became a fault.
    open func didTurnIntoFault() {}

    // MARK: Values by key

    /// The value of a property: numbers as `NSNumber`, objects, sets of objects.
    ///
    /// Stops the program for a key that the entity does not have, as Apple's systems do.
    open func value(forKey key: String) -> Any? { ownValue(forKey: key) }
    /// Sets a property; a key that the entity does not have goes to
    /// ``setValue(_:forUndefinedKey:)``.
    open func setValue(_ value: Any?, forKey key: String) {
        if isNilOfNumber(value, key) { setNilValueForKey(key) } else { setAny(value, key) }
    }
    /// Called by ``setValue(_:forKey:)`` for nil as the value of a number or a truth.
    ///
    ///     override func setNilValueForKey(_ key: String) {
    ///         if key == "age" { age = 0 } else { super.setNilValueForKey(key) }
    ///     }
    ///
    /// The attribute has no value then, unless an override sets another one. On Apple's systems it is called
    /// where the property of the class is a scalar, and raises an exception.
    open func setNilValueForKey(_ key: String) { setAny(nil, key) }
    /// Asked for keys that the entity does not have.
    open func value(forUndefinedKey key: String) -> Any? { ownValue(forUndefinedKey: key) }
    /// Told of keys that the entity does not have.
    open func setValue(_ value: Any?, forUndefinedKey key: String) {
        ownSetValue(value, forUndefinedKey: key)
    }
    /// The value at the end of keys: `list.value(forKeyPath: "items.@sum.price")`.
    open func value(forKeyPath keyPath: String) -> Any? { ownValue(forKeyPath: keyPath) }
    /// Sets the value at the end of keys.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) {
        ownSetValue(value, forKeyPath: keyPath)
    }
    /// Sets several properties; `NSNull` means nil.
    open func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value, forKey: key) }
    }
    /// Several properties; nil as `NSNull`.
    open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        var made: [String: Any] = [:]
        for key in keys { made[key] = value(forKey: key) ?? NSNull() }
        return made
    }
    /// The value, without access notifications.
    open func primitiveValue(forKey key: String) -> Any? {
        anyValue(key) ?? Self.reflected(key, self)
    }
    /// Sets the value, without change notifications.
    open func setPrimitiveValue(_ value: Any?, forKey key: String) {
        ownSetPrimitiveValue(value, forKey: key)
    }
    /// A set that changes the relationship when it is changed.
    open func mutableSetValue(forKey key: String) -> NSMutableSet {
        RelationshipSet(self, key)
    }
    /// An ordered set that changes the relationship when it is changed.
    open func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        RelationshipOrderedSet(self, key)
    }
    /// An array that sets the property when it is changed: a transformable attribute, empty where
    /// it is nil, or an ordered relationship.
    ///
    ///     note.mutableArrayValue(forKey: "words").add("sea")
    open func mutableArrayValue(forKey key: String) -> NSMutableArray { ValueArray(self, key) }
    /// Says that a value will be read: a fault is read now.
    open func willAccessValue(forKey key: String?) {
        if state.contains(.fault) { fire() }
    }
    /// Says that a value was read.
    open func didAccessValue(forKey key: String?) {}
    /// Says that a value will change.
    open func willChangeValue(forKey key: String) { willModify() }
    /// Says that a value changed.
    open func didChangeValue(forKey key: String) {}
    /// The properties that changed since the object was read or saved, with their values now.
    open func changedValues() -> [String: Any] {
        var made: [String: Any] = [:]
        for name in changedNames() { made[name] = value(forKey: name) ?? NSNull() }
        return made
    }
    /// The properties that changed in the event that goes on, with their values before it; in observers of
    /// `NSManagedObjectContextObjectsDidChange`, in the event that is posted.
    open func changedValuesForCurrentEvent() -> [String: Any] { ownChangedValuesForCurrentEvent() }
    /// What properties were when the object was read or saved; of all for nil.
    ///
    /// Empty for an object that was never saved.
    open func committedValues(forKeys keys: [String]?) -> [String: Any] {
        ownCommittedValues(forKeys: keys)
    }

    // MARK: Validation

    /// Checks a value that a property may get.
    ///
    /// - Throws: What it breaks.
    open func validateValue(
        _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
    ) throws {
        try Validation.check(value.pointee, key, of: self)
    }
    /// Checks the object before it is saved for the first time.
    ///
    /// - Throws: One error, or several as ``NSValidationMultipleErrorsError``.
    open func validateForInsert() throws { try Validation.check(self) }
    /// Checks the object before its changes are saved.
    ///
    /// - Throws: One error, or several as ``NSValidationMultipleErrorsError``.
    open func validateForUpdate() throws { try Validation.check(self) }
    /// Checks whether the object may be deleted.
    ///
    /// - Throws: ``NSValidationRelationshipDeniedDeleteError`` for a rule that denies it.
    open func validateForDelete() throws { try Validation.checkDeletion(self) }

    // MARK: Identity

    /// Whether both are the same object.
    open override func isEqual(_ object: Any?) -> Bool { self === object as AnyObject? }
    /// A hash of the object's identity, as equality compares identities.
    open override var hash: Int { ObjectIdentifier(self).hashValue }

    /// The entity, the identifier and the values.
    open override var description: String {
        let head =
            "<\(type(of: self)): \(ObjectIdentifier(self).debugDescription)> "
            + "(entity: \(runtime.name); id: \(objectID.uriRepresentation().absoluteString); "
        if state.contains(.fault) { return head + "data: <fault>)" }
        let data = runtime.entity.attributes.map {
            "    \($0.name) = \(value(forKey: $0.name).map { "\($0)" } ?? "nil");"
        }
        return head + "data: {\n\(data.joined(separator: "\n"))\n})"
    }
}

// Confinement to the context's queue is the program's duty; sending it across is not allowed.
@available(*, unavailable)
extension NSManagedObject: @unchecked Sendable {}

/// The way from an object to its context, cut when the context goes.
final class ContextLink: @unchecked Sendable {
    // Unchecked: the context's own deinit cuts it, when no reference to the context is left.
    unowned(unsafe) var context: NSManagedObjectContext?
    let table: ObjectTable

    init(_ context: NSManagedObjectContext?, _ table: ObjectTable) {
        self.context = context
        self.table = table
    }

    /// The link of objects without a context.
    static let none = ContextLink(nil, ObjectTable())
}
