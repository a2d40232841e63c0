import Foundation
import RecordCore
import RecordService
import Synchronization

/// Where the containers of a program live, who is signed in on which device, and what goes wrong.
///
/// A program needs none of it: containers open a file in the user's data directory. Tests and
/// tools say in one line where to look instead, and may do so from any task:
///
///     LocalCloud.use(.memory)                       // every container of this process
///
///     let cloud = try await LocalCloud(at: "memory:")
///     let phone = cloud.container("iCloud.org.example.notes", user: "ann", device: "phone")
///     let tablet = cloud.container("iCloud.org.example.notes", user: "ann", device: "tablet")
///     let bobs = cloud.container("iCloud.org.example.notes", user: "bob")
///     cloud.faults.add(.throttled(retryAfter: 3))   // the next request fails
///
/// Environment variables do the same without code: `QUARRY_CONTAINER` (`memory:`, a path,
/// `sqlite:path`, a directory, `postgres://…`, a server's URL), `QUARRY_USER`, `QUARRY_DEVICE`,
/// `QUARRY_ENVIRONMENT` (`development`, `strict`, `production`), `QUARRY_SCHEMA` (a `.ckdb` file),
/// `QUARRY_READING` (`current`, `original`: what a search for two words and BEGINSWITH mean)
/// and `QUARRY_NIL_ZONE` (`all`, `default`: what a query without a zone searches). A server needs
/// credentials: `QUARRY_API_TOKEN` and `QUARRY_WEB_AUTH_TOKEN` of a signed-in user, or
/// `QUARRY_MANAGEMENT_TOKEN` for tests, which may be any user by name.
public final class LocalCloud: Sendable {
    /// Where the containers live.
    public let location: Location
    /// How the containers behave: their schema, queries, limits and clock.
    public let settings: Settings
    /// Failures made to happen on demand.
    public let faults = Faults()
    /// The device of containers that name none.
    let device: LocalDevice
    /// What is wrong with the environment variables; every request then fails with it.
    let problem: CKError?
    private let containers = Mutex<[String: OpenContainer]>([:])
    private let devices: Mutex<[String: LocalDevice]>
    private let identities = Mutex<[UserIdentity]>([])

    // MARK: Making

    /// Containers at a place, opened when they are first used.
    ///
    /// - Parameters:
    ///   - location: Where they live.
    ///   - settings: How they behave.
    ///   - user: The user signed in on the device of this program; nil is none.
    ///   - device: The name of the device of this program, which is not told of its own changes; nil is
    ///     one of this program and this machine where containers are at a server or in PostgreSQL.
    public convenience init(
        _ location: Location, settings: Settings = Settings(), user: String? = LocalCloud.someone,
        device: String? = nil
    ) {
        self.init(location, settings: settings, user: user, device: device, problem: nil)
    }

    /// Containers at a place, by its name, with their schema checked.
    ///
    ///     try await LocalCloud(at: "memory:", schema: "app.ckdb", environment: .production)
    ///
    /// - Parameters:
    ///   - location: `memory:`, a path, `sqlite:path`, a directory with a file a container,
    ///     `postgres://…`, or a server's URL.
    ///   - schema: The path of a `.ckdb` file, or what such a file says.
    ///   - environment: Whether the schema follows the records that are saved.
    ///   - settings: How the containers behave otherwise.
    /// - Throws: `CKError.badContainer` for a place that is none, `invalidArguments` for a schema
    ///   that cannot be read.
    public convenience init(
        at location: String, schema: String? = nil, environment: Environment = .development,
        settings: Settings = Settings()
    ) async throws {
        var settings = settings
        settings.environment = environment
        settings.schema = schema ?? settings.schema
        self.init(try Location(location), settings: settings)
        _ = try settings.readSchema()
    }

    init(
        _ location: Location, settings: Settings, user: String?, device: String?, problem: CKError?
    ) {
        let device = device ?? LocalCloud.device(at: location)
        self.location = location
        self.settings = settings
        self.problem = problem
        self.device = LocalDevice(name: device, user: user.map(LocalCloud.recordName))
        devices = Mutex([device: self.device])
    }

    /// The name of a device where the program gives none: another one on each machine that shares
    /// containers, so that each gets notifications of what the others save.
    package static func device(at location: Location) -> String {
        switch location {
        case .memory, .file, .directory: return "this device"
        case .server, .database:
            // The name of a container or host, and the machine's own, which copies of an image share.
            // A machine may have none.
            let machine = try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)
            let parts = [ProcessInfo.processInfo.hostName, NSUserName(), machine ?? ""]
            let hash = ContentHash.hex(of: Data(parts.joined(separator: "\n").utf8))
            return "\(ProcessInfo.processInfo.processName)-\(hash.prefix(16))"
        }
    }

    /// The user of this program's device when the program names no user.
    public static let someone = SaveRequest.defaultUser

    /// The name of a user's own record: the user's name after a low line, as CloudKit has it.
    static func recordName(of user: String) -> String { user.hasPrefix("_") ? user : "_" + user }

    // MARK: For the process

    private static let shared = Mutex<LocalCloud?>(nil)
    private static let isChosen = Mutex(false)

    /// Whether the program, or `QUARRY_CONTAINER`, says where containers are.
    static var isConfigured: Bool {
        isChosen.withLock { $0 }
            || ProcessInfo.processInfo.environment["QUARRY_CONTAINER"]?.isEmpty == false
    }

    /// Where `CKContainer.default()` and `CKContainer(identifier:)` look from now on.
    ///
    /// Containers that were made before stay where they are.
    @discardableResult
    public static func use(
        _ location: Location, settings: Settings = Settings(), user: String? = someone,
        device: String? = nil
    ) -> LocalCloud {
        use(LocalCloud(location, settings: settings, user: user, device: device))
    }

    /// Where `CKContainer.default()` and `CKContainer(identifier:)` look from now on.
    @discardableResult
    public static func use(_ cloud: LocalCloud) -> LocalCloud {
        shared.withLock { $0 = cloud }
        isChosen.withLock { $0 = true }
        return cloud
    }

    /// Where `CKContainer.default()` and `CKContainer(identifier:)` look: what ``use(_:)`` was
    /// given, or what the environment variables say.
    public static var current: LocalCloud {
        shared.withLock { cloud in
            if let cloud { return cloud }
            let made = LocalCloud(environment: ProcessInfo.processInfo.environment)
            cloud = made
            return made
        }
    }

    // MARK: Containers and devices

    /// A container as a user sees it from a device.
    ///
    ///     let ann = cloud.container("iCloud.org.example.notes", user: "ann")
    ///     try await ann.userRecordID().recordName  // "_ann"
    ///     let tablet = cloud.container("iCloud.org.example.notes", user: "ann", device: "tablet")
    ///     // the same records, another device: it is notified of what ann saves
    ///
    /// - Parameters:
    ///   - identifier: The container's name.
    ///   - user: The user to sign in on the device; nil leaves the account as it is.
    ///   - device: The device's name; nil is one that is named as the user.
    public func container(
        _ identifier: String, user: String? = nil, device: String? = nil
    ) -> CKContainer {
        let name = device ?? user ?? self.device.name
        let found = self.device(name)
        if let user { found.signIn(LocalCloud.recordName(of: user)) }
        return CKContainer(ContainerHandle(identifier, in: self, device: found))
    }

    /// Signs a user in on a device, in place of the one before; posts `CKAccountChanged`.
    public func signIn(_ user: String, device: String? = nil) {
        self.device(device ?? self.device.name).signIn(LocalCloud.recordName(of: user))
    }

    /// Signs the user of a device out; posts `CKAccountChanged`.
    public func signOut(device: String? = nil) {
        self.device(device ?? self.device.name).signIn(nil)
    }

    /// Lets others find a user by name, addresses and telephone numbers.
    public func introduce(
        _ user: String, givenName: String? = nil, familyName: String? = nil, emails: [String] = [],
        phones: [String] = []
    ) async throws {
        let identity = UserIdentity(
            user: LocalCloud.recordName(of: user), givenName: givenName, familyName: familyName,
            emails: emails, phones: phones)
        identities.withLock { $0.append(identity) }
        for container in containers.withLock({ Array($0.values) }) {
            do {
                try await container.introduce(identity)
            } catch {
                throw CKError(any: error)
            }
        }
    }

    /// Closes every container; they open again when they are used.
    ///
    /// What was in memory is gone.
    public func close() async throws {
        for container in containers.withLock({ Array($0.values) }) { try await container.close() }
    }

    func open(_ identifier: String) -> OpenContainer {
        containers.withLock { containers in
            if let found = containers[identifier] { return found }
            let made = OpenContainer(identifier: identifier, cloud: self)
            containers[identifier] = made
            return made
        }
    }

    /// The identities that ``introduce`` was given, for containers that open later.
    var known: [UserIdentity] { identities.withLock { $0 } }

    private func device(_ name: String) -> LocalDevice {
        devices.withLock { devices in
            if let found = devices[name] { return found }
            let made = LocalDevice(name: name, user: nil)
            devices[name] = made
            return made
        }
    }
}

/// A device, or a program that stands for one, with its signed-in user.
final class LocalDevice: Sendable {
    let name: String
    private struct Account {
        var user: String?
        var changes = 0
    }
    private let account: Mutex<Account>

    init(name: String, user: String?) {
        self.name = name
        account = Mutex(Account(user: user))
    }

    /// The record name of the signed-in user.
    var user: String? { account.withLock { $0.user } }

    /// How often a user signed in or out.
    ///
    /// The user that a server's token names is learnt with the first request: that is no change.
    var accountChanges: Int { account.withLock { $0.changes } }

    /// Takes over who is signed in from the tokens of a server.
    func adopt(_ user: String?) { account.withLock { $0.user = user } }

    func signIn(_ user: String?) {
        let isChange = account.withLock { account -> Bool in
            let isChange = account.user != user
            account.user = user
            if isChange { account.changes += 1 }
            return isChange
        }
        if isChange { NotificationCenter.default.post(name: .CKAccountChanged, object: nil) }
    }
}
