import Foundation
import Synchronization

/// Notices where several processes serve a container: kept in the store, so that each can tell
/// what another noticed.
///
/// Numbers are microseconds since 1970, or one more than the one before: after the store was put
/// back to an earlier moment, what is new still has greater numbers than what anybody has heard.
extension NotificationHub {
    /// The key of the number of the last notice of a user.
    private static func lastKey(_ user: String) -> String { "notices/\(user)" }
    private static func prefix(_ user: String) -> String { "notice/\(user)\u{1F}" }
    private static func key(_ user: String, _ number: Int) -> String {
        let text = String(number)
        return prefix(user) + String(repeating: "0", count: max(0, 19 - text.count)) + text
    }

    /// The number of the last notice for a user that is known here.
    func last(of user: String) -> Int {
        state.withLock { $0.logs[ExactText(user)]?.lastNumber ?? 0 }
    }

    /// Stores notifications, then passes them to listeners here and to the other processes.
    ///
    /// Each user's stand beside the user's records; together in one transaction where the store has
    /// one. The number of a user's last notice is looked for first where it is not known, or where
    /// another process has told the user something meanwhile. Users whose records are out of reach
    /// get no notification.
    ///
    /// - Parameter all: What is to be stored.
    /// - Returns: The users whose notifications are left, none of which is stored.
    func keep(_ all: [UserNotices]) async -> Set<String> {
        let left = await write(NotificationHub.byUser(all), writes: [:], from: 0)
        // After the write: until then what was read of its users stays.
        forgetOldest(besides: nil)
        return left
    }

    /// - Parameters:
    ///   - parts: What is to be stored, by user.
    ///   - writes: What was written with an unknown outcome, and may be stored later.
    ///   - start: The rounds before.
    private func write(
        _ parts: [(String, [UserNotices])], writes: [String: [[Entry]]], from start: Int
    ) async -> Set<String> {
        var isKnown = start == 0
        var rest = parts
        var unsettled = writes
        for round in start..<100 {
            var changes: [ServiceChange] = []
            var added: [(user: String, entries: [Entry])] = []
            var again: Set<String> = []
            let time = Int((max(0, options.clock().timeIntervalSince1970) * 1_000_000).rounded())
            for (user, parts) in rest {
                let lastKey = NotificationHub.lastKey(user)
                let last: (number: Int, data: Data?)
                do {
                    last = try await self.last(of: user, isKnown: isKnown)
                    // After the last number: what is stored later than this look changes the number, and
                    // the next write fails.
                    if let entries = try await self.stored(of: unsettled[user] ?? [], for: user) {
                        note(entries, for: user)
                        rest.removeAll { $0.0 == user }
                        continue
                    }
                } catch {
                    if Task.isCancelled { return Set(rest.map(\.0)) }
                    if NotificationHub.isDueAgain(.failure(error), after: round) {
                        again.insert(user)
                    }
                    continue
                }
                var kept: [String: Data?] = [:]
                var entries: [Entry] = []
                for part in parts {
                    let first = max((entries.last?.notification.number ?? last.number) + 1, time)
                    entries += self.entries(part.notices, from: first, origin: part.origin)
                }
                for entry in entries {
                    guard let data = entry.data else { continue }
                    kept[NotificationHub.key(user, entry.notification.number)] = data
                }
                guard let end = entries.last?.notification.number else { continue }
                kept[lastKey] = Data(String(end).utf8)
                for number in outdated(of: user) {
                    kept.updateValue(nil, forKey: NotificationHub.key(user, number))
                }
                var known: [String: Data?] = [:]
                known.updateValue(last.data, forKey: lastKey)
                changes.append(ServiceChange(kept, where: known, in: .private(user: user)))
                added.append((user, entries))
            }
            var outcomes: [Result<Bool, any Error>] = []
            do {
                if !changes.isEmpty { outcomes = try await store.changeServiceData(changes) }
            } catch  where (error as? StoreError)?.code == .outcomeUnknown {
                outcomes = added.map { _ in .failure(error) }
            } catch {
                return Set(rest.map(\.0))
            }
            for place in outcomes.indices {
                guard case .failure(let error as StoreError) = outcomes[place],
                    error.code == .outcomeUnknown
                else { continue }
                let (user, entries) = added[place]
                unsettled[user, default: []].append(entries)
                do {
                    // In a task of its own: the request may be cancelled, and its write be made.
                    let look = Task { try await self.stored(of: [entries], for: user) }
                    let found = try await look.value
                    outcomes[place] = .success(found != nil)
                } catch {
                    outcomes[place] = .failure(error)
                }
            }
            let written = added.indices.filter { (try? outcomes[$0].get()) == true }
            for place in written {
                let (user, entries) = added[place]
                state.withLock { state in
                    state.outdated[ExactText(user)]?.removeAll {
                        changes[place].entries[NotificationHub.key(user, $0)] == .some(nil)
                    }
                }
                note(entries, for: user)
            }
            again.formUnion(
                zip(added, outcomes).filter { NotificationHub.isDueAgain($1, after: round) }
                    .map(\.0.user))
            rest = rest.filter { again.contains($0.0) }
            if !rest.isEmpty, !unsettled.isEmpty, writes.isEmpty {
                // In a task of its own: the request may be cancelled, and only another round tells what was
                // stored of it; what is left is written again, with the notices of other requests.
                let next = Task { [rest, unsettled] in
                    await self.write(rest, writes: unsettled, from: round + 1)
                }
                return await next.value
            }
            if rest.isEmpty || Task.isCancelled { break }
            isKnown = false
        }
        return Set(rest.map(\.0))
    }

    /// Passes stored notices to listeners here and to the other processes.
    private func note(_ entries: [Entry], for user: String) {
        state.withLock { state in
            state.outdated[ExactText(user), default: []] += add(entries, for: user, to: &state)
        }
        options.notifyPeers(.notices(user: user))
    }

    /// The notices of a write with an unknown outcome that are stored; nil while none are.
    ///
    /// Each write needs the last number to be what it was, so that at most one of several succeeds. The
    /// last number does not tell: another process may have told the user something meanwhile.
    private func stored(of writes: [[Entry]], for user: String) async throws -> [Entry]? {
        for entries in writes {
            // Of notices without bytes only the number is stored, and nothing twice.
            guard let entry = entries.last(where: { $0.data != nil }) else { continue }
            let key = NotificationHub.key(user, entry.notification.number)
            let found = try await store.serviceData(for: key, in: .private(user: user))
            if let found, found == entry.data { return entries }
        }
        return nil
    }

    /// Whether notices are to be stored again: another process has told the user something
    /// meanwhile, or for a few rounds the server of the user's records was busy.
    private static func isDueAgain(_ outcome: Result<Bool, any Error>, after round: Int) -> Bool {
        switch outcome {
        case .success(let isWritten): return !isWritten
        case .failure(let error):
            // Cancelled with its request, a transaction may have had the notices of others.
            let code = (error as? StoreError)?.code
            return round < 5
                && (code == .busy || code == .cancelled || error is CancellationError)
        }
    }

    /// The notices of a user that are to be removed from the store; none until they are many enough
    /// for a statement of their own.
    private func outdated(of user: String) -> [Int] {
        let numbers = state.withLock { $0.outdated[ExactText(user)] ?? [] }
        return numbers.count < NotificationHub.removedTogether ? [] : numbers
    }

    /// Notices by user, in the order in which they came.
    private static func byUser(_ all: [UserNotices]) -> [(String, [UserNotices])] {
        var users: [ExactText] = []
        var parts: [ExactText: [UserNotices]] = [:]
        for part in all where !part.notices.isEmpty {
            let user = ExactText(part.user)
            if parts[user] == nil { users.append(user) }
            parts[user, default: []].append(part)
        }
        return users.map { ($0.text, parts[$0] ?? []) }
    }

    /// The number of a user's last notice, and what the store has for it.
    ///
    /// - Parameter isKnown: Whether the last notice that was seen here is taken for the last one;
    ///   storing the next one tells.
    private func last(
        of user: String, isKnown: Bool
    ) async throws -> (number: Int, data: Data?) {
        let seen = self.last(of: user)
        if isKnown, seen > 0 { return (seen, Data(String(seen).utf8)) }
        // The last number first: a writer that adds one after this read is detected.
        let data = try await store.serviceData(
            for: NotificationHub.lastKey(user), in: .private(user: user))
        try await read(user)
        let number = data.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        return (max(self.last(of: user), number), data)
    }

    /// Reads a user's notifications from other processes, and passes them to listeners here.
    func catchUp(_ user: String) async throws {
        try await read(user)
        forgetOldest(besides: user)
    }

    private func read(_ user: String) async throws {
        guard options.hasOthers else { return }
        let last = last(of: user)
        let found = try await store.serviceData(
            prefix: NotificationHub.prefix(user),
            after: last > 0 ? NotificationHub.key(user, last) : nil, limit: nil,
            in: .private(user: user))
        let entries = found.sorted { $0.key < $1.key }.compactMap { Entry(data: $0.value) }
        guard !entries.isEmpty else { return }
        state.withLock { state in
            let old = add(entries, for: user, to: &state)
            // Most were read only, and the process that wrote them removes them.
            let name = ExactText(user)
            if state.outdated[name, default: []].count < NotificationHub.removedTogether {
                state.outdated[name, default: []] += old
            }
        }
    }

    /// Forgets the notifications of those users whose last one is the oldest, when all users together
    /// have too many; the store has them, and they are read again when one of them asks.
    ///
    /// Of a user who listens the last one stays, so that what was sent is not sent again; such users
    /// are the last whose notifications are forgotten.
    ///
    /// - Parameter user: The user whose notifications stay.
    private func forgetOldest(besides user: String?) {
        state.withLock { state in
            let (count, bytes) = (options.notificationCapacity, options.notificationCapacityBytes)
            guard state.logsMore(than: count, bytes: bytes) else { return }
            let listening = Set(state.listeners.values.map { ExactText($0.user) })
            let kept = user.map { ExactText($0) }
            let logs = state.logs.filter { $0.key != kept }.sorted {
                $0.value.lastNumber < $1.value.lastNumber
            }
            for (user, log) in logs
            where state.logsMore(than: count / 2, bytes: bytes / 2) && !listening.contains(user) {
                state.logs[user] = nil
                state.outdated[user] = nil
                state.logged -= log.entries.count
                state.loggedBytes -= log.bytes
            }
            for (user, log) in logs
            where state.logsMore(than: count / 2, bytes: bytes / 2) && listening.contains(user) {
                var last = log
                state.outdated[user, default: []] += last.removeOldest(beyond: 1, bytes: 0)
                state.logs[user] = last
                state.logged -= log.entries.count - last.entries.count
                state.loggedBytes -= log.bytes - last.bytes
            }
        }
    }

    /// The users with listeners in this process.
    var listening: Set<String> { state.withLock { Set($0.listeners.values.map(\.user)) } }
}

extension NotificationHub.Entry {
    fileprivate var data: Data? {
        guard let content = notification.data else { return nil }
        var writer = ByteWriter()
        writer.write(byte: 1)
        writer.write(origin) { $0.write($1) }
        writer.write(content)
        return writer.data
    }

    fileprivate init?(data: Data) {
        var reader = ByteReader(data)
        do {
            guard try reader.byte() == 1 else { return nil }
            origin = try reader.optional { try $0.text() }
            guard let notification = ServiceNotification(data: try reader.data()) else {
                return nil
            }
            self.notification = notification
        } catch {
            return nil
        }
    }
}

extension RecordService {
    /// Receives an event from another process that serves the container.
    package func receive(_ event: PeerEvent) async {
        switch event {
        case .subscriptions: hub.lookAgain()
        case .notices(let user):
            // A user without a listener catches up when the next one starts.
            if hub.listening.contains(user) { try? await hub.catchUp(user) }
        }
    }

    /// Looks for notifications of other processes that were missed while the connection was lost.
    package func catchUp() async {
        hub.lookAgain()
        for user in hub.listening { try? await hub.catchUp(user) }
    }
}

extension ServiceSession {
    /// Finds what other processes had to tell this user.
    package func catchUp() async throws {
        if let user { try await service.hub.catchUp(user) }
    }
}
