import ArgumentParser
import Foundation
import RecordCore
import Stores

#if Server
import ServerCore
#endif

/// `quarry move`: a database in another place.
struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a database to another place while it is in use.",
        discussion: """
            From a SQLite file to PostgreSQL, back, or between two of a kind. FROM stays in
            use: a first pass copies everything, the next ones copy what has changed. When
            little changes any more, FROM refuses writes, and a last pass reads all of it
            at both ends and compares. Writes are refused for as long as that takes;
            programs get "zone busy" and try again.

            TO takes over the identity of FROM: sync tokens, change tags, cursors and
            subscriptions of clients stay good. FROM can then be read and no longer
            written; point the server at TO and start it again.

            To continue a move that was stopped, run the same command again. Until the move
            ends, no other process can open TO. --cancel gives up: FROM takes writes again.
            Where TO is lost, --cancel --without-target has FROM take writes without it.

            With --server, FROM and TO are servers: a directory, or postgres://… as quarry
            serve --database-url takes it. Every container in both environments is moved,
            then the accounts; nothing of TO can be opened by a server before all is there.

            EXAMPLES
              quarry move --from notes.db --to 'postgres://db1,db2/app?schema=notes'
              quarry move --from 'postgres://db1/app?schema=notes' --to notes.db
              quarry move --server --from /var/lib/quarry --to postgres://db1,db2/quarry

            \(Status.help)
            """)

    @Option(
        help: ArgumentHelp("The database that is moved; it must exist.", valueName: "store"),
        completion: .file())
    var from: String

    @Option(
        help: ArgumentHelp(
            "Where it is to be: nothing, or a move that was stopped.", valueName: "store"),
        completion: .file())
    var to: String

    @Flag(help: "Move everything of a server.")
    var server = false

    @Flag(help: "Give up a move that was stopped; FROM takes writes again.")
    var cancel = false

    @Flag(help: "With --cancel: TO is lost, and is not looked at.")
    var withoutTarget = false

    func validate() throws {
        guard cancel || !withoutTarget else {
            throw ValidationError("--without-target is for --cancel.")
        }
    }

    func run() async throws {
        if server { umask(0o077) }
        #if Server
        if !server, !cancel {
            try await ServerDirectory.checkStore(from, verb: "moves")
        }
        #endif
        var move = try stores()
        if cancel, withoutTarget {
            try await move.cancelWithoutTarget()
            return Terminal.note("\(StoreMedium.withoutPasswords(from)) takes writes again")
        }
        if cancel {
            do { try await move.cancel() } catch let error as StoreError where error.code == .full {
                var failure = Failure(error)
                failure.advice =
                    "TO has to keep that the move is given up. Make room there, or remove the files of TO, "
                    + "and give the command again."
                throw failure
            } catch let error as StoreError where error.code == .cannotOpen {
                var failure = Failure(error)
                failure.advice =
                    "Where TO is lost, --cancel --without-target has FROM take writes again without it."
                throw failure
            }
            return Terminal.note("\(StoreMedium.withoutPasswords(from)) takes writes again")
        }
        let bar = ProgressBar("move", unit: "rows")
        move.progress = {
            bar.update($0.done, fraction: Double($0.done) / Double($0.total))
        }
        defer { bar.finish() }
        let reports = try await move.run()
        bar.finish()
        for (part, report) in reports { try MoveCommand.show(report, of: part) }
    }

    /// What is moved: a store, or every store of a server.
    private func stores() throws -> StoreMove {
        guard server else {
            if FileManager.default.isDirectory(from) {
                throw Failure(
                    .usage, "\(from) is a directory", advice: "--server moves that of a server.")
            }
            return StoreMove(from: try StoreLocation(from), to: try StoreLocation(to))
        }
        #if Server
        return try ServerMove(from: from, to: to).stores(makesTarget: !withoutTarget)
        #else
        throw BuiltWithoutServer.failure("quarry move --server")
        #endif
    }

    /// Shows what a move came to.
    private static func show(_ report: MoveReport, of part: StoreMove.Part) throws {
        guard !report.isOld else {
            Terminal.note("\(part.name) is at \(part.target) already")
            return
        }
        var table = Table(header: ["", "source", "target"])
        for row in report.rows {
            table.append(
                [Table.Cell(text: row.kind), .number(row.source), .number(row.target)])
        }
        try Output.print(
            (table.flush() + "sha256 \(report.digest), the same at both ends\n").utf8)
        Terminal.note(
            "\(part.name) is at \(part.target) now: \(report.passes) passes, writes refused for "
                + "\(Figures.fixed(report.refused.seconds, 1)) s")
    }
}
