import CloudKit
import CoreData
import CoreDataModel
import Foundation
import MirrorCore
import RecordCore
import Stores
import TestFiles
import Testing

/// `initializeCloudKitSchema`.
@Suite struct `Uploading a schema` {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("cloud.db").path }

    /// A container whose stores are not open.
    private func container(
        _ cloud: LocalCloud, _ scopes: [CKDatabase.Scope], user: String? = "ann"
    ) -> NSPersistentCloudKitContainer {
        let container = NSPersistentCloudKitContainer(
            name: "Notebook", managedObjectModel: Notebook.model())
        container.persistentStoreDescriptions = scopes.map { scope in
            let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
            let options = NSPersistentCloudKitContainerOptions(
                container: cloud.container(Notebook.identifier, user: user, device: "phone"))
            options.databaseScope = scope
            description.cloudKitContainerOptions = options
            return description
        }
        return container
    }

    /// Uploads on a thread of its own, as the method waits.
    private func upload(_ container: NSPersistentCloudKitContainer) async throws {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async {
                done.resume(with: Result { try container.initializeCloudKitSchema() })
            }
        }
    }

    @Test func `every thread of Swift tasks may wait for it at once`() async throws {
        let path = path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<ProcessInfo.processInfo.activeProcessorCount {
                group.addTask {
                    let cloud = Notebook.cloud(.file(path + "\(number)"))
                    try self.container(cloud, [.private]).initializeCloudKitSchema()
                    try await cloud.close()
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: [[CKDatabase.Scope.private], [.private, .shared], [.public], [.shared]])
    func `every type gets its fields and twins, and no record stays`(
        scopes: [CKDatabase.Scope]
    ) async throws {
        let cloud = Notebook.cloud(.file(path))
        try await upload(container(cloud, scopes))
        #expect(try await cloud.notebookRecords().isEmpty)
        try await cloud.close()
        let store = try await StoreLocation(path).open()
        let schema = try await store.schema()
        let plan = MirrorPlan(Notebook.model().objectModel)
        #expect(plan.linkType != nil)
        for type in plan.allTypes {
            let made = try #require(schema[type.name], "\(type.name)")
            for field in type.fields {
                #expect(made.fields.contains { $0.name == field.name }, "\(field.name)")
                guard let twin = field.twinName else { continue }
                #expect(made.fields.contains { $0.name == twin }, "\(twin)")
            }
        }
        #expect(plan.problems(in: schema).allSatisfy { $0.severity != .error })
    }

    @Test func `in Production the server's sentence says that no type can be made`() async throws {
        let cloud = Notebook.cloud(.file(path)) { $0.environment = .production }
        let error = try await #require(throws: CKError.self) {
            try await upload(container(cloud, [.private]))
        }
        #expect(error.code == .invalidArguments)
        #expect(
            error.localizedDescription.hasPrefix("Cannot create new type CD_"),
            "\(error.localizedDescription)")
        try await cloud.close()
    }

    @Test func `without an account the error says so`() async throws {
        let cloud = LocalCloud(.memory, settings: Notebook.cloud().settings, user: nil)
        let error = try await #require(throws: NSError.self) {
            try await upload(container(cloud, [.public], user: nil))
        }
        #expect(error.domain == NSCocoaErrorDomain && error.code == 134400)
    }

    @Test func `what is printed has the records, and a schema that can be read`() throws {
        let plan = MirrorPlan(Notebook.model().objectModel)
        let text = NSPersistentCloudKitContainer.schemaText(plan, plan.allTypes)
        let records = text.prefix { _ in true }.split(separator: "\n").prefix(plan.allTypes.count)
        #expect(
            records.contains(
                "CD_Tag { CD_entityName = \"sample\"; CD_key = \"sample\"; "
                    + "CD_key_ckAsset = a file of 1 byte; "
                    + "CD_moveReceipt = 1 byte; CD_moveReceipt_ckAsset = a file of 1 byte }"),
            "\(records)")
        #expect(records.contains { $0.hasPrefix("CDMR { CD_entityNames") })
        let schema = text.drop { $0 != "D" }
        #expect(schema.contains("DEFINE SCHEMA") && text.hasSuffix(Notebook.schema))
    }
}
