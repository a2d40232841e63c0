package import PredicateCore
package import RecordService

/// The body of `subscriptions/lookup`.
package struct SubscriptionLookupRequest: Hashable, Sendable {
    /// The names of the subscriptions.
    package var ids: [String]

    /// A request to read subscriptions by name.
    package init(_ ids: [String]) { self.ids = ids }
}

/// The body of `subscriptions/modify`.
package struct SubscriptionModifyRequest: Hashable, Sendable {
    /// What is to be done, in order.
    package var operations: [Operation]

    /// One thing to be done.
    package enum Operation: Hashable, Sendable {
        /// Saves a subscription: `create`, `update`.
        case save(WireSubscription)
        /// Deletes the subscription of a name.
        case delete(String)
    }

    /// A request to save and delete subscriptions.
    package init(_ operations: [Operation]) { self.operations = operations }
}

/// A subscription on the wire.
///
///     {"subscriptionID": "a", "subscriptionType": "query", "zoneWide": true,
///      "query": {"recordType": "City", "filterBy": […]}, "firesOn": ["create"]}
package struct WireSubscription: Hashable, Sendable {
    /// The subscription's name; nil lets the server choose one.
    package var id: String?
    /// What it is about.
    package var kind: Kind
    /// What the app wants to be shown: the JSON of `notificationInfo` as it was sent, which is
    /// also what ``ServiceSubscription/info`` holds.
    package var info: [UInt8]?
    /// Fields of the record that a notification carries: `additionalFields`.
    package var desiredKeys: [String]?

    /// What a subscription is about.
    package enum Kind: Hashable, Sendable {
        /// Records that match; in one zone, or in all.
        case query(WireQuery, zone: ZoneID?, fires: ServiceSubscription.QueryEvents)
        /// Whatever changes in a zone.
        case zone(ZoneID, type: String?)
        /// Whatever changes in a database.
        case database(type: String?)
    }

    /// A subscription; without a name the server chooses one.
    package init(
        _ id: String?, _ kind: Kind, info: [UInt8]? = nil, desiredKeys: [String]? = nil
    ) {
        self.id = id
        self.kind = kind
        self.info = info
        self.desiredKeys = desiredKeys
    }

    /// The subscription with another name of its zone, where it has one.
    package func mapZone(_ name: (ZoneID) -> ZoneID) -> WireSubscription {
        var wire = self
        switch kind {
        case .query(let query, let zone, let fires):
            wire.kind = .query(query, zone: zone.map(name), fires: fires)
        case .zone(let zone, let type): wire.kind = .zone(name(zone), type: type)
        case .database: break
        }
        return wire
    }
}

/// The reply of `subscriptions/list`, `lookup` and `modify`.
package struct SubscriptionsReply: Sendable {
    /// For each subscription: as it is, its name when it is gone, or why not.
    package var entries: [Entry]

    /// What became of one subscription.
    package enum Entry: Sendable {
        /// As it is.
        case subscription(WireSubscription)
        /// It is gone.
        case deleted(String)
        /// Why not.
        case failure(id: String?, WireError)
    }

    /// A reply with an entry for each subscription.
    package init(_ entries: [Entry]) { self.entries = entries }
}
