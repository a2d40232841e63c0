import CoreData

// swift run Fetching [library.sqlite]: the file is made, and can be asked by quarry coredata too.
func show(_ what: String, _ books: [Book]) {
    print("\(what):")
    for book in books {
        print("  \(book.title ?? "") (\(book.year)), \(book.author?.name ?? "nobody")")
    }
}

let library = try Library(path: CommandLine.arguments.dropFirst().first ?? "/dev/null")
let snippets = FetchingSnippets(context: library.container.viewContext)
let books = try snippets.basic()
show("All books", books.sorted { ($0.year, $0.pages) < ($1.year, $1.pages) })
show("By title", try snippets.sorted())
show(
    "By an author whose name begins with italo",
    try snippets.withPredicate().sorted { $0.year < $1.year })
show("After 1970", try snippets.withPredicateTemplate(after: 1970).sorted { $0.year < $1.year })
show("Of the sixties, the longest first", try snippets.sortedWithPredicate())
show("From Italy, by a request of the model", try snippets.fromModel(country: "Italy"))
