package import RecordCore

/// What a store keeps of a zone that it mirrors.
package struct MirrorZoneStatus: Sendable {
    /// The zone; that of what is in no share is owned by ``ZoneID/currentOwner``.
    package var id: ZoneID
    /// Whether the zone is known to be at the server.
    package var isMade: Bool
    /// Whether there is a token, from which reading goes on; otherwise everything is read.
    package var hasToken: Bool
    /// Whether the whole zone is being read again.
    package var isReadAnew: Bool
    /// Whether the server said that the zone changed, and it was not read since.
    package var isChanged: Bool
    /// Objects whose records are in it.
    package var objects: Int
    /// The share, as the server last had it; nil for a zone that is not shared.
    package var share: MirrorShare?

    /// The participants of the share beside its owner.
    package var participants: [Share.Participant] {
        share.flatMap { Share($0.record) }?.participants ?? []
    }

    /// What the owner called the share.
    package var shareTitle: String? {
        if case .text(let title)? = share?.record["cloudkit.title"], !title.isEmpty {
            title
        } else {
            nil
        }
    }

    static func all(
        _ state: MirrorState, _ own: MirrorZone, _ objects: [ZoneID?: Int]
    ) throws -> [MirrorZoneStatus] {
        func status(_ id: ZoneID?, _ zone: MirrorZone) throws -> MirrorZoneStatus {
            MirrorZoneStatus(
                id: id ?? ZoneID(Mirror.zoneName), isMade: id != nil || zone.isMade,
                hasToken: zone.token != nil, isReadAnew: zone.isReadAnew,
                isChanged: zone.isChanged, objects: objects[id] ?? 0,
                share: try id.flatMap { try state.share(of: $0) })
        }
        var zones: [MirrorZoneStatus] = []
        // Stores of the shared and of the public database have none of their own.
        if own.isMade { zones.append(try status(nil, own)) }
        for id in try state.shareZones() { zones.append(try status(id, try state.zone(id))) }
        return zones
    }
}
