import RecordCore
import SQLiteEngine
import TestFiles
import TestRandom
import Testing

@testable import SQLStorage

@Suite struct `Pages of changes of shared records` {
    private let folder = TemporaryFolder()
    private static let anns = DatabaseScope.private(user: "_ann")
    private static let bobs = DatabaseScope.shared(user: "_bob")
    private static let zone = ZoneID("Notes")
    private static let seen = ZoneID("Notes", owner: "_ann")

    private func store(_ count: Int) async throws -> SQLStore<SQLiteDatabase> {
        let store = try await SQLStore(try SQLiteDatabase(path: folder.path + "/s.db"))
        try await store.createZones([Self.zone], in: Self.anns)
        let root = RecordID("root", zone: Self.zone)
        var records = [Record("N", root)]
        for number in 1..<count {
            records.append(Record("N", RecordID("n\(number)", zone: Self.zone)))
            records[number].parent = root
        }
        let share = Share(
            RecordID("share", zone: Self.zone), root: root,
            participants: [.init(user: "_bob", permission: .readWrite, acceptance: .accepted)])
        records.append(share.record)
        #expect(
            try await store.save(SaveRequest(saving: records), in: Self.anns).firstError == nil)
        return store
    }

    private func page(
        _ store: SQLStore<SQLiteDatabase>, since token: ChangeToken?, limit: Int
    ) async throws -> ZoneChanges {
        try await store.changes(
            in: Self.seen, of: Self.bobs, since: token, limit: limit, pageBytes: nil,
            desiredKeys: nil)
    }

    @Test func `are taken from what the first page read`() async throws {
        let store = try await store(50)
        let whole = try await page(store, since: nil, limit: 100)
        #expect(whole.changed.count == 51)
        for number in 1..<40 where number % 3 != 0 {
            var request = SaveRequest(saving: [Record("N", RecordID("n\(number)", zone: Self.zone))]
            )
            request.policy = .allKeys
            // Those of even numbers are no longer shared.
            request.saves[0].keepsParent = number % 2 == 1
            _ = try await store.save(request, in: Self.anns)
        }
        for start in [nil, whole.token] {
            let all = try await page(store, since: start, limit: 100)
            var changes = try await page(store, since: start, limit: 8)
            #expect(all.deleted.isEmpty == (start == nil))
            var (changed, deleted) = (changes.changed, changes.deleted)
            var reads = store.sharedFeeds.reads
            while changes.moreComing {
                // Whatever a second device reads meanwhile.
                _ = try await page(store, since: nil, limit: 5)
                #expect(store.sharedFeeds.reads == reads + 1)
                changes = try await page(store, since: changes.token, limit: 8)
                changed += changes.changed
                deleted += changes.deleted
                reads += 1
                #expect(store.sharedFeeds.reads == reads)
            }
            #expect(changed == all.changed && deleted == all.deleted)
            #expect(changes.token == all.token)
        }
        try await store.close()
    }

    @Test(arguments: 1...6)
    func `tell of what changes between them`(seed: UInt64) async throws {
        var random = RandomNumbers(seed: seed)
        let store = try await store(30)
        var known: Set<String> = []
        var token: ChangeToken?
        var number = 0
        for _ in 0..<60 {
            let changes = try await page(
                store, since: token, limit: .random(in: 1...7, using: &random))
            known.formUnion(changes.changed.map(\.id.name))
            known.subtract(changes.deleted.map(\.id.name))
            token = changes.token
            number += 1
            let name = "n\(Int.random(in: 1..<40, using: &random))"
            let id = RecordID(name, zone: Self.zone)
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                _ = try await store.save(SaveRequest(deleting: [id]), in: Self.anns)
            case 1:
                var record = Record("N", id)
                let isBelow = Bool.random(using: &random)
                record.parent = isBelow ? RecordID("root", zone: Self.zone) : nil
                var request = SaveRequest(saving: [record], policy: .allKeys)
                request.saves[0].keepsParent = false
                _ = try await store.save(request, in: Self.anns)
            default: break
            }
        }
        while true {
            let changes = try await page(store, since: token, limit: 3)
            known.formUnion(changes.changed.map(\.id.name))
            known.subtract(changes.deleted.map(\.id.name))
            token = changes.token
            if !changes.moreComing { break }
        }
        #expect(try await known == store.sharedNames(in: Self.seen, of: Self.bobs))
        try await store.close()
    }
}
