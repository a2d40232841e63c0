import CoreData
import TestFiles
import TestKit

/// A model of two configurations: `Local` has folders, notes and tags, `Cloud` has accounts.
///
/// Entities have other numbers in a store of `Local` than in the whole model, and the relationship
/// of a note that leads out of the configuration is the first one.
enum Office {
    static func attribute(
        _ name: String, _ type: NSAttributeType = .stringAttributeType, _ value: Any? = nil,
        isOptional: Bool = true
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = isOptional
        attribute.defaultValue = value
        return attribute
    }

    private static func link(
        _ name: String, _ destination: NSEntityDescription, isToMany: Bool
    ) -> NSRelationshipDescription {
        let link = NSRelationshipDescription()
        link.name = name
        link.destinationEntity = destination
        link.maxCount = isToMany ? 0 : 1
        link.isOptional = true
        link.deleteRule = .nullifyDeleteRule
        return link
    }

    private static func pair(_ a: NSRelationshipDescription, _ b: NSRelationshipDescription) {
        (a.inverseRelationship, b.inverseRelationship) = (b, a)
    }

    /// The model; `more` are further attributes of a note.
    static func model(_ more: [NSAttributeDescription] = []) -> NSManagedObjectModel {
        func entity(_ name: String) -> NSEntityDescription {
            let entity = NSEntityDescription()
            entity.name = name
            return entity
        }
        let (account, folder, smart) = (entity("Account"), entity("Folder"), entity("SmartFolder"))
        let (note, tag) = (entity("Note"), entity("Tag"))
        let (owner, owned) = (
            link("account", account, isToMany: false), link("notes", note, isToMany: true)
        )
        let (within, contents) = (
            link("folder", folder, isToMany: false), link("notes", note, isToMany: true)
        )
        let (tags, tagged) = (
            link("tags", tag, isToMany: true), link("notes", note, isToMany: true)
        )
        pair(owner, owned)
        pair(within, contents)
        pair(tags, tagged)
        account.properties = [attribute("name"), owned]
        folder.properties = [attribute("name"), contents]
        smart.properties = [attribute("rule")]
        folder.subentities = [smart]
        note.properties = [owner, attribute("title"), within, tags] + more
        tag.properties = [attribute("name"), tagged]
        tag.uniquenessConstraints = [["name"]]
        let model = NSManagedObjectModel()
        model.entities = [account, folder, smart, note, tag]
        model.setEntities([folder, smart, note, tag], forConfigurationName: "Local")
        model.setEntities([account], forConfigurationName: "Cloud")
        model.setEntities([smart], forConfigurationName: "Smart")
        return model
    }

    /// A coordinator with a store of each configuration in a folder.
    static func coordinator(
        _ folder: TemporaryFolder, _ configurations: [String] = ["Local", "Cloud"],
        model: NSManagedObjectModel = Office.model(), options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        for name in configurations {
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: name, at: file(name, folder),
                options: options)
        }
        return coordinator
    }

    static func file(_ configuration: String, _ folder: TemporaryFolder) -> URL {
        TestStores.url(folder.file("\(configuration).sqlite"))
    }

    static func close(_ coordinator: NSPersistentStoreCoordinator) throws {
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
}
