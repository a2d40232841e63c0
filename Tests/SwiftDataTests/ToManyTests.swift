#if SwiftData
import Foundation
import SwiftData
import TestRandom
import TestTime
import Testing

@Model private final class Shelf {
    var number: Int
    @Relationship(inverse: \Volume.shelf) var volumes: [Volume] = []
    init(number: Int) { self.number = number }
}

@Model private final class Volume {
    var number: Int
    var shelf: Shelf?
    @Relationship(inverse: \Genre.volumes) var topics: [Genre]? = []
    init(number: Int) { self.number = number }
}

@Model private final class Genre {
    var number: Int
    var volumes: [Volume] = []
    init(number: Int) { self.number = number }
}

/// Arrays of models that are read, changed and set again.
@Suite struct ToManyTests {
    private func memory() throws -> ModelContainer {
        try ModelContainer(
            for: Shelf.self, Volume.self, Genre.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    @Test func `adding and removing models one by one does not look at the others each time`()
        throws
    {
        let context = ModelContext(try memory())
        let shelf = Shelf(number: 1)
        context.insert(shelf)
        shelf.volumes = (0..<3000).map { Volume(number: $0) }
        try context.save()
        shelf.volumes.append(Volume(number: 3000))
        let added = (0..<40).map { Volume(number: $0) }
        let adding = threadTime { for volume in added { shelf.volumes.append(volume) } }
        let removing = threadTime {
            for place in 0..<40 { shelf.volumes.remove(at: 60 * place) }
        }
        let volumes = shelf.volumes
        #expect(volumes.count == 3001)
        try context.save()
        // After a save the members are read from the store's objects again.
        let reading = threadTime { for _ in 0..<40 { _ = shelf.volumes } }
        #expect(adding < reading / 2, "\(adding) \(reading)")
        #expect(removing < reading / 2, "\(removing) \(reading)")
        #expect(Set(shelf.volumes) == Set(volumes) && shelf.volumes.count == 3001)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `arrays that are changed at any place say what was set`(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let container = try memory()
        let context = ModelContext(container)
        let shelves = (0..<3).map { Shelf(number: $0) }
        let topics = (0..<3).map { Genre(number: $0) }
        for shelf in shelves { context.insert(shelf) }
        for topic in topics { context.insert(topic) }
        try context.save()
        var volumes: [Volume] = []
        var shelved: [[Volume]] = [[], [], []]
        var filed: [[Volume]] = [[], [], []]
        func change(_ models: inout [Volume]) {
            switch random.number(0...8) {
            case 0...2:
                let volume = Volume(number: volumes.count)
                volumes.append(volume)
                models.append(volume)
            case 3: if !volumes.isEmpty { models.append(random.pick(volumes)) }
            case 4: if !volumes.isEmpty { models.insert(random.pick(volumes), at: 0) }
            case 5: if !models.isEmpty { models.remove(at: random.number(0...models.count - 1)) }
            case 6: models.reverse()
            case 7: if models.count > 1 { models[0] = models[models.count - 1] }
            default: models.removeAll { $0.number.isMultiple(of: 5) }
            }
        }
        func numbers(_ models: [Volume]) -> [Int] { Set(models.map(\.number)).sorted() }
        for step in 0..<150 {
            let place = random.number(0...2)
            if random.chance(50) {
                change(&shelves[place].volumes)
                let set = shelves[place].volumes
                shelved[place] = set
                for other in 0..<3 where other != place {
                    shelved[other].removeAll { set.contains($0) }
                }
            } else if random.chance(60) {
                change(&topics[place].volumes)
                filed[place] = topics[place].volumes
            } else if !volumes.isEmpty {
                // By the other side.
                let volume = random.pick(volumes)
                for other in 0..<3 { shelved[other].removeAll { $0 === volume } }
                if random.chance(50) {
                    context.insert(volume)
                    volume.shelf = shelves[place]
                    shelved[place].append(volume)
                } else {
                    volume.shelf = nil
                }
            }
            if random.chance(10) { try context.save() }
            for place in 0..<3 {
                let (stored, topical) = (shelves[place].volumes, topics[place].volumes)
                #expect(numbers(stored) == numbers(shelved[place]), "step \(step)")
                #expect(numbers(topical) == numbers(filed[place]), "step \(step)")
                #expect(Set(stored.map(ObjectIdentifier.init)).count == stored.count)
                #expect(stored.allSatisfy { $0.shelf === shelves[place] })
                #expect(topical.allSatisfy { $0.topics?.contains(topics[place]) == true })
            }
        }
        try context.save()
        let fresh = ModelContext(container)
        let read = try fresh.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.number)]))
        #expect(read.map { numbers($0.volumes) } == shelved.map(numbers))
    }

    @Test func `models that refer to each other go with their context`() throws {
        weak var known: Volume?
        weak var filed: Genre?
        try {
            let context = ModelContext(try memory())
            let (topic, volume) = (Genre(number: 1), Volume(number: 1))
            context.insert(topic)
            try context.save()
            topic.volumes.append(volume)
            volume.topics?.append(Genre(number: 2))
            (known, filed) = (volume, topic)
            #expect(topic.volumes.count == 1 && volume.topics?.count == 2)
        }()
        #expect(known == nil && filed == nil)
    }
}
#endif
