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

/// What becomes of the schema of a store, and of programs that have the store open, when the store is
/// migrated, replaced or destroyed.
@Suite(.enabled(if: PostgresServer.shared != nil))
struct `Places of stores in PostgreSQL` {
    private let location = ObjectDatabase.postgres.fresh()

    private static let entity = ObjectEntity("B", attributes: [ObjectAttribute("x", .string)])

    private static func old() throws -> ResolvedModel {
        try ResolvedModel(ObjectModel(entities: [entity]))
    }

    /// The new entity takes the number of the old one.
    private static func new() throws -> ResolvedModel {
        try ResolvedModel(ObjectModel(entities: [ObjectEntity("A"), entity]))
    }

    private static func place(_ location: ObjectStoreLocation) throws -> String {
        try #require(location.place)
    }

    /// Runs something with the schema of a location, as another program would.
    private static func with<T>(
        _ location: ObjectStoreLocation, _ body: (PostgresConnection) throws -> T
    ) throws -> T {
        let database = try `Objects in PostgreSQL`.database(location, isReadOnly: false)
        defer { database.closeNow() }
        return try database.writeNow(isDurable: true, body)
    }

    /// Makes a store of the old model with an object.
    private static func make(_ location: ObjectStoreLocation, _ text: String) throws -> ObjectKey {
        var maker = Maker(try ObjectStoreOpener.open(location, model: try old()))
        let key = try maker.insert("B", ["x": .text(text)])
        _ = try maker.save()
        try maker.store.close()
        return key
    }

    // MARK: Other tables

    @Test func `tables that are none of the store's stay in its schema`() throws {
        let place = try Self.place(location)
        let other = ObjectDatabase.postgres.fresh()
        for location in [location, other] {
            _ = try Self.make(location, "kept")
            try Self.with(location) { connection in
                try connection.run("CREATE TABLE audit_log (x integer)")
                try connection.run("INSERT INTO audit_log VALUES (7)")
            }
        }
        func log() throws -> [Int64] {
            try Self.with(location) { try $0.all("SELECT x FROM audit_log") { $0.int(0) } }
        }
        try ObjectMigration.migrate(at: place, from: try Self.old(), to: try Self.new())
        #expect(try log() == [7])
        try ObjectStoreOpener.replace(at: place, with: try Self.place(other))
        #expect(try log() == [7])
        #expect(try ObjectStoreOpener.fits(try Self.old(), at: place))
        try ObjectStoreOpener.destroy(at: place)
        #expect(try log() == [7])
        #expect(try !ObjectStoreOpener.exists(at: place))
        // A store can be put there and made there all the same.
        try ObjectStoreOpener.replace(at: place, with: try Self.place(other))
        #expect(try ObjectStoreOpener.exists(at: place))
        try ObjectStoreOpener.destroy(at: place)
        try ObjectStoreOpener.destroy(at: place)
        _ = try Self.make(location, "new")
        #expect(try log() == [7])
        let maker = Maker(try ObjectStoreOpener.open(location, model: try Self.old()))
        #expect(try maker.fetch("B", "TRUEPREDICATE").map { $0.attributes } == [["new"]])
        try maker.store.close()
    }

    @Test func `a store that takes the place of one has what it had before it was migrated`()
        async throws
    {
        let (place, other) = (try Self.place(location), ObjectDatabase.postgres.fresh())
        let source = try Self.place(other)
        for location in [location, other] { _ = try Self.make(location, "kept") }
        let database = try `Objects in PostgreSQL`.database(location)
        defer { database.closeNow() }
        let read = try await LongRead(of: "ZB", in: database)
        let done = Tries()
        func begin(_ body: @escaping @Sendable () throws -> Void) {
            Thread.detachNewThread {
                do { try body() } catch { Issue.record(error) }
                _ = done.next()
            }
        }
        begin { try ObjectStoreOpener.replace(at: place, with: source) }
        #expect(try await read.isWaitedFor())
        begin { try ObjectMigration.migrate(at: source, from: Self.old(), to: Self.new()) }
        let old = try `Objects in PostgreSQL`.database(other)
        defer { old.closeNow() }
        #expect(
            try await eventually {
                try done.count == 1
                    || old.read { connection in
                        try connection.hasRow(
                            """
                            SELECT 1 FROM pg_catalog.pg_locks WHERE NOT granted \
                            AND mode = 'AccessExclusiveLock' \
                            AND relation = CAST('\(ident: "Z_METADATA")' AS regclass)
                            """)
                    }
            })
        read.end()
        #expect(try await eventually { done.count == 2 })
        let maker = Maker(try ObjectStoreOpener.open(location, model: try Self.old()))
        #expect(try maker.fetch("B", "TRUEPREDICATE").map { $0.attributes } == [["kept"]])
        try maker.store.close()
    }

    @Test func `no table of the store's own is left`() throws {
        let long = String(repeating: "name", count: 20)
        let model = try ResolvedModel(
            ObjectModel(
                entities: try ObjectFixtures.model().model.entities + [
                    ObjectEntity(
                        "Owner" + long,
                        relationships: [
                            ObjectRelationship(
                                long + "things", to: "Thing" + long, inverse: long + "owners",
                                isToMany: true, isOrdered: true)
                        ]),
                    ObjectEntity(
                        "Thing" + long,
                        relationships: [
                            ObjectRelationship(
                                long + "owners", to: "Owner" + long, inverse: long + "things",
                                isToMany: true, isOrdered: true)
                        ]),
                ]))
        var options = ObjectStoreOptions()
        options.keepsHistory = true
        let place = try Self.place(location)
        for hasOthers in [false, true] {
            let store = try ObjectStoreOpener.open(location, model: model, options: options)
            try store.setMirrorEntries(["a": Data([1])])
            try store.close()
            if hasOthers {
                try Self.with(location) { _ = try $0.run("CREATE TABLE \"Z_OTHERS\" (x integer)") }
            }
            try ObjectStoreOpener.destroy(at: place)
            // Beside other tables, word that there is no store.
            let left = try Self.with(location) { try $0.tables().keys.sorted() }
            #expect(left == (hasOthers ? ["Z_METADATA", "Z_OTHERS"] : []))
        }
        try ObjectStoreOpener.open(location, model: model, options: options).close()
    }

    @Test func `a view on a table of the store's is named, and nothing is lost`() throws {
        let place = try Self.place(location)
        let key = try Self.make(location, "kept")
        try Self.with(location) {
            _ = try $0.run("CREATE VIEW titles AS SELECT \"ZX\" FROM \"ZB\"")
        }
        let refusals = [
            try #require(throws: ObjectStoreError.self) {
                try ObjectMigration.migrate(at: place, from: try Self.old(), to: try Self.new())
            },
            try #require(throws: ObjectStoreError.self) {
                try ObjectStoreOpener.destroy(at: place)
            },
        ]
        for refused in refusals {
            #expect(refused.message.hasPrefix("titles stands on the store's table ZB"))
        }
        let store = try ObjectStoreOpener.open(location, model: try Self.old())
        #expect(try store.rows([key]).map { $0?.attributes } == [["kept"]])
        try store.close()
        try Self.with(location) { _ = try $0.run("DROP VIEW titles") }
        try ObjectMigration.migrate(at: place, from: try Self.old(), to: try Self.new())
    }

    // MARK: Programs that have the store open

    /// What another program does with a store.
    enum Change: CaseIterable {
        case migrate
        case replace
        case destroy
        case makeAnew
        case makeBesideOthers
    }

    @Test(arguments: Change.allCases)
    func `a store that another program changed is neither read nor written`(
        _ change: Change
    ) throws {
        let place = try Self.place(location)
        let key = try Self.make(location, "own")
        var maker = Maker(try ObjectStoreOpener.open(location, model: try Self.old()))
        let store = maker.store
        // Its statements are prepared by then.
        #expect(try store.fetch(ObjectQuery(entity: 0)).map(\.key) == [key])
        switch change {
        case .migrate:
            try ObjectMigration.migrate(at: place, from: try Self.old(), to: try Self.new())
        case .replace:
            let other = ObjectDatabase.postgres.fresh()
            _ = try Self.make(other, "other")
            try ObjectStoreOpener.replace(at: place, with: try Self.place(other))
        case .destroy:
            try ObjectStoreOpener.destroy(at: place)
        case .makeAnew:
            try ObjectStoreOpener.destroy(at: place)
            _ = try Self.make(location, "other")
        case .makeBesideOthers:
            try Self.with(location) { _ = try $0.run("CREATE TABLE others (x integer)") }
            try ObjectStoreOpener.destroy(at: place)
        }
        let asked: [(String, () throws -> Void)] = [
            ("fetch", { _ = try store.fetch(ObjectQuery(entity: 0)) }),
            ("keys", { _ = try store.fetchKeys(ObjectQuery(entity: 0)) }),
            ("count", { _ = try store.count(ObjectQuery(entity: 0)) }),
            ("rows", { _ = try store.rows([key]) }),
            ("metadata", { _ = try store.metadata() }),
            ("numbers", { _ = try store.reserveKeys(entity: 0, count: 1) }),
        ]
        for (name, ask) in asked {
            let error = #expect(throws: ObjectStoreError.self, "\(name)") { try ask() }
            #expect(error?.code == .needsMigration, "\(name)")
        }
        let error = #expect(throws: ObjectStoreError.self) {
            maker.changes.deleted = [ObjectDeletion(key: key, version: nil)]
            _ = try maker.save()
        }
        #expect(error?.code == .needsMigration)
        try store.close()
    }

    @Test func `what is kept beside the objects may change while the store is read`() throws {
        let key = try Self.make(location, "own")
        let store = try ObjectStoreOpener.open(location, model: try Self.old())
        for number in 0..<3 {
            try ObjectStoreOpener.setMetadata(
                ["k": .int(Int64(number))], at: try Self.place(location))
            #expect(try store.rows([key]).map { $0?.attributes } == [["own"]])
            #expect(try store.metadata()["k"] == .int(Int64(number)))
        }
        try store.close()
    }

    @Test func `reads during a migration see the old store or none`() async throws {
        let place = try Self.place(location)
        let key = try Self.make(location, "own")
        let store = try ObjectStoreOpener.open(location, model: try Self.old())
        let database = try `Objects in PostgreSQL`.database(location, isReadOnly: false)
        defer { database.closeNow() }
        // The migration gets to the point of dropping tables, and stays there.
        let read = try await LongRead(of: "ZB", in: database)
        defer { read.end() }
        let (old, new) = (try Self.old(), try Self.new())
        let (migrated, right, wrong, ended) = (Tries(), Tries(), Tries(), Tries())
        Thread.detachNewThread {
            do {
                try ObjectMigration.migrate(at: place, from: old, to: new)
            } catch { Issue.record(error) }
            _ = migrated.next()
        }
        #expect(try await read.isWaitedFor())
        for _ in 0..<3 {
            Thread.detachNewThread {
                do {
                    while true {
                        let found = try store.fetch(ObjectQuery(entity: 0)).map(\.key)
                        _ = found == [key] ? right.next() : wrong.next()
                    }
                } catch {
                    if (error as? ObjectStoreError)?.code != .needsMigration {
                        Issue.record(error)
                    }
                }
                _ = ended.next()
            }
        }
        #expect(try await eventually { right.count > 0 })
        read.end()
        #expect(try await eventually { migrated.count == 1 && ended.count == 3 })
        #expect(wrong.count == 0)
        try store.close()
    }
}
#endif
