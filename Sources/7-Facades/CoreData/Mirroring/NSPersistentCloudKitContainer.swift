public import Foundation
import CoreDataModel
import MirrorCore
import RecordCore

/// A container whose stores are mirrored in CloudKit.
///
/// A store whose description has `cloudKitContainerOptions` opens only with a model that CloudKit
/// accepts; the error otherwise has Apple's code and text. Its records are not sent anywhere yet,
/// which a line on standard error says.
///
///     let container = NSPersistentCloudKitContainer(name: "Notes")
///     container.persistentStoreDescriptions.first?.cloudKitContainerOptions =
///         NSPersistentCloudKitContainerOptions(containerIdentifier: "iCloud.org.example.notes")
///     container.loadPersistentStores { description, error in … }
///     // 134060: CloudKit integration requires that all relationships be optional, …
open class NSPersistentCloudKitContainer: NSPersistentContainer, @unchecked Sendable {
    /// Opens the stores, and tells the block of each; mirrored ones with a model that CloudKit
    /// refuses are left closed, and their files as they are.
    open override func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions {
            if let refusal = refusal(of: description) {
                refuse(description, refusal, block)
                continue
            }
            if let options = description.cloudKitContainerOptions {
                Self.note(
                    "\(description.url?.lastPathComponent ?? "A store") is not mirrored in "
                        + "\(options.containerIdentifier): this version only checks its model.")
            }
            persistentStoreCoordinator.addPersistentStore(
                with: description, completionHandler: block)
        }
    }

    /// Checks that CloudKit accepts the model of each mirrored store; with `printSchema`, prints
    /// the schema that `quarry schema generate` writes.
    ///
    /// Nothing is uploaded, with or without `dryRun`.
    ///
    /// - Throws: `NSCoreDataError` with Apple's text for what CloudKit refuses.
    open func initializeCloudKitSchema(
        options: NSPersistentCloudKitContainerSchemaInitializationOptions = []
    ) throws {
        let model = managedObjectModel.objectModel
        for description in persistentStoreDescriptions
        where description.cloudKitContainerOptions != nil {
            if let refusal = refusal(of: description) { throw refusal }
            if options.contains(.printSchema) {
                let plan = MirrorPlan(model, configuration: description.configuration)
                print(Schema(mirroring: plan).text, terminator: "")
            }
        }
        if !options.contains(.dryRun) {
            Self.note(
                "The schema is not uploaded: quarry schema generate writes it into a file for "
                    + "cktool import-schema.")
        }
    }

    /// Why the store of a description cannot be mirrored; nil where it can be, or is not to be.
    private func refusal(of description: NSPersistentStoreDescription) -> NSError? {
        guard description.cloudKitContainerOptions != nil else { return nil }
        let violations = MirrorRules.violations(
            of: managedObjectModel.objectModel, configuration: description.configuration)
        guard let reason = MirrorRules.reason(for: violations) else { return nil }
        return NSError.coreData(
            NSCoreDataError, reason,
            [
                NSLocalizedDescriptionKey: "A Core Data error occurred.",
                NSLocalizedFailureReasonErrorKey: reason,
            ])
    }

    private func refuse(
        _ description: NSPersistentStoreDescription, _ error: NSError,
        _ block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        guard description.shouldAddStoreAsynchronously else { return block(description, error) }
        let work = Transfer(block)
        DispatchQueue.global().async { work.value(description, error) }
    }

    private static func note(_ text: String) {
        FileHandle.standardError.write(Data("CoreData: warning: \(text)\n".utf8))
    }
}

/// What ``NSPersistentCloudKitContainer/initializeCloudKitSchema(options:)`` leaves out or adds.
public struct NSPersistentCloudKitContainerSchemaInitializationOptions: OptionSet, Sendable {
    /// The bits of the options, with Apple's values.
    public let rawValue: UInt
    /// Options by Apple's number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Checks the model without uploading a schema.
    public static let dryRun = NSPersistentCloudKitContainerSchemaInitializationOptions(
        rawValue: 1 << 1)
    /// Prints the schema, in the language of `.ckdb` files.
    public static let printSchema = NSPersistentCloudKitContainerSchemaInitializationOptions(
        rawValue: 1 << 2)
}

/// In which container of the cloud a store is mirrored.
open class NSPersistentCloudKitContainerOptions: NSObject, @unchecked Sendable {
    /// The container in the cloud.
    public let containerIdentifier: String
    /// Options for a container.
    public init(containerIdentifier: String) { self.containerIdentifier = containerIdentifier }
}
