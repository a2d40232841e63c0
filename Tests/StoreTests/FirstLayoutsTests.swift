import Foundation
import RecordCore
import SQLLowering
import SQLStorage
import SQLiteEngine
import TestFiles
import TestKit
import TestTime
import Testing

@Suite struct `The first layouts` {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/s.db" }
    private let mine = DatabaseScope.private(user: "_ann")
    private let zones = [ZoneID("Notes"), ZoneID("Other")]

    /// Fills a store of two zones, in each a record with an asset and a list, and one that points at it.
    private func fill() async throws -> (records: [RecordID: Record], tokens: [ChangeToken]) {
        let store = try await SQLStore(try SQLiteDatabase(path: path))
        try await store.createZones(zones, in: mine)
        var records: [RecordID: Record] = [:]
        var tokens: [ChangeToken] = []
        for zone in zones {
            var first = Record("N", RecordID("a", zone: zone))
            first["title"] = .text("of \(zone.name)")
            first["tags"] = .list([.text("Red"), .text("blue")])
            first["image"] = .asset(Asset(content: Data("a picture of \(zone.name)".utf8)))
            var second = Record("N", RecordID("b", zone: zone))
            second["up"] = .reference(Reference(first.id, action: .deleteSelf))
            second["all"] = .list([.reference(Reference(first.id))])
            for record in try await store.put(first, second, in: mine) {
                records[record.id] = record
            }
            tokens.append(
                try await store.changes(
                    in: zone, of: mine, since: nil, limit: nil, desiredKeys: nil
                ).token)
        }
        try await store.close()
        return (records, tokens)
    }

    /// Makes the file look as the version left it that wrote a layout.
    private func age(to layout: Int) async throws {
        let engine = try SQLiteDatabase(path: path)
        let lists = try engine.read { connection in
            try connection.tables().filter { table in
                table.value.contains { $0.name == "value" }
                    && table.value.contains { $0.name == "_row" }
            }.mapValues { $0.map(\.name) }
        }
        #expect(lists.count == 2)
        _ = try await engine.write(first: false) { connection in
            for sql in OlderLayout.thirdWithAssets + OlderLayout.second(lists) {
                try connection.run(sql)
            }
            if layout == 1 { for sql in OlderLayout.first { try connection.run(sql) } }
        }
        try await engine.close()
    }

    @Test(arguments: [1, 2])
    func `are brought up to date with all that they have`(layout: Int) async throws {
        let (records, tokens) = try await fill()
        try await age(to: layout)
        let store = try await SQLStore(try SQLiteDatabase(path: path))
        #expect(Set(try await store.zones(in: mine).map(\.id)).isSuperset(of: zones))
        #expect(
            try await store.records(Array(records.keys), in: mine, desiredKeys: nil) == records)
        for (zone, token) in zip(zones, tokens) {
            let first = RecordID("a", zone: zone)
            guard case .asset(let asset)? = records[first]?["image"] else {
                Issue.record("there is no asset")
                return
            }
            let file = try await store.assetFile(asset, in: mine)
            #expect(try Data(contentsOf: file) == Data("a picture of \(zone.name)".utf8))
            for text in ["tags CONTAINS 'Red'", "tags CONTAINS[c] 'RED'"] {
                let query = RecordQuery(
                    "N", where: try QueryPredicate(parsing: text), in: .zone(zone))
                #expect(try await store.fetch(query, in: mine).records.map(\.id) == [first])
            }
            // Counters, references and the uses of content go on.
            _ = try await store.save(SaveRequest(deleting: [first]), in: mine)
            let changes = try await store.changes(
                in: zone, of: mine, since: token, limit: nil, desiredKeys: nil)
            #expect(changes.changed.isEmpty)
            #expect(Set(changes.deleted.map(\.id.name)) == ["a", "b"])
            // Content goes when what needed it is gone on the disk too.
            #expect(try await eventually { !FileManager.default.fileExists(atPath: file.path) })
        }
        try await store.setServiceData(["share/abc": Data([1])])
        #expect(try await store.serviceData(for: "share/abc") == Data([1]))
        try await store.close()
    }

    @Test func `say that they are, where they may only be read`() async throws {
        _ = try await fill()
        try await age(to: 2)
        var options = SQLiteOptions()
        options.isReadOnly = true
        do {
            _ = try await SQLStore(try SQLiteDatabase(path: path, options: options))
            Issue.record("it was opened")
        } catch let error as StoreError {
            #expect(error.code == .readOnly)
            #expect(error.engineMessage?.hasPrefix("It has layout 2 ") == true)
        }
    }
}
