import Foundation
import PredicateCore
package import RecordCore
import RecordService
import WebServices

/// Copies the records of a store into a container, page by page.
package final class Pusher {
    private let store: any RecordStore
    private let scope: DatabaseScope
    private let cloud: CloudDatabase
    private let policy: ConflictPolicy
    private let file: ProgressFile
    private let pageSize: Int
    private let observer: TransferObserver
    private var moved = 0

    package init(
        from store: any RecordStore, scope: DatabaseScope, into cloud: CloudDatabase,
        policy: ConflictPolicy, file: ProgressFile, pageSize: Int,
        observer: TransferObserver
    ) {
        self.store = store
        self.scope = scope
        self.cloud = cloud
        self.policy = policy
        self.file = file
        self.pageSize = pageSize
        self.observer = observer
    }

    // MARK: The whole

    /// Refuses a zone that the store lacks.
    package func check(zone: String?) async throws {
        try TransferError.check(zone, among: try await store.zones(in: scope).map(\.id))
    }

    /// Copies the types, zone by zone, and then what waited.
    package func run(types: [String], zone: String?) async throws {
        for id in try await store.zones(in: scope).map(\.id) where zone == nil || id.name == zone {
            if id.name != ZoneID.defaultName { try await createZone(id) }
            for type in types { try await push(type, in: id) }
        }
        try await pushDeferred()
    }

    private func createZone(_ id: ZoneID) async throws {
        let reply: ZonesReply = try await cloud.post(
            .zonesModify, ZoneModifyRequest([.init(ZoneID(id.name))]))
        for case .failure(_, let error) in reply.entries where error.code != .exists {
            throw TransferError(error, doing: id.name)
        }
    }

    private func push(_ type: String, in zone: ZoneID) async throws {
        let place = file.progress.place(zone: zone.name, type: type)
        if file.progress.parts[place].isDone { return }
        while true {
            let page = try await store.fetch(
                RecordQuery(type, in: .zone(zone))
                    .page(behind: file.progress.parts[place].position, limit: pageSize), in: scope)
            guard let last = page.records.last else { break }
            file.progress.parts[place].read += page.records.count
            let waiting = try await send(page.records, zone).waiting
            try file.deferred.add(waiting)
            file.progress.parts[place].position = last.id.name
            try file.save()
            observer.moved(moved)
            try cloud.patience.stopIfAsked()
            if page.records.count < pageSize { break }
        }
        file.progress.parts[place].isDone = true
        try file.save()
    }

    // MARK: Records that waited

    private func pushDeferred() async throws {
        try await file.tryDeferred(
            DeferredWork(
                pageSize: pageSize, advice: nil,
                fetch: { zone, names in
                    let found = try await self.store.records(
                        names.map { RecordID($0, zone: zone) }, in: self.scope, desiredKeys: nil)
                    return found.values.sorted { $0.id.name < $1.id.name }
                },
                save: { zone, records in
                    try self.cloud.patience.stopIfAsked()
                    return try await self.send(records, zone)
                }))
    }

    // MARK: One page

    private func send(_ records: [Record], _ zone: ZoneID) async throws -> TransferOutcome {
        var outcome = TransferOutcome()
        var batch = CloudBatch()
        let kind: ModifyRequest.Kind = policy == .replace ? .forceReplace : .create
        for record in records {
            var plain = record
            plain.share = nil
            plain.system = nil
            let receipts = try await record.replacingAssets { asset, field in
                try await upload(asset, field, of: record)
            }
            for field in receipts.keys { plain.fields[field] = nil }
            var next = CloudBatch()
            try next.append(plain, kind, values: receipts, isApple: cloud.isApple)
            if !batch.records.isEmpty, batch.bytes + next.bytes > CloudBatch.limit {
                try await send(batch, zone, &outcome)
                batch = CloudBatch()
            }
            batch.append(next)
        }
        if !batch.records.isEmpty { try await send(batch, zone, &outcome) }
        return outcome
    }

    private func send(
        _ whole: CloudBatch, _ zone: ZoneID, _ outcome: inout TransferOutcome
    ) async throws {
        var batch = whole
        var attempt = 1
        // A page may be sent in several batches.
        let savedBefore = outcome.saved
        while true {
            let reply: RecordsReply = try await cloud.post(
                .recordsModify, bytes: batch.body(zone: zone))
            guard reply.entries.count == batch.records.count else {
                throw TransferError("The server answered other records than it was sent")
            }
            var again: [Int] = []
            var wait = 0.0
            for (index, entry) in reply.entries.enumerated() {
                let record = batch.records[index]
                let place = file.progress.place(zone: zone.name, type: record.type)
                switch entry {
                case .record, .deleted:
                    outcome.saved += 1
                    file.progress.parts[place].saved += 1
                case .failure(_, let error) where Pusher.exists(error) && policy == .skip:
                    file.progress.parts[place].skipped += 1
                case .failure(_, let error) where Pusher.waits(error):
                    outcome.reason = outcome.reason ?? error.reason
                    outcome.waiting.append(DeferredName(waiting: record))
                case .failure(_, let error):
                    guard let said = Patience.wait(after: error),
                        attempt < cloud.patience.attempts
                    else { throw TransferError(error, doing: "\(record.type) \(record.id.name)") }
                    again.append(index)
                    wait = max(wait, said)
                }
            }
            if again.isEmpty { break }
            try await cloud.patience.pause(attempt, said: wait)
            attempt += 1
            batch = batch.picking(again)
        }
        moved += outcome.saved - savedBefore
    }

    private static func exists(_ error: WireError) -> Bool {
        error.code == .exists || error.code == .conflict
    }

    /// Whether a record is refused for what is not there yet.
    private static func waits(_ error: WireError) -> Bool {
        error.code == .validatingReference || error.exact?.code == .referenceViolation
    }

    // MARK: Assets

    /// Sends the file of an asset; gives its receipt.
    private func upload(
        _ asset: Asset, _ field: String, of record: Record
    ) async throws -> Value {
        let path = try await store.assetFile(
            asset, in: scope.home(of: record.id.zone)
        ).path
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try await cloud.upload(
            path, size: (attributes[.size] as? NSNumber)?.int64Value ?? 0,
            record: RecordID(record.id.name, zone: ZoneID(record.id.zone.name)),
            type: record.type, field: field)
    }
}
