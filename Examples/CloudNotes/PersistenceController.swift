import CloudKit
import CoreData

/// The notes and their container, as Xcode's template for Core Data with CloudKit has them.
struct PersistenceController {
    let container: NSPersistentCloudKitContainer

    /// Opens the store; `CLOUDNOTES_STORE` names its file.
    ///
    /// `QUARRY_CONTAINER`, `QUARRY_USER` and `QUARRY_DEVICE` say where the cloud is, and which user is
    /// signed in on which device.
    init(file: String? = ProcessInfo.processInfo.environment["CLOUDNOTES_STORE"]) {
        container = NSPersistentCloudKitContainer(name: "CloudNotes")
        guard let description = container.persistentStoreDescriptions.first else {
            fatalError("The container has no store description.")
        }
        if let file { description.url = URL(fileURLWithPath: file) }
        description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(
            containerIdentifier: "iCloud.org.example.cloudnotes")
        container.loadPersistentStores { _, error in
            if let error {
                print("The notes cannot be opened: \(error.localizedDescription)")
                exit(1)
            }
        }
        container.viewContext.automaticallyMergesChangesFromParent = true
        container.viewContext.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    }

    /// Waits until everything is sent and fetched; says why it is not.
    func synchronize() async {
        do {
            try await LocalCloud.current.settle([container])
        } catch {
            print("Not everything is in the cloud: \(error.localizedDescription)")
        }
    }
}
