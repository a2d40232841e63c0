import RecordCore

/// Where something stands in the order in which a move goes through a database.
///
///     ["d", "private", "_ada"]                          a database
///     ["d", "private", "_ada", "", "", "notices/_ada"]  what a service keeps beside it
///     ["d", "private", "_ada", "", "2cf24dba…"]         the content of an asset
///     ["d", "private", "_ada", "Notes"]                 a zone
///     ["d", "private", "_ada", "Notes", "p", "_bob"]    a participant
///     ["d", "private", "_ada", "Notes", "r", "note-1"]  a record, or what is left of one
///     ["d", "private", "_ada", "Notes", "s", "0", …]    a line of a share
///     ["s", "cursor"]                                   what a service keeps of the container
///     ["t", "07", "share/x"]                            what it keeps spread by a name
///
/// The order is that of the bytes, as every engine has it.
package struct MoveKey: Comparable, Sendable, CustomStringConvertible {
    /// Its parts, the coarsest first.
    package let parts: [String]

    /// A key.
    package init(_ parts: [String]) { self.parts = parts }

    /// The parts, for people.
    package var description: String { parts.joined(separator: "/") }

    /// Whether a key is this one or lies below it.
    func contains(_ other: MoveKey) -> Bool {
        other.parts.count >= parts.count
            && zip(parts, other.parts).allSatisfy { $0.hasSameBytes(as: $1) }
    }

    package static func == (a: MoveKey, b: MoveKey) -> Bool {
        a.parts.count == b.parts.count && a.contains(b)
    }

    package static func < (a: MoveKey, b: MoveKey) -> Bool {
        for (x, y) in zip(a.parts, b.parts) where !x.hasSameBytes(as: y) {
            return x.utf8.lexicographicallyPrecedes(y.utf8)
        }
        return a.parts.count < b.parts.count
    }
}
