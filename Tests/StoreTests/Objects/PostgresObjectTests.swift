#if Postgres
import Foundation
import ObjectCore
@testable import PostgresEngine
import RecordCore
import SQLLowering
import SQLStorage
import Stores
import Synchronization
import TestKit
import TestTime
import Testing

/// What stores of objects promise in PostgreSQL, where many programs write at once.
@Suite(.enabled(if: PostgresServer.shared != nil))
struct `Objects in PostgreSQL` {
    static func location() -> ObjectStoreLocation { ObjectDatabase.postgres.fresh() }

    /// The schema of a location, as the engine sees it.
    static func database(
        _ location: ObjectStoreLocation, isReadOnly: Bool = true,
        _ observer: PostgresObserver? = nil
    ) throws -> PostgresDatabase {
        let place = try #require(location.place)
        let parts = place.split(separator: "&")
        var options = PostgresOptions()
        options.schema = String(
            try #require(parts.first { $0.hasPrefix("schema=") }).dropFirst("schema=".count))
        options.isReadOnly = isReadOnly
        let server = try #require(PostgresServer.shared)
        options.writers = 1
        return try PostgresDatabase(server.url, options: options, observer: observer)
    }

    @Test func `many that change one object lose no change`() async throws {
        let location = Self.location()
        let model = try ObjectFixtures.model()
        var options = ObjectStoreOptions()
        options.keepsHistory = true
        let stores = try (0..<4).map { _ in
            try ObjectStoreOpener.open(location, model: model, options: options)
        }
        var maker = Maker(stores[0])
        let key = try maker.insert("Writer", ["prize": 0])
        _ = try maker.save()
        let prize = try #require(
            try maker.entity("Writer").attributes.first { $0.name == "prize" }
        ).place
        try await withThrowingTaskGroup(of: Void.self) { group in
            for store in stores {
                group.addTask {
                    for _ in 0..<10 {
                        while true {
                            let row = try #require(try store.rows([key])[0])
                            guard case .int(let count) = row.attributes[prize] else { break }
                            var changes = ObjectChanges()
                            changes.updated = [
                                ObjectUpdate(
                                    key: key, version: row.version,
                                    attributes: [(place: prize, value: .int(count + 1))])
                            ]
                            do {
                                _ = try store.save(changes)
                                break
                            } catch is ObjectSaveFailure {}
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(maker.value(try stores[3].rows([key])[0], "prize") == 40)
        // One transaction for each save, none left out and none twice.
        #expect(try stores[1].history(after: 0, limit: nil).map(\.token) == Array(1...41))
        for store in stores { try store.close() }
    }

    @Test func `of many that save the same value, one does`() async throws {
        let location = Self.location()
        let model = try ObjectFixtures.model()
        let stores = try (0..<4).map { _ in
            try ObjectStoreOpener.open(location, model: model)
        }
        for round in 0..<5 {
            let done = try await withThrowingTaskGroup(of: Bool.self) { group in
                for (place, store) in stores.enumerated() {
                    group.addTask {
                        var maker = Maker(store)
                        try maker.insert(
                            place % 2 == 0 ? "Person" : "Writer",
                            ["email": .text("ann\(round)@x")])
                        do {
                            _ = try maker.save()
                            return true
                        } catch let failure as ObjectSaveFailure {
                            #expect(failure.constraints.count == 1)
                            return false
                        }
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(done == 1)
        }
        for store in stores { try store.close() }
    }

    @Test func `programs that open an empty place at once make one store`() async throws {
        let location = Self.location()
        let model = try ObjectFixtures.model()
        let identifiers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    let store = try ObjectStoreOpener.open(location, model: model)
                    defer { try? store.close() }
                    return store.identifier
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(identifiers.count == 1)
    }

    @Test func `a place is left alone by a reader, and by a program that finds other tables`()
        throws
    {
        let location = Self.location()
        let model = try ObjectFixtures.model()
        var options = ObjectStoreOptions()
        options.isReadOnly = true
        let empty = try #require(throws: ObjectStoreError.self) {
            try ObjectStoreOpener.open(location, model: model, options: options)
        }
        #expect(empty.code == .notAStore)
        #expect(try !ObjectStoreOpener.exists(at: try #require(location.place)))
        try ObjectStoreOpener.open(location, model: model).close()
        let store = try ObjectStoreOpener.open(location, model: model, options: options)
        #expect(try store.count(ObjectQuery(entity: 0)) == 0)
        let refused = try #require(throws: ObjectStoreError.self) {
            try store.reserveKeys(entity: 0, count: 1)
        }
        #expect(refused.code == .readOnly)
        try store.close()
        let server = try #require(PostgresServer.shared)
        let foreign = "foreign-\(UUID().uuidString.lowercased())"
        var other = PostgresOptions()
        other.schema = foreign
        let database = try PostgresDatabase(server.url, options: other)
        try database.writeNow(isDurable: true) { _ = try $0.run("CREATE TABLE t (x int)") }
        let taken = try #require(throws: ObjectStoreError.self) {
            try ObjectStoreOpener.open(
                .postgres(url: server.url + "&schema=" + foreign), model: model)
        }
        #expect(taken.code == .notAStore)
        database.closeNow()
    }

    @Test func `names of any length are columns and tables of their own`() throws {
        let long = String(repeating: "name", count: 20)
        let model = try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity(
                    "Owner" + long, attributes: [ObjectAttribute(long + "1", .string)],
                    relationships: [
                        ObjectRelationship(
                            long + "s", to: "Thing", inverse: long, isToMany: true,
                            isOrdered: true),
                        ObjectRelationship(
                            long + "pairs", to: "Thing", inverse: long + "back",
                            isToMany: true, isOrdered: true),
                    ]),
                ObjectEntity("Sub" + long, superentity: "Owner" + long),
                ObjectEntity(
                    "Thing",
                    attributes: [
                        ObjectAttribute(long + "1", .string),
                        ObjectAttribute(long + "2", .string),
                    ],
                    relationships: [
                        ObjectRelationship(long, to: "Owner" + long, inverse: long + "s"),
                        ObjectRelationship(
                            long + "back", to: "Owner" + long, inverse: long + "pairs",
                            isToMany: true),
                    ]),
            ]))
        let location = Self.location()
        var maker = Maker(try ObjectStoreOpener.open(location, model: model))
        let owner = try maker.insert("Sub" + long, [long + "1": "a"])
        let things = try (0..<2).map { number in
            try maker.insert(
                "Thing", [long + "1": .text("x\(number)"), long + "2": "y"], [long: owner])
        }
        for name in [long + "s", long + "pairs"] {
            maker.changes.memberships.append(
                ObjectMembership(
                    key: owner, relationship: try maker.place("Sub" + long, name),
                    added: things, order: things.reversed()))
        }
        _ = try maker.save()
        try maker.store.close()
        maker = Maker(try ObjectStoreOpener.open(location, model: model))
        let rows = try maker.store.rows(things)
        #expect(rows.map { $0?.toOnes[0] } == [owner, owner])
        #expect(maker.value(rows[1], long + "1") == "x1")
        #expect(maker.value(rows[1], long + "2") == "y")
        for name in [long + "s", long + "pairs"] {
            let place = try maker.place("Sub" + long, name)
            #expect(try maker.store.members(place, of: [owner]) == [things.reversed()])
        }
        try maker.store.close()
    }

    @Test func `a store needs neither sequences nor triggers`() throws {
        let location = Self.location()
        var options = ObjectStoreOptions()
        options.keepsHistory = true
        try ObjectStoreOpener.open(
            location, model: try ObjectFixtures.model(), options: options
        ).close()
        let database = try Self.database(location)
        let kinds = try database.read { connection in
            try connection.all(
                """
                SELECT DISTINCT CAST(c.relkind AS text) FROM pg_catalog.pg_class c \
                WHERE c.relnamespace = current_schema()::regnamespace ORDER BY 1
                """
            ) { $0.text(0) }
        }
        // Indexes and tables.
        #expect(kinds == ["i", "r"])
        let triggers = try database.read { connection in
            try connection.first(
                """
                SELECT count(*) FROM pg_catalog.pg_trigger t \
                JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid \
                WHERE c.relnamespace = current_schema()::regnamespace
                """
            ) { $0.int(0) }
        }
        #expect(triggers == 0)
        database.closeNow()
    }

    /// The answer to the commit of a save is lost; new objects tell what became of it.
    @Test(arguments: [true, false])
    func `a save whose commit has no answer was made where its objects are there`(
        isInsert: Bool
    ) throws {
        let location = Self.location()
        let model = try ObjectFixtures.model()
        let first = try ObjectStoreOpener.open(location, model: model)
        var maker = Maker(first)
        let known = try maker.insert("Writer", ["prize": 1])
        _ = try maker.save()
        try first.close()
        let socket = Mutex<Int32?>(nil)
        let observer = PostgresObserver { statement in
            guard statement.text == "COMMIT" else { return }
            // The server hears what is sent, and is not heard.
            socket.withLock { open in
                if let open { shutdown(open, Int32(SHUT_RD)) }
                open = nil
            }
        }
        let database = try Self.database(location, isReadOnly: false, observer)
        let store = try SQLObjectStore(database, model: model)
        defer { try? store.close() }
        maker = Maker(store)
        let new = try maker.insert("Writer", ["prize": 2])
        let prize = try #require(
            try maker.entity("Writer").attributes.first { $0.name == "prize" }
        ).place
        if !isInsert {
            maker.changes = ObjectChanges()
            maker.changes.updated = [
                ObjectUpdate(
                    key: known, version: 1, attributes: [(place: prize, value: .int(3))])
            ]
        }
        let current = try database.writeNow(isDurable: false) { $0.link.socket }
        socket.withLock { $0 = current }
        if isInsert {
            _ = try maker.save()
            #expect(try store.rows([new])[0]?.attributes[prize] == .int(2))
        } else {
            let error = #expect(throws: ObjectStoreError.self) { _ = try maker.save() }
            #expect(error?.code == .outcomeUnknown)
        }
        #expect(socket.withLock { $0 } == nil)
        #expect(try store.count(ObjectQuery(entity: new.entity)) == (isInsert ? 2 : 1))
    }

    @Test func `indexes find and order what is asked of indexed attributes`() throws {
        let location = Self.location()
        let model = try ObjectFixtures.model()
        try ObjectStoreOpener.open(location, model: model).close()
        let database = try Self.database(location)
        let lowering = ObjectLowering(AppleLayout(model), for: PostgresDialect())
        let person = try #require(model.entity(named: "Person")).number
        func plan(_ query: ObjectQuery) throws -> String {
            let sql = try lowering.keys(query).sql
            return try database.read { try $0.plan(of: sql) }.lines.joined(separator: "\n")
        }
        let equal = try plan(
            ObjectQuery(entity: person, where: try QueryPredicate(parsing: "email == 'a@x'")))
        #expect(equal.contains("Z_Person_UNIQUE_email"), "\(equal)")
        let first = try plan(
            ObjectQuery(entity: person, ordering: [Ordering("email")], limit: 3))
        #expect(first.contains("Z_Person_UNIQUE_email"), "\(first)")
        let last = try plan(
            ObjectQuery(
                entity: person, ordering: [Ordering("email", ascending: false)], limit: 3))
        #expect(last.contains("Scan Backward using \"Z_Person_UNIQUE_email\""), "\(last)")
        let members = try plan(
            ObjectQuery(
                entity: try #require(model.entity(named: "Book")).number,
                where: try QueryPredicate(parsing: "author.email == 'a@x'")))
        #expect(members.contains("Z_Person_UNIQUE_email"), "\(members)")
        database.closeNow()
    }
}
#endif
