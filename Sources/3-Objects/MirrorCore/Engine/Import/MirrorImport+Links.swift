import ObjectCore
import RecordCore

extension MirrorImport {
    /// Takes a record that joins a pair into the state.
    mutating func note(_ record: Record) throws {
        let name = record.id.name
        if try isDeleted(record) { return }
        if var known = try state.link(name) {
            if known.zone != zoneID {
                guard isNearer(zoneID, than: known.zone) else {
                    if zoneID != nil { try state.noteMovedByOthers(name) }
                    return try noteCopy(of: known, name)
                }
                if known.isUploaded, hasOwnZone,
                    try known.zone != nil || leavesObject(of: known)
                {
                    try leaveLink(name, in: known.zone)
                }
            }
            if known.zone != nil, known.zone != zoneID || !known.isUploaded {
                // Another device moved it here, and deletes what it moved.
                if try leavesObject(of: known) {
                    try state.noteMovedByOthers(name)
                } else {
                    state.removeOriginal(name, in: nil)
                }
            }
            known.zone = zoneID
            // Another device moved it as well, and was first.
            if try state.pending(name)?.kind == .link { state.setPending(name, nil) }
            known.isUploaded = true
            known.epoch = zone.epoch
            try state.setLink(name, known)
            return
        }
        do {
            var link = try codec.link(of: record, epoch: zone.epoch)
            link.zone = zoneID
            // The pair was joined here as well, and not sent: this record is the one.
            for (other, known) in try state.links(like: link)
            where known.zone == zoneID && !known.isUploaded {
                guard try state.pending(other)?.kind == .link else { continue }
                try state.setLink(other, nil)
                state.setPending(other, nil)
                link.isApplied = known.isApplied
            }
            try state.setLink(name, link)
            try noteRelated(link)
        } catch let problem as MirrorRecordProblem {
            notes.append(problem.sentence)
        }
    }

    /// The zone has a record of a pair whose record in another zone counts.
    private func noteCopy(of link: MirrorLink, _ name: String) throws {
        guard hasOwnZone, link.zone?.owner == zoneID?.owner || zoneID == nil,
            try state.original(name, in: zoneID) == nil
        else { return }
        let copy = MirrorOriginal(name: name, zone: zoneID, base: nil, isMovedByOthers: true)
        if try state.pending(name)?.kind == .deletion {
            try state.setOriginal(copy)
        } else {
            try state.noteCopy(copy)
        }
    }

    /// Whether an object of a pair was sent again to where another device had moved it away.
    private func leavesObject(of link: MirrorLink) throws -> Bool {
        try [link.first, link.second].contains { name in
            try state.original(name, in: nil)?.isMovedByOthers == true
        }
    }

    /// The place of a link's relationship among those of an object.
    func place(_ link: MirrorLink, of key: ObjectKey) -> Int? {
        codec.shape(of: key.entity)?.links.first {
            $0.isFirst && $0.link.first.entity == link.entity
                && $0.link.first.relationship == link.relationship
        }?.relationship.place
    }

    /// Joins the objects of a pair, where both are here.
    mutating func join(_ name: String) throws {
        guard var link = try state.link(name), !link.isApplied,
            try state.pending(name)?.kind != .deletion,
            let first = try key(of: link.first), let second = try key(of: link.second),
            try has(first), try has(second), let place = place(link, of: first)
        else { return }
        link.isApplied = true
        try state.setLink(name, link)
        guard try !isJoined(first, second, place) else { return }
        memberships.append(ObjectMembership(key: first, relationship: place, added: [second]))
        members[MembersKey(relationship: place, key: first)]?.insert(second)
        drafts[first]?.isMember = true
        drafts[second]?.isMember = true
    }

    /// Whether two objects are joined, with what the page changed so far.
    private mutating func isJoined(
        _ first: ObjectKey, _ second: ObjectKey, _ place: Int
    ) throws -> Bool {
        let members = MembersKey(relationship: place, key: first)
        if self.members[members] == nil {
            let isNew = drafts[first]?.isNew != false
            self.members[members] = isNew ? [] : Set(try store.members(place, of: [first])[0])
        }
        return self.members[members]?.contains(second) == true
    }

    mutating func removeLink(_ name: String) throws {
        try state.forgetCopy(name, in: zoneID)
        guard let link = try state.link(name) else { return }
        guard link.zone == zoneID else {
            // The pair was taken apart before the other device knew that it moved.
            guard let original = try state.original(name, in: zoneID), !original.isMovedByOthers
            else { return }
            state.removeOriginal(name, in: zoneID)
            try part(link, name)
            try state.deleteLink(name)
            return
        }
        if try isSentAnew(name, link.isUploaded) { return }
        try part(link, name)
        try state.deleteCopies(of: name)
        try state.setLink(name, nil)
        state.setPending(name, nil)
    }

    /// Takes the objects of a pair apart, where no other record joins them.
    private mutating func part(_ link: MirrorLink, _ name: String) throws {
        guard link.isApplied else { return }
        // Two devices may have made a record each for one pair.
        for (otherName, other) in try state.links(like: link)
        where otherName != name && other.isApplied {
            if try state.pending(otherName)?.kind != .deletion { return }
        }
        guard let first = try key(of: link.first), let second = try key(of: link.second),
            try has(first), try has(second), let place = place(link, of: first),
            try isJoined(first, second, place)
        else { return }
        memberships.append(ObjectMembership(key: first, relationship: place, removed: [second]))
        members[MembersKey(relationship: place, key: first)]?.remove(second)
        drafts[first]?.isMember = true
        drafts[second]?.isMember = true
    }
}
