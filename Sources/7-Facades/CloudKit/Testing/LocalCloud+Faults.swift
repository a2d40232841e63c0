import PredicateCore
import RecordService

extension LocalCloud {
    /// Failures made to happen on demand, for tests of what an app does about them.
    ///
    ///     cloud.faults.add(.networkUnavailable)                     // the next request
    ///     cloud.faults.add(.throttled(retryAfter: 3), times: 2)     // the next two
    ///     cloud.faults.add(.quotaExceeded, times: nil)              // until clear()
    ///     cloud.faults.add(.conflictingWriter(on: id, changing: ["title": "theirs"]))
    public final class Faults: Sendable {
        /// Something that goes wrong.
        ///
        ///     cloud.faults.add(.serviceUnavailable(retryAfter: 2))
        ///     try await database.record(for: id)  // throws CKError.serviceUnavailable
        public enum Fault: @unchecked Sendable {
            // Unchecked: values of records are only read.
            /// There is no network: `networkUnavailable` (3); the account status is
            /// `couldNotDetermine` where it lasts, with `times: nil`.
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
            case conflictingWriter(
                on: CKRecord.ID, changing: [CKRecord.FieldKey: any CKRecordValueProtocol])
            /// The user deletes a zone in the settings, just before the request: `userDeletedZone`
            /// (28) until a program makes it again, and the deletion's reason `purged`.
            case zoneDeleted(CKRecordZone.ID)
            /// The user resets the keys of encrypted data, just before the request, and loses a zone
            /// by that: `zoneNotFound` (26) with `CKErrorUserDidResetEncryptedDataKey` until a program
            /// makes it again, and the deletion's reason `encryptedDataReset`.
            case keysReset(CKRecordZone.ID)
            /// A request for changes has a token that is too old: `changeTokenExpired` (21). Other
            /// requests are as ever.
            case tokensExpired
            /// A user who saves and deletes more than `records` records at once is refused with
            /// `serviceUnavailable` (6), then with `requestRateLimited` (7), and may save `refill`
            /// records a second again. The defaults are what apps saw of CloudKit: 21,000 and 17.
            ///
            /// The request that passes the limit is still done; `times` counts requests that are
            /// refused.
            case burst(records: Int = 21_000, refill: Double = 17)
            /// A notification reaches no device, as pushes may.
            case notificationsLost
            /// A notification reaches devices twice.
            case notificationsDoubled
        }

        /// Which requests a fault concerns.
        ///
        ///     cloud.faults.add(.networkFailure, on: .writes)
        ///     try await database.record(for: id)  // answers; the next save fails
        public enum Requests: Hashable, Sendable {
            /// All.
            case all
            /// Those that change something.
            case writes
            /// Those that change nothing.
            case reads
        }

        let service = ServiceFaults()

        init() {}

        /// Makes requests fail.
        ///
        /// - Parameters:
        ///   - fault: What goes wrong.
        ///   - times: How often; nil until ``clear()``.
        ///   - requests: Which requests.
        ///   - user: Whose requests; nil is everybody's.
        public func add(
            _ fault: Fault, times: Int? = 1, on requests: Requests = .all, user: String? = nil
        ) {
            let wanted: ServiceFaults.Requests =
                switch requests {
                case .all: .all
                case .writes: .writes
                case .reads: .reads
                }
            service.add(
                Faults.fault(fault), times: times, on: wanted,
                user: user.map(LocalCloud.recordName))
        }

        /// Removes every fault that was added.
        public func clear() { service.clear() }

        /// How often a fault is still to happen that was added to happen so many times.
        package func remaining(_ fault: Fault) -> Int { service.remaining(Faults.fault(fault)) }

        private static func fault(_ fault: Fault) -> ServiceFaults.Fault {
            switch fault {
            case .networkUnavailable: return .networkUnavailable
            case .networkFailure: return .networkFailure
            case .responseLost: return .responseLost
            case .serviceUnavailable(let seconds): return .serviceUnavailable(retryAfter: seconds)
            case .throttled(let seconds): return .throttled(retryAfter: seconds)
            case .zoneBusy(let seconds): return .zoneBusy(retryAfter: seconds)
            case .notAuthenticated: return .notAuthenticated
            case .accountTemporarilyUnavailable: return .accountTemporarilyUnavailable
            case .managedAccountRestricted: return .managedAccountRestricted
            case .quotaExceeded: return .quotaExceeded
            case .slow(let seconds): return .slow(seconds: seconds)
            case .zoneDeleted(let zone): return .zoneDeleted(zone.id)
            case .keysReset(let zone): return .keysReset(zone.id)
            case .tokensExpired: return .tokensExpired
            case .burst(let records, let refill): return .burst(records: records, refill: refill)
            case .notificationsLost: return .notificationsLost
            case .notificationsDoubled: return .notificationsDoubled
            case .conflictingWriter(let id, let fields):
                var changes: [String: Value] = [:]
                for (key, value) in fields {
                    changes[key] = FieldBridge.value(value, field: key)
                }
                return .conflictingWriter(on: id.id, changing: changes)
            }
        }
    }
}
