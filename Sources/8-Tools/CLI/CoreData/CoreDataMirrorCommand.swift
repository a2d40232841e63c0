import ArgumentParser
import Foundation
import MirrorCore
import ObjectCore

/// `quarry coredata mirror`: what a store keeps of its mirror in CloudKit.
struct CoreDataMirrorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mirror",
        abstract: "Show what a store that CloudKit mirrors has still to send, and why.",
        discussion: """
            Shown are the account, the zone, the objects and what is to be sent by
            entity, what the server refused, and the last events. The store is only
            read.

            With --watch, events are printed as they happen, those of other processes
            too, until Ctrl-C or SIGTERM, which end it with 0.

            EXAMPLES
              quarry coredata mirror Notes.sqlite
              quarry coredata mirror Notes.sqlite --events 50
              quarry coredata mirror Notes.sqlite --watch

            \(Status.help)
            """)

    @OptionGroup var place: ObjectFileOptions

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
    }

    func run() async throws {
        if watch { Interrupt.listen(to: [SIGINT, SIGTERM]) }
        try await place.withStore { opened in
            guard let status = try MirrorStatus(opened.store) else {
                throw Failure(
                    .failed, "\(place.file) is not mirrored by Quarry",
                    advice: "An NSPersistentCloudKitContainer mirrors the stores whose "
                        + "descriptions have cloudKitContainerOptions.")
            }
            let output = Output()
            try output.write(status.text(events: max(0, events)))
            try output.flush()
            if watch { try await follow(opened.store, after: status.events.last?.id, output) }
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
            var left = interval
            while left > 0, !Interrupt.isRequested {
                try await Task.sleep(for: .seconds(min(left, 0.1)))
                left -= 0.1
            }
        }
    }
}

extension MirrorLogEntry {
    /// The event on a line: when it began, what it was, and how many objects or why it failed.
    fileprivate var text: String {
        let name =
            switch kind {
            case .setup: "setup"
            case .import: "import"
            case .export: "export"
            }
        let outcome = error.map { "\($0.domain) \($0.code): \($0.text)" } ?? "\(count)"
        return "\(start) \(name): \(outcome)"
    }
}

extension MirrorStatus {
    /// The status, a fact a line.
    fileprivate func text(events count: Int) -> String {
        var lines = [
            "account: \(user ?? "none yet")",
            "zone: \(hasZone ? isReadAnew ? "being read again" : "made" : "not made yet")",
        ]
        if isSending { lines.append("a request was sent whose answer is not known") }
        if newTransactions > 0 { lines.append("saves not looked at yet: \(newTransactions)") }
        for (name, counts) in entities.sorted(by: { $0.key < $1.key }) {
            var parts = ["\(counts.objects) objects"]
            if counts.new > 0 { parts.append("\(counts.new) new") }
            if counts.edited > 0 { parts.append("\(counts.edited) edited") }
            if counts.deleted > 0 { parts.append("\(counts.deleted) deleted") }
            if counts.refused > 0 { parts.append("\(counts.refused) refused") }
            lines.append("\(name): \(parts.joined(separator: ", "))")
        }
        if links.all > 0 { lines.append("pairs: \(links.all), \(links.pending) to be sent") }
        if waiting > 0 { lines.append("relationships whose record is not here yet: \(waiting)") }
        lines += refusals.map { "refused: \($0)" }
        lines += orphans.map { "a record without an object: \($0)" }
        lines += events.suffix(count).map(\.text)
        return lines.joined(separator: "\n") + "\n"
    }
}
