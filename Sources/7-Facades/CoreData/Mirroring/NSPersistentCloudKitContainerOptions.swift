public import Foundation
package import MirrorCore

/// In which container of the cloud a store is mirrored, and in which of its databases.
///
///     description.cloudKitContainerOptions =
///         NSPersistentCloudKitContainerOptions(containerIdentifier: "iCloud.org.example.notes")
///
/// `databaseScope`, which has a type of CloudKit, needs `import CloudKit` beside `import CoreData`.
open class NSPersistentCloudKitContainerOptions: NSObject, @unchecked Sendable {
    // Unchecked: its creator sets it up; opening the store only reads it.
    /// The container in the cloud.
    public let containerIdentifier: String
    /// The database of the container.
    package var scope = MirrorScope.private
    /// How the mirror behaves; tests change it.
    package var settings = MirrorSettings()
    /// Gives the databases of the container; nil for those of the CloudKit module.
    package var cloud: (@Sendable (MirrorScope) -> any MirrorCloud)?

    /// Options for a container.
    public init(containerIdentifier: String) { self.containerIdentifier = containerIdentifier }

    /// The database in the cloud; nil where the program does not have the CloudKit module.
    ///
    /// - Parameter scope: Another database than that of the store.
    package func makeCloud(_ scope: MirrorScope? = nil) -> (any MirrorCloud)? {
        let scope = scope ?? self.scope
        if let cloud { return cloud(scope) }
        return Self.provider?.cloud(container: containerIdentifier, scope)
    }

    /// Options for the program's default container; nil where nothing says where containers are, and
    /// where the program does not have the CloudKit module.
    static var standard: NSPersistentCloudKitContainerOptions? {
        provider?.defaultContainer.map(NSPersistentCloudKitContainerOptions.init)
    }

    /// Found by name, so that Core Data needs no part of CloudKit.
    private static var provider: (any MirrorCloudProvider.Type)? {
        _typeByName("CloudKit.ContainerCloudProvider") as? any MirrorCloudProvider.Type
    }
}
