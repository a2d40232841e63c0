import ArgumentParser
import Foundation
import RecordCore
import Stores

#if Server
import CloudKitClient
import WebServices
#endif

/// The store, its database, and the user that the command acts as.
struct StoreOptions: ParsableArguments {
    /// The databases of a container.
    enum Database: String, CaseIterable, ExpressibleByArgument {
        case `public`, `private`, shared
    }

    @Option(
        help: ArgumentHelp(
            "A file or a URL: see quarry help stores.",
            valueName: "location"),
        completion: .file())
    var store: String?

    @Option(
        name: .customLong("database"),
        help: "Which database; without it the public one, with --zone the private one.")
    var chosenDatabase: Database?

    @Option(help: "A zone by name.")
    var zone: String?

    @Option(
        name: .customLong("user"),
        help: ArgumentHelp(
            "Whose private database, or as whom shared zones are seen; without it, of a store that "
                + "is no server's, \(SaveRequest.defaultUser)."))
    var chosenUser: String?

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "The schema is fixed: nothing creates types, fields or indexes. A store that was "
                + "written so once is opened so again, unless --no-production is given."))
    var production: Bool?

    @Flag(help: "Allows http: to other machines: tokens are sent unencrypted.")
    var insecure = false

    func validate() throws {
        if chosenUser?.isEmpty == true { throw ValidationError("--user names no user.") }
        if chosenDatabase == .public, let zone, zone != ZoneID.defaultName {
            throw ValidationError(
                "The public database has no zones: leave out --zone, or --database public.")
        }
    }

    /// Refuses to write or to copy where a user alone is named: that would be the public database.
    func validateWriting() throws {
        if let user = chosenUser, chosenDatabase == nil, zone == nil {
            throw ValidationError(
                "--user \(user) alone chooses no database: give --database or --zone too.")
        }
    }

    /// The user asked for.
    var user: String { chosenUser ?? SaveRequest.defaultUser }

    /// The database asked for; a zone without `--database` means the private one.
    var database: Database { chosenDatabase ?? (zone == nil ? .public : .private) }

    /// The database asked for, of the user.
    var scope: DatabaseScope {
        switch database {
        case .public: .public
        case .private: .private(user: user)
        case .shared: .shared(user: user)
        }
    }

    /// The zone asked for.
    var zoneID: ZoneID {
        guard let zone else { return .default }
        // Shared zones belong to others: owner/zone.
        if database == .shared, let slash = zone.firstIndex(of: "/") {
            return ZoneID(
                String(zone[zone.index(after: slash)...]), owner: String(zone[..<slash]))
        }
        return ZoneID(zone)
    }

    /// Where queries look: every zone of a shared database when none is named.
    var zones: ZoneScope { database == .shared && zone == nil ? .all : .zone(zoneID) }

    /// Refuses a zone beside all of them.
    func validate(allZones: Bool) throws {
        if allZones, zone != nil {
            throw ValidationError("Give --zone or --all-zones, not both.")
        }
    }

    /// The columns that say in which zone a record is, where those of several zones are shown.
    func zoneKeys(allZones: Bool) -> [String] {
        switch database {
        case .public: []
        case .private: allZones ? ["zone"] : []
        case .shared: zone == nil ? ["zone", "owner"] : []
        }
    }

    /// The location as text.
    var location: String {
        store ?? Shell.variable("QUARRY_STORE") ?? Shell.dataDirectory + "/quarry.db"
    }

    /// Whether there is something to open.
    ///
    /// Throws ``Failure`` for a location that cannot be read.
    var exists: Bool {
        get throws {
            if isRemote { return true }
            guard case .file(let path) = try StoreLocation(location).medium else { return true }
            return FileManager.default.fileExists(atPath: path) && fileSize != 0
        }
    }

    /// The file that opening the store creates; nil where there is one, and for stores that are none.
    ///
    /// Throws ``Failure`` for a location that cannot be read.
    var missingFile: String? {
        get throws {
            guard !isRemote, case .file(let path) = try StoreLocation(location).medium,
                !FileManager.default.fileExists(atPath: path)
            else { return nil }
            return path
        }
    }

    /// The file to which the store's path leads; nil for stores that are none.
    private var file: String? {
        guard !isRemote, case .file(let path)? = try? StoreLocation(location).medium else {
            return nil
        }
        return StoreFile.target(of: path)
    }

    /// The store's file and what SQLite keeps beside it; none for stores that are no file.
    var files: [String] { file.map { [$0] + StoreFile.companions(of: $0) } ?? [] }

    /// The bytes of the store's file; nil for stores that are none.
    var fileSize: Int? { file.flatMap(StoreOptions.size) }

    /// The bytes of the log beside the file, which stays after closing where another program has the store
    /// open, or the disk no room for its pages in the file.
    var logSize: Int { file.flatMap { StoreOptions.size($0 + "-wal") } ?? 0 }

    private static func size(_ path: String) -> Int? {
        AssetIntake.size(of: URL(fileURLWithPath: path)).map(Int.init)
    }

    /// The location without a token or a password that stands in it, which is not for the screen.
    var plainLocation: String {
        guard isRemote, var parts = URLComponents(string: location) else {
            return StoreMedium.withoutPasswords(location)
        }
        parts.user = nil
        parts.password = nil
        return parts.string ?? location
    }

    /// What to write after `quarry …` to reach the same store.
    var reminder: String { store == nil ? "" : " --store \(Shell.quoted(plainLocation))" }

    /// Opens the store; `creating` makes it, and its directory where it is the default one.
    ///
    /// `defersIndexes` has new indexes made when it is closed, where the store is no server's.
    func open(
        creating: Bool = false, defersIndexes: Bool = false
    ) async throws -> any RecordStore {
        if isRemote { return try await openRemote(creating: creating) }
        let place = try StoreLocation(location)
        if case .file(let path) = place.medium,
            !FileManager.default.fileExists(atPath: path) || !creating && fileSize == 0
        {
            guard creating else {
                throw noStore(
                    fileSize == 0 ? "The file \(path) is empty" : "There is no store at \(path)")
            }
            if store == nil {
                try FileManager.default.createDirectory(
                    atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
                    withIntermediateDirectories: true)
            }
        }
        do {
            return try await place.openAsKept(
                unless: production.map { $0 ? .production : .development }, isNoted: creating,
                defersIndexes: defersIndexes)
        } catch let error as StoreError where error.code == .cannotOpen && !creating {
            // A server that does not answer says nothing of what it has.
            guard (try? place.isThere()) == false else { throw error }
            throw noStore("There is no store at \(plainLocation)")
        }
    }

    private func noStore(_ message: String) -> Failure {
        Failure(
            .failed, message,
            advice: "quarry import FILE --type NAME makes one; quarry demo --store STORE "
                + "makes one with sample data.")
    }

    /// Whether the location is a container of a server.
    private var isRemote: Bool {
        ["http", "https"].contains(location.prefix { $0 != ":" }.lowercased())
    }

    /// A container of a server; one that may be made is not asked about before it is needed.
    private func openRemote(creating: Bool) async throws -> any RecordStore {
        #if Server
        guard scope == .public || chosenUser?.hasPrefix("_") == true else {
            throw Failure(
                .usage,
                chosenUser.map {
                    "--user \($0): at a server this is a record name, which begins with _"
                } ?? "--user is missing: a server has \(database.rawValue) databases of its users",
                advice: "quarry accounts users list has the record names.")
        }
        let place = try RemoteLocation(
            location,
            token: Shell.variable("QUARRY_MANAGEMENT_TOKEN")
                ?? Shell.variable("QUARRY_TOKEN"),
            environment: production == true ? .production : .development,
            allowsPlainText: insecure)
        var options = TransportOptions()
        options.certificateFile = Shell.variable("QUARRY_CERTIFICATE")
        let store: RemoteStore
        do throws(TransportError) {
            store = try RemoteStore(at: place, options: options)
        } catch {
            throw Failure(error)
        }
        let exists: Bool
        do {
            if creating { exists = true } else { exists = try await store.exists() }
        } catch let failure as RemoteFailure where failure.message.contains("cannot be reached") {
            throw Failure(
                .failed, "No server answers at \(place.origin)",
                advice: "\(failure.advice ?? failure.message). quarry serve starts one; a file is "
                    + "named by its path.")
        }
        if !exists {
            throw Failure(
                .failed, "There is no container \(place.container) at \(place.origin)",
                advice: "The dashboard makes one, or quarry serve --container; where any name is "
                    + "accepted, quarry import does.")
        }
        return store
        #else
        throw BuiltWithoutServer.failure("A store at a server")
        #endif
    }

    /// Opens the store for one piece of work and closes it whatever happens.
    func withStore<T>(
        creating: Bool = false, defersIndexes: Bool = false,
        _ body: (any RecordStore) async throws -> T
    ) async throws -> T {
        let store = try await open(creating: creating, defersIndexes: defersIndexes)
        return try await closing({ try await store.close() }) {
            try await advising { try await body(store) }
        }
    }

    /// Does a piece of work; a zone that is missing is answered for the database asked for.
    func advising<T>(_ work: () async throws -> T) async throws -> T {
        do { return try await work() } catch let error as StoreError
            where error.code == .zoneNotFound && database == .shared
        {
            throw Failure(
                .failed, error.description,
                advice: "A shared zone is OWNER/NAME; without --zone every zone that others share "
                    + "with --user is read.")
        }
    }
}

/// Does a piece of work, and closes what it needed whatever happens.
func closing<T>(
    _ close: () async throws -> Void, after work: () async throws -> T
) async throws -> T {
    let result: T
    do { result = try await work() } catch {
        // What the work failed with matters more than how closing went.
        try? await close()
        throw error
    }
    try await close()
    return result
}

/// The shell that runs the tool: its variables, and text for it.
enum Shell {
    /// A variable of the environment that says something.
    static func variable(_ name: String) -> String? {
        guard let text = ProcessInfo.processInfo.environment[name], !text.isEmpty else {
            return nil
        }
        return text
    }

    /// Where the tool keeps what is named nowhere.
    static var dataDirectory: String {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? "."
        return (variable("XDG_DATA_HOME") ?? home + "/.local/share") + "/quarry"
    }

    /// The text as one word of a command line.
    static func quoted(_ text: String) -> String {
        let plain = text.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "/.-_:@+,".contains($0))
        }
        return plain && !text.isEmpty
            ? text : "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }
}
