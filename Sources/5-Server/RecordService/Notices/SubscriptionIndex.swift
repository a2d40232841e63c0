/// Subscriptions in the order in which a change looks for them, so that it passes over those that it
/// cannot concern.
struct SubscriptionIndex: Sendable {
    /// Where query subscriptions look, and for what type.
    struct QueryGroup: Hashable, Sendable {
        /// The owner of a private database; nil for the public one.
        let owner: String?
        let type: String
    }

    /// Differs from the number of any other index of the process.
    let number: Int
    /// Query subscriptions, in the order of their keys.
    private(set) var queries: [QueryGroup: [StoredSubscription]] = [:]
    /// Subscriptions to a user's own database and its zones, by the user.
    private(set) var feeds: [String: [StoredSubscription]] = [:]
    /// Subscriptions to the shared database and its zones.
    private(set) var sharedFeeds: [StoredSubscription] = []

    /// Whether there are none.
    var isEmpty: Bool { queries.isEmpty && feeds.isEmpty && sharedFeeds.isEmpty }

    /// Arranges subscriptions by their keys in the store.
    init(_ all: [String: StoredSubscription], number: Int) {
        self.number = number
        for (_, stored) in all.sorted(by: { $0.key < $1.key }) {
            switch (stored.subscription.kind, stored.database) {
            case (.query(let type, _, _, _), .public):
                queries[QueryGroup(owner: nil, type: type), default: []].append(stored)
            case (.query(let type, _, _, _), .private):
                queries[QueryGroup(owner: stored.user, type: type), default: []].append(stored)
            case (.zone, .private), (.database, .private):
                feeds[stored.user, default: []].append(stored)
            case (.zone, .shared), (.database, .shared): sharedFeeds.append(stored)
            // No subscription of these is saved.
            case (.query, .shared), (.zone, .public), (.database, .public): break
            }
        }
    }
}
