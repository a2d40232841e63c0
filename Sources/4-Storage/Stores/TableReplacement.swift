import SQLLowering
import SQLiteEngine

/// Puts the tables of one file in the place of another's, within a transaction of the other.
///
/// Programs that have the other file open go on with it: SQLite compiles their statements again, and
/// a store refuses to write into tables of another model.
struct TableReplacement {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// Drops every table, and makes those of the file at `path` with their rows, indexes, views and
    /// triggers.
    ///
    /// The file stays attached until the connection is closed.
    func run(from path: String) throws {
        try connection.run("ATTACH DATABASE \(path) AS replacement")
        for kind in ["view", "table"] {
            for (name, _) in try schema("main", kind) {
                try connection.run("DROP \(raw: kind) main.\(ident: name)")
            }
        }
        for (name, sql) in try schema("replacement", "table") {
            try connection.run("\(raw: sql)")
            try connection.run(
                "INSERT INTO main.\(ident: name) SELECT * FROM replacement.\(ident: name)")
        }
        for kind in ["index", "view", "trigger"] {
            for (_, sql) in try schema("replacement", kind) { try connection.run("\(raw: sql)") }
        }
    }

    /// The names of the objects of a kind that a database has, with what made them.
    ///
    /// SQLite makes its own, such as the indexes of `UNIQUE` columns, by itself.
    private func schema(_ database: String, _ kind: String) throws -> [(name: String, sql: String)]
    {
        var found: [(String, String)] = []
        try connection.query(
            """
            SELECT name, sql FROM \(raw: database).sqlite_master WHERE type = \(kind) \
            AND sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_' ORDER BY rowid
            """
        ) { row in
            found.append((row.text(0), row.text(1)))
            return true
        }
        return found
    }
}
