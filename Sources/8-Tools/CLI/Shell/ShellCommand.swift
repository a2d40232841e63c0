import ArgumentParser
import Foundation
import RecordCore

/// `quarry shell`: questions to a store, line by line.
struct ShellCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shell",
        abstract: "Ask a store questions at a prompt, with completion and history.",
        discussion: """
            At a terminal Tab completes, and the arrow keys recall earlier lines, which are
            kept in ~/.local/state/quarry/history; Ctrl-C ends a query that takes long, and
            the shell with it. Otherwise statements are read line by line, and the exit
            code is that of the first that failed. Nothing is changed in the store.

            EXAMPLES
              quarry shell cities.db
              echo 'City where population > 1000000 order by name limit 5' |
                quarry shell cities.db --format jsonl

            STATEMENTS
            \(ShellDirective.text)

            \(Status.help)
            """)

    @Argument(
        help: ArgumentHelp("The store, in place of --store.", valueName: "store"),
        completion: .file())
    var location: String?

    @OptionGroup var place: StoreOptions

    @Option(help: "How to print; .format changes it.")
    var format: OutputFormat = .table

    func validate() throws {
        if location != nil, place.store != nil {
            throw ValidationError("Name the store once: quarry shell STORE, or with --store.")
        }
    }

    func run() async throws {
        var place = place
        if let location { place.store = location }
        try await place.withStore { store in
            let session = ShellSession(store, place: place, format: format)
            try await session.refresh()
            let reader = LineReader(prompt: "quarry> ")
            if reader.isInteractive {
                Terminal.note(
                    Style.dim(
                        "\(Figures.count(session.catalogue.types.count, "type")); .help explains, "
                            + ".quit leaves", Terminal.errorHasColour))
            }
            var first: Failure?
            while let line = try reader.next(complete: session.completer.complete) {
                do {
                    guard try await place.advising({ try await session.run(line) }) else { break }
                } catch {
                    var failure = Failure(error)
                    // The commands of the tool are none of the shell's.
                    let code = (error as? QueryProblem)?.code
                    if code == .unknownType {
                        failure.advice =
                            ".types lists the record types, .help explains, .quit leaves."
                    } else if code == .unknownField {
                        failure.advice = ".fields TYPE lists the fields of a type."
                    }
                    // Where the output goes nowhere, nothing is left to do.
                    if failure.status == .brokenPipe { throw failure }
                    failure.report()
                    first = first ?? failure
                }
            }
            if let first, !reader.isInteractive { throw Failure(first.status) }
        }
    }
}
