import CloudKit
import Foundation
import Testing
import TestRandom

/// Many tasks on one zone.
///
/// `CLOUDKIT_SOAK_SECONDS` says for how long; twenty rounds of each task without it.
@Suite struct `Many tasks at once` {
    private static let seconds =
        ProcessInfo.processInfo.environment["CLOUDKIT_SOAK_SECONDS"].flatMap(Double.init) ?? 0

    @Test(arguments: [true, false])
    func `no update is lost without a conflict error`(inMemory: Bool) async throws {
        let file = temporaryFile("soak.db")
        let cloud = inMemory ? TestCloud() : TestCloud(file: file)
        let database = cloud.privateDatabase
        let zone = try await database.save(CKRecordZone(zoneName: "Soak")).zoneID
        let ids = (0..<3).map { CKRecord.ID(recordName: "counter\($0)", zoneID: zone) }
        let fresh = ids.map { id in
            let record = CKRecord(recordType: "Counter", recordID: id)
            record["count"] = 0
            return record
        }
        try await database.modifyRecords(saving: fresh, deleting: [])
        let end = Date(timeIntervalSinceNow: Self.seconds)
        let done = Notes<CKRecord.ID>()
        let conflicts = Notes<Bool>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    var random = RandomNumbers(seed: UInt64(worker))
                    var round = 0
                    while round < 20 || Date() < end {
                        round += 1
                        let id = ids[Int(random.next() % 3)]
                        if random.next() % 3 == 0 {
                            let query = CKQuery(
                                recordType: "Counter",
                                predicate: NSPredicate(format: "count >= 0"))
                            query.sortDescriptors = [
                                NSSortDescriptor(key: "count", ascending: false)
                            ]
                            let (found, _) = try await database.records(
                                matching: query, inZoneWith: zone)
                            let counts: [Int] = try found.map { try $0.1.get()["count"] ?? -1 }
                            #expect(counts.count == 3)
                            #expect(counts == counts.sorted(by: >))
                            continue
                        }
                        let record = try await database.record(for: id)
                        record["count"] = (record["count"] ?? 0) + 1
                        do {
                            try await database.save(record)
                            done.add(id)
                        } catch let error as CKError where error.code == .serverRecordChanged {
                            conflicts.add(true)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        for id in ids {
            let count: Int? = try await database.record(for: id)["count"]
            #expect(count == done.all.filter { $0 == id }.count)
        }
        #expect(!done.all.isEmpty)
        try await cloud.cloud.close()
    }

    @Test func `one record may be used from several tasks`() async throws {
        let database = TestCloud().privateDatabase
        let record = CKRecord(recordType: "Note")
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for step in 0..<50 {
                        record["k\(worker)"] = step
                        if step % 10 == 0 { _ = try? await database.save(record) }
                    }
                }
            }
        }
        try await database.save(record)
        let read = try await database.record(for: record.recordID)
        for worker in 0..<8 { #expect(read["k\(worker)"] == 49) }
    }

    @Test func `queries cancelled at random points leave a database that works`() async throws {
        let database = TestCloud(file: temporaryFile("cancel.db")).privateDatabase
        try await database.save(
            "Note", Dictionary(uniqueKeysWithValues: (0..<200).map { ("n\($0)", ["n": $0]) }))
        let query = CKQuery(recordType: "Note", predicate: NSPredicate(format: "n >= 0"))
        for step in 0..<60 {
            let ends = Notes<String>()
            let operation = CKQueryOperation(query: query)
            operation.recordMatchedBlock = { _, _ in ends.add("record") }
            operation.queryCompletionBlock = { _, error in
                ends.add(error == nil ? "all" : "cancelled")
                if let error { #expect((error as? CKError)?.code == .operationCancelled) }
            }
            await withCheckedContinuation { continuation in
                operation.completionBlock = { continuation.resume() }
                database.add(operation)
                DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(step * 100)) {
                    operation.cancel()
                }
            }
            #expect(ends.all.filter { $0 != "record" }.count == 1)
            if ends.all.last == "all" { #expect(ends.all.count == 201) }
        }
        #expect(try await database.names(of: "Note", NSPredicate(value: true)).count == 200)
    }
}
