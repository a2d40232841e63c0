import Foundation
package import ObjectCore
package import PredicateCore
import RecordCore

/// Why objects cannot be shared.
package enum MirrorShareProblem: Error, Sendable {
    /// The store is not mirrored in a private database.
    case notPrivate
    /// An object of the entity is in another share already.
    case alreadyShared(entity: String)
    /// The objects are of no entity that is mirrored, or there are none.
    case nothingToShare
    /// The share is of no zone that Core Data made, or not in the store's database.
    case foreignShare(ZoneID)
}

extension Mirror {
    /// What became of objects that were shared.
    package struct Shared: Sendable {
        /// Everything that is in the share now: the objects, and what they reach.
        package var keys: [ObjectKey]
        /// The share's record, as the server has it.
        package var share: MirrorShare
    }

    /// Moves objects, and what they reach, into the zone of a share; they are sent with the next export.
    ///
    /// The share is at the server before anything moves, so that a program that ends in between leaves
    /// the objects where they were.
    ///
    /// - Parameter wanted: The zone of a share that exists; nil for a new one.
    /// - Throws: ``MirrorShareProblem``, ``MirrorFailure``.
    package func share(_ keys: [ObjectKey], in wanted: ZoneID?) async throws -> Shared {
        guard cloud.scope == .private else { throw MirrorShareProblem.notPrivate }
        await takeTurn()
        defer { endTurn() }
        try await requireLease()
        // There may be no account by now.
        isSetUp = false
        try await setUp()
        let shared = keys.filter { codec.shape(of: $0.entity) != nil }
        guard !shared.isEmpty else { throw MirrorShareProblem.nothingToShare }
        let zone = try transaction { state -> ZoneID? in
            try fold(state)
            return try self.zone(for: shared, wanted, state)
        }
        let id = zone ?? ZoneID(Mirror.shareZonePrefix + UUID().uuidString)
        var share = try self.kept { try $0.share(of: id) }
        if share == nil {
            // From here on the database says how the share's zone goes.
            if try self.kept({ try $0.bytes("zones") }) == nil { try await findZones() }
            share = try await makeShare(of: id)
        }
        guard let share else { throw MirrorShareProblem.foreignShare(id) }
        return try transaction { state in
            try fold(state)
            // Others may have been related to them meanwhile.
            _ = try self.zone(for: shared, id, state)
            if try !state.hasZone(id) {
                var zone = MirrorZone()
                zone.isMade = true
                state.setZone(zone, id)
            }
            try state.setShare(share, of: id)
            let zoning = zoning(state)
            let free = try zoning.reach(shared).free
            try zoning.move(free, to: id)
            return Shared(
                keys: free + shared.filter { !free.contains($0) }, share: share)
        }
    }

    /// The zone in which objects can be shared; nil for a new one.
    private func zone(
        for keys: [ObjectKey], _ wanted: ZoneID?, _ state: MirrorState
    ) throws -> ZoneID? {
        let reached = try zoning(state).reach(keys)
        if let wanted, !wanted.isOfShare || wanted.owner != ZoneID.currentOwner {
            throw MirrorShareProblem.foreignShare(wanted)
        }
        for zone in reached.zones.sorted(by: { $0.name < $1.name }) where zone != wanted {
            // The share of a zone may have ended: its objects are shared there again.
            if wanted == nil, reached.zones.count == 1, try state.share(of: zone) == nil {
                return zone
            }
            let entity = reached.examples[zone].map { codec.model.entities[$0.entity].name } ?? ""
            throw MirrorShareProblem.alreadyShared(entity: entity)
        }
        return wanted
    }

    private func makeShare(of zone: ZoneID) async throws -> MirrorShare {
        let cloud = cloud
        return try await asking {
            try await cloud.makeZone(zone)
            let result = try await cloud.modify(SaveRequest(saving: [Share(of: zone).record]))
            guard let saved = try result.saves.first?.get() else {
                throw cloud.refusal("The share was not saved")
            }
            return MirrorShare(record: saved, url: try await cloud.url(of: saved))
        }
    }

    /// Keeps the record of a share as the server has it now.
    package func keep(_ share: MirrorShare) async throws {
        guard share.record.id.zone.isOfShare else {
            throw MirrorShareProblem.foreignShare(share.record.id.zone)
        }
        await takeTurn()
        defer { endTurn() }
        try await requireLease()
        try transaction { state in
            let id = share.record.id.zone
            if try !state.hasZone(id) {
                var zone = MirrorZone()
                zone.isMade = true
                zone.isChanged = true
                state.setZone(zone, id)
            }
            try state.setShare(share, of: id)
        }
    }

    /// Deletes a zone with its records, and its objects; in a store of the shared database, leaves the
    /// share.
    package func deleteZone(_ id: ZoneID) async throws {
        await takeTurn()
        defer { endTurn() }
        try await requireLease()
        try await setUp()
        let isOwn = hasOwnZone && id.name == zoneID.name && id.owner == zoneID.owner
        guard isOwn || id.isOfShare else { throw MirrorShareProblem.foreignShare(id) }
        let cloud = cloud
        try await asking { try await cloud.deleteZone(id) }
        try purge(isOwn ? nil : id)
    }
}
