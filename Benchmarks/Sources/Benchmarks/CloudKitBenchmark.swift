import CloudKit
import Foundation
import PredicateCore
import RecordCore
import Stores

/// The whole of CloudKit's module against the record store below it: a query of 100 records, and
/// 400 saves in one operation.
enum CloudKitBenchmark {
    static func run() async throws {
        print("                                          store     CloudKit   ratio (range)")
        for memory in [true, false] {
            try await withFolder { folder in
                try await fetch(in: folder, memory: memory)
                try await save(in: folder, memory: memory)
            }
        }
    }

    private static let identifier = "iCloud.org.example.benchmark"
    private static let user = "_bench"

    private static func record(_ number: Int, _ zone: ZoneID) -> Record {
        var record = Record("Note", RecordID("note-\(number)", zone: zone))
        record["title"] = .text("Title of note \(number)")
        record["text"] = .text("What note \(number) says, which is not much but some words long")
        record["number"] = .int(Int64(number))
        record["score"] = .double(Double(number) / 3)
        record["date"] = .date(Date(timeIntervalSince1970: Double(number)))
        return record
    }

    private static func note(_ number: Int, _ zone: CKRecordZone.ID) -> CKRecord {
        let record = CKRecord(
            recordType: "Note",
            recordID: CKRecord.ID(recordName: "note-\(number)", zoneID: zone))
        record["title"] = "Title of note \(number)"
        record["text"] = "What note \(number) says, which is not much but some words long"
        record["number"] = number
        record["score"] = Double(number) / 3
        record["date"] = Date(timeIntervalSince1970: Double(number))
        return record
    }

    private static func open(
        _ name: String, in folder: URL, memory: Bool
    ) async throws -> (any RecordStore, CKDatabase) {
        let raw = folder.appendingPathComponent("\(name)-store.db").path
        let file = folder.appendingPathComponent("\(name)-cloud.db").path
        let store = try await StoreLocation(memory ? "memory:" : raw).open()
        let cloud = LocalCloud(memory ? .memory : .file(file), user: user)
        return (store, cloud.container(identifier).privateCloudDatabase)
    }

    private static func fetch(in folder: URL, memory: Bool) async throws {
        let (store, database) = try await open("fetch", in: folder, memory: memory)
        let scope = DatabaseScope.private(user: user)
        let place = ZoneID("Notes")
        let zone = CKRecordZone.ID(zoneName: "Notes")
        _ = try await store.createZones([place], in: scope)
        try await database.save(CKRecordZone(zoneID: zone))
        for start in stride(from: 0, to: 4000, by: 400) {
            let result = try await store.save(
                SaveRequest(
                    saving: (start..<start + 400).map { record($0, place) }, user: user),
                in: scope)
            if let error = result.firstError { throw error }
            try await database.modifyRecords(
                saving: (start..<start + 400).map { note($0, zone) }, deleting: [])
        }
        let asked = RecordQuery(
            "Note", where: try QueryPredicate(parsing: "number >= 1000"),
            orderedBy: [Ordering("number")], in: .zone(place), limit: 100, profile: .cloudKit)
        let query = CKQuery(
            recordType: "Note", predicate: NSPredicate(format: "number >= %d", 1000))
        query.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
        let rounds = memory ? 10 : 200
        let async = try await paired {
            for _ in 0..<rounds {
                let (matches, _) = try await database.records(
                    matching: query, inZoneWith: zone, resultsLimit: 100)
                precondition(matches.count == 100)
            }
        } _: {
            for _ in 0..<rounds {
                let page = try await store.fetch(asked, in: scope)
                precondition(page.records.count == 100)
            }
        }
        report("query of 100, async", async, rounds, memory)
        let blocks = try await paired {
            for _ in 0..<rounds {
                let count = Locked(0)
                let operation = CKQueryOperation(query: query)
                operation.zoneID = zone
                operation.resultsLimit = 100
                operation.recordMatchedBlock = { _, _ in count.value += 1 }
                await withCheckedContinuation { continuation in
                    operation.completionBlock = { continuation.resume() }
                    database.add(operation)
                }
                precondition(count.value == 100)
            }
        } _: {
            for _ in 0..<rounds { _ = try await store.fetch(asked, in: scope) }
        }
        report("query of 100, operation", blocks, rounds, memory)
        try await store.close()
    }

    private static func save(in folder: URL, memory: Bool) async throws {
        let (store, database) = try await open("save", in: folder, memory: memory)
        let scope = DatabaseScope.private(user: user)
        let place = ZoneID("Notes")
        let zone = CKRecordZone.ID(zoneName: "Notes")
        _ = try await store.createZones([place], in: scope)
        try await database.save(CKRecordZone(zoneID: zone))
        let next = Locked(0)
        let other = Locked(0)
        let rounds = 10
        let result = try await paired {
            for _ in 0..<rounds {
                let start = next.value
                next.value += 400
                let operation = CKModifyRecordsOperation(
                    recordsToSave: (start..<start + 400).map { note($0, zone) })
                operation.modifyRecordsResultBlock = { result in
                    if case .failure(let error) = result { fatalError("\(error)") }
                }
                await withCheckedContinuation { continuation in
                    operation.completionBlock = { continuation.resume() }
                    database.add(operation)
                }
            }
        } _: {
            for _ in 0..<rounds {
                let start = other.value
                other.value += 400
                let saved = try await store.save(
                    SaveRequest(
                        saving: (start..<start + 400).map { record($0, place) }, user: user),
                    in: scope)
                if let error = saved.firstError { throw error }
            }
        }
        report("400 saves in one operation", result, rounds, memory)
        try await store.close()
    }

    private static func report(_ title: String, _ times: Paired, _ rounds: Int, _ memory: Bool) {
        let name = (memory ? "memory: " : "SQLite: ") + title
        let store = median(times.b) / Double(rounds) * 1e6
        let cloud = median(times.a) / Double(rounds) * 1e6
        print(
            name.padding(toLength: 38, withPad: " ", startingAt: 0),
            "\(store.places(0)) µs".leftPadded(9), "\(cloud.places(0)) µs".leftPadded(11),
            " \(times.ratio.places(2)) (\(times.range.0.places(2))–\(times.range.1.places(2)))")
    }
}

/// A number that one thread at a time touches.
private final class Locked: @unchecked Sendable {
    var value: Int
    init(_ value: Int) { self.value = value }
}

extension String {
    fileprivate func leftPadded(_ width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
