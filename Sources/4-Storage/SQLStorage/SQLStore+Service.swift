package import Foundation
import RecordCore
import SQLLowering

extension SQLStore {
    /// What a service above keeps here, by keys that begin alike and come after one.
    package func serviceData(
        prefix: String, after: String?, limit: Int?
    ) async throws -> [String: Data] {
        if let limit, limit <= 0 { return [:] }
        return try read { session in
            var found: [String: Data] = [:]
            // Few enough to look at each that does not come before the first of them.
            let first = after.map { prefix.utf8.lexicographicallyPrecedes($0.utf8) ? $0 : prefix }
            let sql = RenderedSQL(
                "SELECT key, value FROM _service WHERE key >= \(first ?? prefix) ORDER BY key",
                for: dialect, isUnbounded: true)
            try session.connection.query(sql) { row in
                let key = row.text(0)
                guard key.hasPrefix(prefix) else { return false }
                if key == after { return true }
                found[key] = row.bytes(1)
                return found.count != limit
            }
            return found
        }
    }

    /// What a service above keeps under a key, or nil.
    package func serviceData(for key: String) async throws -> Data? {
        try read { session in
            try session.connection.first("SELECT value FROM _service WHERE key = \(key)") {
                $0.bytes(0)
            }
        }
    }

    /// Keeps what a service above gives; a nil removes what there was.
    package func setServiceData(_ entries: [String: Data?]) async throws {
        try await write { session in try SQLStore.keep(entries, on: session.connection) }
    }

    /// Keeps what a service above gives, where what it says it knows still stands.
    package func setServiceData(
        _ entries: [String: Data?], where known: [String: Data?]
    ) async throws -> Bool {
        try await write { session in
            for (key, data) in known {
                let found = try session.connection.first(
                    "SELECT value FROM _service WHERE key = \(key)"
                ) { $0.bytes(0) }
                guard found == data else { return false }
            }
            try SQLStore.keep(entries, on: session.connection)
            return true
        }
    }

    private static func keep(_ entries: [String: Data?], on connection: Connection) throws {
        // In order, so that two writers of the same keys do not deadlock.
        for (key, data) in entries.sorted(by: { $0.key < $1.key }) {
            guard let data else {
                try connection.run("DELETE FROM _service WHERE key = \(key)")
                continue
            }
            try connection.run(
                """
                INSERT INTO _service (key, value) VALUES (\(key), \(Value.bytes(data))) \
                ON CONFLICT (key) DO UPDATE SET value = excluded.value
                """)
        }
    }
}
