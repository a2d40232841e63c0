import CoreData
import Testing

/// The article's snippets of fetching managed objects, one by one.
@Suite struct `Fetching managed objects` {
    private let context: NSManagedObjectContext

    init() throws {
        context = try Shop.context()
        for (name, quantity) in [("Lamp", 3), ("Chair", 1), ("Desk", 2)] {
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            item.setValue(name, forKey: "name")
            item.setValue(quantity, forKey: "quantity")
        }
        try context.save()
    }

    @Test func `a basic fetch gives every object of the entity`() throws {
        let fetchRequest = NSFetchRequest<NSFetchRequestResult>()
        let entity = NSEntityDescription.entity(forEntityName: "Item", in: context)
        fetchRequest.entity = entity
        let fetchedObjects = try context.fetch(fetchRequest)
        #expect(fetchedObjects.count == 3)
    }

    @Test func `a fetch with sorting gives them in order`() throws {
        let fetchRequest = NSFetchRequest<NSManagedObject>()
        fetchRequest.entity = NSEntityDescription.entity(forEntityName: "Item", in: context)
        let sortDescriptor = NSSortDescriptor(key: "name", ascending: true)
        fetchRequest.sortDescriptors = [sortDescriptor]
        let fetchedObjects = try context.fetch(fetchRequest)
        #expect(
            fetchedObjects.map { $0.value(forKey: "name") as? String } == ["Chair", "Desk", "Lamp"])
    }

    @Test func `a fetch with a predicate gives those that match`() throws {
        let fetchRequest = NSFetchRequest<NSManagedObject>()
        fetchRequest.entity = NSEntityDescription.entity(forEntityName: "Item", in: context)
        fetchRequest.predicate = NSPredicate(format: "quantity >= %d", 2)
        let names = try context.fetch(fetchRequest).compactMap {
            $0.value(forKey: "name") as? String
        }
        #expect(Set(names) == ["Lamp", "Desk"])
    }

    @Test func `a fetch with a predicate template fills its variables in`() throws {
        let predicateTemplate = NSPredicate(format: "name == $NAME")
        let fetchRequest = NSFetchRequest<NSManagedObject>()
        fetchRequest.entity = NSEntityDescription.entity(forEntityName: "Item", in: context)
        for name in ["Lamp", "Desk"] {
            let variables = ["NAME": name]
            fetchRequest.predicate = predicateTemplate.withSubstitutionVariables(variables)
            let found = try context.fetch(fetchRequest)
            #expect(found.map { $0.value(forKey: "name") as? String } == [name])
        }
    }

    @Test func `a fetch with sorting and a predicate does both`() throws {
        let fetchRequest = NSFetchRequest<NSManagedObject>()
        fetchRequest.entity = NSEntityDescription.entity(forEntityName: "Item", in: context)
        fetchRequest.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
        fetchRequest.predicate = NSPredicate(format: "quantity IN %@", [1, 3])
        let names = try context.fetch(fetchRequest).map { $0.value(forKey: "name") as? String }
        #expect(names == ["Lamp", "Chair"])
    }

    @Test func `a model's template is filled in by name`() throws {
        let model = try Shop.model()
        let template = NSFetchRequest<NSFetchRequestResult>(entityName: "Item")
        template.predicate = NSPredicate(format: "quantity < $LIMIT")
        model.setFetchRequestTemplate(template, forName: "scarce")
        let context = try Shop.context(model)
        for quantity in 1...3 {
            NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
                .setValue(quantity, forKey: "quantity")
        }
        let request = try #require(
            model.fetchRequestFromTemplate(
                withName: "scarce", substitutionVariables: ["LIMIT": 3]))
        #expect(try context.count(for: request) == 2)
        #expect(
            model.fetchRequestTemplate(forName: "scarce")?.predicate?.predicateFormat
                == "quantity < $LIMIT")
        #expect(model.fetchRequestFromTemplate(withName: "none", substitutionVariables: [:]) == nil)
    }

    @Test func `an unknown entity is an error with Apple's text`() throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Nothing")
        let error = #expect(throws: (any Error).self) { try context.fetch(request) }
        #expect(
            error?.localizedDescription
                == "NSFetchRequest could not locate an NSEntityDescription for entity name 'Nothing'"
        )
        let empty = #expect(throws: (any Error).self) {
            try context.fetch(NSFetchRequest<NSManagedObject>())
        }
        #expect(empty?.localizedDescription == "A fetch request must have an entity.")
    }
}
