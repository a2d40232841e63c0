import Foundation

/// What the command `sqlite3` prints, without the space around it.
///
///     try sqlite(path, "PRAGMA integrity_check")  // ok
///
/// - Throws: The command's own words where a statement fails.
@discardableResult
package func sqlite(_ path: String, _ sql: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Without a timeout a store that checkpoints at this moment makes it print nothing.
    process.arguments = ["sqlite3", "-bail", "-cmd", ".timeout 30000", path, sql]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    guard process.terminationStatus == 0 else { throw SQLiteCommandError(description: text) }
    return text
}

package struct SQLiteCommandError: Error, CustomStringConvertible {
    package let description: String
}
