import Foundation
import PredicateCore
import Query
import TestModels
import Testing

final class Product: NSManagedObject, Queryable {
    enum Attribute { case name, price }
    @NSManaged var name: String
    @NSManaged var price: Double
}

/// The programs of Query's article, as they stand there.
@Suite struct QueryArticleTests {
    private let context: NSManagedObjectContext

    init() throws {
        let model = NSManagedObjectModel(
            of: entity(
                "Product", [attribute("name"), attribute("price", .doubleAttributeType)],
                class: Product.self))
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        for (name, price) in [("Lid", 4.0), ("Lamp", 8.0), ("Ladder", 20.5), ("Chair", 12.0)] {
            let product = Product(context: context)
            product.name = name
            product.price = price
        }
        try context.save()
    }

    @Test func `products are found by conditions that the compiler checks`() throws {
        let cheap = try Product.query(in: context)
            .where(\.price < 10 && (\Product.name).begins(with: "L"))
            .order(by: \.name)
            .limit(20)
            .all()
        #expect("\(cheap.map(\.name))" == #"["Lamp", "Lid"]"#)

        let lamps = Product.query(in: context).where([.name: "Lamp"])
        #expect("\(lamps.fetchRequest.predicate?.predicateFormat ?? "")" == #"name == "Lamp""#)
        #expect("\(try lamps.count())" == #"1"#)
        #expect("\(try Product.query(in: context).sum(\.price) == 44.5)" == #"true"#)
    }

    @Test func `a mistake is thrown by the last word`() {
        do {
            _ = try Product.query(in: context).where("price <").all()
        } catch {
            #expect("\(error is ParseError)" == #"true"#)
        }
        #expect(throws: ParseError.self) {
            try Product.query(in: context).where("price <").all()
        }
    }

    @Test func `a query from anywhere takes its turn`() async throws {
        let count = try await Product.query(in: context).where(\.price < 10).async.count()
        #expect("\(count)" == #"2"#)
    }
}
