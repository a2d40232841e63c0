import ArgumentParser
import Foundation
import MirrorCore
import ObjectCore
import RecordJSON

/// `quarry coredata mirror`: what a store keeps of its mirror in CloudKit.
struct CoreDataMirrorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mirror",
        abstract: "Show what a store that CloudKit mirrors has still to send, and why.",
        discussion: """
            Shown are the account, the zones and their shares, the process that works
            on the store, the objects of each entity, what is to be sent since when,
            what the server refused, fields of records that the model does not have,
            and the last events. The store is only read. `quarry coredata serve` shows
            the same in a browser.

            Of a store that Quarry never mirrored, and Core Data on an Apple system did,
            its state is shown instead: records, zones, events.

            With --watch, events are printed as they happen, those of other processes
            too, until Ctrl-C or SIGTERM, which end it with 0.

            EXAMPLES
              quarry coredata mirror Notes.sqlite
              quarry coredata mirror Notes.sqlite --events 50
              quarry coredata mirror Notes.sqlite --format json | jq '.changes.total'
              quarry coredata mirror Notes.sqlite --watch

            \(Status.help)
            """)

    /// How it is printed.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        /// For people.
        case text
        /// One object for programs.
        case json
    }

    @OptionGroup var place: ObjectFileOptions

    @Option(help: ArgumentHelp("How many of what is to be sent.", valueName: "count"))
    var changes = 20

    @Option(help: "How to print.")
    var format: Format = .text

    @Option(help: ArgumentHelp("How many of the last events.", valueName: "count"))
    var events = 10

    @Flag(help: "Go on, and print events as they happen.")
    var watch = false

    @Option(
        help: ArgumentHelp("With --watch: seconds between two looks.", valueName: "seconds"))
    var interval = 1.0

    func validate() throws {
        guard interval >= 0.01, interval <= 86_400 else {
            throw ValidationError("--interval is 0.01 to 86400 seconds.")
        }
        guard !watch || format == .text else {
            throw ValidationError("--watch prints lines of text: leave out --format json.")
        }
    }

    func run() async throws {
        if watch { Interrupt.listen(to: [SIGINT, SIGTERM]) }
        try await place.withStore { opened in
            let output = Output()
            let (changes, events) = (max(0, changes), max(0, events))
            guard let report = try MirrorReport(opened, readsRecords: true) else {
                guard !watch, let apple = try AppleMirrorReport(opened.store) else {
                    throw MirrorReport.absence(place.file)
                }
                switch format {
                case .text: try output.write(apple.text(events: events))
                case .json: try output.write(apple.json(events: events).line)
                }
                return try output.flush()
            }
            switch format {
            case .text: try output.write(report.text(changes: changes, events: events))
            case .json: try output.write(report.json(changes: changes, events: events).line)
            }
            try output.flush()
            if watch {
                try await follow(opened.store, after: report.status.events.last?.id, output)
            }
        }
    }

    /// Prints events until a signal comes.
    private func follow(
        _ store: any ObjectStore, after event: UUID?, _ output: Output
    ) async throws {
        let log = MirrorEventLog(store)
        var last = event
        Terminal.note("watching \(place.file); Ctrl-C ends")
        while !Interrupt.isRequested {
            let entries = try log.entries()
            // All of them where the last one was dropped meanwhile.
            let start = entries.lastIndex { $0.id == last }.map { $0 + 1 } ?? 0
            for entry in entries[start...] { try output.line(entry.text) }
            try output.flush()
            last = entries.last?.id ?? last
            try await Interrupt.wait(seconds: interval)
        }
    }
}
