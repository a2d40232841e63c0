// Whether shares may be saved, and what becomes of the books of shares.

extension SaveWork {
    /// Whether a participant may write the record, and a share may be where it is to be.
    ///
    /// - Returns: The record as a share, if it is a new one.
    mutating func checkShare(
        _ record: Record, against previous: Record?,
        _ context: @autoclosure () -> [String: String]
    ) throws -> Share? {
        // Participants change records, and the list of participants only as its administrators.
        if procedure.permissions != nil, record.type == Share.recordType {
            guard let previous,
                Share(previous)?.isAdministered(by: procedure.request.user) == true,
                record.parent == nil || record.parent == previous.parent,
                record.fields.allSatisfy({ field, value in
                    field == Share.participantsField || field == Share.requestsField
                        || value == previous[field]
                })
            else { throw StoreError.denied(.write, context()) }
            return nil
        }
        if let previous, access != nil, try access?.permission(of: previous.id) != .readWrite {
            throw StoreError.denied(.write, context())
        }
        guard let share = Share(record), previous == nil, !procedure.isPublic else { return nil }
        let zone = record.id.zone
        let deleted = try deletedShares ?? sharesDeleted(in: zone)
        deletedShares = deleted
        let isTaken: Bool
        if newShares.contains(where: {
            $0.isZoneWide || share.isZoneWide || $0.root == share.root
        }) {
            isTaken = true
        } else if share.isZoneWide {
            isTaken = try transaction.hasShare(in: zone, besides: deleted)
        } else if try !deleted.contains(Share.zoneWideName) && isPresent(Share.zoneWideName, zone) {
            isTaken = true
        } else if let root = share.root {
            let entries = try transaction.shareEntries(
                ShareEntry.Key(.record, root.name), in: zone)
            isTaken = entries.contains { $0.isPresent && !deleted.contains($0.share) }
        } else {
            isTaken = false
        }
        if isTaken { throw StoreError(.alreadyShared, context()) }
        return share
    }

    /// Whether a share exists in a zone.
    private func isPresent(_ share: String, _ zone: ZoneID) throws -> Bool {
        try transaction.isInShare(ShareEntry.Key(.share, share), in: zone)
    }

    /// Those of a zone's shares that the request deletes for certain.
    ///
    /// A zone whose share stays after all is undone in an atomic request. In another one the
    /// deletion must be allowed, and no record may refer to the share.
    private mutating func sharesDeleted(in zone: ZoneID) throws -> Set<String> {
        let request = procedure.request
        var deleted: Set<String> = []
        for (place, deletion) in request.deletions.enumerated() where deletion.id.zone == zone {
            guard try isPresent(deletion.id.name, zone) else { continue }
            if try request.isAtomic || isDeletedAlone(place) { deleted.insert(deletion.id.name) }
        }
        return deleted
    }

    /// Whether nothing that is stored or to be saved keeps a deletion from being done.
    private mutating func isDeletedAlone(_ place: Int) throws -> Bool {
        let request = procedure.request
        let id = request.deletions[place].id
        guard request.deletions.count(where: { $0.id == id }) == 1,
            !request.saves.contains(where: { item in
                item.record.id == id || item.record.parent == id
                    || References.strong(in: item.record).contains { $0.recordID == id }
            }),
            try transaction.children(of: id).isEmpty,
            try transaction.referrers(of: id, action: .validate).isEmpty,
            try transaction.referrers(of: id, action: .deleteSelf).isEmpty
        else { return false }
        do {
            return try deletable(place, duplicates: []) != nil
        } catch is StoreError {
            return false  // The deletion itself reports why.
        }
    }

    /// Brings the books of shares in line with what was written.
    mutating func keepShares() throws {
        guard !procedure.isPublic, !changes.isEmpty else { return }
        for (id, changes) in Dictionary(grouping: changes, by: \.zone) {
            guard let id, try transaction.zone(id)?.tracksChanges == true else { continue }
            // Where the zone alone is shared its records have no entries.
            let hasShares = try transaction.hasShare(in: id, besides: [Share.zoneWideName])
            guard hasShares || changes.contains(where: \.isOfShare) else { continue }
            var registry = ShareRegistry(
                transaction, zone: id, hasShares: hasShares, now: procedure.now,
                user: procedure.request.user)
            try registry.keep(changes, &result)
        }
    }
}
