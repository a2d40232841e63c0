import ObjectCore

extension MirrorImport {
    mutating func remove(_ name: String) throws {
        guard let object = try state.object(name) else { return }
        let pending = try state.pending(name)
        if let pending, pending.kind != .deletion, object.row > 0 {
            notes.append(
                "An object of the entity '\(object.entity)' was deleted by another device and "
                    + "edited here; the deletion reached the server first.")
        }
        try state.deleteCopies(of: name)
        for (linkName, _) in try state.links(of: name) { try state.deleteLink(linkName) }
        if let key = try key(of: name), try has(key) {
            try unlink(key)
            deletions.insert(key)
            state.set(codec.entryKey(of: key), nil)
        }
        try state.forgetObject(name)
    }

    /// Empties the relationships that point at an object.
    mutating func unlink(_ key: ObjectKey) throws {
        let entity = codec.model.entities[key.entity]
        for relationship in entity.toManys where !relationship.usesJoinTable {
            guard let inverse = relationship.inverse, drafts[key]?.isNew == false else { continue }
            for member in try store.members(relationship.place, of: [key])[0] {
                try empty(inverse.name, of: member, pointingAt: key)
            }
        }
        // Objects of the same page that were pointed at it meanwhile.
        for member in pointers.removeValue(forKey: key) ?? [] {
            guard let draft = drafts[member] else { continue }
            for place in draft.toOnes where draft.row.toOnes[place] == key {
                drafts[member]?.row.toOnes[place] = nil
            }
        }
        for relationship in entity.toOnes {
            guard let inverse = relationship.inverse,
                let partner = drafts[key]?.row.toOnes[relationship.place]
            else { continue }
            if inverse.isToMany {
                related.insert(partner)
            } else {
                try empty(inverse.name, of: partner, pointingAt: key)
            }
        }
    }

    mutating func empty(
        _ name: String, of key: ObjectKey, pointingAt target: ObjectKey
    ) throws {
        guard try has(key),
            case .toOne(let place)? = codec.model.entities[key.entity].properties[name],
            drafts[key]?.row.toOnes[place] == target
        else { return }
        drafts[key]?.row.toOnes[place] = nil
        drafts[key]?.toOnes.insert(place)
    }
}
