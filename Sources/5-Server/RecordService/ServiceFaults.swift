import Foundation
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
    }

    /// Which requests a fault concerns.
    package enum Requests: Hashable, Sendable {
        /// All.
        case all
        /// Those that change something.
        case writes
        /// Those that change nothing.
        case reads
    }

    struct Entry: Sendable {
        var fault: Fault
        var left: Int?
        var requests: Requests
        var user: String?
    }

    private let entries = Mutex<[Entry]>([])

    /// Creates an empty list of faults.
    package init() {}

    /// Makes requests fail.
    ///
    /// - Parameters:
    ///   - fault: What goes wrong.
    ///   - times: How often; nil until ``clear()``.
    ///   - requests: Which requests; a conflicting writer and a used-up quota concern only
    ///     writes, whatever is said here.
    ///   - user: The user whose requests fail; nil is every user.
    package func add(
        _ fault: Fault, times: Int? = 1, on requests: Requests = .all, user: String? = nil
    ) {
        let requests: Requests =
            switch fault {
            case .conflictingWriter, .quotaExceeded: .writes
            case .networkUnavailable, .networkFailure, .responseLost, .serviceUnavailable,
                .throttled, .zoneBusy, .notAuthenticated, .accountTemporarilyUnavailable,
                .managedAccountRestricted, .slow:
                requests
            }
        entries.withLock {
            $0.append(Entry(fault: fault, left: times, requests: requests, user: user))
        }
    }

    /// Removes all faults at once.
    package func clear() { entries.withLock { $0 = [] } }

    /// The faults that apply to a request, each counted as used.
    package func next(isWrite: Bool, user: String?) -> [Fault] {
        entries.withLock { entries in
            guard !entries.isEmpty else { return [] }
            var found: [Fault] = []
            for place in entries.indices {
                let entry = entries[place]
                if let left = entry.left, left <= 0 { continue }
                if let wanted = entry.user, wanted != user { continue }
                switch (entry.requests, isWrite) {
                case (.all, _), (.writes, true), (.reads, false): break
                case (.writes, false), (.reads, true): continue
                }
                entries[place].left = entry.left.map { $0 - 1 }
                found.append(entry.fault)
                if case .slow = entry.fault { continue }
                break
            }
            entries.removeAll { $0.left.map { $0 <= 0 } ?? false }
            return found
        }
    }

    /// Whether a lasting fault takes the account away; asking uses nothing up.
    package func accountStatus(of user: String?) -> AccountStatus? {
        entries.withLock { entries in
            for entry in entries where entry.user == nil || entry.user == user {
                switch entry.fault {
                case .notAuthenticated: return .noAccount
                case .accountTemporarilyUnavailable: return .temporarilyUnavailable
                case .managedAccountRestricted: return .restricted
                case .networkUnavailable, .networkFailure: return .couldNotDetermine
                case .responseLost, .serviceUnavailable, .throttled, .zoneBusy, .quotaExceeded,
                    .slow, .conflictingWriter:
                    continue
                }
            }
            return nil
        }
    }
}
