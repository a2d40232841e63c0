import Foundation
import SQLLowering

/// What a database says of a move that it has part in, in `_meta`.
///
/// The target of the move has the mark `move` until it is complete: no other process opens it. The
/// source has the mark `moved` from the last step on: it is readable and not writable.
struct MoveMark: Codable, Equatable {
    /// The identity of the database that is moved from.
    var from: String?
    /// A random number of the process that moves: of two processes only the last one continues.
    var by: String?
    /// Where the present pass has come to.
    var after: [String]?
    /// Where the database goes.
    var to: String?
    /// Whether it may be open there already: the process that moves said so before it opened it.
    var isOpening: Bool?
    /// Whether all is there, checked and in use.
    var isFinished: Bool?

    /// Reads a mark.
    static func read(
        _ key: String, _ connection: some SQLConnection
    ) throws -> MoveMark? {
        guard let text = try connection.setting(key) else { return nil }
        return try JSONDecoder().decode(MoveMark.self, from: Data(text.utf8))
    }

    /// Writes it.
    func write(_ key: String, _ connection: some SQLConnection) throws {
        try connection.set(key, to: storedText)
    }

    /// Has writers refused everywhere, or no longer: every transaction reads the mark of the
    /// schema, which is negative while the database is closed to writers.
    static func setClosed(_ isClosed: Bool, _ connection: some SQLConnection) throws {
        let mark = Int64.random(in: 2...Int64.max) * (isClosed ? -1 : 1)
        try connection.run("UPDATE _versions SET \(ident: "schema") = \(mark) WHERE id = 1")
    }
}
