public import Foundation
import RecordCore
import RecordService
import Stores

extension LocalCloud {
    /// Where containers are stored: in memory, in SQLite files, in PostgreSQL or on a server.
    ///
    ///     LocalCloud.use(.file("notes.db"))       // containers of this process
    ///     try LocalCloud.Location("memory:")      // .memory
    public enum Location: Hashable, Sendable {
        /// In memory: nothing is kept.
        case memory
        /// In one SQLite file, for one container.
        case file(String)
        /// In a directory with a SQLite file for each container.
        case directory(String)
        /// In a PostgreSQL database, by its URL, with an SQL schema for each container: where
        /// servers of Quarry on the same database have it. Needs the package's trait Postgres.
        case database(String)
        /// On a Quarry server, whose URL this is; ``Settings/server`` says who asks.
        case server(URL)

        /// Reads `memory:`, a path, `sqlite:path`, the path of a directory, `postgres://…`, or a
        /// server's URL.
        ///
        /// - Throws: `CKError.badContainer` for anything else.
        public init(_ text: String) throws {
            let scheme = text.prefix { $0 != ":" }.lowercased()
            if scheme == "http" || scheme == "https" {
                guard let url = URL(string: text), url.host?.isEmpty == false,
                    url.path.isEmpty || url.path == "/", url.query == nil
                else {
                    throw CKError(
                        .badContainer,
                        "A server is named by scheme, host and port: https://host:port")
                }
                self = .server(url)
                return
            }
            do {
                switch try StoreLocation(text).medium {
                case .memory: self = .memory
                case .file(let path):
                    var isDirectory: ObjCBool = false
                    let exists = FileManager.default.fileExists(
                        atPath: path, isDirectory: &isDirectory)
                    self =
                        path.hasSuffix("/") || exists && isDirectory.boolValue
                        ? .directory(path) : .file(path)
                case .server(let url): self = .database(url)
                }
            } catch {
                throw CKError(any: error)
            }
        }

        /// Where containers live by default: `quarry` in the user's data directory.
        static func standard(_ environment: [String: String]) -> Location {
            // https://specifications.freedesktop.org/basedir-spec: relative paths are invalid.
            if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
                return .directory(data + "/quarry")
            }
            let home = environment["HOME"] ?? NSHomeDirectory()
            return .directory(home + "/.local/share/quarry")
        }

        /// Opens the store of a container, its directory made where it is not there.
        func openStore(of identifier: String, _ settings: Settings) async throws -> any RecordStore
        {
            let location: StoreLocation
            switch self {
            case .memory:
                return MemoryStore(
                    environment: settings.storeEnvironment, limits: settings.limits,
                    clock: settings.clock)
            case .file(let path): location = .sqlite(path: try Location.prepared(path))
            case .directory(let path):
                location = .sqlite(
                    path: try Location.prepared(path + "/" + Location.fileName(identifier)))
            case .database(let url):
                let name = settings.environment == .production ? "production" : "development"
                return try await ServerDatabase(url).open(
                    .container(identifier, environment: name),
                    environment: settings.storeEnvironment, limits: settings.limits)
            case .server:
                throw CKError(.badContainer, "A container on a server has no file")
            }
            return try await location.open(
                environment: settings.storeEnvironment, limits: settings.limits)
        }

        private static func prepared(_ path: String) throws -> String {
            let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
            do {
                try FileManager.default.createDirectory(
                    atPath: directory, withIntermediateDirectories: true)
            } catch {
                throw CKError(
                    .badContainer, "The directory \(directory) cannot be made: \(error)")
            }
            return path
        }

        private static func fileName(_ identifier: String) -> String {
            let allowed = identifier.map { character in
                character.isASCII && (character.isLetter || character.isNumber)
                    || "._-".contains(character) ? character : "_"
            }
            let name = String(allowed)
            return (name.hasPrefix(".") ? "_" + name : name) + ".db"
        }
    }

    /// Whether the schema follows the records that are saved.
    ///
    ///     var settings = LocalCloud.Settings()
    ///     settings.environment = .production
    ///     settings.schema = "Schema.ckdb"
    ///     // saving an unknown type: CKError.invalidArguments, as after deployment
    public enum Environment: String, Hashable, Sendable, CaseIterable {
        /// Saving a record creates its type and fields, with every index that they may have.
        case development
        /// As in development, but unknown types and fields are refused.
        case strict
        /// The schema is fixed, and only its indexes exist: what would fail after deployment fails.
        case production
    }

    /// What a token search for two words, and BEGINSWITH, mean.
    ///
    ///     var settings = LocalCloud.Settings()
    ///     settings.reading = .original
    ///     let database = LocalCloud(.memory, settings: settings)
    ///         .container("iCloud.org.example.notes").publicCloudDatabase
    ///     try await database.save(note)  // its title: "milk and honey"
    ///     let query = CKQuery(
    ///         recordType: "Note", predicate: NSPredicate(format: "self CONTAINS 'milk bread'"))
    ///     try await database.records(matching: query).matchResults.count
    ///     // 0, since the text lacks one of the words; 1 with `.current`
    public enum Reading: String, Hashable, Sendable, CaseIterable {
        /// Either word; BEGINSWITH minds case.
        case current
        /// Both words; BEGINSWITH folds case: what CloudKit's documentation said at first.
        case original
    }

    /// How containers behave: their schema, queries, limits and clock.
    ///
    ///     var settings = LocalCloud.Settings()
    ///     settings.quotaBytes = 1 << 20
    ///     settings.clock = { Date(timeIntervalSinceReferenceDate: 0) }
    ///     let cloud = LocalCloud(.memory, settings: settings)
    public struct Settings: Sendable {
        /// Whether the schema follows the records that are saved.
        public var environment = Environment.development
        /// The path of a `.ckdb` file, or what such a file says.
        ///
        /// In development, types and fields that records have added stay beside it.
        public var schema: String?
        /// How queries are read; `QUARRY_READING=original` without code.
        public var reading = Reading.current
        /// Whether a query without a zone searches every zone of the database, or the default zone
        /// alone.
        ///
        /// `true`, and `QUARRY_NIL_ZONE=all`, is what Apple documents today:
        /// [zoneID](https://developer.apple.com/documentation/cloudkit/ckqueryoperation/zoneid).
        /// `false`, and `QUARRY_NIL_ZONE=default`, is what the documentation of 2014 said of
        /// `performQuery:inZoneWithID:` (CKDatabase.h).
        /// In the shared database a query names its zone under both. The web services have a rule
        /// of their own, `zoneWide`, which this does not change.
        public var nilZoneMeansAllZones = true
        /// When containers of Core Data fetch and send.
        public var mirroring = Mirroring.soon
        /// Whether containers of Core Data delete every object and fetch it again where the history was
        /// forgotten before all of it was sent, as on Apple's systems.
        ///
        /// What was not sent is lost then. `false` compares every object with its last known record, and
        /// sends what differs.
        public var resetsForgottenHistory = false
        /// Bytes that a private database may hold; nil is no limit.
        public var quotaBytes: Int?
        /// Records of a page when a program leaves the number to the store.
        public var pageSize = StoreLimits().defaultPage
        /// Records and deletions in one request.
        public var itemsPerRequest = StoreLimits().itemsPerRequest
        /// Bytes of records, without their assets, in one request.
        public var requestBytes = ServiceOptions().requestBytes
        /// Bytes of a record without its assets.
        public var recordBytes = StoreLimits().recordBytes
        /// Bytes of an asset.
        public var assetBytes = StoreLimits().assetBytes
        /// `deleteSelf` references that may point at one record.
        public var owningReferences = StoreLimits().owningReferences
        /// Fields of a record type.
        public var fieldsPerType = StoreLimits().fieldsPerType
        /// Zones of a database.
        public var zonesPerDatabase = StoreLimits().zonesPerDatabase
        /// Characters of a record's or zone's name.
        public var nameLength = StoreLimits().nameLength
        /// Values on the right of IN, and words of a search.
        public var valuesPerFilter = StoreLimits().valuesPerFilter
        /// Seconds that deletions are remembered; older change tokens expire.
        public var deletionLifetime = StoreLimits().tombstoneLifetime
        /// What time it is: `now` in queries, and when records in memory are created and modified;
        /// files, databases and servers have the system's clock.
        public var clock: @Sendable () -> Date = { Date() } {
            didSet { isClockSet = true }
        }
        /// The tokens of a server's client, and how it connects; without effect elsewhere.
        public var server = ServerSettings()
        /// Whether the program has set the clock; a server has a clock of its own.
        private(set) var isClockSet = false

        /// Settings where each property has its default.
        public init() {}

        var limits: StoreLimits {
            var limits = StoreLimits()
            limits.defaultPage = pageSize
            limits.itemsPerRequest = itemsPerRequest
            limits.recordBytes = recordBytes
            limits.assetBytes = assetBytes
            limits.owningReferences = owningReferences
            limits.fieldsPerType = fieldsPerType
            limits.zonesPerDatabase = zonesPerDatabase
            limits.nameLength = nameLength
            limits.valuesPerFilter = valuesPerFilter
            limits.tombstoneLifetime = deletionLifetime
            return limits
        }

        var options: ServiceOptions {
            var options = ServiceOptions()
            options.profile = reading == .original ? .cloudKitOriginal : .cloudKit
            options.nilZoneMeansAllZones = nilZoneMeansAllZones
            options.quotaBytes = quotaBytes
            options.requestBytes = requestBytes
            options.clock = clock
            return options
        }

        var storeEnvironment: StoreEnvironment {
            switch environment {
            case .development: .development
            case .strict: .development(strict: true)
            case .production: .production
            }
        }

        /// The schema that containers are to have; nil where none was named.
        func readSchema() throws -> RecordSchema? {
            guard let schema else { return nil }
            var text = schema
            if !schema.contains("SCHEMA") || schema.hasSuffix(".ckdb") {
                do {
                    text = try String(contentsOfFile: schema, encoding: .utf8)
                } catch {
                    throw CKError(
                        .invalidArguments,
                        "The schema \(schema) cannot be read: \(error.localizedDescription)")
                }
            }
            do {
                return try RecordSchema(parsing: text)
            } catch {
                throw CKError(.invalidArguments, "The schema cannot be read: \(error)")
            }
        }

        /// A container's schema with the one that is named; in development what records have added
        /// stays.
        func merged(_ named: RecordSchema, into current: RecordSchema) -> RecordSchema {
            guard environment == .development else { return named }
            var whole = current
            whole.merge(named)
            return whole
        }
    }

    /// What environment variables say.
    convenience init(environment: [String: String]) {
        var settings = Settings()
        var location = Location.standard(environment)
        var problem: CKError?
        do {
            if let text = environment["QUARRY_CONTAINER"], !text.isEmpty {
                location = try Location(text)
            }
            if let name = environment["QUARRY_ENVIRONMENT"], !name.isEmpty {
                guard let known = Environment(rawValue: name) else {
                    throw CKError(
                        .badContainer,
                        "QUARRY_ENVIRONMENT is development, strict or production, not \(name)")
                }
                settings.environment = known
            }
            if let name = environment["QUARRY_READING"], !name.isEmpty {
                guard let known = Reading(rawValue: name) else {
                    throw CKError(
                        .badContainer, "QUARRY_READING is current or original, not \(name)")
                }
                settings.reading = known
            }
            if let name = environment["QUARRY_NIL_ZONE"], !name.isEmpty {
                guard name == "all" || name == "default" else {
                    throw CKError(
                        .badContainer, "QUARRY_NIL_ZONE is all or default, not \(name)")
                }
                settings.nilZoneMeansAllZones = name == "all"
            }
            settings.server = ServerSettings(environment: environment)
            settings.schema = environment["QUARRY_SCHEMA"].flatMap { $0.isEmpty ? nil : $0 }
            _ = try settings.readSchema()
        } catch {
            problem = CKError(any: error)
        }
        let user = environment["QUARRY_USER"] ?? LocalCloud.someone
        self.init(
            location, settings: settings, user: user.isEmpty ? nil : user,
            device: environment["QUARRY_DEVICE"], problem: problem)
    }
}
