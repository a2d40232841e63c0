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
        // What waited may have pointed at them until now.
        try await deleteRest(isLast: true)
        assets.finish()
    }

    // MARK: Queries

    private func pullAll(_ type: String) async throws {
        let place = file.progress.place(zone: ZoneID.defaultName, type: type)
        if file.progress.parts[place].isDone { return }
        try await count(type, .default)
        var marker = file.progress.parts[place].position
        var beganAgain = false
        while true {
            let reply: RecordsReply
            do {
                reply = try await cloud.post(
                    .recordsQuery,
                    WebServices.QueryRequest(
                        WireQuery(type), limit: pageSize, marker: marker,
                        options: cloud.recordOptions))
            } catch let error as WireError
                where marker != nil && !beganAgain && error.code == .badRequest
            {
                // Markers end; what was moved already is moved again, and stays the same. What is
                // refused a second time is refused for another reason.
                beganAgain = true
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
                // What was deleted since is not in a feed from the beginning.
                try file.seen.clear()
                file.progress.parts[place].position = nil
                file.progress.parts[place].beganAgain = true
                try file.save()
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
            try await take(changes, isAgain: file.progress.parts[place].beganAgain == true)
            file.progress.parts[place].position = changes.token
            if !changes.moreComing { break }
            try file.save()
            try cloud.patience.stopIfAsked()
        }
        try await deleteRest(isLast: false)
        if file.progress.parts[place].beganAgain == true { try await noteLeft(in: zone) }
        file.progress.parts[place].isDone = true
        file.progress.parts[place].beganAgain = nil
        try file.save()
        try file.seen.clear()
    }

    /// Notes which records are here that a feed from its beginning did not give.
    ///
    /// They were deleted at the source while the token was invalid, or are the store's own: nothing
    /// tells the two apart, so that none is deleted.
    private func noteLeft(in zone: ZoneID) async throws {
        var seen: Set<String> = []
        // The file stays until the zone is done: a run that is stopped here takes it up again.
        if let reader = try file.seen.take() {
            while case let names = try reader.next(pageSize), !names.isEmpty {
                seen.formUnion(names.map(\.name))
            }
        }
        let zone = ZoneID(zone.name)
        var left: [String] = []
        var count = 0
        for type in try await store.schema().types.keys.sorted()
        where isWanted(type) && type != "Users" && type != Share.recordType {
            for name in try await names(of: type, in: zone) where !seen.contains(name) {
                count += 1
                if left.count < Puller.namesAtOnce { left.append("\(type) \(name)") }
            }
        }
        guard count > 0 else { return }
        file.progress.left = (file.progress.left ?? [:]).merging([zone.name: count]) { $1 }
        observer.note(
            "\(zone.name): not at the source: \(Puller.listed(left, count))")
    }

    /// How many names are said at most.
    private static let namesAtOnce = 20

    /// The names of the records of a type in a zone of the store.
    private func names(of type: String, in zone: ZoneID) async throws -> [String] {
        var names: [String] = []
        while true {
            let page = try await store.fetch(
                RecordQuery(type, in: .zone(zone), desiredKeys: [])
                    .page(behind: names.last, limit: pageSize), in: scope)
            names += page.records.map(\.id.name)
            if page.records.count < pageSize { return names }
        }
    }

    /// Deletes records at which others pointed when their deletion came.
    ///
    /// - Parameter isLast: Whether those that are still pointed at are noted and stay, as a record of the
    ///   store's own may hold them; else they wait on.
    private func deleteRest(isLast: Bool) async throws {
        while let reader = try file.undeleted.take() {
            var deleted = 0
            var refused: Set<DeferredName> = []
            while true {
                let names = try reader.next(pageSize)
                guard let first = names.first else { break }
                let zone = ZoneID(first.zone)
                // A page that was read again has noted its names twice.
                let unique = Set(names.map(\.name))
                // One that was made again meanwhile stays.
                let living = Set(try await lookup(unique, in: zone).map(\.id.name))
                let outcome = try await delete(
                    unique.subtracting(living).sorted().map { RecordID($0, zone: zone) })
                deleted += outcome.deleted
                refused.formUnion(outcome.refused)
            }
            if isLast, deleted == 0 {
                noteHeld(refused)
                try file.save()
            } else {
                try file.undeleted.add(Array(refused))
            }
            try reader.finish()
            if deleted == 0 { return }
        }
    }

    private func noteHeld(_ held: Set<DeferredName>) {
        for (zone, names) in Dictionary(grouping: held, by: \.zone) {
            // Where a feed began again these were counted with the others.
            let left = file.progress.left ?? [:]
            file.progress.left = left.merging([zone: names.count]) { known, _ in known }
            observer.note(
                "\(zone): deleted at the source, and kept as others point at it: "
                    + Puller.listed(names.map { "\($0.type) \($0.name)" }.sorted(), names.count))
        }
    }

    /// The first of some names.
    private static func listed(_ names: [String], _ count: Int) -> String {
        let first = names.prefix(namesAtOnce)
        return first.joined(separator: ", ")
            + (count > first.count ? " and \(count - first.count) more" : "")
    }

    private static func hasEnded(_ error: WireError) -> Bool {
        error.code == .changeTokenExpired
            || error.code == .badRequest && error.reason.contains("continuation")
    }

    // MARK: Records that waited

    private func pullDeferred() async throws {
        let advice =
            only.isEmpty
            ? "Their references name records that the container lacks: save those there, or take the "
                + "references away; then run this again."
            : "Pull the other types too, with --type; then run this again."
        try await file.tryDeferred(
            DeferredWork(
                pageSize: pageSize, advice: advice,
                fetch: { try await self.lookup($1, in: $0).map(Puller.local) },
                save: { try await self.save($1) }))
    }

    // MARK: One page

    /// The records of a zone by name, without those that were deleted meanwhile.
    private func lookup(_ names: Set<String>, in zone: ZoneID) async throws -> [Record] {
        try cloud.patience.stopIfAsked()
        let reply: RecordsReply = try await cloud.post(
            .recordsLookup,
            LookupRequest(
                names.sorted().map { .init($0) }, zone: zone, options: cloud.recordOptions))
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

    /// Takes a page in.
    ///
    /// - Parameter isAgain: Whether it is of a feed that began again, whose names are kept.
    private func take(_ reply: RecordsReply, isAgain: Bool = false) async throws {
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
        if isAgain { try file.seen.add(records.map(DeferredName.init(_:))) }
        if !gone.isEmpty { try file.undeleted.add(try await delete(gone).refused) }
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
                outcome.waiting.append(DeferredName(waiting: record))
            case .failure(let error):
                throw TransferError(
                    "\(record.type) \(record.id.name): \(error.description)",
                    cause: error)
            }
        }
        moved += outcome.saved
        return outcome
    }

    /// Deletes records that are gone at the source.
    ///
    /// - Returns: How many went, and those at which others point.
    private func delete(
        _ ids: [RecordID]
    ) async throws -> (deleted: Int, refused: [DeferredName]) {
        // A record that was never copied, or has an excluded type, is not deleted.
        let known = try await store.records(ids, in: scope, desiredKeys: [])
        let gone = ids.compactMap { known[$0] }.filter { isWanted($0.type) }
        guard !gone.isEmpty else { return (0, []) }
        for record in gone { try await count(record.type, record.id.zone) }
        let result = try await store.save(
            SaveRequest(
                deleting: gone.map(\.id), isAtomic: false, user: user, isAdministrator: true),
            in: scope)
        var refused: [DeferredName] = []
        for (record, deletion) in zip(gone, result.deletions) {
            switch deletion {
            case .success:
                file.progress.parts[place(of: record)].deleted += 1
                expect(-1, record)
            case .failure(let error)
            where [.referencedByOthers, .parentHasChildren].contains(error.code):
                refused.append(DeferredName(record))
            case .failure(let error):
                throw TransferError(
                    "\(record.type) \(record.id.name): \(error.description)",
                    cause: error)
            }
        }
        // The server does not report the types of cascaded deletions.
        for id in result.cascaded {
            let zone = TransferCount.key(id.zone.name, "")
            file.progress.expected = file.progress.expected.filter { !$0.key.hasPrefix(zone) }
        }
        return (gone.count - refused.count, refused)
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
