import RecordCore
import Synchronization

/// What is left of change feeds of shared records that are read page by page.
///
/// Many entries of a zone's shares say together when a record came to be seen, so they are all read for a
/// page. As long as the counter of the database stands, the pages that follow have the rest of it.
final class SharedFeeds: Sendable {
    /// Where the next page of a feed begins.
    struct Place: Hashable {
        /// The identity of the store.
        let store: String
        let database: Int64
        let zone: Int64
        let user: ExactText
        let token: Int64
        let last: ExactText
    }

    /// A feed, and what it depends on.
    struct Feed {
        /// The change counter of the database when it was read.
        let counter: Int64
        /// The counter when the first fetch began of which it is; nil where it is of none.
        let began: Int64?
        /// The end of a list, all of which stays in memory.
        let items: ArraySlice<ShareFeed.Item>
    }

    private struct State {
        var feeds: [Place: Feed] = [:]
        /// The places, those that were kept first in front.
        var order: [Place] = []
        var items = 0
        var reads = 0

        mutating func remove(_ place: Place) {
            guard let feed = feeds.removeValue(forKey: place) else { return }
            items -= feed.items.endIndex
            order.removeAll { $0 == place }
        }
    }

    /// How many feeds are kept, and how many items they have together; the last one stays.
    private static let mostFeeds = 64
    private static let mostItems = 200_000

    private let state = Mutex(State())

    /// How many feeds were read from the database.
    var reads: Int { state.withLock { $0.reads } }

    /// Notes that a feed was read from the database.
    func noteRead() { state.withLock { $0.reads += 1 } }

    /// What follows a place; nil where that is not known, or no more so.
    func rest(_ place: Place, counter: Int64, began: Int64?) -> ArraySlice<ShareFeed.Item>? {
        let feed = state.withLock { $0.feeds[place] }
        guard let feed, feed.counter == counter, feed.began == began else { return nil }
        return feed.items[feed.items.place(after: place.token, place.last.text)...]
    }

    /// Keeps a feed for the page that begins at a place, instead of that before it.
    func keep(_ feed: Feed, at place: Place, insteadOf before: Place?) {
        state.withLock { state in
            if let before { state.remove(before) }
            state.remove(place)
            state.feeds[place] = feed
            state.order.append(place)
            state.items += feed.items.endIndex
            while state.order.count > Self.mostFeeds || state.items > Self.mostItems,
                state.order.count > 1, let first = state.order.first
            {
                state.remove(first)
            }
        }
    }
}

extension ArraySlice<ShareFeed.Item> {
    /// The place of the first item behind a token, or at it and behind a name.
    fileprivate func place(after token: Int64, _ name: String) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if (self[middle].token, self[middle].name) > (token, name) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
