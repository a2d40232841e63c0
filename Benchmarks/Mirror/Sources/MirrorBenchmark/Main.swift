import CloudKit
import CoreData
import Foundation
import SQLiteTrace

/// Measures mirrors of Core Data.
///
///     swift run -c release MirrorBenchmark                all
///     swift run -c release MirrorBenchmark sync change    some
///
/// There are `sync`, `memory`, `change`, `idle`, `state`, `check` and `pages`.
///
/// `QUARRY_BENCHMARK_POSTGRES=postgres://…` has stores of objects in schemas of that database, and
/// `QUARRY_BINARY` names the tool that `check` runs.
@main
struct Main {
    static func main() async throws {
        Statements.trace()
        let wanted = CommandLine.arguments.dropFirst()
        let all: [(String, () async throws -> Void)] = [
            ("sync", sync), ("memory", memory), ("change", change), ("idle", idle),
            ("state", state), ("check", CheckBenchmark.run), ("pages", pages),
        ]
        if let size = wanted.first.flatMap({ Int($0) }) { return try await memory(of: size) }
        for name in wanted where !all.contains(where: { $0.0 == name }) {
            print(
                "There is no benchmark \(name); there are \(all.map(\.0).joined(separator: ", ")).")
            exit(2)
        }
        for (name, run) in all where wanted.isEmpty || wanted.contains(name) {
            print("\n## \(name)")
            try await run()
        }
    }

    private static let postgres = ProcessInfo.processInfo.environment["QUARRY_BENCHMARK_POSTGRES"]

    /// Where a device's store is.
    private static func url(_ name: String, in folder: URL) throws -> URL {
        guard let postgres else { return folder.appendingPathComponent(name) }
        let schema = "\(folder.lastPathComponent.suffix(12).lowercased())_\(name)"
        guard let url = URL(string: postgres + "&schema=m\(schema)") else {
            throw CocoaError(.fileReadInvalidFileName)
        }
        return url
    }

    private static func cloud(
        _ folder: URL, inMemory: Bool, _ mirroring: LocalCloud.Mirroring = .manual
    ) -> LocalCloud {
        var settings = LocalCloud.Settings()
        settings.mirroring = mirroring
        return LocalCloud(
            inMemory ? .memory : .file(folder.appendingPathComponent("cloud.db").path),
            settings: settings)
    }

    // MARK: First export and import

    private static func sync() async throws {
        for inMemory in [true, false] {
            var exports: [Cost] = []
            var imports: [Cost] = []
            var resent: [Int] = []
            for _ in 0..<3 {
                try await withFolder { folder in
                    let cloud = cloud(folder, inMemory: inMemory)
                    let phone = try Library.device("phone", cloud, at: url("phone", in: folder))
                    try Library.fill(phone, objects: 10_000)
                    exports.append(try await .of { try await cloud.settle([phone]) })
                    let tablet = try Library.device("tablet", cloud, at: url("tablet", in: folder))
                    let token = try await Library.changes(cloud, since: nil)
                    precondition(token.count == 11_960, "\(token.count)")
                    imports.append(try await .of { try await cloud.settle([tablet]) })
                    let count = try Library.count(tablet)
                    precondition(count == 10_000, "\(count)")
                    try await cloud.settle([phone, tablet, phone])
                    resent.append(try await Library.changes(cloud, since: token.token).count)
                    try Library.close(phone)
                    try Library.close(tablet)
                    try await cloud.close()
                }
            }
            func text(_ costs: [Cost]) -> String {
                "\(median(costs.map(\.seconds)).places(2)) s "
                    + "(\(costs.map { $0.seconds.places(2) }.joined(separator: ", "))), "
                    + "processor \(median(costs.map(\.processor)).places(2)) s, "
                    + "\(costs[0].statements) statements"
            }
            let name = inMemory ? "memory" : "SQLite"
            print("10,000 objects, 1,960 links, first export to \(name): \(text(exports))")
            print("import from \(name) on a second device: \(text(imports))")
            print("sent again after the import: \(resent)")
        }
    }

    // MARK: Memory

    private static func memory() async throws {
        for size in [10_000, 30_000, 100_000] {
            // A process of its own each, so that memory of one is not another's.
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
                .resolvingSymlinksInPath()
            process.arguments = [String(size)]
            try process.run()
            process.waitUntilExit()
        }
    }

    private static func memory(of size: Int) async throws {
        try await withFolder { folder in
            let cloud = cloud(folder, inMemory: false)
            let plain = try Library.device("phone", cloud, at: url("phone", in: folder))
            try Library.fill(plain, objects: size)
            try Library.close(plain)
            let phone = try Library.device("phone", cloud, at: url("phone", in: folder))
            var before = Memory.reset()
            let export = try await Cost.of { try await cloud.settle([phone]) }
            print(
                "\(size) objects: export \(export.seconds.places(1)) s, "
                    + "from \(before / 1024) to at most \(Memory.peak / 1024) MB resident, "
                    + "processor \(export.processor.places(2)) s; pages: \(PageCaches.description)")
            // Another user signs in: the objects go.
            cloud.signIn("bob", device: "phone")
            before = Memory.reset()
            let purge = try await Cost.of { try await cloud.settle([phone]) }
            let left = try Library.count(phone)
            precondition(left == 0, "\(left)")
            print(
                "\(size) objects: deletion for another user \(purge.seconds.places(1)) s, "
                    + "from \(before / 1024) to at most \(Memory.peak / 1024) MB resident, "
                    + "processor \(purge.processor.places(2)) s")
            try Library.close(phone)
            let tablet = try Library.device("tablet", cloud, at: url("tablet", in: folder))
            before = Memory.reset()
            let imported = try await Cost.of { try await cloud.settle([tablet]) }
            print(
                "\(size) objects: import \(imported.seconds.places(1)) s, "
                    + "from \(before / 1024) to at most \(Memory.peak / 1024) MB resident, "
                    + "processor \(imported.processor.places(2)) s; pages: \(PageCaches.description)"
            )
            try Library.close(tablet)
            try await cloud.close()
        }
    }

    // MARK: Pages

    /// Saves of rows with four indexes on random texts, with the pages that a store keeps in memory where
    /// it is not mirrored and where it is, in turns.
    private static func pages() async throws {
        let entity = NSEntityDescription()
        entity.name = "Row"
        entity.properties = ["a", "b", "c", "d"].map { name in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = .stringAttributeType
            attribute.isOptional = true
            return attribute
        }
        entity.indexes = entity.properties.map { property in
            NSFetchIndexDescription(
                name: "by" + property.name,
                elements: [
                    NSFetchIndexElementDescription(property: property, collationType: .binary)
                ])
        }
        let model = NSManagedObjectModel()
        model.entities = [entity]
        for batch in [1_000, 100_000] {
            for _ in 0..<3 {
                for kilobytes in [65_536, 16_384] {
                    let cost = try await save(200_000, by: batch, model, keeping: kilobytes)
                    print(
                        "200,000 rows with four indexes, \(batch) a save, \(kilobytes / 1_024) MB of "
                            + "pages: \(cost.seconds.places(1)) s, processor "
                            + "\(cost.processor.places(2)) s")
                }
            }
        }
    }

    private static func save(
        _ count: Int, by batch: Int, _ model: NSManagedObjectModel, keeping kilobytes: Int
    ) async throws -> Cost {
        var cost = Cost()
        try await withFolder { folder in
            let container = NSPersistentContainer(name: "Rows", managedObjectModel: model)
            let description = NSPersistentStoreDescription(url: try url("rows", in: folder))
            description.setValue(NSNumber(value: -kilobytes), forPragmaNamed: "cache_size")
            container.persistentStoreDescriptions = [description]
            var failure: (any Error)?
            container.loadPersistentStores { failure = $1 }
            if let failure { throw failure }
            let context = container.newBackgroundContext()
            cost = try await .of {
                for _ in 0..<count / batch {
                    try context.performAndWait {
                        for _ in 0..<batch {
                            let row = NSEntityDescription.insertNewObject(
                                forEntityName: "Row", into: context)
                            for name in ["a", "b", "c", "d"] {
                                row.setValue(UUID().uuidString, forKey: name)
                            }
                        }
                        try context.save()
                        context.reset()
                    }
                }
            }
            try Library.close(container)
        }
        return cost
    }

    // MARK: One change

    private static func change() async throws {
        for size in [1_000, 10_000, 100_000] {
            try await withFolder { folder in
                let cloud = cloud(folder, inMemory: true)
                let phone = try Library.device("phone", cloud, at: url("phone", in: folder))
                try Library.fill(phone, objects: size)
                let tablet = try Library.device("tablet", cloud, at: url("tablet", in: folder))
                try await cloud.settle([phone, tablet])
                var exports: [Cost] = []
                var imports: [Cost] = []
                var nothing: [Cost] = []
                for round in 0..<40 {
                    try Library.edit(phone, "title \(round)")
                    let export = try await Cost.of { try await cloud.settle([phone]) }
                    let imported = try await Cost.of { try await cloud.settle([tablet]) }
                    let none = try await Cost.of { try await cloud.settle([phone]) }
                    guard round >= 10 else { continue }
                    exports.append(export)
                    imports.append(imported)
                    nothing.append(none)
                }
                if ProcessInfo.processInfo.environment["QUARRY_LIST"] != nil {
                    try Library.edit(phone, "title")
                    Statements.isListed.store(true, ordering: .relaxed)
                    try await cloud.settle([phone])
                    print("    --")
                    try await cloud.settle([tablet])
                    Statements.isListed.store(false, ordering: .relaxed)
                }
                func text(_ costs: [Cost]) -> String {
                    "\((median(costs.map(\.processor)) * 1000).places(1)) ms of the processor, "
                        + "\(median(costs.map { Double($0.statements) }).places(0)) statements"
                }
                print(
                    "one change among \(size): sent \(text(exports)); fetched \(text(imports)); "
                        + "nothing to do \(text(nothing))")
                try Library.close(phone)
                try Library.close(tablet)
                try await cloud.close()
            }
        }
    }

    private static func idle() async throws {
        try await withFolder { folder in
            let cloud = cloud(folder, inMemory: true, .soon)
            let phone = try Library.device("phone", cloud, at: url("phone", in: folder))
            try Library.fill(phone, objects: 10_000)
            var last = -1
            while last != 0 {
                // Until a second passes without a statement.
                last = try await Cost.of { try await Task.sleep(for: .seconds(2)) }.statements
            }
            let cost = try await Cost.of { try await Task.sleep(for: .seconds(20)) }
            print(
                "idle for 20 s: \((cost.processor * 1000).places(1)) ms of the processor, "
                    + "\(cost.statements) statements")
            try Library.close(phone)
        }
    }

    // MARK: State

    /// The size of the store with its mirror's state, without the kept records, and without all of it.
    private static func state() async throws {
        guard postgres == nil else { return print("of files only") }
        try await withFolder { folder in
            let cloud = cloud(folder, inMemory: true)
            let file = folder.appendingPathComponent("phone")
            let phone = try Library.device("phone", cloud, at: file)
            try Library.fill(phone, objects: 10_000)
            try await cloud.settle([phone])
            try Library.close(phone)
            func size(after statement: String) throws -> Int {
                var database: OpaquePointer?
                sqlite3_open(file.path, &database)
                sqlite3_exec(database, statement, nil, nil, nil)
                sqlite3_exec(database, "VACUUM", nil, nil, nil)
                sqlite3_exec(database, "PRAGMA wal_checkpoint(TRUNCATE)", nil, nil, nil)
                sqlite3_close(database)
                return try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
                    ?? 0
            }
            let whole = try size(after: "")
            let light = try size(after: "DELETE FROM QUARRYMIRROR WHERE ZKEY LIKE 'b/%'")
            let linkless = try size(
                after: "DELETE FROM QUARRYMIRROR WHERE ZKEY LIKE 'l/%' OR ZKEY LIKE 'e/%'")
            let none = try size(after: "DROP TABLE QUARRYMIRROR")
            print(
                "a store of 10,000 objects: \(none / 10_000) bytes an object, kept records "
                    + "\((whole - light) / 10_000), links \((light - linkless) / 1_960) a link, "
                    + "other state \((linkless - none) / 10_000) an object "
                    + "(\((light - none) / 10_000) with links)")
        }
    }
}
