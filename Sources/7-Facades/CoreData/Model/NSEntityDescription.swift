public import Foundation
import ObjectCore

/// One kind of object: a name, a class, attributes and relationships.
///
///     let item = NSEntityDescription()
///     item.name = "Item"
///     item.properties = [name, price]
open class NSEntityDescription: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked: as NSPropertyDescription.
    var className: String? { willSet { willChange() } }
    var ownProperties: [NSPropertyDescription] = []
    weak var parent: NSEntityDescription?
    weak var model: NSManagedObjectModel?
    var renaming: String? { willSet { willChange() } }
    var givenHash: Data?
    var isFrozen = false
    /// What its objects need, once the model is in use.
    var runtime: EntityRuntime?

    /// An entity without a name.
    public override init() { super.init() }

    /// Stands for the entity of properties that have none.
    static let none = NSEntityDescription()

    /// The entity of a name in the context's model.
    open class func entity(
        forEntityName entityName: String, in context: NSManagedObjectContext
    ) -> NSEntityDescription? {
        guard let model = context.modelIfAny else {
            raise(
                "+entityForName: nil is not a legal NSPersistentStoreCoordinator for searching for "
                    + "entity name '\(entityName)'")
        }
        return model.entitiesByName[entityName]
    }

    /// A new object of an entity, inserted into a context.
    open class func insertNewObject(
        forEntityName entityName: String, into context: NSManagedObjectContext
    ) -> NSManagedObject {
        guard let entity = entity(forEntityName: entityName, in: context) else {
            raise("+entityForName: could not locate an entity named '\(entityName)' in this model.")
        }
        let type = context.makesPlainObjects ? NSManagedObject.self : entity.objectClass
        return type.init(__entity: entity, context: context)
    }

    /// The model that it belongs to.
    open var managedObjectModel: NSManagedObjectModel { model ?? NSManagedObjectModel.none }
    /// The class of its objects.
    ///
    /// A model file says `.Note` for a class of the current module; that is `App.Note` here, as on
    /// Apple's systems, once the class is known: `NSClassFromString` finds it.
    open var managedObjectClassName: String! {
        get {
            guard let className, className.hasPrefix(".") else {
                return className ?? "NSManagedObject"
            }
            let type = ManagedRegistry.objectClass(for: self)
            return type == NSManagedObject.self ? className : String(reflecting: type)
        }
        set { className = newValue }
    }
    /// The name by which models and fetch requests find the entity; nil until it is set.
    open var name: String? { willSet { willChange() } }
    /// Whether only entities that inherit from it have objects.
    open var isAbstract = false { willSet { willChange() } }
    /// The entities that inherit from it, by name.
    open var subentitiesByName: [String: NSEntityDescription] {
        Dictionary(first: subentities.map { ($0.name ?? "", $0) })
    }
    /// The entities that inherit from it.
    open var subentities: [NSEntityDescription] = [] {
        willSet { willChange() }
        didSet {
            for entity in oldValue where entity.parent === self { entity.parent = nil }
            for entity in subentities { entity.parent = self }
        }
    }
    /// The entity that it inherits from.
    open var superentity: NSEntityDescription? { parent }
    /// Its properties by name, inherited ones too.
    open var propertiesByName: [String: NSPropertyDescription] {
        if let runtime { return runtime.propertiesByName }
        return Dictionary(first: properties.map { ($0.name, $0) })
    }
    /// Its properties, inherited ones too.
    open var properties: [NSPropertyDescription] {
        get { (parent?.properties ?? []) + ownProperties }
        set {
            willChange()
            let inherited = Set((parent?.properties ?? []).map(ObjectIdentifier.init))
            for property in ownProperties where property.owner === self { property.owner = nil }
            ownProperties = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
            for property in ownProperties { property.owner = self }
        }
    }
    /// Its attributes by name, inherited ones too.
    open var attributesByName: [String: NSAttributeDescription] {
        runtime?.attributesByName
            ?? propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
    }
    /// Its relationships by name, inherited ones too.
    open var relationshipsByName: [String: NSRelationshipDescription] {
        runtime?.relationshipsByName
            ?? propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
    }
    /// Its relationships to an entity.
    open func relationships(
        forDestination entity: NSEntityDescription
    ) -> [NSRelationshipDescription] {
        properties.compactMap { $0 as? NSRelationshipDescription }.filter {
            $0.destinationEntity.map(entity.isKindOf(entity:)) ?? false
        }
    }
    /// Whether it is the entity or inherits from it.
    open func isKindOf(entity: NSEntityDescription) -> Bool {
        var current: NSEntityDescription? = self
        while let candidate = current {
            if candidate === entity || candidate.isEqual(entity) { return true }
            current = candidate.parent
        }
        return false
    }
    /// Notes of the author; empty at first.
    ///
    /// They may be changed while the model is in use.
    open var userInfo: [AnyHashable: Any]? = [:]
    /// What tells this version of the entity from others.
    open var versionHash: Data {
        givenHash
            ?? VersionHash.digest(
                ([name ?? "", parent?.name ?? "", "\(isAbstract)", versionHashModifier ?? ""]
                    + properties.map(\.versionText).sorted()).joined(separator: "\n"))
    }
    /// Changes the version hash without changing the entity.
    open var versionHashModifier: String? { willSet { willChange() } }
    /// The name under which an earlier version of the model knew it; its own where none is set.
    open var renamingIdentifier: String? {
        get { renaming ?? name }
        set { renaming = newValue }
    }
    /// The indexes that the entity declares itself, without inherited ones.
    open var indexes: [NSFetchIndexDescription] = [] {
        willSet { requireMutable() }
        didSet {
            for index in oldValue where index.owner === self { index.owner = nil }
            for index in indexes { index.owner = self }
        }
    }
    /// Lists of properties, or of their names, whose values together occur once.
    open var uniquenessConstraints: [[Any]] = [] { willSet { willChange() } }
    /// Lists of properties, or of their names, that are indexed together, as older models have them.
    open var compoundIndexes: [[Any]] = [] { willSet { requireMutable() } }

    /// A copy that may be changed; it belongs to no model.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSEntityDescription()
        copy.name = name
        copy.className = className
        copy.isAbstract = isAbstract
        copy.properties = ownProperties.compactMap { $0.copy() as? NSPropertyDescription }
        copy.uniquenessConstraints = Self.named(uniquenessConstraints)
        copy.indexes = indexes.compactMap { $0.copy() as? NSFetchIndexDescription }
        copy.compoundIndexes = Self.named(compoundIndexes)
        copy.userInfo = userInfo
        copy.versionHashModifier = versionHashModifier
        copy.renaming = renaming
        copy.subentities = subentities.compactMap { $0.copy() as? NSEntityDescription }
        copy.givenHash = givenHash
        copy.connectIndexes()
        return copy
    }

    /// Lets the parts of indexes name the properties of this entity, inherited ones too.
    func connectIndexes() {
        for element in indexes.flatMap(\.elements) { element.connect(to: self) }
        for entity in subentities { entity.connectIndexes() }
    }

    /// Lists of properties as lists of their names.
    static func named(_ lists: [[Any]]) -> [[String]] {
        lists.map { list in
            list.map { ($0 as? NSPropertyDescription)?.name ?? String(describing: $0) }
        }
    }

    /// Stops the program where the model is in use.
    func requireMutable() {
        if isFrozen { raise("Can't modify an immutable model.") }
    }

    /// Stops the program where the model is in use; the hash that came with it holds no more.
    func willChange() {
        requireMutable()
        givenHash = nil
    }

    /// Equal entities have the same name, hash and properties.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSEntityDescription else { return false }
        return self === other
            || (name == other.name && name != nil
                && managedObjectClassName == other.managedObjectClassName
                && versionHash == other.versionHash)
    }
    /// A hash of the name, which equal entities share.
    open override var hash: Int { name.hashValue }

    /// The name and the class.
    open override var description: String {
        "(<NSEntityDescription>) name \(name ?? "(null)"), managedObjectClassName "
            + "\(managedObjectClassName ?? ""), renamingIdentifier \(renamingIdentifier ?? ""), "
            + "isAbstract \(isAbstract ? 1 : 0), superentity name \(parent?.name ?? "(null)")"
    }
}
