package import Foundation

/// A user's subscription to changes.
///
///     let subscription = ServiceSubscription(
///         "large", .query(type: "City", predicate: large, zone: nil, fires: [.onCreation]))
///     try await session.modifySubscriptions(saving: [subscription], in: .public)
package struct ServiceSubscription: Hashable, Sendable {
    /// The subscription's name, unique for its user and database.
    package var id: String
    /// What it is about.
    package var kind: Kind
    /// What the app wants to be shown with a notification; the service keeps it, and puts the record's
    /// values into notifications where it names fields as arguments of texts.
    package var info: Data?
    /// Fields of the record that a notification of a query carries, as far as 32,768 bytes hold them;
    /// nil carries none.
    package var desiredKeys: [String]?

    /// What a subscription is about.
    package enum Kind: Hashable, Sendable {
        /// Records of a type that a predicate holds of; in one zone, or in all when it is nil.
        case query(
            type: String, predicate: QueryPredicate, zone: ZoneID?, fires: QueryEvents)
        /// Whatever changes in a zone; only records of a type when one is named.
        case zone(ZoneID, type: String?)
        /// Whatever changes in a database; only records of a type when one is named.
        case database(type: String?)
    }

    /// When a query subscription fires.
    ///
    /// Raw values are those of `CKQuerySubscription.Options`.
    package struct QueryEvents: OptionSet, Hashable, Sendable {
        /// The bits: 1 creation, 2 update, 4 deletion, 8 once.
        package let rawValue: UInt
        /// Events from raw bits.
        package init(rawValue: UInt) { self.rawValue = rawValue }
        /// A record that the predicate did not hold of, or that did not exist, now matches.
        package static let onCreation = QueryEvents(rawValue: 1)
        /// A record that matched has changed and still matches.
        package static let onUpdate = QueryEvents(rawValue: 2)
        /// A record that matched was deleted or no longer matches.
        package static let onDeletion = QueryEvents(rawValue: 4)
        /// The subscription is removed after it has fired.
        package static let once = QueryEvents(rawValue: 8)
    }

    /// Creates a subscription; `desiredKeys` are the fields that its notifications carry.
    package init(_ id: String, _ kind: Kind, info: Data? = nil, desiredKeys: [String]? = nil) {
        self.id = id
        self.kind = kind
        self.info = info
        self.desiredKeys = desiredKeys
    }
}

/// A notification of a change that a subscription asked for.
package struct ServiceNotification: Hashable, Sendable {
    /// The place in the order in which the service gave notice; greater is later.
    package var number: Int
    /// The name of the subscription.
    package var subscription: String
    /// The database in which it happened, as the receiver names it.
    package var database: ServiceSession.Database
    /// The kind of change, with the record or zone it concerns.
    package var kind: Kind
    /// What the subscription wants to be shown.
    package var info: Data?
    /// The name of the container.
    package var container: String
    /// Whether a field that was asked for was left out, as there was no room for it.
    package var isPruned: Bool

    /// A notification of a change.
    package init(
        number: Int, subscription: String, database: ServiceSession.Database, kind: Kind,
        info: Data? = nil, container: String, isPruned: Bool = false
    ) {
        self.number = number
        self.subscription = subscription
        self.database = database
        self.kind = kind
        self.info = info
        self.container = container
        self.isPruned = isPruned
    }

    /// What changed: a record, a zone or a database.
    package enum Kind: Hashable, Sendable {
        /// A record came to match, changed, or ceased to match; with the fields asked for.
        case query(RecordID, reason: Reason, fields: [String: Value])
        /// A zone has changes.
        case zone(ZoneID)
        /// A database has changes.
        case database
    }

    /// Why a query subscription fired.
    ///
    /// Raw values are those of `CKQueryNotification.Reason`.
    package enum Reason: Int, Hashable, Sendable, CaseIterable {
        /// It was created, or came to match.
        case recordCreated = 1
        /// It changed and still matches.
        case recordUpdated = 2
        /// It was deleted, or ceased to match.
        case recordDeleted = 3
    }
}
