import Foundation

/// The lines of earlier sessions, in a file that only its owner can read.
struct ShellHistory {
    /// The lines that are kept.
    static let limit = 1_000

    let path: String

    /// The file of the user: `quarry/history` under `$XDG_STATE_HOME` or `~/.local/state`.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let state =
            environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? (environment["HOME"] ?? ".") + "/.local/state"
        path = state + "/quarry/history"
    }

    /// The lines, oldest first; none where there is no file that can be read.
    ///
    /// A file with more than twice the lines that are kept is shortened.
    func load() -> [String] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        let all = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        let lines = Array(all.suffix(ShellHistory.limit))
        if all.count > 2 * ShellHistory.limit {
            // A new file takes the place of the old one, so that no moment shows half of it. Where it
            // cannot be written the old one stays.
            let draft = "\(path).\(getpid()).new"
            do {
                try write(lines, to: draft, flags: O_TRUNC)
                rename(draft, path)
            } catch { unlink(draft) }
        }
        return lines
    }

    /// Adds a line.
    func append(_ line: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try write([line], to: path, flags: O_APPEND)
    }

    private func write(_ lines: [String], to path: String, flags: Int32) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o600)
        guard file >= 0 else { throw Failure.system("cannot be written", path: path) }
        defer { close(file) }
        // A file that was there before may have had other rights.
        fchmod(file, 0o600)
        let text = lines.map { $0.replacing("\n", with: " ") + "\n" }.joined()
        guard Terminal.write(Array(text.utf8), to: file) else {
            throw Failure.system("cannot be written", path: path)
        }
    }
}
