public import Foundation
import CoreDataModel
import ObjectCore
import Stores

extension NSManagedObjectModel {
    /// The model of a SQLite store whose program is not at hand; Apple's systems have no such way.
    ///
    ///     let model = try NSManagedObjectModel(recoveredFromStoreAt: url)
    ///     let container = NSPersistentContainer(name: "Recovered", managedObjectModel: model)
    ///     container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    ///
    /// Most stores keep an archive of their model, and this is it. The model of one that does not
    /// is guessed from its tables: names are in lower case, whole numbers are of 64 bits, truths
    /// are numbers, and a column that looks like a relationship to one object is taken for one.
    /// Either way the model has the version hashes of the store, which opens with it.
    ///
    /// - Throws: `NSFileReadCorruptFileError` for a file that is no store.
    public convenience init(recoveredFromStoreAt url: URL) throws {
        let facts = try StoreProblems.translating {
            try ObjectStoreOpener.facts(at: url.storePlace ?? url.path)
        }
        // A cache of an unknown form is made up for by the tables.
        let kept = facts.modelCache.flatMap { try? MomReader.model(cache: $0) }
        var made = kept ?? facts.recoveredModel
        if case .dictionary(let hashes)? = facts.metadata[NSStoreModelVersionHashesKey] {
            for place in made.entities.indices {
                if case .bytes(let hash)? = hashes[made.entities[place].name] {
                    made.entities[place].versionHash = hash
                }
            }
            // A store of one configuration may keep the whole model.
            let names = Set(hashes.keys)
            if names.isSubset(of: made.entities.map(\.name)) { made = made.part(of: names) }
        }
        try self.init(made)
    }
}
