#if SwiftData
import Foundation
import SwiftData
import Testing

/// A model of which the history keeps values that have no column of their own type.
@Model final class Retired {
    @Attribute(.preserveValueOnDeletion) var labels: [String]
    @Attribute(.preserveValueOnDeletion) var season: Season
    init(labels: [String], season: Season) {
        self.labels = labels
        self.season = season
    }
}

@Suite struct HistoryTests {
    @Test func `saves are in the history, with what they changed`() throws {
        let container = try notes()
        let context = ModelContext(container)
        context.author = "importer"
        let note = Note(title: "a")
        note.tag = "kept"
        context.insert(note)
        try context.save()
        let first = try #require(
            try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
        #expect(first.author == "importer" && first.changes.count == 1)
        #expect(first.changes.first?.changedPersistentIdentifier == note.persistentModelID)
        context.author = nil
        note.text = "b"
        try context.save()
        let id = note.persistentModelID
        context.delete(note)
        try context.save()
        let last = first.token
        let later = try context.fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > last }))
        #expect(later.count == 2)
        guard case .update(let update)? = later.first?.changes.first,
            let update = update as? DefaultHistoryUpdate<Note>
        else { return #expect(Bool(false), "The first save is no update.") }
        #expect(update.updatedAttributes.contains { $0 == \Note.text })
        guard case .delete(let delete)? = later.last?.changes.first,
            let delete = delete as? DefaultHistoryDelete<Note>
        else { return #expect(Bool(false), "The second save is no deletion.") }
        #expect(delete.changedPersistentIdentifier == id)
        #expect(delete.tombstone[\.tag] as? String == "kept")
        #expect(delete.tombstone[\.text] == nil)
        #expect(Array(delete.tombstone).count == 1)
        let authored = try context.fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(
                predicate: #Predicate { $0.author == "importer" }))
        #expect(authored.count == 1)
        let token = try JSONDecoder().decode(
            DefaultHistoryToken.self, from: try JSONEncoder().encode(last))
        #expect(token == last && token.tokenValue?.count == 1)
    }

    @Test func `a tombstone has arrays and enumerations as the model had them`() throws {
        let context = ModelContext(
            try ModelContainer(for: Retired.self, configurations: ModelConfiguration.fresh()))
        let model = Retired(labels: ["a", "b"], season: .winter)
        context.insert(model)
        try context.save()
        context.delete(model)
        try context.save()
        let last = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last
        guard case .delete(let delete)? = last?.changes.first,
            let delete = delete as? DefaultHistoryDelete<Retired>
        else { return #expect(Bool(false), "The last save is no deletion.") }
        #expect(delete.tombstone[\.labels] as? [String] == ["a", "b"])
        #expect(delete.tombstone[\.season] as? Season == .winter)
    }

    @Test func `properties that a model inherits are among those that changed`() throws {
        let context = ModelContext(
            try ModelContainer(for: Truck.self, configurations: ModelConfiguration.fresh()))
        let truck = Truck(name: "a", load: 1)
        context.insert(truck)
        try context.save()
        truck.name = "b"
        truck.load = 2
        try context.save()
        let last = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last
        guard case .update(let update)? = last?.changes.first,
            let update = update as? DefaultHistoryUpdate<Truck>
        else { return #expect(Bool(false), "The last save is no update.") }
        #expect(update.updatedAttributes.count == 2)
        #expect(update.updatedAttributes.contains { $0 == \Truck.name })
        #expect(update.updatedAttributes.contains { $0 == \Truck.load })
    }

    @Test func `a token whose later saves were forgotten has expired`() throws {
        let context = ModelContext(try notes())
        for number in 0..<4 {
            context.insert(Note(title: "n", number: number))
            try context.save()
        }
        typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>
        let all = try context.fetchHistory(Descriptor())
        let (first, third) = (all[0].token, all[2].token)
        let last = try #require(all.last?.transactionIdentifier)
        let afterFirst = Descriptor(predicate: #Predicate { $0.token > first })
        #expect(try context.fetchHistory(afterFirst).count == 3)
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token <= third }))
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try context.fetchHistory(afterFirst)
        }
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try context.fetchHistory(
                Descriptor(predicate: #Predicate { $0.author == nil && first < $0.token }))
        }
        let later = #Predicate<DefaultHistoryTransaction> { $0.token > first }
        for predicate in [
            #Predicate { $0.author == nil && later.evaluate($0) }, Predicate(all: [later]),
            Predicate(any: [later, .false]),
        ] {
            #expect(throws: SwiftDataError.historyTokenExpired) {
                try context.fetchHistory(Descriptor(predicate: predicate))
            }
        }
        // Everything after the third is there.
        let rest = try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > third }))
        #expect(rest.map(\.transactionIdentifier) == [last])
        let afterThird = #Predicate<DefaultHistoryTransaction> { $0.token > third }
        let same = try context.fetchHistory(
            Descriptor(predicate: #Predicate { afterThird.evaluate($0) && $0.author == nil }))
        #expect(same.map(\.transactionIdentifier) == [last])
        #expect(
            try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token <= first }))
                .isEmpty)
        // Nothing of what is to be deleted is missed.
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token > first }))
        #expect(try context.fetchHistory(Descriptor()).isEmpty)
    }

    @Test func `a limit counts the saves for which the predicate holds`() throws {
        let context = ModelContext(try notes())
        for number in 0..<6 {
            context.author = number.isMultiple(of: 2) ? "even" : "odd"
            context.insert(Note(title: "n", number: number))
            try context.save()
        }
        typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>
        let all = try context.fetchHistory(Descriptor())
        let (first, second) = (all[0].token, all[1].token)
        func places(_ descriptor: Descriptor) throws -> [Int] {
            var descriptor = descriptor
            descriptor.fetchLimit = 2
            return try context.fetchHistory(descriptor).compactMap { all.firstIndex(of: $0) }
        }
        #expect(try places(Descriptor()) == [0, 1])
        #expect(try places(Descriptor(predicate: #Predicate { $0.token > second })) == [2, 3])
        #expect(try places(Descriptor(predicate: #Predicate { second < $0.token })) == [2, 3])
        #expect(try places(Descriptor(predicate: #Predicate { $0.token >= second })) == [1, 2])
        #expect(
            try places(
                Descriptor(predicate: #Predicate { $0.token > first && $0.author == "even" }))
                == [2, 4])
        #expect(
            try places(
                Descriptor(predicate: #Predicate { $0.token > second || $0.author == "even" }))
                == [0, 2])
        #expect(
            try places(Descriptor(predicate: #Predicate { !($0.token > second) })) == [0, 1])
        let place = \DefaultHistoryTransaction.transactionIdentifier
        let last = SortDescriptor(place, order: .reverse)
        #expect(try places(Descriptor(sortBy: [last])) == [5, 4])
    }

    @Test func `a moment, and a limit beside other conditions, choose the same saves as before`()
        throws
    {
        let context = ModelContext(try notes())
        for number in 0..<300 {
            context.author = number < 298 ? "first" : "last"
            context.insert(Note(title: "n", number: number))
            try context.save()
        }
        typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>
        let all = try context.fetchHistory(Descriptor())
        #expect(all.count == 300)
        let (seen, noon) = (all[100].token, all[200].timestamp)
        func check(_ predicate: Predicate<DefaultHistoryTransaction>) throws {
            let expected = try all.filter { try predicate.evaluate($0) }
            var descriptor = Descriptor(predicate: predicate)
            #expect(try context.fetchHistory(descriptor) == expected)
            descriptor.fetchLimit = 2
            #expect(try context.fetchHistory(descriptor) == Array(expected.prefix(2)))
        }
        try check(#Predicate { $0.timestamp > noon })
        try check(#Predicate { $0.timestamp >= noon })
        try check(#Predicate { noon < $0.timestamp })
        try check(#Predicate { $0.timestamp < noon })
        try check(#Predicate { !($0.timestamp > noon) })
        try check(#Predicate { $0.timestamp > noon && $0.token > seen })
        try check(#Predicate { $0.timestamp > noon || $0.token <= seen })
        try check(#Predicate { $0.author == "last" })
        try check(#Predicate { $0.author == "none" })
        try check(#Predicate { $0.token > seen && $0.author == "last" })
    }

    @Test func `a limit beside the token of one store finds what is behind another store`() throws {
        let container = try ModelContainer(
            for: Schema([Note.self, Retired.self]),
            configurations: [
                ModelConfiguration("a", schema: Schema([Note.self]), isStoredInMemoryOnly: true),
                ModelConfiguration(
                    "b", schema: Schema([Retired.self]), isStoredInMemoryOnly: true),
            ])
        let context = ModelContext(container)
        context.insert(Retired(labels: [], season: .spring))
        try context.save()
        typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>
        let seen = try #require(try context.fetchHistory(Descriptor()).last?.token)
        for number in 0..<600 {
            context.insert(Note(title: "n", number: number))
            try context.save()
        }
        context.author = "last"
        context.insert(Retired(labels: [], season: .summer))
        try context.save()
        var descriptor = Descriptor(predicate: #Predicate { $0.token > seen })
        descriptor.fetchLimit = 1
        #expect(try context.fetchHistory(descriptor).map(\.author) == ["last"])
    }

    @Test func `the oldest saves are forgotten`() throws {
        let context = ModelContext(try notes())
        for number in 0..<3 {
            context.insert(Note(title: "n", number: number))
            try context.save()
        }
        let all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(all.count == 3)
        let second = all[1].token
        #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
            try context.deleteHistory(
                HistoryDescriptor<DefaultHistoryTransaction>(
                    predicate: #Predicate { $0.token == second }))
        }
        try context.deleteHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(
                predicate: #Predicate { $0.token <= second }))
        let rest = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(rest.map(\.transactionIdentifier) == [all[2].transactionIdentifier])
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
            sortBy: [SortDescriptor(\.timestamp, order: .reverse)])
        descriptor.fetchLimit = 1
        #expect(try context.fetchHistory(descriptor).count == 1)
    }
}
#endif
