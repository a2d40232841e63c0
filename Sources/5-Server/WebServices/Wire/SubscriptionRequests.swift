public import PredicateCore
public import RecordService

/// The body of `subscriptions/lookup`.
public struct SubscriptionLookupRequest: Hashable, Sendable {
    /// The names of the subscriptions.
    public var ids: [String]

    /// A request to read subscriptions by name.
    public init(_ ids: [String]) { self.ids = ids }
}

/// The body of `subscriptions/modify`.
public struct SubscriptionModifyRequest: Hashable, Sendable {
    /// What is to be done, in order.
    public var operations: [Operation]

    /// One thing to be done.
    public enum Operation: Hashable, Sendable {
        /// Saves a subscription: `create`, `update`.
        case save(WireSubscription)
        /// Deletes the subscription of a name.
        case delete(String)
    }

    /// A request to save and delete subscriptions.
    public init(_ operations: [Operation]) { self.operations = operations }
}

/// A subscription on the wire.
///
///     {"subscriptionID": "a", "subscriptionType": "query", "zoneWide": true,
///      "query": {"recordType": "City", "filterBy": […]}, "firesOn": ["create"]}
public struct WireSubscription: Hashable, Sendable {
    /// The subscription's name; nil lets the server choose one.
    public var id: String?
    /// What it is about.
    public var kind: Kind
    /// What the app wants to be shown: the JSON of `notificationInfo` as it was sent, which is
    /// also what ``ServiceSubscription/info`` holds.
    public var info: [UInt8]?
    /// Fields of the record that a notification carries: `additionalFields`.
    public var desiredKeys: [String]?

    /// What a subscription is about.
    public enum Kind: Hashable, Sendable {
        /// Records that match; in one zone, or in all.
        case query(WireQuery, zone: ZoneID?, fires: ServiceSubscription.QueryEvents)
        /// Whatever changes in a zone.
        case zone(ZoneID, type: String?)
        /// Whatever changes in a database.
        case database(type: String?)
    }

    /// A subscription; without a name the server chooses one.
    public init(
        _ id: String?, _ kind: Kind, info: [UInt8]? = nil, desiredKeys: [String]? = nil
    ) {
        self.id = id
        self.kind = kind
        self.info = info
        self.desiredKeys = desiredKeys
    }
}

/// The reply of `subscriptions/list`, `lookup` and `modify`.
public struct SubscriptionsReply: Sendable {
    /// For each subscription: as it is, its name when it is gone, or why not.
    public var entries: [Entry]

    /// What became of one subscription.
    public enum Entry: Sendable {
        /// As it is.
        case subscription(WireSubscription)
        /// It is gone.
        case deleted(String)
        /// Why not.
        case failure(id: String?, WireError)
    }

    /// A reply with an entry for each subscription.
    public init(_ entries: [Entry]) { self.entries = entries }
}
