public import Foundation
import ObjectCore

/// One kind of object: a name, a class, attributes and relationships.
///
///     let item = NSEntityDescription()
///     item.name = "Item"
///     item.properties = [name, price]
open class NSEntityDescription: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked: as NSPropertyDescription.
    var storedName: String?
    var className: String?
    var abstract = false
    var ownProperties: [NSPropertyDescription] = []
    var ownSubentities: [NSEntityDescription] = []
    weak var parent: NSEntityDescription?
    weak var model: NSManagedObjectModel?
    var constraints: [[Any]] = []
    var ownIndexes: [NSFetchIndexDescription] = []
    var compounds: [[Any]] = []
    var info: [AnyHashable: Any]?
    var hashModifier: String?
    var renaming: String?
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
        return entity.objectClass.init(__entity: entity, context: context)
    }

    /// The model that it belongs to.
    open var managedObjectModel: NSManagedObjectModel { model ?? NSManagedObjectModel.none }
    /// The class of its objects.
    open var managedObjectClassName: String! {
        get { className ?? "NSManagedObject" }
        set { mutate { className = newValue } }
    }
    /// The name by which models and fetch requests find the entity; nil until it is set.
    open var name: String? {
        get { storedName }
        set { mutate { storedName = newValue } }
    }
    /// Whether only entities that inherit from it have objects.
    open var isAbstract: Bool {
        get { abstract }
        set { mutate { abstract = newValue } }
    }
    /// The entities that inherit from it, by name.
    open var subentitiesByName: [String: NSEntityDescription] {
        Dictionary(
            ownSubentities.map { ($0.storedName ?? "", $0) }, uniquingKeysWith: { a, _ in a })
    }
    /// The entities that inherit from it.
    open var subentities: [NSEntityDescription] {
        get { ownSubentities }
        set {
            mutate {
                for entity in ownSubentities where entity.parent === self { entity.parent = nil }
                ownSubentities = newValue
                for entity in newValue { entity.parent = self }
            }
        }
    }
    /// The entity that it inherits from.
    open var superentity: NSEntityDescription? { parent }
    /// Its properties by name, inherited ones too.
    open var propertiesByName: [String: NSPropertyDescription] {
        if let runtime { return runtime.propertiesByName }
        return Dictionary(properties.map { ($0.storedName, $0) }, uniquingKeysWith: { a, _ in a })
    }
    /// Its properties, inherited ones too.
    open var properties: [NSPropertyDescription] {
        get { (parent?.properties ?? []) + ownProperties }
        set {
            mutate {
                let inherited = Set((parent?.properties ?? []).map(ObjectIdentifier.init))
                for property in ownProperties where property.owner === self { property.owner = nil }
                ownProperties = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
                for property in ownProperties { property.owner = self }
            }
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
    /// Notes of the author.
    open var userInfo: [AnyHashable: Any]? {
        get { info }
        set { mutate { info = newValue } }
    }
    /// What tells this version of the entity from others.
    open var versionHash: Data {
        givenHash
            ?? VersionHash.digest(
                ([storedName ?? "", parent?.storedName ?? "", "\(abstract)", hashModifier ?? ""]
                    + properties.map(\.versionText).sorted()).joined(separator: "\n"))
    }
    /// Changes the version hash without changing the entity.
    open var versionHashModifier: String? {
        get { hashModifier }
        set { mutate { hashModifier = newValue } }
    }
    /// The name under which an earlier version of the model knew it; its own where none is set.
    open var renamingIdentifier: String? {
        get { renaming ?? storedName }
        set { mutate { renaming = newValue } }
    }
    /// The indexes that the entity declares itself, without inherited ones.
    open var indexes: [NSFetchIndexDescription] {
        get { ownIndexes }
        set {
            requireMutable()
            for index in ownIndexes where index.owner === self { index.owner = nil }
            ownIndexes = newValue
            for index in newValue { index.owner = self }
        }
    }
    /// Lists of properties, or of their names, whose values together occur once.
    open var uniquenessConstraints: [[Any]] {
        get { constraints }
        set { mutate { constraints = newValue } }
    }
    /// Lists of properties, or of their names, that are indexed together, as older models have them.
    open var compoundIndexes: [[Any]] {
        get { compounds }
        set {
            requireMutable()
            compounds = newValue
        }
    }

    /// A copy that may be changed; it belongs to no model.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSEntityDescription()
        copy.storedName = storedName
        copy.className = className
        copy.abstract = abstract
        copy.properties = ownProperties.compactMap { $0.copy() as? NSPropertyDescription }
        copy.constraints = Self.named(constraints)
        copy.ownIndexes = ownIndexes.compactMap { $0.copy() as? NSFetchIndexDescription }
        for index in copy.ownIndexes { index.owner = copy }
        copy.compounds = Self.named(compounds)
        copy.info = info
        copy.hashModifier = hashModifier
        copy.renaming = renaming
        copy.givenHash = givenHash
        copy.ownSubentities = ownSubentities.compactMap { $0.copy() as? NSEntityDescription }
        for entity in copy.ownSubentities { entity.parent = copy }
        copy.connectIndexes()
        return copy
    }

    /// Lets the parts of indexes name the properties of this entity, inherited ones too.
    func connectIndexes() {
        for element in ownIndexes.flatMap(\.elements) { element.connect(to: self) }
        for entity in ownSubentities { entity.connectIndexes() }
    }

    /// Lists of properties as lists of their names.
    static func named(_ lists: [[Any]]) -> [[String]] {
        lists.map { list in
            list.map { ($0 as? NSPropertyDescription)?.storedName ?? String(describing: $0) }
        }
    }

    /// Stops the program where the model is in use.
    func requireMutable() {
        if isFrozen { raise("Can't modify an immutable model.") }
    }

    func mutate(_ change: () -> Void) {
        requireMutable()
        givenHash = nil
        change()
    }

    /// Equal entities have the same name, hash and properties.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSEntityDescription else { return false }
        return self === other
            || (storedName == other.storedName && storedName != nil
                && managedObjectClassName == other.managedObjectClassName
                && versionHash == other.versionHash)
    }
    /// A hash of the name, which equal entities share.
    open override var hash: Int { storedName.hashValue }

    /// The name and the class.
    open override var description: String {
        "(<NSEntityDescription>) name \(storedName ?? "(null)"), managedObjectClassName "
            + "\(managedObjectClassName ?? ""), renamingIdentifier \(renamingIdentifier ?? ""), "
            + "isAbstract \(abstract ? 1 : 0), superentity name \(parent?.storedName ?? "(null)")"
    }
}
