package import Foundation

extension ServiceSession: CloudSession {
    /// What is known of users; those of which nothing is known are left out.
    package func identities(of users: Set<String>) async throws(ServiceError) -> [UserIdentity] {
        var found: [UserIdentity] = []
        for user in users {
            if let known = try await service.identity(of: user) { found.append(known) }
        }
        return found
    }

    /// The record name of the user who has an address or a telephone number.
    package func user(email: String?, phone: String?) async throws(ServiceError) -> String? {
        try await service.user(email: email, phone: phone)
    }

    /// The URL of a share; nil when the record is none, or was not saved through a service.
    package func shareURL(of record: Record) -> URL? { service.shareURL(of: record) }

    // MARK: Marks

    /// Bytes of one mark, and of all marks of a user in a database.
    private static let markBytes = (one: 100_000, all: 4_000_000)
    /// Marks of a user in a database, of all the user's devices.
    private static let markCount = 2000

    /// Keeps what a program left beside its changes to zones, for this user and device.
    ///
    /// Of zones that are not there nothing is kept. A user's devices may leave 2,000 marks with
    /// 4 MB in a database; beyond that those of other devices go.
    ///
    /// - Throws: `limitExceeded` for a mark of more than 100,000 bytes, or marks of this device
    ///   that are more than all may be.
    package func keepMark(
        _ mark: Data, of zones: Set<ZoneID>, in database: Database
    ) async throws(ServiceError) {
        do {
            guard mark.count <= ServiceSession.markBytes.one else {
                throw ServiceError.tooManyMarks("\(ServiceSession.markBytes.one) bytes for a mark")
            }
            let scope = try scope(database)
            let names = OwnerNames(scope)
            let there = Set(try await store.zones(in: scope).map { names.stored($0.id) })
            let kept = zones.filter {
                there.contains(names.stored($0)) || (!scope.isShared && $0 == .default)
            }
            if kept.isEmpty { return }
            try await service.markGate.run {
                var all = try await self.store.serviceData(
                    prefix: self.markPrefix(database), in: self.place(of: database))
                var entries: [String: Data?] = [:]
                for zone in kept {
                    let key = self.markKey(zone, database)
                    entries[key] = .some(mark)
                    all[key] = mark
                }
                var bytes = all.values.reduce(0) { $0 + $1.count }
                var count = all.count
                func isOver() -> Bool {
                    count > ServiceSession.markCount || bytes > ServiceSession.markBytes.all
                }
                if isOver() {
                    let own = self.markPrefix(database) + self.device + "\u{1F}"
                    for key in all.keys.sorted() where isOver() && !key.hasPrefix(own) {
                        bytes -= all[key]?.count ?? 0
                        count -= 1
                        entries[key] = .some(nil)
                    }
                    guard !isOver() else {
                        throw ServiceError.tooManyMarks(
                            "\(ServiceSession.markCount) marks with "
                                + "\(ServiceSession.markBytes.all) bytes")
                    }
                }
                try await self.store.setServiceData(entries, in: self.place(of: database))
            }
        } catch {
            throw ServiceError(error)
        }
    }

    /// What the program last left beside its changes to a zone; nil when it left nothing.
    package func mark(
        of zone: ZoneID, in database: Database
    ) async throws(ServiceError) -> Data? {
        do {
            return try await store.serviceData(
                for: markKey(zone, database), in: place(of: database))
        } catch {
            throw ServiceError(error)
        }
    }

    /// Forgets what the user's programs left beside their changes to a zone that was deleted.
    func forgetMarks(of zone: ZoneID, owner: String) async throws {
        let ends = [ZoneID.currentOwner, owner].map { "\u{1F}\($0)\u{1F}\(zone.name)" }
        try await service.markGate.run {
            let place = self.place(of: .private)
            let all = try await self.store.serviceData(
                prefix: self.markPrefix(.private), in: place)
            let old = all.keys.filter { key in ends.contains { key.hasSuffix($0) } }
            guard !old.isEmpty else { return }
            try await self.store.setServiceData(
                Dictionary(uniqueKeysWithValues: old.map { ($0, nil as Data?) }), in: place)
        }
    }

    private func place(of database: Database) -> ServicePlace { database.place(of: user ?? "") }

    // A separator that names do not have keeps one user's marks from another's.
    private func markPrefix(_ database: Database) -> String {
        "clientToken/\(database.rawValue)\u{1F}\(user ?? "")\u{1F}"
    }

    private func markKey(_ zone: ZoneID, _ database: Database) -> String {
        markPrefix(database) + "\(device)\u{1F}\(zone.owner)\u{1F}\(zone.name)"
    }
}

extension ServiceError {
    fileprivate static func tooManyMarks(_ limit: String) -> ServiceError {
        ServiceError(StoreError(.limitExceeded, ["limit": limit]))
    }
}
