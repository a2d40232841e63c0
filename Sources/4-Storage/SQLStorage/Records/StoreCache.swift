import RecordCore
import Synchronization

/// What a store remembers of its database between transactions, and how it knows that it may.
///
/// The database carries two marks, random numbers that change with the schema and with what
/// zones there are. What was read under a mark holds as long as the mark stands. Only readers
/// add to the memory: what a writer sees may yet be undone.
final class StoreCache: Sendable {
    private struct State {
        var recent = Recent()
        var databases: [DatabaseKey: Int64] = [:]
        var zones: [ZoneKey: StoredZoneRow] = [:]
        /// The types of the records that were read last, by zone.
        var types: [Int64: Int64] = [:]
        var swept: ContinuousClock.Instant?
        var hasOldNotes = false
    }

    /// What most transactions need, handed out at one look: those who look take turns.
    struct Recent: Sendable {
        /// The catalogue last read, whatever its mark.
        fileprivate(set) var catalogue: Catalogue?
        /// The mark of the zones last read; 0 before they were.
        fileprivate(set) var zonesMark: Int64 = 0
        fileprivate var database: (key: DatabaseKey, number: Int64)?
        fileprivate var zone: (key: ZoneKey, row: StoredZoneRow, mark: Int64)?
    }

    fileprivate struct ZoneKey: Hashable, Sendable {
        let database: Int64
        let name: String

        /// Whether both are the same, the name byte by byte, as the database tells zones apart.
        static func == (a: ZoneKey, b: ZoneKey) -> Bool {
            a.database == b.database && a.name.hasSameBytes(as: b.name)
        }
    }

    /// Past this number of names the memory starts again.
    private static let capacity = 100_000

    private let state = Mutex(State())

    /// The catalogue last read, whatever its mark.
    var catalogue: Catalogue? { state.withLock { $0.recent.catalogue } }

    /// What was asked for last.
    var recent: Recent { state.withLock { $0.recent } }

    /// Whether requests that are done once may be noted where layouts before the seventh had them.
    var hasOldNotes: Bool {
        get { state.withLock { $0.hasOldNotes } }
        set { state.withLock { $0.hasOldNotes = newValue } }
    }

    /// The number of the type that the record of a zone had which was read last.
    func type(inZone zone: Int64) -> Int64? { state.withLock { $0.types[zone] } }

    func remember(type: Int64, inZone zone: Int64) {
        state.withLock { state in
            if state.types.count >= StoreCache.capacity { state.types = [:] }
            state.types[zone] = type
        }
    }

    /// The number of a database; numbers are taken back only with the identity.
    func database(_ key: DatabaseKey, _ recent: Recent) -> Int64? {
        if let known = recent.database, known.key == key { return known.number }
        return state.withLock { state in
            guard let number = state.databases[key] else { return nil }
            state.recent.database = (key, number)
            return number
        }
    }

    /// A living zone as it stood under a mark.
    func zone(
        _ name: String, in database: Int64, mark: Int64, _ recent: Recent
    ) -> StoredZoneRow? {
        let key = ZoneKey(database: database, name: name)
        if let known = recent.zone, known.mark == mark, known.key == key { return known.row }
        return state.withLock { state in
            guard state.recent.zonesMark == mark, let row = state.zones[key] else { return nil }
            state.recent.zone = (key, row, mark)
            return row
        }
    }

    /// Whether something that is done now and then is due; then it counts as done.
    func isTimeToSweep(every time: Duration) -> Bool {
        state.withLock { state in
            if let swept = state.swept, ContinuousClock.now < swept + time { return false }
            state.swept = .now
            return true
        }
    }

    /// Forgets which databases and zones there are: the database has another identity, because it was put
    /// back to a state that may lack some of them.
    func forgetPlaces() {
        state.withLock { state in
            state.databases = [:]
            state.zones = [:]
            state.types = [:]
            state.recent.database = nil
            state.recent.zone = nil
        }
    }

    func remember(_ catalogue: Catalogue) { state.withLock { $0.recent.catalogue = catalogue } }

    func remember(zonesMark mark: Int64) {
        state.withLock { state in
            guard state.recent.zonesMark != mark else { return }
            state.zones = [:]
            state.recent.zonesMark = mark
        }
    }

    func remember(_ database: Int64, for key: DatabaseKey) {
        state.withLock { state in
            if state.databases.count >= StoreCache.capacity { state.databases = [:] }
            state.databases[key] = database
        }
    }

    func remember(_ zone: StoredZoneRow, named name: String, in database: Int64, mark: Int64) {
        state.withLock { state in
            if state.recent.zonesMark != mark || state.zones.count >= StoreCache.capacity {
                state.zones = [:]
                state.recent.zonesMark = mark
            }
            state.zones[ZoneKey(database: database, name: name)] = zone
        }
    }
}

/// Which database: the public one, or a user's private one.
struct DatabaseKey: Hashable, Sendable {
    /// `public` or `private`.
    let scope: String
    /// The user's record name; empty for the public database.
    let owner: String

    static let `public` = DatabaseKey(scope: "public", owner: "")
    static func `private`(_ owner: String) -> DatabaseKey {
        DatabaseKey(scope: "private", owner: owner)
    }

    var isPublic: Bool { self == .public }

    /// Whether both are the same, byte by byte, as the database tells them apart.
    static func == (a: DatabaseKey, b: DatabaseKey) -> Bool {
        a.owner.hasSameBytes(as: b.owner) && a.scope == b.scope
    }
}

/// What of a zone's row does not change while the zone lives.
struct StoredZoneRow: Hashable, Sendable {
    let number: Int64
    /// The database's counter when the zone was made; tokens from before know an older zone.
    let born: Int64
}
