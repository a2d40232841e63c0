import CloudKit
import Foundation
import Testing

/// The notes of the article about the sync engine.
private actor Notebook: CKSyncEngineDelegate {
    var titles: [CKRecord.ID: String] = [:]
    var versions: [CKRecord.ID: CKRecord] = [:]
    var state: CKSyncEngine.State.Serialization?

    func set(_ title: String, of id: CKRecord.ID) { titles[id] = title }

    func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
        switch event {
        case .stateUpdate(let update):
            state = update.stateSerialization
        case .fetchedRecordZoneChanges(let changes):
            for change in changes.modifications {
                versions[change.record.recordID] = change.record
                titles[change.record.recordID] = change.record["title"]
            }
            for change in changes.deletions { titles[change.recordID] = nil }
        case .sentRecordZoneChanges(let sent):
            for record in sent.savedRecords { versions[record.recordID] = record }
            for failure in sent.failedRecordSaves {
                guard let server = failure.error.serverRecord else { continue }
                versions[server.recordID] = server
                syncEngine.state.add(pendingRecordZoneChanges: [.saveRecord(server.recordID)])
            }
        default: break
        }
    }

    func record(_ id: CKRecord.ID) -> CKRecord? {
        guard let title = titles[id] else { return nil }
        let record = versions[id] ?? CKRecord(recordType: "Note", recordID: id)
        record["title"] = title
        return record
    }

    func nextRecordZoneChangeBatch(
        _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.RecordZoneChangeBatch? {
        let changes = syncEngine.state.pendingRecordZoneChanges
            .filter { context.options.scope.contains($0) }
        return await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { id in
            await self.record(id)
        }
    }
}

/// The programs in CloudKit's articles, as they stand there.
@Suite struct CloudKitArticleTests {
    @Test func `a note is saved, found and read again`() async throws {
        let cloud = LocalCloud(.memory)
        let database = cloud.container("iCloud.org.example.notes").privateCloudDatabase

        let note = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "first"))
        note["title"] = "Buy milk"
        try await database.save(note)

        let query = CKQuery(
            recordType: "Note", predicate: NSPredicate(format: "title BEGINSWITH %@", "Buy"))
        let (matches, cursor) = try await database.records(matching: query, resultsLimit: 20)
        for (id, result) in matches {
            let record = try result.get()
            let title: String = record["title"] ?? ""
            #expect("\(id.recordName): \(title)" == #"first: Buy milk"#)
        }
        #expect("\(cursor == nil)" == #"true"#)
        #expect(matches.count == 1)
    }

    @Test func `a large answer comes by pages`() async throws {
        let database = LocalCloud(.memory).container("iCloud.org.example.notes")
            .privateCloudDatabase
        let notes = (1...5).map { number in
            let note = CKRecord(recordType: "Note")
            note["number"] = number
            return note
        }
        _ = try await database.modifyRecords(saving: notes, deleting: [])
        let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))

        var numbers: [Int] = []
        var (page, cursor) = try await database.records(matching: query, resultsLimit: 2)
        while true {
            for (_, result) in page { numbers.append(try result.get()["number"] ?? 0) }
            guard let next = cursor else { break }
            (page, cursor) = try await database.records(continuingMatchFrom: next)
        }
        #expect("\(numbers.count)" == #"5"#)
    }

    @Test func `errors have codes, a wait and both versions of a record`() async throws {
        let cloud = LocalCloud(.memory)
        let database = cloud.container("iCloud.org.example.notes").privateCloudDatabase
        let note = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "first"))
        note["title"] = "Milk"
        try await database.save(note)
        let stale = try await database.record(for: note.recordID)
        note["title"] = "Bread"
        try await database.save(note)

        stale["title"] = "Butter"
        do {
            try await database.save(stale)
        } catch let error as CKError where error.code == .serverRecordChanged {
            guard let server = error.serverRecord else { throw error }
            server["title"] = "Bread and butter"
            try await database.save(server)
        }

        let saved = try await database.record(for: note.recordID)
        #expect(saved["title"] == "Bread and butter")

        cloud.faults.add(.throttled(retryAfter: 0.1))
        do {
            try await database.save(note)
        } catch let error as CKError {
            #expect("\(error.retryAfterSeconds ?? 0)" == #"0.1"#)
        }

        let names = [note.recordID, CKRecord.ID(recordName: "second")]
        let results = try await database.records(for: names)
        for (id, result) in results {
            if case .failure(let error as CKError) = result {
                #expect("\(id.recordName): \(error.code == .unknownItem)" == #"second: true"#)
            }
        }
        #expect(results.count == 2)
    }

    @Test func `an engine sends from one device and fetches on another`() async throws {
        let cloud = LocalCloud(.memory)
        let phone = cloud.container("iCloud.org.example.notes", user: "ann", device: "phone")
        let zone = CKRecordZone(zoneName: "Notes")
        let id = CKRecord.ID(recordName: "first", zoneID: zone.zoneID)

        let onPhone = Notebook()
        await onPhone.set("Milk", of: id)
        var configuration = CKSyncEngine.Configuration(
            database: phone.privateCloudDatabase, stateSerialization: nil, delegate: onPhone)
        configuration.automaticallySync = false
        let engine = CKSyncEngine(configuration)
        engine.state.add(pendingDatabaseChanges: [.saveZone(zone)])
        engine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
        try await engine.sendChanges()

        let tablet = cloud.container("iCloud.org.example.notes", user: "ann", device: "tablet")
        let onTablet = Notebook()
        configuration = CKSyncEngine.Configuration(
            database: tablet.privateCloudDatabase, stateSerialization: nil, delegate: onTablet)
        configuration.automaticallySync = false
        let other = CKSyncEngine(configuration)
        try await other.fetchChanges()
        #expect("\(await onTablet.titles[id] ?? "")" == #"Milk"#)

        await onTablet.set("Bread", of: id)
        other.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
        try await other.sendChanges()
        await onPhone.set("Butter", of: id)
        engine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
        do {
            try await engine.sendChanges()
        } catch let error as CKError {
            #expect("\(error.code == .partialFailure)" == #"true"#)
        }
        try await engine.sendChanges()

        let record = try await tablet.privateCloudDatabase.record(for: id)
        #expect(record["title"] == "Butter")
        #expect(await onPhone.state != nil)
    }

    @Test func `blocks of operations run later, in order`() async throws {
        let database = LocalCloud(.memory).container("iCloud.org.example.notes")
            .privateCloudDatabase
        let note = CKRecord(recordType: "Note")
        note["title"] = "Buy milk"
        try await database.save(note)
        let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))

        let titles = AsyncThrowingStream<String, any Error> { titles in
            let operation = CKQueryOperation(query: query)
            operation.recordMatchedBlock = { _, result in
                if case .success(let record) = result { titles.yield(record["title"] ?? "") }
            }
            operation.queryResultBlock = { result in
                switch result {
                case .success: titles.finish()
                case .failure(let error): titles.finish(throwing: error)
                }
            }
            database.add(operation)
        }
        for try await title in titles {
            #expect("\(title)" == #"Buy milk"#)
        }
    }

    @Test func `positions are measured and contained`() {
        let louvre = CLLocation(latitude: 48.8606, longitude: 2.3376)
        let orsay = CLLocation(latitude: 48.8600, longitude: 2.3266)
        #expect("\(Int(louvre.distance(from: orsay)))" == #"807"#)

        let nowhere = CLLocationCoordinate2D(latitude: 91, longitude: 0)
        #expect("\(CLLocationCoordinate2DIsValid(nowhere))" == #"false"#)

        let centre = CLCircularRegion(center: louvre.coordinate, radius: 1000, identifier: "centre")
        #expect("\(centre.contains(orsay.coordinate))" == #"true"#)
    }
}
