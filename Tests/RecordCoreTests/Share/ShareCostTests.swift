import Foundation
import Testing

@testable import RecordCore

@Suite struct `The cost of a save in a zone with shares` {
    private static let zone = ZoneID("Notes")
    private static let schema = RecordSchema(types: [.share, RecordType("Note")])

    private let database: MemoryDatabase = {
        let database = MemoryDatabase(owner: "_ann")
        database.zones[zone.name] = MemoryZone(Zone(zone), created: 0)
        return database
    }()

    /// Saves records and deletes others; gives how much was read for it.
    private func read(_ saved: [Record], deleting: [RecordID] = []) throws -> Int {
        let base = MemoryTransaction(database, schema: Self.schema, now: Date(), notes: [:])
        let transaction = CountedTransaction(base)
        var request = SaveRequest(saving: saved, deleting: deleting)
        request.policy = .allKeys
        let result = try SaveProcedure(
            request, in: .private(user: "_ann"), environment: .development,
            limits: StoreLimits(), now: Date()
        ).run(in: transaction)
        #expect(result.firstError == nil)
        return transaction.count
    }

    private func share(_ number: Int, _ users: [String]) -> Record {
        Share(
            RecordID("share-\(number)", zone: Self.zone),
            root: RecordID("root-\(number)", zone: Self.zone),
            participants: users.map {
                Share.Participant(user: $0, permission: .readWrite, acceptance: .accepted)
            }
        ).record
    }

    private func root(_ number: Int) -> Record {
        Record("Note", RecordID("root-\(number)", zone: Self.zone))
    }

    @Test func `does not grow with their number`() throws {
        var costs: [[Int]] = []
        for number in 0..<40 {
            let users = ["_bob", "_user-\(number)"]
            costs.append([
                try read([root(number)]), try read([share(number, users)]),
                // Those that leave it and those that stay.
                try read([share(number, ["_bob"])]),
                try read([], deleting: [RecordID("share-\(number)", zone: Self.zone)]),
                try read([share(number, users)]),
            ])
        }
        #expect(database.zones["Notes"]?.participants.count == 41)
        for cost in costs.dropFirst(2) { #expect(cost == costs[2]) }
    }

    @Test func `is that of the shares where the whole zone is shared next`() throws {
        let shares = (0..<3).map { share($0, ["_user-\($0)"]) }
        _ = try read((0..<3).map(root) + shares)
        var whole = Share(of: Self.zone)
        whole.participants = [
            .init(user: "_user-1", permission: .readOnly, acceptance: .accepted)
        ]
        let base = MemoryTransaction(database, schema: Self.schema, now: Date(), notes: [:])
        #expect(base.hasShare(in: Self.zone, besides: ["share-0", "share-1"]))
        #expect(!base.hasShare(in: Self.zone, besides: Set(shares.map(\.id.name))))
        _ = try read([whole.record], deleting: shares.map(\.id))
        #expect(database.zones["Notes"]?.permissions == ["_user-1": .readOnly])
        _ = try read([share(0, ["_user-0"])], deleting: [whole.id])
        #expect(database.zones["Notes"]?.permissions == ["_user-0": .byShares])
    }
}

/// Counts the names, entries and participants of shares that a save reads.
private final class CountedTransaction: RecordTransaction {
    private let base: MemoryTransaction
    private(set) var count = 0

    init(_ base: MemoryTransaction) { self.base = base }

    private func counted<C: Collection>(_ found: C) -> C {
        count += found.count
        return found
    }

    func shares(in zone: ZoneID) -> Set<String> { counted(base.shares(in: zone)) }
    func shareEntries(_ key: ShareEntry.Key, in zone: ZoneID) -> [ShareEntry] {
        counted(base.shareEntries(key, in: zone))
    }
    func isInShare(_ key: ShareEntry.Key, in zone: ZoneID) -> Bool {
        base.isInShare(key, in: zone)
    }
    func shareEntries(
        of share: String, _ kind: ShareEntry.Kind, in zone: ZoneID
    ) -> [ShareEntry] { counted(base.shareEntries(of: share, kind, in: zone)) }
    func participants(of zone: ZoneID) -> [String: ParticipantPermission] {
        counted(base.participants(of: zone))
    }
    func hasShare(in zone: ZoneID, besides names: Set<String>) -> Bool {
        base.hasShare(in: zone, besides: names)
    }
    func permission(of user: String, in zone: ZoneID) -> ParticipantPermission? {
        base.permission(of: user, in: zone)
    }
    func changeParticipants(
        _ changes: [(user: String, permission: ParticipantPermission?)], of zone: ZoneID,
        token: Int64
    ) throws {
        count += changes.count
        try base.changeParticipants(changes, of: zone, token: token)
    }

    var schema: RecordSchema { base.schema }
    func zone(_ id: ZoneID) -> Zone? { base.zone(id) }
    func record(_ id: RecordID) -> Record? { base.record(id) }
    func nextToken() -> Int64 { base.nextToken() }
    func put(_ record: Record, replacing previous: Record?, token: Int64?) throws {
        try base.put(record, replacing: previous, token: token)
    }
    func remove(_ record: Record, token: Int64?) throws {
        try base.remove(record, token: token)
    }
    func referrers(of id: RecordID, action: Reference.Action) throws -> [RecordID] {
        base.referrers(of: id, action: action)
    }
    func holderCount(of id: RecordID, action: Reference.Action) throws -> Int {
        base.holderCount(of: id, action: action)
    }
    func children(of id: RecordID) throws -> [RecordID] { base.children(of: id) }
    func put(_ entry: ShareEntry, in zone: ZoneID) throws { try base.put(entry, in: zone) }
    func setParticipants(
        _ participants: [String: ParticipantPermission], of zone: ZoneID, token: Int64
    ) throws { try base.setParticipants(participants, of: zone, token: token) }
    func note(_ key: String) throws -> Data? { base.note(key) }
    func keep(_ data: Data, under key: String) throws { base.keep(data, under: key) }
    func attempt<T>(_ body: () throws -> T) throws -> T { try base.attempt(body) }
}
