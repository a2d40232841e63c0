public import Foundation
public import ObjectCore
import RecordCore
import SQLStorage
package import SQLiteEngine

/// Where a store of objects is.
///
///     ObjectStoreLocation("notes.sqlite")                       // a file of Apple's layout
///     ObjectStoreLocation("postgres://app@db/app?schema=todo")  // a schema of a database
///     ObjectStoreLocation(url: URL(fileURLWithPath: "/dev/null"))  // SQLite in memory, as Apple has it
public enum ObjectStoreLocation: Hashable, Sendable, CustomStringConvertible {
    /// A SQLite file of Apple's layout.
    case sqlite(path: String)
    /// A SQLite database in memory, gone when it is closed.
    case sqliteMemory
    /// Objects in memory without SQL.
    case memory
    /// A schema of a PostgreSQL database, by its URL: `postgres://host/app?schema=todo`.
    case postgres(url: String)

    /// The place that a text names: the path of a file, or the URL of a PostgreSQL database.
    public init(_ place: String) {
        self = StoreMedium.isServer(place) ? .postgres(url: place) : .sqlite(path: place)
    }

    /// The place that a URL names; the null device is a database in memory.
    public init(url: URL) {
        if let scheme = url.scheme, StoreMedium.serverSchemes.contains(scheme) {
            self = .postgres(url: url.absoluteString)
        } else if url.path == "/dev/null" {
            self = .sqliteMemory
        } else {
            self = .sqlite(path: url.path)
        }
    }

    /// The path or the URL, as ``init(_:)`` takes it; nil for what is in memory.
    public var place: String? {
        switch self {
        case .sqlite(let path): path
        case .postgres(let url): url
        case .sqliteMemory, .memory: nil
        }
    }

    /// The place for people: a URL without what may be a password.
    public var description: String {
        switch self {
        case .sqlite(let path): return path
        case .postgres(let url):
            let place = StoreLocation.postgres(url: url).description
            return place + (PostgresLocation(url).schema.map { "?schema=\($0)" } ?? "")
        case .sqliteMemory, .memory: return "memory"
        }
    }
}

/// How a store of objects is opened.
///
///     var options = ObjectStoreOptions()
///     options.isReadOnly = true
///     let store = try ObjectStoreOpener.open(
///         .sqlite(path: "notes.sqlite"), model: model, options: options)
public struct ObjectStoreOptions: Sendable {
    /// Whether the store is only read; the file stays byte for byte as it is.
    public var isReadOnly = false
    /// Whether saves are kept as a history.
    public var keepsHistory = false
    /// SQLite's settings by name (`journal_mode`, `synchronous`, `cache_size`); others have no effect.
    ///
    /// `cache_size` is [SQLite's](https://www.sqlite.org/pragma.html#pragma_cache_size): pages of
    /// 4,096 bytes, or kilobytes where it is negative, for each connection. Without it a connection that
    /// reads keeps 16 MB and the one that writes 64 MB.
    public var pragmas: [String: String] = [:]
    /// Seconds to wait for another process that writes.
    public var busyTimeout: TimeInterval = 10
    /// The identifier of a new store; nil for a new one.
    public var identifier: String?
    /// What a new file keeps of its model: a deflated archive.
    public var modelCache: Data?
    /// Metadata of a new store.
    public var metadata: [String: MetadataValue] = [:]

    /// Read and write, without history.
    public init() {}

    /// The settings of the store itself.
    var settings: ObjectStoreSettings {
        var settings = ObjectStoreSettings()
        settings.keepsHistory = keepsHistory
        settings.identifier = identifier
        settings.modelCache = modelCache
        settings.metadata = metadata
        return settings
    }

    package var engine: SQLiteOptions {
        var options = SQLiteOptions()
        options.isForeign = true
        options.isReadOnly = isReadOnly
        options.busyTimeout = busyTimeout
        for (name, value) in pragmas {
            switch name.lowercased() {
            case "journal_mode": options.journalMode = value
            case "synchronous":
                let words = ["0": "OFF", "1": "NORMAL", "2": "FULL", "3": "FULL", "EXTRA": "FULL"]
                let word = value.uppercased()
                options.synchronous =
                    SQLiteOptions.Synchronous(rawValue: words[word] ?? word) ?? .full
            case "cache_size":
                guard let size = Int(value), size != 0, size.magnitude <= 1 << 30 else { break }
                options.cacheBytes = size < 0 ? -size << 10 : size << 12
                options.writerCacheBytes = options.cacheBytes
            default: break  // The others are matters of Apple's own SQLite.
            }
        }
        return options
    }
}

/// What a file says of itself.
///
///     let facts = try ObjectStoreOpener.facts(at: path)  // "notes.sqlite"
///     facts.recoveredModel.entities.map(\.name)          // ["Note"]
///     facts.keepsHistory                                 // false
public struct ObjectStoreFacts: Sendable {
    /// The identifier that stands in the URIs of its objects.
    public let identifier: String
    /// What is kept beside the objects.
    public let metadata: [String: MetadataValue]
    /// The model that the file keeps of itself: a deflated archive, as `MomReader` takes it.
    public let modelCache: Data?
    /// A model made from the tables alone: names in lower case, relationships guessed.
    public let recoveredModel: ObjectModel
    /// Whether saves are kept as a history.
    public let keepsHistory: Bool
}

/// Opens and manages stores of objects.
///
///     let store = try ObjectStoreOpener.open(.sqlite(path: "notes.sqlite"), model: model)
///     try store.fetch(ObjectQuery(entity: note.number))  // []: the store is new
///     try ObjectStoreOpener.exists(at: "notes.sqlite")   // true
public enum ObjectStoreOpener {
    /// Opens a store, making it where there is none.
    ///
    ///     let entity = ObjectEntity("Note", attributes: [ObjectAttribute("title", .string)])
    ///     let model = try ResolvedModel(ObjectModel(entities: [entity]))
    ///     let store = try ObjectStoreOpener.open(.sqliteMemory, model: model)
    ///     try store.count(ObjectQuery(entity: 0))  // 0
    ///
    /// - Throws: `ObjectStoreError`; a file that is not the model's is left as it was.
    public static func open(
        _ location: ObjectStoreLocation, model: ResolvedModel,
        options: ObjectStoreOptions = ObjectStoreOptions()
    ) throws -> any ObjectStore {
        switch location {
        case .sqlite(let path):
            if !options.isReadOnly, FileManager.default.fileExists(atPath: path) {
                undoCutOffWrite(at: path)
                // A look that leaves the file alone comes first: what does not fit stays.
                try file(at: path)?.check(model)
            }
            return try sqlite(path, model, options)
        case .sqliteMemory: return try sqlite(nil, model, options)
        case .memory:
            return MemoryObjectStore(
                model: model, identifier: options.identifier ?? UUID().uuidString,
                isReadOnly: options.isReadOnly, keepsHistory: options.keepsHistory)
        case .postgres(let url):
            guard let server = try ServerPlaces.place(url) else {
                throw ObjectStoreError(.unsupportedLocation, "The URL is none of PostgreSQL's.")
            }
            return try wrapped { try server.open(model: model, options: options) }
        }
    }

    /// Whether there is a store at a place: a path, or the URL of a PostgreSQL database.
    public static func exists(at place: String) throws -> Bool {
        if let server = try ServerPlaces.place(place) {
            return try wrapped { try server.file() != nil }
        }
        return FileManager.default.fileExists(atPath: place)
    }

    /// What a file says of itself, without a model; the file stays as it is.
    ///
    /// Like everything here, it takes the URL of a PostgreSQL database in place of a path.
    ///
    /// - Throws: `ObjectStoreError` where the file is no store of objects.
    public static func facts(at path: String) throws -> ObjectStoreFacts {
        guard let file = try file(at: path) else {
            throw ObjectStoreError(.notAStore, "The database is empty.", path: path)
        }
        return ObjectStoreFacts(
            identifier: file.identifier, metadata: file.metadata, modelCache: file.modelCache,
            recoveredModel: file.recoveredModel(), keepsHistory: file.hasHistory)
    }

    /// Whether a file was made with a model.
    public static func fits(_ model: ResolvedModel, at path: String) throws -> Bool {
        try file(at: path)?.fits(model) ?? true
    }

    /// What keeps a file from being of a model, a table or a column; nil where nothing does.
    public static func misfit(_ model: ResolvedModel, at path: String) throws -> String? {
        try file(at: path)?.misfit(model)
    }

    /// What stands in a file; nil for an empty one.
    static func file(at path: String) throws -> ObjectFile? {
        if let server = try ServerPlaces.place(path) { return try wrapped { try server.file() } }
        return try wrapped {
            try with(path, reading) { database in try database.read { try ObjectFile($0) } }
        }
    }

    private static let reading = SQLiteOptions.foreign(journal: nil, isReadOnly: true)

    /// Undoes what a program wrote into a file that ended in the middle of a transaction, by the journal
    /// that it left there: what only reads cannot, and would refuse the file from then on.
    ///
    /// Where that fails, the look that follows throws the reason.
    package static func undoCutOffWrite(at path: String) {
        let file = SystemFiles.target(of: path)
        // A journal alone is nothing that could be undone: SQLite would make an empty file, and remove it.
        guard case .sqlite = ObjectStoreLocation(path),
            FileManager.default.fileExists(atPath: file),
            FileManager.default.fileExists(atPath: file + "-journal")
        else { return }
        var options = SQLiteOptions.foreign(journal: nil)
        // It is the journal of a program that goes on.
        options.busyTimeout = 0
        try? with(path, options) { database in try database.writeNow { _ in } }
    }

    private static func with<T>(
        _ path: String, _ options: SQLiteOptions, _ body: (SQLiteDatabase) throws -> T
    ) throws -> T {
        let database = try SQLiteDatabase(path: path, options: options)
        defer { database.closeNow() }
        return try body(database)
    }

    /// What is kept beside the objects of a file, without a model.
    public static func metadata(at path: String) throws -> [String: MetadataValue] {
        try facts(at: path).metadata
    }

    /// Replaces what is kept beside the objects of a file, without a model.
    public static func setMetadata(
        _ metadata: [String: MetadataValue], at path: String
    ) throws {
        undoCutOffWrite(at: path)
        _ = try self.metadata(at: path)
        if let server = try ServerPlaces.place(path) {
            return try wrapped { try server.setMetadata(metadata) }
        }
        try wrapped {
            try with(path, .foreign(journal: nil)) { database in
                try database.writeNow { try ObjectFile.replaceMetadata(metadata, on: $0) }
            }
        }
    }

    /// Removes a store: its file, the log and index that SQLite keeps beside it, and the files of
    /// large values.
    ///
    /// Of a PostgreSQL database the tables go; the schema and what else is in it stay.
    ///
    /// - Throws: `ObjectStoreError.Code.busy` where another program has the file open, and
    ///   `ObjectStoreError.Code.cannotOpen` where the path is that of a folder or a device; it stays then.
    public static func destroy(at path: String) throws {
        if let server = try ServerPlaces.place(path) { return try wrapped { try server.destroy() } }
        let path = SystemFiles.target(of: path)
        try refuseOther(path)
        try wrapped {
            try whileLocked(path) { try SQLiteFile.whileNoneOpens(path) { try remove(path) } }
        }
        try ObjectStoreFiles.removeExternalData(of: path)
    }

    /// Refuses a folder, whose files would go with it, and a device, which root could remove.
    private static func refuseOther(_ path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        throw ObjectStoreError(
            .cannotOpen,
            "This is no file of a store: name the file, and remove a folder with FileManager.",
            path: path)
    }

    /// Does something to a file that no other program has open; one that is damaged or cannot be written
    /// has no lock.
    private static func whileLocked(_ path: String, _ body: () throws -> Void) throws {
        guard FileManager.default.fileExists(atPath: path) else { return try body() }
        let file: SQLiteDatabase
        do {
            file = try SQLiteDatabase(path: path, options: ObjectMigration.inPlace)
        } catch let error as StoreError where error.code != .busy {
            return try body()
        }
        defer { file.closeNow() }
        guard !file.isReadOnly else { return try body() }
        try writeAlone(file, body)
    }

    /// Removes the file of a database and those that SQLite keeps beside it.
    static func remove(_ path: String) throws {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let file = path + suffix
            guard FileManager.default.fileExists(atPath: file) else { continue }
            do {
                try FileManager.default.removeItem(atPath: file)
            } catch {
                throw ObjectStoreError(.cannotOpen, error.localizedDescription, path: file)
            }
        }
    }

    /// Whether a copy of one store can be put in the place of another as it is: both are files,
    /// or schemas of one PostgreSQL database.
    public static func canReplace(at path: String, with source: String) throws -> Bool {
        if let server = try ServerPlaces.place(path) { return server.canReplace(with: source) }
        return try ServerPlaces.place(source) == nil
    }

    /// Puts a copy of one store in the place of another.
    ///
    /// The copy is made beside the destination and moved over it: whenever the program ends, the
    /// destination holds the whole old store or the whole new one.
    ///
    /// A schema of a PostgreSQL database can take the place of another one of the same database,
    /// in one transaction.
    ///
    /// - Throws: `ObjectStoreError.Code.busy` where another program has the destination open;
    ///   `ObjectStoreError.Code.unsupportedLocation` where they are of two kinds.
    public static func replace(at path: String, with source: String) throws {
        if let server = try ServerPlaces.place(path) {
            return try wrapped { try server.replace(with: source) }
        }
        guard case .sqlite = ObjectStoreLocation(source) else {
            throw ObjectStoreError(
                .unsupportedLocation, "A file can only be replaced with another file.")
        }
        undoCutOffWrite(at: source)
        guard try file(at: source) != nil else {
            throw ObjectStoreError(.notAStore, "The database is empty.", path: source)
        }
        let (path, source) = (SystemFiles.target(of: path), SystemFiles.target(of: source))
        try refuseOther(path)
        try wrapped {
            let copy = path + ".copy-\(UUID().uuidString)"
            // After success it is not there any more.
            defer { try? remove(copy) }
            try self.copy(source, to: copy)
            // Before the rows that name them; what the old store had there goes when this one is
            // opened for writing.
            try swap(copy, into: path) {
                try ObjectStoreFiles.copyExternalData(of: source, to: path)
            }
        }
    }

    /// Copies what is committed in a file to a new one, with the rights that the file has.
    static func copy(_ source: String, to path: String) throws {
        try StoreFile.create(path, like: source)
        try with(source, reading) { try $0.copy(to: path) }
    }

    private static func sqlite(
        _ path: String?, _ model: ResolvedModel, _ options: ObjectStoreOptions
    ) throws -> any ObjectStore {
        try wrapped {
            let database = try SQLiteDatabase(path: path, options: options.engine)
            var settings = options.settings
            if let path = database.path { settings.keepLargeValues(beside: path, like: path) }
            return try SQLObjectStore.opened(database, model: model, options: settings)
        }
    }

    static func wrapped<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch { throw ObjectStoreError.made(from: error) }
    }
}

extension SQLiteOptions {
    /// How a file is opened that is laid out as Apple's stores are.
    ///
    /// - Parameter journal: How commits are made safe; nil leaves what the file has.
    static func foreign(journal: String?, isReadOnly: Bool = false) -> SQLiteOptions {
        var options = SQLiteOptions()
        options.isForeign = true
        options.journalMode = journal
        options.isReadOnly = isReadOnly
        return options
    }
}

extension SQLObjectStore {
    /// Opens the store in a database, which is closed where that fails.
    static func opened(
        _ engine: Engine, model: ResolvedModel, options: ObjectStoreSettings
    ) throws -> SQLObjectStore {
        do {
            return try SQLObjectStore(engine, model: model, options: options)
        } catch {
            engine.closeNow()
            throw error
        }
    }
}
