import Foundation
import Query
import Testing

/// The seed's text, statement by statement.
struct ReadmeTests {
    let context: NSManagedObjectContext
    var query: Query<Entity> { Entity.query(in: context) }

    init() throws { context = try filledContext() }

    private func same(_ query: Query<Entity>, _ format: String, _ arguments: Any?...) throws {
        let expected = try NSPredicate(
            parsing: format, argumentArray: arguments.map { $0 ?? NSNull() })
        #expect(query.fetchRequest.predicate == expected)
        let request = NSFetchRequest<Entity>(entityName: "Entity")
        request.predicate = expected
        #expect(try Set(query.all()) == Set(context.fetch(request)))
    }

    @Test func `a query with a format and an order gives all entities`() throws {
        let found: [Entity] = try Entity.query(in: context)
            .where("quantity == 1")
            .order(by: "date")
            .all()
        #expect(found.map(\.name) == ["Bob", "Alice"])
    }

    @Test func `a query by attributes that the compiler checks`() throws {
        let found: [Entity] = try Entity.query(in: context)
            .where([.quantity: 1])
            .order(by: .date)
            .all()
        #expect(found.map(\.name) == ["Bob", "Alice"])
    }

    @Test func `where takes what NSPredicate takes, or a dictionary`() throws {
        try same(query.where("quantity == 1"), "quantity == 1")
        try same(query.where("quantity == %d", 1), "quantity == 1")
        try same(query.where("name == %@", "Alice"), "name == 'Alice'")
        try same(query.where("%K == %@", "name", "Alice"), "name == 'Alice'")
        try same(query.where([.quantity: 1]), "quantity == 1")
        try same(query.where([.name: "Alice"]), "name == 'Alice'")
    }

    @Test func `chained where is AND`() throws {
        try same(
            query.where("quantity == 1").where("name == %@", "Alice"),
            "quantity == 1 AND name == %@", "Alice")
    }

    @Test func `or is OR`() throws {
        try same(
            query.where("quantity == 1").or("name == %@", "Alice"),
            "quantity == 1 OR name == %@", "Alice")
    }

    @Test func `or puts everything before it in parentheses`() throws {
        try same(
            query.where("quantity == 1").where("name == %@", "Alice").or("name == %@", "Bob"),
            "(quantity == 1 AND name == %@) OR name == %@", "Alice", "Bob")
        try same(
            query.where([.quantity: 1]).where([.name: "Alice"]).or([.name: "Bob"]),
            "(quantity == 1 AND name == %@) OR name == %@", "Alice", "Bob")
    }

    @Test func `dictionaries take inequalities and ranges`() throws {
        try same(query.where([.quantity: lt(2)]), "quantity < 2")
        try same(query.where([.quantity: lte(2)]), "quantity <= 2")
        try same(query.where([.quantity: gt(2)]), "quantity > 2")
        try same(query.where([.quantity: gte(2)]), "quantity >= 2")
        try same(query.where([.quantity: 1...3]), "quantity BETWEEN (1,3)")
        try same(query.where([.quantity: 1..<3]), "quantity >= 1 AND quantity < 3")
        try same(query.where([.price: 0.5...1]), "price BETWEEN {0.5, 1.0}")
        let day = Date(timeIntervalSinceReferenceDate: 86_400)
        try same(
            query.where([.date: day...day.addingTimeInterval(86_400)]), "date BETWEEN {%@, %@}",
            day, day.addingTimeInterval(86_400))
        try same(query.where([.name: "x"]).or([.quantity: lt(2)]), "name == 'x' OR quantity < 2")
    }

    @Test func `several keys of a dictionary are AND, by name`() throws {
        try same(
            query.where([.quantity: 1, .name: "Alice"]), "name == 'Alice' AND quantity == 1")
    }

    @Test func `orders follow each other`() throws {
        let found = try query.order(by: "department").order(by: "name").all()
        #expect(found.map(\.name) == ["file9", "Alice", "alice", "file10", "Bob"])
    }

    @Test func `descending is an option`() throws {
        let found = try query.order(by: "quantity", .descending).all()
        #expect(found.map(\.quantity) == [4, 3, 2, 1, 1])
    }

    @Test func `text is sorted without case or as the user's language has it`() throws {
        let loose = try query.order(by: "name", .ascending, .localizedCaseInsensitive)
            .order(by: "quantity").all()
        #expect(loose.map(\.name) == ["Alice", "alice", "Bob", "file10", "file9"])
        let standard = try query.where("name BEGINSWITH 'file'")
            .order(by: "name", .ascending, .localizedStandard).all()
        #expect(standard.map(\.name) == ["file9", "file10"])
    }

    @Test func `first and count`() throws {
        let first = try query.where("quantity > 1").order(by: "quantity").first()
        #expect(first?.name == "alice")
        #expect(try query.where("quantity > 9").first() == nil)
        #expect(try query.where("quantity == 1").count() == 2)
        #expect(try query.count() == 5)
    }

    @Test func `firstOrInsert finds, or inserts with the values of the conditions`() throws {
        let found = try query.where([.quantity: 2]).firstOrInsert()
        #expect(found.name == "alice" && !found.isInserted)
        let made = try query.where([.quantity: 7, .name: "Carol"]).firstOrInsert()
        #expect(made.isInserted && made.quantity == 7 && made.name == "Carol")
        #expect(made.date == nil)
        #expect(try query.where([.name: "Carol"]).firstOrInsert() === made)
        for unclear in [
            query.where("quantity == 1"), query.where([.quantity: lt(1)]),
            query.where([.quantity: 1...3]), query.where([.quantity: 1]).or([.quantity: 2]),
            query.where([.quantity: 1]).where("name == 'x'"),
        ] {
            #expect(throws: QueryError.tooComplex) { try unclear.firstOrInsert() }
        }
        #expect(try query.count() == 6)
    }

    @Test func `fetchRequest is the request that the query is`() throws {
        let request: NSFetchRequest<Entity> = query.where([.quantity: 1])
            .order(by: .date, .descending).limit(3).offset(1).fetchRequest
        #expect(request.entityName == "Entity")
        #expect(request.predicate?.predicateFormat == "quantity == 1")
        #expect(request.sortDescriptors == [NSSortDescriptor(key: "date", ascending: false)])
        #expect(request.fetchLimit == 3 && request.fetchOffset == 1)
        #expect(query.fetchRequest.predicate == nil)
    }

    @Test func `identifiable objects are found by identifier`() throws {
        let documents = Document.query(in: context)
        let id = UUID()
        #expect(try !documents.exists(id))
        #expect(try documents.fetch(id) == nil)
        let made = try documents.fetchOrInsert(id)
        #expect(made.id == id && made.isInserted)
        #expect(try documents.exists(id))
        #expect(try documents.fetch(id) === made)
        #expect(try documents.fetchOrInsert(id) === made)
        // Only a new object has to get values from the conditions.
        #expect(try documents.where("id != nil").fetchOrInsert(id) === made)
        #expect(throws: QueryError.tooComplex) {
            try documents.where("id != nil").fetchOrInsert(UUID())
        }
        try context.save()
        #expect(try documents.fetch(id) === made)
        #expect(try documents.count() == 1)
    }

    @Test func `attributes with text behind them are named by it`() throws {
        let id = UUID()
        let document = try Document.query(in: context)
            .where([.identifier: id, .headline: "A"]).firstOrInsert()
        #expect(document.title == "A" && document.id == id)
    }
}
