import CoreData
import Foundation
import Malloc
import SwiftData

/// SwiftData beside Core Data, in turns in one run.
///
///     swift run -c release --package-path Benchmarks/SwiftData SwiftDataBenchmark
///
/// One part of one of them alone, for callgrind, which counts what stands within `counted`:
///
///     valgrind --tool=callgrind --toggle-collect='*7counted*' SwiftDataBenchmark fetch models
///     valgrind --tool=callgrind --toggle-collect='*7counted*' SwiftDataBenchmark insert objects
@main
enum Main {
    static func main() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("SwiftDataBenchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        if CommandLine.arguments.count == 3 {
            let isModels = CommandLine.arguments[2] == "models"
            return try count(CommandLine.arguments[1], isModels, Stores(folder, "counted"))
        }
        let stores = try Stores(folder, "people")
        try stores.insertPeople(0..<20_000)
        try stores.insertEmployees(0..<20_000)
        print("                                  Core Data     SwiftData   ratio (range)")
        try properties(stores)
        try fetch(stores)
        let fresh = try Stores(folder, "saved")
        let saves = try paired {
            try fresh.insertPeople(0..<10_000)
        } _: {
            try fresh.insertEmployees(0..<10_000)
        }
        report("insert and save 10,000", saves, 1e3, "ms")
        try memory(stores)
    }

    // MARK: Properties

    /// Reading and writing properties of one model, a million times each.
    private static func properties(_ stores: Stores) throws {
        let count = 1_000_000
        let scale = 1e9 / Double(count)
        let context = ModelContext(stores.container)
        guard let person = try context.fetch(FetchDescriptor<Person>()).first else { return }
        let request = NSFetchRequest<Employee>(entityName: "Employee")
        guard let employee = try stores.managed.viewContext.fetch(request).first else { return }
        let observed = Observed()
        keep(person.name)
        keep(employee.name)
        report(
            "read Int",
            try paired {
                var sum = 0
                for _ in 0..<count { sum &+= person.age }
                keep(sum)
            } _: {
                var sum: Int64 = 0
                for _ in 0..<count { sum &+= employee.age }
                keep(sum)
            }, scale, "ns")
        report(
            "read String",
            try paired {
                var sum = 0
                for _ in 0..<count { sum &+= person.name.utf8.count }
                keep(sum)
            } _: {
                var sum = 0
                for _ in 0..<count { sum &+= employee.name.utf8.count }
                keep(sum)
            }, scale, "ns")
        func write(
            _ title: String, _ model: () -> Void, _ object: () -> Void, _ alone: () -> Void
        ) throws {
            let beside = try paired(model, object)
            let observation = median((0..<7).map { _ in seconds(alone) })
            report(title, beside, scale, "ns")
            let rest = zip(beside.a, beside.b).map { ($0 - observation) / $1 }
            print(
                "  of it Observation alone: \((observation * scale).places(0)) ns; the rest is "
                    + "\(median(rest).places(2)) times Core Data's")
        }
        try write(
            "write Int",
            { for number in 0..<count { person.age = number & 63 } },
            { for number in 0..<count { employee.age = Int64(number & 63) } },
            { for number in 0..<count { observed.age = number & 63 } })
        let names = ["Ann", "Bob"]
        try write(
            "write String",
            { for number in 0..<count { person.name = names[number & 1] } },
            { for number in 0..<count { employee.name = names[number & 1] } },
            { for number in 0..<count { observed.name = names[number & 1] } })
        context.rollback()
        stores.managed.viewContext.rollback()
    }

    // MARK: Fetching

    private static func fetch(_ stores: Stores) throws {
        let times = try paired {
            try stores.fetchPeople(10_000)
        } _: {
            try stores.fetchEmployees(10_000)
        }
        report("fetch 10,000, values read", times, 1e3, "ms")
    }

    // MARK: Counting

    /// Runs a part once, after what only the first time costs.
    private static func count(_ part: String, _ isModels: Bool, _ stores: Stores) throws {
        let insert = isModels ? stores.insertPeople : stores.insertEmployees
        let fetch = isModels ? stores.fetchPeople : stores.fetchEmployees
        switch part {
        case "insert":
            try insert(0..<100)
            try counted { try insert(0..<10_000) }
        case "fetch":
            try insert(0..<20_000)
            try fetch(100)
            try counted { try fetch(10_000) }
        default: print("insert or fetch; models or objects")
        }
    }

    // MARK: Memory

    /// What the allocator has given out for 20,000 live models with their values read.
    private static func memory(_ stores: Stores) throws {
        let context = ModelContext(stores.container)
        let before = allocatedBytes()
        let people = try context.fetch(FetchDescriptor<Person>())
        var sum = 0.0
        for person in people { sum += Double(person.name.utf8.count) + person.score }
        keep(sum)
        let models = (allocatedBytes() - before) / max(people.count, 1)
        let managed = stores.managed.newBackgroundContext()
        let start = allocatedBytes()
        let employees = try managed.fetch(NSFetchRequest<Employee>(entityName: "Employee"))
        for employee in employees { sum += Double(employee.name.utf8.count) + employee.score }
        keep(sum)
        let objects = (allocatedBytes() - start) / max(employees.count, 1)
        print("a live model \(models) bytes, a managed object \(objects)")
        withExtendedLifetime((people, employees)) {}
    }

    private static func allocatedBytes() -> Int {
        let info = mallinfo2()
        return Int(info.uordblks + info.hblkhd)
    }
}

/// The same people in a store of each kind.
struct Stores {
    let container: ModelContainer
    let managed: NSPersistentContainer

    init(_ folder: URL, _ name: String) throws {
        container = try ModelContainer(
            for: Person.self,
            configurations: ModelConfiguration(
                url: folder.appendingPathComponent("\(name).store")))
        managed = NSPersistentContainer(name: "People", managedObjectModel: Employee.model())
        let description = NSPersistentStoreDescription(
            url: folder.appendingPathComponent("\(name).sqlite"))
        // SwiftData keeps a history always.
        description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
        managed.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        managed.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }

    func insertPeople(_ numbers: Range<Int>) throws {
        let context = ModelContext(container)
        for number in numbers { context.insert(Person(number)) }
        try context.save()
    }

    func insertEmployees(_ numbers: Range<Int>) throws {
        let context = managed.newBackgroundContext()
        try context.performAndWait {
            for number in numbers { Employee(context: context).fill(number) }
            try context.save()
        }
    }
}

extension Stores {
    /// Fetches some people in the order of their names, and reads their values.
    func fetchPeople(_ count: Int) throws {
        let context = ModelContext(container)
        var descriptor = FetchDescriptor<Person>(
            predicate: #Predicate { $0.age < 60 },
            sortBy: [SortDescriptor(\.name, comparator: .lexical)])
        descriptor.fetchLimit = count
        var sum = 0.0
        let people = try context.fetch(descriptor)
        precondition(people.count == count)
        for person in people {
            sum += Double(person.name.utf8.count + (person.email?.utf8.count ?? 0))
            sum += Double(person.age) + person.score + (person.isActive ? 1 : 0)
            sum += person.born?.timeIntervalSinceReferenceDate ?? 0
        }
        keep(sum)
    }

    func fetchEmployees(_ count: Int) throws {
        let context = managed.newBackgroundContext()
        let request = NSFetchRequest<Employee>(entityName: "Employee")
        request.predicate = NSPredicate(format: "age < %d", 60)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        request.fetchLimit = count
        var sum = 0.0
        let people = try context.fetch(request)
        precondition(people.count == count)
        for person in people {
            sum += Double(person.name.utf8.count + (person.email?.utf8.count ?? 0))
            sum += Double(person.age) + person.score + (person.isActive ? 1 : 0)
            sum += person.born?.timeIntervalSinceReferenceDate ?? 0
        }
        keep(sum)
    }
}

/// What callgrind counts.
@inline(never) func counted(_ body: () throws -> Void) rethrows { try body() }

// MARK: Timing

/// Times of two things measured in turn, A B A B …, so that drift of the machine hits both.
struct Paired {
    var a: [Double] = []
    var b: [Double] = []
}

func paired(rounds: Int = 7, _ a: () throws -> Void, _ b: () throws -> Void) throws -> Paired {
    var result = Paired()
    for round in 0...rounds {
        let (first, second) = (try seconds(a), try seconds(b))
        if round > 0 {
            result.a.append(first)
            result.b.append(second)
        }
    }
    return result
}

func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try body()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
}

extension Double {
    func places(_ count: Int) -> String { String(format: "%.\(count)f", self) }
}

/// Keeps a result alive so that the optimiser cannot drop the work.
@inline(never) func keep<T>(_ value: T) {}

func report(_ title: String, _ times: Paired, _ scale: Double, _ unit: String) {
    let ratios = zip(times.a, times.b).map { $0 / $1 }
    print(
        title.padding(toLength: 34, withPad: " ", startingAt: 0)
            + "\((median(times.b) * scale).places(1)) \(unit)   "
            + "\((median(times.a) * scale).places(1)) \(unit)   \(median(ratios).places(2)) "
            + "(\((ratios.min() ?? 0).places(2))–\((ratios.max() ?? 0).places(2)))")
}
