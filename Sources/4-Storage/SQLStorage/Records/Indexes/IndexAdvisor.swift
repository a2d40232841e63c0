import SQLLowering
import Synchronization

/// Counts the rows that queries scan without a match for lack of an index of two columns.
///
/// The index is due when these rows outnumber those of the table: it has then cost as much not
/// to have it as it costs to make it.
final class IndexAdvisor: Sendable {
    /// An index that may be made.
    struct Candidate: Hashable, Sendable {
        let type: String
        let index: CompositeIndex
    }

    private struct Account {
        var queries = 0
        var rows = 0
        /// So many rows without a match make the index due.
        var price = IndexAdvisor.leastRows
    }

    /// Which queries are looked at closer where that costs something.
    private struct Samples {
        var queries = 0
        /// Queries from one sample to the next.
        var gap = IndexAdvisor.leastQueries
    }

    private struct State {
        var accounts: [Candidate: Account] = [:]
        var samples: [Candidate: Samples] = [:]
        /// What cannot be made until then.
        var refusals: [Candidate: ContinuousClock.Instant] = [:]
        /// The day on which the use of an index was last noted, by its name.
        var uses: [String: Int] = [:]
        /// When a declared index that is not there was last begun, by its name.
        var makings: [String: ContinuousClock.Instant] = [:]

        func mayMake(_ index: String) -> Bool {
            makings[index].map { .now - $0 >= IndexAdvisor.rest } ?? true
        }
    }

    /// Queries make no index of a table of more rows, for which writers would wait; fewer in tests.
    @TaskLocal static var mostRows = 1_000_000
    /// Queries of one form from which on they count as regular.
    private static let leastQueries = 32
    /// Tables are reckoned to have this many rows at least.
    private static let leastRows = 20_000
    /// Queries that look at fewer rows are quick as they are.
    private static let fewRows = 512
    /// Samples of queries that are quick as they are become rarer up to one in so many.
    private static let longestGap = 4096
    /// Past this number of accounts counting starts again.
    private static let capacity = 1000
    /// Days between two notes that an index is in use.
    private static let pace = 7
    /// How long it takes until a declared index is begun again that others were in the way of.
    private static let rest = Duration.seconds(60)

    private let state = Mutex(State())

    /// Counts a query; gives for how many it stands where it is one to be looked at closer, and
    /// handed to ``isDue(_:looked:gave:queries:)``.
    func sample(_ candidate: Candidate) -> Int? {
        state.withLock { state in
            if let end = state.refusals[candidate], ContinuousClock.now < end { return nil }
            if state.samples.count >= IndexAdvisor.capacity { state.samples = [:] }
            var samples = state.samples[candidate] ?? Samples()
            samples.queries += 1
            let isSample = samples.queries >= samples.gap
            if isSample { samples.queries = 0 }
            state.samples[candidate] = samples
            return isSample ? samples.gap : nil
        }
    }

    /// Notes what a query cost; gives whether the index it would have liked is due.
    ///
    /// - Parameter queries: For how many it stands.
    func isDue(_ candidate: Candidate, looked: Int, gave: Int, queries: Int = 1) -> Bool {
        let isCostly = looked >= IndexAdvisor.fewRows && looked / 4 >= gave
        return state.withLock { state in
            if let end = state.refusals[candidate] {
                guard ContinuousClock.now >= end else { return false }
                state.refusals[candidate] = nil
            }
            if let gap = state.samples[candidate]?.gap {
                state.samples[candidate]?.gap =
                    isCostly ? IndexAdvisor.leastQueries : min(gap * 2, IndexAdvisor.longestGap)
            }
            guard isCostly else { return false }
            if state.accounts.count >= IndexAdvisor.capacity { state.accounts = [:] }
            var account = state.accounts[candidate] ?? Account()
            account.queries += queries
            account.rows += queries * (looked - gave)
            state.accounts[candidate] = account
            return account.queries >= IndexAdvisor.leastQueries
                && account.rows >= account.price
        }
    }

    /// Notes how many rows the table has; gives whether the index is due still.
    func isDue(_ candidate: Candidate, ofRows rows: Int) -> Bool {
        state.withLock { state in
            guard var account = state.accounts[candidate] else { return false }
            account.price = max(rows, IndexAdvisor.leastRows)
            let isDue = account.rows >= account.price
            // Whether it is made or not, the count starts again.
            state.accounts[candidate] = isDue ? nil : account
            return isDue
        }
    }

    /// Notes that an index cannot be made for a while.
    func refuse(_ candidate: Candidate, for time: Duration) {
        state.withLock { state in
            if state.refusals.count >= IndexAdvisor.capacity { state.refusals = [:] }
            state.refusals[candidate] = .now + time
            state.accounts[candidate] = nil
        }
    }

    /// Whether it is time to note that an index is in use.
    func isNoteDue(_ index: String, today: Int, noted: () -> Int) -> Bool {
        state.withLock { state in
            let last = state.uses[index] ?? noted()
            let isDue = today - last >= IndexAdvisor.pace
            state.uses[index] = isDue ? today : last
            return isDue
        }
    }

    /// Whether a declared index that is not there was not begun just now, nor put off.
    func mayMake(_ index: String) -> Bool { state.withLock { $0.mayMake(index) } }

    /// Whether to begin to make a declared index that is not there.
    func isMakingDue(_ index: String) -> Bool {
        state.withLock { state in
            guard state.mayMake(index) else { return false }
            if state.makings.count >= IndexAdvisor.capacity { state.makings = [:] }
            state.makings[index] = .now
            return true
        }
    }

    /// Notes that a declared index is not to be begun for a day.
    func putOff(_ index: String) {
        state.withLock { $0.makings[index] = .now + .seconds(86_400) }
    }
}
