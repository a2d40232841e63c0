import Synchronization

/// Which records a user may see of those that the store shows.
enum RecordView: Sendable {
    /// Those that the user made: READ is granted to `_creator` alone.
    case createdBy(String)
    /// In zones of others, those that shares of records name; a zone that is absent is shown
    /// whole.
    case shared([ZoneID: Set<String>])

    func shows(_ record: Record) -> Bool {
        switch self {
        case .createdBy(let user): record.system?.createdBy.hasSameBytes(as: user) == true
        case .shared(let names): names[record.id.zone].map { $0.contains(record.id.name) } ?? true
        }
    }
}

extension ServiceSession {
    /// What the user may see of a type; nil when everything that the store shows.
    func view(
        of type: String, _ zones: ZoneScope, in scope: DatabaseScope
    ) async throws -> RecordView? {
        switch scope {
        case .private: return nil
        case .public:
            // The query itself says what is wrong with an unknown type.
            guard let known = try await schema()[type] else { return nil }
            return try publicView(of: known)
        case .shared: return try await sharedView(of: zones, in: scope)
        }
    }

    /// What the grants of a type let the user read.
    func publicView(of type: RecordType) throws(ServiceError) -> RecordView? {
        if isAdministrator { return nil }
        switch (type.readable(to: GrantRoles(user: user, roles)), user) {
        case (.all, _): return nil
        case (.own, .some(let user)): return .createdBy(user)
        case (.own, nil), (.none, _): throw .denied(.read, type.name)
        }
    }

    /// What shares let the user see of zones; nil when these are shared whole.
    func sharedView(of zones: ZoneScope, in scope: DatabaseScope) async throws -> RecordView? {
        let asked: [ZoneID] =
            switch zones {
            case .zone(let zone): [zone]
            case .all: try await store.zones(in: scope).map(\.id)
            }
        var seen: [ZoneID: Set<String>] = [:]
        for zone in asked {
            if let names = try await service.views.names(in: zone, of: scope, store) {
                seen[zone] = names
            }
        }
        return seen.isEmpty ? nil : .shared(seen)
    }
}

/// What users see of zones by shares, remembered while these zones stay as they are.
final class SharedViews: Sendable {
    private struct Key: Hashable {
        var zone: ZoneID
        var scope: DatabaseScope
    }

    private let known = Mutex<[Key: (token: Int64, names: Set<String>?)]>([:])

    /// The names of the records that a user sees; nil when the user sees the whole zone.
    ///
    /// - Throws: `zoneNotFound` when the user does not see the zone.
    func names(
        in zone: ZoneID, of scope: DatabaseScope, _ store: any RecordStore
    ) async throws -> Set<String>? {
        guard let found = try await store.zones(in: scope).first(where: { $0.id == zone }) else {
            throw StoreError(.zoneNotFound, ["zone": zone.name])
        }
        let key = Key(zone: zone, scope: scope)
        if let known = known.withLock({ $0[key] }), known.token == found.token {
            return known.names
        }
        // Read after the token: at worst the names are newer than it says, and read again.
        let names = try await store.sharedNames(in: zone, of: scope)
        known.withLock { known in
            if known.count >= 64 { known.removeAll() }
            known[key] = (found.token, names)
        }
        return names
    }
}
