import RecordCore

extension CKSyncEngine {
    /// What an engine works on, and for whom.
    ///
    ///     var configuration = CKSyncEngine.Configuration(
    ///         database: container.privateCloudDatabase, stateSerialization: kept, delegate: self)
    ///     configuration.automaticallySync = false
    ///     let engine = CKSyncEngine(configuration)
    public struct Configuration: Sendable {
        /// The private or the shared database.
        public var database: CKDatabase
        /// What the last engine handed over to be kept; nil begins from nothing.
        public var stateSerialization: State.Serialization?
        /// Whether the engine sends and fetches by itself.
        public var automaticallySync = true
        /// The name of the engine's subscription; nil is a name of its own.
        public var subscriptionID: CKSubscription.ID?
        /// Supplies the records; the configuration keeps it alive, the engine does not.
        public var delegate: any CKSyncEngineDelegate

        /// What an engine works on, and for whom.
        public init(
            database: CKDatabase, stateSerialization: State.Serialization?,
            delegate: any CKSyncEngineDelegate
        ) {
            self.database = database
            self.stateSerialization = stateSerialization
            self.delegate = delegate
        }
    }

    /// Why an engine sends or fetches.
    ///
    ///     // In `handleEvent(_:syncEngine:)`, after `try await engine.fetchChanges()`:
    ///     if case .willFetchChanges(let event) = event {
    ///         event.context.reason  // .manual; .scheduled where the engine began by itself
    ///     }
    ///
    /// Source:
    /// [SyncReason](https://developer.apple.com/documentation/cloudkit/cksyncengine-5sie5/syncreason).
    public enum SyncReason: Int, Sendable {
        /// By itself.
        case scheduled = 0
        /// The program asked it to.
        case manual = 1
    }

    /// What is to be sent.
    ///
    ///     try await engine.sendChanges(.init(scope: .zoneIDs([zoneID])))
    public struct SendChangesOptions: Sendable {
        /// Which of the pending changes.
        ///
        ///     let notes = CKSyncEngine.SendChangesOptions(scope: .zoneIDs([zone.zoneID]))
        ///     notes.scope.contains(id)  // true: a record of the zone
        ///     try await engine.sendChanges(notes)
        public enum Scope: Equatable, Sendable {
            /// All.
            case all
            /// All but those of some zones.
            case allExcluding([CKRecordZone.ID])
            /// Those of some zones.
            case zoneIDs([CKRecordZone.ID])
            /// Those of some records.
            case recordIDs([CKRecord.ID])

            /// Whether changes of a record are to be sent.
            public func contains(_ recordID: CKRecord.ID) -> Bool {
                switch self {
                case .all: true
                case .allExcluding(let zones): !zones.contains(recordID.zoneID)
                case .zoneIDs(let zones): zones.contains(recordID.zoneID)
                case .recordIDs(let records): records.contains(recordID)
                }
            }

            /// Whether a change is to be sent.
            public func contains(_ change: PendingRecordZoneChange) -> Bool {
                contains(change.id)
            }

            /// Whether a change is to be sent.
            public func contains(_ change: PendingDatabaseChange) -> Bool {
                switch self {
                case .all: true
                case .allExcluding(let zones): !zones.contains(change.id)
                case .zoneIDs(let zones): zones.contains(change.id)
                case .recordIDs: false
                }
            }
        }

        /// Which of the pending changes.
        public var scope: Scope
        /// The group of the operations.
        public var operationGroup: CKOperationGroup

        /// What is to be sent; without a group the operations get one of their own.
        public init(scope: Scope = .all, operationGroup: CKOperationGroup? = nil) {
            self.scope = scope
            self.operationGroup = operationGroup ?? CKOperationGroup()
        }
    }

    /// Why something is sent, and what.
    ///
    ///     // In `nextRecordZoneChangeBatch(_:syncEngine:)`:
    ///     let pending = syncEngine.state.pendingRecordZoneChanges
    ///         .filter { context.options.scope.contains($0) }
    public struct SendChangesContext: Sendable {
        /// Whether the program or the engine's schedule asked to send.
        public let reason: SyncReason
        /// The changes that are to be sent, and their group.
        public let options: SendChangesOptions
    }

    /// What is to be fetched.
    ///
    ///     var options = CKSyncEngine.FetchChangesOptions(scope: .allExcluding([archive]))
    ///     options.prioritizedZoneIDs = [inbox]
    ///     try await engine.fetchChanges(options)
    public struct FetchChangesOptions: Sendable {
        /// The zones that a fetch covers.
        ///
        ///     let others = CKSyncEngine.FetchChangesOptions(scope: .allExcluding([zone.zoneID]))
        ///     others.scope.contains(zone.zoneID)  // false
        ///     try await engine.fetchChanges(others)
        public enum Scope: Equatable, Sendable {
            /// All.
            case all
            /// All but some.
            case allExcluding([CKRecordZone.ID])
            /// Some.
            case zoneIDs([CKRecordZone.ID])

            /// Whether a zone is to be fetched.
            public func contains(_ zoneID: CKRecordZone.ID) -> Bool {
                switch self {
                case .all: true
                case .allExcluding(let zones): !zones.contains(zoneID)
                case .zoneIDs(let zones): zones.contains(zoneID)
                }
            }
        }

        /// The zones that the fetch covers.
        public var scope: Scope
        /// The group of the operations.
        public var operationGroup: CKOperationGroup
        /// Zones that come first, in this order.
        public var prioritizedZoneIDs: [CKRecordZone.ID] = []

        /// What is to be fetched; without a group the operations get one of their own.
        public init(scope: Scope = .all, operationGroup: CKOperationGroup? = nil) {
            self.scope = scope
            self.operationGroup = operationGroup ?? CKOperationGroup()
        }
    }

    /// Why something is fetched, and what.
    ///
    ///     // In `nextFetchChangesOptions(_:syncEngine:)`: a fetch that the engine schedules leaves
    ///     // the archive out.
    ///     var options = context.options
    ///     let archive = CKRecordZone.ID(zoneName: "Archive")
    ///     if context.reason == .scheduled { options.scope = .allExcluding([archive]) }
    ///     return options
    public struct FetchChangesContext: Sendable {
        /// Whether the program or the engine's schedule asked to fetch.
        public let reason: SyncReason
        /// The zones that are to be fetched, and their group.
        public let options: FetchChangesOptions
    }

    /// Records to send together.
    ///
    ///     await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { id in records[id] }
    ///     // nil where nothing is left to send
    public struct RecordZoneChangeBatch: @unchecked Sendable {
        // Unchecked: records may be used from several threads.

        /// The records to save.
        public var recordsToSave: [CKRecord]
        /// The names of the records to delete.
        public var recordIDsToDelete: [CKRecord.ID]
        /// Whether all records of a zone succeed or fail together.
        ///
        /// Such a batch is sent in one request: where it is too large, each of its records fails with
        /// `limitExceeded`. Another is sent in parts.
        public var atomicByZone: Bool

        /// Records to send together.
        public init(
            recordsToSave: [CKRecord] = [], recordIDsToDelete: [CKRecord.ID] = [],
            atomicByZone: Bool = false
        ) {
            self.recordsToSave = recordsToSave
            self.recordIDsToDelete = recordIDsToDelete
            self.atomicByZone = atomicByZone
        }

        /// As many of the pending changes as go together; nil when there is nothing to send.
        ///
        /// Changes for whose record the provider has none are left out.
        public init?(
            pendingChanges: [PendingRecordZoneChange],
            recordProvider: @Sendable (CKRecord.ID) async -> CKRecord?
        ) async {
            self.init()
            var bytes = 0
            for change in pendingChanges {
                guard recordsToSave.count + recordIDsToDelete.count < Self.most else { break }
                switch change {
                case .deleteRecord(let id): recordIDsToDelete.append(id)
                case .saveRecord(let id):
                    guard let record = await recordProvider(id) else { continue }
                    bytes += record.record.storedSize
                    if bytes > Self.mostBytes, !recordsToSave.isEmpty { return }
                    recordsToSave.append(record)
                }
            }
            if recordsToSave.isEmpty, recordIDsToDelete.isEmpty { return nil }
        }

        private static let most = StoreLimits().itemsPerRequest
        private static let mostBytes = 1_500_000
    }
}

/// Supplies the records that a sync engine sends, and handles its events.
///
/// An actor serves: the engine makes one call after the other. <doc:Syncing> has one that keeps
/// titles of notes and merges conflicts.
///
///     func nextRecordZoneChangeBatch(
///         _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
///     ) async -> CKSyncEngine.RecordZoneChangeBatch? {
///         let changes = syncEngine.state.pendingRecordZoneChanges.filter {
///             context.options.scope.contains($0)
///         }
///         return await .init(pendingChanges: changes) { self.records[$0] }
///     }
public protocol CKSyncEngineDelegate: AnyObject, Sendable {
    /// Takes what the engine has done or fetched, one event after the other.
    func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async

    /// Gives the next records to send; nil when there are no more.
    func nextRecordZoneChangeBatch(
        _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.RecordZoneChangeBatch?

    /// Says what is to be fetched, and what first; asked before each zone.
    func nextFetchChangesOptions(
        _ context: CKSyncEngine.FetchChangesContext, syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.FetchChangesOptions
}

extension CKSyncEngineDelegate {
    /// What the engine would fetch anyway.
    public func nextFetchChangesOptions(
        _ context: CKSyncEngine.FetchChangesContext, syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.FetchChangesOptions {
        context.options
    }
}
