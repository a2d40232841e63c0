#if SwiftData
public import Foundation
import CoreData

/// Where a container keeps models, and which.
///
///     ModelConfiguration(isStoredInMemoryOnly: true)
///     ModelConfiguration("Trips", url: URL(filePath: "/var/lib/trips/trips.store"))
///     ModelConfiguration(url: URL(string: "postgres://host/office?schema=trips")!)
///
/// | URL | store |
/// |---|---|
/// | a file's | that file, created where it is not there |
/// | `/dev/null` | in memory, gone with the container |
/// | `postgres://host/db?schema=name` | a schema of a PostgreSQL database, with the trait Postgres |
///
/// Source: [ModelConfiguration](https://developer.apple.com/documentation/swiftdata/modelconfiguration).
public struct ModelConfiguration: Identifiable, Hashable, Sendable, CustomDebugStringConvertible {
    /// Where the models are.
    public let url: URL
    /// The name, which the file has where no URL is given.
    public let name: String
    /// The identifier of an app group's container; nil without one.
    public let groupAppContainerIdentifier: String?
    /// The identifier of a container in the cloud; nil without one.
    public let cloudKitContainerIdentifier: String?
    /// The app group whose container has the file.
    public let groupContainer: GroupContainer
    /// The database in the cloud with which the store is mirrored.
    public let cloudKitDatabase: CloudKitDatabase
    /// The models that the store has; nil for all of the container.
    public var schema: Schema?
    /// Whether the store may be changed.
    public let allowsSave: Bool
    /// Whether nothing is written to a disk.
    public let isStoredInMemoryOnly: Bool

    /// The URL, which tells configurations apart.
    public var id: URL { url }

    /// The database in the cloud with which a store is mirrored.
    ///
    ///     ModelConfiguration(cloudKitDatabase: .private("iCloud.org.example.trips"))
    ///
    /// The models must be such that CloudKit accepts them: no `.unique`, a default for each
    /// property that is not optional, optional relationships with inverses, no `.deny`.
    public struct CloudKitDatabase: Hashable, Sendable {
        let container: String?
        let isAutomatic: Bool
        /// That of the app's entitlements; none off Apple's systems.
        public static let automatic = CloudKitDatabase(container: nil, isAutomatic: true)
        /// None, where the type says nothing else.
        public static let none = CloudKitDatabase(container: nil, isAutomatic: false)
        /// The private database of a container.
        ///
        /// Which cloud has the container, the module CloudKit says: a file, a server, or what
        /// `LocalCloud` was told. A program without that module mirrors nothing, and a line on
        /// standard error says so.
        public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
            CloudKitDatabase(container: privateDBName, isAutomatic: false)
        }
    }

    /// The app group whose container has a file.
    ///
    ///     let shared = ModelConfiguration(
    ///         "Trips", groupContainer: .identifier("group.org.example.trips"))
    ///     shared.url.pathComponents.suffix(2)  // ["group.org.example.trips", "Trips.store"]
    public struct GroupContainer: Hashable, Sendable {
        let identifier: String?
        let isAutomatic: Bool
        /// That of the app's entitlements; none off Apple's systems.
        public static let automatic = GroupContainer(identifier: nil, isAutomatic: true)
        /// None, where the type says nothing else.
        public static let none = GroupContainer(identifier: nil, isAutomatic: false)
        /// The group of an identifier; its files stand in a directory of its name.
        public static func identifier(_ groupName: String) -> GroupContainer {
            GroupContainer(identifier: groupName, isAutomatic: false)
        }
    }

    private init(
        _ name: String?, _ schema: Schema?, url: URL?, inMemory: Bool, allowsSave: Bool,
        _ group: GroupContainer, _ cloud: CloudKitDatabase
    ) {
        self.name = name ?? ""
        self.schema = schema
        self.allowsSave = allowsSave
        groupContainer = group
        groupAppContainerIdentifier = group.identifier
        cloudKitDatabase = cloud
        cloudKitContainerIdentifier = cloud.container
        if let url {
            self.url = url
        } else if inMemory {
            self.url = URL(fileURLWithPath: "/dev/null")
        } else {
            self.url = ModelConfiguration.directory(of: group)
                .appendingPathComponent("\(name ?? "default").store")
        }
        isStoredInMemoryOnly = inMemory || self.url.path == "/dev/null"
    }

    private static func directory(of group: GroupContainer) -> URL {
        let directory = NSPersistentContainer.defaultDirectoryURL()
        return group.identifier.map { directory.appendingPathComponent($0) } ?? directory
    }

    /// All models of the container in the default store, or in memory.
    public init(isStoredInMemoryOnly: Bool = false) {
        self.init(
            nil, nil, url: nil, inMemory: isStoredInMemoryOnly, allowsSave: true, .automatic,
            .automatic)
    }

    /// Some models in the default store, or in memory.
    public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
        self.init(
            nil, Schema(forTypes), url: nil, inMemory: isStoredInMemoryOnly, allowsSave: true,
            .automatic, .automatic)
    }

    /// A store in the directory for the app's data, or in memory.
    public init(
        _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
        allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        self.init(
            name, schema, url: nil, inMemory: isStoredInMemoryOnly, allowsSave: allowsSave,
            groupContainer, cloudKitDatabase)
    }

    /// A store at a URL.
    public init(
        _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        self.init(
            name, schema, url: url, inMemory: false, allowsSave: allowsSave, .none,
            cloudKitDatabase)
    }

    /// Refuses names that files cannot have.
    ///
    /// - Throws: `configurationFileNameContainsInvalidCharacters`,
    ///   `configurationFileNameTooLong`.
    public func validate() throws {
        if name.contains("/") || name.contains("\0") {
            throw SwiftDataError.configurationFileNameContainsInvalidCharacters
        }
        // Core Data's companions of the file end in `-wal` and `-shm`.
        if url.isFileURL, url.lastPathComponent.utf8.count > 251 {
            throw SwiftDataError.configurationFileNameTooLong
        }
    }

    /// The name and the URL, without what a URL says of a user.
    public var debugDescription: String {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        parts?.user = nil
        parts?.password = nil
        return "ModelConfiguration(name: \"\(name)\", url: \(parts?.string ?? url.path), "
            + "isStoredInMemoryOnly: \(isStoredInMemoryOnly), allowsSave: \(allowsSave))"
    }
}
#endif
