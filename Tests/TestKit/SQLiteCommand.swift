import Foundation
import TestFiles

/// What the command `sqlite3` prints, without the space around it.
///
///     try sqlite(path, "PRAGMA integrity_check")  // ok
///
/// - Throws: The command's own words where a statement fails.
@discardableResult
package func sqlite(_ path: String, _ sql: String) throws -> String {
    // Without a timeout a store that checkpoints at this moment makes it print nothing.
    let run = try Program.run(
        "sqlite3", ["-bail", "-cmd", ".timeout 30000", path, sql], errors: .withOutput)
    let text = run.output.trimmingCharacters(in: .whitespacesAndNewlines)
    guard run.status == 0 else { throw SQLiteCommandError(description: text) }
    return text
}

package struct SQLiteCommandError: Error, CustomStringConvertible {
    package let description: String
}
