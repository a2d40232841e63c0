import Foundation
import RecordCore
import SQLStorage
import SQLiteEngine
import TestKit
import TestRandom
import Testing

#if Postgres
import PostgresEngine
#endif

/// The same random saves, deletions, zones and shares, asked of every store: the same answers, the
/// same errors and the same change feeds.
///
/// `QUARRY_SOAK=600 swift test --filter DifferentialSaves` asks for ten minutes, `QUARRY_ROUNDS=7` for
/// seven times 150 requests.
@Suite(.serialized) struct `DifferentialSaves` {
    @Test func `stores agree on what becomes of every request`() async throws {
        let soak = Differential.soak
        let clock = ContinuousClock()
        let start = clock.now
        var census: [String: Int] = [:]
        var round: UInt64 = 0
        let first = Differential.seed ?? (soak == nil ? 1 : 2_000_000)
        let rounds =
            ProcessInfo.processInfo.environment["QUARRY_ROUNDS"].flatMap { UInt64($0) } ?? 4
        while soak.map({ clock.now - start < .seconds($0) }) ?? (round < rounds) {
            let seed = first + round
            for complaint in try await run(seed: seed, steps: 150, &census).prefix(3) {
                Issue.record("seed \(seed): \(complaint)")
            }
            round += 1
        }
        // Everything that may become of a request has occurred.
        let wanted = [
            "saved", "deleted", "recordChanged", "batchFailed", "missingReference",
            "referencedByOthers", "zoneNotFound", "permissionDenied", "changeTokenExpired",
            "feed with changes", "feed with deletions", "feed in pages",
        ]
        #expect(wanted.filter { census[$0] == nil } == [], "\(census)")
        let writes = census["request that writes"] ?? 0
        #expect(writes * 2 >= Int(round) * 150, "\(writes) of \(round * 150) requests write")
        if soak != nil {
            print("\(round) rounds of 150 requests")
            for (name, count) in census.sorted(by: { $0.key < $1.key }) { print(name, count) }
        }
    }

    /// Every way of storing words writes them otherwise.
    private var kinds: [StoreUnderTest] {
        Differential.soak == nil ? StoreUnderTest.inParts : StoreUnderTest.searching
    }

    private func run(
        seed: UInt64, steps: Int, _ census: inout [String: Int]
    ) async throws -> [String] {
        let (complaints, met) = try await withStores(kinds, []) { stores in
            var random = RandomNumbers(seed: seed)
            var source = RandomRequests()
            var voices = stores.map { RequestVoice(name: $0.0, store: $0.1) }
            var complaints: [String] = []
            var met: [String: Int] = [:]
            for step in 0..<steps {
                let request = source.next(&random)
                var answers: [[String]] = []
                for place in voices.indices { answers.append(await voices[place].answer(request)) }
                for (voice, answer) in zip(voices, answers).dropFirst() where answer != answers[0] {
                    complaints.append(
                        """
                        step \(step), \(request)
                          \(voices[0].name): \(answers[0])
                          \(voice.name): \(answer)
                        """)
                }
                // What comes after a disagreement tells nothing.
                guard complaints.isEmpty else { break }
                for word in voices[0].met { met[word, default: 0] += 1 }
                for place in voices.indices { voices[place].met = [] }
            }
            return (complaints, met)
        }
        census.merge(met) { $0 + $1 }
        return complaints
    }

    /// Opens a store of each kind.
    private func withStores<T: Sendable>(
        _ kinds: [StoreUnderTest], _ opened: [(String, any RecordStore)],
        _ body: ([(String, any RecordStore)]) async throws -> T
    ) async throws -> T {
        guard let kind = kinds.first else { return try await body(opened) }
        return try await kind.withStore { store in
            try await store.setSchema(RandomRequests.schema)
            return try await withStores(
                Array(kinds.dropFirst()), opened + [("\(kind)", store)], body)
        }
    }
}

/// Requests at random, the same for the same seed.
private struct RandomRequests {
    static let schema = RecordSchema(types: [
        RecordType(
            "N",
            fields: [
                Field("n", .single(.int64), [.queryable, .sortable]),
                Field("t", .single(.string), [.queryable, .searchable]),
                Field("tags", .list(.string), .queryable),
                Field("cascade", .single(.reference), .queryable),
                Field("guard", .single(.reference)),
            ]),
        RecordType("M", fields: [Field("n", .single(.int64), .queryable)]),
    ])

    /// One thing that is asked.
    enum Request {
        /// A record to save: its name and type, its fields, whether it comes with the tag that
        /// was last seen, an old one, or none.
        struct Save {
            var id: RecordID
            var type: String
            var fields: [String: Value]
            var tag: Tag
            var isPartial: Bool
        }
        enum Tag { case last, first, none }
        case save([Save], [(RecordID, Tag)], SavePolicy, isAtomic: Bool, DatabaseScope)
        case createZone(ZoneID)
        case deleteZone(ZoneID)
        case participants([String: ParticipantPermission], ZoneID)
        case look(DatabaseScope, ZoneID)
        /// The feed of a zone from where it was left, or from the beginning.
        case feed(DatabaseScope, ZoneID, limit: Int, fromStart: Bool)
        case databaseFeed(DatabaseScope, limit: Int, fromStart: Bool)
        /// Purges deletions, as if they were long ago: clients with older tokens start over.
        case forget
    }

    static let zones = [ZoneID("A"), ZoneID("B"), ZoneID.default]
    private static let ann = DatabaseScope.private(user: "_ann")
    private static let bob = DatabaseScope.shared(user: "_bob")

    mutating func next(_ random: inout RandomNumbers) -> Request {
        let zone = random.chance(80) ? Self.zones[random.chance(70) ? 0 : 1] : Self.zones[2]
        let scopes = [Self.ann, Self.ann, Self.ann, .public, Self.bob]
        var scope = random.pick(scopes)
        switch random.number(0...99) {
        case 0..<50: return save(zone, scope, &random)
        case 50..<56: return .createZone(zone)
        case 56..<59: return .deleteZone(zone)
        case 59..<64:
            let permission = random.pick([ParticipantPermission.readOnly, .readWrite])
            return .participants(random.chance(75) ? ["_bob": permission] : [:], zone)
        case 64..<72: return .look(scope, place(zone, scope))
        case 72..<75: return .forget
        case 75..<93:
            if random.chance(60) { scope = Self.ann }
            return .feed(
                scope, place(zone, scope), limit: random.pick([2, 5, 200]),
                fromStart: random.chance(15))
        default:
            return .databaseFeed(
                scope, limit: random.pick([1, 200]), fromStart: random.chance(20))
        }
    }

    private func place(_ zone: ZoneID, _ scope: DatabaseScope) -> ZoneID {
        if case .shared = scope { return ZoneID(zone.name, owner: "_ann") }
        return scope == .public ? .default : zone
    }

    private func save(
        _ zone: ZoneID, _ scope: DatabaseScope, _ random: inout RandomNumbers
    ) -> Request {
        let zone = place(zone, scope)
        func id(_ random: inout RandomNumbers) -> RecordID {
            RecordID("r\(random.number(0...7))", zone: zone)
        }
        func tag(_ random: inout RandomNumbers) -> Request.Tag {
            random.chance(75) ? .last : random.chance(50) ? .first : .none
        }
        let saves = (0..<random.number(1...4)).map { _ -> Request.Save in
            var fields: [String: Value] = ["n": .int(Int64(random.number(0...9)))]
            let type = random.chance(90) ? "N" : "M"
            if type == "N" {
                if random.chance(40) {
                    fields["t"] = .text(random.pick(["Blick", "é", "zwei Wörter"]))
                }
                if random.chance(30) {
                    fields["tags"] = .list(["a", .text(random.pick(["b", "c"]))])
                }
                if random.chance(20) {
                    fields["cascade"] = .reference(Reference(id(&random), action: .deleteSelf))
                }
                if random.chance(15) {
                    fields["guard"] = .reference(Reference(id(&random), action: .validate))
                }
            }
            return Request.Save(
                id: id(&random), type: type, fields: fields, tag: tag(&random),
                isPartial: random.chance(30))
        }
        let deletions = (0..<random.number(0...2)).map { _ in (id(&random), tag(&random)) }
        return .save(
            random.chance(85) ? saves : [], deletions,
            random.pick([
                .ifServerRecordUnchanged, .ifServerRecordUnchanged, .changedKeys, .allKeys,
            ]),
            isAtomic: random.chance(60), scope)
    }
}

/// A store with what its user remembers of it.
private struct RequestVoice {
    let name: String
    let store: any RecordStore
    /// Every version of a record that was given out, by scope and name.
    private var versions: [String: [Record]] = [:]
    private var tokens: [String: ChangeToken] = [:]
    /// What occurred.
    var met: [String] = []

    init(name: String, store: any RecordStore) {
        self.name = name
        self.store = store
    }

    mutating func answer(_ request: RandomRequests.Request) async -> [String] {
        do {
            return try await ask(request)
        } catch let error as StoreError {
            return [text(error)]
        } catch {
            return ["\(error)"]
        }
    }

    private mutating func ask(_ request: RandomRequests.Request) async throws -> [String] {
        switch request {
        case .save, .createZone, .deleteZone, .participants: met.append("request that writes")
        case .look, .feed, .databaseFeed, .forget: break
        }
        let ann = DatabaseScope.private(user: "_ann")
        switch request {
        case .save(let saves, let deletions, let policy, let isAtomic, let scope):
            return try await save(saves, deletions, policy, isAtomic, scope)
        case .createZone(let zone):
            return try await store.createZones([zone], in: ann).map(\.id.name)
        case .deleteZone(let zone):
            try await store.deleteZones([zone], in: ann)
            return ["gone"]
        case .participants(let users, let zone):
            try await store.setParticipants(users, of: zone, in: ann)
            return ["set"]
        case .look(let scope, let zone):
            let page = try await store.fetch(
                RecordQuery("N", orderedBy: [Ordering("n")], in: .zone(zone), limit: 100),
                in: scope)
            return page.records.map { text($0) } + [
                try await store.zones(in: scope).map(\.id).description
            ]
        case .forget:
            try await store.forgetAllDeletions()
            return ["forgotten"]
        case .feed(let scope, let zone, let limit, let fromStart):
            return try await feed(scope, zone, limit, fromStart)
        case .databaseFeed(let scope, let limit, let fromStart):
            let key = "\(scope)"
            do {
                let page = try await store.databaseChanges(
                    in: scope, since: fromStart ? nil : tokens[key], limit: limit)
                tokens[key] = page.token
                return ["\(page.changed)", "\(page.deleted)", "\(page.moreComing)"]
            } catch {
                tokens[key] = nil
                throw error
            }
        }
    }

    private mutating func feed(
        _ scope: DatabaseScope, _ zone: ZoneID, _ limit: Int, _ fromStart: Bool
    ) async throws -> [String] {
        let key = "\(scope) \(zone)"
        do {
            let page = try await store.changes(
                in: zone, of: scope, since: fromStart ? nil : tokens[key], limit: limit,
                desiredKeys: nil)
            tokens[key] = page.token
            for record in page.changed { remember(record, scope) }
            if !page.changed.isEmpty { met.append("feed with changes") }
            if !page.deleted.isEmpty { met.append("feed with deletions") }
            if page.moreComing { met.append("feed in pages") }
            return page.changed.map { text($0) }
                + page.deleted.map { "gone: \($0.id.name) \($0.type)" } + ["\(page.moreComing)"]
        } catch {
            tokens[key] = nil
            throw error
        }
    }

    private mutating func save(
        _ saves: [RandomRequests.Request.Save],
        _ deletions: [(RecordID, RandomRequests.Request.Tag)], _ policy: SavePolicy,
        _ isAtomic: Bool, _ scope: DatabaseScope
    ) async throws -> [String] {
        let items = saves.map { save -> SaveRequest.Item in
            var record = Record(save.type, save.id, save.fields)
            record.system = version(save.id, save.tag, scope)?.system
            return SaveRequest.Item(record, isPartial: save.isPartial)
        }
        let gone = deletions.map { id, tag in
            SaveRequest.Deletion(id, changeTag: version(id, tag, scope)?.system?.changeTag)
        }
        let user = if case .shared = scope { "_bob" } else { "_ann" }
        let result = try await store.save(
            SaveRequest(
                saves: items, deletions: gone, policy: policy, isAtomic: isAtomic, user: user,
                isAdministrator: true), in: scope)
        for case .success(let record) in result.saves { remember(record, scope) }
        for (id, record) in result.replaced where version(id, .first, scope) == nil {
            remember(record, scope)
        }
        var answer: [String] = []
        for save in result.saves {
            switch save {
            case .success(let record):
                met.append("saved")
                answer.append(text(record))
            case .failure(let error): answer.append(text(error))
            }
        }
        for deletion in result.deletions {
            switch deletion {
            case .success(let id):
                met.append("deleted")
                answer.append("deleted \(id.name)")
            case .failure(let error): answer.append(text(error))
            }
        }
        answer.append("with them: \(result.cascaded.map(\.name).sorted())")
        answer.append("replaced: \(result.replaced.keys.map(\.name).sorted())")
        return answer
    }

    // MARK: Versions

    private func key(_ id: RecordID, _ scope: DatabaseScope) -> String { "\(scope) \(id)" }

    private func version(
        _ id: RecordID, _ tag: RandomRequests.Request.Tag, _ scope: DatabaseScope
    ) -> Record? {
        let all = versions[key(id, scope)] ?? []
        return switch tag {
        case .last: all.last
        case .first: all.first
        case .none: nil
        }
    }

    private mutating func remember(_ record: Record, _ scope: DatabaseScope) {
        versions[key(record.id, scope), default: []].append(record)
    }

    // MARK: Words

    /// A record without what each store makes up by itself.
    private func text(_ record: Record) -> String {
        let fields = record.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let by = record.system.map { "\($0.createdBy) \($0.modifiedBy)" } ?? ""
        return "\(record.type) \(record.id.name) \(fields) \(by)"
    }

    private mutating func text(_ error: StoreError) -> String {
        met.append(error.code.rawValue)
        // Change tags are each store's own.
        let context = error.context.filter { !$0.key.hasSuffix("Etag") }
        return "\(error.code) \(context.sorted { $0.key < $1.key })"
    }
}

extension RecordStore {
    /// Forgets what was deleted, and not only what is older than stores keep it.
    func forgetAllDeletions() async throws {
        let soon = Date(timeIntervalSinceNow: 60)
        switch self {
        case let store as MemoryStore: try store.forgetDeletions(before: soon)
        case let store as SQLStore<SQLiteDatabase>: try await store.forgetDeletions(before: soon)
        #if Postgres
        case let store as SQLStore<PostgresDatabase>:
            try await store.forgetDeletions(before: soon)
        #endif
        default: throw StoreError(.unsupportedLocation)
        }
    }
}
