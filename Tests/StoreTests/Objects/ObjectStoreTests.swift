import Foundation
import ObjectCore
import Stores
import TestFiles
import TestKit
import Testing

@Suite struct `Objects in databases` {
    private let folder = TemporaryFolder()

    @Test(arguments: ObjectDatabase.available)
    func `a new store gives every type of attribute back after it was closed`(
        database: ObjectDatabase
    ) throws {
        let model = try ObjectFixtures.model()
        let location = database.location("new", in: folder.path)
        let values: [String: Value] = [
            "aInteger16": .int(-7), "aInteger32": .int(70_000), "aInteger64": .int(.max),
            "aDecimal": .decimal(Decimal(string: "12345.678")!), "aDouble": .double(0.1),
            "aFloat": .double(0.5), "aString": .text("grün\u{0}x"), "aBoolean": .int(1),
            "aDate": .date(Date(timeIntervalSinceReferenceDate: 1.25)),
            "aBinary": .bytes(Data([0, 1, 255])), "aUUID": .uuid(UUID()),
            "aURI": .url(URL(string: "https://example.org/a?b=c")!),
            "aTransformable": .bytes(Data([9])),
            "place": .dictionary(["city": .text("Bonn"), "zip": .int(53111)]),
        ]
        var maker = Maker(try ObjectStoreOpener.open(location, model: model))
        let key = try maker.insert("All", values)
        let empty = try maker.insert("All", [:])
        #expect(try maker.save().versions == [key: 1, empty: 1])
        try maker.store.close()
        let store = try ObjectStoreOpener.open(location, model: model)
        let rows = try store.rows([key, empty, ObjectKey(entity: key.entity, row: 99)])
        let entity = try maker.entity("All")
        for attribute in entity.attributes {
            #expect(
                rows[0]?.attributes[attribute.place] == values[attribute.name],
                "\(attribute.name)")
            #expect(rows[1]?.attributes[attribute.place] == .null)
        }
        #expect(rows[2] == nil)
        try store.close()
    }

    @Test(arguments: ObjectDatabase.available)
    func `subentities share a table, and their columns of one name stay apart`(
        database: ObjectDatabase
    ) throws {
        var maker = Maker(
            try ObjectStoreOpener.open(database.fresh(), model: try ObjectFixtures.model()))
        let ann = try maker.insert("Writer", ["name": "Ann", "prize": 3])
        let bob = try maker.insert("Editor", ["name": "Bob", "prize": "gold"])
        let eve = try maker.insert("Person", ["name": "Eve"])
        _ = try maker.save()
        let people = try maker.fetch("Person", "TRUEPREDICATE", by: [Ordering("name")])
        #expect(people.map(\.key) == [ann, bob, eve])
        #expect(maker.value(people[0], "prize") == 3)
        #expect(maker.value(people[1], "prize") == "gold")
        #expect(try maker.fetch("Writer", "prize == 3").map(\.key) == [ann])
        #expect(try maker.fetch("Editor", "name == 'Ann'").isEmpty)
        // A key of the entity above finds the object, with the entity that it has.
        let above = ObjectKey(entity: eve.entity, row: ann.row)
        #expect(try maker.store.rows([above])[0]?.key == ann)
    }

    @Test(arguments: ObjectDatabase.available)
    func `ordered and unordered relationships keep their members`(
        database: ObjectDatabase
    ) throws {
        let location = database.location("many", in: folder.path)
        let model = try ObjectFixtures.model()
        var maker = Maker(try ObjectStoreOpener.open(location, model: model))
        let ann = try maker.insert("Writer", ["name": "Ann"])
        let bob = try maker.insert("Person", ["name": "Bob"])
        let books = try (0..<3).map {
            try maker.insert("Book", ["title": .text("B\($0)")], ["author": ann])
        }
        let tags = try (0..<2).map { try maker.insert("Tag", ["name": .text("T\($0)")]) }
        let order = [books[2], books[0], books[1]]
        maker.changes.memberships = [
            ObjectMembership(
                key: ann, relationship: try maker.place("Person", "books"), added: books,
                order: order),
            ObjectMembership(
                key: ann, relationship: try maker.place("Person", "tags"), added: tags),
            ObjectMembership(
                key: tags[1], relationship: try maker.place("Tag", "people"),
                added: [bob, ann], order: [bob, ann]),
            ObjectMembership(
                key: ann, relationship: try maker.place("Person", "friends"), added: [bob]),
        ]
        let saved = try maker.save()
        #expect(saved.derived[ann]?.map(\.value) == [3])
        let place = try maker.place("Person", "books")
        #expect(try maker.store.members(place, of: [bob, ann]) == [[], order])
        let tagged = try maker.place("Person", "tags")
        #expect(try maker.store.members(tagged, of: [ann, bob]) == [tags, [tags[1]]])
        let people = try maker.place("Tag", "people")
        #expect(try maker.store.members(people, of: [tags[1]]) == [[bob, ann]])
        let friends = try maker.place("Person", "friends")
        #expect(try maker.store.members(friends, of: [bob, ann]) == [[ann], [bob]])
        #expect(try maker.fetch("Person", "ANY books.title == 'B1'").map(\.key) == [ann])
        #expect(try maker.fetch("Book", "author.name == 'Ann'").count == 3)
        #expect(try maker.fetch("Tag", "people.@count == 2").map(\.key) == [tags[1]])
        // Deleting one side takes it out of the pairs.
        maker.changes.deleted = [ObjectDeletion(key: tags[1], version: 1)]
        _ = try maker.save()
        #expect(try maker.store.members(tagged, of: [ann, bob]) == [[tags[0]], []])
        try maker.store.close()
        guard case .sqlite(let path) = location else { return }
        #expect(try sqlite(path, "PRAGMA integrity_check") == "ok")
        #expect(
            try sqlite(path, "SELECT sql FROM sqlite_master WHERE name = 'ZBOOK'")
                == "CREATE TABLE ZBOOK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, "
                + "Z_OPT INTEGER, ZAUTHOR INTEGER, Z3_AUTHOR INTEGER, Z_FOK_AUTHOR INTEGER, "
                + "ZTITLE VARCHAR )")
    }

    @Test(arguments: ObjectDatabase.available)
    func `a save of an old version gets all conflicts, and nothing is saved`(
        database: ObjectDatabase
    ) throws {
        var maker = Maker(
            try ObjectStoreOpener.open(database.fresh(), model: try ObjectFixtures.model()))
        let a = try maker.insert("Tag", ["name": "a"])
        let b = try maker.insert("Tag", ["name": "b"])
        let c = try maker.insert("Tag", ["name": "c"])
        _ = try maker.save()
        maker.changes.updated = [
            ObjectUpdate(key: a, version: 1, attributes: [(place: 0, value: "a2")])
        ]
        maker.changes.deleted = [ObjectDeletion(key: c, version: 1)]
        #expect(try maker.save().versions[a] == 2)
        maker.changes.updated = [
            ObjectUpdate(key: a, version: 1, attributes: [(place: 0, value: "lost")]),
            ObjectUpdate(key: b, version: 1, attributes: [(place: 0, value: "lost")]),
            ObjectUpdate(key: c, version: 1, attributes: [(place: 0, value: "lost")]),
        ]
        let failure = try #require(throws: ObjectSaveFailure.self) { try maker.save() }
        #expect(failure.conflicts.map(\.key) == [a, c])
        #expect(failure.conflicts[0].row?.version == 2)
        #expect(failure.conflicts[1].row == nil)
        #expect(maker.value(try maker.store.rows([b])[0], "name") == "b")
    }

    @Test(arguments: ObjectDatabase.available)
    func `a value that occurs once is refused twice, and may be swapped`(
        database: ObjectDatabase
    ) throws {
        var maker = Maker(
            try ObjectStoreOpener.open(database.fresh(), model: try ObjectFixtures.model()))
        let ann = try maker.insert("Person", ["email": "a@x"])
        let bob = try maker.insert("Writer", ["email": "b@x"])
        _ = try maker.save()
        let new = try maker.insert("Person", ["email": "a@x"])
        let twin = try maker.insert("Person", ["email": "n@x"])
        let other = try maker.insert("Editor", ["email": "n@x"])
        let failure = try #require(throws: ObjectSaveFailure.self) { try maker.save() }
        #expect(failure.constraints.map(\.key) == [new, other])
        #expect(failure.constraints.map(\.existing.key) == [ann, twin])
        #expect(failure.constraints.map(\.isStored) == [true, false])
        let email = try #require(try maker.entity("Person").attributes.first { $0.name == "email" })
        maker.changes.updated = [
            ObjectUpdate(key: ann, version: 1, attributes: [(place: email.place, value: "b@x")]),
            ObjectUpdate(key: bob, version: 1, attributes: [(place: email.place, value: "a@x")]),
        ]
        _ = try maker.save()
        #expect(try maker.fetch("Person", "email == 'a@x'").map(\.key) == [bob])
    }

    @Test(arguments: ObjectDatabase.available)
    func `the history has authors and changes, and survives reopening`(
        database: ObjectDatabase
    ) throws {
        let location = database.location("history", in: folder.path)
        let model = try ObjectFixtures.model()
        var options = ObjectStoreOptions()
        options.keepsHistory = true
        var maker = Maker(
            try ObjectStoreOpener.open(location, model: model, options: options))
        let tag = try maker.insert("Tag", ["name": "a"])
        maker.changes.author = "me"
        #expect(try maker.save().token == 1)
        maker.changes.updated = [
            ObjectUpdate(key: tag, version: 1, attributes: [(place: 0, value: "b")])
        ]
        maker.changes.contextName = "view"
        #expect(try maker.save().token == 2)
        maker.changes.deleted = [ObjectDeletion(key: tag, version: 2)]
        #expect(try maker.save().token == 3)
        try maker.store.close()
        let store = try ObjectStoreOpener.open(location, model: model)
        let all = try store.history(after: 0, limit: nil)
        #expect(all.map(\.author) == ["me", nil, nil])
        #expect(all.map(\.contextName) == [nil, "view", nil])
        #expect(all.map { $0.changes.map(\.kind) } == [[.inserted], [.updated], [.deleted]])
        #expect(all[1].changes[0].properties == ["name"])
        #expect(try store.history(after: 1, limit: 1).map(\.token) == [2])
        #expect(try store.historyToken(through: .distantPast) == 0)
        #expect(try store.historyToken(through: .distantFuture) == 3)
        let later = all.first { $0.date > all[0].date }
        #expect(try store.historyToken(through: all[0].date) == (later?.token ?? 4) - 1)
        try store.forgetHistory(upTo: 2)
        #expect(try store.history(after: 0, limit: nil).map(\.token) == [3])
        #expect(try store.historyToken() == 3)
        try store.close()
    }

    @Test func `a file without any numbers left refuses a save`() throws {
        let path = folder.path + "/full.sqlite"
        let model = try ObjectFixtures.model()
        var options = ObjectStoreOptions()
        options.keepsHistory = true
        var first = Maker(
            try ObjectStoreOpener.open(.sqlite(path: path), model: model, options: options))
        let tag = try first.insert("Tag", ["name": "a"])
        _ = try first.save()
        try first.store.close()
        let last = "UPDATE Z_PRIMARYKEY SET Z_MAX"
        for (sql, version) in [
            ("\(last) = \(Int64.max) WHERE Z_ENT = 16002", Int64(1)),
            ("\(last) = 1 WHERE Z_ENT = 16002; UPDATE ZTAG SET Z_OPT = \(Int64.max)", Int64.max),
        ] {
            _ = try sqlite(path, sql)
            var maker = Maker(try ObjectStoreOpener.open(.sqlite(path: path), model: model))
            maker.changes.updated = [
                ObjectUpdate(key: tag, version: version, attributes: [(place: 0, value: "b")])
            ]
            let error = try #require(throws: ObjectStoreError.self) { try maker.save() }
            #expect(error.code == .full)
            #expect(maker.value(try maker.store.rows([tag])[0], "name") == "a")
            try maker.store.close()
        }
    }

    @Test func `another version of the model is noticed, and the file is left as it was`() throws {
        let path = folder.path + "/version.sqlite"
        let old = try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity("A", attributes: [ObjectAttribute("x", .string)])
            ]))
        try ObjectStoreOpener.open(.sqlite(path: path), model: old).close()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        for attribute in [ObjectAttribute("x", .integer16), ObjectAttribute("y", .string)] {
            let new = try ResolvedModel(
                ObjectModel(entities: [ObjectEntity("A", attributes: [attribute])]))
            let error = try #require(throws: ObjectStoreError.self) {
                try ObjectStoreOpener.open(.sqlite(path: path), model: new)
            }
            #expect(error.code == .needsMigration)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    }

    @Test func `files that are no stores are refused and left as they were`() throws {
        let model = try ObjectFixtures.model()
        let text = folder.path + "/text.sqlite"
        try Data("This is no database at all, whatever its name says.".utf8)
            .write(to: URL(fileURLWithPath: text))
        let error = try #require(throws: ObjectStoreError.self) {
            try ObjectStoreOpener.open(.sqlite(path: text), model: model)
        }
        #expect(error.code == .damaged)
        #expect(try Data(contentsOf: URL(fileURLWithPath: text)).count == 51)
        let foreign = folder.path + "/foreign.sqlite"
        try sqlite(foreign, "CREATE TABLE t(x); SELECT 1")
        let other = try #require(throws: ObjectStoreError.self) {
            try ObjectStoreOpener.open(.sqlite(path: foreign), model: model)
        }
        #expect(other.code == .notAStore)
        let missing = try #require(throws: ObjectStoreError.self) {
            try ObjectStoreOpener.open(.sqlite(path: folder.path + "/no/such"), model: model)
        }
        #expect(missing.code == .cannotOpen)
    }
}
