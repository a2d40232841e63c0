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

            EXAMPLES
              quarry coredata mirror Notes.sqlite
              quarry coredata mirror Notes.sqlite --events 50

            \(Status.help)
            """)

    @OptionGroup var place: ObjectFileOptions

    @Option(help: ArgumentHelp("How many of the last events.", valueName: "count"))
    var events = 10

    func run() async throws {
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
        }
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
        for event in events.suffix(count) {
            let names: [MirrorEvent.Kind: String] = [
                .setup: "setup", .import: "import", .export: "export",
            ]
            let outcome =
                event.error.map { "\($0.domain) \($0.code): \($0.text)" } ?? "\(event.count)"
            lines.append("\(event.start) \(names[event.kind] ?? ""): \(outcome)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
