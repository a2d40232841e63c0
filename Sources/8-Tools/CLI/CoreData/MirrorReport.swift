import Foundation
import MirrorCore
import ObjectCore
import PredicateCore
import RecordCore
import RecordJSON

/// What a store keeps of its mirror, as `quarry coredata mirror` prints it and the page of
/// `quarry coredata serve` shows it.
struct MirrorReport {
    let status: MirrorStatus
    /// What the last known records have that objects do not; nil where nothing asked for it.
    let records: MirrorRecordReport?
    private let opened: OpenedObjects

    /// What is said of a store that nothing mirrors.
    static func absence(_ file: String) -> Failure {
        Failure(
            .failed, "\(file) is not mirrored by Quarry",
            advice: "An NSPersistentCloudKitContainer mirrors the stores whose descriptions have "
                + "cloudKitContainerOptions.")
    }

    /// Reads the mirror of a store; nil where nothing mirrors it.
    ///
    /// - Parameter readsRecords: Whether every last known record is looked at as well.
    init?(_ opened: OpenedObjects, readsRecords: Bool) throws {
        guard let status = try MirrorStatus(opened.store) else { return nil }
        self.status = status
        self.opened = opened
        records = readsRecords ? try MirrorRecordReport(opened.store) : nil
    }

    /// How an object is named: `Note/p3`; nil for one that went.
    private func name(_ entity: String, _ row: Int64) -> String? {
        row > 0 ? "\(entity)/p\(row)" : nil
    }

    // MARK: Text

    /// The status, a fact a line.
    ///
    /// - Parameters:
    ///   - changes: How many of what is to be sent.
    ///   - events: How many of the last events.
    func text(changes count: Int, events eventCount: Int) -> String {
        var lines = [
            "account: \(status.user ?? "none yet")",
            "zone: \(status.hasZone ? status.isReadAnew ? "being read again" : "made" : "not made yet")",
        ]
        if let lease = status.lease { lines.append(text(lease)) }
        if status.isSending { lines.append("a request was sent whose answer is not known") }
        if status.newTransactions > 0 {
            lines.append("saves not looked at yet: \(status.newTransactions)")
        }
        for (name, counts) in status.entities.sorted(by: { $0.key < $1.key }) {
            var parts = ["\(counts.objects) objects"]
            if counts.new > 0 { parts.append("\(counts.new) new") }
            if counts.edited > 0 { parts.append("\(counts.edited) edited") }
            if counts.deleted > 0 { parts.append("\(counts.deleted) deleted") }
            if counts.refused > 0 { parts.append("\(counts.refused) refused") }
            lines.append("\(name): \(parts.joined(separator: ", "))")
        }
        if status.links.all > 0 {
            lines.append("pairs: \(status.links.all), \(status.links.pending) to be sent")
        }
        for change in status.changes.prefix(count) { lines.append(text(change)) }
        if status.changes.count > count, count > 0 {
            lines.append("and \(Figures.grouped(status.changes.count - count)) more to be sent")
        }
        if status.waiting > 0 {
            lines.append("relationships whose record is not here yet: \(status.waiting)")
        }
        if status.originals > 0 {
            lines.append("records left behind by objects that moved: \(status.originals)")
        }
        lines += status.zones.filter { $0.share != nil }.map(text)
        lines += status.refusals.map { "refused: \($0)" }
        lines += status.orphans.map { "a record without an object: \($0)" }
        for one in records?.counts ?? [] {
            lines.append(
                "a field that the model does not have: \(one.entity) \(one.field), in "
                    + Figures.count(one.records, "record"))
        }
        if let count = records?.overtaken.count, count > 0 {
            lines.append("objects that another device changed meanwhile: \(count)")
        }
        lines += status.events.suffix(eventCount).map(\.text)
        return lines.joined(separator: "\n") + "\n"
    }

    private func text(_ lease: MirrorLease) -> String {
        let holder = lease.process.map { "\($0.program) (process \($0.number) on \($0.host))" }
        return "lease: \(holder ?? "a process") until \(lease.end)"
    }

    private func text(_ change: MirrorChange) -> String {
        let object =
            name(change.entity, change.row) ?? "\(change.entity) \(change.recordName ?? "")"
        let words =
            switch change.kind {
            case .new: "new \(object)"
            case .edited: "edited \(object): \(change.properties.joined(separator: ", "))"
            case .deleted: "deleted \(object)"
            case .pair, .pairDeleted:
                "\(change.kind == .pair ? "related" : "no longer related") \(object) by "
                    + change.properties.joined()
                    + (change.other.flatMap { name($0.entity, $0.row) }.map { " to \($0)" } ?? "")
            }
        let state =
            switch change.state {
            case .saved, .waiting: ""
            case .sent: ", sent"
            case .refused: ", refused"
            }
        return "to be sent: \(words)\(state)" + (change.since.map { ", since \($0)" } ?? "")
    }

    private func text(_ zone: MirrorZoneStatus) -> String {
        let title = zone.shareTitle.map { "\"\(DisplayWidth.printable($0))\" in " } ?? ""
        return "share: \(title)\(zone.id.name) of \(zone.id.owner), "
            + "\(Figures.count(zone.objects, "object")), "
            + Figures.count(zone.participants.count, "participant") + " beside the owner"
    }

    // MARK: JSON

    /// The status as JSON, dates as ISO 8601 text.
    ///
    /// - Parameters:
    ///   - changes: How many of what is to be sent.
    ///   - events: How many of the last events.
    ///   - isFailedOnly: Whether only events that failed are among them.
    func json(
        changes count: Int, events eventCount: Int, isFailedOnly: Bool = false
    ) throws -> OrderedJSON {
        let shown = Array(status.changes.prefix(count))
        let failed = status.events.filter { $0.error != nil }
        let events = isFailedOnly ? failed : status.events
        let labels = try labels(of: shown)
        return [
            "mirrored": .bool(true), "account": .text(status.user),
            "lease": status.lease.map(json) ?? .text(nil),
            "lastImport": date(status.lastImport), "lastExport": date(status.lastExport),
            "isSending": .bool(status.isSending), "isReadAgain": .bool(status.isReadAnew),
            "newTransactions": .number(status.newTransactions),
            "entities": .list(status.entities.sorted { $0.key < $1.key }.map(json)),
            "pairs": [
                "all": .number(status.links.all), "pending": .number(status.links.pending),
            ],
            "missingTargets": .number(status.waiting), "leftBehind": .number(status.originals),
            "changes": [
                "total": .number(status.changes.count),
                "shown": .list(shown.map { json($0, labels) }),
            ],
            "refusals": .list(status.refusals.map { json(MirrorRefusal($0)) }),
            "orphans": names(status.orphans), "zones": .list(status.zones.map(json)),
            "polled": .list(
                status.polled.map { ["type": .text($0.type), "date": date($0.date)] }),
            "events": [
                "total": .number(status.events.count), "failed": .number(failed.count),
                "last": status.events.last.map(json) ?? .text(nil),
                "shown": .list(events.suffix(eventCount).map(json)),
            ],
            "records": records.map(json) ?? .text(nil),
        ]
    }

    private func date(_ date: Date?) -> OrderedJSON {
        .text(
            date.flatMap {
                let milliseconds = ($0.timeIntervalSince1970 * 1000).rounded()
                return ISODate.text(Date(timeIntervalSince1970: milliseconds / 1000))
            })
    }

    /// The first of many names, and how many there are.
    private func names(_ names: [String]) -> OrderedJSON {
        ["total": .number(names.count), "shown": .texts(Array(names.prefix(100)))]
    }

    private func json(_ lease: MirrorLease) -> OrderedJSON {
        [
            "program": .text(lease.process?.program),
            "process": lease.process.map { .number(Int($0.number)) } ?? .text(nil),
            "host": .text(lease.process?.host), "until": date(lease.end),
        ]
    }

    private func json(_ entity: (key: String, value: MirrorStatus.Counts)) -> OrderedJSON {
        [
            "name": .text(entity.key), "objects": .number(entity.value.objects),
            "new": .number(entity.value.new), "edited": .number(entity.value.edited),
            "deleted": .number(entity.value.deleted), "refused": .number(entity.value.refused),
        ]
    }

    private func json(_ change: MirrorChange, _ labels: [String: String]) -> OrderedJSON {
        let object = name(change.entity, change.row)
        let other = change.other.flatMap { name($0.entity, $0.row) }
        return [
            "kind": .text(change.kind.rawValue), "state": .text(change.state.rawValue),
            "entity": .text(change.entity), "object": .text(object),
            "label": .text(object.flatMap { labels[$0] }), "recordName": .text(change.recordName),
            "properties": .texts(change.properties), "other": .text(other),
            "otherLabel": .text(other.flatMap { labels[$0] }), "since": date(change.since),
            "refusal": change.refusal.map { json(MirrorRefusal($0)) } ?? .text(nil),
            "zone": .text(change.zone?.name),
        ]
    }

    private func json(_ refusal: MirrorRefusal) -> OrderedJSON {
        ["code": .number(refusal.code), "field": .text(refusal.field), "text": .text(refusal.text)]
    }

    private func json(_ zone: MirrorZoneStatus) -> OrderedJSON {
        [
            "name": .text(zone.id.name), "owner": .text(zone.id.owner),
            "hasToken": .bool(zone.hasToken), "isReadAgain": .bool(zone.isReadAnew),
            "isChanged": .bool(zone.isChanged), "objects": .number(zone.objects),
            "share": zone.share.map { share -> OrderedJSON in
                [
                    "title": .text(zone.shareTitle), "url": .text(share.url?.absoluteString),
                    "participants": .number(zone.participants.count),
                    "accepted": .number(zone.participants.count { $0.acceptance == .accepted }),
                ]
            } ?? .text(nil),
        ]
    }

    private func json(_ event: MirrorLogEntry) -> OrderedJSON {
        [
            "id": .text(event.id.uuidString), "kind": .text(event.kindName),
            "start": date(event.start), "end": date(event.end), "count": .number(event.count),
            "error": event.error.map { error -> OrderedJSON in
                [
                    "domain": .text(error.domain), "code": .number(error.code),
                    "text": .text(error.text),
                ]
            } ?? .text(nil),
            "notes": .texts(event.notes),
        ]
    }

    private func json(_ records: MirrorRecordReport) -> OrderedJSON {
        [
            "fields": .list(
                records.counts.map {
                    [
                        "entity": .text($0.entity), "field": .text($0.field),
                        "records": .number($0.records),
                    ]
                }),
            "extras": .list(
                records.extras.prefix(100).map {
                    [
                        "object": .text(name($0.object.entity, $0.object.row)),
                        "recordName": .text($0.name), "fields": .texts($0.fields),
                    ]
                }),
            "overtaken": names(records.overtaken.compactMap { name($0.entity, $0.row) }),
        ]
    }

    /// What the objects of changes are called, by their names.
    private func labels(of changes: [MirrorChange]) throws -> [String: String] {
        var keys: Set<ObjectKey> = []
        func add(_ entity: String, _ row: Int64) {
            guard row > 0, let entity = opened.model.entity(named: entity) else { return }
            keys.insert(ObjectKey(entity: entity.number, row: row))
        }
        for change in changes {
            add(change.entity, change.row)
            if let other = change.other { add(other.entity, other.row) }
        }
        var labels: [String: String] = [:]
        for row in try opened.store.rows(Array(keys)).compactMap({ $0 }) {
            labels[opened.name(row.key)] = ObjectLabel.text(row, opened.model)
        }
        return labels
    }
}

extension MirrorLogEntry {
    /// What was done, as one word.
    var kindName: String {
        switch kind {
        case .setup: "setup"
        case .import: "import"
        case .export: "export"
        }
    }

    /// The event on a line: when it began, what it was, and how many objects or why it failed.
    var text: String {
        let outcome = error.map { "\($0.domain) \($0.code): \($0.text)" } ?? "\(count)"
        return "\(start) \(kindName): \(outcome)" + notes.map { "\n  \($0)" }.joined()
    }
}
