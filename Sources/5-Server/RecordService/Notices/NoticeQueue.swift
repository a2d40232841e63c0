import Synchronization

/// Lets requests that have notices to store share a transaction.
///
/// One request writes what has come up to then, for itself and for those that wait; what comes
/// meanwhile is written by the next. So a busy server writes notices in few transactions, and two of
/// its requests never compete for the number of a user's next notice.
final class NoticeQueue: Sendable {
    private enum Turn {
        case isWritten
        /// The request writes what is left of its own, and what others have.
        case writes([NotificationHub.UserNotices])
    }

    private struct Waiter {
        let notices: [NotificationHub.UserNotices]
        let continuation: CheckedContinuation<Turn, Never>
    }

    private struct State {
        var waiting: [Waiter] = []
        var isWriting = false
    }

    /// Notices that are written in one transaction, about.
    private static let most = 2_000

    private let state = Mutex(State())

    /// Comes back when `write` has stored the notices, with those of others, or has failed.
    ///
    /// - Parameters:
    ///   - notices: The notices.
    ///   - write: Stores notices, and gives the users whose notices are left.
    func store(
        _ notices: [NotificationHub.UserNotices],
        by write: ([NotificationHub.UserNotices]) async -> Set<String>
    ) async {
        let turn = await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                guard state.isWriting else {
                    state.isWriting = true
                    return true
                }
                state.waiting.append(Waiter(notices: notices, continuation: continuation))
                return false
            }
            if isFirst { continuation.resume(returning: .writes(notices)) }
        }
        guard case .writes(let notices) = turn else { return }
        let others = takeOthers(besides: notices.count)
        let left = await write(notices + others.flatMap(\.notices))
        var rest: [Waiter] = []
        for waiter in others {
            let notices = waiter.notices.filter { left.contains($0.user) }
            if notices.isEmpty {
                waiter.continuation.resume(returning: .isWritten)
            } else {
                rest.append(Waiter(notices: notices, continuation: waiter.continuation))
            }
        }
        // The request may have been cancelled: what is left of the others is tried again without it.
        state.withLock { [rest] in $0.waiting.insert(contentsOf: rest, at: 0) }
        let next = state.withLock { state -> Waiter? in
            state.isWriting = !state.waiting.isEmpty
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        if let next { next.continuation.resume(returning: .writes(next.notices)) }
    }

    /// How many requests wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    private func takeOthers(besides count: Int) -> [Waiter] {
        state.withLock { state in
            var (count, taken) = (count, 0)
            for waiter in state.waiting {
                count += waiter.notices.count
                guard count <= NoticeQueue.most else { break }
                taken += 1
            }
            let others = Array(state.waiting.prefix(taken))
            state.waiting.removeFirst(taken)
            return others
        }
    }
}
