import CoreData

/// A few books in a store: in memory, or in a file.
struct Library {
    let container: NSPersistentContainer

    init(path: String = "/dev/null") throws {
        container = NSPersistentContainer(name: "Library")
        let description = container.persistentStoreDescriptions.first
        description?.url = URL(fileURLWithPath: path)
        // One file, with nothing beside it, to be handed on.
        description?.setValue("DELETE" as NSString, forPragmaNamed: "journal_mode")
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        try fill()
    }

    private func fill() throws {
        let context = container.viewContext
        let shelf: [(author: String, country: String, books: [(String, Int16, Int32)])] = [
            ("Stanisław Lem", "Poland", [("Solaris", 1961, 204), ("The Cyberiad", 1965, 295)]),
            ("Ursula K. Le Guin", "USA", [("The Dispossessed", 1974, 341)]),
            ("Karel Čapek", "Czechia", [("War with the Newts", 1936, 240)]),
            (
                "Italo Calvino", "Italy",
                [("Invisible Cities", 1972, 165), ("Cosmicomics", 1965, 153)]
            ),
        ]
        for entry in shelf {
            let author = Author(context: context)
            author.name = entry.author
            author.country = entry.country
            for (title, year, pages) in entry.books {
                let book = Book(context: context)
                book.title = title
                book.year = year
                book.pages = pages
                author.addToBooks(book)
            }
        }
        try context.save()
    }
}
