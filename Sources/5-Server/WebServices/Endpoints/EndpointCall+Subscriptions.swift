import Foundation
import RecordService

extension EndpointCall {
    /// Answers `subscriptions/list`.
    func listSubscriptions() async throws -> WireReply {
        let known = try await session.subscriptions(in: database)
        return reply(SubscriptionsReply(known.map { .subscription(readable($0)) }))
    }

    /// Answers `subscriptions/lookup`.
    func lookUpSubscriptions() async throws -> WireReply {
        let message = try read(SubscriptionLookupRequest.self)
        try checkCount(message.ids.count)
        let found = try await session.subscriptions(message.ids, in: database)
        let entries = message.ids.map { id -> SubscriptionsReply.Entry in
            switch found[id] {
            case .success(let subscription): .subscription(readable(subscription))
            case .failure(let error): .failure(id: id, WireError(item: error))
            case nil:
                .failure(
                    id: id, WireError(.notFound, "Subscription not found", concernsItem: true))
            }
        }
        return reply(SubscriptionsReply(entries)).counting(entries.lazy.compactMap(\.error))
    }

    /// Answers `subscriptions/modify`.
    func modifySubscriptions() async throws -> WireReply {
        let message = try read(SubscriptionModifyRequest.self)
        try checkCount(message.operations.count)
        _ = try signedIn()
        let schema = try await store.schema()
        // One after the other, so that a name may be deleted and saved again.
        var entries: [SubscriptionsReply.Entry] = []
        for operation in message.operations {
            var name: String?
            do {
                switch operation {
                case .save(var wire):
                    name = wire.id ?? UUID().uuidString
                    wire.id = name
                    let result = try await session.modifySubscriptions(
                        saving: [try wire.subscription(schema: schema)], in: database)
                    for save in result.saves {
                        entries.append(.subscription(readable(try save.get())))
                    }
                case .delete(let id):
                    name = id
                    let result = try await session.modifySubscriptions(
                        deleting: [id], in: database)
                    for deletion in result.deletions {
                        entries.append(.deleted(try deletion.get()))
                    }
                }
            } catch {
                entries.append(.failure(id: name, WireError(item: error)))
            }
        }
        return reply(SubscriptionsReply(entries)).counting(entries.lazy.compactMap(\.error))
    }

    private func readable(_ subscription: ServiceSubscription) -> WireSubscription {
        .readable(subscription, zoneOwner: zoneOwner)
    }
}

extension WireError {
    /// What was thrown about one item of a request.
    init(item error: any Error) {
        self.init(any: error)
        concernsItem = true
    }
}
