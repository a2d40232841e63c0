package import Foundation
package import RecordCore
import Synchronization

/// A store that cannot be read, or not written, from some moment on, as one whose database goes.
///
///     let store = FailingStore(MemoryStore())
///     store.failsReadsAfterSave = true
package final class FailingStore: RecordStore {
    /// What can be asked of a store.
    package enum Call: Hashable, Sendable {
        /// Something is saved.
        case save
        /// Records are read by their names.
        case records
        /// Records are walked.
        case forEach
        /// Zones are deleted.
        case deleteZones
        /// Changes of a zone are read.
        case changes
        /// What services keep is read, of a prefix.
        case serviceData
        /// What services keep is changed.
        case changeServiceData
    }

    private struct Faults {
        var delays: [Call: @Sendable () async throws -> Void] = [:]
        var failsReads = false
        var failsWrites = false
        var failsReadsAfterSave = false
        var lostZone: ZoneID?
        var busy: [ServicePlace: Int] = [:]
        var makesChangesLate = false
        var late: [ServiceChange] = []
        var longestPage = 0
        var walked = 0
    }

    private let base: any RecordStore
    private let faults = Mutex(Faults())

    /// A store that passes everything to another one, until a failure is set.
    package init(_ base: any RecordStore) { self.base = base }

    /// Whether nothing can be read.
    package var failsReads: Bool {
        get { faults.withLock { $0.failsReads } }
        set { faults.withLock { $0.failsReads = newValue } }
    }

    /// How many records the other store gave at once, at most.
    package var longestPage: Int { faults.withLock { $0.longestPage } }

    /// How many records of walks the other store gave.
    package var walked: Int { faults.withLock { $0.walked } }

    private func note(_ count: Int) {
        faults.withLock { $0.longestPage = max($0.longestPage, count) }
    }

    /// Whether what services keep cannot be written.
    package var failsWrites: Bool {
        get { faults.withLock { $0.failsWrites } }
        set { faults.withLock { $0.failsWrites = newValue } }
    }

    /// Whether nothing can be read once something was saved.
    package var failsReadsAfterSave: Bool {
        get { faults.withLock { $0.failsReadsAfterSave } }
        set { faults.withLock { $0.failsReadsAfterSave = newValue } }
    }

    /// Has the server of a place be busy so many times when what services keep there is changed.
    package func setBusy(_ place: ServicePlace, times: Int) {
        faults.withLock { $0.busy[place] = times }
    }

    /// Has the next change of what services keep end with an unknown outcome, and be made only when a
    /// key is looked for.
    package func makeChangesLate() { faults.withLock { $0.makesChangesLate = true } }

    /// Has something done once between what is asked next and its answer.
    package func beforeAnswer(
        to call: Call, _ body: @escaping @Sendable () async throws -> Void
    ) { faults.withLock { $0.delays[call] = body } }

    /// Has the outcome of the next save be unknown for the records of a zone, though they are saved.
    package func loseOutcome(in zone: ZoneID) { faults.withLock { $0.lostZone = zone } }

    private func delay(_ call: Call) async throws {
        try await faults.withLock { $0.delays.removeValue(forKey: call) }?()
    }

    private func read() throws {
        if failsReads { throw StoreError(.cannotOpen) }
    }

    private func write() throws {
        if failsWrites { throw StoreError(.cannotOpen) }
    }

    // MARK: As the other store

    /// As the other store.
    package var environment: StoreEnvironment { base.environment }
    /// As the other store.
    package var limits: StoreLimits { base.limits }

    /// As the other store.
    package func schema() async throws -> RecordSchema {
        try read()
        return try await base.schema()
    }

    /// As the other store.
    package func updateSchema(
        _ change: @escaping @Sendable (_ current: RecordSchema) throws -> [RecordSchema]
    ) async throws -> [SchemaChange] {
        try await base.updateSchema(change)
    }

    /// As the other store.
    package func fetch(_ query: RecordQuery, in scope: DatabaseScope) async throws -> QueryPage {
        try read()
        let page = try await base.fetch(query, in: scope)
        note(page.records.count)
        return page
    }

    /// As the other store.
    package func count(_ query: RecordQuery, in scope: DatabaseScope) async throws -> Int {
        try read()
        return try await base.count(query, in: scope)
    }

    /// As the other store.
    package func forEach(
        _ query: RecordQuery, in scope: DatabaseScope,
        _ body: @Sendable (Record) throws -> Bool
    ) async throws {
        try read()
        try await base.forEach(query, in: scope) { [self] record in
            faults.withLock { $0.walked += 1 }
            return try body(record)
        }
        try await delay(.forEach)
    }

    /// As the other store.
    package func explain(
        _ query: RecordQuery, in scope: DatabaseScope
    ) async throws -> QueryExplanation { try await base.explain(query, in: scope) }

    /// As the other store.
    package func records(
        _ ids: [RecordID], in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> [RecordID: Record] {
        try read()
        let records = try await base.records(ids, in: scope, desiredKeys: desiredKeys)
        note(records.count)
        try await delay(.records)
        return records
    }

    /// As the other store.
    package func recordsAndSchema(
        _ ids: [RecordID], in scope: DatabaseScope, desiredKeys: [String]?
    ) async throws -> (records: [RecordID: Record], schema: RecordSchema) {
        try read()
        let found = try await base.recordsAndSchema(ids, in: scope, desiredKeys: desiredKeys)
        note(found.records.count)
        return found
    }

    /// As the other store.
    package func save(_ request: SaveRequest, in scope: DatabaseScope) async throws -> SaveResult {
        var result = try await base.save(request, in: scope)
        if failsReadsAfterSave { failsReads = true }
        try await delay(.save)
        let lost = faults.withLock { faults in
            defer { faults.lostZone = nil }
            return faults.lostZone
        }
        for (place, item) in request.saves.enumerated() where item.record.id.zone == lost {
            result.saves[place] = .failure(StoreError(.outcomeUnknown))
        }
        return result
    }

    /// As the other store.
    package func zones(in scope: DatabaseScope) async throws -> [Zone] {
        try read()
        return try await base.zones(in: scope)
    }

    /// As the other store.
    package func createZones(_ ids: [ZoneID], in scope: DatabaseScope) async throws -> [Zone] {
        try await base.createZones(ids, in: scope)
    }

    /// As the other store.
    package func deleteZones(_ ids: [ZoneID], in scope: DatabaseScope) async throws {
        try await base.deleteZones(ids, in: scope)
        try await delay(.deleteZones)
    }

    /// As the other store.
    package func setParticipants(
        _ participants: [String: ParticipantPermission], of zone: ZoneID, in scope: DatabaseScope
    ) async throws { try await base.setParticipants(participants, of: zone, in: scope) }

    /// As the other store.
    package func participants(
        of zone: ZoneID, in scope: DatabaseScope
    ) async throws -> [String: ParticipantPermission] {
        try read()
        return try await base.participants(of: zone, in: scope)
    }

    /// As the other store.
    package func sharedNames(
        among names: Set<String>?, in zone: ZoneID, of scope: DatabaseScope
    ) async throws -> Set<String>? {
        try read()
        return try await base.sharedNames(among: names, in: zone, of: scope)
    }

    /// As the other store.
    package func changes(
        in zone: ZoneID, of scope: DatabaseScope, since token: ChangeToken?, limit: Int?,
        pageBytes: Int?, desiredKeys: [String]?
    ) async throws -> ZoneChanges {
        try read()
        let changes = try await base.changes(
            in: zone, of: scope, since: token, limit: limit, pageBytes: pageBytes,
            desiredKeys: desiredKeys)
        note(changes.changed.count)
        try await delay(.changes)
        return changes
    }

    /// As the other store.
    package func databaseChanges(
        in scope: DatabaseScope, since token: ChangeToken?, limit: Int?
    ) async throws -> DatabaseChanges {
        try read()
        return try await base.databaseChanges(in: scope, since: token, limit: limit)
    }

    /// As the other store.
    package func serviceData(
        prefix: String, after key: String?, limit: Int?, in place: ServicePlace
    ) async throws -> [String: Data] {
        try read()
        let data = try await base.serviceData(
            prefix: prefix, after: key, limit: limit, in: place)
        try await delay(.serviceData)
        return data
    }

    /// As the other store.
    package func serviceData(for key: String, in place: ServicePlace) async throws -> Data? {
        try read()
        let data = try await base.serviceData(for: key, in: place)
        let late = faults.withLock { faults in
            defer { faults.late = [] }
            return faults.late
        }
        if !late.isEmpty { _ = try await base.changeServiceData(late) }
        return data
    }

    /// As the other store.
    package func changeServiceData(
        _ changes: [ServiceChange]
    ) async throws -> [Result<Bool, any Error>] {
        try write()
        let isLate = faults.withLock { faults in
            guard faults.makesChangesLate else { return false }
            faults.makesChangesLate = false
            faults.late = changes
            return true
        }
        if isLate { throw StoreError(.outcomeUnknown) }
        let isBusy = faults.withLock { faults in
            changes.map { change in
                guard let times = faults.busy[change.place], times > 0 else { return false }
                faults.busy[change.place] = times - 1
                return true
            }
        }
        var made = try await base.changeServiceData(
            zip(changes, isBusy).filter { !$1 }.map(\.0))[...]
        try await delay(.changeServiceData)
        return isBusy.map { $0 ? .failure(StoreError(.busy)) : made.removeFirst() }
    }

    /// As the other store.
    package func removeServiceData(
        prefix: String, where isOld: @escaping @Sendable (Data) -> Bool
    ) async throws {
        try write()
        try await base.removeServiceData(prefix: prefix, where: isOld)
    }

    /// As the other store.
    package func assetFile(_ asset: Asset, in scope: DatabaseScope) async throws -> URL {
        try read()
        return try await base.assetFile(asset, in: scope)
    }

    /// As the other store.
    package func ingest(
        _ source: AssetIntake.Source, for seconds: TimeInterval, in scope: DatabaseScope
    ) async throws -> Asset? { try await base.ingest(source, for: seconds, in: scope) }

    /// As the other store.
    package func close() async throws { try await base.close() }
}
