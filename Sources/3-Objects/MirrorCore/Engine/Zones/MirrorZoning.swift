import ObjectCore
import PredicateCore
import RecordCore

/// Keeps objects that are related in one zone: relationships never cross zones, so what is related to
/// an object in a share is in the share.
struct MirrorZoning {
    let store: any ObjectStore
    let codec: MirrorCodec
    let state: MirrorState
    /// Whether there is a zone for objects that are in no share, as there is but in stores of the
    /// shared database.
    let hasOwnZone: Bool

    /// What objects reach by relationships.
    struct Reached {
        /// Objects that are in no share.
        var free: [ObjectKey] = []
        /// The zones of shares at which the walk ended.
        var zones: Set<ZoneID> = []
        /// An object in each of these zones.
        var examples: [ZoneID: ObjectKey] = [:]
    }

    /// The objects of a graph, in every direction of its relationships, as far as they are in no share.
    func reach(_ start: [ObjectKey]) throws -> Reached {
        var reached = Reached()
        var seen = Set(start)
        var next = start
        while !next.isEmpty {
            var free: [ObjectKey] = []
            for key in next {
                guard let zone = try zone(of: key) else {
                    free.append(key)
                    continue
                }
                reached.zones.insert(zone)
                reached.examples[zone] = key
            }
            reached.free += free
            next = []
            for batch in free.batches(of: 500) {
                for other in try neighbours(of: batch) where seen.insert(other).inserted {
                    next.append(other)
                }
            }
        }
        return reached
    }

    private func neighbours(of keys: [ObjectKey]) throws -> [ObjectKey] {
        var found: [ObjectKey] = []
        for row in try store.rows(keys).compactMap({ $0 }) {
            for one in codec.shape(of: row.key.entity)?.toOnes ?? [] {
                if let target = row.toOnes[one.relationship.place] { found.append(target) }
            }
        }
        for (number, keys) in Dictionary(grouping: keys, by: \.entity) {
            for relationship in codec.model.entities[number].toManys {
                found += try store.members(relationship.place, of: keys).flatMap { $0 }
            }
        }
        return found.filter { codec.shape(of: $0.entity) != nil }
    }

    /// Moves objects that are in no share and are related to objects in one.
    ///
    /// - Parameter keys: Objects whose relationships changed.
    func gather(_ keys: [ObjectKey]) throws {
        guard !keys.isEmpty, try !state.shareZones().isEmpty else { return }
        for row in try store.rows(keys).compactMap({ $0 }) {
            guard let shape = codec.shape(of: row.key.entity) else { continue }
            var others = shape.toOnes.compactMap { row.toOnes[$0.relationship.place] }
            for side in shape.links {
                others += try store.members(side.relationship.place, of: [row.key])[0]
            }
            try gather(row.key, others)
            guard !shape.links.isEmpty, let name = try state.name(of: row.key, codec),
                let zone = try state.object(name)?.zone
            else { continue }
            let epoch = try state.zone(zone).epoch
            for (linkName, link) in try state.links(of: name) where try !isOfEnd(link) {
                try move(linkName, link, to: zone, epoch)
            }
        }
    }

    /// Whether a record that joins a pair is in the share of one of the two objects.
    private func isOfEnd(_ link: MirrorLink) throws -> Bool {
        try link.zone != nil
            && [link.first, link.second].contains { try state.object($0)?.zone == link.zone }
    }

    /// Moves objects that were edited here and are related to objects that another device moved.
    ///
    /// The other device moves the rest.
    func gatherEdited() throws {
        for name in try state.names("p/") {
            guard let object = try state.object(name), object.zone == nil,
                let key = codec.key(of: object)
            else { continue }
            try gather(key, try neighbours(of: [key]))
        }
    }

    private func gather(_ key: ObjectKey, _ others: [ObjectKey]) throws {
        for other in others where codec.shape(of: other.entity) != nil {
            let zones = (try zone(of: key), try zone(of: other))
            switch zones {
            case (nil, let zone?): try move(try reach([key]).free, to: zone)
            case (let zone?, nil): try move(try reach([other]).free, to: zone)
            case (nil, nil), (.some, .some): continue
            }
        }
    }

    // MARK: Moving

    /// Puts objects into the zone of a share, under the names that they have: they are sent there, and
    /// then deleted in the zone in which they are.
    func move(_ keys: [ObjectKey], to zone: ZoneID) throws {
        let epoch = try state.zone(zone).epoch
        try state.load(keys.map(codec.entryKey))
        for key in keys {
            guard let name = try state.name(of: key, codec), let object = try state.object(name),
                object.zone != zone
            else { continue }
            let base = try state.base(name)
            // What is to be sent again may be there by now, from another device.
            let isAnew = !object.isUploaded && object.zone == nil && base != nil
            if object.isUploaded || isAnew, object.zone != nil || hasOwnZone {
                try state.setOriginal(
                    MirrorOriginal(
                        name: name, zone: object.zone, base: base, isMovedByOthers: isAnew))
            }
            try state.sendAnew(name, object, in: zone, epoch)
            for (linkName, link) in try state.links(of: name) where link.zone != zone {
                try move(linkName, link, to: zone, epoch, isAnew: isAnew)
            }
        }
    }

    /// - Parameter isAnew: Whether an object of the pair was to be sent again where it was.
    private func move(
        _ name: String, _ link: MirrorLink, to zone: ZoneID, _ epoch: Int64, isAnew: Bool = false
    ) throws {
        // One that is to be deleted is deleted where it is.
        if try state.pending(name)?.kind == .deletion { return }
        let isLeft = isAnew && link.zone == nil && !link.isUploaded
        if link.isUploaded || isLeft, link.zone != nil || hasOwnZone {
            // Every device moves pairs from one share to another.
            try state.setOriginal(
                MirrorOriginal(
                    name: name, zone: link.zone, base: nil,
                    isMovedByOthers: isLeft || link.zone != nil))
        }
        try state.sendAnew(name, link, in: zone, epoch)
    }

    /// The zone of the share that an object is in; nil for none.
    func zone(of key: ObjectKey) throws -> ZoneID? {
        try state.name(of: key, codec).flatMap { try state.object($0)?.zone }
    }
}
