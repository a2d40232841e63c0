import Foundation
import ObjectCore
import Stores

/// Lightweight migrations of mirrored stores, of which CloudKit integration refuses some.
enum MirrorMigration {
    /// The refusal of a migration that would rename something; nil where the store is not migrated, or
    /// nothing is renamed.
    ///
    /// Devices with the older model do not know the new name's fields. Opening the store
    /// reports what else is wrong with it.
    static func refusal(
        of description: NSPersistentStoreDescription, _ model: NSManagedObjectModel
    ) -> NSError? {
        // A store that cannot be compared is not refused here: opening it throws the reason.
        guard description.type == NSSQLiteStoreType,
            let place = description.url?.storePlace, description.shouldMigrateStoreAutomatically,
            description.shouldInferMappingModelAutomatically,
            description.options[NSPersistentStoreStagedMigrationManagerOptionKey] == nil,
            let (old, new) = try? renamed(at: place, model, description.configuration)
        else { return nil }
        return MirrorErrors.make(
            NSMigrationError,
            "CloudKit integration forbids renaming '\(old)' to '\(new)'. Older devices can't "
                + "process the new relationships.")
    }

    /// The first name of the store's model that the model has changed.
    private static func renamed(
        at place: String, _ model: NSManagedObjectModel, _ configuration: String?
    ) throws -> (old: String, new: String)? {
        guard try ObjectStoreOpener.exists(at: place) else { return nil }
        let destination = try model.part(configuration)
        guard try !ObjectStoreOpener.fits(destination, at: place),
            let source = try StoreOpening.sourceModel(of: place)
        else { return nil }
        let mapping = try ModelMapping(from: source, to: destination)
        for entity in mapping.entities.values.sorted(by: { $0.destination < $1.destination }) {
            let (old, new) = (
                source.entities[entity.source], destination.entities[entity.destination]
            )
            if old.name != new.name { return (old.name, new.name) }
            func name(_ property: ModelProperty?) -> String? {
                switch property {
                case .attribute(let place): old.attributes[place].name
                case .toOne(let place): old.toOnes[place].name
                case .toMany(let place): old.toManys[place].name
                case .transient, .fetched, nil: nil
                }
            }
            let pairs =
                zip(entity.attributes.map { $0.map(ModelProperty.attribute) }, new.attributes)
                .map { (name($0), $1.name) }
                + zip(entity.toOnes, new.toOnes).map { (name($0), $1.name) }
                + zip(entity.toManys, new.toManys).map { (name($0), $1.name) }
            for case (let was?, let now) in pairs where was != now { return (was, now) }
            // A record has a composite as an archive with the names of its elements.
            for (place, attribute) in zip(entity.attributes, new.attributes) {
                guard let before = place.map({ old.attributes[$0].source }) else { continue }
                if let names = attribute.source.renamedElement(since: before) { return names }
            }
        }
        return nil
    }
}
