#if SwiftData
public import CoreData

extension NSManagedObjectModel {
    /// The managed object model of models, as a container of them has it; nil for models that
    /// cannot be stored.
    ///
    ///     NSManagedObjectModel.makeManagedObjectModel(for: [Trip.self, Stop.self])
    ///
    /// - Parameter mergedWith: A model whose entities the result has too.
    public static func makeManagedObjectModel(
        for types: [any PersistentModel.Type], mergedWith: NSManagedObjectModel? = nil
    ) -> NSManagedObjectModel? {
        makeManagedObjectModel(for: Schema(types), mergedWith: mergedWith)
    }

    /// The managed object model of models, as a container of them has it.
    public static func makeManagedObjectModel(
        for types: any PersistentModel.Type..., mergedWith: NSManagedObjectModel? = nil
    ) -> NSManagedObjectModel? {
        makeManagedObjectModel(for: types, mergedWith: mergedWith)
    }

    /// The managed object model of a schema, as a container of it has it; nil for a schema that
    /// cannot be stored.
    public static func makeManagedObjectModel(
        for schema: Schema, mergedWith: NSManagedObjectModel? = nil
    ) -> NSManagedObjectModel? {
        guard let made = try? ModelBuilder(schema).model else { return nil }
        guard let mergedWith else { return made }
        let merged = NSManagedObjectModel(byMerging: [made, mergedWith])
        merged?.versionIdentifiers = made.versionIdentifiers
        return merged
    }
}
#endif
