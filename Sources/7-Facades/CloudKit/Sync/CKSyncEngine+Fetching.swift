extension CKSyncEngine {
    /// Fetches which zones changed, and then what changed in each.
    ///
    /// A zone that fails stays to be fetched, and the others are fetched all the same.
    ///
    /// - Parameters:
    ///   - waiting: Zones that are not fetched: those that failed before, until their time comes.
    ///   - onFailure: What is called for each zone that fails.
    func fetch(
        _ context: FetchChangesContext, leavingOut waiting: Set<CKRecordZone.ID> = [],
        onFailure: (CKRecordZone.ID, CKError) -> Void = { _, _ in }
    ) async throws {
        await tell(.willFetchChanges(Event.WillFetchChanges(context: context)))
        do {
            try await fetchZones()
            noteFetched(nil)
            var done = waiting
            var failure: CKError?
            while let zone = await nextZone(context, after: done) {
                try Task.checkCancellation()
                done.insert(zone)
                do {
                    try await fetch(zone)
                    noteFetched(zone)
                } catch let error as CKError
                    where !error.concernsAll && error.code != .operationCancelled
                {
                    failure = failure ?? error
                    onFailure(zone, error)
                }
            }
            if let failure { throw failure }
        } catch {
            await tell(.didFetchChanges(Event.DidFetchChanges(context: context)))
            throw error
        }
        await tell(.didFetchChanges(Event.DidFetchChanges(context: context)))
    }

    /// The zone to be fetched next, as the delegate has it by now; nil when none is left.
    private func nextZone(
        _ context: FetchChangesContext, after done: Set<CKRecordZone.ID>
    ) async -> CKRecordZone.ID? {
        let options = await callDelegate {
            await $0.nextFetchChangesOptions(context, syncEngine: self)
        }
        return state.zones(for: options ?? context.options).first { !done.contains($0) }
    }

    private func fetchZones() async throws {
        while true {
            let page: DatabasePage
            do {
                page = try await ownDatabase.changedZones(since: state.databaseToken, limit: 0)
            } catch let error as CKError
                where error.code == .changeTokenExpired && state.databaseToken != nil
            {
                // Too long ago: everything again.
                state.forgetTokens()
                continue
            }
            state.noteZones(page)
            if !page.changed.isEmpty || !page.deleted.isEmpty {
                await tell(
                    .fetchedDatabaseChanges(
                        Event.FetchedDatabaseChanges(
                            modifications: page.changed.map {
                                CKDatabase.DatabaseChange.Modification(zoneID: $0)
                            },
                            deletions: page.deletions)))
                await tellState()
            }
            if !page.moreComing { return }
        }
    }

    /// Makes sure that what others delete in a zone from now on will be told of, as a first fetch
    /// only tells of what there is; called before the first record is sent there.
    func begin(_ zone: CKRecordZone.ID) async throws {
        guard state.token(of: zone) == nil else { return }
        do {
            let page = try await ownDatabase.zoneChanges(
                zone, since: nil, desiredKeys: nil, limit: 0)
            guard page.changed.isEmpty, page.deleted.isEmpty else { return try await fetch(zone) }
            state.note(page.token, of: zone, isLast: !page.moreComing)
        } catch let error as CKError
            where [.zoneNotFound, .userDeletedZone, .serverRejectedRequest].contains(error.code)
        {
            // Sending will tell.
        }
    }

    private func fetch(_ zone: CKRecordZone.ID) async throws {
        await tell(
            .willFetchRecordZoneChanges(Event.WillFetchRecordZoneChanges(zoneID: zone)))
        var failure: CKError?
        do {
            try await fetchPages(zone)
        } catch {
            failure = CKError(any: error)
        }
        await tell(
            .didFetchRecordZoneChanges(
                Event.DidFetchRecordZoneChanges(zoneID: zone, error: failure)))
        if let failure {
            // The database's next changes report a zone that was deleted meanwhile.
            guard failure.code == .zoneNotFound || failure.code == .userDeletedZone else {
                throw failure
            }
            state.forget(zone)
            await tellState()
        }
    }

    private func fetchPages(_ zone: CKRecordZone.ID) async throws {
        while true {
            let page: ZonePage
            do {
                page = try await ownDatabase.zoneChanges(
                    zone, since: state.token(of: zone), desiredKeys: nil, limit: 0)
            } catch let error as CKError
                where error.code == .changeTokenExpired && state.token(of: zone) != nil
            {
                state.forgetToken(of: zone)
                continue
            }
            if !page.changed.isEmpty || !page.deleted.isEmpty {
                await tell(
                    .fetchedRecordZoneChanges(
                        Event.FetchedRecordZoneChanges(
                            modifications: page.changed.map {
                                CKDatabase.RecordZoneChange.Modification(record: $0)
                            }, deletions: page.deleted)))
            }
            // Only now has the program what the token stands for.
            state.note(page.token, of: zone, isLast: !page.moreComing)
            await tellState()
            if !page.moreComing { return }
            try Task.checkCancellation()
        }
    }
}
