import Foundation
import PredicateCore
package import RecordCore
import WebServices

/// Copies the records of a container into a store, page by page.
package final class Puller {
    private let cloud: CloudDatabase
    private let store: any RecordStore
    private let scope: DatabaseScope
    private let policy: ConflictPolicy
    private let only: Set<String>
    private let file: ProgressFile
    private let pageSize: Int
    private let observer: TransferObserver
    private let assets: AssetFetcher
    /// Records that were saved by this run.
    private var moved = 0
    /// Shares that were found; they are between users, and the other end has others.
    package private(set) var shares = 0

    package init(
        from cloud: CloudDatabase, into store: any RecordStore, scope: DatabaseScope,
        policy: ConflictPolicy, only: [String], file: ProgressFile, pageSize: Int,
        observer: TransferObserver
    ) throws {
        self.cloud = cloud
        self.store = store
        self.scope = scope
        self.policy = policy
        self.only = Set(only)
        self.file = file
        self.pageSize = pageSize
        self.observer = observer
        assets = try AssetFetcher(cloud)
    }

    // MARK: The whole

    /// Copies zones, all records of the types in the default zone, and those that waited.
    package func run(types: [String], zone: String?) async throws {
        if cloud.database != "public" {
            let zones = try await cloud.zones().filter { zone == nil || $0.name == zone }
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

    // MARK: Queries

    private func pullAll(_ type: String) async throws {
        let place = file.progress.place(zone: ZoneID.defaultName, type: type)
        if file.progress.parts[place].isDone { return }
        try await count(type, .default)
        var marker = file.progress.parts[place].position
        while true {
            let reply: RecordsReply
            do {
                reply = try await cloud.post(
                    .recordsQuery,
                    WebServices.QueryRequest(
                        WireQuery(type), limit: pageSize, marker: marker,
                        options: cloud.recordOptions))
            } catch let error as WireError where marker != nil && error.code == .badRequest {
                // Markers end; what was moved already is moved again, and stays the same.
                observer.note("\(type): the continuation marker has expired; starting again")
                marker = nil
                file.progress.parts[place].position = nil
                continue
            } catch let error as WireError where error.code == .notFound {
                observer.note("\(type): no such type there")
                break
            } catch let error as WireError {
                throw TransferError(error, doing: type)
            }
            try await take(reply)
            marker = reply.marker
            file.progress.parts[place].position = marker
            if marker == nil { break }
            try file.save()
            try cloud.patience.stopIfAsked()
        }
        file.progress.parts[place].isDone = true
        try file.save()
    }

    // MARK: Changes

    private func pullChanges(of zone: ZoneID) async throws {
        let place = file.progress.place(zone: zone.name, type: nil)
        if file.progress.parts[place].isDone { return }
        var attempt = 1
        while true {
            let asked = RecordChangesRequest(
                zone: zone, token: file.progress.parts[place].position, limit: pageSize,
                recordTypes: only.isEmpty ? nil : only.sorted(), options: cloud.recordOptions)
            let reply: ZoneChangesReply = try await cloud.post(
                .changesZone, ZoneChangesRequest([asked]))
            let changes: RecordsReply
            switch reply.zones.first {
            case .changes(_, let found)?: changes = found
            case .failure(_, let error)? where Puller.hasEnded(error):
                guard file.progress.parts[place].position != nil else {
                    throw TransferError(error, doing: zone.name)
                }
                observer.note("\(zone.name): the continuation marker has expired; starting again")
                file.progress.parts[place].position = nil
                continue
            case .failure(_, let error)?:
                guard let wait = Patience.wait(after: error), attempt < cloud.patience.attempts
                else { throw TransferError(error, doing: zone.name) }
                try await cloud.patience.pause(attempt, said: wait)
                attempt += 1
                continue
            case nil: throw TransferError("\(zone.name): one zone asked, no answer")
            }
            attempt = 1
            try await take(changes)
            file.progress.parts[place].position = changes.token
            if !changes.moreComing { break }
            try file.save()
            try cloud.patience.stopIfAsked()
        }
        file.progress.parts[place].isDone = true
        try file.save()
    }

    private static func hasEnded(_ error: WireError) -> Bool {
        error.code == .changeTokenExpired
            || error.code == .badRequest && error.reason.contains("continuation")
    }

    // MARK: Records that waited

    private func pullDeferred() async throws {
        try await file.tryDeferred(
            pageSize, advice: "Pull the other types too, with --type; then run this again."
        ) { _, zone, names in
            try cloud.patience.stopIfAsked()
            let reply: RecordsReply = try await cloud.post(
                .recordsLookup,
                LookupRequest(
                    names.sorted().map { .init($0) }, zone: zone, options: cloud.recordOptions))
            return try await save(Puller.records(of: reply))
        }
    }

    // MARK: One page

    /// The records of a lookup by name, without those that were deleted meanwhile.
    private static func records(of reply: RecordsReply) throws -> [Record] {
        var records: [Record] = []
        for entry in reply.entries {
            switch entry {
            case .record(let record): records.append(record)
            case .deleted: continue
            case .failure(let name, let error):
                // What was refused for another reason is there, and would be forgotten.
                guard error.code == .notFound || error.code == .zoneNotFound else {
                    throw TransferError(error, doing: name)
                }
            }
        }
        return records
    }

    private func take(_ reply: RecordsReply) async throws {
        var records: [Record] = []
        var gone: [RecordID] = []
        for entry in reply.entries {
            switch entry {
            case .record(let record) where record.type == Share.recordType: shares += 1
            case .record(let record):
                if record.type != "Users", isWanted(record.type) { records.append(record) }
            case .deleted(let id, _): gone.append(RecordID(id.name, zone: ZoneID(id.zone.name)))
            case .failure(let name, let error): throw TransferError(error, doing: name)
            }
        }
        for record in records { file.progress.parts[place(of: record)].read += 1 }
        let outcome = try await save(records)
        try file.deferred.add(outcome.waiting)
        if !gone.isEmpty { try await delete(gone) }
        observer.moved(moved)
    }

    private func isWanted(_ type: String) -> Bool { only.isEmpty || only.contains(type) }

    /// The index of the progress of a record's type in its zone.
    private func place(of record: Record) -> Int {
        file.progress.place(zone: record.id.zone.name, type: record.type)
    }

    private func save(_ given: [Record]) async throws -> TransferOutcome {
        var outcome = TransferOutcome()
        var records = given.map(Puller.local)
        guard !records.isEmpty else { return outcome }
        for record in records { try await count(record.type, record.id.zone) }
        let known = try await store.records(records.map(\.id), in: scope, desiredKeys: [])
        if policy == .skip {
            for record in known.values { file.progress.parts[place(of: record)].skipped += 1 }
            records.removeAll { known[$0.id] != nil }
            if records.isEmpty { return outcome }
        }
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
        for (record, save) in zip(records, result.saves) {
            switch save {
            case .success:
                outcome.saved += 1
                file.progress.parts[place(of: record)].saved += 1
                if known[record.id] == nil { expect(1, record) }
            case .failure(let error) where Puller.waits(error):
                outcome.reason = outcome.reason ?? error.description
                outcome.waiting.append(
                    DeferredName(
                        zone: record.id.zone.name, type: record.type, name: record.id.name))
            case .failure(let error):
                throw TransferError(
                    "\(record.type) \(record.id.name): \(error.description)",
                    cause: error)
            }
        }
        moved += outcome.saved
        return outcome
    }

    private func delete(_ ids: [RecordID]) async throws {
        // A record that was never copied, or has an excluded type, is not deleted.
        let known = try await store.records(ids, in: scope, desiredKeys: [])
        let gone = ids.compactMap { known[$0] }.filter { isWanted($0.type) }
        guard !gone.isEmpty else { return }
        for record in gone { try await count(record.type, record.id.zone) }
        let result = try await store.save(
            SaveRequest(
                deleting: gone.map(\.id), isAtomic: false, user: user, isAdministrator: true),
            in: scope)
        for (record, deletion) in zip(gone, result.deletions) {
            guard case .success = deletion else { continue }
            file.progress.parts[place(of: record)].deleted += 1
            expect(-1, record)
        }
        // The server does not report the types of cascaded deletions.
        for id in result.cascaded {
            let zone = TransferCount.key(id.zone.name, "")
            file.progress.expected = file.progress.expected.filter { !$0.key.hasPrefix(zone) }
        }
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
        var record = record
        record.id = local(record.id)
        record.fields = record.fields.mapValues { value in
            value.mapReferences { .reference(Reference(local($0.recordID), action: $0.action)) }
        }
        record.parent = record.parent.map(local)
        // Shares are between users, and the other end has other users.
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

    /// Counts a type in a zone before the first of its records comes.
    private func count(_ type: String, _ zone: ZoneID) async throws {
        let key = TransferCount.key(zone.name, type)
        guard file.progress.expected[key] == nil else { return }
        file.progress.expected[key] = try await TransferCount.count(type, zone, store, scope)
    }

    private func expect(_ more: Int, _ record: Record) {
        file.progress.expected[TransferCount.key(record.id.zone.name, record.type)]? += more
    }
}
