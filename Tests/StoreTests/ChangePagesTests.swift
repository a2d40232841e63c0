import RecordCore
import TestKit
import TestRandom
import TestTime
import Testing

/// Pages of what happened in a zone of a store in memory.
@Suite struct `Pages of changes in memory` {
    private static let zone = ZoneID("Notes")
    private static let mine = DatabaseScope.private(user: "_ann")

    private static func record(_ name: String) -> Record {
        Record("N", RecordID(name, zone: zone), ["x": 1])
    }

    private func changes(
        _ store: MemoryStore, since token: ChangeToken?, limit: Int
    ) async throws -> ZoneChanges {
        try await store.changes(
            in: Self.zone, of: Self.mine, since: token, limit: limit, desiredKeys: nil)
    }

    /// How long the first hundred short pages take of a zone with so many records.
    private func time(_ count: Int) async throws -> Duration {
        let store = MemoryStore()
        try await store.createZones([Self.zone], in: Self.mine)
        for start in stride(from: 0, to: count, by: 400) {
            let records = (start..<min(count, start + 400)).map { Self.record("r\($0)") }
            _ = try await store.save(SaveRequest(saving: records), in: Self.mine)
        }
        var token: ChangeToken?
        let start = threadTime()
        for _ in 0..<100 {
            let page = try await changes(store, since: token, limit: 2)
            #expect(page.changed.count == 2 && page.moreComing)
            token = page.token
        }
        return threadTime() - start
    }

    @Test func `take no longer where the zone has more records`() async throws {
        let few = try await [time(400), time(400)].min() ?? .zero
        let many = try await [time(12_800), time(12_800)].min() ?? .zero
        // Some thirty times where each page looks at every record.
        #expect(many < few * 8, "\(many) after \(few)")
    }

    @Test(arguments: 1...4)
    func `have each record once by its last change, whatever was undone`(seed: UInt64) async throws
    {
        var random = RandomNumbers(seed: seed)
        let store = MemoryStore()
        try await store.createZones([Self.zone], in: Self.mine)
        var last: [String: (order: Int, isDeleted: Bool)] = [:]
        var marks: [(order: Int, token: ChangeToken)] = []
        for order in 1...2_000 {
            let name = "r\(Int.random(in: 0..<60, using: &random))"
            let isThere = last[name]?.isDeleted == false
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                try await store.put(Self.record(name), in: Self.mine, policy: .changedKeys)
                last[name] = (order, false)
            case 5..<8 where isThere:
                let id = RecordID(name, zone: Self.zone)
                let result = try await store.save(SaveRequest(deleting: [id]), in: Self.mine)
                #expect(result.firstError == nil)
                last[name] = (order, true)
            default:
                // A new record where there is one, which undoes what the request did before.
                guard let taken = last.first(where: { !$0.value.isDeleted && $0.key != name })?.key
                else { continue }
                var first = SaveRequest.Item(Self.record(name))
                first.policy = .changedKeys
                var request = SaveRequest(
                    saves: [first, SaveRequest.Item(Self.record(taken))],
                    deletions: [SaveRequest.Deletion(RecordID(taken, zone: Self.zone))])
                request.isAtomic = true
                let result = try await store.save(request, in: Self.mine)
                #expect(result.firstError != nil)
            }
            if order % 40 == 0 {
                marks.append((order, try await changes(store, since: nil, limit: 1_000).token))
            }
        }
        for mark in marks {
            let expected = last.filter { $0.value.order > mark.order }
                .sorted { $0.value.order < $1.value.order }
            var token = mark.token
            var changed: [String] = []
            var deleted: [String] = []
            while true {
                let page = try await changes(store, since: token, limit: 7)
                changed += page.changed.map(\.id.name)
                deleted += page.deleted.map(\.id.name)
                token = page.token
                if !page.moreComing { break }
                #expect(page.changed.count + page.deleted.count == 7)
            }
            #expect(changed == expected.filter { !$0.value.isDeleted }.map(\.key))
            #expect(deleted == expected.filter(\.value.isDeleted).map(\.key))
        }
    }
}
