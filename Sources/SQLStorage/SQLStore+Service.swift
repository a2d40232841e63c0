public import Foundation
import RecordCore
import SQLLowering

extension SQLStore {
    /// What a service above keeps here, by keys that begin alike.
    public func serviceData(prefix: String) async throws -> [String: Data] {
        try read { session in
            var found: [String: Data] = [:]
            // Few enough to look at each that does not come before the first of them.
            let sql = RenderedSQL(
                "SELECT key, value FROM _service WHERE key >= \(prefix) ORDER BY key",
                for: dialect, isUnbounded: true)
            try session.connection.query(sql) { row in
                let key = row.text(0)
                guard key.hasPrefix(prefix) else { return false }
                found[key] = row.bytes(1)
                return true
            }
            return found
        }
    }

    /// What a service above keeps under a key, or nil.
    public func serviceData(for key: String) async throws -> Data? {
        try read { session in
            try session.connection.first("SELECT value FROM _service WHERE key = \(key)") {
                $0.bytes(0)
            }
        }
    }

    /// Keeps what a service above gives; a nil removes what there was.
    public func setServiceData(_ entries: [String: Data?]) async throws {
        try await write { session in
            for (key, data) in entries {
                guard let data else {
                    try session.connection.run("DELETE FROM _service WHERE key = \(key)")
                    continue
                }
                try session.connection.run(
                    """
                    INSERT INTO _service (key, value) VALUES (\(key), \(Value.bytes(data))) \
                    ON CONFLICT (key) DO UPDATE SET value = excluded.value
                    """)
            }
        }
    }
}
