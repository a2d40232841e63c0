public import Foundation

/// Every decision of a save, once for all stores.
///
/// A store opens a transaction in one database, grows the schema before it
/// (``SchemaEvolution/additions(for:to:in:limits:isPublic:permissions:)``), takes assets in
/// (``AssetIntake``) and runs the procedure over the primitive steps of ``RecordTransaction``.
///
///     let result = try SaveProcedure(request, in: scope, environment: environment,
///                                    limits: limits, now: now).run(in: transaction)
///
/// Zones are worked through in the order of their first record: saves, then deletions. In a
/// zone that tracks changes an atomic request does all or nothing; elsewhere each record stands
/// for itself. A record may refer to one that the same request saves, in its own zone or in an
/// earlier one, whatever the order.
public struct SaveProcedure {
    /// What is asked, its names as the database keeps them (``OwnerNames/stored(_:)-…``).
    let request: SaveRequest
    let isPublic: Bool
    let environment: StoreEnvironment
    let limits: StoreLimits
    let now: Date
    /// Why records are refused before the transaction, by their place among the saves.
    let refused: [Int: StoreError]
    /// What the user may do in each zone; nil in the user's own database.
    let permissions: [ZoneID: ParticipantPermission]?

    /// A procedure for one request.
    ///
    /// - Parameters:
    ///   - request: What is asked, zones and references named as the database keeps them.
    ///   - scope: The database in which the transaction writes: public, or private to its owner,
    ///     whatever user asks.
    ///   - environment: Whether the schema follows the records.
    ///   - limits: How much is allowed.
    ///   - now: The time of the save.
    ///   - refused: Records known to be at fault, by their place among the saves.
    ///   - permissions: For another owner's database, what the user may do in each zone.
    public init(
        _ request: SaveRequest, in scope: DatabaseScope, environment: StoreEnvironment,
        limits: StoreLimits, now: Date, refused: [Int: StoreError] = [:],
        permissions: [ZoneID: ParticipantPermission]? = nil
    ) {
        var request = request
        // A private database is used by its owner, unless it is shared with the caller.
        if case .private(let user) = scope, permissions == nil { request.user = user }
        self.request = request
        isPublic = scope == .public
        self.environment = environment
        self.limits = limits
        // Dates are kept by the microsecond; the record handed back is the one stored.
        self.now = Date(microseconds: now.microseconds)
        self.refused = refused
        self.permissions = permissions
    }

    /// Does what is asked, as far as it can be done.
    ///
    /// - Throws: A ``StoreError`` when the whole request is refused, and whatever the
    ///   transaction throws; the store then undoes the transaction.
    public func run(in transaction: some RecordTransaction) throws -> SaveResult {
        guard request.saves.count + request.deletions.count <= limits.itemsPerRequest else {
            throw StoreError(.limitExceeded, ["limit": "\(limits.itemsPerRequest) items"])
        }
        if let once = request.once, let kept = try transaction.note(once) {
            return try SaveReceipt.result(kept, of: request, in: transaction)
        }
        let duplicates = self.duplicates
        var work = SaveWork(procedure: self, transaction: transaction)
        let zones = self.zones
        var tracked: [ZoneID: Zone?] = [:]
        for zone in zones { tracked[zone.id] = try transaction.zone(zone.id) }
        if request.isAtomic, request.isAtomicRequired,
            let plain = zones.first(where: { tracked[$0.id]??.tracksChanges == false })
        {
            throw StoreError(.atomicNotSupported, ["zone": plain.id.name])
        }
        var expected: [RecordID] = []
        expected.reserveCapacity(request.saves.count + request.deletions.count)
        for place in request.saves.indices {
            let id = request.saves[place].record.id
            // A request that names the record twice is refused without a look at it.
            if request.saves[place].isNew {
                try transaction.expectNone(id)
            } else {
                expected.append(id)
            }
        }
        for deletion in request.deletions { expected.append(deletion.id) }
        try transaction.expect(expected)
        for part in zones {
            try work.run(part, zone: tracked[part.id] ?? nil, duplicates: duplicates)
        }
        if let once = request.once, let kept = SaveReceipt(work.result, at: now).data {
            try transaction.keep(kept, under: once)
        }
        var result = work.result
        result.schema = transaction.schema
        return result
    }

    /// The places of a request that concern one zone.
    struct ZonePart {
        var id: ZoneID
        var saves: [Int] = []
        var deletions: [Int] = []
    }

    private var zones: [ZonePart] {
        var parts: [ZonePart] = []
        var places: [ZoneID: Int] = [:]
        func part(_ id: ZoneID) -> Int {
            if let place = places[id] { return place }
            places[id] = parts.count
            parts.append(ZonePart(id: id))
            return parts.count - 1
        }
        for place in request.saves.indices {
            parts[part(request.saves[place].record.id.zone)].saves.append(place)
        }
        for (place, deletion) in request.deletions.enumerated() {
            parts[part(deletion.id.zone)].deletions.append(place)
        }
        return parts
    }

    /// Records that the request names more than once, in saves and deletions together.
    ///
    /// A name just made is another one each time.
    private var duplicates: Set<RecordID> {
        var seen: Set<RecordID> = []
        var twice: Set<RecordID> = []
        for item in request.saves where !item.isNew && !seen.insert(item.record.id).inserted {
            twice.insert(item.record.id)
        }
        for deletion in request.deletions where !seen.insert(deletion.id).inserted {
            twice.insert(deletion.id)
        }
        return twice
    }
}
