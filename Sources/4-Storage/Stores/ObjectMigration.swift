public import Foundation
public import ObjectCore
import RecordCore
import SQLStorage
import SQLiteEngine

/// Brings a store's file from one version of its model to another.
///
///     try ObjectMigration.migrate(at: path, from: old, to: new, modelCache: MomWriter.cache(…))
///
/// The new file is made beside the old one and moved over it when it is complete and on the
/// disk: whenever the program ends, the path holds the whole old store or the whole new one. Where
/// the old one is open elsewhere, its tables are replaced in one transaction instead.
public enum ObjectMigration {
    /// Refuses a change that cannot be inferred.
    ///
    /// What can, `ModelMapping` says.
    ///
    /// - Throws: `ObjectStoreError.Code.cannotInferMapping` with the reason.
    public static func check(
        from source: ResolvedModel, to destination: ResolvedModel
    ) throws(ObjectStoreError) {
        _ = try mapping(from: source, to: destination)
    }

    private static func mapping(
        from source: ResolvedModel, to destination: ResolvedModel, isPrepared: Bool = false
    ) throws(ObjectStoreError) -> ModelMapping {
        do {
            return try ModelMapping(from: source, to: destination, isPrepared: isPrepared)
        } catch {
            let place = [error.entity, error.property].compactMap { $0 }.joined(separator: ".")
            throw ObjectStoreError(
                .cannotInferMapping,
                "Can't find or automatically infer mapping model for migration: "
                    + "\(place): \(error.reason)")
        }
    }

    /// Migrates a file.
    ///
    /// The history is not carried over. Metadata of the program's own is.
    ///
    /// - Parameters:
    ///   - path: The old file.
    ///   - source: The model that the file was made with.
    ///   - destination: The model that it is to have.
    ///   - modelCache: What the new file keeps of its model.
    ///   - metadata: What the new file says of its model, beyond what the store writes itself.
    ///   - target: Where the new one goes; nil for the old one's place.
    ///   - isPrepared: Whether the program has given values to attributes that become mandatory, and
    ///     deleted the objects that would lack one which is new; what still lacks one is an error.
    ///     For files only.
    /// - Throws: `ObjectStoreError`; the file is then as it was.
    public static func migrate(
        at path: String, from source: ResolvedModel, to destination: ResolvedModel,
        modelCache: Data? = nil, metadata: [String: MetadataValue] = [:],
        into target: String? = nil, isPrepared: Bool = false
    ) throws {
        let mapping = try mapping(from: source, to: destination, isPrepared: isPrepared)
        if let server = try ServerPlaces.place(path) {
            guard target == nil || target == path else {
                throw ObjectStoreError(
                    .unsupportedLocation, "A store in PostgreSQL is migrated where it is.")
            }
            return try translated(path) {
                try server.migrate(
                    mapping, from: source, modelCache: modelCache, metadata: metadata)
            }
        }
        ObjectStoreOpener.undoCutOffWrite(at: path)
        try ObjectStoreOpener.file(at: path)?.check(source)
        let path = SystemFiles.target(of: path)
        let target = target.map(SystemFiles.target) ?? path
        let isInPlace = target == path
        let new = target + ".migrating-\(UUID().uuidString)"
        // After success it is not there any more.
        defer { try? ObjectStoreOpener.remove(new) }
        try translated(path) {
            let (engine, isShared) =
                isInPlace
                ? try alone(path) : (try SQLiteDatabase(path: path, options: asItIs), false)
            let old = try opened(engine, at: path, model: source)
            defer { old.engine.closeNow() }
            // No other program writes while the copy is made, nor before it stands in the old one's
            // place.
            try old.engine.writeNow { connection in
                // Another program may have migrated it, or opened it, before it was locked.
                try ObjectFile(connection)?.check(source)
                let isShared = try isShared || isInPlace && connection.hasLog()
                for (entity, name) in mapping.mandatory {
                    try checkValues(of: name, entity, in: old)
                }
                try checkAbsence(mapping, in: old)
                try StoreFile.create(new, like: path)
                try copy(old, mapping, into: new, for: target, modelCache, metadata)
                if isShared {
                    try TableReplacement(connection).run(from: new)
                } else if isInPlace {
                    try ObjectStoreOpener.move(new, to: target)
                }
            }
            if !isInPlace { try ObjectStoreOpener.swap(new, into: target) }
        }
    }

    /// Refuses nil in an attribute that is mandatory now.
    private static func checkValues(
        of name: String, _ entity: Int, in store: SQLObjectStore<SQLiteDatabase>
    ) throws {
        let missing = QueryPredicate.comparison(
            Comparison(.keyPath(QueryKeyPath(steps: [.key(name)])), .equal, .constant(.null)))
        let count = try store.count(
            ObjectQuery(entity: entity, includesSubentities: false, where: missing))
        guard count == 0 else {
            throw ObjectStoreError(
                .migrationFailed,
                "Validation error missing attribute values on mandatory destination attribute: "
                    + "\(store.model.entities[entity].name).\(name) is mandatory now and nil in "
                    + "\(count) objects; give them values in the willMigrateHandler.")
        }
    }

    /// Refuses objects that would lack a mandatory property which is new and has no default; of a store
    /// that is prepared they may all be gone.
    private static func checkAbsence(
        _ mapping: ModelMapping, in store: SQLObjectStore<SQLiteDatabase>
    ) throws {
        for part in mapping.entities.values.sorted(by: { $0.destination < $1.destination }) {
            let entity = mapping.destination.entities[part.destination]
            let attribute = entity.attributes.first {
                part.attributes[$0.place] == nil && part.fallbacks[$0.place].isNull
                    && !$0.source.isOptional && $0.source.derivation == nil
            }
            let toOne = entity.toOnes.first {
                part.toOnes[$0.place] == nil && !$0.source.isOptional
            }
            guard let name = attribute?.name ?? toOne?.name else { continue }
            let count = try store.count(
                ObjectQuery(entity: part.source, includesSubentities: false))
            guard count == 0 else {
                throw ObjectStoreError(
                    .cannotInferMapping,
                    "Can't find or automatically infer mapping model for migration: "
                        + "\(entity.name).\(name): Validation error missing attribute values on "
                        + "mandatory destination attribute: it is mandatory now and has no default, "
                        + "and the store has \(count) objects without it; give it a default, or "
                        + "delete them in the willMigrateHandler.")
            }
        }
    }

    /// A version of a model, and what a store of it says of itself.
    ///
    ///     let version = ObjectMigration.Version(model, modelCache: nil, metadata: [:])
    ///     try ObjectMigration.replacing(at: path, version, with: version) { copy in
    ///         let store = try ObjectStoreOpener.open(.sqlite(path: copy), model: model)
    ///         // … changes of the copy, which then takes the store's place
    ///         try store.close()
    ///     }
    public struct Version: Sendable {
        /// The entities that a store of the version has.
        public let model: ResolvedModel
        /// What a file keeps of its model.
        public let modelCache: Data?
        /// What a store says of its model, beyond what it writes itself.
        public let metadata: [String: MetadataValue]

        /// A version of a model.
        public init(_ model: ResolvedModel, modelCache: Data?, metadata: [String: MetadataValue]) {
            self.model = model
            self.modelCache = modelCache
            self.metadata = metadata
        }
    }

    /// Lets a program change a copy of a store, which then takes the store's place.
    ///
    ///     try ObjectMigration.replacing(at: path, old, with: new) { copy in … }
    ///
    /// No other program writes into the store meanwhile. What was committed in the copy when `body`
    /// returns is moved over the store in one step: whenever the program ends, the path holds the
    /// store before the changes or after all of them.
    ///
    /// The copy of a store in PostgreSQL is a file too, whose objects are read back in one
    /// transaction. After a conflict with other transactions `body` runs again.
    ///
    /// - Parameters:
    ///   - path: The store's file, or its URL in PostgreSQL.
    ///   - old: The model that the store has.
    ///   - new: The model that `body` leaves the copy with.
    ///   - body: Gets the path of the copy; nothing may have it open any more when it returns.
    /// - Throws: What `body` throws, the store is then as it was;
    ///   `ObjectStoreError.Code.migrationFailed` where PostgreSQL has decimal numbers of more digits
    ///   than a file keeps.
    public static func replacing(
        at path: String, _ old: Version, with new: Version, _ body: (String) throws -> Void
    ) throws {
        if let server = try ServerPlaces.place(path) {
            return try translated(path) { try server.replace(old, with: new, by: body) }
        }
        let path = SystemFiles.target(of: path)
        // With an extension, so that its large values have a directory of their own.
        let copy = path + ".stage-\(UUID().uuidString).sqlite"
        // After success it is not there any more.
        defer { try? ObjectStoreOpener.destroy(at: copy) }
        try translated(path) {
            let (engine, isShared) = try alone(path)
            defer { engine.closeNow() }
            try engine.writeNow { connection in
                try ObjectFile(connection)?.check(old.model)
                let isShared = try isShared || connection.hasLog()
                try ObjectStoreOpener.copy(path, to: copy)
                try ObjectStoreFiles.copyExternalData(of: path, to: copy)
                try body(copy)
                // What stands in a log beside the copy comes into its file.
                try SQLiteDatabase(path: copy, options: inPlace).closeNow()
                // Large values that the stage wrote, before the rows that name them.
                try ObjectStoreFiles.copyExternalData(of: copy, to: path)
                if isShared {
                    try TableReplacement(connection).run(from: copy)
                } else {
                    try ObjectStoreOpener.move(copy, to: path)
                }
            }
        }
    }

    /// How a file is opened that is to be replaced: it keeps no log beside it, and opening fails
    /// where another program has it open with one.
    static let inPlace = SQLiteOptions.foreign(journal: "DELETE")
    private static let asItIs = SQLiteOptions.foreign(journal: nil)

    /// A file that is to be migrated, opened; as it is where another connection has it open with a
    /// log, which is often a container that the program has not let go of yet.
    private static func alone(_ path: String) throws -> (engine: SQLiteDatabase, isShared: Bool) {
        do {
            // A store that was let go of a moment ago is closed by then.
            return (try SQLiteDatabase(path: path, options: inPlace, journalPatience: 0.2), false)
        } catch let error as StoreError where error.code == .busy {
            return (try SQLiteDatabase(path: path, options: asItIs), true)
        }
    }

    private static func translated(_ place: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as ObjectSaveFailure {
            let names = Set(error.constraints.map { $0.properties.joined(separator: ", ") })
                .sorted()
            throw ObjectStoreError(
                .duplicateValues,
                "constraint violation during attempted migration: \(error.constraints.count) values "
                    + "of \(names.joined(separator: " and of ")) would occur twice; delete or change "
                    + "objects with the old model, or in the willMigrateHandler.", path: place)
        } catch { throw ObjectStoreError.made(from: error) }
    }

    /// A store in a file as it is, for reading.
    static func opened(
        _ path: String, model: ResolvedModel, _ options: SQLiteOptions = ObjectMigration.inPlace
    ) throws -> SQLObjectStore<SQLiteDatabase> {
        try opened(SQLiteDatabase(path: path, options: options), at: path, model: model)
    }

    private static func opened(
        _ engine: SQLiteDatabase, at path: String, model: ResolvedModel
    ) throws -> SQLObjectStore<SQLiteDatabase> {
        // What fails leaves the file as it was.
        var settings = ObjectStoreSettings()
        settings.bringsOver = false
        settings.keepLargeValues(beside: path, like: path)
        return try SQLObjectStore.opened(engine, model: model, options: settings)
    }

    /// Makes a file of the objects of a store.
    static func copy<Engine>(
        _ old: SQLObjectStore<Engine>, _ mapping: ModelMapping, into path: String,
        for target: String, _ modelCache: Data?, _ metadata: [String: MetadataValue]
    ) throws {
        // No program sees the file before it is complete, and all of it is on the disk then.
        var options = SQLiteOptions.foreign(journal: "MEMORY")
        options.synchronous = .off
        let engine = try SQLiteDatabase(path: path, options: options)
        defer { engine.closeNow() }
        var settings = settings(of: old, try old.metadata(), modelCache, metadata)
        // Large values are written where they are to be; those of the old store go when the new one
        // is opened for writing, since they are still read until then.
        settings.keepLargeValues(beside: target, like: path)
        settings.bringsOver = false
        let new = try SQLObjectStore(engine, model: mapping.destination, options: settings)
        try new.load(mapping, from: old)
    }

    /// How the store is opened that an old one is copied to.
    static func settings<Engine>(
        of old: SQLObjectStore<Engine>, _ kept: [String: MetadataValue], _ modelCache: Data?,
        _ metadata: [String: MetadataValue]
    ) -> ObjectStoreSettings {
        var settings = ObjectStoreSettings()
        settings.identifier = old.identifier
        settings.modelCache = modelCache
        settings.metadata = ObjectFile.programMetadata(kept).merging(metadata) { _, new in new }
        settings.keepsHistory = old.keepsHistory
        return settings
    }
}
