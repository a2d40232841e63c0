import CoreData

/// Ways to fetch objects, one method for each.
struct FetchingSnippets {
    let context: NSManagedObjectContext

    /// Kept, since making it out of text takes longer than using it.
    private let predicateTemplate = NSPredicate(format: "year > $YEAR")

    init(context: NSManagedObjectContext) { self.context = context }

    /// All objects of an entity.
    func basic() throws -> [Book] {
        let fetchRequest = NSFetchRequest<Book>()
        let entity = NSEntityDescription.entity(forEntityName: "Book", in: context)
        fetchRequest.entity = entity

        let fetchedObjects = try context.fetch(fetchRequest)
        return fetchedObjects
    }

    /// All of them in an order.
    func sorted() throws -> [Book] {
        let fetchRequest = NSFetchRequest<Book>()
        let entity = NSEntityDescription.entity(forEntityName: "Book", in: context)
        fetchRequest.entity = entity

        let sortDescriptor = NSSortDescriptor(key: "title", ascending: true)
        fetchRequest.sortDescriptors = [sortDescriptor]

        return try context.fetch(fetchRequest)
    }

    /// Those that meet a predicate.
    func withPredicate() throws -> [Book] {
        let fetchRequest = NSFetchRequest<Book>()
        let entity = NSEntityDescription.entity(forEntityName: "Book", in: context)
        fetchRequest.entity = entity

        let predicate = NSPredicate(format: "author.name BEGINSWITH[cd] %@", "italo")
        fetchRequest.predicate = predicate

        return try context.fetch(fetchRequest)
    }

    /// Those that meet a predicate whose values are filled in.
    func withPredicateTemplate(after year: Int) throws -> [Book] {
        let fetchRequest = NSFetchRequest<Book>()
        let entity = NSEntityDescription.entity(forEntityName: "Book", in: context)
        fetchRequest.entity = entity

        let variables = ["YEAR": year]
        let predicate = predicateTemplate.withSubstitutionVariables(variables)
        fetchRequest.predicate = predicate

        return try context.fetch(fetchRequest)
    }

    /// Those that meet a predicate, in an order.
    func sortedWithPredicate() throws -> [Book] {
        let fetchRequest = NSFetchRequest<Book>()
        let entity = NSEntityDescription.entity(forEntityName: "Book", in: context)
        fetchRequest.entity = entity

        let sortDescriptor = NSSortDescriptor(keyPath: \Book.pages, ascending: false)
        fetchRequest.sortDescriptors = [sortDescriptor]

        let predicate = NSPredicate(format: "year BETWEEN {1960, 1969}")
        fetchRequest.predicate = predicate

        return try context.fetch(fetchRequest)
    }

    /// Those of a request that the model keeps.
    func fromModel(country: String) throws -> [Book] {
        let model = context.persistentStoreCoordinator?.managedObjectModel
        let request = model?.fetchRequestFromTemplate(
            withName: "ByCountry", substitutionVariables: ["COUNTRY": country])
        guard let request else { return [] }
        request.sortDescriptors = [NSSortDescriptor(key: "year", ascending: true)]
        return try context.fetch(request).compactMap { $0 as? Book }
    }
}
