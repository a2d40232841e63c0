import RawSQLite
import CoreData
import Foundation
import GRDB

/// The same rows as GRDB has them: a record read by column.
private struct EmployeeRecord: FetchableRecord {
    var key: Int64
    var name: String
    var email: String?
    var age: Int32
    var score: Double
    var born: Double?
    var isActive: Bool

    init(row: Row) {
        key = row["Z_PK"]
        name = row["ZNAME"]
        email = row["ZEMAIL"]
        age = row["ZAGE"]
        score = row["ZSCORE"]
        born = row["ZBORN"]
        isActive = row["ZISACTIVE"]
    }
}

/// The record that GRDB writes, into a table of its own with the same columns.
private struct NewEmployee: PersistableRecord {
    static let databaseTableName = "person"
    var number: Int

    func encode(to container: inout PersistenceContainer) {
        container["name"] = "Person number \(number)"
        container["email"] = "person\(number)@example.org"
        container["age"] = Int32(number % 90)
        container["score"] = Double(number) / 7
        container["born"] = Double(number) * 1000.5
        container["isActive"] = number % 3 == 0
    }
}

/// Core Data's objects against GRDB's records and SQLite's C API over the same file.
enum CoreDataBenchmark {
    static func run() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("people.sqlite")
            let container = try open(file)
            try insert(0..<20_000, container)
            print("                                          rival     Core Data   ratio (range)")
            for count in [100, 10_000] { try await fetch(count, container, file) }
            try await save(in: folder)
            try await small(container)
            try memory(container)
        }
    }

    private static func open(_ file: URL) throws -> NSPersistentContainer {
        let container = NSPersistentContainer(
            name: "People", managedObjectModel: Employee.model())
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        return container
    }

    private static func insert(_ numbers: Range<Int>, _ container: NSPersistentContainer) throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for number in numbers { Employee(context: context).fill(number) }
            try context.save()
        }
    }

    // MARK: Fetching

    private static func fetch(
        _ count: Int, _ container: NSPersistentContainer, _ file: URL
    ) async throws {
        let context = container.newBackgroundContext()
        let rounds = count <= 100 ? 100 : 3
        func objects() throws {
            for _ in 0..<rounds {
                try context.performAndWait {
                    let request = NSFetchRequest<Employee>(entityName: "Employee")
                    request.predicate = NSPredicate(format: "age < %d", 60)
                    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
                    request.fetchLimit = count
                    var sum = 0.0
                    for person in try context.fetch(request) { sum += read(person) }
                    keep(sum)
                    context.reset()
                }
            }
        }
        let queue = try DatabaseQueue(path: file.path)
        let grdb = try await paired {
            try objects()
        } _: {
            for _ in 0..<rounds {
                let people = try queue.inDatabase { database in
                    let statement = try database.cachedStatement(sql: sql)
                    return try EmployeeRecord.fetchAll(statement, arguments: [60, count])
                }
                var sum = 0.0
                for person in people { sum += read(person) }
                precondition(people.count == min(count, 13_000))
                keep(sum)
            }
        }
        report("fetch \(count), GRDB records", grdb, rounds)
        let database = try RawDatabase(file.path, flags: SQLITE_OPEN_READONLY)
        let statement = try database.prepare(sql)
        defer { sqlite3_finalize(statement) }
        let raw = try await paired {
            try objects()
        } _: {
            for _ in 0..<rounds { keep(sum(statement, count)) }
        }
        report("fetch \(count), C API", raw, rounds)
    }

    private static let sql = """
        SELECT Z_PK, ZNAME, ZEMAIL, ZAGE, ZSCORE, ZBORN, ZISACTIVE FROM ZEMPLOYEE \
        WHERE ZAGE < ? ORDER BY ZNAME, Z_PK LIMIT ?
        """

    private static func read(_ person: Employee) -> Double {
        Double(person.name.utf8.count + (person.email?.utf8.count ?? 0)) + Double(person.age)
            + person.score + (person.born?.timeIntervalSinceReferenceDate ?? 0)
            + (person.isActive ? 1 : 0)
    }

    private static func read(_ person: EmployeeRecord) -> Double {
        Double(person.name.utf8.count + (person.email?.utf8.count ?? 0)) + Double(person.age)
            + person.score + (person.born ?? 0) + (person.isActive ? 1 : 0)
    }

    private static func sum(_ statement: OpaquePointer?, _ count: Int) -> Double {
        sqlite3_reset(statement)
        sqlite3_bind_int64(statement, 1, 60)
        sqlite3_bind_int64(statement, 2, Int64(count))
        var sum = 0.0
        while sqlite3_step(statement) == SQLITE_ROW {
            for column: Int32 in [1, 2] {
                if let text = sqlite3_column_text(statement, column) {
                    sum += Double(String(cString: text).utf8.count)
                }
            }
            sum += Double(sqlite3_column_int64(statement, 3))
            sum += sqlite3_column_double(statement, 4) + sqlite3_column_double(statement, 5)
            sum += Double(sqlite3_column_int64(statement, 6))
        }
        return sum
    }

    // MARK: Saving

    private static func save(in folder: URL) async throws {
        let container = try open(folder.appendingPathComponent("save.sqlite"))
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        }
        let queue = try DatabaseQueue(
            path: folder.appendingPathComponent("grdb.sqlite").path, configuration: configuration)
        try await queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, email TEXT, \
                    age INTEGER, score REAL, born REAL, isActive INTEGER)
                    """)
        }
        let times = try await paired {
            try insert(0..<10_000, container)
        } _: {
            try queue.inDatabase { database in
                try database.inTransaction {
                    for number in 0..<10_000 { try NewEmployee(number: number).insert(database) }
                    return .commit
                }
            }
        }
        report("insert and save 10,000, GRDB", times, 1)
    }

    // MARK: Small things

    private static func small(_ container: NSPersistentContainer) async throws {
        let context = container.newBackgroundContext()
        let ids: [NSManagedObjectID] = try context.performAndWait {
            let request = NSFetchRequest<NSManagedObjectID>(entityName: "Employee")
            request.resultType = .managedObjectIDResultType
            request.fetchLimit = 2000
            return try context.fetch(request)
        }
        var faults: [Double] = []
        var hits: [Double] = []
        for _ in 0..<7 {
            await context.perform {
                context.reset()
                let objects = ids.map { context.object(with: $0) }
                faults.append(
                    blocking { for object in objects { keep((object as? Employee)?.age) } }
                        / Double(ids.count))
                hits.append(
                    blocking { for id in ids { keep(context.object(with: id)) } }
                        / Double(ids.count))
                withExtendedLifetime(objects) {}  // Only objects that live can be hit.
            }
        }
        print("first fault \((median(faults) * 1e6).places(1)) µs, uniquing hit "
            + "\((median(hits) * 1e9).places(0)) ns")
    }

    private static func blocking(_ body: () -> Void) -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        body()
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    }

    /// What the allocator has given out for 20,000 live objects, before and after they are read.
    private static func memory(_ container: NSPersistentContainer) throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let request = NSFetchRequest<Employee>(entityName: "Employee")
            let before = allocatedBytes()
            let people = try context.fetch(request)
            let fetched = allocatedBytes()
            var sum = 0.0
            for person in people { sum += read(person) }
            let isRead = allocatedBytes()
            keep(sum)
            for person in people { keep(person.objectID) }
            let known = allocatedBytes()
            func each(_ bytes: Int) -> Int { (bytes - before) / max(people.count, 1) }
            print(
                "\(people.count) live objects: \(each(fetched)) bytes each, \(each(isRead)) with "
                    + "values read, \(each(known)) with identifiers")
            withExtendedLifetime(people) {}
        }
    }

    private static func allocatedBytes() -> Int {
        let info = mallinfo2()
        return Int(info.uordblks + info.hblkhd)
    }

    private static func report(_ title: String, _ times: Paired, _ rounds: Int) {
        let ours = median(times.a) / Double(rounds) * 1000
        let theirs = median(times.b) / Double(rounds) * 1000
        print(
            title.padding(toLength: 40, withPad: " ", startingAt: 0)
                + "\(theirs.places(2)) ms   \(ours.places(2)) ms   "
                + "\(times.ratio.places(2)) (\(times.range.0.places(2))–\(times.range.1.places(2)))")
    }
}
