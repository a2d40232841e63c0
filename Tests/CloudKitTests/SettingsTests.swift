import CloudKit
import Foundation
import Testing

/// What LocalCloud's settings do to Apple's classes.
@Suite struct `Settings` {
    // MARK: Devices

    @Test func `a device without a name is one of its machine where others are told`() throws {
        func name(_ location: String) throws -> String {
            LocalCloud.device(at: try LocalCloud.Location(location))
        }
        #expect(try name("memory:") == "this device")
        let (server, database) = (try name("http://localhost:1"), try name("postgres://h/d"))
        #expect(server == database && server != "this device")
    }

    // MARK: Queries

    @Test func `no zone is every zone, or the default zone where a setting says so`() async throws {
        for isAll in [false, true] {
            let database = TestCloud { $0.nilZoneMeansAllZones = isAll }.privateDatabase
            let zone = CKRecordZone(zoneName: "Notes")
            try await database.save(zone)
            try await database.save("Note", ["plain": ["n": 1]])
            try await database.save("Note", in: zone.zoneID, ["zoned": ["n": 1]])
            let all = NSPredicate(value: true)
            #expect(
                try await database.names(of: "Note", all)
                    == (isAll ? ["plain", "zoned"] : ["plain"])
            )
            #expect(try await database.names(of: "Note", all, in: .default) == ["plain"])
            let notes = Notes<String>()
            let operation = CKQueryOperation(
                query: CKQuery(recordType: "Note", predicate: all))
            operation.recordMatchedBlock = { id, _ in notes.add(id.zoneID.zoneName) }
            await database.run(operation)
            #expect(notes.all == (isAll ? ["_defaultZone", "Notes"] : ["_defaultZone"]))
        }
    }

    @Test func `without a setting, no zone is every zone, in one order across cursors`()
        async throws
    {
        let database = TestCloud().privateDatabase
        let zones = ["_defaultZone", "B", "A"].map { CKRecordZone.ID(zoneName: $0) }
        for zone in zones.dropFirst() { try await database.save(CKRecordZone(zoneID: zone)) }
        // 45 records: each zone has every third number, and names that the others have too.
        for number in 0..<45 {
            try await database.save(
                "Note", in: zones[number % 3],
                ["n\(number / 3)": ["number": number, "tens": number / 10]])
        }
        let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
        query.sortDescriptors = [
            NSSortDescriptor(key: "tens", ascending: false),
            NSSortDescriptor(key: "number", ascending: true),
        ]
        var (matches, cursor) = try await database.records(matching: query, resultsLimit: 7)
        var found = try matches.map { try $0.1.get() }
        while let next = cursor {
            (matches, cursor) = try await database.records(
                continuingMatchFrom: next, resultsLimit: 7)
            #expect(matches.count <= 7)
            found += try matches.map { try $0.1.get() }
        }
        let expected = (0..<45).sorted { ($1 / 10, $0) < ($0 / 10, $1) }
        #expect(found.map { $0["number"] as? Int } == expected)
        #expect(Set(found.map(\.recordID)).count == 45)
        #expect(try await database.perform(query, inZoneWith: nil).count == 45)
        let operation = CKQueryOperation(query: query)
        let names = Notes<String>()
        operation.recordMatchedBlock = { id, _ in names.add(id.zoneID.zoneName) }
        await database.run(operation)
        #expect(Set(names.all) == Set(zones.map(\.zoneName)))
    }

    @Test func `a cursor of every zone goes on in every zone under the other setting`()
        async throws
    {
        let file = temporaryFile()
        let first = TestCloud(file: file)
        let zone = CKRecordZone(zoneName: "Notes")
        try await first.privateDatabase.save(zone)
        try await first.privateDatabase.save("Note", ["a": ["n": 1]])
        try await first.privateDatabase.save("Note", in: zone.zoneID, ["b": ["n": 2]])
        let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
        let (page, cursor) = try await first.privateDatabase.records(
            matching: query, resultsLimit: 1)
        #expect(page.map(\.0.recordName) == ["a"])
        guard TestPlace.current != .memory else { return }
        try await first.cloud.close()
        let second = TestCloud(file: file) { $0.nilZoneMeansAllZones = false }.privateDatabase
        let (rest, end) = try await second.records(
            continuingMatchFrom: try #require(cursor), resultsLimit: 1)
        #expect(rest.map(\.0.recordName) == ["b"])
        #expect(end == nil)
        #expect(try await second.names(of: "Note", NSPredicate(value: true)) == ["a"])
    }

    @Test func `a query of the shared database names its zone`() async throws {
        for isAll in [false, true] {
            let cloud = TestCloud { $0.nilZoneMeansAllZones = isAll }
            let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
            let error = await cloudError {
                try await cloud.container.sharedCloudDatabase.records(matching: query)
            }
            #expect(error?.code == .invalidArguments)
            #expect(
                error?.localizedDescription == "SharedDB does not support Zone Wide queries")
        }
    }

    @Test func `the clock says what now is`() async throws {
        let database = TestCloud {
            $0.clock = { Date(timeIntervalSinceReferenceDate: 100) }
        }.publicDatabase
        try await database.save(
            "Event",
            [
                "before": ["date": Date(timeIntervalSinceReferenceDate: 99)],
                "after": ["date": Date(timeIntervalSinceReferenceDate: 101)],
            ])
        let past = NSPredicate(format: "date < now()")
        #expect(try await database.names(of: "Event", past) == ["before"])
        let coming = NSPredicate(format: "date >= now()")
        #expect(try await database.names(of: "Event", coming) == ["after"])
    }

    @Test func `records in memory have the dates of the clock`() async throws {
        let now = Date(timeIntervalSinceReferenceDate: 100)
        var settings = LocalCloud.Settings()
        settings.clock = { now }
        let cloud = LocalCloud(.memory, settings: settings)
        let record = try await cloud.container("iCloud.org.example.clock").publicCloudDatabase
            .save(CKRecord(recordType: "Event"))
        #expect(record.creationDate == now && record.modificationDate == now)
    }

    @Test func `the strict environment refuses what the schema does not have`() async throws {
        let database = TestCloud {
            $0.environment = .strict
            $0.schema = """
                DEFINE SCHEMA
                RECORD TYPE Note (
                    title STRING QUERYABLE, body STRING, GRANT READ, CREATE, WRITE TO "_icloud");
                """
        }.publicDatabase
        try await database.save("Note", ["a": ["title": "one", "body": "two"]])
        let type = await cloudError { try await database.save("Other", ["b": ["n": 1]]) }
        #expect(type?.code == .unknownItem)
        #expect(type?.localizedDescription == "Did not find record type: Other")
        let field = await cloudError { try await database.save("Note", ["b": ["n": 1]]) }
        #expect(field?.code == .invalidArguments)
        #expect(field?.localizedDescription == "Field n not found in Note")
        func message(_ format: String) async -> String? {
            await cloudError {
                try await database.names(of: "Note", NSPredicate(format: format))
            }?.localizedDescription
        }
        #expect(await message("title == 'one'") == nil)
        #expect(await message("body == 'two'") == "Field 'body' is not marked queryable")
        #expect(await message("TRUEPREDICATE") == "Field 'recordName' is not marked queryable")
    }

    // MARK: Limits

    @Test func `limits are CloudKit's where nothing is set`() {
        let settings = LocalCloud.Settings()
        #expect(settings.itemsPerRequest == 400)
        #expect(settings.requestBytes == 2_000_000)
        #expect(settings.recordBytes == 1_000_000)
        #expect(settings.assetBytes == 50_000_000)
        #expect(settings.owningReferences == 750)
        #expect(settings.fieldsPerType == 256)
        #expect(settings.zonesPerDatabase == 1000)
        #expect(settings.nameLength == 255)
        #expect(settings.valuesPerFilter == 250)
    }

    /// The code of an attempt under changed settings, in a database with a zone.
    private func attempt(
        _ change: (inout LocalCloud.Settings) -> Void,
        _ body: (CKDatabase) async throws -> Void
    ) async -> CKError? {
        let database = TestCloud(change).privateDatabase
        return await cloudError { try await body(database) }
    }

    @Test func `a record, a request and an asset have sizes`() async throws {
        func save(_ count: Int, _ bytes: Int) -> (CKDatabase) async throws -> Void {
            { database in
                let records = (0..<count).map {
                    ("r\($0)", ["data": Data(count: bytes) as any CKRecordValueProtocol])
                }
                try await database.save("Note", Dictionary(uniqueKeysWithValues: records))
            }
        }
        #expect(await attempt({ $0.recordBytes = 2000 }, save(1, 1000)) == nil)
        #expect(await attempt({ $0.recordBytes = 2000 }, save(1, 3000))?.code == .limitExceeded)
        #expect(await attempt({ $0.requestBytes = 5000 }, save(4, 1000)) == nil)
        #expect(await attempt({ $0.requestBytes = 5000 }, save(6, 1000))?.code == .limitExceeded)

        let file = temporaryFile("asset")
        try Data(count: 3000).write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let asset: (CKDatabase) async throws -> Void = { database in
            let record = CKRecord(recordType: "Note")
            record["file"] = CKAsset(fileURL: URL(fileURLWithPath: file))
            try await database.save(record)
        }
        #expect(await attempt({ $0.assetBytes = 3000 }, asset) == nil)
        #expect(await attempt({ $0.assetBytes = 2999 }, asset)?.code == .limitExceeded)
    }

    @Test func `owned records, fields and zones are only so many`() async throws {
        let owned: (CKDatabase) async throws -> Void = { database in
            let owner = CKRecord(recordType: "Owner")
            try await database.save(owner)
            for _ in 0..<3 {
                let record = CKRecord(recordType: "Owned")
                record["owner"] = CKRecord.Reference(record: owner, action: .deleteSelf)
                try await database.save(record)
            }
        }
        #expect(await attempt({ $0.owningReferences = 3 }, owned) == nil)
        #expect(await attempt({ $0.owningReferences = 2 }, owned)?.code == .limitExceeded)

        let fields: (CKDatabase) async throws -> Void = { database in
            try await database.save("Note", ["a": ["x": 1, "y": 2, "z": 3]])
        }
        #expect(await attempt({ $0.fieldsPerType = 3 }, fields) == nil)
        #expect(await attempt({ $0.fieldsPerType = 2 }, fields)?.code == .limitExceeded)

        let zones: (CKDatabase) async throws -> Void = { database in
            for name in ["A", "B"] { try await database.save(CKRecordZone(zoneName: name)) }
        }
        #expect(await attempt({ $0.zonesPerDatabase = 3 }, zones) == nil)
        #expect(await attempt({ $0.zonesPerDatabase = 2 }, zones)?.code == .limitExceeded)
    }

    @Test func `a name has a length, and IN has only so many values`() async throws {
        func named(_ name: String) -> (CKDatabase) async throws -> Void {
            { database in
                try await database.save(
                    CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: name)))
            }
        }
        let long = String(repeating: "x", count: 256)
        #expect(await attempt({ _ in }, named(String(long.dropFirst()))) == nil)
        let error = await attempt({ _ in }, named(long))
        #expect(error?.code == .limitExceeded)
        #expect(error?.localizedDescription == "A name has 255 characters at most")
        #expect(await attempt({ $0.nameLength = 300 }, named(long)) == nil)
        #expect(await attempt({ $0.nameLength = 5 }, named("abcdef"))?.code == .limitExceeded)
        #expect(await attempt({ _ in }, named("_x"))?.code == .invalidArguments)
        let zone = await attempt({ _ in }) { database in
            try await database.save(CKRecordZone(zoneName: long))
        }
        #expect(zone?.code == .limitExceeded)

        let values: (CKDatabase) async throws -> Void = { database in
            try await database.save("Note", ["a": ["n": 1]])
            _ = try await database.names(
                of: "Note", NSPredicate(format: "n IN %@", [1, 2, 3] as NSArray))
        }
        #expect(await attempt({ $0.valuesPerFilter = 3 }, values) == nil)
        #expect(await attempt({ $0.valuesPerFilter = 2 }, values)?.code == .limitExceeded)
    }

    // MARK: Long-lived operations

    @Test func `no operation outlives its program`() async throws {
        let container = TestCloud().container
        let operation = CKQueryOperation(
            query: CKQuery(recordType: "Note", predicate: NSPredicate(value: true)))
        operation.isLongLived = true
        operation.longLivedOperationWasPersistedBlock = { Issue.record("nothing is kept") }
        await container.publicCloudDatabase.run(operation)
        #expect(try await container.allLongLivedOperationIDs() == [])
        #expect(try await container.longLivedOperation(for: operation.operationID) == nil)
        let ids: [CKOperation.ID]? = await withCheckedContinuation { continuation in
            container.fetchAllLongLivedOperationIDs { ids, error in
                continuation.resume(returning: error == nil ? ids : nil)
            }
        }
        #expect(ids == [])
        let isNothing: Bool = await withCheckedContinuation { continuation in
            container.fetchLongLivedOperation(withID: operation.operationID) { found, error in
                continuation.resume(returning: found == nil && error == nil)
            }
        }
        #expect(isNothing)
    }
}
