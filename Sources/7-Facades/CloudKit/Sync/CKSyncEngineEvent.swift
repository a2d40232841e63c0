extension CKSyncEngine {
    /// What an engine tells its delegate.
    ///
    ///     func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
    ///         switch event {
    ///         case .stateUpdate(let update): keep(update.stateSerialization)
    ///         case .fetchedRecordZoneChanges(let changes):
    ///             for change in changes.modifications { merge(change.record) }
    ///         default: break
    ///         }
    ///     }
    public enum Event: Sendable {
        /// The state has changed and is to be kept.
        case stateUpdate(StateUpdate)
        /// A user has signed in or out.
        case accountChange(AccountChange)
        /// Zones were changed or deleted by others.
        case fetchedDatabaseChanges(FetchedDatabaseChanges)
        /// Records were changed or deleted by others.
        case fetchedRecordZoneChanges(FetchedRecordZoneChanges)
        /// Zones were sent.
        case sentDatabaseChanges(SentDatabaseChanges)
        /// Records were sent.
        case sentRecordZoneChanges(SentRecordZoneChanges)
        /// Fetching begins.
        case willFetchChanges(WillFetchChanges)
        /// Fetching a zone begins.
        case willFetchRecordZoneChanges(WillFetchRecordZoneChanges)
        /// A zone was fetched, or failed.
        case didFetchRecordZoneChanges(DidFetchRecordZoneChanges)
        /// Fetching has ended.
        case didFetchChanges(DidFetchChanges)
        /// Sending begins.
        case willSendChanges(WillSendChanges)
        /// Sending has ended.
        case didSendChanges(DidSendChanges)

        /// The state has changed.
        ///
        ///     case .stateUpdate(let update): keep(update.stateSerialization)
        public struct StateUpdate: Sendable {
            /// The state, to be kept.
            public let stateSerialization: State.Serialization
        }

        /// Reports that a user has signed in or out.
        ///
        ///     case .accountChange(let change):
        ///         if case .signOut = change.changeType { deleteLocalData() }
        public struct AccountChange: Sendable {
            /// The ways in which the account changes.
            ///
            ///     switch change.changeType {
            ///     case .signIn(let user): log("signed in: \(user.recordName)")
            ///     case .signOut, .switchAccounts: startOver()  // removes the user's data
            ///     }
            public enum ChangeType: Equatable, Sendable {
                /// A user signed in where no user was before.
                case signIn(currentUser: CKRecord.ID)
                /// The user signed out; the app deletes the data that it kept for that user.
                case signOut(previousUser: CKRecord.ID)
                /// Another user signed in, in place of the previous one.
                case switchAccounts(previousUser: CKRecord.ID, currentUser: CKRecord.ID)
            }
            /// How the account changed, with the users concerned.
            public let changeType: ChangeType
        }

        /// Zones were changed or deleted by others.
        ///
        ///     case .fetchedDatabaseChanges(let changes):
        ///         for deletion in changes.deletions { removeZone(deletion.zoneID) }
        public struct FetchedDatabaseChanges: Sendable {
            /// Zones that are new or have changes.
            public let modifications: [CKDatabase.DatabaseChange.Modification]
            /// Zones that are gone.
            public let deletions: [CKDatabase.DatabaseChange.Deletion]
        }

        /// Records were changed or deleted by others.
        ///
        ///     case .fetchedRecordZoneChanges(let changes):
        ///         for change in changes.modifications { merge(change.record) }
        ///         for change in changes.deletions { remove(change.recordID) }
        public struct FetchedRecordZoneChanges: Sendable {
            /// Records that were created or changed.
            public let modifications: [CKDatabase.RecordZoneChange.Modification]
            /// Records that are gone.
            public let deletions: [CKDatabase.RecordZoneChange.Deletion]
        }

        /// Reports which zones the server saved or deleted, and which failed.
        ///
        ///     case .sentDatabaseChanges(let sent):
        ///         for zone in sent.savedZones { log("made \(zone.zoneID.zoneName)") }
        ///         for (zoneID, error) in sent.failedZoneDeletes { log("\(zoneID): \(error)") }
        public struct SentDatabaseChanges: Sendable {
            /// A zone that was not made.
            ///
            ///     for failure in sent.failedZoneSaves where failure.error.code == .quotaExceeded {
            ///         syncEngine.state.remove(pendingDatabaseChanges: [.saveZone(failure.zone)])
            ///     }
            public struct FailedZoneSave: Sendable {
                /// The zone that the server did not save.
                public let zone: CKRecordZone
                /// The error of the save.
                public let error: CKError
            }
            /// Zones that were made.
            public internal(set) var savedZones: [CKRecordZone] = []
            /// Zones that were not.
            public internal(set) var failedZoneSaves: [FailedZoneSave] = []
            /// Zones that were deleted.
            public internal(set) var deletedZoneIDs: [CKRecordZone.ID] = []
            /// Zones that were not.
            public internal(set) var failedZoneDeletes: [CKRecordZone.ID: CKError] = [:]
        }

        /// Reports which records the server saved or deleted, and which failed.
        ///
        ///     case .sentRecordZoneChanges(let sent):
        ///         for failure in sent.failedRecordSaves {
        ///             merge(failure.error.serverRecord, into: failure.record)
        ///         }
        public struct SentRecordZoneChanges: @unchecked Sendable {
            // Unchecked: records may be used from several threads.
            /// A record that was not saved.
            ///
            ///     for failure in sent.failedRecordSaves {
            ///         switch failure.error.code {
            ///         case .zoneNotFound:
            ///             let zone = CKRecordZone(zoneID: failure.record.recordID.zoneID)
            ///             syncEngine.state.add(pendingDatabaseChanges: [.saveZone(zone)])
            ///             syncEngine.state.add(
            ///                 pendingRecordZoneChanges: [.saveRecord(failure.record.recordID)])
            ///         default: keep(failure.error, of: failure.record.recordID)
            ///         }
            ///     }
            public struct FailedRecordSave: @unchecked Sendable {
                // Unchecked: as above.
                /// The record that the server did not save.
                public let record: CKRecord
                /// The error of the save.
                public let error: CKError
            }
            /// Records that were saved, with their new change tags.
            public internal(set) var savedRecords: [CKRecord] = []
            /// Records that were not.
            ///
            /// What may succeed later stays pending; everything else has to
            /// be added again.
            public internal(set) var failedRecordSaves: [FailedRecordSave] = []
            /// Records that were deleted.
            public internal(set) var deletedRecordIDs: [CKRecord.ID] = []
            /// Records that were not.
            public internal(set) var failedRecordDeletes: [CKRecord.ID: CKError] = [:]
        }

        /// Reports that the engine begins to fetch.
        ///
        ///     case .willFetchChanges(let event):
        ///         if event.context.reason == .manual { log("fetch") }  // a spinner begins to turn
        public struct WillFetchChanges: Sendable {
            /// The reason of the fetch, and its options.
            public let context: FetchChangesContext
        }

        /// Fetching a zone begins.
        ///
        ///     case .willFetchRecordZoneChanges(let event): log("fetch \(event.zoneID.zoneName)")
        public struct WillFetchRecordZoneChanges: Sendable {
            /// The zone that the engine begins to fetch.
            public let zoneID: CKRecordZone.ID
        }

        /// A zone was fetched, or failed.
        ///
        ///     case .didFetchRecordZoneChanges(let event):
        ///         if let error = event.error { log("\(event.zoneID.zoneName): \(error.code)") }
        public struct DidFetchRecordZoneChanges: Sendable {
            /// The zone that the engine has fetched, or failed to fetch.
            public let zoneID: CKRecordZone.ID
            /// Why it failed; nil where it did not.
            public let error: CKError?
        }

        /// Reports that the engine has ended a fetch.
        ///
        ///     case .didFetchChanges(let event):
        ///         if event.context.reason == .manual { log("fetched") }  // the spinner stops
        public struct DidFetchChanges: Sendable {
            /// Why it was done, and what.
            public let context: FetchChangesContext
        }

        /// Reports that the engine begins to send.
        ///
        ///     case .willSendChanges(let event):
        ///         log("send \(event.context.reason)")  // "send manual" for sendChanges()
        public struct WillSendChanges: Sendable {
            /// The reason of sending, and its options.
            public let context: SendChangesContext
        }

        /// Reports that the engine has ended sending.
        ///
        ///     case .didSendChanges: log("sent")
        public struct DidSendChanges: Sendable {
            /// Why it was done, and what.
            public let context: SendChangesContext
        }
    }
}

extension CKSyncEngine.Event: CustomStringConvertible {
    /// The kind of the event.
    public var description: String { Swift.Mirror(reflecting: self).children.first?.label ?? "" }
}

/// An event or a context of a sync engine: in logs it is its type with what it holds.
protocol LoggedValue: CustomStringConvertible {}

extension LoggedValue {
    /// What it holds, for logs.
    public var description: String {
        let parts = Swift.Mirror(reflecting: self).children.map {
            "\($0.label ?? ""): \($0.value)"
        }
        return "\(type(of: self))(\(parts.joined(separator: ", ")))"
    }
}

extension CKSyncEngine.SendChangesContext: CustomStringConvertible, LoggedValue {}
extension CKSyncEngine.FetchChangesContext: CustomStringConvertible, LoggedValue {}
extension CKSyncEngine.Event.StateUpdate: CustomStringConvertible, LoggedValue {}
extension CKSyncEngine.Event.AccountChange: CustomStringConvertible, LoggedValue {}
extension CKSyncEngine.Event.FetchedDatabaseChanges: CustomStringConvertible, LoggedValue {}
extension CKSyncEngine.Event.FetchedRecordZoneChanges: CustomStringConvertible, LoggedValue {}
extension CKSyncEngine.Event.SentDatabaseChanges: CustomStringConvertible, LoggedValue {}
extension CKSyncEngine.Event.SentRecordZoneChanges: CustomStringConvertible, LoggedValue {}
extension CKSyncEngine.Event.WillFetchChanges: CustomStringConvertible, LoggedValue {}
extension CKSyncEngine.Event.WillFetchRecordZoneChanges: CustomStringConvertible, LoggedValue {}
extension CKSyncEngine.Event.DidFetchRecordZoneChanges: CustomStringConvertible, LoggedValue {}
extension CKSyncEngine.Event.DidFetchChanges: CustomStringConvertible, LoggedValue {}
extension CKSyncEngine.Event.WillSendChanges: CustomStringConvertible, LoggedValue {}
extension CKSyncEngine.Event.DidSendChanges: CustomStringConvertible, LoggedValue {}
