import Foundation
import PredicateCore
import RecordCore
import RecordService
import WebServices

/// Copies the records of a container into a store, page by page.
final class Puller {
    private let cloud: CloudDatabase
    private let store: any RecordStore
    private let scope: DatabaseScope
    private let policy: ConflictPolicy
    private let file: ProgressFile
    private let pageSize: Int
    private let bar = ProgressBar("pull")
    private let assets: AssetFetcher
    /// Records that were saved by this run.
    private var moved = 0
    /// Types that were met, by zone: what is counted at the end.
    private(set) var shares = 0

    init(
        from cloud: CloudDatabase, into store: any RecordStore, scope: DatabaseScope,
        policy: ConflictPolicy, file: ProgressFile, pageSize: Int
    ) throws {
        self.cloud = cloud
        self.store = store
        self.scope = scope
        self.policy = policy
        self.file = file
        self.pageSize = pageSize
        assets = try AssetFetcher(cloud)
    }

    // MARK: The whole

    /// Copies zones, all records of the types in the default zone, and those that waited.
    func run(types: [String], zone: String?) async throws {
        defer { bar.finish() }
        if cloud.database != "public" {
            let zones = try await remoteZones().filter { zone == nil || $0.name == zone }
            for zone in zones where zone.name != ZoneID.defaultName {
                try await store.createZones([ZoneID(zone.name)], in: scope)
                try await pullChanges(of: zone)
            }
        }
        if zone == nil || zone == ZoneID.defaultName {
            for type in types { try await pullAll(type) }
        }
        try await pullDeferred()
        assets.finish()
    }

    private func remoteZones() async throws -> [ZoneID] {
        let reply: ZonesReply = try await cloud.post("zones/list", bytes: Array("{}".utf8))
        return reply.entries.compactMap {
            switch $0 {
            case .zone(let id, _, _): id
            case .deleted, .failure: nil
            }
        }
    }

    // MARK: Queries

    private func pullAll(_ type: String) async throws {
        let place = file.progress.place(zone: ZoneID.defaultName, type: type)
        if file.progress.parts[place].isDone { return }
        try await noteBefore(type, ZoneID.default)
        var marker = file.progress.parts[place].position
        while true {
            let reply: RecordsReply
            do {
                reply = try await cloud.post(
                    "records/query",
                    WebServices.QueryRequest(
                        WireQuery(type), limit: pageSize, marker: marker,
                        options: cloud.recordOptions))
            } catch let error as WireError where marker != nil && error.code == .badRequest {
                // Markers end; what was moved already is moved again, and stays the same.
                Terminal.note("\(type): the place to go on from has ended; beginning anew")
                marker = nil
                file.progress.parts[place].position = nil
                continue
            } catch let error as WireError where error.code == .notFound {
                Terminal.note("\(type): no such type there")
                break
            } catch let error as WireError {
                throw Failure(error, doing: type)
            }
            try await take(reply, into: place)
            marker = reply.marker
            file.progress.parts[place].position = marker
            if marker == nil { break }
            try file.save()
            try stopIfAsked()
        }
        file.progress.parts[place].isDone = true
        try file.save()
    }

    // MARK: Changes

    private func pullChanges(of zone: ZoneID) async throws {
        let place = file.progress.place(zone: zone.name, type: nil)
        if file.progress.parts[place].isDone { return }
        while true {
            let asked = RecordChangesRequest(
                zone: zone, token: file.progress.parts[place].position, limit: pageSize,
                options: cloud.recordOptions)
            let reply: ZoneChangesReply = try await cloud.post(
                "changes/zone", ZoneChangesRequest([asked]))
            let changes: RecordsReply
            switch reply.zones.first {
            case .changes(_, let found)?: changes = found
            case .failure(_, let error)? where Puller.hasEnded(error):
                guard file.progress.parts[place].position != nil else {
                    throw Failure(error, doing: zone.name)
                }
                Terminal.note("\(zone.name): the place to go on from has ended; beginning anew")
                file.progress.parts[place].position = nil
                continue
            case .failure(_, let error)?:
                if let wait = Patience.wait(after: error) {
                    try await cloud.patience.pause(1, said: wait)
                    continue
                }
                throw Failure(error, doing: zone.name)
            case nil: throw Failure(.failed, "\(zone.name): one zone asked, no answer")
            }
            try await take(changes, into: place)
            file.progress.parts[place].position = changes.token
            if !changes.moreComing { break }
            try file.save()
            try stopIfAsked()
        }
        file.progress.parts[place].isDone = true
        try file.save()
    }

    private static func hasEnded(_ error: WireError) -> Bool {
        error.code == .changeTokenExpired
            || error.code == .badRequest && error.reason.contains("continuation")
    }

    // MARK: Records that waited

    /// Tries what pointed at records that were not there, until all is there or nothing moves.
    private func pullDeferred() async throws {
        while let names = try file.deferred.take() {
            var saved = 0
            var waiting: [DeferredName] = []
            var first: StoreError?
            while true {
                let batch = try names.next(pageSize)
                guard let type = batch.first?.type, let zone = batch.first?.zone else { break }
                let id = ZoneID(zone)
                let reply: RecordsReply = try await cloud.post(
                    "records/lookup",
                    LookupRequest(
                        Array(Set(batch.map(\.name))).sorted().map { .init($0) },
                        zone: id, options: cloud.recordOptions))
                let place = file.progress.place(
                    zone: zone, type: zone == ZoneID.defaultName ? type : nil)
                let outcome = try await save(Puller.records(of: reply), place)
                saved += outcome.saved
                first = first ?? outcome.firstWaiting
                waiting += outcome.waiting
                // Only their names are held; beyond that they wait on the disk.
                if waiting.count > 5000 {
                    try file.deferred.add(waiting)
                    waiting = []
                }
            }
            try file.deferred.add(waiting)
            try names.finish()
            file.progress.deferralPass += 1
            try file.save()
            if saved == 0, let first {
                throw Failure(
                    .failed, "Some records point at records that are not there: \(first)",
                    advice: "Pull the other types too, with --type; then run this again.")
            }
            try stopIfAsked()
        }
    }

    // MARK: One page

    private static func records(of reply: RecordsReply) -> [Record] {
        reply.entries.compactMap { if case .record(let record) = $0 { record } else { nil } }
    }

    private func take(_ reply: RecordsReply, into place: Int) async throws {
        var records: [Record] = []
        var gone: [RecordID] = []
        for entry in reply.entries {
            switch entry {
            case .record(let record) where record.type == Share.recordType: shares += 1
            case .record(let record) where record.type == "Users": continue
            case .record(let record): records.append(record)
            case .deleted(let id, _): gone.append(RecordID(id.name, zone: ZoneID(id.zone.name)))
            case .failure(let name, let error): throw Failure(error, doing: name)
            }
        }
        file.progress.parts[place].read += records.count
        let outcome = try await save(records, place)
        try file.deferred.add(outcome.waiting)
        if !gone.isEmpty {
            let result = try await store.save(
                SaveRequest(deleting: gone, isAtomic: false, user: user, isAdministrator: true),
                in: scope)
            for case .success in result.deletions { file.progress.parts[place].deleted += 1 }
        }
        bar.update(moved)
    }

    /// What became of some records.
    private struct Outcome {
        var saved = 0
        var waiting: [DeferredName] = []
        var firstWaiting: StoreError?
    }

    private func save(_ given: [Record], _ place: Int) async throws -> Outcome {
        var outcome = Outcome()
        var records = given.map(Puller.local)
        if policy == .skip, !records.isEmpty {
            let known = try await store.records(records.map(\.id), in: scope, desiredKeys: [])
            file.progress.parts[place].skipped += known.count
            records.removeAll { known[$0.id] != nil }
        }
        guard !records.isEmpty else { return outcome }
        let scratch = try assets.directory()
        defer { assets.clear(scratch) }
        for index in records.indices {
            records[index] = try await assets.fetch(records[index], into: scratch)
        }
        let result = try await store.save(
            SaveRequest(
                saving: records, policy: .allKeys, isAtomic: false, user: user,
                isAdministrator: true),
            in: scope)
        for (record, fate) in zip(records, result.saves) {
            switch fate {
            case .success: outcome.saved += 1
            case .failure(let error) where Puller.waits(error):
                outcome.firstWaiting = outcome.firstWaiting ?? error
                outcome.waiting.append(
                    DeferredName(
                        zone: record.id.zone.name, type: record.type, name: record.id.name))
            case .failure(let error):
                throw Failure(
                    .failed, "\(record.type) \(record.id.name): \(error.description)",
                    advice: error.advice)
            }
        }
        moved += outcome.saved
        file.progress.parts[place].saved += outcome.saved
        return outcome
    }

    /// Whether a record is refused for what is not there yet.
    private static func waits(_ error: StoreError) -> Bool {
        error.code == .missingReference || error.code == .parentMissing
    }

    /// A record as the store names it: its zone, and what it points at there, are the user's own.
    private static func local(_ record: Record) -> Record {
        let owner = record.id.zone.owner
        func local(_ id: RecordID) -> RecordID {
            id.zone.owner == owner ? RecordID(id.name, zone: ZoneID(id.zone.name)) : id
        }
        func local(_ value: Value) -> Value {
            switch value {
            case .reference(var reference):
                reference.recordID = local(reference.recordID)
                return .reference(reference)
            case .list(let members): return .list(members.map(local))
            case .null, .int, .double, .decimal, .text, .date, .bytes, .uuid, .url, .location,
                .asset, .dictionary, .object:
                return value
            }
        }
        var record = record
        record.id = local(record.id)
        record.fields = record.fields.mapValues(local)
        record.parent = record.parent.map(local)
        // Shares are between people, who are others here.
        record.share = nil
        record.system = nil
        return record
    }

    private var user: String {
        switch scope {
        case .public: SaveRequest.defaultUser
        case .private(let user), .shared(let user): user
        }
    }

    private func noteBefore(_ type: String, _ zone: ZoneID) async throws {
        let key = TransferCount.key(zone.name, type)
        guard file.progress.before[key] == nil else { return }
        file.progress.before[key] = try await TransferCount.count(type, zone, store, scope)
    }

    private func stopIfAsked() throws {
        if Interrupt.isRequested { throw CancellationError() }
    }
}
