#if Server
import ArgumentParser
import Foundation
import ServerCore
import Stores

/// Which server's directory is copied or restored.
struct ServerDirectory: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server's directory; without it $QUARRY_DIRECTORY or the default one.",
            valueName: "directory"),
        completion: .directory)
    var directory: String?

    func validate() throws { try ServerDirectory.check(directory, for: "--directory") }

    /// The directory: given, by the environment, or the default one.
    var path: String { ServeCommand.directory(directory) }

    /// Throws where a store is the directory or the accounts of a server: what is done with one of its
    /// databases alone leaves the others behind.
    static func checkStore(_ text: String, verb: String) async throws {
        if FileManager.default.isDirectory(text) {
            throw Failure(
                .usage, "\(text) is a directory",
                advice: "--server \(verb) that of a server.")
        }
        if try await ServerMove.isAccounts(StoreLocation(text)) {
            throw Failure(
                .usage,
                "\(StoreMedium.withoutPasswords(text)) has the accounts of a server, and no container",
                advice: "--server \(verb) the whole server, by its directory or its postgres://….")
        }
    }

    /// Throws where an option names no directory: an unset variable of a script would be the working one.
    static func check(_ path: String?, for option: String) throws {
        if path?.isEmpty == true {
            throw ValidationError("\(option) is empty; it names a directory.")
        }
    }
}

/// `quarry backup`: a server's directory, copied while the server runs.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy a server's directory while it runs.",
        discussion: """
            Every database is of one moment and checked after it was copied; assets are
            copied too. The copy stands under its name when it is complete, so a backup
            that was stopped is never taken for a whole one. One that lacks assets that
            records need is kept, and the command fails: they are lost at the server, or
            were replaced meanwhile.

            EXAMPLES
              quarry backup --directory /var/lib/quarry --to /backup/$(date +%F)
              quarry restore /backup/2026-11-22 --directory /var/lib/quarry --replace

            \(Status.help)
            """)

    @OptionGroup var place: ServerDirectory

    @Option(
        help: ArgumentHelp("The directory to make.", valueName: "directory"),
        completion: .directory)
    var to: String

    func validate() throws { try ServerDirectory.check(to, for: "--to") }

    func run() throws {
        umask(0o077)
        Interrupt.listen(to: [SIGINT, SIGTERM])
        let summary: ServerBackup.Summary
        do {
            summary = try ServerBackup.write(
                place.path, to: to, stopping: { Interrupt.isRequested })
        } catch is CancellationError {
            throw Failure(.interrupted, "\(Interrupt.message); nothing is left of the copy")
        }
        Terminal.note("\(to): \(summary.words)")
        if let lack = summary.lack {
            throw Failure(
                .failed, "\(to) is kept, and lacks \(lack)",
                advice: "What a second backup lacks too is lost at the server.")
        }
    }
}

/// `quarry restore`: a copy of a server, back in its place.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in the place of a server's directory.",
        discussion: """
            The server must be stopped. With --replace, what is in the directory is kept
            beside it under another name, which is printed. Run as root, what is restored
            belongs to the owner of the directory that it replaces. A backup that lacks a
            database is refused; one that has lost or damaged assets since it was made is
            restored, and the command fails.

            Clients know of changes that the backup does not have. Every database therefore
            gets a new identity: sync tokens are refused, so that clients fetch everything
            again, and change tags from after the backup conflict. Where another tool has
            restored the database (PostgreSQL's point-in-time recovery), --renew does that
            alone.

            EXAMPLES
              systemctl stop quarry
              quarry restore /backup/2026-11-22 --directory /var/lib/quarry --replace
              systemctl start quarry
              quarry restore --renew 'postgres://db1,db2/app?schema=notes'
              quarry restore --renew postgres://db1,db2/quarry --server

            \(Status.help)
            """)

    @Argument(help: "A directory that quarry backup made.", completion: .directory)
    var backup: String?

    @OptionGroup var place: ServerDirectory

    @Flag(help: "Put it there even where a server's directory is; no other one is replaced.")
    var replace = false

    @Option(
        help: ArgumentHelp(
            "Restore nothing: give a database a new identity that was put back by other means.",
            valueName: "store"))
    var renew: String?

    @Flag(help: "With --renew: every database of a server.")
    var server = false

    func validate() throws {
        guard (backup == nil) != (renew == nil) else {
            throw ValidationError("Give a backup, or --renew.")
        }
        try ServerDirectory.check(backup, for: "The backup")
    }

    func run() async throws {
        if let renew {
            guard server else {
                try await ServerDirectory.checkStore(renew, verb: "renews")
                try await StoreLocation(renew).renew()
                return Terminal.note(
                    "\(StoreMedium.withoutPasswords(renew)) has a new identity")
            }
            for name in try await ServerMove.renew(ServerMove.Location(renew)) {
                Terminal.note("\(name) has a new identity")
            }
            return
        }
        umask(0o077)
        let directory = place.path
        Interrupt.listen(to: [SIGINT, SIGTERM])
        do {
            let (summary, old) = try await ServerBackup.restore(
                backup ?? "", to: directory, replacing: replace,
                stopping: { Interrupt.isRequested })
            if let old { Terminal.note("what was there is now at \(old)") }
            let lack = summary.lack.map { "; without \($0)" } ?? ""
            Terminal.note("\(directory): \(summary.words)\(lack)")
            if geteuid() == 0 { noteOwner(of: directory) }
            if let fault = summary.fault {
                throw Failure(
                    .failed, "\(directory) is restored, and \(fault)",
                    advice:
                        "Another backup may have them: copy its files to the same names below "
                        + "NAME.db.assets.")
            }
        } catch is CancellationError {
            throw Failure(
                .interrupted, "\(Interrupt.message); nothing was restored, and nothing replaced")
        } catch ServerBackup.Failure.exists(let path) {
            throw Failure(
                .failed, ServerBackup.Failure.exists(path).description,
                advice: "--replace moves it aside and restores.")
        } catch ServerBackup.Failure.notBackup(let path) {
            let manager = FileManager.default
            let isFile = manager.fileExists(atPath: path) && !manager.isDirectory(path)
            let isArchive = ["tar", "tgz", "gz", "bz2", "xz", "zst"].contains(
                URL(fileURLWithPath: path).pathExtension.lowercased())
            let advice =
                isArchive
                ? "Unpack it first: tar xf \(Shell.quoted(path)); restore the directory that it has."
                : "Name the directory that quarry backup has made."
            throw Failure(
                .failed, ServerBackup.Failure.notBackup(path).description,
                advice: isFile ? advice : nil)
        } catch let error as ServerBackup.Failure {
            guard case .cannotReplace(let path, _) = error else { throw error }
            throw Failure(
                .failed, error.description,
                advice: "Restore to a directory in it, \(path)/restored, and serve that one.")
        } catch let error as HostError {
            throw Failure(.failed, error.description, advice: "Stop the server first.")
        }
    }

    /// Says what gives a new directory to the user of a service, which could not open root's.
    private func noteOwner(of directory: String) {
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: StoreFile.target(of: directory))
        guard (attributes?[.ownerAccountID] as? NSNumber)?.intValue == 0 else { return }
        Terminal.note(
            "it belongs to root; for a server that runs as USER: chown -R USER: "
                + Shell.quoted(directory))
    }
}

extension ServerBackup.Summary {
    fileprivate var words: String {
        "\(Figures.count(databases, "database")), \(Figures.count(assets, "asset")), "
            + "\(Figures.grouped(Int(bytes))) bytes"
    }

    /// What records need and the copy does not have; nil where it has all.
    fileprivate var lack: String? {
        missing == lost
            ? nil
            : "\(Figures.count(missing - lost, "asset")) of records: lost at the server, or "
                + "replaced while it was copied"
    }

    /// What happened to a copy after it was made; nil where nothing did.
    fileprivate var fault: String? {
        var parts: [String] = []
        if lost > 0 {
            parts.append("the backup has lost \(Figures.count(lost, "asset")) of records")
        }
        if let first = damaged.first {
            parts.append(
                damaged.count == 1
                    ? "1 asset is damaged, \(first)"
                    : "\(Figures.count(damaged.count, "asset")) are damaged, such as \(first)")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}
#endif
