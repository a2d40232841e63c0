#if Postgres
import CPostgres
import RecordCore
import SQLLowering

/// The prepared statements of a connection, kept for the next time.
final class PostgresStatements {
    /// A prepared statement.
    final class Entry {
        /// Its name at the server.
        let name: String
        let text: String
        /// The types that it takes.
        let types: [Oid]
        /// Keeps the identity that the statement is found by from being given to another.
        let template: SQLTemplate?
        /// Whether the server could not prepare it.
        var isVoid = false

        init(name: String, text: String, types: [Oid], template: SQLTemplate?) {
            self.name = name
            self.text = text
            self.types = types
            self.template = template
        }
    }

    /// A text with the types of its values: the same words may be asked with others.
    struct Key: Hashable {
        let text: String
        let types: [Oid]
    }

    /// What is to be done about a text.
    enum Text {
        case kept(Entry)
        /// It came for the first time: preparing it would cost more than it gains.
        case once
        /// It came again: it is worth keeping.
        case again
    }

    private var byTemplate: [ObjectIdentifier: Entry] = [:]
    private var byText: [Key: Entry] = [:]
    private var seen: Set<Key> = []
    private var count = 0
    /// Beyond this number all are deallocated at once: rare, and cheaper than an order of use.
    private static let capacity = 400

    func entry(_ template: SQLTemplate) -> Entry? { byTemplate[ObjectIdentifier(template)] }

    func entry(_ key: Key) -> Text {
        if let entry = byText[key] { return entry.isVoid ? .again : .kept(entry) }
        if seen.count >= Self.capacity { seen = [] }
        return seen.insert(key).inserted ? .once : .again
    }

    func keep(_ entry: Entry, for template: SQLTemplate) {
        byTemplate[ObjectIdentifier(template)] = entry
    }

    func keep(_ entry: Entry, for key: Key) { byText[key] = entry }

    /// A name that no statement of the connection has had.
    func newName() -> String {
        count += 1
        return "q\(count)"
    }

    /// Whether there are so many that they should be deallocated.
    var isFull: Bool { byTemplate.count + byText.count >= Self.capacity }

    func removeAll() {
        byTemplate.removeAll()
        byText.removeAll()
    }
}
#endif
