extension ServiceSession {
    /// Saves and deletes.
    ///
    /// Throws only when the whole request is refused; otherwise each part's outcome is in the
    /// result. Deleting a share in the shared database is leaving it, once the rest of its atomic zone is
    /// done.
    package func modify(
        _ request: SaveRequest, in database: Database
    ) async throws(ServiceError) -> ServiceSaveResult {
        try await modify(request, in: database, requestBytes: options.requestBytes)
    }

    /// Saves and deletes, for callers whose requests may be of another size than the service's
    /// options say: the web services are not held to what a native request may hold.
    ///
    /// - Parameters:
    ///   - request: What is saved and deleted.
    ///   - database: Where.
    ///   - requestBytes: Bytes of records, without their assets, in the request.
    package func modify(
        _ request: SaveRequest, in database: Database, requestBytes: Int
    ) async throws(ServiceError) -> ServiceSaveResult {
        let count = request.saves.count + request.deletions.count
        return try await self.request(isWrite: true, in: database, records: count) {
            try checkSize(of: request, bytes: requestBytes)
            guard database != .public, request.saves(recordsOf: Share.recordType) else {
                return try await perform(request, in: database)
            }
            return try await service.shareGate.run { try await self.perform(request, in: database) }
        }
    }

    private func perform(
        _ request: SaveRequest, in database: Database
    ) async throws -> ServiceSaveResult {
        let asked = request
        var request = request
        let scope = try scope(database)
        request.user = isAdministrator ? user ?? SaveRequest.defaultUser : try signedIn()
        request.roles = roles
        request.isAdministrator = isAdministrator
        if database == .shared {
            for zone in request.zones { try checkShared(zone) }
        }
        request.settlesShares = true
        var order = SaveOrder(request, names: OwnerNames(scope))
        refuseUserRecords(&order)
        refuseReferencesToOtherZones(&order, in: database)
        let tokens = try await prepareShares(&order, in: scope)
        if database == .shared { await takeLeavings(&order) }
        let result: SaveResult?
        if let quota = options.quotaBytes, database != .public {
            result = try await save(&order, within: quota, in: scope)
        } else {
            result = try await store.save(order.request, in: scope)
        }
        if store.environment != .production { forgetSchema() }
        if let result {
            order.note(result)
            // A repeated request sends no second notification.
            if !result.isRepeated {
                service.mirrorDevices.note(result, in: database, by: self)
                await service.hub.recordsChanged(result, in: scope, by: self)
            }
        }
        // From here on nothing may fail: the client must learn that the save is done.
        if database == .shared { await leaveShares(&order) }
        var saved = order.result
        await removeTokens(unusedTokens(tokens, after: saved, result))
        await keepTokens(tokens, in: saved)
        await hideUnreadable(in: &saved, of: asked, scope)
        for place in saved.saves.indices {
            switch saved.saves[place] {
            case .success(let record):
                // The record is saved: without its files it is shown all the same.
                saved.saves[place] = .success((try? await withFiles(record, scope)) ?? record)
            case .failure(var error):
                guard let stored = error.conflict?.server else { continue }
                // A record of another type may have the name of a share.
                let server = shown(stored, in: scope)
                // The conflict is what counts: without its files the record is shown all the same.
                error.conflict?.server = (try? await withFiles(server, scope)) ?? server
                saved.saves[place] = .failure(error)
            }
        }
        return saved
    }

    /// Saves what there is room for; nil where nothing is left to do.
    private func save(
        _ order: inout SaveOrder, within quota: Int, in scope: DatabaseScope
    ) async throws -> SaveResult? {
        var request = order.request
        while true {
            let full: Set<ExactText>
            switch try await service.usage.within(quota, options, request, in: scope, of: store) {
            case .saved(let result): return result
            case .full(let owners): full = owners
            }
            func isFull(_ zone: ZoneID) -> Bool {
                !scope.isShared || full.contains(ExactText(zone.owner))
            }
            // What is deleted makes room, where it need not fall with what is saved, and other
            // owners have room.
            order.exceedQuota(in: isFull)
            let once = request.once
            request = order.request
            guard !request.saves.isEmpty || !request.deletions.isEmpty else { return nil }
            // Asked again, a part that is not done whole is another one: there may be room by then.
            request.once = request.zones.contains(where: isFull) ? nil : once
        }
    }

    /// Takes out of a result what the user may write but not read.
    ///
    /// For a saved record the user gets back what was sent; for a conflict, that there is one. The
    /// same holds where the user's permission to read cannot be determined.
    private func hideUnreadable(
        in saved: inout ServiceSaveResult, of request: SaveRequest, _ scope: DatabaseScope
    ) async {
        // In a private or shared database, a user that may write may also read.
        guard scope == .public, !isAdministrator else { return }
        let shown = saved.saves.compactMap { save in
            switch save {
            case .success(let record): record
            case .failure(let error): error.conflict?.server
            }
        }
        let deletions = saved.deletions.compactMap { $0.failure?.conflict?.server }
        guard !shown.isEmpty || !deletions.isEmpty else { return }
        // Where the rights cannot be read, everything is hidden.
        let views = try? await views(of: shown + deletions, in: scope)
        func isHidden(_ record: Record) -> Bool { views.map { !$0(record).isSuccess } ?? true }
        for place in saved.saves.indices {
            switch saved.saves[place] {
            case .success(let record):
                guard isHidden(record), request.saves.indices.contains(place) else { continue }
                let sent = request.saves[place].record
                var own = record
                own.fields = record.fields.filter { sent.fields[$0.key] != nil }
                own.encrypted.formIntersection(own.fields.keys)
                own.parent = sent.parent
                own.share = sent.share
                saved.saves[place] = .success(own)
            case .failure(let error):
                guard let server = error.conflict?.server, isHidden(server) else { continue }
                saved.saves[place] = .failure(error.withoutServerRecord)
            }
        }
        for place in saved.deletions.indices {
            guard let error = saved.deletions[place].failure, let server = error.conflict?.server,
                isHidden(server)
            else { continue }
            saved.deletions[place] = .failure(error.withoutServerRecord)
        }
    }

    private func checkSize(of request: SaveRequest, bytes limit: Int) throws(ServiceError) {
        let count = request.saves.count + request.deletions.count
        guard count <= store.limits.itemsPerRequest else {
            throw .tooMany(count, limit: store.limits.itemsPerRequest)
        }
        var bytes = 0
        for place in request.saves.indices {
            bytes += request.saves[place].record.storedSize
            guard bytes <= limit else {
                throw ServiceError(
                    .limitExceeded, 2023, "Request size exceeds limit",
                    advice: "Save fewer records at once.",
                    context: ["limit": "\(limit) bytes"],
                    cause: .store(.limitExceeded))
            }
        }
    }

    /// User records belong to their users, and stay.
    private func refuseUserRecords(_ order: inout SaveOrder) {
        if isAdministrator { return }
        for place in order.request.saves.indices
        where order.request.saves[place].record.type == RecordType.users.name
            && user?.hasSameBytes(as: order.request.saves[place].record.id.name) != true
        {
            order.refusedSaves[place] = .denied(.write, RecordType.users.name)
        }
        for (place, deletion) in order.request.deletions.enumerated()
        where deletion.id.name.hasPrefix("_") {
            order.refusedDeletions[place] = .denied(.write, RecordType.users.name)
        }
        order.settle()
    }

    /// Refuses records that newly point into another zone than their own.
    ///
    /// Apple's CKRecordZone: "each reference object must point to a record in the same zone as
    /// the current record". The sentence is what Apple's server answers:
    /// https://github.com/olmps/NestedCloudKitCodable/issues/3
    private func refuseReferencesToOtherZones(
        _ order: inout SaveOrder, in database: Database
    ) {
        let names = OwnerNames(viewer: user ?? "", owner: user ?? "")
        func hasFailedOver(_ target: RecordID, than zone: ZoneID) -> Bool {
            if target.zone == zone { return false }
            // Everyone has the zones of the public database, whatever name the owner goes by.
            if database == .public { return target.zone.name != zone.name }
            return names.stored(target.zone) != names.stored(zone)
        }
        for place in order.request.saves.indices
        where order.request.saves[place].record.type != Share.recordType {
            let zone = order.request.saves[place].record.id.zone
            let field = order.request.saves[place].record.fields.first { _, value in
                switch value.kind {
                case .reference(let reference): hasFailedOver(reference.recordID, than: zone)
                case .list(let members):
                    members.contains { member in
                        guard case .reference(let reference) = member else { return false }
                        return hasFailedOver(reference.recordID, than: zone)
                    }
                case .null, .number, .text, .date, .bytes, .scalar, .location, .asset, .dictionary,
                    .object:
                    false
                }
            }?.key
            let parent = order.request.saves[place].record.parent
            let isParentElsewhere = parent.map { hasFailedOver($0, than: zone) } ?? false
            if let field = field ?? (isParentElsewhere ? "parent" : nil) {
                order.refusedSaves[place] = .otherZone(
                    field, of: order.request.saves[place].record)
            }
        }
        order.settle()
    }
}

extension SaveRequest {
    /// The zones that the request names.
    var zones: Set<ZoneID> {
        Set(saves.map(\.record.id.zone)).union(deletions.map(\.id.zone))
    }
}

extension ServiceError {
    /// The same conflict, without the record that the user may not read.
    fileprivate var withoutServerRecord: ServiceError {
        var error = self
        error.conflict?.server = nil
        error.context["serverEtag"] = nil
        return error
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension ServiceError {
    /// A field points into another zone than the record's own.
    fileprivate static func otherZone(_ field: String, of record: Record) -> ServiceError {
        ServiceError(
            .invalidArguments, 2006, "ZoneId provided doesn't match target zone",
            advice: "Let the reference point to a record in the zone of its own record.",
            context: [
                "recordType": record.type, "recordName": record.id.name, "field": field,
                "zone": record.id.zone.name,
            ])
    }
}
