import CoreData
import TestFiles
import TestKit
import TestModels

/// A model of two configurations: `Local` has folders, notes and tags, `Cloud` has accounts.
///
/// Entities have other numbers in a store of `Local` than in the whole model, and the relationship
/// of a note that leads out of the configuration is the first one.
enum Office {
    /// The model; `more` are further attributes of a note.
    static func model(_ more: [NSAttributeDescription] = []) -> NSManagedObjectModel {
        let (account, folder, smart) = (entity("Account"), entity("Folder"), entity("SmartFolder"))
        let (note, tag) = (entity("Note"), entity("Tag"))
        let (owner, owned) = (
            relationship("account", account), relationship("notes", note, isToMany: true)
        )
        let (within, contents) = (
            relationship("folder", folder), relationship("notes", note, isToMany: true)
        )
        let (tags, tagged) = (
            relationship("tags", tag, isToMany: true), relationship("notes", note, isToMany: true)
        )
        join(owner, owned)
        join(within, contents)
        join(tags, tagged)
        account.properties = [attribute("name"), owned]
        folder.properties = [attribute("name"), contents]
        smart.properties = [attribute("rule")]
        folder.subentities = [smart]
        note.properties = [owner, attribute("title"), within, tags] + more
        tag.properties = [attribute("name"), tagged]
        tag.uniquenessConstraints = [["name"]]
        let model = NSManagedObjectModel(of: account, folder, smart, note, tag)
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
