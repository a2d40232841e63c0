import Foundation
import PredicateCore
package import RecordCore
package import RecordJSON
package import RecordService

extension SubscriptionLookupRequest: WireObject {
    package static var blank: Self { Self([]) }

    /// The body of `subscriptions/lookup`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.items(
            "subscriptions", &ids,
            of: { reader throws(WireError) in
                try SubscriptionName(from: &reader, "subscription").id
            },
            writing: { SubscriptionName(id: $0).write(to: &$1) })
    }
}

/// `{"subscriptionID":…}`, the form in which lists name subscriptions.
struct SubscriptionName: WireObject {
    static var blank: Self { Self(id: "") }

    var id: String

    mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.required("subscriptionID", &id)
    }

    /// Reads a name, which may be a text.
    init(from reader: inout WireReader, _ name: StaticString) throws(WireError) {
        id = ""
        if reader.cursor.kind == .text {
            id = try reader.text("subscriptionID") ?? ""
        } else {
            try MemberReader.read(&self, from: &reader, name)
        }
    }

    init(id: String) { self.id = id }
}

extension SubscriptionModifyRequest: WireObject {
    package static var blank: Self { Self([]) }

    /// The body of `subscriptions/modify`.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.items(
            "operations", &operations,
            of: { reader throws(WireError) in
                try Members(from: &reader, "operations").operation
            },
            writing: { Members(operation: $0).write(to: &$1) })
    }

    /// The members of an operation.
    private struct Members: WireObject {
        static var blank: Self { Self(operation: .delete("")) }

        var operation: Operation
        var isDeletion = true

        init(operation: Operation) {
            self.operation = operation
            if case .save = operation { isDeletion = false }
        }

        mutating func members(_ m: inout some WireMembers) throws(WireError) {
            try m.operationType(&isDeletion, saving: ["create", "update"])
            let isDeletion = isDeletion
            let isThere = try m.member(
                "subscription", &operation, isLate: true,
                reading: { reader throws(WireError) in
                    isDeletion
                        ? .delete(try SubscriptionName(from: &reader, "subscription").id)
                        : .save(try WireSubscription(from: &reader))
                },
                writing: { operation, writer in
                    switch operation {
                    case .save(let subscription): subscription.write(to: &writer)
                    case .delete(let id): SubscriptionName(id: id).write(to: &writer)
                    }
                })
            try m.require(isThere, "subscription")
        }
    }
}

extension WireSubscription: WireMessage {
    /// Reads a subscription in the form of `subscriptions/modify`.
    package init(from reader: inout WireReader) throws(WireError) {
        self = try SubscriptionMembers(from: &reader, "subscription").subscription()
    }

    /// Appends a subscription in the form of `subscriptions/modify`.
    package func write(to writer: inout JSONWriter) {
        SubscriptionMembers(self).write(to: &writer)
    }

    // MARK: For sessions

    /// The subscription as a session takes it.
    ///
    /// - Parameter schema: Says what values of filters without a type are.
    package func subscription(schema: RecordSchema) throws(WireError) -> ServiceSubscription {
        let kind: ServiceSubscription.Kind =
            switch kind {
            case .query(let query, let zone, let fires):
                .query(
                    type: query.recordType,
                    predicate: try query.queryPredicate(
                        type: schema[query.recordType], zone: zone ?? .default),
                    zone: zone, fires: fires)
            case .zone(let zone, let type): .zone(zone, type: type)
            case .database(let type): .database(type: type)
            }
        return ServiceSubscription(
            id ?? WireRecord.newName(), kind, info: info.map { Data($0) },
            desiredKeys: desiredKeys)
    }

    /// A subscription as a session gives it.
    package init(_ subscription: ServiceSubscription) {
        let kind: Kind =
            switch subscription.kind {
            case .query(let type, let predicate, let zone, let fires):
                .query(
                    WireQuery(type, predicate: predicate.format), zone: zone, fires: fires)
            case .zone(let zone, let type): .zone(zone, type: type)
            case .database(let type): .database(type: type)
            }
        self.init(
            subscription.id, kind, info: subscription.info.map { Array($0) },
            desiredKeys: subscription.desiredKeys)
    }
}

extension SubscriptionsReply: ReplyObject {
    package static var blank: Self { Self([]) }

    /// The reply of subscriptions: each as it is, deleted, or an error.
    package mutating func members(_ m: inout some WireMembers) throws(WireError) {
        try m.entries("subscriptions", &entries)
    }
}

extension SubscriptionsReply.Entry: WireEntry {
    /// A subscription, or the name of one that is deleted.
    struct Item: WireMessage {
        var entry: SubscriptionsReply.Entry

        init(_ entry: SubscriptionsReply.Entry) { self.entry = entry }

        init(from reader: inout WireReader) throws(WireError) {
            var place = reader
            let deleted = try Deleted(from: &place, "subscriptions")
            if deleted.isDeleted, let id = deleted.id {
                (entry, reader) = (.deleted(id), place)
            } else {
                entry = .subscription(try WireSubscription(from: &reader))
            }
        }

        func write(to writer: inout JSONWriter) {
            switch entry {
            case .subscription(let subscription): subscription.write(to: &writer)
            case .deleted(let id): Deleted(id: id, isDeleted: true).write(to: &writer)
            case .failure: break  // It is no item.
            }
        }
    }

    struct Deleted: WireObject {
        static var blank: Self { Self() }

        var id: String?
        var isDeleted = false

        mutating func members(_ m: inout some WireMembers) throws(WireError) {
            try m.member("subscriptionID", &id)
            try m.member("deleted", &isDeleted, unless: false)
        }
    }

    init(_ item: Item) { self = item.entry }
    init(_ name: Deleted, _ error: WireError) { self = .failure(id: name.id, error) }

    var content: WireEntryContent<Item, Deleted> {
        if case .failure(let id, let error) = self { return .failure(Deleted(id: id), error) }
        return .item(Item(self))
    }
}
