import Foundation
import SQLLowering

/// The indexes of two columns that a store has made, as its database keeps them.
///
/// They stand beside the types, where versions of this library that do not know them leave them
/// as they are.
struct AutomaticIndexes: Equatable, Sendable {
    /// One of them.
    struct Entry: Equatable, Sendable {
        let index: CompositeIndex
        /// The day on which it was last seen in use, counted from 1970; not kept to the day.
        var day: Int
    }

    /// By record type.
    var types: [String: [Entry]] = [:]

    /// The indexes of a record type.
    func indexes(of type: String) -> [CompositeIndex] { (types[type] ?? []).map(\.index) }

    /// Today, as ``Entry/day`` counts.
    static var today: Int { Int(Date().timeIntervalSince1970 / 86_400) }

    // MARK: In the database

    private struct Stored: Codable {
        var columns: [String]
        var day: Int
    }

    /// Reads them; what is not understood is left where it is.
    ///
    /// The key in `_meta` keeps the earlier name of these indexes.
    static func load(_ connection: some SQLConnection) throws -> AutomaticIndexes {
        // A text of another form is no reason to refuse the store: its indexes are created again when they are due.
        guard let text = try connection.setting("learned"),
            let stored = try? JSONDecoder().decode([String: [Stored]].self, from: Data(text.utf8))
        else { return AutomaticIndexes() }
        let types = stored.mapValues { entries in
            entries.compactMap { entry in
                entry.columns.count == 2
                    ? Entry(
                        index: CompositeIndex(entry.columns[0], entry.columns[1]), day: entry.day)
                    : nil
            }
        }
        return AutomaticIndexes(types: types)
    }

    /// Writes them.
    func save(in connection: some SQLConnection) throws {
        let stored = types.filter { !$0.value.isEmpty }.mapValues { entries in
            entries.map { Stored(columns: [$0.index.first, $0.index.second], day: $0.day) }
        }
        try connection.set("learned", to: stored.storedText)
    }
}
