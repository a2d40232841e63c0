import Foundation
import PredicateCore
import RecordCore

extension MirrorExport {
    /// What an answer leaves to do.
    struct Outcome {
        /// The server's records of conflicts.
        var conflicts: [Record] = []
        /// The last of the conflicts, as the server said it.
        var conflict: MirrorCloudError?
        /// Records that are not at the server any more.
        var missing: [String] = []
        /// The server's records of objects that moved, which another device changed where they were.
        var originals: [Record] = []
        /// Records that were refused, or are to be sent again.
        var errors: [String: MirrorCloudError] = [:]
        /// The zone is not there.
        var zoneError: MirrorCloudError?
        /// How many records were saved and deleted.
        var count = 0

        /// Whether nothing of it is to be applied to objects.
        var isSettled: Bool { conflicts.isEmpty && missing.isEmpty && originals.isEmpty }
    }

    /// Takes in what became of each part.
    ///
    /// - Parameter isRepeated: Whether the request was sent before, and its answer lost.
    func finish(
        _ request: MirrorRequest, _ result: MirrorSaveResult, isRepeated: Bool
    ) throws -> Outcome {
        if request.isOfOriginals { return try finishOriginals(request, result) }
        let names = request.items.map(\.name)
        for kind in ["r/", "l/", "p/", "b/"] { try state.load(names.map { kind + $0 }) }
        var outcome = Outcome()
        var saves = result.saves.makeIterator()
        var deletions = result.deletions.makeIterator()
        for item in request.items {
            let error: MirrorCloudError?
            if let sent = item.record {
                switch saves.next() {
                case .success(let stored)?:
                    if try hasMoved(item.name, from: request.zone) {
                        try leave(stored, sent: sent, item.name, in: request.zone)
                    } else {
                        try take(stored, sent: sent, item)
                    }
                    outcome.count += 1
                    continue
                case .failure(let failure)?: error = failure
                case nil:
                    try leaveUnanswered(item, &outcome)
                    continue
                }
            } else {
                guard let answer = deletions.next() else {
                    try leaveUnanswered(item, &outcome)
                    continue
                }
                guard let failure = answer, !failure.isUnknownItem else {
                    try noteDeleted(item.name, in: request.zone)
                    try forget(item.name)
                    outcome.count += 1
                    continue
                }
                error = failure
            }
            guard let error else { continue }
            if isRepeated, error.isUnknownItem, let sent = item.record, sent.system == nil {
                // It was saved the first time, and another device deleted it since.
                outcome.missing.append(item.name)
                continue
            }
            try restore(item, in: request.zone)
            if error.isConflict {
                if let server = error.server {
                    outcome.conflicts.append(server)
                    outcome.conflict = error
                } else if item.record == nil {
                    try forget(item.name)
                } else {
                    outcome.errors[item.name] = error
                }
            } else if error.isUnknownItem, item.record?.system != nil {
                outcome.missing.append(item.name)
            } else if error.isOfZone {
                outcome.zoneError = error
            } else if !error.isOfBatch {
                outcome.errors[item.name] = error
                if !error.isTransient { try refuse(item.name, error) }
            }
        }
        try state.setRequest(nil)
        return outcome
    }

    /// Everything of a request is to be sent again.
    func restore(_ request: MirrorRequest) throws {
        // What is to be deleted of objects that moved is kept until it is.
        if request.isOfOriginals { return try state.setRequest(nil) }
        for item in request.items { try restore(item, in: request.zone) }
        try state.setRequest(nil)
    }

    /// Everything of a request is to be sent again, by others: it may have been done all the same,
    /// so that the server may have the records.
    func release(_ request: MirrorRequest) throws {
        // What is to be deleted of objects that moved is kept until it is.
        if !request.isOfOriginals { for item in request.items { try sendAgain(item) } }
        try state.setRequest(nil)
    }

    /// The server does not take a record, whatever is sent with it.
    func refuse(_ name: String, _ error: MirrorCloudError) throws {
        guard var pending = try state.pending(name) else { return }
        pending.refusal = "\(error.code) \(error.field ?? "") \(error.description)"
        state.setPending(name, pending)
    }

    /// What the answer does not mention may have been done: it is sent again, and the server may
    /// have the record.
    private func leaveUnanswered(_ item: MirrorRequest.Item, _ outcome: inout Outcome) throws {
        try sendAgain(item)
        outcome.errors[item.name] = MirrorUnanswered.error
    }

    private func restore(_ item: MirrorRequest.Item, in zone: ZoneID?) throws {
        if let record = item.record, record.system == nil { try markRefused(item.name, in: zone) }
        try sendAgain(item)
    }

    private func sendAgain(_ item: MirrorRequest.Item) throws {
        let now = try state.pending(item.name)
        switch item.pending.kind {
        case .deletion, .link:
            if now == nil { state.setPending(item.name, item.pending) }
        case .all, .fields:
            guard now?.kind != .deletion, try state.object(item.name) != nil else { return }
            let since = item.pending.since
            if case .fields(let fields) = item.pending.kind {
                try state.addPending(item.name, fields, since: since)
            } else {
                try state.addPending(item.name, nil, since: since)
            }
            if now == nil, let refusal = item.pending.refusal {
                state.setPending(
                    item.name, MirrorPending(item.pending.kind, refusal: refusal, since: since))
            }
        }
    }

    /// The server does not have the record from here.
    private func markRefused(_ name: String, in zone: ZoneID?) throws {
        if var object = try state.object(name), object.zone == zone {
            object.isUploaded = false
            state.setObject(name, object)
        } else if var link = try state.link(name), link.zone == zone {
            link.isUploaded = false
            try state.setLink(name, link)
        }
    }

    /// Keeps what was deleted until the zone tells so, as another device may have moved it into a share.
    ///
    /// The public database tells nothing of deletions.
    private func noteDeleted(_ name: String, in zone: ZoneID?) throws {
        if zoneID == .default { return }
        if let object = try state.object(name), object.row > 0 { return }
        try state.noteDeleted(MirrorOriginal(name: name, zone: zone, base: try state.base(name)))
    }

    private func forget(_ name: String) throws {
        try state.setLink(name, nil)
        // An object that was made again under the name stays.
        if let object = try state.object(name) {
            if object.row > 0 { return }
            // Pairs that other devices made meanwhile, or that a file of Apple's did not name.
            for (linkName, _) in try state.links(of: name) { try state.deleteLink(linkName) }
        }
        try state.forgetObject(name)
    }

    /// Keeps the server's record as the last known one.
    private func take(_ stored: Record, sent: Record, _ item: MirrorRequest.Item) throws {
        if try state.link(item.name) != nil { return }
        guard try state.object(item.name) != nil else { return }
        var known = sent
        known.system = stored.system
        if let base = try state.base(item.name) {
            known.fields = base.fields.merging(sent.fields) { _, new in new }
            known.parent = base.parent
            known.share = base.share
            known.encrypted.formUnion(base.encrypted)
        }
        known.fields = known.fields.filter { !$0.value.isNull }
        let theirs = stored.fields.filter { !$0.value.isNull }
        let isSame =
            theirs.count == known.fields.count
            && theirs.allSatisfy { MirrorCodec.isSame(known[$0.key], $0.value) }
        // Another device wrote meanwhile: its record comes with the next import.
        if !isSame { known.system?.changeTag = "" }
        try state.setBase(item.name, known)
    }
}

/// The answer to a request does not mention a part of it.
struct MirrorUnanswered: LocalizedError {
    var errorDescription: String? { "The server did not say what became of the record." }

    /// The error of such a part, with the code of an internal error.
    static var error: MirrorCloudError {
        let unanswered = MirrorUnanswered()
        return MirrorCloudError(
            code: 1, description: unanswered.localizedDescription, underlying: unanswered)
    }
}
