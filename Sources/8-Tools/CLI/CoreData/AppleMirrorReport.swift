import Foundation
import ObjectCore
import RecordJSON

/// What Core Data on Apple's systems keeps of its mirror in a store's file, as `quarry coredata mirror`
/// prints it where Quarry never mirrored the store.
struct AppleMirrorReport {
    private let mirror: AppleMirror

    /// Reads the state of Apple's mirror; nil where the file has none.
    init?(_ store: any ObjectStore) throws {
        guard let mirror = try (store as? any AppleMirrorReading)?.appleMirror() else { return nil }
        self.mirror = mirror
    }

    private struct Counts {
        var records = 0
        var toSend = 0
        var toDelete = 0
    }

    /// The counts of each entity, by name; those of records without an entity under an empty text.
    private var counts: [(entity: String, counts: Counts)] {
        var counts: [String: Counts] = [:]
        for entry in mirror.entries {
            var one = counts[entry.entity ?? ""] ?? Counts()
            one.records += 1
            if entry.needsUpload { one.toSend += 1 }
            if entry.needsCloudDelete { one.toDelete += 1 }
            counts[entry.entity ?? ""] = one
        }
        return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Record names that two rows have.
    private var doubled: [String] {
        var known: Set<String> = []
        var doubled: Set<String> = []
        for entry in mirror.entries {
            let name = (entry.zone ?? "") + "/" + entry.recordName
            if !known.insert(name).inserted { doubled.insert(entry.recordName) }
        }
        return doubled.sorted()
    }

    /// The state, a fact a line.
    ///
    /// - Parameter eventCount: How many of the last events.
    func text(events eventCount: Int) -> String {
        var lines = [
            "mirrored by Core Data on Apple's systems, not by Quarry",
            "account: \(mirror.user ?? "none")",
        ]
        for (entity, counts) in counts {
            var parts = [Figures.count(counts.records, "record")]
            if counts.toSend > 0 { parts.append("\(counts.toSend) to be sent") }
            if counts.toDelete > 0 { parts.append("\(counts.toDelete) to be deleted") }
            let name = entity.isEmpty ? "an entity that the file does not name" : entity
            lines.append("\(name): \(parts.joined(separator: ", "))")
        }
        for zone in mirror.zones {
            let date = zone.lastFetch.map { ", last fetched \($0)" } ?? ""
            lines.append(
                "zone: \(zone.name) of \(zone.owner)\(zone.hasToken ? "" : ", never read")\(date)")
        }
        lines += doubled.map { "a record name that two objects have: \($0)" }
        lines += mirror.events.suffix(eventCount).map(text)
        return lines.joined(separator: "\n") + "\n"
    }

    private func kind(_ event: AppleMirror.Event) -> String {
        switch event.kind {
        case 0: "setup"
        case 1: "import"
        case 2: "export"
        case let other: "event of the type \(other)"
        }
    }

    private func text(_ event: AppleMirror.Event) -> String {
        let outcome =
            event.errorDomain.map { "\($0) \(event.errorCode)" }
            ?? (event.end == nil ? "not ended" : event.succeeded ? "\(event.count)" : "failed")
        return "\(event.start.map { "\($0) " } ?? "")\(kind(event)): \(outcome)"
    }

    private func date(_ date: Date?) -> OrderedJSON { .text(date.flatMap(ISODate.text)) }

    /// The state as JSON, dates as ISO 8601 text.
    ///
    /// - Parameter eventCount: How many of the last events.
    func json(events eventCount: Int) -> OrderedJSON {
        [
            "mirrored": .bool(false), "mirroredByApple": .bool(true), "account": .text(mirror.user),
            "entities": .list(
                counts.map { entity, counts in
                    [
                        "name": .text(entity.isEmpty ? nil : entity),
                        "records": .number(counts.records), "toBeSent": .number(counts.toSend),
                        "toBeDeleted": .number(counts.toDelete),
                    ]
                }),
            "zones": .list(
                mirror.zones.map { zone in
                    [
                        "name": .text(zone.name), "owner": .text(zone.owner),
                        "hasToken": .bool(zone.hasToken), "lastFetch": date(zone.lastFetch),
                    ]
                }),
            "doubled": .texts(doubled),
            "events": .list(
                mirror.events.suffix(eventCount).map { event in
                    [
                        "kind": .text(kind(event)), "start": date(event.start),
                        "end": date(event.end), "succeeded": .bool(event.succeeded),
                        "errorDomain": .text(event.errorDomain),
                        "errorCode": .number(event.errorCode), "count": .number(event.count),
                    ]
                }),
        ]
    }
}
