import Foundation
import RecordCore
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
    /// Whether all is there, checked and in use.
    var isFinished: Bool?

    /// Reads a mark.
    static func read(
        _ key: String, _ connection: some SQLConnection
    ) throws -> MoveMark? {
        let text = try connection.first("SELECT value FROM _meta WHERE key = \(key)") {
            $0.text(0)
        }
        guard let text else { return nil }
        return try JSONDecoder().decode(MoveMark.self, from: Data(text.utf8))
    }

    /// Writes it.
    func write(_ key: String, _ connection: some SQLConnection) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(self), as: UTF8.self)
        try MoveMark.set(key, text, connection)
    }

    /// Writes a setting of the database.
    static func set(_ key: String, _ value: String, _ connection: some SQLConnection) throws {
        try connection.run(
            """
            INSERT INTO _meta (key, value) VALUES (\(key), \(value)) \
            ON CONFLICT (key) DO UPDATE SET value = excluded.value
            """)
    }

    /// Removes a mark.
    static func remove(_ key: String, _ connection: some SQLConnection) throws {
        try connection.run("DELETE FROM _meta WHERE key = \(key)")
    }

    /// Has writers refused everywhere, or no longer: every transaction reads the mark of the
    /// schema, which is negative while the database is closed to writers.
    static func setClosed(_ isClosed: Bool, _ connection: some SQLConnection) throws {
        let mark = Int64.random(in: 2...Int64.max) * (isClosed ? -1 : 1)
        try connection.run("UPDATE _versions SET \(ident: "schema") = \(mark) WHERE id = 1")
    }
}
