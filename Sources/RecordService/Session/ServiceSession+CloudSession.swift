public import Foundation

extension ServiceSession: CloudSession {
    /// What is known of a user; nil when nothing is.
    public func identity(of user: String) async throws(ServiceError) -> UserIdentity? {
        try await service.identity(of: user)
    }

    /// The record name of the user who has an address or a telephone number.
    public func user(email: String?, phone: String?) async throws(ServiceError) -> String? {
        try await service.user(email: email, phone: phone)
    }

    /// The URL of a share; nil when the record is none, or was not saved through a service.
    public func shareURL(of record: Record) -> URL? { service.shareURL(of: record) }

    // MARK: Marks

    /// Keeps what a program left beside its changes to zones, for this user and device.
    public func keepMark(
        _ mark: Data, of zones: Set<ZoneID>, in database: Database
    ) async throws(ServiceError) {
        do {
            var entries: [String: Data?] = [:]
            for zone in zones { entries[markKey(zone, database)] = .some(mark) }
            try await store.setServiceData(entries)
        } catch {
            throw ServiceError(error)
        }
    }

    /// What the program last left beside its changes to a zone; nil when it left nothing.
    public func mark(
        of zone: ZoneID, in database: Database
    ) async throws(ServiceError) -> Data? {
        do {
            return try await store.serviceData(for: markKey(zone, database))
        } catch {
            throw ServiceError(error)
        }
    }

    private func markKey(_ zone: ZoneID, _ database: Database) -> String {
        "clientToken/\(database.rawValue)/\(user ?? "")/\(device)/\(zone.owner)/\(zone.name)"
    }
}
