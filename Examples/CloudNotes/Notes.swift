import CoreData

/// The commands, over one context.
struct Notes {
    let context: NSManagedObjectContext

    static let usage = """
        cloudnotes list
        cloudnotes add TITLE [#TAG]…
        cloudnotes write TITLE TEXT
        cloudnotes rename TITLE TITLE
        cloudnotes rm TITLE
        """

    /// Runs one command and saves.
    func run(_ arguments: [String]) throws {
        let rest = Array(arguments.dropFirst())
        switch (arguments.first, rest.count) {
        case ("add", 1...):
            let note = Note(context: context)
            note.title = rest[0]
            for word in rest.dropFirst() where word.hasPrefix("#") {
                note.addToTags(try tag(String(word.dropFirst())))
            }
        case ("write", 2): try note(rest[0])?.text = rest[1]
        case ("rename", 2): try note(rest[0])?.title = rest[1]
        case ("rm", 1): try note(rest[0]).map(context.delete)
        case ("list", 0): return
        default: print(Notes.usage)
        }
        if context.hasChanges { try context.save() }
    }

    /// Every note, by title.
    func list() throws -> String {
        let request = Note.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        let lines = try context.fetch(request).map { note in
            let tags = (note.tags as? Set<Tag> ?? []).compactMap(\.name).sorted()
            return ([note.title ?? ""] + tags.map { "#\($0)" }).joined(separator: " ")
                + (note.text.map { ": \($0)" } ?? "")
        }
        return lines.isEmpty ? "No notes." : lines.joined(separator: "\n")
    }

    private func note(_ title: String) throws -> Note? {
        let request = Note.fetchRequest()
        request.predicate = NSPredicate(format: "title == %@", title)
        return try context.fetch(request).first
    }

    private func tag(_ name: String) throws -> Tag {
        let request = Tag.fetchRequest()
        request.predicate = NSPredicate(format: "name == %@", name)
        if let known = try context.fetch(request).first { return known }
        let tag = Tag(context: context)
        tag.name = name
        return tag
    }
}
