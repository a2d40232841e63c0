package import Foundation
package import ObjectCore
import RecordCore
package import SQLLowering
import Synchronization

/// How a store is opened.
package struct ObjectStoreSettings: Sendable {
    /// Whether saves are kept as a history; a file that has one goes on with it.
    package var keepsHistory = false
    /// The identifier of a new store; nil for a new one.
    package var identifier: String?
    /// What a new file keeps of its model (`Z_MODELCACHE`).
    package var modelCache: Data?
    /// Metadata of a new store.
    package var metadata: [String: MetadataValue] = [:]

    /// Where large values are kept beside the database; nil where everything is in it.
    package private(set) var externalDirectory: String?
    /// Makes their files.
    package private(set) var externalFiles = SystemFiles()
    /// Whether a file of an earlier form of ours is brought into Apple's.
    package var bringsOver = true

    /// A store without history.
    package init() {}

    /// Has large values kept beside the file at a path.
    ///
    /// - Parameter file: Whose rights their files get.
    package mutating func keepLargeValues(beside path: String, like file: String) {
        externalDirectory = ExternalData.directory(of: path)
        externalFiles = SystemFiles(like: file)
    }
}

/// Objects in a SQL database of Apple's layout.
///
///     let store = try SQLObjectStore(SQLiteDatabase(path: path, options: options), model: model)
///
/// Every call works on the calling thread, reads with a connection of their own.
package final class SQLObjectStore<Engine: ObjectEngine>: ObjectStore {
    /// The engine that runs the store's statements.
    package let engine: Engine
    /// The model that the store is opened with.
    package let model: ResolvedModel
    /// The identifier that stands in the URIs of its objects.
    package let identifier: String
    /// Whether it may only be read.
    package var isReadOnly: Bool { engine.isReadOnly }
    /// Text is ordered as Core Data's own files have it.
    package var textProfile: TextProfile { .objects }
    /// Where the objects are kept.
    package let layout: AppleLayout
    /// Whether saves are kept as a history.
    package let keepsHistory: Bool

    let lowering: ObjectLowering
    let plans: ObjectPlans
    let checker: ObjectQueryChecker
    let constraints: ObjectConstraints
    let derivations: ObjectDerivations
    /// The table of changes of the history.
    let history: HistoryTable
    /// What is kept in files beside the store; nil where nothing is.
    let external: ExternalData?
    /// Which tables of the place these are: they get another number when they are migrated.
    private let version: Int64
    /// Asks for these tables, by identifier and version; nil where no other program replaces them, or
    /// they have no identifier.
    private let place: SQLTemplate?
    /// When the tables were last looked at.
    private let looked: Mutex<Looks>
    /// The table of a mirror's entries.
    let mirrorTable: MirrorTable
    private let held = HeldConnection<Engine.Connection>()

    /// The engine's numbers of the schema when a read and a write last looked at the tables; nil before
    /// the first.
    private struct Looks {
        var reading: Int64?
        var writing: Int64?
    }

    /// Opens a database, making an empty one a store of the model.
    ///
    /// - Throws: ``ObjectStoreError``: `needsMigration` where the file was made with another
    ///   version of the model, `notAStore` where it is no store of objects. The file is then as
    ///   it was.
    package init(
        _ engine: Engine, model: ResolvedModel, options: ObjectStoreSettings = ObjectStoreSettings()
    ) throws {
        self.engine = engine
        self.model = model
        let (found, schemaVersion) = try engine.read { connection in
            (try ObjectFile(connection), try Self.schemaVersion(connection))
        }
        var file = found
        if file == nil {
            guard !engine.isReadOnly else {
                throw ObjectStoreError(.notAStore, "The database is empty.")
            }
            file = try engine.writeNow(isDurable: true) { connection in
                if let made = try ObjectFile(connection) { return made }
                try ObjectFile.make(model, options, for: engine.dialect, on: connection)
                return try ObjectFile(connection)
            }
        }
        guard var file else {
            throw ObjectStoreError(.notAStore, "The database could not be made a store.")
        }
        try file.check(model)
        let directory = options.externalDirectory
        if !engine.isReadOnly, options.bringsOver,
            file.isEarlier(model, for: engine.dialect, marking: directory != nil)
        {
            file = try engine.writeNow(isDurable: true) { connection in
                // The tables are rewritten for as long as that takes; only locks are waited for as elsewhere.
                try connection.giveUpOnLocks(after: 60)
                // Others may have done it meanwhile.
                guard let found = try ObjectFile(connection),
                    try found.bringOver(
                        model, for: engine.dialect, marking: directory != nil, on: connection)
                else { return try ObjectFile(connection) ?? file }
                if engine.mayBeReplaced {
                    // Programs that have the tables open as they were open them again.
                    try connection.run(
                        "UPDATE \"Z_METADATA\" SET \"Z_VERSION\" = \"Z_VERSION\" + 1")
                }
                return try ObjectFile(connection) ?? found
            }
        }
        let layout = AppleLayout(model, file: file, for: engine.dialect)
        self.layout = layout
        identifier = file.identifier
        version = file.version
        // Where the tables are others by now, they are looked at again.
        let looks = Looks(reading: schemaVersion, writing: schemaVersion)
        looked = Mutex(looks)
        place =
            engine.mayBeReplaced && !file.identifier.isEmpty
            ? SQLTemplate(
                """
                SELECT coalesce(max("Z_VERSION"), 0), count(*) FROM "Z_METADATA" \
                WHERE "Z_UUID" = \(raw: file.identifier.asConstant)
                """, for: engine.dialect) : nil
        lowering = ObjectLowering(layout, for: engine.dialect)
        plans = ObjectPlans(layout, engine.dialect)
        checker = ObjectQueryChecker(model)
        constraints = ObjectConstraints(layout, plans, engine.dialect)
        derivations = ObjectDerivations(layout, engine.dialect)
        keepsHistory = file.hasHistory || (options.keepsHistory && !engine.isReadOnly)
        var historyColumns = file.schema.columns["ACHANGE"] ?? []
        if keepsHistory, !file.hasHistory {
            let schema = ObjectSchema(layout, for: engine.dialect)
            try engine.writeNow(isDurable: true) { connection in
                for statement in schema.historyTables { try connection.run(statement) }
            }
            historyColumns = schema.tombstones
        }
        mirrorTable = MirrorTable(
            exists: file.schema.columns[MirrorTable.name] != nil, for: engine.dialect)
        history = HistoryTable(layout, columns: historyColumns, for: engine.dialect)
        external = file.externalData(layout, in: directory, options.externalFiles)
        if let external, !engine.isReadOnly, file.externalColumns != nil, options.bringsOver {
            // Of Apple's files it is not known for certain which values have a mark.
            try engine.writeNow(isDurable: false) { try external.sweep(layout, on: $0) }
        }
    }

    private static func schemaVersion(_ connection: Engine.Connection) throws -> Int64? {
        guard let template = Engine.schemaVersion else { return nil }
        return try connection.first(template, { _ in }) { $0.int(0) }
    }

    func reading<T>(_ body: (Engine.Connection) throws -> T) throws -> T {
        do {
            if let connection = held.connection { return try body(connection) }
            func read() throws -> T {
                try engine.read { connection in
                    try requireTables(connection)
                    return try body(connection)
                }
            }
            do {
                return try read()
            } catch is ExternalData.Missing {
                // A save that came in between replaced the value; what stands there now is read.
                return try read()
            }
        } catch let error as StoreError where error.isOverflow {
            // The predicate or the summary asks for it: nothing is wrong with the engine.
            throw EvaluationError(
                .arithmetic,
                "The result of a calculation, such as a sum, is too large for its kind of number.")
        } catch { throw made(from: error) }
    }

    func writing<T>(
        isDurable: Bool = true, _ body: (Engine.Connection) throws -> T
    ) throws -> T {
        do {
            if let connection = held.connection {
                return try connection.attempt { try body(connection) }
            }
            return try engine.writeNow(isDurable: isDurable) { connection in
                if engine.mayBeReplaced { try checkPlace(connection) }
                if let found = try Self.schemaVersion(connection) {
                    try checkTables(connection, found, isWriting: true)
                }
                return try body(connection)
            }
        } catch { throw made(from: error) }
    }

    /// Refuses to show what stands in tables that another program has put here since: of another model
    /// they may have objects of other entities under the same numbers.
    ///
    /// It is asked together with the first statement of the read. In PostgreSQL the tables stay until the
    /// read ends: the first of them to be dropped is the one that is asked here. A read that waited for
    /// that sees an empty table, since the new rows are of a later moment.
    private func requireTables(_ connection: Engine.Connection) throws {
        if let place {
            try connection.require(place) { [self] found, count in
                guard count == 1, found == version else { throw replaced }
            }
        } else if let template = Engine.schemaVersion {
            try connection.require(template) { [self] found, _ in
                try checkTables(connection, found, isWriting: false)
            }
        }
    }

    /// Refuses to write into tables that another program has created here since, perhaps for
    /// another model.
    private func checkPlace(_ connection: Engine.Connection) throws {
        let found = try connection.first(
            "SELECT \"Z_UUID\", \"Z_VERSION\" FROM \"Z_METADATA\""
        ) { ($0.text(0), $0.int(1)) }
        guard let found, found == (identifier, version) else { throw replaced }
    }

    /// Refuses tables that were migrated to another model since; looks at them where the schema is another
    /// one than before.
    ///
    /// Tables that have other columns by now may be read: where one is missing, the engine says so.
    private func checkTables(
        _ connection: Engine.Connection, _ found: Int64, isWriting: Bool
    ) throws {
        let seen = looked.withLock { isWriting ? $0.writing : $0.reading }
        guard seen != found else { return }
        guard let file = try ObjectFile(connection), file.identifier == identifier,
            !isWriting || file.fits(model)
        else { throw replaced }
        let current = AppleLayout(model, file: file, for: engine.dialect)
        guard
            model.entities.allSatisfy({
                current.number(of: $0.number) == layout.number(of: $0.number)
            })
        else { throw replaced }
        looked.withLock {
            $0.reading = found
            if isWriting { $0.writing = found }
        }
    }

    /// The error of the store for what an engine throws: of a statement whose tables or columns are not
    /// there any more, that they were replaced, where they were.
    private func made(from error: any Error) -> any Error {
        let mayBeOfOthers =
            if let error = error as? StoreError, held.connection == nil {
                engine.mayBeReplaced ? error.isOfChangedTables : error.code == .engine
            } else { false }
        guard mayBeOfOthers else { return ObjectStoreError.made(from: error) }
        do {
            try engine.read { connection in
                if engine.mayBeReplaced { try checkPlace(connection) }
                if let found = try Self.schemaVersion(connection) {
                    try checkTables(connection, found, isWriting: false)
                }
            }
        } catch let found as ObjectStoreError {
            return found
        } catch let found as StoreError where found.isOfChangedTables {
            return replaced
        } catch {
            // The first error says more.
        }
        return ObjectStoreError.made(from: error)
    }

    private var replaced: ObjectStoreError {
        ObjectStoreError(
            .needsMigration,
            "The store was migrated or replaced while it was open; open it again.")
    }

    /// Runs everything that `body` does with the store in one transaction, while no other writer
    /// writes.
    ///
    /// In PostgreSQL other transactions may write too; a serialization failure undoes everything,
    /// and `body` runs again.
    package func exclusively<T>(_ body: () throws -> T) throws -> T {
        if held.connection != nil { return try writing { _ in try body() } }
        return try writing { connection in
            try held.holding(connection, body)
        }
    }

    // MARK: Keys

    /// Numbers for new objects, never given out before.
    package func reserveKeys(entity: Int, count: Int) throws -> [ObjectKey] {
        guard count > 0 else { return [] }
        let root = layout.number(of: model.entities[entity].root)
        // A save that uses the numbers is durable and carries this with it.
        let first = try writing(isDurable: false) { connection -> Int64 in
            let last = try ObjectHistory.kept(root, on: connection)
            try ObjectHistory.keep(try last.later(by: Int64(count)), of: root, on: connection)
            return last + 1
        }
        return (0..<count).map { ObjectKey(entity: entity, row: first + Int64($0)) }
    }

    // MARK: The store itself

    /// What is kept beside the objects.
    package func metadata() throws -> [String: MetadataValue] {
        try reading { try ObjectFile.metadata($0) }
    }

    /// Replaces it; what says which model the file has stays as it is.
    package func setMetadata(_ metadata: [String: MetadataValue]) throws {
        try writing { try ObjectFile.replaceMetadata(metadata, on: $0) }
    }

    /// Finishes pending writes and closes the store.
    package func close() throws { engine.closeNow() }
}

/// The connections of transactions that span several calls, each for the thread that began it:
/// where the engine lets several write, several threads may have one.
private final class HeldConnection<Connection: AnyObject>: Sendable {
    private struct Loan: @unchecked Sendable {
        // Unchecked: only the thread that borrowed the connection gets it.
        let connection: Connection
    }

    private let loans = Mutex<[ObjectIdentifier: Loan]>([:])

    /// The connection, if the calling thread holds one.
    var connection: Connection? {
        loans.withLock { $0[ObjectIdentifier(Thread.current)] }?.connection
    }

    func holding<T>(_ connection: Connection, _ body: () throws -> T) rethrows -> T {
        let thread = ObjectIdentifier(Thread.current)
        let loan = Loan(connection: connection)
        loans.withLock { $0[thread] = loan }
        defer { loans.withLock { $0[thread] = nil } }
        return try body()
    }
}

extension Int64 {
    /// The number that comes some places later; a damaged file may have any numbers.
    ///
    /// - Throws: ``ObjectStoreError/Code/full`` where there is none.
    func later(by count: Int64 = 1) throws -> Int64 {
        let (sum, overflow) = addingReportingOverflow(count)
        guard !overflow else {
            throw ObjectStoreError(.full, "The store has given out all numbers.")
        }
        return sum
    }
}

extension ObjectStoreError {
    /// The error of a store of objects for what an engine throws.
    package static func made(from error: any Error) -> any Error {
        if let missing = error as? ExternalData.Missing {
            return ObjectStoreError(
                .damaged,
                "The file of a large value is missing; a store is copied together with its "
                    + "_SUPPORT directory.", path: missing.path)
        }
        guard let error = error as? StoreError else { return error }
        // A pattern that takes too long is the only limit that a question meets.
        if error.code == .limitExceeded, let sentence = error.context["limit"] {
            return EvaluationError(.patternTimeout, sentence)
        }
        let code: ObjectStoreError.Code =
            switch error.code {
            case .notADatabase, .corrupt: .damaged
            case .cannotOpen: .cannotOpen
            case .readOnly: .readOnly
            case .busy: .busy
            case .full: .full
            case .unsupportedLocation: .unsupportedLocation
            case .outcomeUnknown: .outcomeUnknown
            default: .engine  // The others are of records.
            }
        // What the engine says of a foreign file speaks of databases of records.
        let sentence =
            switch error.code {
            case .notADatabase:
                "The file is no SQLite store, or a damaged one; it was left as it was."
            case .recordTooLarge: "A value is too long for the index over its attribute."
            default: error.sentence + "."
            }
        let message = [sentence, error.engineMessage].compactMap { $0 }
        return ObjectStoreError(
            code, message.joined(separator: " "), path: error.context["path"])
    }
}
