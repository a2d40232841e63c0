#if Postgres
import Foundation
import ObjectCore
import PostgresEngine
import RecordCore
import SQLLowering
import SQLStorage
import Stores
import TestKit
import TestTime
import Testing

// Stores that are migrated while other programs have them open.
extension `Objects in PostgreSQL` {
    @Test func `a program that has a store open while it is migrated writes no more into it`()
        throws
    {
        let location = Self.location()
        let place = try #require(location.place)
        let entity = ObjectEntity("B", attributes: [ObjectAttribute("x", .string)])
        let old = try ResolvedModel(ObjectModel(entities: [entity]))
        // The new entity takes the number of the old one.
        let new = try ResolvedModel(ObjectModel(entities: [ObjectEntity("A"), entity]))
        var maker = Maker(try ObjectStoreOpener.open(location, model: old))
        try maker.insert("B", ["x": "before"])
        _ = try maker.save()
        try ObjectMigration.migrate(at: place, from: old, to: new)
        let refused = try #require(throws: ObjectStoreError.self) {
            try maker.insert("B", ["x": "lost"])
        }
        #expect(refused.code == .needsMigration)
        try maker.store.close()
        maker = Maker(try ObjectStoreOpener.open(location, model: new))
        try maker.insert("B", ["x": "after"])
        _ = try maker.save()
        #expect(try maker.fetch("B", "TRUEPREDICATE").count == 2)
        try maker.store.close()
    }

    @Test(arguments: [true, false])
    func `others read while a migration or the end of a store waits for a long read`(
        isMigration: Bool
    ) async throws {
        let location = Self.location()
        let place = try #require(location.place)
        let entity = ObjectEntity("B", attributes: [ObjectAttribute("x", .string)])
        let old = try ResolvedModel(ObjectModel(entities: [entity]))
        let new = try ResolvedModel(ObjectModel(entities: [ObjectEntity("A"), entity]))
        var maker = Maker(try ObjectStoreOpener.open(location, model: old))
        try maker.insert("B", ["x": "before"])
        _ = try maker.save()
        try maker.store.close()
        let database = try Self.database(location)
        let read = try await LongRead(of: "ZB", in: database)
        defer { read.end() }
        let done = Tries()
        Thread.detachNewThread {
            if isMigration {
                try? ObjectMigration.migrate(at: place, from: old, to: new)
            } else {
                try? ObjectStoreOpener.destroy(at: place)
            }
            _ = done.next()
        }
        #expect(try await read.isWaitedFor())
        for _ in 0..<3 {
            let count = try TimeLimit.$current.withValue(TimeLimit(seconds: 100)) {
                try database.read { connection in
                    try connection.first("SELECT count(*) FROM \"ZB\"") { $0.int(0) }
                }
            }
            #expect(count == 1)
        }
        read.end()
        #expect(try await eventually { done.count == 1 })
        guard isMigration else {
            #expect(try !ObjectStoreOpener.exists(at: place))
            return
        }
        maker = Maker(try ObjectStoreOpener.open(location, model: new))
        #expect(try maker.fetch("B", "TRUEPREDICATE").count == 1)
        try maker.store.close()
    }

    @Test func `a migration replaces tables that are made while it waits for a writer`()
        async throws
    {
        let location = Self.location()
        let place = try #require(location.place)
        let entity = ObjectEntity("B", attributes: [ObjectAttribute("x", .string)])
        let old = try ResolvedModel(ObjectModel(entities: [entity]))
        let new = try ResolvedModel(ObjectModel(entities: [ObjectEntity("A"), entity]))
        var maker = Maker(try ObjectStoreOpener.open(location, model: old))
        try maker.insert("B", ["x": "before"])
        _ = try maker.save()
        try maker.store.close()
        let database = try Self.database(location, isReadOnly: false)
        defer { database.closeNow() }
        let schema = ObjectSchema(AppleLayout(old), for: database.dialect)
        let (begun, ended, done) = (Tries(), Tries(), Tries())
        defer { _ = ended.next() }
        Thread.detachNewThread {
            try? database.writeNow(isDurable: true) { connection in
                // As a program does that opens the store with a history.
                for statement in schema.historyTables { try connection.run(statement) }
                _ = begun.next()
                while ended.count == 0 { usleep(10_000) }
            }
        }
        #expect(try await eventually { begun.count == 1 })
        Thread.detachNewThread {
            do {
                try ObjectMigration.migrate(at: place, from: old, to: new)
            } catch { Issue.record(error) }
            _ = done.next()
        }
        #expect(
            try await eventually {
                try database.read { connection in
                    try connection.hasRow(
                        """
                        SELECT 1 FROM pg_catalog.pg_locks WHERE NOT granted \
                        AND mode = 'ShareRowExclusiveLock' \
                        AND relation = CAST('\(ident: "Z_PRIMARYKEY")' AS regclass)
                        """)
                }
            })
        _ = ended.next()
        #expect(try await eventually { done.count == 1 })
        maker = Maker(try ObjectStoreOpener.open(location, model: new))
        #expect(try maker.fetch("B", "TRUEPREDICATE").count == 1)
        try maker.store.close()
    }

    @Test func `a store with the greatest version there is can be migrated`() throws {
        let location = Self.location()
        let place = try #require(location.place)
        let entity = ObjectEntity("B", attributes: [ObjectAttribute("x", .string)])
        let old = try ResolvedModel(ObjectModel(entities: [entity]))
        let new = try ResolvedModel(ObjectModel(entities: [ObjectEntity("A"), entity]))
        try ObjectStoreOpener.open(location, model: old).close()
        let database = try Self.database(location, isReadOnly: false)
        try database.writeNow(isDurable: true) {
            _ = try $0.run("UPDATE \"Z_METADATA\" SET \"Z_VERSION\" = 9223372036854775807")
        }
        database.closeNow()
        try ObjectMigration.migrate(at: place, from: old, to: new)
        try ObjectStoreOpener.open(location, model: new).close()
    }

    @Test(arguments: [false, true])
    func `a store of the earlier form is migrated as it is`(hasHandlers: Bool) throws {
        let location = Self.location()
        let place = try #require(location.place)
        var home = ObjectAttribute("home", .composite)
        home.elements = [ObjectAttribute("city", .string)]
        let entity = ObjectEntity("B", attributes: [home])
        let old = try ResolvedModel(ObjectModel(entities: [entity]))
        let new = try ResolvedModel(ObjectModel(entities: [ObjectEntity("A"), entity]))
        var maker = Maker(try ObjectStoreOpener.open(location, model: old))
        try maker.insert("B", ["home": .dictionary(["city": "Rome"])])
        _ = try maker.save()
        try maker.store.close()
        let database = try Self.database(location, isReadOnly: false)
        try database.writeNow(isDurable: true) {
            _ = try $0.run("ALTER TABLE \"ZB\" RENAME COLUMN \"ZCITY\" TO \"ZHOME_CITY\"")
        }
        database.closeNow()
        let start = ContinuousClock.now
        if hasHandlers {
            let version = ObjectMigration.Version(old, modelCache: nil, metadata: [:])
            try ObjectMigration.replacing(at: place, version, with: version) { _ in }
        } else {
            try ObjectMigration.migrate(at: place, from: old, to: new)
        }
        // It waits for no lock of its own, which it would for a minute.
        #expect(ContinuousClock.now - start < .seconds(30))
        maker = Maker(try ObjectStoreOpener.open(location, model: hasHandlers ? old : new))
        #expect(try maker.fetch("B", "home.city == 'Rome'").count == 1)
        try maker.store.close()
    }

    @Test func `a stage with handlers refuses digits that a file would lose, in composites too`()
        throws
    {
        var price = ObjectAttribute("price", .composite)
        price.elements = [ObjectAttribute("amount", .decimal)]
        var offer = ObjectAttribute("offer", .composite)
        offer.elements = [ObjectAttribute("name", .string), price]
        let model = try ResolvedModel(
            ObjectModel(entities: [ObjectEntity("Item", attributes: [offer])]))
        let version = ObjectMigration.Version(model, modelCache: nil, metadata: [:])
        for (text, isKept) in [("19.99", true), ("1234567890.0123456789", false)] {
            let location = Self.location()
            let place = try #require(location.place)
            let amount = try #require(Decimal(string: text))
            var maker = Maker(try ObjectStoreOpener.open(location, model: model))
            let key = try maker.insert(
                "Item",
                ["offer": .dictionary(["price": .dictionary(["amount": .decimal(amount)])])])
            _ = try maker.save()
            try maker.store.close()
            let migrate = {
                try ObjectMigration.replacing(at: place, version, with: version) { _ in }
            }
            if isKept {
                try migrate()
            } else {
                let refused = try #require(throws: ObjectStoreError.self) { try migrate() }
                #expect(refused.code == .migrationFailed)
                #expect(refused.message.contains("Item.offer.price.amount"))
            }
            let store = try ObjectStoreOpener.open(location, model: model)
            let row = try #require(try store.rows([key]).first ?? nil)
            #expect(row.attributes[0].part(at: ["price", "amount"]) == .decimal(amount))
            try store.close()
        }
    }
}
#endif
