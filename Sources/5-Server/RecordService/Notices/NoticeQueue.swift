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

    /// What one transaction has room for.
    private struct Room {
        private var count = 2_000
        private var bytes = 8 << 20
        private var isEmpty = true

        /// Whether notices fit beside those before; the first do, whatever their size.
        mutating func takes(_ notices: some Collection<NotificationHub.UserNotices>) -> Bool {
            let size = notices.reduce(0) { $0 + $1.size }
            guard isEmpty || notices.count <= count && size <= bytes else { return false }
            isEmpty = false
            count -= notices.count
            bytes -= size
            return true
        }
    }

    private let state = Mutex(State())

    /// Comes back when `write` has stored the notices, with those of others, or has failed; many
    /// or large ones are written in several transactions.
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
        var room = Room()
        var part: [NotificationHub.UserNotices] = []
        for notice in notices {
            if !room.takes(CollectionOfOne(notice)) {
                _ = await write(part)
                part = []
                room = Room()
                _ = room.takes(CollectionOfOne(notice))
            }
            part.append(notice)
        }
        let others = takeOthers(room)
        let left = await write(part + others.flatMap(\.notices))
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

    /// Those who wait and whose notices fit.
    private func takeOthers(_ room: Room) -> [Waiter] {
        state.withLock { state in
            var (room, taken) = (room, 0)
            for waiter in state.waiting {
                guard room.takes(waiter.notices) else { break }
                taken += 1
            }
            let others = Array(state.waiting.prefix(taken))
            state.waiting.removeFirst(taken)
            return others
        }
    }
}
