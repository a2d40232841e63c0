import ObjectCore
import PredicateCore
import RecordCore

extension MirrorImport {
    mutating func relate(_ name: String) throws {
        guard let key = try key(of: name), try has(key), let shape = codec.shape(of: key.entity),
            let base = try state.base(name)
        else { return }
        let pending = try state.pending(name)
        for one in shape.toOnes {
            guard let draft = drafts[key] else { return }
            let target = base[one.name].mirrorText.flatMap { $0.isEmpty ? nil : $0 }
            let mine = try draft.row.toOnes[one.relationship.place].flatMap {
                try self.name(of: $0)
            }
            if mine == target {
                try settle(one.name, name)
                continue
            }
            if pending?.covers(one.name) == true { continue }
            guard let target else {
                try point(one, key, at: nil)
                continue
            }
            let family = codec.model.entities[one.relationship.destination].family
            guard let other = try self.key(of: target), try has(other) else {
                state.wait(name, for: target)
                try point(one, key, at: nil)
                continue
            }
            guard family.contains(other.entity) else {
                notes.append(
                    "The field \(one.name) of a record of the type \(shape.type) points at an "
                        + "object of another entity; the relationship is empty.")
                continue
            }
            // Both sides of one to one have a field; where they differ neither is joined.
            if one.isOneToOne, try !self.points(target, back: one, to: name) {
                try point(one, key, at: nil)
                continue
            }
            try point(one, key, at: other)
        }
    }

    /// Whether the other side of a relationship from one to one points at an object, by what is
    /// here where that is to be sent, else by its record.
    mutating func points(
        _ target: String, back one: MirrorCodec.ToOneField, to name: String
    ) throws -> Bool {
        guard let inverse = one.relationship.inverse, let key = try key(of: target),
            let shape = codec.shape(of: key.entity),
            let back = shape.toOnes.first(where: { $0.relationship.name == inverse.name })
        else { return true }
        if try state.pending(target)?.covers(back.name) == true {
            guard try has(key),
                let mine = drafts[key]?.row.toOnes[back.relationship.place]
            else { return false }
            return try self.name(of: mine) == name
        }
        return try state.base(target)?[back.name] == .text(name)
    }

    /// Points a relationship at an object, and keeps both sides of one to one in accord.
    mutating func point(
        _ one: MirrorCodec.ToOneField, _ key: ObjectKey, at target: ObjectKey?
    ) throws {
        let place = one.relationship.place
        guard let draft = drafts[key], draft.row.toOnes[place] != target else { return }
        let old = draft.row.toOnes[place]
        drafts[key]?.row.toOnes[place] = target
        drafts[key]?.toOnes.insert(place)
        if let target { pointers[target, default: []].insert(key) }
        if one.relationship.inverse?.isToMany == true {
            related.formUnion([old, target].compactMap { $0 })
        }
        guard one.isOneToOne, let inverse = one.relationship.inverse else { return }
        func back(_ key: ObjectKey) -> Int? {
            guard
                case .toOne(let place)? = codec.model.entities[key.entity]
                    .properties[inverse.name]
            else { return nil }
            return place
        }
        if let old, try has(old), let place = back(old),
            drafts[old]?.row.toOnes[place] == key
        {
            drafts[old]?.row.toOnes[place] = nil
            drafts[old]?.toOnes.insert(place)
        }
        if let target, try has(target), let place = back(target),
            drafts[target]?.row.toOnes[place] != key
        {
            if let other = drafts[target]?.row.toOnes[place], try has(other),
                drafts[other]?.row.toOnes[one.relationship.place] == target
            {
                drafts[other]?.row.toOnes[one.relationship.place] = nil
                drafts[other]?.toOnes.insert(one.relationship.place)
            }
            drafts[target]?.row.toOnes[place] = key
            drafts[target]?.toOnes.insert(place)
            pointers[key, default: []].insert(target)
        }
    }
}
