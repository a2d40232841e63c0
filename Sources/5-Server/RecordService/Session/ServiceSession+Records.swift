extension ServiceSession {
    /// The records of the given names, each or why not.
    ///
    /// The user's own record exists from the first time it is asked for.
    package func records(
        _ ids: [RecordID], in database: Database, desiredKeys: [String]? = nil
    ) async throws(ServiceError) -> [RecordID: Result<Record, ServiceError>] {
        try await request(isWrite: false, in: database) {
            let scope = try scope(database)
            guard ids.count <= store.limits.itemsPerRequest else {
                throw ServiceError.tooMany(ids.count, limit: store.limits.itemsPerRequest)
            }
            var found = try await stored(
                ids, in: scope, desiredKeys: Share.keeping(desiredKeys))
            if let user, database != .shared,
                let own = ids.first(where: {
                    $0.name.hasSameBytes(as: user) && $0.zone == .default
                }),
                found[own] == nil
            {
                found[own] = try await makeUserRecord(own, in: scope)
            }
            let zones = try await missingZones(of: ids.filter { found[$0] == nil }, in: scope)
            let views = try await views(of: Array(found.values), in: scope)
            var results: [RecordID: Result<Record, ServiceError>] = [:]
            for id in ids {
                if zones.contains(id.zone) {
                    results[id] = .failure(.zoneNotFound(id.zone))
                } else if let record = found[id] {
                    results[id] = views(try await withFiles(shown(record, in: scope), scope))
                } else {
                    results[id] = .failure(.unknownRecord(id))
                }
            }
            return results
        }
    }

    /// The record of one name, or why not: ``records(_:in:desiredKeys:)`` for the most frequent
    /// request.
    ///
    /// Each dictionary and set of one costs some 2,000 instructions, and there were nine.
    package func record(
        named id: RecordID, in database: Database, desiredKeys: [String]? = nil
    ) async throws(ServiceError) -> Result<Record, ServiceError> {
        try await request(isWrite: false, in: database) {
            let scope = try scope(database)
            guard
                let record = try await stored(
                    id, in: scope, desiredKeys: Share.keeping(desiredKeys))
            else { return try await missing(id, in: scope) }
            return try await view(of: record, in: scope)
        }
    }

    /// The user's own record, which exists from now on; of every other record why it is not there.
    private func missing(
        _ id: RecordID, in scope: DatabaseScope
    ) async throws -> Result<Record, ServiceError> {
        if let user, !scope.isShared, id.name.hasSameBytes(as: user), id.zone == .default,
            let own = try await makeUserRecord(id, in: scope)
        {
            return try await view(of: own, in: scope)
        }
        return try await missingZones(of: [id], in: scope).isEmpty
            ? .failure(.unknownRecord(id)) : .failure(.zoneNotFound(id.zone))
    }

    /// How a record found is answered: with itself, or why the user may not see it.
    private func view(
        of record: Record, in scope: DatabaseScope
    ) async throws -> Result<Record, ServiceError> {
        guard scope == .public else {
            let views = try await views(of: [record], in: scope)
            return views(try await withFiles(shown(record, in: scope), scope))
        }
        if let type = try await schema()[record.type] {
            do throws(ServiceError) {
                if let view = try publicView(of: type), !view.shows(record) {
                    return .failure(.denied(.read, record.type))
                }
            } catch {
                return .failure(error)
            }
        }
        return .success(try await withFiles(record, scope))
    }

    /// The zones that are not there, of records that were not found.
    private func missingZones(
        of ids: [RecordID], in scope: DatabaseScope
    ) async throws -> Set<ZoneID> {
        let asked = Set(ids.map(\.zone)).filter { scope.isShared || $0 != .default }
        guard !asked.isEmpty else { return [] }
        let names = OwnerNames(scope)
        let there = Set(try await store.zones(in: scope).map { names.stored($0.id) })
        return asked.filter { !there.contains(names.stored($0)) }
    }

    /// How each record found is answered: with itself, or why the user may not see it.
    func views(
        of records: [Record], in scope: DatabaseScope
    ) async throws -> (Record) -> Result<Record, ServiceError> {
        switch scope {
        case .private: return { .success($0) }
        case .public:
            let schema = records.isEmpty ? RecordSchema() : try await schema()
            var views: [String: Result<RecordView?, ServiceError>] = [:]
            for name in Set(records.map(\.type)) {
                guard let type = schema[name] else { continue }
                do {
                    views[name] = .success(try publicView(of: type))
                } catch {
                    views[name] = .failure(error)
                }
            }
            return { record in
                switch views[record.type] {
                case .success(.some(let view)) where !view.shows(record):
                    .failure(.denied(.read, record.type))
                case .failure(let error): .failure(error)
                case .success, nil: .success(record)
                }
            }
        case .shared:
            var seen: [ZoneID: Set<String>] = [:]
            for zone in Set(records.map(\.id.zone)) {
                let names = Set(records.lazy.filter { $0.id.zone == zone }.map(\.id.name))
                seen[zone] = try await store.sharedNames(among: names, in: zone, of: scope)
            }
            return { [seen] record in
                RecordView.shared(seen).shows(record)
                    ? .success(record) : .failure(.unknownRecord(record.id))
            }
        }
    }

    /// The record of the user, made when it is first asked for.
    private func makeUserRecord(
        _ id: RecordID, in scope: DatabaseScope
    ) async throws -> Record? {
        let result = try await store.save(
            SaveRequest(saving: [Record(RecordType.users.name, id)], user: id.name), in: scope)
        if case .success(let record)? = result.saves.first { return record }
        // Another request created it meanwhile.
        return try await store.records([id], in: scope, desiredKeys: nil)[id]
    }
}

extension DatabaseScope {
    /// Whether it is made of other users' zones.
    var isShared: Bool {
        if case .shared = self { true } else { false }
    }
}

extension ServiceError {
    /// Too many items in one request, in Apple's words.
    package static func tooMany(_ count: Int, limit: Int) -> ServiceError {
        ServiceError(
            .limitExceeded, 1020,
            "Your request contains \(count) items which is more than the maximum number of "
                + "items in a single request (\(limit))",
            context: ["limit": "\(limit) items"], cause: .store(.limitExceeded))
    }
}
