#if Postgres
import Foundation
import PostgresEngine
import RecordCore
import SQLLowering
import SQLStorage
import TestKit
import TestTime
import Testing

@Suite(.enabled(if: PostgresServer.shared != nil))
struct `Assets in PostgreSQL` {
    typealias Store = SQLStore<PostgresDatabase>

    /// Servers that share a schema, and a connection of the test's own to it.
    private static func withServers(
        _ count: Int, limits: StoreLimits = StoreLimits(),
        _ body: ([Store], PostgresDatabase) async throws -> Void
    ) async throws {
        let server = try #require(PostgresServer.shared)
        var options = PostgresOptions()
        options.schema = "assets \(UUID().uuidString)"
        let database = try PostgresDatabase(server.url, options: options)
        var stores: [Store] = []
        for _ in 0..<count {
            stores.append(
                try await SQLStore(
                    try PostgresDatabase(server.url, options: options), limits: limits))
        }
        try await body(stores, database)
        for store in stores { try await store.close() }
        try await database.close()
    }

    private static func content(_ bytes: Int, _ seed: UInt8 = 0) -> Data {
        Data((0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) ^ seed })
    }

    private static func count(_ table: String, _ database: PostgresDatabase) throws -> Int64 {
        try database.read {
            try $0.first("SELECT count(*) FROM \(ident: table)") { $0.int(0) } ?? 0
        }
    }

    private static func asset(_ record: Record) throws -> Asset {
        guard case .asset(let asset) = record["f"] else { throw StoreError(.assetNotAvailable) }
        return asset
    }

    @Test func `long content is kept in pieces, once, and goes with its last record`()
        async throws
    {
        try await Self.withServers(2) { stores, database in
            let content = Self.content(5_000_001)
            let value = Value.asset(Asset(content: content))
            let saved = try await stores[0].put(
                Record("N", RecordID("a"), ["f": value, "g": value]))[0]
            try await stores[1].put(Record("N", RecordID("b"), ["f": value]))
            let asset = try Self.asset(saved)
            #expect(asset.size == 5_000_001)
            // Saves do not wait for removals.
            let isOnce = try await eventually {
                try Self.count("_asset_chunks", database) == 20
            }
            #expect(isOnce, "what was sent twice stays")
            #expect(try Self.count("_assets", database) == 1)
            for store in stores {
                let file = try await store.assetFile(asset, in: .public)
                #expect(try Data(contentsOf: file) == content)
            }
            _ = try await stores[1].save(SaveRequest(deleting: [RecordID("a")]), in: .public)
            #expect(
                try Data(contentsOf: await stores[1].assetFile(asset, in: .public)) == content)
            _ = try await stores[0].save(SaveRequest(deleting: [RecordID("b")]), in: .public)
            let isGone = try await eventually {
                try Self.count("_asset_chunks", database) == 0
                    && Self.count("_asset_uses", database) == 0
                    && Self.count("_assets", database) == 0
            }
            #expect(isGone, "content stays")
            for store in stores {
                let code = await StoreError.Code.thrown {
                    try await store.assetFile(asset, in: .public)
                }
                #expect(code == .assetNotAvailable)
            }
        }
    }

    @Test func `what one server takes in a second saves and a third hands out`() async throws {
        try await Self.withServers(3) { stores, database in
            let content = Self.content(3_000_000)
            let ann = DatabaseScope.private(user: "_ann")
            let sent = try await stores[0].ingest(.content(content), for: 600, in: ann)
            let asset = try #require(sent)
            #expect(asset.checksum == ContentHash.hex(of: content))
            // Of another database it is nothing, though the server has it.
            for other in [DatabaseScope.public, .private(user: "_bob")] {
                let code = await StoreError.Code.thrown {
                    try await stores[0].put(
                        Record("N", RecordID("a"), ["f": .asset(asset)]), in: other)
                }
                #expect(code == .assetNotAvailable)
            }
            try await stores[1].put(
                Record("N", RecordID("a"), ["f": .asset(asset)]), in: ann)
            let file = try await stores[2].assetFile(asset, in: ann)
            #expect(try Data(contentsOf: file) == content)
            // The receipt is good for a while, even when its record was deleted.
            _ = try await stores[2].save(SaveRequest(deleting: [RecordID("a")]), in: ann)
            try await stores[1].put(
                Record("N", RecordID("b"), ["f": .asset(asset)]), in: ann)
            #expect(try Self.count("_assets", database) == 1)
        }
    }

    @Test func `a participant's content is in the database of the owner`() async throws {
        try await Self.withServers(1) { stores, _ in
            let store = stores[0]
            let zone = ZoneID("Z")
            try await store.createZones([zone], in: .private(user: "_ann"))
            try await store.setParticipants(
                ["_bob": .readWrite], of: zone, in: .private(user: "_ann"))
            let shared = RecordID("a", zone: ZoneID("Z", owner: "_ann"))
            let value = Value.asset(Asset(content: Data("x".utf8)))
            let bob = DatabaseScope.shared(user: "_bob")
            let saved = try await store.put(Record("N", shared, ["f": value]), in: bob)[0]
            let asset = try Self.asset(saved)
            for scope in [bob, .private(user: "_ann")] {
                #expect(
                    try Data(contentsOf: await store.assetFile(asset, in: scope)).count == 1)
            }
            let code = await StoreError.Code.thrown {
                try await store.assetFile(asset, in: .private(user: "_bob"))
            }
            #expect(code == .assetNotAvailable)
        }
    }

    @Test func `what is too large or refused leaves nothing`() async throws {
        var limits = StoreLimits()
        limits.assetBytes = 3_000_000
        try await Self.withServers(1, limits: limits) { stores, database in
            let result = try await stores[0].save(
                SaveRequest(saving: [
                    Record(
                        "N", RecordID("a"),
                        ["f": .asset(Asset(content: Self.content(3_000_001)))])
                ]), in: .public)
            #expect(result.saves[0].error?.code == .assetTooLarge)
            let nowhere = RecordID("b", zone: ZoneID("none"))
            let refused = try await stores[0].save(
                SaveRequest(saving: [
                    Record("N", nowhere, ["f": .asset(Asset(content: Self.content(9_000)))])
                ]), in: .private(user: "_ann"))
            #expect(refused.saves[0].error?.code == .zoneNotFound)
            let isGone = try await eventually {
                try Self.count("_asset_chunks", database) == 0
                    && Self.count("_asset_uses", database) == 0
            }
            #expect(isGone, "content stays")
        }
    }

    @Test func `content whose first pieces were removed while the rest came is refused`()
        async throws
    {
        try await Self.withServers(1) { stores, database in
            // As a sweep does after the time for which an upload is kept.
            _ = try await database.write(first: false) { connection in
                try connection.run(
                    """
                    CREATE FUNCTION sweep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN \
                    DELETE FROM _asset_uses WHERE holder = -NEW.content; \
                    DELETE FROM _asset_chunks WHERE content = NEW.content; \
                    RETURN NULL; END'
                    """)
                try connection.run(
                    """
                    CREATE TRIGGER sweep AFTER INSERT ON _asset_chunks FOR EACH ROW \
                    WHEN (NEW.number = 7) EXECUTE FUNCTION sweep()
                    """)
            }
            let source = AssetIntake.Source.content(Self.content(3_000_000))
            let code = await StoreError.Code.thrown {
                try await stores[0].ingest(source, for: 600, in: .public)
            }
            #expect(code == .busy)
            #expect(try Self.count("_assets", database) == 0)
        }
    }

    @Test func `what a crash left goes when a store opens, and nothing else`() async throws {
        try await Self.withServers(1) { stores, database in
            try await stores[0].put(
                Record("N", RecordID("a"), ["f": .asset(Asset(content: Self.content(10)))]))
            _ = try await database.write(first: false) { connection in
                let now = Date().microseconds
                // Content 7 was left half way, 8 comes in this moment, 9 has lost its record.
                try connection.run(
                    """
                    INSERT INTO _asset_chunks (database, content, number, bytes) \
                    SELECT 1, n, 0, '\\x00' FROM generate_series(7, 9) n
                    """)
                let gone = String(repeating: "9", count: 64)
                try connection.run(
                    "INSERT INTO _databases (id, scope, owner) VALUES (1, 'private', 'n')")
                try connection.run(
                    """
                    INSERT INTO _assets (database, checksum, size, content) \
                    VALUES (1, \(gone), 1, 9)
                    """)
                try connection.run(
                    """
                    INSERT INTO _asset_uses (database, checksum, holder, until) VALUES \
                    (1, 'incoming', -7, \(now - 1)), (1, 'incoming', -8, \(now + 3_600_000_000)), \
                    (1, \(gone), -5, \(now - 1))
                    """)
            }
            #expect(try Self.count("_asset_chunks", database) == 4)
            let other = try await SQLStore(
                try PostgresDatabase(
                    try #require(PostgresServer.shared).url, options: database.options))
            func contents() throws -> Set<Int64> {
                try database.read {
                    Set(
                        try $0.all(
                            "SELECT content FROM _asset_chunks WHERE database = 1"
                        ) { $0.int(0) })
                }
            }
            let isSwept = try await eventually { try contents() == [8] }
            #expect(isSwept, "what was left stays")
            #expect(try Self.count("_assets", database) == 1)
            #expect(try Self.count("_asset_uses", database) == 2)
            try await other.close()
        }
    }

    @Test func `records that come and go at two servers never lose their content`()
        async throws
    {
        try await Self.withServers(2) { stores, database in
            let contents = (0..<3).map { Self.content(600_000, $0) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<6 {
                    let store = stores[worker % 2]
                    group.addTask {
                        let id = RecordID("r\(worker)")
                        for round in 0..<8 {
                            let content = contents[(worker + round) % 3]
                            let saved = try await store.put(
                                Record("N", id, ["f": .asset(Asset(content: content))]),
                                policy: .allKeys)[0]
                            let file = try await store.assetFile(
                                try Self.asset(saved), in: .public)
                            #expect(try Data(contentsOf: file) == content)
                            if round % 3 == 0 {
                                _ = try await store.save(
                                    SaveRequest(deleting: [id]), in: .public)
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let kept = Set((0..<6).map { ($0 + 7) % 3 })
            let isNeeded = try await eventually {
                try Self.count("_assets", database) == Int64(kept.count)
                    && Self.count("_asset_chunks", database) == Int64(kept.count * 3)
                    && Self.count("_asset_uses", database) == 6
            }
            #expect(isNeeded, "content is not what records need")
            for worker in 0..<6 {
                let record = try #require(await stores[0].record(RecordID("r\(worker)")))
                let file = try await stores[1].assetFile(try Self.asset(record), in: .public)
                #expect(try Data(contentsOf: file) == contents[(worker + 7) % 3])
            }
        }
    }
}
#endif
