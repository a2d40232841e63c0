package import Foundation
package import RecordCore
import Synchronization

/// Failures made to happen on demand, for tests of what an app does about them.
///
///     service.faults.add(.throttled(retryAfter: 3), times: 2)
///     // the next two requests fail with requestRateLimited (7), "Retry after 3.0 seconds"
///
/// Faults apply in the order added, one to a request; ``Fault/slow(seconds:)`` only delays, so
/// that the next one may apply too.
package final class ServiceFaults: Sendable {
    /// Something that goes wrong.
    package enum Fault: Hashable, Sendable {
        /// There is no network: `networkUnavailable` (3).
        case networkUnavailable
        /// The network fails under way: `networkFailure` (4). Nothing was done.
        case networkFailure
        /// The request was done, and the answer lost: `serverResponseLost` (34).
        case responseLost
        /// The service is out of order: `serviceUnavailable` (6).
        case serviceUnavailable(retryAfter: Double)
        /// Too many requests: `requestRateLimited` (7).
        case throttled(retryAfter: Double)
        /// The zone is busy: `zoneBusy` (23).
        case zoneBusy(retryAfter: Double)
        /// No user is signed in: `notAuthenticated` (9); the account status is `noAccount`.
        case notAuthenticated
        /// The account cannot be used now: `accountTemporarilyUnavailable` (36).
        case accountTemporarilyUnavailable
        /// A device's manager forbids it: `managedAccountRestricted` (32).
        case managedAccountRestricted
        /// Nothing more can be saved: `quotaExceeded` (25); reading and deleting go on.
        case quotaExceeded
        /// Every request takes longer.
        case slow(seconds: Double)
        /// Another device saves these fields of a record just before the request does.
        case conflictingWriter(on: RecordID, changing: [String: Value])
        /// The user deletes a zone in the settings, just before the request: `userDeletedZone` (28)
        /// until a program makes it again.
        case zoneDeleted(ZoneID)
        /// The user resets the keys of encrypted data, just before the request, and loses a zone by
        /// that: `zoneNotFound` (26) with `CKErrorUserDidResetEncryptedDataKey` until a program makes
        /// it again.
        case keysReset(ZoneID)
        /// A request for changes has a token that the service does not know any more:
        /// `changeTokenExpired` (21). Other requests are as ever.
        case tokensExpired
        /// A user who saves and deletes more than `records` records at once is refused with
        /// `serviceUnavailable` (6), then with `requestRateLimited` (7); `refill` records a second may
        /// be saved again. The request that passes the limit is still done.
        case burst(records: Int, refill: Double)
        /// A notification for a user reaches no device.
        case notificationsLost
        /// A notification for a user reaches its devices twice.
        case notificationsDoubled

        /// Whether it applies only where something is sent, or a token looked at, and not to requests.
        fileprivate var isTaken: Bool {
            [.tokensExpired, .notificationsLost, .notificationsDoubled].contains(self)
        }
    }

    /// What a user may still save before a burst ends.
    private struct Allowance {
        var records: Double
        var date: Date
        var refusals = 0
    }

    /// A zone of a user's private database that a fault took.
    struct LostZone: Sendable {
        var name: String
        var user: String
        /// The user's counter after the zone was deleted: older tokens are from before.
        var counter: Int64
        var isKeysReset: Bool
        /// Whether no program has made it again.
        var isMissing = true
    }

    /// Which requests a fault concerns.
    package enum Requests: String, Hashable, Sendable {
        /// All.
        case all
        /// Those that change something.
        case writes
        /// Those that change nothing.
        case reads
    }

    private struct Entry: Sendable {
        var fault: Fault
        var left: Int?
        var requests: Requests
        var user: String?
        var allowances: [String?: Allowance] = [:]

        /// How a request of a user fails that saves so many records; nil where it does not.
        mutating func refusal(
            of count: Int, to user: String?, at now: Date, limit: Int, refill: Double
        ) -> Fault? {
            var allowance =
                allowances[user] ?? Allowance(records: Double(limit), date: now)
            let gained = max(0, now.timeIntervalSince(allowance.date)) * max(0, refill)
            allowance.records = min(Double(limit), allowance.records + gained)
            allowance.date = now
            defer { allowances[user] = allowance }
            guard allowance.records < 1 else {
                allowance.records -= Double(count)
                allowance.refusals = 0
                return nil
            }
            allowance.refusals += 1
            let wait = refill > 0 ? min((1 - allowance.records) / refill, 3600) : 3600
            return allowance.refusals == 1
                ? .serviceUnavailable(retryAfter: wait) : .throttled(retryAfter: wait)
        }
    }

    private let entries = Mutex<[Entry]>([])
    private let lostZones = Mutex<[LostZone]>([])

    /// Creates an empty list of faults.
    package init() {}

    /// Makes requests fail.
    ///
    /// - Parameters:
    ///   - fault: What goes wrong.
    ///   - times: How often, not at all where it is 0 or less; nil until ``clear()``. For a burst, how
    ///     many requests are refused.
    ///   - requests: Which requests; a conflicting writer, a used-up quota and a burst concern only
    ///     writes, whatever is said here.
    ///   - user: The user whose requests fail; nil is every user.
    package func add(
        _ fault: Fault, times: Int? = 1, on requests: Requests = .all, user: String? = nil
    ) {
        if let times, times <= 0 { return }
        let requests: Requests =
            switch fault {
            case .conflictingWriter, .quotaExceeded, .burst: .writes
            case .networkUnavailable, .networkFailure, .responseLost, .serviceUnavailable,
                .throttled, .zoneBusy, .notAuthenticated, .accountTemporarilyUnavailable,
                .managedAccountRestricted, .slow, .zoneDeleted, .keysReset:
                requests
            case .tokensExpired: .reads
            case .notificationsLost, .notificationsDoubled: .all
            }
        entries.withLock {
            $0.append(Entry(fault: fault, left: times, requests: requests, user: user))
        }
    }

    /// Removes all faults at once; a zone that one of them took stays lost until it is made again.
    package func clear() { entries.withLock { $0 = [] } }

    /// Whether no request is to fail.
    package var isEmpty: Bool { entries.withLock { $0.isEmpty } }

    /// How often a fault is still to happen that was added to happen so many times.
    package func remaining(_ fault: Fault) -> Int {
        entries.withLock { $0.reduce(0) { $0 + ($1.fault == fault ? $1.left ?? 0 : 0) } }
    }

    /// The faults that apply to a request, each counted as used.
    ///
    /// - Parameters:
    ///   - isWrite: Whether the request changes something.
    ///   - records: How many records it saves and deletes.
    ///   - user: The user of the request.
    ///   - now: When the request is made.
    package func next(
        isWrite: Bool, records: Int = 0, user: String?, at now: @autoclosure () -> Date
    ) -> [Fault] {
        entries.withLock { entries in
            guard !entries.isEmpty else { return [] }
            var found: [Fault] = []
            for place in entries.indices {
                let entry = entries[place]
                if let wanted = entry.user, wanted != user { continue }
                switch (entry.requests, isWrite) {
                case (.all, _), (.writes, true), (.reads, false): break
                case (.writes, false), (.reads, true): continue
                }
                var fault = entry.fault
                if fault.isTaken { continue }
                if case .burst(let limit, let refill) = fault {
                    guard
                        let refusal = entries[place].refusal(
                            of: records, to: user, at: now(), limit: limit, refill: refill)
                    else { continue }
                    fault = refusal
                }
                entries[place].left = entry.left.map { $0 - 1 }
                found.append(fault)
                if case .slow = fault { continue }
                break
            }
            entries.removeAll { $0.left.map { $0 <= 0 } ?? false }
            return found
        }
    }

    /// Whether a fault takes the account away; asking changes nothing, and uses nothing up.
    package func accountStatus(of user: String?) -> AccountStatus? {
        entries.withLock { entries in
            for entry in entries
            where (entry.user == nil || entry.user == user) && entry.requests != .writes {
                switch entry.fault {
                case .notAuthenticated: return .noAccount
                case .accountTemporarilyUnavailable: return .temporarilyUnavailable
                case .managedAccountRestricted: return .restricted
                case .networkUnavailable, .networkFailure:
                    // Of those that are counted, requests fail: a program that asks for the account
                    // first would make none, and wait for the end of a fault that none uses up.
                    if entry.left == nil { return .couldNotDetermine }
                case .responseLost, .serviceUnavailable, .throttled, .zoneBusy, .quotaExceeded,
                    .slow, .conflictingWriter, .zoneDeleted, .keysReset, .tokensExpired, .burst,
                    .notificationsLost, .notificationsDoubled:
                    continue
                }
            }
            return nil
        }
    }

    /// Whether the token of a user's request has expired, which is counted as used.
    package func takeExpiredToken(of user: String?) -> Bool {
        take([.tokensExpired], of: user) != nil
    }

    /// How often a notification for a user reaches a device, which is counted as used.
    package func copies(ofNotificationTo user: String?) -> Int {
        take([.notificationsLost, .notificationsDoubled], of: user)
            .map { $0 == .notificationsLost ? 0 : 2 } ?? 1
    }

    /// The first of some faults that concerns a user, counted as used.
    private func take(_ faults: [Fault], of user: String?) -> Fault? {
        entries.withLock { entries in
            let index = entries.firstIndex { entry in
                faults.contains(entry.fault) && (entry.user == nil || entry.user == user)
            }
            guard let index else { return nil }
            let fault = entries[index].fault
            entries[index].left = entries[index].left.map { $0 - 1 }
            if let left = entries[index].left, left <= 0 { entries.remove(at: index) }
            return fault
        }
    }

    // MARK: Lost zones

    /// A fault took a zone of a user's private database; a reader of everything knows `token` after
    /// the deletion.
    package func noteLost(
        _ zone: ZoneID, of user: String, isKeysReset: Bool, at token: ChangeToken
    ) {
        let counter = token.counters[user] ?? 0
        lostZones.withLock { lost in
            lost.removeAll { $0.name == zone.name && $0.user == user }
            lost.append(
                LostZone(
                    name: zone.name, user: user, counter: counter, isKeysReset: isKeysReset))
        }
    }

    /// A program made zones of its user's private database again.
    package func noteMade(_ zones: [ZoneID], of user: String?) {
        let names = Set(zones.map(\.name))
        lostZones.withLock { lost in
            for index in lost.indices where lost[index].user == user {
                if names.contains(lost[index].name) { lost[index].isMissing = false }
            }
        }
    }

    /// An error with the reason for which a zone of the user's private database is missing.
    ///
    /// - Parameters:
    ///   - error: Why a request failed.
    ///   - user: The user of the request.
    ///   - database: The database of the request; zones of others may have the same name.
    package func explained(
        _ error: ServiceError, to user: String?, in database: ServiceSession.Database?
    ) -> ServiceError {
        guard database == .private, error.code == .zoneNotFound, let name = error.context["zone"],
            let zone = lostZones.withLock({ lost in
                lost.first { $0.isMissing && $0.name == name && $0.user == user }
            })
        else { return error }
        var error = error
        if zone.isKeysReset {
            error.isKeysReset = true
        } else {
            error.code = .userDeletedZone
            error.serverCode = 2042
            error.message = "Zone was purged by user"
        }
        return error
    }

    /// An answer whose parts say, as whole errors do, why a zone of the user's private database is
    /// missing.
    package func explained<Answer>(
        _ answer: Answer, to user: String?, in database: ServiceSession.Database?
    ) -> Answer {
        guard database == .private, lostZones.withLock({ !$0.isEmpty }),
            let parts = answer as? any AnswerOfParts
        else { return answer }
        return parts.mapErrors { explained($0, to: user, in: database) } as? Answer ?? answer
    }

    /// Changes in a user's private database with the reasons for which zones went.
    ///
    /// A zone whose keys were reset has its reason also where another device made it again: what this
    /// device has was not sent there.
    package func explained(
        _ changes: DatabaseChanges, to user: String?, since token: ChangeToken?
    ) -> DatabaseChanges {
        guard let user, let token else { return changes }
        let lost = lostZones.withLock { lost in
            lost.filter { $0.user == user && token.counters[user] ?? 0 < $0.counter }
        }
        guard !lost.isEmpty else { return changes }
        func zones(_ zones: [ZoneID], isKeysReset: Bool) -> Set<ZoneID> {
            Set(
                zones.filter { zone in
                    lost.contains { $0.isKeysReset == isKeysReset && $0.name == zone.name }
                })
        }
        var changes = changes
        changes.keysReset = zones(changes.deleted + changes.changed, isKeysReset: true)
        changes.purged = zones(changes.deleted, isKeysReset: false)
        return changes
    }
}

/// An answer that has an error for each part that was not done.
private protocol AnswerOfParts {
    func mapErrors(_ change: (ServiceError) -> ServiceError) -> Self
}

extension Dictionary: AnswerOfParts where Value: AnswerOfParts {
    fileprivate func mapErrors(_ change: (ServiceError) -> ServiceError) -> Self {
        mapValues { $0.mapErrors(change) }
    }
}

extension Result: AnswerOfParts where Failure == ServiceError {
    fileprivate func mapErrors(_ change: (ServiceError) -> ServiceError) -> Self {
        mapError(change)
    }
}

extension ServiceSaveResult: AnswerOfParts {
    fileprivate func mapErrors(_ change: (ServiceError) -> ServiceError) -> Self {
        var result = self
        result.saves = saves.map { $0.mapError(change) }
        result.deletions = deletions.map { $0.mapError(change) }
        return result
    }
}

extension ServiceResults: AnswerOfParts {
    fileprivate func mapErrors(_ change: (ServiceError) -> ServiceError) -> Self {
        var results = self
        results.saves = saves.map { $0.mapError(change) }
        results.deletions = deletions.map { $0.mapError(change) }
        return results
    }
}
