#if Postgres
import Foundation
import PostgresEngine
import SQLStorage
import Synchronization
import TestFiles

/// Writes down what is sent to PostgreSQL, and what it would do.
final class StatementWatch: Sendable {
    /// A statement that was sent.
    struct Seen: Sendable {
        let connection: ObjectIdentifier
        /// What the store was asked when it was sent.
        let step: String
        let text: String
        let integers: [Int: Int64]
        let plan: [String]
    }

    private struct State: Sendable {
        var current = "opening"
        var all: [Seen] = []
    }

    private let plans: Bool
    private let state = Mutex(State())

    /// - Parameter plans: Whether plans are asked for.
    init(plans: Bool) { self.plans = plans }

    var seen: [Seen] { state.withLock { $0.all } }

    /// What comes next.
    func step(_ name: String) { state.withLock { $0.current = name } }

    var observer: PostgresObserver {
        PostgresObserver { [self] statement in
            let text = statement.text.replacing(
                #/^DECLARE c\d+ NO SCROLL CURSOR FOR /#, with: "")
            let isPlanned = plans && Self.isData(text) && !text.contains("pg_catalog")
            let plan = isPlanned ? try statement.plan() : []
            state.withLock { state in
                state.all.append(
                    Seen(
                        connection: statement.connection, step: state.current, text: text,
                        integers: statement.integers, plan: plan))
            }
        }
    }

    /// Whether a statement reads or writes rows.
    static func isData(_ text: String) -> Bool {
        ["SELECT", "INSERT", "UPDATE", "DELETE"].contains { text.hasPrefix($0) }
    }
}

/// What a statement does, as far as its words tell.
struct StatementShape {
    /// The tables that it reads or writes, as often as it names them.
    let tables: [String]
    /// The parameter that the database is bound to; nil where it is bound to none.
    let key: Int?
    /// How often it says which database a table's rows are of.
    let keyed: Int
    let isWrite: Bool

    /// Reads a statement's words.
    init(_ text: String) {
        let name = #/(?:FROM|JOIN|INTO|^UPDATE) (?:"([^"]+)"|([a-z_]\w*))/#
        tables = text.replacing("DISTINCT FROM", with: "DISTINCT").matches(of: name)
            .map { String($0.1 ?? $0.2 ?? "") }
        isWrite = !text.hasPrefix("SELECT")
        if text.hasPrefix("INSERT") {
            // INSERT INTO t (a, b) VALUES ($1, $2)
            let parts = text.firstMatch(of: #/\((.*?)\) VALUES \((.*?)\)/#)
            let columns = (parts?.1 ?? "").split(separator: ", ")
            let values = (parts?.2 ?? "").split(separator: ", ")
            let place = columns.firstIndex { Self.isKey($0) }
            key = place.flatMap { Int(values[$0].dropFirst()) }
            keyed = key == nil ? 0 : 1
        } else {
            let bound = text.matches(of: #/(?:\w+\.|"[^"]+"\.)?"(?:_?database)" = \$(\d+)/#)
            let joined = text.matches(
                of: #/(?:\w+|"[^"]+")\."_?database" = (?:\w+|"[^"]+")\."_?database"/#)
            key = bound.first.flatMap { Int($0.1) }
            keyed = key == nil ? 0 : bound.count + joined.count
        }
    }

    private static func isKey(_ column: Substring) -> Bool {
        column == "\"database\"" || column == "\"_database\""
    }

    /// The tables that are spread by the database.
    var spread: [String] {
        tables.filter { !StorageTables.ofAllDatabases.contains($0) && !$0.hasPrefix("pg_") }
    }
}

/// A text that is kept beside the tests, and rewritten with `QUARRY_RECORD=1`.
enum KeptText {
    /// What is kept under a name now, after `text` was written there if that is wanted.
    static func of(_ name: String, now text: String) throws -> String {
        let file = PackageFolder.file("Tests/Plans/" + name)
        if ProcessInfo.processInfo.environment["QUARRY_RECORD"] == "1" {
            try Data(text.utf8).write(to: file)
        }
        return try String(decoding: Data(contentsOf: file), as: UTF8.self)
    }

    /// The lines that were taken away (-) and added (+); empty where nothing has changed.
    static func difference(_ name: String, to text: String) throws -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let kept = try of(name, now: text).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.difference(from: kept).map { change in
            switch change {
            case .insert(let line, let text, _): "+\(line + 1): \(text)\n"
            case .remove(let line, let text, _): "-\(line + 1): \(text)\n"
            }
        }.joined()
    }
}
#endif
