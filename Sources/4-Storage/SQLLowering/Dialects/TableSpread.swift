/// How tables are spread over servers or partitions; by the database, always.
package enum TableSpread: Hashable, Sendable {
    /// One table in one place, or wherever the server itself puts it.
    case none
    /// Partitions of one server by the hash of the database, as many as said.
    case partitions(Int)
    /// Shards of a Citus cluster, those of one database side by side on one of its servers.
    case citus

    /// The word by which a database remembers it: `citus`, `partitions=4`; nil for none.
    package var text: String? {
        switch self {
        case .none: nil
        case .partitions(let count): "partitions=\(count)"
        case .citus: "citus"
        }
    }

    /// The way that a database remembers; nil for words of later versions.
    package init?(text: String) {
        let parts = text.split(separator: "=", maxSplits: 1)
        switch parts.first {
        case "citus" where parts.count == 1: self = .citus
        case "partitions":
            guard parts.count == 2, let count = Int(parts[1]), count > 0 else { return nil }
            self = .partitions(count)
        default: return nil
        }
    }

    /// What creates a table, and what spreads it.
    ///
    ///     TableSpread.citus.create("CREATE TABLE t (…)", "t", by: "_database")
    ///     // CREATE TABLE t (…)
    ///     // SELECT create_distributed_table('"t"', '_database', colocate_with => 'none')
    ///
    /// - Parameters:
    ///   - sql: The table's definition, complete.
    ///   - table: Its name.
    ///   - column: The column that says to which database a row belongs; nil where the table is
    ///     small and of all databases.
    func create(_ sql: SQLText, _ table: String, by column: String?) -> [SQLText] {
        switch self {
        case .none: return [sql]
        case .partitions(let count):
            guard let column else { return [sql] }
            let parts = (0..<count).map { part -> SQLText in
                """
                CREATE TABLE \(ident: "\(table) p\(part)") PARTITION OF \(ident: table) \
                FOR VALUES WITH (MODULUS \(raw: String(count)), REMAINDER \(raw: String(part)))
                """
            }
            return ["\(sql) PARTITION BY HASH (\(ident: column))"] + parts
        case .citus: return [sql] + distribute(table, by: column)
        }
    }

    /// What has Citus spread a table that is there; what it holds goes with it.
    ///
    /// - Parameter column: As ``create(_:_:by:)`` takes it.
    package func distribute(_ table: String, by column: String?) -> [SQLText] {
        guard self == .citus else { return [] }
        let name = constant(PostgresDialect().quoted(table))
        // At the coordinator, without which nothing can be read either: a table that all servers
        // have could not be written while one of them is down. Citus knows of it, so that a
        // transaction with rows elsewhere is committed at both or at neither.
        guard let column else { return ["SELECT citus_add_local_table_to_metadata(\(name))"] }
        let neighbour =
            table == TableSpread.first
            ? "'none'" : constant(PostgresDialect().quoted(TableSpread.first))
        return [
            """
            SELECT create_distributed_table(\(name), \(constant(column)), \
            colocate_with => \(neighbour))
            """
        ]
    }

    /// What takes a table that all servers have to one of them.
    package func gather(_ table: String) -> [SQLText] {
        guard self == .citus else { return [] }
        return ["SELECT undistribute_table(\(constant(PostgresDialect().quoted(table))))"]
    }

    /// The table beside whose shards those of every other one stand.
    package static let first = "_counters"

    /// A text that stands among the words: what the function takes is a name and no value.
    private func constant(_ text: String) -> SQLText { .literal(text.asConstant) }
}
