import SQLLowering
import Synchronization

/// Counts the rows that queries scan without a match for lack of an index of two columns.
///
/// The index is due when these rows outnumber those of the table: it has then cost as much not
/// to have it as it costs to make it.
final class IndexAdvisor: Sendable {
    /// An index that may be made.
    struct Wanted: Hashable, Sendable {
        let type: String
        let index: CompositeIndex
    }

    private struct Account {
        var questions = 0
        var rows = 0
        /// So many rows without a match make the index due.
        var price = IndexAdvisor.leastRows
    }

    /// Which questions are looked at closer where that costs something.
    private struct Samples {
        var questions = 0
        /// Questions from one sample to the next.
        var gap = IndexAdvisor.leastQuestions
    }

    private struct State {
        var accounts: [Wanted: Account] = [:]
        var samples: [Wanted: Samples] = [:]
        /// What cannot be made until then.
        var refusals: [Wanted: ContinuousClock.Instant] = [:]
        /// The day on which the use of an index was last noted.
        var uses: [Wanted: Int] = [:]
    }

    /// So many questions make a habit.
    private static let leastQuestions = 32
    /// Tables are reckoned to have this many rows at least.
    private static let leastRows = 20_000
    /// Questions that look at fewer rows are quick as they are.
    private static let fewRows = 512
    /// Samples of questions that are quick as they are become rarer up to one in so many.
    private static let longestGap = 4096
    /// Past this number of accounts the book starts again.
    private static let capacity = 1000
    /// Days between two notes that an index is in use.
    private static let pace = 7

    private let state = Mutex(State())

    /// Counts a question; gives for how many it stands where it is one to be looked at closer, and
    /// handed to ``isDue(_:looked:gave:questions:)``.
    func sample(_ wanted: Wanted) -> Int? {
        state.withLock { state in
            if let end = state.refusals[wanted], ContinuousClock.now < end { return nil }
            if state.samples.count >= IndexAdvisor.capacity { state.samples = [:] }
            var samples = state.samples[wanted] ?? Samples()
            samples.questions += 1
            let isSample = samples.questions >= samples.gap
            if isSample { samples.questions = 0 }
            state.samples[wanted] = samples
            return isSample ? samples.gap : nil
        }
    }

    /// Notes what a question cost; gives whether the index it would have liked is due.
    ///
    /// - Parameter questions: For how many it stands.
    func isDue(_ wanted: Wanted, looked: Int, gave: Int, questions: Int = 1) -> Bool {
        let isCostly = looked >= IndexAdvisor.fewRows && looked / 4 >= gave
        return state.withLock { state in
            if let end = state.refusals[wanted] {
                guard ContinuousClock.now >= end else { return false }
                state.refusals[wanted] = nil
            }
            if let gap = state.samples[wanted]?.gap {
                state.samples[wanted]?.gap =
                    isCostly ? IndexAdvisor.leastQuestions : min(gap * 2, IndexAdvisor.longestGap)
            }
            guard isCostly else { return false }
            if state.accounts.count >= IndexAdvisor.capacity { state.accounts = [:] }
            var account = state.accounts[wanted] ?? Account()
            account.questions += questions
            account.rows += questions * (looked - gave)
            state.accounts[wanted] = account
            return account.questions >= IndexAdvisor.leastQuestions
                && account.rows >= account.price
        }
    }

    /// Notes how many rows the table has; gives whether the index is due still.
    func isDue(_ wanted: Wanted, ofRows rows: Int) -> Bool {
        state.withLock { state in
            guard var account = state.accounts[wanted] else { return false }
            account.price = max(rows, IndexAdvisor.leastRows)
            let isDue = account.rows >= account.price
            // Whether it is made or not, the count starts again.
            state.accounts[wanted] = isDue ? nil : account
            return isDue
        }
    }

    /// Notes that an index cannot be made for a while.
    func refuse(_ wanted: Wanted, for time: Duration) {
        state.withLock { state in
            if state.refusals.count >= IndexAdvisor.capacity { state.refusals = [:] }
            state.refusals[wanted] = .now + time
            state.accounts[wanted] = nil
        }
    }

    /// Whether it is time to note that an index is in use.
    func isUseNews(_ wanted: Wanted, today: Int, noted: () -> Int) -> Bool {
        state.withLock { state in
            let last = state.uses[wanted] ?? noted()
            let isNews = today - last >= IndexAdvisor.pace
            state.uses[wanted] = isNews ? today : last
            return isNews
        }
    }
}
