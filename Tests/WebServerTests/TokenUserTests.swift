import Accounts
import CloudKit
import CoreData
import Foundation
import ServerCore
import Synchronization
import TestModels
import TestTime
import Testing

/// A device learns the user that a token names with its first request.
@Suite struct `A user that a server's token names` {
    /// Works with a device that has a token of ann's.
    private static func withCloud(_ body: (LocalCloud) async throws -> Void) async throws {
        try await TestServer.with { options, _ in
            options.requiresAuthentication = true
        } _: { server in
            let accounts = server.host.accounts
            try await accounts.createUser(NewUser("ann", recordName: "_ann"))
            var settings = LocalCloud.Settings()
            settings.mirroring = .immediate
            settings.server.apiToken = try await accounts.createToken(
                NewToken(.api, container: TestServer.container)
            ).text
            settings.server.webAuthToken = try await accounts.createToken(
                NewToken(.webAuth, container: TestServer.container, user: "_ann")
            ).text
            settings.server.requestSeconds = 300
            let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
            let cloud = LocalCloud(.server(url), settings: settings)
            try await body(cloud)
            try await cloud.close()
        }
    }

    @Test func `signing out takes the objects of a mirrored store`() async throws {
        try await Self.withCloud { cloud in
            let container = NSPersistentCloudKitContainer(
                name: "Notes",
                managedObjectModel: NSManagedObjectModel(of: entity("Note", [attribute("title")])))
            let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
            let device = cloud.container(TestServer.container)
            description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(
                container: device)
            container.persistentStoreDescriptions = [description]
            try container.loadStores()
            let context = container.newBackgroundContext()
            try context.performAndWait {
                NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
                    .setValue("Milk", forKey: "title")
                try context.save()
            }
            let zone = CKRecordZone.ID(zoneName: "com.apple.coredata.cloudkit.zone")
            #expect(
                try await eventually {
                    // The zone may not be there yet.
                    let page = try? await device.privateCloudDatabase.recordZoneChanges(
                        inZoneWith: zone, since: nil)
                    return page?.modificationResultsByID.isEmpty == false
                })
            cloud.signOut()
            #expect(
                try await eventually {
                    try context.performAndWait {
                        try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note"))
                            == 0
                    }
                })
        }
    }

    /// Notes how the account changes.
    private final class AccountLog: CKSyncEngineDelegate {
        private let changes = Mutex<[String]>([])

        var all: [String] { changes.withLock { $0 } }

        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
            guard case .accountChange(let change) = event else { return }
            let words =
                switch change.changeType {
                case .signIn(let user): "in \(user.recordName)"
                case .signOut(let user): "out \(user.recordName)"
                case .switchAccounts: "switched"
                }
            changes.withLock { $0.append(words) }
        }

        func nextRecordZoneChangeBatch(
            _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
        ) async -> CKSyncEngine.RecordZoneChangeBatch? { nil }
    }

    @Test func `signing out is told to the delegate of a sync engine`() async throws {
        try await Self.withCloud { cloud async throws in
            let log = AccountLog()
            let database = cloud.container(TestServer.container).privateCloudDatabase
            let engine = CKSyncEngine(
                CKSyncEngine.Configuration(
                    database: database, stateSerialization: nil, delegate: log))
            #expect(try await eventually { log.all == ["in _ann"] })
            // The engine listens by then.
            #expect(try await eventually { try await !database.allSubscriptions().isEmpty })
            cloud.signOut()
            #expect(try await eventually { log.all == ["in _ann", "out _ann"] })
            await engine.cancelOperations()
        }
    }
}
