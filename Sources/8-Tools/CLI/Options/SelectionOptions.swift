import ArgumentParser
import PredicateCore
import RecordCore

/// Which of the matching records, in which order, and what of them.
struct SelectionOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Sort by keys; a minus sorts downwards: name,-age", valueName: "keys"))
    var sort: String?

    @Option(parsing: .unconditional, help: "The largest number of results.")
    var limit: Int?

    @Option(parsing: .unconditional, help: "The number of results to skip first.")
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
    var ordering: [Ordering] { SelectionOptions.ordering(sort) }

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
    var fieldNames: [String]? { fields.map(SelectionOptions.names) }

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
