package import ObjectCore
package import RecordCore

/// What a store keeps of the records of its objects; needs no network and no mirror.
package struct MirrorLookup {
    private let store: any ObjectStore

    package init(_ store: any ObjectStore) { self.store = store }

    /// The user whose objects the store has.
    package func user() throws -> String? {
        try store.mirrorEntries(["account"])["account"].map { String(decoding: $0, as: UTF8.self) }
    }

    /// The record names of objects that have one.
    package func names(
        of keys: [ObjectKey], _ codec: MirrorCodec
    ) throws -> [ObjectKey: String] {
        let entries = keys.filter { codec.shape(of: $0.entity) != nil }.map {
            ($0, codec.entryKey(of: $0))
        }
        let found = try store.mirrorEntries(entries.map(\.1))
        var names: [ObjectKey: String] = [:]
        for (key, entry) in entries {
            names[key] = found[entry].map { String(decoding: $0, as: UTF8.self) }
        }
        return names
    }

    /// The last known records of objects that the server has.
    package func records(
        of keys: [ObjectKey], _ codec: MirrorCodec
    ) throws -> [ObjectKey: Record] {
        let names = try names(of: keys, codec)
        let found = try store.mirrorEntries(names.values.map { "b/" + $0 })
        var records: [ObjectKey: Record] = [:]
        for (key, name) in names {
            guard let record = try found["b/" + name].map(RecordCoding.record),
                record.system != nil
            else { continue }
            records[key] = record
        }
        return records
    }

    /// The zones of the shares that objects are in; objects in none are left out.
    package func zones(of keys: [ObjectKey], _ codec: MirrorCodec) throws -> [ObjectKey: ZoneID] {
        let names = try names(of: keys, codec)
        let found = try store.mirrorEntries(names.values.map { "r/" + $0 })
        var zones: [ObjectKey: ZoneID] = [:]
        for (key, name) in names {
            zones[key] = try found["r/" + name].flatMap { try MirrorObject(data: $0).zone }
        }
        return zones
    }

    /// The share of a zone; nil where there is none, or it is not known yet.
    package func share(of zone: ZoneID) throws -> MirrorShare? {
        try MirrorState(store).share(of: zone)
    }

    /// Every share whose zone the store has, by owner and zone.
    package func shares() throws -> [MirrorShare] {
        try store.mirrorEntries(prefix: "s/", after: nil, limit: nil).map {
            try MirrorShare(data: $0.value)
        }
    }
}
