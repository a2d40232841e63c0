/// The servers that speak PostgreSQL's dialect.
package enum PostgresServerKind: String, CaseIterable, Hashable, Sendable {
    /// PostgreSQL itself, with the extension Citus or without.
    case postgres
    /// CockroachDB.
    case cockroach
    /// YugabyteDB.
    case yugabyte

    /// The name by which people know it.
    package var name: String {
        switch self {
        case .postgres: "PostgreSQL"
        case .cockroach: "CockroachDB"
        case .yugabyte: "YugabyteDB"
        }
    }

    /// Whether text without a collation is compared byte by byte, whatever the locale.
    var comparesTextByBytes: Bool {
        switch self {
        case .postgres, .yugabyte: false
        // It has no collation of the name "C".
        case .cockroach: true
        }
    }

    /// Whether a server may answer reads for a moment after another took its place.
    var mayBeReplaced: Bool {
        switch self {
        case .postgres: true
        // They answer with a lease, or not at all.
        case .cockroach, .yugabyte: false
        }
    }

    /// The server that says so of itself when a connection is made.
    ///
    /// - Parameters:
    ///   - version: The parameter `server_version`.
    ///   - cockroach: The parameter `crdb_version`, which CockroachDB alone reports.
    package init(version: String?, cockroach: String?) {
        if cockroach != nil {
            self = .cockroach
        } else if version?.contains("-YB-") == true {
            self = .yugabyte
        } else {
            self = .postgres
        }
    }
}
