import CoreData

/// The commands, over one context.
struct ToDo {
    let context: NSManagedObjectContext

    enum Failure: Error, CustomStringConvertible {
        case usage
        case noItem(String)
        case noDate(String)

        var description: String {
            switch self {
            case .usage:
                return """
                    todo add TITLE [--list NAME] [--due YYYY-MM-DD] [--priority 0…3] [--tag NAME]…
                    todo list [NAME] [--all] [--by due|priority|title]
                    todo find WORDS
                    todo done NUMBER…
                    todo rm NUMBER…
                    todo lists
                    """
            case .noItem(let number): return "There is no item \(number)."
            case .noDate(let text): return "\(text) is no date; write one as 2026-12-31."
            }
        }
    }

    /// Runs one command; gives what it prints.
    func run(_ arguments: [String]) throws -> String {
        var rest = Options(Array(arguments.dropFirst()))
        switch arguments.first {
        case "add": return try add(&rest)
        case "list": return try list(&rest)
        case "find": return try find(rest.words.joined(separator: " "))
        case "done": return try done(rest.words)
        case "rm": return try remove(rest.words)
        case "lists": return try lists()
        default: throw Failure.usage
        }
    }

    // MARK: Commands

    private func add(_ options: inout Options) throws -> String {
        let tags = options.values("--tag")
        let due = options.values("--due").last
        let priority = options.values("--priority").last
        let list = options.values("--list").last ?? "Inbox"
        guard !options.words.isEmpty else { throw Failure.usage }

        let item = Item(context: context)
        item.title = options.words.joined(separator: " ")
        item.number = try nextNumber()
        item.priority = priority.flatMap { Int16($0) } ?? 0
        if let due = due {
            guard let date = Self.days.date(from: due) else { throw Failure.noDate(due) }
            item.due = date
        }
        item.list = try first(TaskList.fetchRequest(), named: list) ?? named(list)
        for name in tags {
            let tag = try first(Tag.fetchRequest(), named: name) ?? Tag(context: context)
            tag.name = name
            item.addToTags(tag)
        }
        try context.save()
        return "Added \(item.number) to \(list)."
    }

    private func list(_ options: inout Options) throws -> String {
        let showsAll = options.flag("--all")
        let request = Item.fetchRequest()
        var conditions: [NSPredicate] = []
        if !showsAll { conditions.append(NSPredicate(format: "isDone == NO")) }
        switch options.values("--by").last {
        case "due":
            conditions.append(NSPredicate(format: "due != nil"))
            request.sortDescriptors = [NSSortDescriptor(keyPath: \Item.due, ascending: true)]
        case "priority":
            request.sortDescriptors = [
                NSSortDescriptor(keyPath: \Item.priority, ascending: false),
                NSSortDescriptor(keyPath: \Item.number, ascending: true),
            ]
        case "title":
            request.sortDescriptors = [
                NSSortDescriptor(
                    key: "title", ascending: true,
                    selector: Selector("localizedStandardCompare:"))
            ]
        default:
            request.sortDescriptors = [
                NSSortDescriptor(key: "list.name", ascending: true),
                NSSortDescriptor(key: "number", ascending: true),
            ]
        }
        if let name = options.words.first {
            conditions.append(NSPredicate(format: "list.name ==[c] %@", name))
        }
        request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: conditions)
        return lines(try context.fetch(request))
    }

    private func find(_ words: String) throws -> String {
        let request = Item.fetchRequest()
        request.predicate = NSPredicate(
            format: "title CONTAINS[cd] %@ OR ANY tags.name ==[cd] %@", words, words)
        request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
        return lines(try context.fetch(request))
    }

    private func done(_ numbers: [String]) throws -> String {
        let items = try numbers.map(item)
        for item in items { item.isDone = true }
        try context.save()
        return items.map { "Done: \($0.title ?? "")" }.joined(separator: "\n")
    }

    private func remove(_ numbers: [String]) throws -> String {
        let items = try numbers.map(item)
        let titles = items.map { $0.title ?? "" }
        for item in items { context.delete(item) }
        try context.save()
        return titles.map { "Removed: \($0)" }.joined(separator: "\n")
    }

    private func lists() throws -> String {
        let request = TaskList.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(keyPath: \TaskList.name, ascending: true)]
        return try context.fetch(request).map { list in
            let open = Item.fetchRequest()
            open.predicate = NSPredicate(format: "list == %@ AND isDone == NO", list)
            let count = try context.count(for: open)
            return "\(list.name ?? ""): \(count) open of \(list.items?.count ?? 0)"
        }.joined(separator: "\n")
    }

    // MARK: Objects

    private func item(_ text: String) throws -> Item {
        let request = Item.fetchRequest()
        request.predicate = NSPredicate(format: "number == %lld", Int64(text) ?? -1)
        request.fetchLimit = 1
        guard let item = try context.fetch(request).first else { throw Failure.noItem(text) }
        return item
    }

    private func nextNumber() throws -> Int64 {
        let request = Item.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(keyPath: \Item.number, ascending: false)]
        request.fetchLimit = 1
        request.includesPendingChanges = false
        return (try context.fetch(request).first?.number ?? 0) + 1
    }

    private func first<Object>(_ request: NSFetchRequest<Object>, named name: String) throws
        -> Object?
    {
        request.predicate = NSPredicate(format: "name == %@", name)
        return try context.fetch(request).first
    }

    private func named(_ name: String) -> TaskList {
        let list = TaskList(context: context)
        list.name = name
        return list
    }

    // MARK: Text

    private static let days: DateFormatter = {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd"
        return formatter
    }()

    private func lines(_ items: [Item]) -> String {
        guard !items.isEmpty else { return "Nothing to do." }
        return items.map { item in
            var line = "\(item.number) [\(item.isDone ? "x" : " ")] \(item.title ?? "")"
            if item.priority > 0 {
                line += " " + String(repeating: "!", count: Int(item.priority))
            }
            if let due = item.due { line += " (due \(Self.days.string(from: due)))" }
            let tags = (item.tags as? Set<Tag> ?? []).compactMap { $0.name }.sorted()
            line += tags.map { " #" + $0 }.joined()
            return line + " – " + (item.list?.name ?? "no list")
        }.joined(separator: "\n")
    }
}

/// Words of a command line, and values after options.
struct Options {
    private(set) var words: [String]

    init(_ arguments: [String]) { words = arguments }

    /// Takes an option out; says whether it was there.
    mutating func flag(_ name: String) -> Bool {
        let before = words.count
        words.removeAll { $0 == name }
        return words.count < before
    }

    /// Takes an option and its values out.
    mutating func values(_ name: String) -> [String] {
        var values: [String] = []
        while let index = words.firstIndex(of: name) {
            words.remove(at: index)
            if index < words.count { values.append(words.remove(at: index)) }
        }
        return values
    }
}
