public import Foundation
import FoundationPredicates
import ObjectCore
import Synchronization

/// A model: the entities, their configurations, and fetch requests kept under names.
///
///     let model = NSManagedObjectModel()
///     model.entities = [item, list]
///
/// A model may be changed until it is used by a coordinator; a copy may be changed again.
///
/// Source: [NSManagedObjectModel](https://developer.apple.com/documentation/coredata/nsmanagedobjectmodel).
open class NSManagedObjectModel: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked: its creator changes it only before it is used; used under the lock.
    // Recursive: the runtime is made under it, which calls the program's value transformers.
    private let lock = NSRecursiveLock()
    private var list: [NSEntityDescription] = []
    private var byName: [String: NSEntityDescription] = [:]
    private(set) var configured: [String: [String]] = [:]
    private var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]
    private var runtime: ModelRuntime?
    private var frozen = false
    fileprivate let entitiesOfClasses = Mutex<[ObjectIdentifier: NSEntityDescription]>([:])
    /// What validation errors say instead of names and warnings of the model, by key.
    ///
    ///     model.localizationDictionary = [
    ///         "Property/title/Entity/Note": "Der Titel",  // or "Property/title", of any entity
    ///         "ErrorString/Too short": "Zu kurz",
    ///     ]
    open var localizationDictionary: [String: String]?
    /// What tells this version from others, in the author's words.
    open var versionIdentifiers: Set<AnyHashable> = []

    /// A model without entities.
    public override init() { super.init() }

    /// Stands for the model of entities that have none.
    static let none = NSManagedObjectModel()

    /// The entities by name.
    open var entitiesByName: [String: NSEntityDescription] { byName }
    /// The entities in the order in which they were set; a model in use cannot be changed.
    open var entities: [NSEntityDescription] {
        get { list }
        set {
            mutate()
            list = newValue
            byName = Dictionary(first: newValue.map { ($0.name ?? "", $0) })
            for entity in newValue { entity.model = self }
            connect()
        }
    }
    /// The names of the configurations.
    open var configurations: [String] { configured.keys.sorted() }
    /// The entities of a configuration; all for nil.
    open func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
        guard let configuration, configuration != "PF_DEFAULT_CONFIGURATION_NAME",
            configuration != "Default" || configured["Default"] != nil
        else { return list }
        return configured[configuration]?.compactMap { byName[$0] }
    }
    /// Sets the entities of a configuration.
    open func setEntities(
        _ entities: [NSEntityDescription], forConfigurationName configuration: String
    ) {
        mutate()
        configured[configuration] = entities.compactMap(\.name)
    }

    // MARK: Templates

    /// Keeps a fetch request under a name.
    open func setFetchRequestTemplate(
        _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
    ) {
        mutate()
        templates[name] = fetchRequestTemplate
    }
    /// The fetch request of a name, as it was kept.
    open func fetchRequestTemplate(
        forName name: String
    ) -> NSFetchRequest<any NSFetchRequestResult>? { templates[name] }
    /// A copy of the fetch request of a name with values for its `$VARIABLES`.
    ///
    ///     model.fetchRequestFromTemplate(withName: "cheap", substitutionVariables: ["LIMIT": 10])
    open func fetchRequestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
        guard let template = templates[name],
            let request = template.copy() as? NSFetchRequest<any NSFetchRequestResult>
        else { return nil }
        request.predicate = request.predicate?.withSubstitutionVariables(variables)
        return request
    }
    /// All fetch requests by name.
    open var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
        templates
    }

    // MARK: Versions

    /// The version hash of each entity.
    open var entityVersionHashesByName: [String: Data] { byName.mapValues(\.versionHash) }
    /// One digest of all version hashes: what Xcode's build log and `VersionInfo.plist` say.
    ///
    /// SHA-256 over the version hashes of the entities in the order of their names, as Base64: so
    /// it stands in the files of Apple's frameworks. It is Apple's wherever the hashes are, which
    /// means for compiled models and for models that are recovered from stores.
    open var versionChecksum: String { VersionHash.checksum(entityVersionHashesByName) }
    /// Whether a store with this metadata can be opened with a configuration of the model.
    open func isConfiguration(
        withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
    ) -> Bool {
        guard let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Any],
            let listed = entities(forConfigurationName: configuration)
        else { return false }
        // What entities inherit from is in their store too.
        var names: Set<String> = []
        for entity in listed {
            var next: NSEntityDescription? = entity
            while let current = next, names.insert(current.name ?? "").inserted {
                next = current.parent
            }
        }
        return stored.count == names.count
            && names.allSatisfy { (stored[$0] as? Data) == byName[$0]?.versionHash }
    }

    // MARK: Copies and merging

    /// A copy that may be changed.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSManagedObjectModel(mutableCopyOf: [self])
        copy.versionIdentifiers = versionIdentifiers
        return copy
    }

    /// One model of the entities of several; nil where two entities of one name differ.
    public convenience init?(byMerging models: [NSManagedObjectModel]?) {
        guard let models, NSManagedObjectModel.canMerge(models) else { return nil }
        self.init(mutableCopyOf: models)
    }

    /// Puts copies of the entities of several models into one.
    convenience init(mutableCopyOf models: [NSManagedObjectModel]) {
        self.init()
        var copies: [NSEntityDescription] = []
        var known: [String: NSEntityDescription] = [:]
        func take(_ entity: NSEntityDescription) {
            if let name = entity.name, known[name] == nil {
                known[name] = entity
                copies.append(entity)
            }
            for sub in entity.subentities { take(sub) }
        }
        // An entity of two models may have other subentities in each.
        func add(_ entity: NSEntityDescription, below parent: NSEntityDescription?) {
            if let there = known[entity.name ?? ""] {
                for sub in entity.subentities { add(sub, below: there) }
            } else if let copy = entity.copy() as? NSEntityDescription {
                // The hash that a file gives an entity says nothing of what inherits from it.
                let hash = parent?.givenHash
                parent?.subentities.append(copy)
                parent?.givenHash = hash
                take(copy)
            }
        }
        for model in models {
            for entity in model.entities where entity.parent == nil { add(entity, below: nil) }
        }
        entities = copies
        for model in models {
            for (name, request) in model.templates where templates[name] == nil {
                templates[name] = request
            }
            for (name, entities) in model.configured {
                let known = configured[name] ?? []
                configured[name] = known + entities.filter { !known.contains($0) }
            }
            versionIdentifiers.formUnion(model.versionIdentifiers)
            if let table = model.localizationDictionary {
                localizationDictionary = table.merging(localizationDictionary ?? [:]) { _, b in b }
            }
        }
    }

    private static func canMerge(_ models: [NSManagedObjectModel]) -> Bool {
        var seen: [String: Data] = [:]
        for model in models {
            for entity in model.entities {
                let hash = entity.versionHash
                if seen.updateValue(hash, forKey: entity.name ?? "") ?? hash != hash {
                    return false
                }
            }
        }
        return true
    }

    /// Looks up the names in copied relationships and indexes.
    private func connect() {
        for entity in list where entity.parent == nil { entity.connectIndexes() }
        for entity in list {
            for case let relationship as NSRelationshipDescription in entity.ownProperties
            where relationship.destination == nil {
                relationship.destination = relationship.destinationName.flatMap { byName[$0] }
            }
        }
        for entity in list {
            for case let relationship as NSRelationshipDescription in entity.ownProperties
            where relationship.inverse?.owner == nil {
                // Of a copied pair each points at the original of the other.
                guard let name = relationship.inverseName else { continue }
                var holder = relationship.destination
                while let current = holder {
                    if let found = current.ownProperties.first(where: { $0.name == name })
                        as? NSRelationshipDescription
                    {
                        relationship.inverse = found
                        break
                    }
                    holder = current.parent
                }
            }
        }
    }

    // MARK: Use

    /// The model for stores and objects; it may not be changed from now on.
    func inUse() throws -> ModelRuntime {
        lock.lock()
        defer { lock.unlock() }
        if let runtime { return runtime }
        // Properties may have come after the entities.
        connect()
        do {
            let made = try ModelRuntime(self)
            runtime = made
        } catch {
            throw NSError.coreData(NSCoreDataError, String(describing: error))
        }
        frozen = true
        for entity in list {
            entity.isFrozen = true
            for property in entity.ownProperties { property.isFrozen = true }
            SeenModels.note(self)
        }
        guard let runtime else { throw NSError.coreData(NSCoreDataError, "The model has no form.") }
        return runtime
    }

    private func mutate() {
        if frozen { raise("Can't modify an immutable model.") }
    }

    /// The names of its entities and configurations.
    open override var description: String {
        "(<NSManagedObjectModel>) isEditable \(frozen ? 0 : 1), entities "
            + list.compactMap(\.name).sorted().joined(separator: ", ")
    }

    /// Equal models have equal entities.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectModel else { return false }
        return self === other || entityVersionHashesByName == other.entityVersionHashesByName
    }
    /// Hashes the number of entities.
    open override var hash: Int { list.count }

    func adopt(
        configurations: [String: [String]],
        templates: [String: NSFetchRequest<any NSFetchRequestResult>]
    ) {
        configured = configurations
        self.templates = templates
    }
}

/// The models in use, in which a class finds its entity: `Item.entity()`.
enum SeenModels {
    private struct Weak { weak var model: NSManagedObjectModel? }
    private static let seen = Mutex<[Weak]>([])

    static func note(_ model: NSManagedObjectModel) {
        seen.withLock { seen in
            guard !seen.contains(where: { $0.model === model }) else { return }
            seen.removeAll { $0.model == nil }
            seen.append(Weak(model: model))
        }
    }

    /// The entity of a class, in the model used last.
    static func entity(for type: NSManagedObject.Type) -> NSEntityDescription? {
        let models = seen.withLock { $0.compactMap(\.model) }
        for model in models.reversed() + ManagedRegistry.models() {
            if let entity = model.entity(for: type) { return entity }
        }
        return nil
    }
}

extension NSManagedObjectModel {
    /// The entity whose objects are of a class.
    func entity(for type: NSManagedObject.Type) -> NSEntityDescription? {
        if let known = entitiesOfClasses.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        let found = find(type)
        // Only what cannot change any more is kept.
        if let found, found.runtime != nil {
            entitiesOfClasses.withLock { $0[ObjectIdentifier(type)] = found }
        }
        return found
    }

    private func find(_ type: NSManagedObject.Type) -> NSEntityDescription? {
        SeenClasses.note(type)
        let full = String(reflecting: type)
        let last = full.split(separator: ".").last.map(String.init) ?? full
        var candidate: NSEntityDescription?
        for entity in entities {
            guard let name = entity.className, !name.isEmpty else {
                continue
            }
            if name == full { return entity }
            let plain = name.split(separator: ".").last.map(String.init) ?? name
            if plain == last, candidate == nil || entity.name == last { candidate = entity }
        }
        if let candidate { return candidate }
        return entitiesByName[last]
    }
}
