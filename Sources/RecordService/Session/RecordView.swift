/// Which records a user may see of those that the store shows.
enum RecordView: Sendable {
    /// Those that the user made: READ is granted to `_creator` alone.
    case createdBy(String)
    /// In zones of others, those that shares of records name; a zone that is absent is shown
    /// whole.
    case shared([ZoneID: Set<String>])

    func shows(_ record: Record) -> Bool {
        switch self {
        case .createdBy(let user): record.system?.createdBy == user
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
            guard let known = try await store.schema()[type] else { return nil }
            return try publicView(of: known)
        case .shared: return try await sharedView(of: zones, in: scope)
        }
    }

    /// What the grants of a type let the user read.
    func publicView(of type: RecordType) throws(ServiceError) -> RecordView? {
        let grants = type.grants.isEmpty ? Grant.defaults : type.grants
        let readers = grants.filter { $0.permissions.contains(.read) }.map(\.role)
        if readers.contains("_world") { return nil }
        if let user {
            if readers.contains("_icloud") { return nil }
            // Who made a record, and may change it, may see it.
            if readers.contains("_creator") { return .createdBy(user) }
        }
        throw .denied(.read, type.name)
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
            if let names = try await store.sharedNames(in: zone, of: scope) { seen[zone] = names }
        }
        return seen.isEmpty ? nil : .shared(seen)
    }
}
