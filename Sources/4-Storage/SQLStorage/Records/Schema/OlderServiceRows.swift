import RecordCore
import SQLLowering

/// What layouts before the seventh kept of the whole container, although it belongs to a database.
enum OlderServiceRows {
    /// What the keys of such rows begin with.
    private static let prefixes = [
        "clientToken/", "mirrorDevice/", "notice/", "notices/", "share/", "subscription/", "told/",
    ]

    /// The database that a row belongs to; nil where it is found by its key alone.
    private static func database(_ key: String, _ prefix: String) -> DatabaseKey? {
        let parts = key.dropFirst(prefix.count)
            .split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
        let isPublic = "1"
        switch prefix {
        // The database, as CloudKit numbers its scopes, and the user.
        case "clientToken/" where parts.count > 1:
            return parts[0] == isPublic ? .public : .private(parts[1])
        // The user, and the database.
        case "subscription/" where parts.count > 1:
            return parts[1] == isPublic ? .public : .private(parts[0])
        case "mirrorDevice/", "notice/", "notices/": return .private(parts[0])
        default: return nil
        }
    }

    /// Brings the rows to their databases.
    static func bringOver(_ connection: some SQLConnection, _ dialect: any Dialect) throws {
        let statements = StoreStatements(dialect)
        for prefix in prefixes {
            var last = prefix
            while true {
                let rows = try connection.all(
                    """
                    SELECT key, value FROM _service WHERE key > \(last) ORDER BY key LIMIT 500
                    """
                ) { ($0.text(0), $0.bytes(1)) }.prefix { $0.0.utf8.starts(with: prefix.utf8) }
                for (key, data) in rows {
                    let rows =
                        try database(key, prefix).map {
                            ServiceRows.database(try connection.makeDatabase($0))
                        } ?? .named(key)
                    guard case .database(let number) = rows else { continue }
                    try connection.perform(
                        statements.service(rows).keep.single,
                        [.int(number), .text(key), .bytes(data)])
                    try connection.run("DELETE FROM _service WHERE key = \(key)")
                }
                guard let end = rows.last else { break }
                last = end.0
            }
        }
    }
}
