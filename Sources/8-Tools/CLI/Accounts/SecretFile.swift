#if Server
import Foundation

/// Files that their owner alone reads.
enum SecretFile {
    /// Makes a file that does not exist; gives its path.
    static func create(_ path: String, _ text: String) throws -> String {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            if errno == EEXIST {
                throw Failure(
                    .usage, "\(path) exists already", advice: "Name another file with --out.")
            }
            throw Failure.system("cannot be written", path: path)
        }
        defer { close(file) }
        guard Terminal.write(Array(text.utf8), to: file), fsync(file) == 0 else {
            let failure = Failure.system("cannot be written", path: path)
            unlink(path)
            throw failure
        }
        return path
    }

    /// Puts a text in the place of a file, whole or not at all.
    static func replace(_ path: String, _ text: String) throws {
        let draft = "\(path).\(getpid()).new"
        unlink(draft)
        _ = try create(draft, text)
        guard rename(draft, path) == 0 else {
            let failure = Failure.system("cannot be written", path: path)
            unlink(draft)
            throw failure
        }
    }
}
#endif
