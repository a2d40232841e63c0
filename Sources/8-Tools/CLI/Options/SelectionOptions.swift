import ArgumentParser
import PredicateCore

/// Which of the matching records, in which order, and what of them.
struct SelectionOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Sort by keys; a minus sorts downwards: name,-age", valueName: "keys"))
    var sort: String?

    @Option(parsing: .unconditional, help: "The largest number of results.")
    var limit: Int?

    @Option(
        parsing: .unconditional,
        help: "The number of results to skip first; the exit code is 1 where none is left.")
    var offset: Int = 0

    @Flag(help: "Only say how many match, whatever the limit and the offset.")
    var count = false

    @Option(help: ArgumentHelp("Only these fields: name,age", valueName: "keys"))
    var fields: String?

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit cannot be negative.") }
        if offset < 0 { throw ValidationError("--offset cannot be negative.") }
        if let sort, SelectionOptions.names(sort).isEmpty {
            throw ValidationError("--sort names no key.")
        }
        try SelectionOptions.validate(fields: fields)
    }

    /// Refuses a list of fields that names none.
    static func validate(fields: String?) throws {
        if let fields, names(fields).isEmpty {
            throw ValidationError("--fields names no field.")
        }
    }

    /// The order asked for.
    ///
    /// Distance from a point is written `place@47.37;8.54`, latitude and longitude in degrees.
    var ordering: [Ordering] {
        SelectionOptions.ordering(sort.map(SelectionOptions.unescaped))
    }

    /// The order that a text such as `name,-age` says.
    static func ordering(_ text: String?) -> [Ordering] {
        names(text ?? "").map { part in
            let isDown = part.hasPrefix("-")
            let key = isDown || part.hasPrefix("+") ? String(part.dropFirst()) : part
            return SelectionOptions.distance(key, ascending: !isDown)
                ?? Ordering(key, ascending: !isDown)
        }
    }

    private static func distance(_ key: String, ascending: Bool) -> Ordering? {
        guard let at = key.lastIndex(of: "@"), at != key.startIndex else { return nil }
        let parts = key[key.index(after: at)...].split(separator: ";").map { Double($0) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else {
            return nil
        }
        return Ordering(
            key: .distance(
                QueryKeyPath(String(key[..<at])),
                from: Location(latitude: latitude, longitude: longitude)),
            ascending: ascending)
    }

    /// The fields asked for; nil means all.
    var fieldNames: [String]? { fields.map(SelectionOptions.keys) }

    /// The keys in a list with commas, each once; `#size` is the key `size`, as in predicates.
    static func keys(_ text: String) -> [String] { names(unescaped(text)) }

    /// A list of keys without the `#` that a predicate has before a key that is a reserved word.
    ///
    ///     SelectionOptions.unescaped("-#in,sum(#size)")  // "-in,sum(size)"
    ///
    /// Keys of JSON may begin with `#`, as `#text`, so that lists of `quarry filter` are left as
    /// they are.
    static func unescaped(_ text: String) -> String {
        let characters = Array(text)
        return String(
            characters.indices.filter { index in
                guard characters[index] == "#", index + 1 < characters.count else { return true }
                let next = characters[index + 1]
                let beginsKey = index == 0 || ",.(+- ".contains(characters[index - 1])
                return !beginsKey || !(next.isLetter || next == "_")
            }.map { characters[$0] })
    }

    /// The names in a list with commas, each once.
    static func names(_ text: String) -> [String] {
        var known: Set<String> = []
        return text.split(separator: ",").map(\.trimmed)
            .filter { !$0.isEmpty && known.insert($0).inserted }
    }
}

extension StringProtocol {
    /// The text without the spaces around it.
    var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

/// How records are printed.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    /// Aligned columns for people.
    case table
    /// One JSON object a line.
    case jsonl
    /// One JSON array of objects.
    case json
    /// Rows with a header.
    case csv
    /// A table for a page or an issue.
    case markdown
}
