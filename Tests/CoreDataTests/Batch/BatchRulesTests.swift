import CoreData
import Testing

/// Deletion rules in the store, on a library.
struct BatchRulesTests {
    private func context(
        books: NSDeleteRule, isOptional: Bool = true
    ) throws -> NSManagedObjectContext {
        func entity(_ name: String) -> NSEntityDescription {
            let entity = NSEntityDescription()
            entity.name = name
            let attribute = NSAttributeDescription()
            attribute.name = "name"
            attribute.attributeType = .stringAttributeType
            attribute.isOptional = true
            entity.properties = [attribute]
            return entity
        }
        let (author, book, tag) = (entity("Author"), entity("Book"), entity("Tag"))
        func relate(
            _ from: NSEntityDescription, _ name: String, _ to: NSEntityDescription, many: Bool,
            _ rule: NSDeleteRule = .nullifyDeleteRule
        ) -> NSRelationshipDescription {
            let relationship = NSRelationshipDescription()
            relationship.name = name
            relationship.destinationEntity = to
            relationship.maxCount = many ? 0 : 1
            relationship.deleteRule = rule
            relationship.isOptional = true
            from.properties.append(relationship)
            return relationship
        }
        let written = relate(author, "books", book, many: true, books)
        let writer = relate(book, "author", author, many: false)
        writer.isOptional = isOptional
        (written.inverseRelationship, writer.inverseRelationship) = (writer, written)
        let tags = relate(book, "tags", tag, many: true)
        let tagged = relate(tag, "books", book, many: true)
        (tags.inverseRelationship, tagged.inverseRelationship) = (tagged, tags)
        let model = NSManagedObjectModel()
        model.entities = [author, book, tag]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addFreshStore()
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        func make(_ entity: String, _ name: String) -> NSManagedObject {
            let made = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
            made.setValue(name, forKey: "name")
            return made
        }
        let (ann, fun) = (make("Author", "Ann"), make("Tag", "fun"))
        for name in ["A", "B"] {
            let book = make("Book", name)
            book.setValue(ann, forKey: "author")
            book.setValue(NSSet(object: fun), forKey: "tags")
        }
        try context.save()
        context.reset()
        return context
    }

    private func delete(_ entity: String, in context: NSManagedObjectContext) throws -> Int? {
        let request = NSBatchDeleteRequest(
            fetchRequest: NSFetchRequest<NSManagedObject>(entityName: entity))
        request.resultType = .resultTypeCount
        return (try context.execute(request) as? NSBatchDeleteResult)?.result as? Int
    }

    private func count(_ entity: String, _ format: String, _ context: NSManagedObjectContext)
        throws -> Int
    {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate(format: format)
        return try context.count(for: request)
    }

    @Test func `cascades`() throws {
        let context = try context(books: .cascadeDeleteRule)
        #expect(try delete("Author", in: context) == 3)
        #expect(try count("Book", "TRUEPREDICATE", context) == 0)
        #expect(try count("Tag", "books.@count == 0", context) == 1)
    }

    @Test func `nullifies`() throws {
        let context = try context(books: .nullifyDeleteRule)
        #expect(try delete("Author", in: context) == 1)
        #expect(try count("Book", "author == nil", context) == 2)
        #expect(try delete("Tag", in: context) == 1)
        #expect(try count("Book", "tags.@count == 0", context) == 2)
    }

    @Test func `denies, as a whole`() throws {
        let context = try context(books: .denyDeleteRule)
        #expect(throws: (any Error).self) { try delete("Author", in: context) }
        #expect(try count("Author", "books.@count == 2", context) == 1)
        #expect(try delete("Book", in: context) == 2)
        #expect(try delete("Author", in: context) == 1)
    }

    @Test func `does not leave an object without what it must point at`() throws {
        let context = try context(books: .nullifyDeleteRule, isOptional: false)
        #expect(throws: (any Error).self) { try delete("Author", in: context) }
        #expect(try count("Book", "author.name == 'Ann'", context) == 2)
    }
}
