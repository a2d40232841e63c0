extension ServiceSession {
    /// The user's subscriptions in a database, by name.
    package func subscriptions(
        in database: Database
    ) async throws(ServiceError) -> [ServiceSubscription] {
        try await request(isWrite: false, in: database) {
            let user = try signedIn()
            return try await service.hub.subscriptions(in: database.place(of: user)).values
                .filter { $0.user.hasSameBytes(as: user) && $0.database == database }
                .map(\.subscription).sorted { $0.id < $1.id }
        }
    }

    /// The subscriptions of the given names, each or why not.
    package func subscriptions(
        _ ids: [String], in database: Database
    ) async throws(ServiceError) -> [String: Result<ServiceSubscription, ServiceError>] {
        let known = try await subscriptions(in: database)
        var results: [String: Result<ServiceSubscription, ServiceError>] = [:]
        for id in ids {
            results[id] =
                known.first { $0.id == id }.map { .success($0) }
                ?? .failure(.unknownSubscription(id))
        }
        return results
    }

    /// Saves and deletes subscriptions; saving one of a known name replaces it, and one of a query or
    /// zone that another subscription of the user has is refused.
    package func modifySubscriptions(
        saving saves: [ServiceSubscription] = [], deleting deletions: [String] = [],
        in database: Database
    ) async throws(ServiceError) -> ServiceSubscriptionResult {
        try await request(isWrite: true, in: database) {
            let user = try signedIn()
            let scope = try scope(database)
            var result = ServiceSubscriptionResult()
            for subscription in saves {
                result.saves.append(
                    await outcome {
                        try await check(subscription, in: database, scope)
                        try await refuseDuplicate(
                            of: subscription, in: database, leavingOut: deletions)
                        try await service.hub.save(
                            StoredSubscription(user, database, subscription))
                        return subscription
                    })
            }
            for id in deletions {
                result.deletions.append(
                    await outcome {
                        let key = StoredSubscription.key(user, database, id)
                        let place = database.place(of: user)
                        guard try await service.hub.remove(key: key, in: place) else {
                            throw ServiceError.unknownSubscription(id)
                        }
                        return id
                    })
            }
            return result
        }
    }

    /// Notifications for this device, from now on; changes made on it are left out.
    ///
    /// A device that does not read keeps the newest ``ServiceOptions/notificationBuffer``;
    /// ``missedNotifications(after:)`` has as many.
    package func notifications() -> AsyncStream<ServiceNotification> {
        guard let user else { return AsyncStream { $0.finish() } }
        return service.hub.listen(user: user, device: device)
    }

    /// The latest notifications for this device after a number, oldest first.
    package func missedNotifications(after number: Int = 0) -> [ServiceNotification] {
        guard let user else { return [] }
        return service.hub.missed(user: user, device: device, after: number)
    }

    /// The number after which every notification is new, of whichever device's change.
    package var latestNotification: Int { service.hub.latest(for: user) }

    /// Refuses what could never fire.
    private func check(
        _ subscription: ServiceSubscription, in database: Database, _ scope: DatabaseScope
    ) async throws {
        guard !subscription.id.isEmpty, subscription.id.utf8.count <= 255 else {
            throw ServiceError(StoreError(.invalidName, ["subscription": ""]))
        }
        switch subscription.kind {
        case .query(let type, let predicate, let zone, let fires):
            guard database != .shared else {
                throw ServiceError(
                    .invalidArguments, 2006,
                    "Query subscriptions are not supported in the shared database",
                    advice: "Save a database subscription, and fetch the changes.")
            }
            guard !fires.isDisjoint(with: [.onCreation, .onUpdate, .onDeletion]) else {
                throw ServiceError(
                    .invalidArguments, nil,
                    "A query subscription fires on creation, update or deletion")
            }
            if let zone { _ = try await find(zone, in: database) }
            let names = OwnerNames(scope)
            _ = try QueryChecker.check(
                RecordQuery(
                    type, where: predicate, in: subscription.zones(in: database, names),
                    profile: options.profile),
                schema: try await store.schema(), environment: store.environment,
                now: options.clock(), limits: store.limits, names: names)
        case .zone(let zone, _):
            try refuse(in: database, subscription)
            guard OwnerNames(scope).stored(zone) != .default else {
                throw ServiceError(StoreError(.changesNotTracked))
            }
            try await find(zone, in: database)
        case .database: try refuse(in: database, subscription)
        }
    }

    /// Refuses what another subscription of the user is about already, as CloudKit does for queries and
    /// zones, unless that one is deleted in the same request.
    private func refuseDuplicate(
        of subscription: ServiceSubscription, in database: Database, leavingOut deleted: [String]
    ) async throws {
        if case .database = subscription.kind { return }
        let user = try signedIn()
        let other = try await service.hub.subscriptions(in: database.place(of: user)).values
            .filter {
                $0.user.hasSameBytes(as: user) && $0.database == database
                    && $0.subscription.kind == subscription.kind
                    && !$0.subscription.id.hasSameBytes(as: subscription.id)
            }
            .map(\.subscription.id).filter { !deleted.contains($0) }.min()
        guard let other else { return }
        throw ServiceError(
            .serverRejectedRequest, 2032, "subscription is duplicate of '\(other)'",
            advice: "Use one name for it on every device, or delete the other one first.",
            context: ["subscription": other])
    }

    private func refuse(
        in database: Database, _ subscription: ServiceSubscription
    ) throws(ServiceError) {
        if database == .public {
            throw ServiceError(
                .invalidArguments, 2006,
                "The public database supports query subscriptions only")
        }
        if subscription.desiredKeys?.isEmpty == false {
            throw ServiceError(
                .invalidArguments, 2006,
                "cannot add additionalFields to this subscription type")
        }
    }

    private func find(_ zone: ZoneID, in database: Database) async throws {
        let scope = try scope(database)
        let names = OwnerNames(scope)
        let zones = try await store.zones(in: scope)
        guard zones.contains(where: { names.stored($0.id) == names.stored(zone) }) else {
            throw ServiceError.zoneNotFound(zone)
        }
    }
}

extension ServiceError {
    /// Whether another subscription of the user is about the same.
    package var isDuplicateSubscription: Bool {
        // A record that is shared already has the same second number.
        code == .serverRejectedRequest && serverCode == 2032
    }

    static func unknownSubscription(_ id: String) -> ServiceError {
        ServiceError(
            .unknownItem, 2003, "Subscription not found", context: ["subscription": id])
    }
}
