import CoreData
import Foundation
import TestModels
import Testing

@Suite struct ManagedAccessorTests {
    private func gallery() throws -> NSManagedObjectContext {
        let container = NSPersistentContainer(name: "Gallery")
        container.persistentStoreDescriptions.first?.url = URL(fileURLWithPath: "/dev/null")
        try container.loadStores()
        return container.viewContext
    }

    @Test func `values of every type are kept`() throws {
        let context = try gallery()
        let one = Painting(context: context)
        #expect(one.title == "Untitled" && one.style == .realist && one.mood == nil)
        #expect(one.link == nil && one.price == nil && one.studies.isEmpty && one.keywords == nil)
        let key = UUID()
        one.title += "!"
        one.style = .cubist
        one.mood = .wild
        one.width = 1.5
        one.height = 2.5
        one.views = 1 << 40
        one.isSold.toggle()
        one.price = NSDecimalNumber(string: "12.50")
        one.painted = Date(timeIntervalSinceReferenceDate: 1)
        one.key = key
        one.link = URL(string: "https://example.org/a")
        one.scan = Data([1, 2])
        one.keywords = ["a"]
        one.keywords?.append("b")
        #expect(one.touch("x") == "x" && one.touch("y") == "xy" && one.touches == 2)
        try context.save()
        context.reset()
        let read = try #require(
            try context.fetch(NSFetchRequest<Painting>(entityName: "Painting")).first)
        #expect(read !== one)
        #expect(read.title == "Untitled!" && read.style == .cubist && read.mood == .wild)
        #expect(read.width == 1.5 && read.height == 2.5 && read.views == 1 << 40 && read.isSold)
        #expect(read.price == NSDecimalNumber(string: "12.5") && read.key == key)
        #expect(read.painted == Date(timeIntervalSinceReferenceDate: 1))
        #expect(read.link.absoluteString == "https://example.org/a" && read.scan == Data([1, 2]))
        #expect(read.keywords == ["a", "b"] && read.touches == 2 && read.touch("z") == "xyz")
    }

    @Test func `relationships are sets, and generated classes take part`() throws {
        let context = try gallery()
        let painter = Painter(context: context)
        painter.name = "Ann"
        painter.rating = 5
        let paintings = ["a", "b", "c"].map { title in
            let one = Painting(context: context)
            one.title = title
            return one
        }
        painter.addToPaintings(NSOrderedSet(array: [paintings[0], paintings[1]]))
        painter.insertIntoPaintings(paintings[2], at: 1)
        let titles = { painter.paintings?.compactMap { ($0 as? Painting)?.title } ?? [] }
        #expect(titles() == ["a", "c", "b"])
        painter.removeFromPaintings(at: 0)
        #expect(titles() == ["c", "b"] && paintings[0].painter == nil)
        painter.replacePaintings(at: 0, with: paintings[0])
        #expect(titles() == ["a", "b"] && paintings[2].painter == nil)
        #expect(paintings[1].painter?.name == "Ann")

        paintings[0].studies = [paintings[1]]
        paintings[0].studies.insert(paintings[2])
        #expect(paintings[2].studyFor == NSSet(object: paintings[0]))
        paintings[0].removeFromStudies(NSSet(array: [paintings[1]]))
        paintings[1].addToStudies(paintings[0])
        #expect(paintings[0].studies == [paintings[2]] && paintings[1].studies == [paintings[0]])
        try context.save()
        #expect(try context.fetch(Painter.fetchRequest()).first === painter)
    }

    @Test func `a primitive property passes by`() throws {
        let context = try gallery()
        let one = Painting(context: context)
        try context.save()
        one.rename(quietly: "quiet")
        #expect(one.quietTitle == "quiet" && one.title == "quiet")
    }

    @Test func `key paths have names`() throws {
        #expect(NSSortDescriptor(keyPath: \Painting.title, ascending: true).key == "title")
        #expect(NSSortDescriptor(keyPath: \Painter.born, ascending: true).key == "born")
        #expect(
            NSSortDescriptor(keyPath: \Painting.painter?.name, ascending: true).key
                == "painter.name")
    }

    @Test func `the model is found as in an app`() throws {
        let names = ["Painter", "Painting"]
        for bundle in [Bundle.main, Bundle.module] {
            let url = try #require(bundle.url(forResource: "Gallery", withExtension: "momd"))
            let model = try #require(NSManagedObjectModel(contentsOf: url))
            #expect(model.entities.compactMap(\.name).sorted() == names)
            #expect(model.entitiesByName["Painter"]?.attributesByName["rating"] != nil)
            let first = NSManagedObjectModel(contentsOf: url.appendingPathComponent("Gallery.mom"))
            let painter = try #require(first?.entitiesByName["Painter"])
            #expect(painter.attributesByName["rating"] == nil)
        }
        // In the program of all tests the main bundle has the examples' models too, and two of
        // them have an entity of the same name.
        let merged = try #require(NSManagedObjectModel.mergedModel(from: [.module]))
        #expect(merged.entitiesByName["Painting"] != nil)
    }
}
