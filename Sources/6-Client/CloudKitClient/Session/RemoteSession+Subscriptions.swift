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
            for entry in reply.entries { found.append(try RemoteSession.subscription(entry).get()) }
            return found.sorted { $0.id < $1.id }
        }
    }

    /// The subscriptions of the given names, each or why not.
    package func subscriptions(
        _ ids: [String], in database: Database
    ) async throws(ServiceError) -> [String: Result<ServiceSubscription, ServiceError>] {
        try await request(isWrite: false, in: database) { () async throws(ServiceError) in
            var found: [String: Result<ServiceSubscription, ServiceError>] = [:]
            var rest = ids[...]
            repeat {
                let batch = Array(rest.prefix(RemoteSession.subscriptionBatch))
                rest = rest.dropFirst(batch.count)
                let reply: SubscriptionsReply = try await post(
                    SubscriptionLookupRequest(batch), .subscriptionsLookup, in: database,
                    isWrite: false)
                try RemoteSession.check(reply.entries.count, of: batch.count)
                for (id, entry) in zip(batch, reply.entries) {
                    found[id] = RemoteSession.subscription(entry)
                }
            } while !rest.isEmpty
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
            var entries: [SubscriptionsReply.Entry] = []
            var rest = operations[...]
            repeat {
                let batch = Array(rest.prefix(RemoteSession.subscriptionBatch))
                rest = rest.dropFirst(batch.count)
                let reply: SubscriptionsReply = try await post(
                    SubscriptionModifyRequest(batch), .subscriptionsModify, in: database,
                    isWrite: true)
                try RemoteSession.check(reply.entries.count, of: batch.count)
                entries += reply.entries
            } while !rest.isEmpty
            var result = ServiceSubscriptionResult()
            result.saves = zip(saves, entries).map(RemoteSession.outcome)
            result.deletions = zip(deletions, entries.dropFirst(saves.count))
                .map(RemoteSession.outcome)
            return result
        }
    }

    /// Subscriptions in one request: a server takes no more, and an operation has up to 400.
    private static let subscriptionBatch = 200

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

    private static func subscription(
        _ entry: SubscriptionsReply.Entry
    ) -> Result<ServiceSubscription, ServiceError> {
        switch entry {
        case .subscription(let wire):
            do {
                return .success(
                    try ServiceError.reading { () throws(WireError) in
                        try wire.subscription(schema: RecordSchema())
                    })
            } catch {
                return .failure(error)
            }
        case .deleted(let id):
            return .failure(
                ServiceError(
                    .unknownItem, 2003, "Subscription not found", context: ["subscription": id]))
        case .failure(_, let error): return .failure(error.serviceError)
        }
    }
}
