import PredicateCore
import RecordCore

// Objects that are in shares, and what they left behind in the zones that they moved out of.
extension MirrorExport {
    /// The zone of the share that a record is in, or is to be; nil for none.
    func zone(of name: String) throws -> ZoneID? {
        if let object = try state.object(name) { return object.zone }
        return try state.link(name)?.zone
    }

    /// New objects that are in no share, where there is no other zone, with their entities.
    func unplaced() throws -> [(name: String, entity: String)] {
        try state.names("p/").compactMap { name in
            guard let object = try state.object(name), object.zone == nil else { return nil }
            return (name, object.entity)
        }
    }

    /// The next deletions of what objects left behind that moved, once the server has them where they
    /// are now; nil where nothing is to be deleted.
    func nextOriginals(limit: Int, skipping skipped: Set<String>) throws -> MirrorRequest? {
        var items: [MirrorRequest.Item] = []
        var zone: ZoneID?
        for key in try state.keys("m/") where items.count < limit {
            guard let original = try state.original(key: key), !skipped.contains(original.name),
                items.isEmpty || original.zone == zone
            else { continue }
            switch try state.pending(original.name)?.kind {
            case .all, .link: continue
            case .fields, .deletion, nil: break
            }
            zone = original.zone
            items.append(
                MirrorRequest.Item(
                    name: original.name, pending: MirrorPending(.deletion),
                    // Nil deletes whatever is there: a record that is not known is read before.
                    tag: original.base.map { $0.system?.changeTag ?? "" }))
        }
        guard !items.isEmpty else { return nil }
        let request = MirrorRequest(items: items, zone: zone, isOfOriginals: true)
        try state.setRequest(request)
        return request
    }

    func finishOriginals(
        _ request: MirrorRequest, _ result: MirrorSaveResult
    ) throws -> Outcome {
        var outcome = Outcome()
        for (item, failure) in zip(request.items, result.deletions) {
            guard let failure, !failure.isUnknownItem else {
                state.removeOriginal(item.name, in: request.zone)
                outcome.count += 1
                continue
            }
            if failure.isConflict, let server = failure.server {
                outcome.originals.append(server)
                outcome.conflict = failure
            } else if failure.isOfZone {
                outcome.zoneError = failure
            } else if !failure.isOfBatch {
                outcome.errors[item.name] = failure
            }
        }
        // They are kept, to be deleted by a later run.
        for item in request.items.dropFirst(result.deletions.count) {
            outcome.errors[item.name] = MirrorUnanswered.error
        }
        try state.setRequest(nil)
        return outcome
    }

    /// Whether an object or a pair is in another zone by now.
    func hasMoved(_ name: String, from zone: ZoneID?) throws -> Bool {
        guard try state.object(name) != nil || state.link(name) != nil else { return false }
        return try self.zone(of: name) != zone
    }

    /// What was sent is to be deleted in the zone that the object moved out of meanwhile.
    func leave(_ stored: Record, sent: Record, _ name: String, in zone: ZoneID?) throws {
        let before = try state.original(name, in: zone)?.base
        var left = sent
        left.fields = (before?.fields ?? [:]).merging(sent.fields) { $1 }
        left.system = stored.system
        try state.setOriginal(MirrorOriginal(name: name, zone: zone, base: left))
    }
}
