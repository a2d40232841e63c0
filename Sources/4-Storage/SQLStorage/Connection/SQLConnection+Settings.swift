import Foundation
import SQLLowering

// What a database says of itself, in `_meta`.
extension SQLConnection {
    /// A setting of the database; nil where it does not say.
    func setting(_ key: String) throws -> String? {
        try first("SELECT value FROM _meta WHERE key = \(key)") { $0.text(0) }
    }

    /// Where the change counters of new databases begin: beyond those that were given before the store
    /// was put back to an older state.
    var firstCounter: Int64 {
        get throws { try setting("firstCounter").flatMap { Int64($0) } ?? 0 }
    }

    /// Writes a setting of the database; nil removes it.
    func set(_ key: String, to value: String?) throws {
        guard let value else {
            try run("DELETE FROM _meta WHERE key = \(key)")
            return
        }
        try run(
            """
            INSERT INTO _meta (key, value) VALUES (\(key), \(value)) \
            ON CONFLICT (key) DO UPDATE SET value = excluded.value
            """)
    }
}

extension Encodable {
    /// The value as JSON, the same words each time.
    var storedText: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
