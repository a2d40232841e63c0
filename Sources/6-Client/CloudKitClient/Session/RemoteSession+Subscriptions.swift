import Foundation
package import RecordService
import WebServices

extension RemoteSession {
    /// The user's subscriptions in a database, by name.
    package func subscriptions(
        in database: Database
    ) async throws(ServiceError) -> [ServiceSubscription] {
        try await request(isWrite: false, in: database) { () async throws(ServiceError) in
            let reply: SubscriptionsReply = try await get(.subscriptionsList, in: database)
            var found: [ServiceSubscription] = []
            for entry in reply.entries { found.append(try subscription(entry).get()) }
            return found.sorted { $0.id < $1.id }
        }
    }

    /// The subscriptions of the given names, each or why not.
    package func subscriptions(
        _ ids: [String], in database: Database
    ) async throws(ServiceError) -> [String: Result<ServiceSubscription, ServiceError>] {
        try await request(isWrite: false, in: database) { () async throws(ServiceError) in
            let entries = try await entries(of: ids) { part throws(ServiceError) in
                try await post(
                    SubscriptionLookupRequest(part), .subscriptionsLookup, in: database,
                    isWrite: false)
            }
            var found: [String: Result<ServiceSubscription, ServiceError>] = [:]
            for (id, entry) in zip(ids, entries) { found[id] = subscription(entry) }
            return found
        }
    }

    /// Saves and deletes subscriptions; saving one of a known name replaces it.
    package func modifySubscriptions(
        saving saves: [ServiceSubscription], deleting deletions: [String], in database: Database
    ) async throws(ServiceError) -> ServiceSubscriptionResult {
        try await request(isWrite: true, in: database) { () async throws(ServiceError) in
            var operations = try saves.map { subscription throws(ServiceError) in
                SubscriptionModifyRequest.Operation.save(try wire(subscription))
            }
            operations += deletions.map { .delete($0) }
            let entries = try await entries(of: operations) { part throws(ServiceError) in
                try await post(
                    SubscriptionModifyRequest(part), .subscriptionsModify, in: database,
                    isWrite: true)
            }
            var result = ServiceSubscriptionResult()
            result.saves = zip(saves, entries).map(RemoteSession.outcome)
            result.deletions = zip(deletions, entries.dropFirst(saves.count))
                .map(RemoteSession.outcome)
            return result
        }
    }

    /// What a server says of each, asked for as many at once as it takes: an operation has up to 400.
    private func entries<Item>(
        of items: [Item],
        _ ask: (_ part: [Item]) async throws(ServiceError) -> SubscriptionsReply
    ) async throws(ServiceError) -> [SubscriptionsReply.Entry] {
        var entries: [SubscriptionsReply.Entry] = []
        var rest = items[...]
        repeat {
            let part = Array(rest.prefix(200))
            rest = rest.dropFirst(part.count)
            let reply = try await ask(part)
            try RemoteSession.check(reply.entries.count, of: part.count)
            entries += reply.entries
        } while !rest.isEmpty
        return entries
    }

    /// What was sent, or why it was not done.
    private static func outcome<T>(
        _ sent: T, _ entry: SubscriptionsReply.Entry
    ) -> Result<T, ServiceError> {
        switch entry {
        case .subscription, .deleted: .success(sent)
        case .failure(_, let error): .failure(error.serviceError)
        }
    }

    private func wire(
        _ subscription: ServiceSubscription
    ) throws(ServiceError) -> WireSubscription {
        var wire = WireSubscription(subscription)
        // What queries mean must be what they mean in a query.
        if case .query(let type, let predicate, let zone, let fires) = subscription.kind {
            wire.kind = .query(
                try WireQuery(
                    RecordQuery(type, where: predicate), profile: options.profile, now: nil),
                zone: zone, fires: fires)
        }
        return wire
    }

    private func subscription(
        _ entry: SubscriptionsReply.Entry
    ) -> Result<ServiceSubscription, ServiceError> {
        switch entry {
        case .subscription(let wire):
            Result { () throws(ServiceError) in
                try ServiceError.reading { () throws(WireError) in
                    try wire.mapZone(own).subscription(schema: RecordSchema())
                }
            }
        case .deleted(let id):
            .failure(
                ServiceError(
                    .unknownItem, 2003, "Subscription not found", context: ["subscription": id]))
        case .failure(_, let error): .failure(error.serviceError)
        }
    }
}
