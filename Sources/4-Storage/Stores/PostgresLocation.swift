import Foundation

#if Postgres
import PostgresEngine
import SQLLowering
#endif

import RecordCore
import SQLStorage

/// A PostgreSQL URL taken apart: what is ours, and what libpq reads.
///
///     postgres://app@db1,db2/notes?schema=notes_development&target_session_attrs=read-write
///     postgres://app@db1,db2/notes?search=gin
///     postgres://app@coordinator/notes?spread=citus&buckets=32
///     postgres://app@db1,db2/quarry?container=iCloud.org.example.notes&environment=production
struct PostgresLocation {
    /// The URL without what is ours.
    let url: String
    /// The schema that holds the tables; nil where none is said.
    let schema: String?
    /// The container of a server's database; nil where none is said.
    let container: String?
    /// The environment, of a container or of a schema.
    let environment: String
    /// How tables are spread; nil where nothing is said.
    let spread: String?
    /// How words are stored; nil where nothing is said.
    let search: String?
    /// In how many parts the public database is made; nil where nothing is said.
    let buckets: String?

    /// Reads a URL.
    init(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var rest: [Substring] = []
        var found: [Substring: String] = [:]
        for setting in parts.dropFirst().joined().split(separator: "&") {
            let name = setting.prefix { $0 != "=" }
            guard PostgresLocation.settings.contains(name) else {
                rest.append(setting)
                continue
            }
            let value = String(setting.dropFirst(name.count + 1))
            // A setting that cannot be decoded is not one that was left out.
            found[name] = value.removingPercentEncoding ?? value
        }
        url =
            (parts.first.map(String.init) ?? "")
            + (rest.isEmpty ? "" : "?" + rest.joined(separator: "&"))
        schema = found["schema"]
        container = found["container"]
        environment = found["environment"] ?? "development"
        spread = found["spread"]
        search = found["search"]
        buckets = found["buckets"]
    }

    private static let settings: Set<Substring> = [
        "schema", "container", "environment", "spread", "search", "buckets",
    ]

    /// In how many parts the public database is made, as a number.
    func bucketCount() throws -> Int? {
        guard let buckets else { return nil }
        guard let count = Int(buckets), count > 0 else {
            throw StoreError.unsupported(
                "buckets=\(buckets.prefix(40))", expected: "buckets=1 or more")
        }
        return count
    }
}

#if Postgres
extension PostgresLocation {
    /// How the database of a URL is used.
    func options(_ text: String) throws -> PostgresOptions {
        var options = PostgresOptions()
        if let container {
            // Of a database that servers share: the schema is the container's.
            options.schema = try ServerDatabase(text).schema(
                of: .container(container, environment: environment))
        } else if let schema {
            options.schema = schema
        }
        try setLayout(&options)
        return options
    }

    /// Has tables spread and words stored as the URL says.
    ///
    /// - Throws: `unsupportedLocation` for a word that a setting does not have; an environment too, since
    ///   no server would look into the schema of another one.
    func setLayout(_ options: inout PostgresOptions) throws {
        guard ["development", "production"].contains(environment) else {
            throw StoreError.unsupported(
                "environment=\(environment.prefix(40))",
                expected: "environment=development or environment=production")
        }
        if let spread, !options.setSpread(spread) {
            throw StoreError.unsupported("spread=\(spread.prefix(40))", expected: "spread=citus")
        }
        guard let search else { return }
        guard options.setSearch(search) else {
            throw StoreError.unsupported(
                "search=\(search.prefix(40))", expected: "search=gin or search=tables")
        }
        guard options.search != .inverted || options.spread == .none else {
            throw StoreError.unsupported(
                "search=gin", expected: "search=tables where tables are spread")
        }
    }
}
#endif
