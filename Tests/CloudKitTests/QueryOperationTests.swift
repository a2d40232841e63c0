import CloudKit
import Foundation
import Testing

/// CKQueryOperation, to the last sentence of its documentation.
@Suite struct `Query operations` {
    let cloud: TestCloud
    let database: CKDatabase
    let everybody = CKQuery(recordType: "Person", predicate: NSPredicate(value: true))

    init() async throws {
        cloud = TestCloud()
        database = cloud.publicDatabase
        everybody.sortDescriptors = [NSSortDescriptor(key: "age", ascending: false)]
        try await database.save(
            "Person",
            Dictionary(
                uniqueKeysWithValues: (0..<10).map { ("p\($0)", ["age": $0, "name": "n\($0)"]) }))
    }

    // Apple's header: "If the replacement callback recordMatchedBlock is set, this callback block is
    // ignored."
    @Test func `the newer block alone gets each record, in order, then both get the end`() async {
        let notes = Notes<String>()
        let operation = CKQueryOperation(query: everybody)
        operation.recordFetchedBlock = { notes.add("fetched \($0.recordID.recordName)") }
        operation.recordMatchedBlock = { id, result in
            #expect((try? result.get())?.recordID == id)
            notes.add("matched \(id.recordName)")
        }
        operation.queryResultBlock = { result in
            if case .success(let cursor) = result { notes.add("result \(cursor == nil)") }
        }
        operation.queryCompletionBlock = { cursor, error in
            notes.add("completed \(cursor == nil) \(error == nil)")
        }
        operation.completionBlock = { notes.add("finished") }
        await database.run(operation)
        let expected = (0..<10).reversed().map { "matched p\($0)" }
        #expect(notes.all.filter { $0.hasPrefix("fetched") || $0.hasPrefix("matched") } == expected)
        #expect(
            notes.all.suffix(3) == ["result true", "completed true true", "finished"]
                || notes.all.suffix(3) == ["completed true true", "result true", "finished"])
        #expect(operation.isFinished)
    }

    @Test func `no block runs inside the call that starts the operation`() async {
        let notes = Notes<String>()
        await withCheckedContinuation { continuation in
            let operation = CKQueryOperation(query: everybody)
            operation.queryCompletionBlock = { _, _ in notes.add("end") }
            operation.completionBlock = { continuation.resume() }
            let lock = NSLock()
            lock.lock()
            operation.recordMatchedBlock = { _, _ in
                // Would deadlock if it ran inside `add`.
                lock.lock()
                lock.unlock()
                notes.add("record")
            }
            database.add(operation)
            notes.add("added")
            lock.unlock()
        }
        #expect(notes.all.filter { $0 == "record" }.count == 10)
        #expect(notes.all.last == "end")
    }

    @Test func `the completion block runs last, on the thread of the others, and once`() async {
        let threads = Notes<ObjectIdentifier>()
        let ends = Notes<Bool>()
        let operation = CKQueryOperation(query: everybody)
        operation.queryResultBlock = { _ in threads.add(ObjectIdentifier(Thread.current)) }
        await withCheckedContinuation { continuation in
            operation.completionBlock = {
                threads.add(ObjectIdentifier(Thread.current))
                ends.add(operation.isFinished && !operation.isExecuting)
                ends.add(operation.completionBlock == nil)
                continuation.resume()
            }
            database.add(operation)
        }
        #expect(ends.all == [true, true])
        #expect(threads.all.count == 2 && Set(threads.all).count == 1)
    }

    @Test func `blocks run one at a time`() async {
        let operation = CKQueryOperation(query: everybody)
        // Not protected: blocks of one operation may share variables.
        nonisolated(unsafe) var inside = 0
        nonisolated(unsafe) var most = 0
        operation.recordMatchedBlock = { _, _ in
            inside += 1
            most = max(most, inside)
            usleep(200)
            inside -= 1
        }
        await database.run(operation)
        #expect(most == 1)
        #expect(inside == 0)
    }

    @Test func `cursors go on to the end, and a full last page leaves none`() async throws {
        var names: [[String]] = []
        var operation = CKQueryOperation(query: everybody)
        while true {
            operation.resultsLimit = 5
            let page = Notes<String>()
            let cursors = Notes<CKQueryOperation.Cursor?>()
            operation.recordMatchedBlock = { id, _ in page.add(id.recordName) }
            operation.queryResultBlock = { cursors.add((try? $0.get()) ?? nil) }
            await database.run(operation)
            names.append(page.all)
            #expect(cursors.all.count == 1)
            guard let cursor = cursors.all.first ?? nil else { break }
            operation = CKQueryOperation(cursor: cursor)
            #expect(operation.query == nil)
            #expect(operation.zoneID == nil)
        }
        #expect(
            names == [["p9", "p8", "p7", "p6", "p5"], ["p4", "p3", "p2", "p1", "p0"]])
    }

    @Test func `a cursor is a relative offset, not a snapshot`() async throws {
        let (first, cursor) = try await database.records(matching: everybody, resultsLimit: 4)
        #expect(first.map(\.0.recordName) == ["p9", "p8", "p7", "p6"])
        try await database.deleteRecord(withID: CKRecord.ID(recordName: "p9"))
        let next = try #require(cursor)
        let (second, _) = try await database.records(continuingMatchFrom: next, resultsLimit: 2)
        // The query runs again: one less before the offset moves everything up by one.
        #expect(second.map(\.0.recordName) == ["p4", "p3"])
    }

    @Test func `a cursor survives an archive and a restart`() async throws {
        let file = temporaryFile("cursor.db")
        var cloud = TestCloud(file: file)
        try await cloud.publicDatabase.save(
            "Person", ["a": ["age": 1], "b": ["age": 2], "c": ["age": 3]])
        let (_, first) = try await cloud.publicDatabase.records(
            matching: everybody, resultsLimit: 1)
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: try #require(first), requiringSecureCoding: true)
        try await cloud.cloud.close()
        cloud = TestCloud(file: file)
        let cursor = try #require(
            try NSKeyedUnarchiver.unarchivedObject(
                ofClass: CKQueryOperation.Cursor.self, from: data))
        let (rest, last) = try await cloud.publicDatabase.records(continuingMatchFrom: cursor)
        #expect(rest.map(\.0.recordName) == ["b", "a"])
        #expect(last == nil)
        try await cloud.cloud.close()
    }

    @Test func `a cursor of another database is refused`() async throws {
        let (_, cursor) = try await database.records(matching: everybody, resultsLimit: 1)
        let found = try #require(cursor)
        let error = await cloudError {
            try await cloud.privateDatabase.records(continuingMatchFrom: found)
        }
        #expect(error?.code == .invalidArguments)
    }

    @Test func `maximumResults lets the store choose`() async throws {
        let database = TestCloud { $0.pageSize = 3 }.publicDatabase
        try await database.save(
            "Person", Dictionary(uniqueKeysWithValues: (0..<7).map { ("p\($0)", ["age": $0]) }))
        let operation = CKQueryOperation(query: everybody)
        #expect(operation.resultsLimit == CKQueryOperation.maximumResults)
        #expect(CKQueryOperationMaximumResults == CKQueryOperation.maximumResults)
        let count = Notes<Bool>()
        operation.recordMatchedBlock = { _, _ in count.add(true) }
        let cursors = Notes<CKQueryOperation.Cursor?>()
        operation.queryCompletionBlock = { cursor, _ in cursors.add(cursor) }
        await database.run(operation)
        #expect(count.all.count == 3)
        #expect(cursors.all.first != .some(nil))
    }

    @Test func `desired keys bring these fields, none only metadata, nil all`() async throws {
        func keys(_ desired: [String]?) async throws -> [String] {
            let found = Notes<CKRecord>()
            let operation = CKQueryOperation(query: everybody)
            operation.desiredKeys = desired
            operation.resultsLimit = 1
            operation.recordFetchedBlock = { found.add($0) }
            await database.run(operation)
            let record = try #require(found.all.first)
            #expect(record.creationDate != nil)
            return record.allKeys().sorted()
        }
        #expect(try await keys(nil) == ["age", "name"])
        #expect(try await keys(["name"]) == ["name"])
        #expect(try await keys([]) == [])
    }

    @Test func `one zone is searched, every zone where none is named`() async throws {
        let database = cloud.privateDatabase
        let zone = CKRecordZone(zoneName: "Work")
        try await database.save(zone)
        try await database.save("Person", ["home": ["age": 1]])
        try await database.save("Person", in: zone.zoneID, ["work": ["age": 1]])
        func names(_ zone: CKRecordZone.ID?) async -> [String] {
            let found = Notes<String>()
            let operation = CKQueryOperation(query: everybody)
            operation.zoneID = zone
            operation.recordMatchedBlock = { id, _ in found.add(id.recordName) }
            await database.run(operation)
            return found.all
        }
        #expect(await names(nil).sorted() == ["home", "work"])
        #expect(await names(zone.zoneID) == ["work"])
        #expect(await names(.default) == ["home"])
    }

    @Test func `a cursor brings its zone, and what the operation says is ignored`() async throws {
        let database = cloud.privateDatabase
        let zone = CKRecordZone(zoneName: "Work")
        try await database.save(zone)
        try await database.save("Person", ["home": ["age": 1]])
        try await database.save(
            "Person", in: zone.zoneID, ["w1": ["age": 2], "w2": ["age": 1]])
        let (_, cursor) = try await database.records(
            matching: everybody, inZoneWith: zone.zoneID, resultsLimit: 1)
        let operation = CKQueryOperation(cursor: try #require(cursor))
        operation.query = CKQuery(recordType: "Nobody", predicate: NSPredicate(value: true))
        operation.zoneID = .default
        let found = Notes<String>()
        operation.recordMatchedBlock = { id, _ in found.add(id.recordName) }
        await database.run(operation)
        #expect(found.all == ["w2"])
    }

    @Test func `an error reaches both completions, then the operation ends`() async {
        let notes = Notes<String>()
        let operation = CKQueryOperation(
            query: CKQuery(
                recordType: "Person", predicate: NSPredicate(format: "age = 1 OR age = 2")))
        operation.recordMatchedBlock = { _, _ in notes.add("record") }
        operation.queryCompletionBlock = { cursor, error in
            notes.add(
                "completed \(cursor == nil) \((error as? CKError)?.code == .invalidArguments)")
        }
        operation.queryResultBlock = { result in
            if case .failure(let error as CKError) = result {
                notes.add("result \(error.code == .invalidArguments)")
            }
        }
        operation.completionBlock = { notes.add("finished") }
        await database.run(operation)
        #expect(Set(notes.all.prefix(2)) == ["completed true true", "result true"])
        #expect(notes.all.dropFirst(2) == ["finished"])
    }

    @Test func `an operation cancelled before it starts says so, with no record`() async {
        let notes = Notes<String>()
        let operation = CKQueryOperation(query: everybody)
        operation.recordFetchedBlock = { _ in notes.add("record") }
        operation.queryCompletionBlock = { _, error in
            notes.add("\((error as? CKError)?.code == .operationCancelled)")
        }
        operation.cancel()
        await database.run(operation)
        #expect(notes.all == ["true"])
    }

    @Test func `an operation cancelled between records brings no more`() async {
        let notes = Notes<String>()
        let operation = CKQueryOperation(query: everybody)
        operation.recordFetchedBlock = { [weak operation] record in
            notes.add(record.recordID.recordName)
            if record.recordID.recordName == "p7" { operation?.cancel() }
        }
        operation.queryResultBlock = { result in
            if case .failure(let error as CKError) = result {
                notes.add("\(error.code == .operationCancelled)")
            }
        }
        await database.run(operation)
        #expect(notes.all == ["p9", "p8", "p7", "true"])
    }

    @Test func `what is set after submission has no effect`() async {
        let notes = Notes<String>()
        cloud.cloud.faults.add(.slow(seconds: 0.1))
        let operation = CKQueryOperation(query: everybody)
        operation.resultsLimit = 2
        operation.recordFetchedBlock = { notes.add($0.recordID.recordName) }
        await withCheckedContinuation { continuation in
            operation.completionBlock = { continuation.resume() }
            database.add(operation)
            operation.resultsLimit = 5
            operation.query = nil
            operation.recordFetchedBlock = { _ in notes.add("late") }
            everybody.sortDescriptors = nil
        }
        #expect(notes.all == ["p9", "p8"])
    }

    @Test func `one query serves many operations, and its sort may change between`() async throws {
        let query = CKQuery(recordType: "Person", predicate: NSPredicate(format: "age < 3"))
        query.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
        var found: [[String]] = []
        for ascending in [true, false] {
            query.sortDescriptors = [NSSortDescriptor(key: "age", ascending: ascending)]
            let names = Notes<String>()
            let operation = CKQueryOperation(query: query)
            operation.recordMatchedBlock = { id, _ in names.add(id.recordName) }
            await database.run(operation)
            found.append(names.all)
        }
        #expect(found == [["p0", "p1", "p2"], ["p2", "p1", "p0"]])
    }

    @Test func `an operation without a query or a cursor fails`() async {
        let notes = Notes<Bool>()
        let operation = CKQueryOperation()
        operation.queryCompletionBlock = { _, error in
            notes.add((error as? CKError)?.code == .invalidArguments)
        }
        await database.run(operation)
        #expect(notes.all == [true])
    }

    @Test func `it runs on a queue of the program's own, after what it depends on`() async {
        let notes = Notes<String>()
        let save = CKModifyRecordsOperation(
            recordsToSave: [CKRecord(recordType: "Late")], recordIDsToDelete: nil)
        save.database = database
        save.modifyRecordsCompletionBlock = { _, _, _ in notes.add("saved") }
        let find = CKQueryOperation(
            query: CKQuery(recordType: "Late", predicate: NSPredicate(value: true)))
        find.database = database
        find.recordFetchedBlock = { _ in notes.add("found") }
        find.addDependency(save)
        find.qualityOfService = .userInitiated
        let queue = OperationQueue()
        await withCheckedContinuation { continuation in
            find.completionBlock = { continuation.resume() }
            queue.addOperations([find, save], waitUntilFinished: false)
        }
        #expect(notes.all == ["saved", "found"])
    }

    @Test func `perform gives all records in the callback style`() async throws {
        let names: [String]? = await withCheckedContinuation { continuation in
            database.perform(everybody, inZoneWith: nil) { records, error in
                #expect(error == nil)
                continuation.resume(returning: records?.map(\.recordID.recordName))
            }
        }
        #expect(names?.count == 10)
        #expect(names?.first == "p9")
    }

    @Test func `fetch with a query and with its cursor give results`() async throws {
        typealias Answer = (names: [String], cursor: CKQueryOperation.Cursor?)
        let first: Answer = await withCheckedContinuation { continuation in
            database.fetch(
                withQuery: everybody, inZoneWith: nil, desiredKeys: ["name"], resultsLimit: 8
            ) { result in
                let found = try? result.get()
                continuation.resume(
                    returning: (found?.matchResults.map(\.0.recordName) ?? [], found?.queryCursor))
            }
        }
        #expect(first.names.count == 8)
        let cursor = try #require(first.cursor)
        let second: Answer = await withCheckedContinuation { continuation in
            database.fetch(withCursor: cursor) { result in
                let found = try? result.get()
                continuation.resume(
                    returning: (found?.matchResults.map(\.0.recordName) ?? [], found?.queryCursor))
            }
        }
        #expect(second.names == ["p1", "p0"])
        #expect(second.cursor == nil)
    }

    @MainActor
    @Test func `blocks that were made on the main actor run on the operation's queue`() async {
        var names: [String] = []
        let operation = CKQueryOperation(query: everybody)
        operation.recordFetchedBlock = { names.append($0.recordID.recordName) }
        await database.run(operation)
        #expect(names.count == 10)
    }
}
