import Foundation
import PredicateCore
import Query
import Testing

struct BeyondTests {
    let context: NSManagedObjectContext
    var query: Query<Entity> { Entity.query(in: context) }

    init() throws { context = try filledContext() }

    @Test func `typed key paths`() throws {
        #expect(try names(query.where(\.quantity == 1 && \.name == "Alice")) == ["Alice"])
        #expect(
            try names(query.where(\.quantity > 2).order(by: \.date, .descending))
                == ["file10", "file9"])
        #expect(
            try names(query.where(1...2 ~= \.quantity).order(by: \.date)) == [
                "Bob", "alice", "Alice",
            ])
        let day = Date(timeIntervalSinceReferenceDate: 86_400)
        #expect(try names(query.where(day...day ~= \.date)) == ["Bob"])
    }

    @Test func `Swift predicates`() throws {
        let found = query.where(#Predicate { $0.quantity == 1 && $0.price > 0.25 })
        #expect(try names(found) == ["Bob"])
    }

    @Test func `limit and offset`() throws {
        let ordered = query.order(by: "date")
        #expect(try names(ordered.offset(1).limit(2)) == ["alice", "Alice"])
        #expect(try ordered.limit(0).all() == [])
        #expect(try ordered.limit(0).count() == 0)
        #expect(try ordered.limit(2).count() == 2)
        #expect(ordered.limit(0).fetchRequest.predicate == NSPredicate(value: false))
    }

    @Test func `updates and deletes in the context`() throws {
        #expect(try query.where([.quantity: 1]).update([.quantity: 9, .name: nil]) == 2)
        #expect(try query.where([.quantity: 9, .name: nil]).count() == 2)
        #expect(try query.where([.quantity: 9]).delete() == 2)
        #expect(try query.count() == 3)
        context.rollback()
        #expect(try query.count() == 5)
    }

    @Test(arguments: [NSInMemoryStoreType, NSSQLiteStoreType], [true, false])
    func `sums and the like, of the store and of unsaved changes`(
        type: String, saved: Bool
    ) throws {
        let context = try filledContext(type)
        let query = Entity.query(in: context)
        if !saved {
            try query.where([.name: "file9"]).delete()
            let more = Entity(context: context)
            more.quantity = 4
            more.name = "file9"
            more.price = 2
        }
        #expect(try query.sum(\.quantity) == 11)
        #expect(try query.sum(\.price) == 5)
        #expect(try query.average(.quantity) == 2.2)
        #expect(try query.maximum(\.quantity) == 4)
        #expect(try query.minimum("name", as: String.self) == "Alice")
        #expect(try query.distinctValues(of: \.quantity) == [1, 2, 3, 4])
        #expect(try query.where("quantity > 9").sum(\.quantity) == 0)
        #expect(try query.where("quantity > 9").maximum(\.quantity) == nil)
        #expect(try query.order(by: "quantity").limit(3).sum("quantity", as: Int.self) == 4)
    }

    @Test func `sums and the like of several stores`() throws {
        let coordinator = try #require(context.persistentStoreCoordinator)
        let other = try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
        let entity = Entity(context: context)
        entity.quantity = 100
        entity.name = "Zoe"
        context.assign(entity, to: other)
        try context.save()
        #expect(try query.sum(\.quantity) == 111)
        #expect(try query.maximum(\.quantity) == 100)
        #expect(try query.distinctValues(of: \.quantity) == [1, 2, 3, 4, 100])
    }

    @Test func `the async twins answer from the context's queue`() async throws {
        #expect(try await query.where("quantity == 1").async.count() == 2)
        #expect(try await query.async.sum(\.quantity) == 11)
        let titles = try await query.order(by: "name").async.perform { try $0.all().map(\.name) }
        #expect(titles.first == "Alice")
    }

    @Test func `the async twins change and find by identifier`() async throws {
        let context = context
        #expect(try await query.where([.quantity: 1]).async.update([.quantity: 9]) == 2)
        #expect(try await query.where("quantity == 9").async.update(["name": "Zoe"]) == 2)
        let made = try await query.where([.quantity: 7, .name: "Carol"]).async.firstOrInsert()
        #expect(await context.perform { made.isInserted && made.name == "Carol" })
        #expect(try await query.where([.name: "Zoe"]).async.delete() == 2)
        #expect(try await query.async.count() == 4)
        #expect(try await query.async.isEmpty() == false)
        let (id, documents) = (UUID(), Document.query(in: context).async)
        #expect(try await documents.fetch(id) == nil)
        let document = try await documents.fetchOrInsert(id)
        #expect(try await documents.exists(id))
        #expect(try await documents.fetch(id) === document)
    }

    @MainActor
    @Test func `the async twins answer the main actor`() async throws {
        let query = query
        let id = UUID()
        #expect(try await query.where([.quantity: 1]).async.update([.name: "Zoe"]) == 2)
        #expect(try await query.where([.name: "Zoe"]).async.first()?.objectID != nil)
        #expect(try await query.where([.name: "New"]).async.firstOrInsert().objectID.isTemporaryID)
        #expect(try await !Document.query(in: context).async.exists(id))
    }

    @Test func `mistakes come out of the terminal call, and never stop the program`() throws {
        let error = try #require(throws: ParseError.self) {
            try query.where("quantity BETWEEN AND 4").where([.quantity: 1]).all()
        }
        #expect(error.description.contains("^"))
        #expect(throws: (any Error).self) { try query.where("nothing == 1").all() }
        #expect(throws: (any Error).self) { try context.fetch(query.where("a ==").fetchRequest) }
    }

    @Test func `live results follow the context`() async throws {
        let context = context
        let stream = query.where("quantity == 1").order(by: "name").updates
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next()?.count == 2)
        await context.perform {
            let entity = Entity(context: context)
            entity.quantity = 1
            entity.name = "Zoe"
            context.processPendingChanges()
        }
        #expect(try await iterator.next()?.count == 3)
        try await context.perform {
            try Entity.query(in: context).where([.name: "Bob"]).update([.quantity: 5])
            context.processPendingChanges()
        }
        #expect(try await iterator.next()?.count == 2)
    }

    @Test func `live results are found again after a reset`() async throws {
        let context = context
        var iterator = query.where("quantity == 1").order(by: "name").updates.makeAsyncIterator()
        let old = try #require(try await iterator.next())
        await context.perform { context.reset() }
        let new = try #require(try await iterator.next())
        #expect(new.map(\.objectID) == old.map(\.objectID))
        let names = await context.perform { new.map(\.name) }
        #expect(names == ["Alice", "Bob"])
    }

    @Test func `live results end with their task`() async throws {
        let query = query
        let task = Task {
            var count = 0
            for try await _ in query.updates { count += 1 }
            return count
        }
        task.cancel()
        #expect(try await task.value <= 1)
    }

    @Test(arguments: [NSInMemoryStoreType, NSSQLiteStoreType])
    func `collections and contexts give the same answers`(type: String) throws {
        let query = Entity.query(in: try filledContext(type))
        let all = try query.all()
        let day = Date(timeIntervalSinceReferenceDate: 2 * 86_400)
        let formats: [(String, [Any?])] = [
            ("quantity > 1", []), ("quantity BETWEEN {1, 2}", []), ("name CONTAINS[c] 'ALI'", []),
            ("NOT (department == 'Works')", []), ("name == nil", []), ("date < %@", [day]),
            ("quantity IN %@", [[1, 3]]), ("name LIKE 'file*' OR price == 0", []),
            ("price * 2 == quantity", []), ("valueForKeyPath:('quantity') == 1", []),
            ("name.length > 5 OR department.length == 4", []),
        ]
        for (format, arguments) in formats {
            let predicate = NSPredicate(format: format, argumentArray: arguments.map { $0 as Any })
            for direction in [SortDirection.ascending, .descending] {
                let here = all.query().where(predicate).order(by: "department", direction)
                    .order(by: "name")
                let there = query.where(predicate).order(by: "department", direction)
                    .order(by: "name")
                #expect(try here.all() == there.all(), "\(format)")
                #expect(try here.limit(2).offset(1).all() == there.limit(2).offset(1).all())
                #expect(try here.count() == there.count())
                #expect(try here.sum("price", as: Double.self) == there.sum("price"))
            }
        }
    }
}
