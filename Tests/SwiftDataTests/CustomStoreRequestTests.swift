#if SwiftData
import Foundation
import SwiftData
import Synchronization
import TestFiles
import Testing

@Model final class Hive {
    var name: String
    @Relationship(inverse: \Bee.hive) var bees: [Bee] = []
    var keeper: Farmer?
    init(name: String) { self.name = name }
}

@Model final class Bee {
    var number: Int
    var hive: Hive?
    init(number: Int) { self.number = number }
}

@Model final class Farmer {
    var name: String
    var hut: Hut?
    init(name: String) { self.name = name }
}

@Model final class Hut {
    var number: Int
    init(number: Int) { self.number = number }
}

/// A chain without a way back.
@Model final class Wagon {
    var number: Int
    var next: Wagon?
    init(number: Int) { self.number = number }
}

/// What a store of a program's own is asked for.
@Suite struct CustomStoreRequestTests {
    private let folder = TemporaryFolder()
    private let log = StoreLog()

    /// A container with five hives of four bees each.
    private func hives() throws -> ModelContainer {
        let container = try ModelContainer(
            for: Hive.self, Wagon.self,
            configurations: BatchConfiguration(
                schema: nil, url: folder.file("a.store"), log: log))
        let context = ModelContext(container)
        for number in 0..<5 {
            let hive = Hive(name: "\(number)")
            hive.bees = (0..<4).map { Bee(number: number * 10 + $0) }
            hive.keeper = Farmer(name: "keeper \(number)")
            hive.keeper?.hut = Hut(number: number)
            context.insert(hive)
        }
        try context.save()
        return container
    }

    @Test func `the limit of a fetch reaches the store while nothing waits to be saved`() throws {
        let context = ModelContext(try hives())
        var some = FetchDescriptor<Farmer>(sortBy: [SortDescriptor(\.name)])
        some.fetchLimit = 2
        #expect(try context.fetch(some).map(\.name) == ["keeper 0", "keeper 1"])
        #expect(log.takeFetches() == ["Farmer 2: 2", "Hut 0: 2"])
        some.fetchOffset = 1
        #expect(try context.fetch(some).map(\.name) == ["keeper 1", "keeper 2"])
        #expect(log.takeFetches() == ["Farmer 3: 3", "Hut 0: 1"])
        #expect(try context.fetchCount(some) == 2)
        #expect(try context.fetchIdentifiers(some).count == 2)

        // What waits may come before what the store would give.
        context.insert(Farmer(name: "a"))
        #expect(try context.fetch(some).map(\.name) == ["keeper 0", "keeper 1"])
        #expect(log.takeFetches() == ["Farmer 0: 5", "Hut 0: 2"])
        context.rollback()
        // A store that leaves the filtering to the context gives all.
        log.refused.withLock { $0 = ["predicate"] }
        some.predicate = #Predicate { $0.name != "keeper 0" }
        #expect(try context.fetch(some).map(\.name) == ["keeper 2", "keeper 3"])
        #expect(log.takeFetches() == ["Farmer 0: 5"])
    }

    @Test func `the models that one refers to are read, and no others`() throws {
        let container = try hives()
        let bees = FetchDescriptor<Bee>(predicate: #Predicate { $0.number == 32 })
        let context = ModelContext(container)
        let bee = try #require(try context.fetch(bees).first)
        #expect(bee.hive?.name == "3" && bee.hive?.bees.count == 4)
        #expect(bee.hive?.keeper?.name == "keeper 3" && bee.hive?.keeper?.hut?.number == 3)
        #expect(
            log.takeFetches() == [
                "Bee 0: 1", "Hive 0: 1", "Bee 0: 3", "Farmer 0: 1", "Hut 0: 1",
            ])
        let other = ModelContext(container).model(for: bee.persistentModelID) as? Bee
        #expect(other?.hive?.keeper?.name == "keeper 3")
        #expect(log.takeFetches().count == 5)
    }

    @Test func `a store that filters nothing gives all models once`() throws {
        let container = try hives()
        log.refused.withLock { $0 = ["predicate"] }
        let bees = FetchDescriptor<Bee>(predicate: #Predicate { $0.number == 32 })
        let bee = try #require(try ModelContext(container).fetch(bees).first)
        #expect(bee.hive?.keeper?.hut?.number == 3 && bee.hive?.bees.count == 4)
        #expect(log.takeFetches() == ["Bee 0: 20", "Hive 0: 5", "Farmer 0: 5", "Hut 0: 5"])
    }

    @Test func `a chain of models is not read one by one`() throws {
        let container = try hives()
        let first = ModelContext(container)
        let wagons = (0..<40).map(Wagon.init)
        for (wagon, next) in zip(wagons, wagons.dropFirst()) { wagon.next = next }
        first.insert(wagons[0])
        try first.save()
        let head = FetchDescriptor<Wagon>(predicate: #Predicate { $0.number == 0 })
        let engine = try #require(try ModelContext(container).fetch(head).first)
        #expect(sequence(first: engine, next: \.next).map(\.number) == Array(0..<40))
        #expect(log.takeFetches().last == "Wagon 0: 40")
    }
}
#endif
