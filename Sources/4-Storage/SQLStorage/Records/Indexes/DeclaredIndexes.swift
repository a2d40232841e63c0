import Foundation
import RecordCore
import SQLLowering

/// What a store knows of the indexes that the schema declares: when a query last asked for each, and
/// which are not in the database.
///
/// In `_meta`, an entry for each record type, where versions of this library that do not know them
/// leave them as they are. Indexes that keep names apart are always there, and not among them.
struct DeclaredIndexes: Equatable, Sendable {
    /// Why an index is not there.
    enum Absence: String, Codable {
        /// Many records were to be saved first, or a query asked for it of a table of very many rows.
        case deferred
        /// No query asked for it for long.
        case unused
        /// It is on demand, and no query has asked for it yet.
        case unasked
    }

    /// One of them.
    struct State: Codable, Equatable {
        /// The day on which a query last asked for it, or on which it was made, counted as
        /// ``AutomaticIndexes/today``; not kept to the day.
        var day: Int
        /// The day on which a query last asked for it; nil where none has, or where an earlier
        /// version noted it, which had the other day alone.
        var asked: Int?
        /// Nil where it is there.
        var absence: Absence?
    }

    /// By record type, and by the name that the index has in the database.
    private(set) var types: [String: [String: State]] = [:]

    /// What is known of the indexes of a record type.
    subscript(type: String) -> [String: State] { types[type] ?? [:] }

    /// The day on which a query last asked for any of them: a store that nothing asks has no unused
    /// indexes.
    var newest: Int { types.values.joined().compactMap(\.value.asked).max() ?? 0 }

    /// The indexes of a layout that no query has asked for in so many days, and are there.
    func unused(of layout: RecordLayout, for days: Int) -> [IndexDefinition] {
        let oldest = newest - days
        return layout.indexes.filter { index in
            guard let state = self[layout.type.name][index.name] else { return false }
            return state.absence == nil && state.day <= oldest
        }
    }

    /// The indexes of a layout that are not there, for one of some reasons.
    func absent(of layout: RecordLayout, _ reasons: Set<Absence>) -> [IndexDefinition] {
        let states = self[layout.type.name]
        return layout.indexes.filter { index in
            states[index.name]?.absence.map(reasons.contains) ?? false
        }
    }

    // MARK: In the database

    private static let prefix = "indexes/"

    /// Reads those of every record type; what is not understood counts as not there.
    static func load(_ connection: some SQLConnection) throws -> DeclaredIndexes {
        var declared = DeclaredIndexes()
        let decoder = JSONDecoder()
        // The character after the slash ends the range.
        try connection.query(
            "SELECT key, value FROM _meta WHERE key >= \(prefix) AND key < \("indexes0")"
        ) { row in
            let states = try? decoder.decode([String: State].self, from: Data(row.text(1).utf8))
            declared.types[String(row.text(0).dropFirst(prefix.count))] = states
            return true
        }
        return declared
    }

    /// Writes those of a record type, where they are not what they were.
    mutating func set(
        _ states: [String: State], of type: String, in connection: some SQLConnection
    ) throws {
        guard states != self[type] else { return }
        types[type] = states.isEmpty ? nil : states
        try connection.set(
            DeclaredIndexes.prefix + type, to: states.isEmpty ? nil : states.storedText)
    }
}
