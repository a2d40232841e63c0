import CoreData
import TestModels
import Testing

/// Deletion rules in the store, on a library.
struct BatchRulesTests {
    private func context(
        books: NSDeleteRule, isOptional: Bool = true
    ) throws -> NSManagedObjectContext {
        let author = entity("Author", [attribute("name")])
        let book = entity("Book", [attribute("name")])
        let tag = entity("Tag", [attribute("name")])
        let written = relationship("books", book, isToMany: true, rule: books)
        let writer = relationship("author", author, isOptional: isOptional)
        join(written, writer)
        let tags = relationship("tags", tag, isToMany: true)
        let tagged = relationship("books", book, isToMany: true)
        join(tags, tagged)
        author.properties.append(written)
        book.properties += [writer, tags]
        tag.properties.append(tagged)
        let model = NSManagedObjectModel(of: author, book, tag)
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

    @Test func `objects that pointed at deleted ones are read again when that is merged`() throws {
        let context = try context(books: .nullifyDeleteRule)
        func fetch(_ entity: String, _ format: String) throws -> NSManagedObject {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.predicate = NSPredicate(format: format)
            return try #require(try context.fetch(request).first)
        }
        func run(_ deletion: NSBatchDeleteRequest) throws {
            deletion.resultType = .resultTypeObjectIDs
            let result = try context.execute(deletion) as? NSBatchDeleteResult
            let ids = try #require(result?.result as? [NSManagedObjectID])
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSDeletedObjectIDsKey: ids], into: [context])
        }
        let first = try fetch("Book", "name == 'A'")
        let second = try fetch("Book", "name == 'B'")
        #expect(first.value(forKeyPath: "author.name") as? String == "Ann")
        #expect(second.value(forKey: "name") as? String == "B")
        let authors = NSFetchRequest<NSManagedObject>(entityName: "Author")
        try run(NSBatchDeleteRequest(fetchRequest: authors))
        #expect(first.value(forKey: "author") == nil && second.value(forKey: "author") == nil)
        for book in [first, second] { book.setValue("C", forKey: "name") }
        try context.save()
        context.reset()
        // Members that are faults.
        let tag = try fetch("Tag", "name == 'fun'")
        #expect((tag.value(forKey: "books") as? Set<NSManagedObject>)?.count == 2)
        let book = try #require((tag.value(forKey: "books") as? Set<NSManagedObject>)?.first)
        try run(NSBatchDeleteRequest(objectIDs: [book.objectID]))
        #expect(book.isDeleted)
        #expect(tag.value(forKeyPath: "books.@count") as? Int == 1)
    }

    @Test func `what pointed at a deleted object of a subentity is read again`() throws {
        let (animal, dog, owner) = (entity("Animal"), entity("Dog"), entity("Owner"))
        let (pet, its) = (relationship("pet", animal), relationship("owner", owner))
        join(pet, its)
        animal.properties = [attribute("name"), its]
        animal.subentities = [dog]
        owner.properties = [attribute("name"), pet]
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: NSManagedObjectModel(of: animal, dog, owner))
        try coordinator.addFreshStore()
        let context = Shop.context(coordinator)
        let rex = Shop.insert("Dog", ["name": "Rex"], into: context)
        let ann = Shop.insert("Owner", ["name": "Ann", "pet": rex], into: context)
        try context.save()
        context.refreshAllObjects()
        #expect(ann.value(forKey: "name") as? String == "Ann")
        try context.execute(NSBatchDeleteRequest(objectIDs: [rex.objectID]))
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSDeletedObjectIDsKey: [rex.objectID]], into: [context])
        #expect(ann.value(forKey: "pet") == nil)
    }

    @Test func `does not leave an object without what it must point at`() throws {
        let context = try context(books: .nullifyDeleteRule, isOptional: false)
        #expect(throws: (any Error).self) { try delete("Author", in: context) }
        #expect(try count("Book", "author.name == 'Ann'", context) == 2)
    }
}
