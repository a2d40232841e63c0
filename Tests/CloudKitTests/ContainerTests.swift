import CloudKit
import Foundation
import TestFiles
import TestTime
import Testing

@Suite struct `Containers` {
    let cloud = TestCloud()
    var container: CKContainer { cloud.container }

    @Test func `it has three databases, by name and by scope`() {
        let container = container
        #expect(container.publicCloudDatabase.databaseScope == .public)
        #expect(container.privateCloudDatabase.databaseScope == .private)
        #expect(container.sharedCloudDatabase.databaseScope == .shared)
        for scope in [CKDatabase.Scope.public, .private, .shared] {
            #expect(container.database(with: scope).databaseScope == scope)
        }
        #expect(container.containerIdentifier == TestCloud.identifier)
        #expect(CKDatabase.Scope.private.rawValue == 2)
    }

    @Test func `the default container and one by name use what the process was told`() async throws
    {
        LocalCloud.use(.memory, user: "eve")
        let named = CKContainer(identifier: "iCloud.org.example.named")
        #expect(named.containerIdentifier == "iCloud.org.example.named")
        #expect(CKContainer.default().containerIdentifier?.hasPrefix("iCloud.") == true)
        #expect(try await named.userRecordID().recordName == "_eve")
        let record = CKRecord(recordType: "Note")
        try await named.privateCloudDatabase.save(record)
        // Another object of the same name sees the same records; another name does not.
        let again = CKContainer(identifier: "iCloud.org.example.named").privateCloudDatabase
        #expect(try await again.record(for: record.recordID).recordType == "Note")
        let other = CKContainer(identifier: "iCloud.org.example.other").privateCloudDatabase
        let error = await cloudError { try await other.record(for: record.recordID) }
        #expect(error?.code == .unknownItem)
    }

    @Test func `the account's status tells a user from none, and the reason`() async throws {
        let container = container
        #expect(try await container.accountStatus() == .available)
        cloud.cloud.faults.add(.accountTemporarilyUnavailable, times: nil)
        #expect(try await container.accountStatus() == .temporarilyUnavailable)
        cloud.cloud.faults.clear()
        cloud.cloud.signOut()
        #expect(try await container.accountStatus() == .noAccount)
        let status = await withCheckedContinuation { continuation in
            container.accountStatus { status, error in
                #expect(error == nil)
                continuation.resume(returning: status)
            }
        }
        #expect(status == .noAccount)
        #expect(CKAccountStatus.noAccount.rawValue == 3)
    }

    @Test func `the user has a record, in both styles`() async throws {
        let container = container
        let id = try await container.userRecordID()
        #expect(id.recordName == "_ann")
        let fetched: CKRecord.ID? = await withCheckedContinuation { continuation in
            container.fetchUserRecordID { id, error in
                #expect(error == nil)
                continuation.resume(returning: id)
            }
        }
        #expect(fetched == id)
        let user = try await container.publicCloudDatabase.record(for: id)
        #expect(user.recordType == CKRecord.SystemType.userRecord)
        let mine = try await container.publicCloudDatabase.record(
            for: CKRecord.ID(recordName: CKCurrentUserDefaultName))
        #expect(mine.recordID.recordName == id.recordName)
    }

    @Test func `without an account private data is refused, and public data is read`() async throws
    {
        let record = CKRecord(recordType: "Note")
        try await cloud.publicDatabase.save(record)
        cloud.cloud.signOut()
        let error = await cloudError { try await container.userRecordID() }
        #expect(error?.code == .notAuthenticated)
        #expect(error?.localizedDescription == "This request requires an authenticated account")
        let private_ = await cloudError { try await cloud.privateDatabase.allRecordZones() }
        #expect(private_?.code == .notAuthenticated)
        let read = try await cloud.publicDatabase.record(for: record.recordID)
        #expect(read.recordID == record.recordID)
        let own = await cloudError {
            try await cloud.publicDatabase.record(
                for: CKRecord.ID(recordName: CKCurrentUserDefaultName))
        }
        #expect(own?.code == .notAuthenticated)
        let write = await cloudError {
            try await cloud.publicDatabase.save(CKRecord(recordType: "Note"))
        }
        #expect(write?.code == .notAuthenticated)
    }

    @Test func `signing in and out is told of, and changes what is seen`() async throws {
        let container = container
        let note = CKRecord(recordType: "Note")
        try await container.privateCloudDatabase.save(note)
        let told = Notes<Bool>()
        let observer = NotificationCenter.default.addObserver(
            forName: .CKAccountChanged, object: nil, queue: nil
        ) { _ in told.add(true) }
        defer { NotificationCenter.default.removeObserver(observer) }
        cloud.cloud.signIn("bob")
        #expect(!told.all.isEmpty)
        let error = await cloudError {
            try await container.privateCloudDatabase.record(for: note.recordID)
        }
        #expect(error?.code == .unknownItem)
        cloud.cloud.signIn("ann")
        _ = try await container.privateCloudDatabase.record(for: note.recordID)
    }

    @Test func `a permission is granted to a signed-in user`() async throws {
        let container = container
        let status = await withCheckedContinuation { continuation in
            container.requestApplicationPermission(.userDiscoverability) { status, _ in
                continuation.resume(returning: status)
            }
        }
        #expect(status == .granted)
        #expect(status.rawValue == 3)
        cloud.cloud.signOut()
        let refused = await withCheckedContinuation { continuation in
            container.status(forApplicationPermission: .userDiscoverability) { status, error in
                continuation.resume(returning: (status, (error as? CKError)?.code))
            }
        }
        #expect(refused.0 == .couldNotComplete)
        #expect(refused.1 == .notAuthenticated)
    }

    @Test func `two devices of one user see the same, two users each their own`() async throws {
        let phone = cloud.container(user: "ann", device: "phone").privateCloudDatabase
        let tablet = cloud.container(user: "ann", device: "tablet").privateCloudDatabase
        let bobs = cloud.container(user: "bob").privateCloudDatabase
        let note = CKRecord(recordType: "Note")
        note["title"] = "shared by Ann's devices"
        try await phone.save(note)
        let seen = try await tablet.record(for: note.recordID)
        #expect(seen["title"] == "shared by Ann's devices")
        #expect(
            await cloudError { try await bobs.record(for: note.recordID) }?.code == .unknownItem)
    }

    @Test func `a file keeps records, and belongs to one container`() async throws {
        let file = temporaryFile("kept.db")
        var cloud = TestCloud(file: file)
        let note = CKRecord(recordType: "Note")
        note["title"] = "kept"
        try await cloud.privateDatabase.save(note)
        try await cloud.cloud.close()
        cloud = TestCloud(file: file)
        #expect(try await cloud.privateDatabase.record(for: note.recordID)["title"] == "kept")
        try await cloud.cloud.close()
        // A server and a database have a place of its own for each container.
        if TestPlace.current == .server || TestPlace.current == .postgres { return }
        let other = cloud.cloud.container("iCloud.org.example.another").privateCloudDatabase
        let error = await cloudError { try await other.allRecordZones() }
        #expect(error?.code == .badContainer)
    }

    @Test func `many first requests open the store once`() async throws {
        let database = TestCloud(file: temporaryFile("once.db")).privateDatabase
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let record = CKRecord(
                        recordType: "Note", recordID: CKRecord.ID(recordName: "n\(number)"))
                    try await database.save(record)
                }
            }
            try await group.waitForAll()
        }
        let all = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
        #expect(try await database.records(matching: all).matchResults.count == 20)
    }

    @Test func `places that are none are refused with a sentence`() async throws {
        for (text, words) in [
            ("https://example.org/a/path", "scheme, host and port"), ("mysql://x", "found: mysql"),
        ] {
            let error = await cloudError { _ = try await LocalCloud(at: text) }
            #expect(error?.code == .badContainer)
            #expect(error?.localizedDescription.contains(words) == true)
        }
        let schema = await cloudError {
            _ = try await LocalCloud(at: "memory:", schema: "DEFINE SCHEMA RECORD TYPE (")
        }
        #expect(schema?.code == .invalidArguments)
    }

    @Test func `a schema leaves development what records have added`() async throws {
        let file = temporaryFile()
        let schema = """
            DEFINE SCHEMA
            RECORD TYPE Note ( title STRING, GRANT READ, CREATE, WRITE TO "_icloud" );
            """
        var cloud = TestCloud(file: file) { $0.schema = schema }
        let note = CKRecord(recordType: "Note")
        note["title"] = "fits"
        note["motto"] = "is new"
        let tag = CKRecord(recordType: "Tag")
        for record in [note, tag] { try await cloud.privateDatabase.save(record) }
        try await cloud.cloud.close()
        cloud = TestCloud(file: file) { $0.schema = schema }
        let database = cloud.privateDatabase
        let found = try await database.record(for: note.recordID)
        #expect(found["title"] as? String == "fits")
        #expect(found["motto"] as? String == "is new")
        #expect(try await database.record(for: tag.recordID).recordType == "Tag")
        try await cloud.cloud.close()
    }

    @Test func `a schema and an environment come in one line`() async throws {
        let cloud = try await LocalCloud(
            at: "memory:",
            schema: """
                DEFINE SCHEMA
                RECORD TYPE Note ( "___recordID" REFERENCE QUERYABLE, title STRING,
                    GRANT READ, CREATE, WRITE TO "_icloud" );
                """, environment: .production)
        let database = cloud.container("iCloud.org.example.strict").privateCloudDatabase
        let note = CKRecord(recordType: "Note")
        note["title"] = 3
        let error = await cloudError { try await database.save(note) }
        #expect(
            error?.localizedDescription
                == "invalid attempt to set value type INT64 for field 'title' for type 'Note', "
                + "defined to be: STRING")
        note["title"] = "fits"
        try await database.save(note)
    }

    @Test func `a cloud goes with its last container, and files of assets with the last record`()
        async throws
    {
        let zone = CKRecordZone(zoneName: "Files")
        weak var gone: LocalCloud?
        var database: CKDatabase?
        do {
            let cloud = TestCloud()
            gone = cloud.cloud
            database = cloud.privateDatabase
        }
        try await database?.save(zone)
        #expect(gone != nil)
        let id = CKRecord.ID(recordName: "a", zoneID: zone.zoneID)
        do {
            let record = CKRecord(recordType: "Paper", recordID: id)
            let file = URL(fileURLWithPath: ProcessFiles.newPath("paper"))
            try Data("ink".utf8).write(to: file)
            record["file"] = CKAsset(fileURL: file)
            try await database?.save(record)
        }
        let fetched = try await database?.record(for: id)
        database = nil
        #expect(try await eventually { gone == nil })
        let file = try #require((fetched?["file"] as? CKAsset)?.fileURL)
        #expect(try Data(contentsOf: file) == Data("ink".utf8))
    }
}
