import Foundation
import RecordCore
import WebServices

/// How far a transfer came, kept in a file.
package struct TransferProgress: Codable {
    /// One type in one zone; or how far one zone's changes were read, whose records count
    /// with their types.
    package struct Part: Codable {
        /// The zone.
        package var zone: String
        /// The type; nil for all changes of a zone.
        package var type: String?
        /// Where a query goes on, a feed, or the name of the last record that was sent.
        var position: String?
        /// Whether everything was moved.
        var isDone = false
        /// Records that were read.
        package var read = 0
        /// Records that were saved.
        package var saved = 0
        /// Records that were left as they are.
        package var skipped = 0
        /// Records that were deleted, as they were at the other end.
        package var deleted = 0
        /// Whether the feed is read from its beginning once more, as its token has expired.
        var beganAgain: Bool?
    }

    /// `pull` or `push`, from where to where: what makes two transfers the same.
    var transfer: String
    /// The parts, in the order in which they were begun.
    package var parts: [Part] = []
    /// Records of each type that the receiving side should have, by zone and type.
    package var expected: [String: Int] = [:]
    /// The pass over records whose references point at what was not there yet.
    var deferralPass = 0
    /// How many records of each zone a feed that began again did not give, of those that are here.
    package var left: [String: Int]?
    /// The newest web-auth token.
    package var webAuthToken: String?
    /// The SHA-256 of the web-auth token that was given, after which the newest one came.
    var givenToken: String?
    /// Whether the last run came to its end.
    var isComplete = false

    /// The place of a part; it is made where there is none.
    mutating func place(zone: String, type: String?) -> Int {
        if let found = parts.firstIndex(where: { $0.zone == zone && $0.type == type }) {
            return found
        }
        parts.append(Part(zone: zone, type: type))
        return parts.count - 1
    }

    /// The state for a run after a complete one: change feeds continue, queries start over.
    mutating func beginAgain() {
        guard isComplete else { return }
        isComplete = false
        deferralPass = 0
        left = nil
        expected = [:]
        parts.removeAll { $0.type != nil }
        for place in parts.indices { parts[place].isDone = false }
    }
}

/// The progress of a transfer and its file.
package final class ProgressFile {
    package let path: String
    package var progress: TransferProgress
    /// Gives the web-auth token that the last reply brought; nil where none did.
    ///
    /// It is written with the progress: a token may be good for one request alone.
    package var newestToken: () -> String? = { nil }
    /// Names of records that wait for others.
    let deferred: DeferredNames
    /// Names of records that are gone at the other end, and at which others pointed here.
    let undeleted: DeferredNames
    /// Names of records that a feed gave which began again.
    let seen: DeferredNames
    /// Whether the file holds the newest web-auth token of an earlier run, in the place of which another
    /// was given.
    private var holdsOtherToken = false
    private let sync: (String) throws -> Void
    /// The progress as the file has it, or as the transfer begins.
    private var written: TransferProgress

    /// Opens the file of a transfer.
    ///
    /// - Throws: ``TransferError`` where the file is that of another transfer.
    package convenience init(
        _ path: String, transfer: String, former: String? = nil, restart: Bool
    ) throws {
        try self.init(
            path, transfer: transfer, former: former, restart: restart, syncing: DeferredNames.sync)
    }

    /// Opens the file of a transfer.
    ///
    /// - Parameters:
    ///   - former: How an earlier version says what the transfer is.
    ///   - sync: Waits until a file, or the names in a directory, are on the disk.
    init(
        _ path: String, transfer: String, former: String? = nil, restart: Bool,
        syncing sync: @escaping (String) throws -> Void
    ) throws {
        self.path = path
        self.sync = sync
        deferred = DeferredNames(path: path + ".waiting", syncing: sync)
        undeleted = DeferredNames(path: path + ".deleting", syncing: sync)
        seen = DeferredNames(path: path + ".seen", syncing: sync)
        progress = TransferProgress(transfer: transfer)
        written = progress
        guard let data = FileManager.default.contents(atPath: path) else {
            try clearNames()
            return
        }
        // The error thrown names the file.
        guard let found = try? JSONDecoder().decode(TransferProgress.self, from: data) else {
            guard restart else {
                throw TransferError(
                    "\(path) is no progress of a transfer",
                    advice: "Name another file with --progress, or say --restart.")
            }
            try clearNames()
            return
        }
        guard found.transfer == transfer || found.transfer == former else {
            // Those of version 0.2 have passwords.
            let other = found.transfer.replacing(/:\/\/[^\/ ]*@/, with: "://")
                .replacing(/password=[^& ]*/, with: "password=…")
            throw TransferError(
                "\(path) is the progress of another transfer",
                advice: "It is of \(other). Name another file with --progress.",
                isRequest: true)
        }
        if restart {
            try clearNames()
            return
        }
        progress = found
        progress.transfer = transfer
        progress.beginAgain()
        written = progress
    }

    private func clearNames() throws {
        for names in [deferred, undeleted, seen] { try names.clear() }
    }

    /// Whether an earlier run was interrupted.
    package var isResumed: Bool { !progress.parts.isEmpty }

    /// The web-auth token to begin with: the newest of an earlier run, as long as it is given the same
    /// one or none.
    ///
    /// Another one that is given takes its place, as the newest may have expired.
    package func webAuthToken(given: String?) -> String? {
        guard let given else { return progress.webAuthToken }
        let hash = ContentHash.hex(of: Data(given.utf8))
        if progress.givenToken != hash {
            holdsOtherToken = progress.webAuthToken != nil
            progress.webAuthToken = nil
        }
        progress.givenToken = hash
        written.webAuthToken = progress.webAuthToken
        written.givenToken = hash
        return progress.webAuthToken ?? given
    }

    /// What to do where a token was given that is not known, and the file still has another: a file of
    /// an earlier version does not say whether that came after the one given.
    package func advice(on error: any Error) -> String? {
        let code = (error as? WireError)?.code ?? (error as? TransferError)?.code
        guard let code, holdsOtherToken,
            [.authenticationFailed, .authenticationRequired, .signInFailed].contains(code)
        else { return nil }
        return "Leave the web-auth token out to use the one kept in \(path)."
    }

    /// Writes the file, whole or not at all; it is on the disk when it returns, after the names that
    /// wait.
    package func save() throws {
        if let token = newestToken() { progress.webAuthToken = token }
        try write(progress)
    }

    /// Writes the newest web-auth token into the file, and no count of a page that was not finished:
    /// the next run reads that page again.
    package func saveToken() throws {
        guard let token = newestToken() else { return }
        written.webAuthToken = token
        try write(written)
    }

    private func write(_ progress: TransferProgress) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let draft = "\(path).\(getpid()).new"
        unlink(draft)
        // It may hold a token.
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw TransferError(unwritable: path) }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: encoder.encode(progress) + Data("\n".utf8))
            try handle.close()
            try sync(draft)
        } catch let error as TransferError {
            unlink(draft)
            throw error
        } catch {
            unlink(draft)
            throw TransferError("\(path): cannot be written: \(error.localizedDescription)")
        }
        guard rename(draft, path) == 0 else {
            let error = TransferError(unwritable: path)
            unlink(draft)
            throw error
        }
        written = progress
        holdsOtherToken = false
        DeferredNames.syncDirectory(of: path, sync)
    }

    /// The file as it should be after a transfer: gone, unless the next one goes on from it.
    package func finish() throws {
        try clearNames()
        progress.isComplete = true
        if progress.parts.contains(where: { $0.type == nil && $0.position != nil }) {
            try save()
        } else {
            // It need not be there.
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
