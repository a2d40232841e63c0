import RecordCore
import SQLLowering

/// A zone as a request names it: the database, and the zone's name in it.
struct ZoneAddress {
    let key: DatabaseKey
    let names: OwnerNames
    let zone: ZoneID
    /// The user that must be a participant; nil for the owner.
    let participant: String?

    /// Where a zone of a scope is kept; nil when no such zone can exist.
    init?(_ zone: ZoneID, in scope: DatabaseScope) {
        switch scope {
        case .public, .private:
            names = OwnerNames(scope)
            self.zone = names.stored(zone)
            guard self.zone.owner == ZoneID.currentOwner else { return nil }
            key = DatabaseKey(home: scope)
            participant = nil
        case .shared(let user):
            let owner = zone.owner == ZoneID.currentOwner ? user : zone.owner
            guard !owner.hasSameBytes(as: user) else { return nil }
            names = OwnerNames(viewer: user, owner: owner)
            self.zone = names.stored(zone)
            key = .private(owner)
            participant = user
        }
    }

    /// Whether a zone exists by right, whether or not anything was written to it.
    static func isVirtual(_ zone: ZoneID, in scope: DatabaseScope) -> Bool {
        guard let address = ZoneAddress(zone, in: scope) else { return false }
        return address.participant == nil && address.zone.name == ZoneID.defaultName
    }
}

/// What stands in the database for a zone that a request names.
///
/// Beside the generic store: the runtime would look for a type within it at each use.
struct ResolvedZone {
    let database: Int64
    let number: Int64
    let born: Int64
    let address: ZoneAddress

    /// The zone, as a condition.
    var sql: SQLText { "\(of: database) AND zone = \(number)" }

    /// Where a record of the zone stands, which in the public database its name may say.
    func holding(_ name: String, _ buckets: PublicBuckets?) -> ResolvedZone {
        guard let bucket = buckets?.bucket(of: name, in: database) else { return self }
        return ResolvedZone(
            database: bucket.database, number: bucket.zone, born: born, address: address)
    }
}

extension StoreSession {
    /// Finds a zone; nil for one that does not exist or that the user may not see.
    ///
    /// A default zone to which nothing was ever written is nil too; see
    /// ``ZoneAddress/isVirtual(_:in:)``.
    func place(of zone: ZoneID, in scope: DatabaseScope) throws -> ResolvedZone? {
        guard let address = ZoneAddress(zone, in: scope),
            let database = try database(address.key),
            let row = try self.zone(address.zone.name, in: database)
        else { return nil }
        if let participant = address.participant,
            try permission(of: participant, zone: row.number, in: database) == nil
        {
            return nil
        }
        return ResolvedZone(
            database: database, number: row.number, born: row.born, address: address)
    }
}
