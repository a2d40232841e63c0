import Foundation
import Synchronization

extension CKSyncEngine {
    /// A record that is still to be sent.
    ///
    ///     engine.state.add(pendingRecordZoneChanges: [.saveRecord(note.recordID)])
    ///     engine.state.pendingRecordZoneChanges.count  // 1
    public enum PendingRecordZoneChange: Hashable, Sendable {
        /// To be saved; the delegate has the record.
        case saveRecord(CKRecord.ID)
        /// To be deleted.
        case deleteRecord(CKRecord.ID)

        var id: CKRecord.ID {
            switch self {
            case .saveRecord(let id), .deleteRecord(let id): id
            }
        }

        var isDeletion: Bool { self == .deleteRecord(id) }
    }

    /// A zone that is still to be made or deleted.
    ///
    ///     engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneName: "Notes"))])
    public enum PendingDatabaseChange: Hashable, Sendable {
        /// To be made.
        case saveZone(CKRecordZone)
        /// To be deleted.
        case deleteZone(CKRecordZone.ID)

        var id: CKRecordZone.ID {
            switch self {
            case .saveZone(let zone): zone.zoneID
            case .deleteZone(let id): id
            }
        }

        var isDeletion: Bool { self == .deleteZone(id) }
    }

    /// What is still to be done, and how far fetching has got.
    ///
    ///     engine.state.add(pendingRecordZoneChanges: [.deleteRecord(id)])
    ///     engine.state.hasPendingUntrackedChanges  // false
    public final class State: @unchecked Sendable {
        // Unchecked: everything is under the lock.

        /// The state as a value to be kept: encode it, and hand it to the next engine.
        ///
        ///     case .stateUpdate(let update):
        ///         try JSONEncoder().encode(update.stateSerialization).write(to: file)
        public struct Serialization: Codable, Hashable, Sendable {
            fileprivate var version = 1
            fileprivate var user: String?
            fileprivate var databaseToken: Data?
            fileprivate var zoneTokens: [ZoneToken] = []
            fileprivate var unfetched: [ZoneName] = []
            fileprivate var records: [RecordChange] = []
            fileprivate var zones: [ZoneChange] = []
            fileprivate var hasUntracked = false
        }

        struct ZoneName: Codable, Hashable {
            var name: String
            var owner: String
            init(_ id: CKRecordZone.ID) {
                name = id.zoneName
                owner = id.ownerName
            }
            var id: CKRecordZone.ID { CKRecordZone.ID(zoneName: name, ownerName: owner) }
        }
        fileprivate struct RecordChange: Codable, Hashable {
            var name: String
            var zone: ZoneName
            var isDeletion: Bool
        }
        fileprivate struct ZoneChange: Codable, Hashable {
            var zone: ZoneName
            var isDeletion: Bool
        }
        struct ZoneToken: Codable, Hashable {
            var zone: ZoneName
            var token: Data
        }

        /// The state in memory: pending changes stay in the order in which they came.
        private struct Contents {
            var user: String?
            var databaseToken: CKServerChangeToken?
            var tokens = ZoneTokens()
            var unfetched: [CKRecordZone.ID] = []
            var records = PendingList<CKRecord.ID, PendingRecordZoneChange>()
            var zones = PendingList<CKRecordZone.ID, PendingDatabaseChange>()
            var hasUntracked = false
            /// Counts what is added; what has a greater number was added later.
            var moment = 0

            /// Adds records; they are new even where the same was pending.
            mutating func add(_ changes: [PendingRecordZoneChange]) {
                moment += 1
                for change in changes { records.add(change, change.id, at: moment) }
            }

            /// Adds zones; they are new even where the same was pending.
            mutating func add(_ changes: [PendingDatabaseChange]) {
                moment += 1
                for change in changes { zones.add(change, change.id, at: moment) }
            }

            /// Forgets a zone that is gone, but for records that were added after a moment.
            mutating func forget(_ zone: CKRecordZone.ID, upTo moment: Int = .max) {
                tokens[zone] = nil
                unfetched.removeAll { $0 == zone }
                records.removeAll(upTo: moment) { $0.id.zoneID == zone }
            }

            /// Forgets a zone that the server does not have; what is to be sent to one that is to be made
            /// again stays.
            mutating func forgetLost(_ zone: CKRecordZone.ID) {
                let isMadeAgain = zones.all.contains { $0.id == zone && !$0.isDeletion }
                forget(zone, upTo: isMadeAgain ? .min : .max)
            }
        }
        private let state: Mutex<Contents>
        private let observer = Mutex<(@Sendable (_ hasMore: Bool) -> Void)?>(nil)

        init(_ serialization: Serialization?) {
            var state = Contents()
            if let content = serialization {
                state.user = content.user
                state.databaseToken = content.databaseToken.map { CKServerChangeToken(data: $0) }
                for entry in content.zoneTokens {
                    state.tokens[entry.zone.id] = CKServerChangeToken(data: entry.token)
                }
                state.unfetched = content.unfetched.map(\.id)
                state.add(
                    content.records.map { change -> PendingRecordZoneChange in
                        let id = CKRecord.ID(recordName: change.name, zoneID: change.zone.id)
                        return change.isDeletion ? .deleteRecord(id) : .saveRecord(id)
                    })
                state.add(
                    content.zones.map { change -> PendingDatabaseChange in
                        let id = change.zone.id
                        return change.isDeletion
                            ? .deleteZone(id) : .saveZone(CKRecordZone(zoneID: id))
                    })
                state.hasUntracked = content.hasUntracked
            }
            self.state = Mutex(state)
        }

        // MARK: What programs see

        /// The records that are still to be sent, in the order in which they were added.
        public var pendingRecordZoneChanges: [PendingRecordZoneChange] {
            state.withLock { $0.records.all }
        }

        /// The zones that are still to be made or deleted, in the order in which they were added.
        public var pendingDatabaseChanges: [PendingDatabaseChange] {
            state.withLock { $0.zones.all }
        }

        /// Whether there is more to be sent that the program keeps account of itself; the delegate
        /// is then asked although nothing is pending here.
        public var hasPendingUntrackedChanges: Bool {
            get { state.withLock { $0.hasUntracked } }
            set {
                state.withLock { $0.hasUntracked = newValue }
                changed(hasMore: newValue)
            }
        }

        /// Zones in which others have changed something that was not fetched yet.
        public var zoneIDsWithUnfetchedServerChanges: [CKRecordZone.ID] {
            state.withLock { $0.unfetched }
        }

        /// Adds records to be sent; what was pending for the same record is replaced.
        ///
        /// A record that is being sent just now is sent again: it has changed since.
        public func add(pendingRecordZoneChanges changes: [PendingRecordZoneChange]) {
            state.withLock { $0.add(changes) }
            if !changes.isEmpty { changed(hasMore: true) }
        }

        /// Takes records back that were to be sent.
        public func remove(pendingRecordZoneChanges changes: [PendingRecordZoneChange]) {
            state.withLock { state in
                for change in changes { state.records.remove(change, change.id) }
            }
            if !changes.isEmpty { changed(hasMore: false) }
        }

        /// Adds zones to be made or deleted; what was pending for the same zone is replaced.
        public func add(pendingDatabaseChanges changes: [PendingDatabaseChange]) {
            state.withLock { $0.add(changes) }
            if !changes.isEmpty { changed(hasMore: true) }
        }

        /// Takes zones back that were to be made or deleted.
        public func remove(pendingDatabaseChanges changes: [PendingDatabaseChange]) {
            state.withLock { state in
                for change in changes { state.zones.remove(change, change.id) }
            }
            if !changes.isEmpty { changed(hasMore: false) }
        }

        // MARK: What the engine does

        func whenChanged(_ observer: @escaping @Sendable (_ hasMore: Bool) -> Void) {
            self.observer.withLock { $0 = observer }
        }

        private func changed(hasMore: Bool) { observer.withLock { $0 }?(hasMore) }

        var hasPending: Bool {
            state.withLock { !$0.records.isEmpty || !$0.zones.isEmpty || $0.hasUntracked }
        }

        var user: String? { state.withLock { $0.user } }

        /// Another user is signed in.
        func setUser(_ user: String?, keepsPending: Bool) {
            state.withLock { state in
                var fresh = Contents()
                fresh.user = user
                fresh.moment = state.moment
                if keepsPending {
                    // What was added before anybody signed in is the new user's.
                    fresh.records = state.records
                    fresh.zones = state.zones
                    fresh.hasUntracked = state.hasUntracked
                }
                state = fresh
            }
        }

        /// Now, to tell later what has been added since.
        var moment: Int { state.withLock { $0.moment } }

        /// The zones that were added after a moment.
        func pendingDatabaseChanges(after moment: Int) -> [PendingDatabaseChange] {
            state.withLock { $0.zones.all(after: moment) }
        }

        /// Takes back what was sent; what was added after a moment is still to be sent.
        func finish(_ changes: [PendingRecordZoneChange], upTo moment: Int) {
            state.withLock { state in
                for change in changes { state.records.remove(change, change.id, upTo: moment) }
            }
        }

        /// Takes back what was sent; what was added after a moment is still to be sent.
        func finish(
            _ changes: [PendingDatabaseChange], deleted: [CKRecordZone.ID], upTo moment: Int
        ) {
            state.withLock { state in
                for change in changes { state.zones.remove(change, change.id, upTo: moment) }
                for zone in deleted { state.forget(zone, upTo: moment) }
            }
        }

        var databaseToken: CKServerChangeToken? { state.withLock { $0.databaseToken } }

        func token(of zone: CKRecordZone.ID) -> CKServerChangeToken? {
            state.withLock { $0.tokens[zone] }
        }

        func forgetTokens() {
            state.withLock { state in
                state.databaseToken = nil
                state.tokens = ZoneTokens()
                state.unfetched = []
            }
        }

        func forgetToken(of zone: CKRecordZone.ID) { state.withLock { $0.tokens[zone] = nil } }

        func forget(_ zone: CKRecordZone.ID) {
            state.withLock { $0.forgetLost(zone) }
        }

        func noteZones(_ page: DatabasePage) {
            state.withLock { state in
                state.databaseToken = page.token
                for zone in page.deleted { state.forgetLost(zone) }
                for zone in page.changed where !state.unfetched.contains(zone) {
                    state.unfetched.append(zone)
                }
            }
        }

        func note(_ token: CKServerChangeToken, of zone: CKRecordZone.ID, isLast: Bool) {
            state.withLock { state in
                state.tokens[zone] = token
                if isLast { state.unfetched.removeAll { $0 == zone } }
            }
        }

        /// The zones to be fetched now, those first that matter most.
        func zones(for options: FetchChangesOptions) -> [CKRecordZone.ID] {
            var zones = state.withLock { $0.unfetched }
            switch options.scope {
            case .all: break
            case .allExcluding(let excluded): zones.removeAll { excluded.contains($0) }
            case .zoneIDs(let wanted): zones = zones.filter { wanted.contains($0) }
            }
            let first = options.prioritizedZoneIDs.filter { zones.contains($0) }
            return first + zones.filter { !first.contains($0) }
        }

        var serialization: Serialization {
            state.withLock { state in
                var content = Serialization()
                content.user = state.user
                content.databaseToken = state.databaseToken?.data
                content.zoneTokens = state.tokens.all
                content.unfetched = state.unfetched.map { ZoneName($0) }
                content.records = state.records.all.map {
                    RecordChange(
                        name: $0.id.recordName, zone: ZoneName($0.id.zoneID),
                        isDeletion: $0.isDeletion)
                }
                content.zones = state.zones.all.map {
                    ZoneChange(zone: ZoneName($0.id), isDeletion: $0.isDeletion)
                }
                content.hasUntracked = state.hasUntracked
                return content
            }
        }
    }
}

/// Changes in the order of their coming, one for each item.
struct PendingList<Key: Hashable, Change: Hashable> {
    private struct Entry {
        let key: Key
        let change: Change
        /// When it was added the last time.
        var moment: Int
    }
    /// In order; nil where a change was taken back.
    private var entries: [Entry?] = []
    /// Where each item's change is in `entries`.
    private var places: [Key: Int] = [:]
    /// What `all` gave last; nil once a change was taken back.
    private var known: [Change]? = []

    var isEmpty: Bool { places.isEmpty }

    /// All changes, in order.
    var all: [Change] {
        mutating get {
            if let known { return known }
            let all = all(after: .min)
            known = all
            return all
        }
    }

    /// What was added after a moment, in order.
    func all(after moment: Int) -> [Change] {
        entries.compactMap { entry in
            guard let entry, entry.moment > moment else { return nil }
            return entry.change
        }
    }

    /// Adds a change in place of another of the same item; the same again keeps its place.
    mutating func add(_ change: Change, _ key: Key, at moment: Int) {
        if let place = places[key] {
            if entries[place]?.change == change {
                entries[place]?.moment = moment
                return
            }
            take(place)
        }
        places[key] = entries.count
        entries.append(Entry(key: key, change: change, moment: moment))
        known?.append(change)
        compact()
    }

    /// Takes a change back, unless the item has another by now or was added again after a moment.
    mutating func remove(_ change: Change, _ key: Key, upTo moment: Int = .max) {
        guard let place = places[key], let entry = entries[place], entry.change == change,
            entry.moment <= moment
        else { return }
        take(place)
        places[key] = nil
        compact()
    }

    /// Takes changes back, but for those that were added after a moment.
    mutating func removeAll(upTo moment: Int = .max, where isGone: (Change) -> Bool) {
        for case (let place, let entry?) in entries.enumerated()
        where entry.moment <= moment && isGone(entry.change) {
            take(place)
            places[entry.key] = nil
        }
        compact()
    }

    private mutating func take(_ place: Int) {
        entries[place] = nil
        known = nil
    }

    /// Forgets where changes were taken back, once that is half of all places.
    private mutating func compact() {
        guard entries.count > 2 * places.count + 16 else { return }
        entries.removeAll { $0 == nil }
        for case (let place, let entry?) in entries.enumerated() { places[entry.key] = place }
    }
}
