import Foundation
import PredicateCore
import RecordService
import Stores
import TestKit
import Testing

/// Pages of what is shared record by record, beside records that are not.
@Suite struct `Pages of shared records` {
    private static let zone = ZoneID("Notes")
    private static let seen = ZoneID("Notes", owner: "_ann")
    private static let count = 60

    private let store: FailingStore
    private let service: RecordService

    init() async throws {
        store = FailingStore(try await StoreLocation("sqlite::memory:").open())
        var options = ServiceOptions()
        options.profile = .everything
        service = RecordService(store: store, container: "iCloud.test", options: options)
        _ = try await service.ann.modifyZones(saving: [Self.zone], in: .private)
        var records = [Record("N", RecordID("root", zone: Self.zone))]
        for number in 0..<Self.count {
            var record = Record("N", RecordID("n\(number)", zone: Self.zone))
            record["number"] = .int(Int64(number * 7 % 20))
            record["text"] = .text("t\(number)")
            if number % 4 != 3 { record.parent = RecordID("root", zone: Self.zone) }
            records.append(record)
        }
        let root = RecordID("root", zone: Self.zone)
        let share = Share(
            RecordID("share", zone: Self.zone), root: root,
            participants: [.init(user: "_bob", permission: .readWrite, acceptance: .accepted)])
        let result = try await store.save(
            SaveRequest(saving: records + [share.record]), in: .private(user: "_ann"))
        #expect(result.firstError == nil)
    }

    private static let orders: [[Ordering]] = [
        [], [Ordering("number")], [Ordering("number", ascending: false), Ordering("recordName")],
        [Ordering("text", textOrder: .localized)],
    ]

    @Test(arguments: orders, [ZoneScope.zone(seen), .all])
    func `go on behind the page before`(order: [Ordering], zones: ZoneScope) async throws {
        let query = RecordQuery(
            "N", orderedBy: order, in: zones, limit: 100, desiredKeys: ["text"])
        let all = try await service.bob.query(query, in: .shared).records
        #expect(all.count == Self.count / 4 * 3 + 1)
        #expect(all.allSatisfy { $0["number"].isNull })
        var short = query
        short.limit = 6
        let before = store.walked
        var page = try await service.bob.query(short, in: .shared)
        var records = page.records
        while let cursor = page.cursor {
            page = try await service.bob.query(
                continuing: cursor, desiredKeys: ["text"], limit: 6, in: .shared)
            records += page.records
        }
        #expect(records == all)
        // Each record once, and a few more for each page; no comparison says the order of languages.
        if order.first?.textOrder != .localized {
            #expect(store.walked - before < Self.count + 30)
        }
    }

    @Test func `show no record twice, and none too few, whatever goes before them`() async throws {
        let query = RecordQuery(
            "N", orderedBy: [Ordering("number")], in: .zone(Self.seen), limit: 6)
        let first = try await service.bob.query(query, in: .shared)
        for record in first.records {
            _ = try await store.save(
                SaveRequest(deleting: [RecordID(record.id.name, zone: Self.zone)]),
                in: .private(user: "_ann"))
        }
        var names = first.records.map(\.id.name)
        var page = first
        while let cursor = page.cursor {
            page = try await service.bob.query(continuing: cursor, limit: 6, in: .shared)
            names += page.records.map(\.id.name)
        }
        #expect(names.count == Self.count / 4 * 3 + 1)
        #expect(Set(names).count == names.count)
    }

    @Test func `of a participant that is removed between them have nothing`() async throws {
        let query = RecordQuery("N", in: .zone(Self.seen), limit: 6)
        let first = try await service.bob.query(query, in: .shared)
        var share = try #require(
            Share(try await service.ann.record(RecordID("share", zone: Self.zone))))
        share.participants = []
        _ = try await service.ann.save(share.record, policy: .allKeys)
        let error = await failure {
            _ = try await service.bob.query(
                continuing: try #require(first.cursor), limit: 6, in: .shared)
        }
        #expect(error?.code == .zoneNotFound)
    }
}
