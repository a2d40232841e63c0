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
    func `a zero is kept without its sign`(database: ObjectDatabase) throws {
        let model = try ObjectFixtures.model()
        let stores: [any ObjectStore] = [
            MemoryObjectStore(model: model),
            try ObjectStoreOpener.open(database.fresh(), model: model),
        ]
        for store in stores {
            var maker = Maker(store)
            func check(_ key: ObjectKey) throws {
                let row = try store.rows([key])[0]
                for name in ["aDouble", "aFloat"] {
                    guard case .double(let number)? = maker.value(row, name) else {
                        Issue.record("\(name) has no number")
                        continue
                    }
                    #expect(number == 0 && number.sign == .plus, "\(name)")
                }
            }
            let key = try maker.insert("All", ["aDouble": .double(-0.0), "aFloat": .double(-0.0)])
            _ = try maker.save()
            try check(key)
            let attributes = try maker.entity("All").attributes
                .filter { ["aDouble", "aFloat"].contains($0.name) }
                .map { (place: $0.place, value: Value.double(-0.0)) }
            maker.changes.updated = [
                ObjectUpdate(key: key, version: nil, attributes: attributes, toOnes: [])
            ]
            _ = try maker.save()
            try check(key)
            try store.close()
        }
    }

    @Test(arguments: ObjectDatabase.available)
    func `what is not a number is nil, wherever it is calculated`(database: ObjectDatabase) throws {
        var maker = Maker(
            try ObjectStoreOpener.open(database.fresh(), model: try ObjectFixtures.model()))
        let key = try maker.insert("All", ["aDouble": .double(-1)])
        _ = try maker.save()
        for format in [
            "sqrt:(aDouble) == nil", "sqrt:(aDouble) + 1 == nil", "ln:(aDouble) IN {nil}",
            "TERNARY(aInteger64 == nil, sqrt:(aDouble), 1.5) == nil",
            "sqrt:(aDouble) == aInteger64",
        ] {
            #expect(try maker.fetch("All", format).map(\.key) == [key], "\(format)")
            #expect(try maker.fetch("All", "NOT (\(format))").isEmpty, "\(format)")
        }
    }

    @Test func `a locator is no text, and what is no locator is one, in every store`() throws {
        let locations = [.memory] + ObjectDatabase.available.map { $0.fresh() }
        for location in locations {
            var maker = Maker(
                try ObjectStoreOpener.open(location, model: try ObjectFixtures.model()))
            let address = "https://example.org/"
            let site = try maker.insert("All", ["aURI": .url(try #require(URL(string: address)))])
            // As the file of another program may have it.
            let text = try #require(["", "http://[x"].first { URL(string: $0) == nil })
            let other = try maker.insert("All", ["aURI": .text(text)])
            _ = try maker.save()
            let answers: [(format: String, keys: [ObjectKey])] = [
                ("aURI == '\(address)'", []), ("aURI != '\(address)'", [site, other]),
                ("aURI == '\(text)'", [other]), ("aURI != '\(text)'", [site]),
                ("aURI IN {'\(address)', '\(text)'}", [other]), ("aURI == nil", []),
            ]
            for (format, keys) in answers {
                #expect(
                    try maker.fetch("All", format).map(\.key) == keys, "\(format), \(location)")
            }
            try maker.store.close()
        }
    }

    @Test func `objects are sorted by a relationship, nil first, in every store`() throws {
        let locations = [.memory] + ObjectDatabase.available.map { $0.fresh() }
        for location in locations {
            var maker = Maker(
                try ObjectStoreOpener.open(location, model: try ObjectFixtures.model()))
            let bob = try maker.insert("Person", ["name": "Bob"])
            let first = try maker.insert("Book", ["title": "b"], ["author": bob])
            let second = try maker.insert("Book", ["title": "a"])
            let third = try maker.insert("Book", ["title": "a"], ["author": bob])
            _ = try maker.save()
            func books(ascending: Bool) throws -> [ObjectKey] {
                try maker.fetch(
                    "Book", "TRUEPREDICATE",
                    by: [Ordering("author", ascending: ascending), Ordering("title")]
                ).map(\.key)
            }
            #expect(try books(ascending: true) == [second, third, first], "\(location)")
            #expect(try books(ascending: false) == [third, first, second], "\(location)")
            try maker.store.close()
        }
    }

    @Test func `dates within a microsecond are sorted and grouped, in every store`() throws {
        let locations = [.memory] + ObjectDatabase.available.map { $0.fresh() }
        let seconds = 700_000_000.0
        for location in locations {
            var maker = Maker(
                try ObjectStoreOpener.open(location, model: try ObjectFixtures.model()))
            func date(_ seconds: Double) -> Value {
                .date(Date(timeIntervalSinceReferenceDate: seconds))
            }
            let later = try maker.insert("All", ["aDate": date(seconds.nextUp)])
            let earlier = try maker.insert("All", ["aDate": date(seconds)])
            let last = try maker.insert("All", ["aDate": date(seconds.nextUp.nextUp)])
            _ = try maker.save()
            for ascending in [true, false] {
                let sorted = try maker.fetch(
                    "All", "TRUEPREDICATE", by: [Ordering("aDate", ascending: ascending)]
                ).map(\.key)
                let expected = [earlier, later, last]
                #expect(sorted == (ascending ? expected : expected.reversed()), "\(location)")
            }
            let column = SummaryQuery.Column("aDate", try QueryExpression(parsing: "aDate"))
            let all = ObjectQuery(entity: try maker.entity("All").number)
            let kinds: [([QueryKeyPath], Bool)] = [([QueryKeyPath("aDate")], false), ([], true)]
            for (grouping, isDistinct) in kinds {
                let query = SummaryQuery(
                    all, columns: [column], grouping: grouping, isDistinct: isDistinct)
                #expect(try maker.store.summarize(query).count == 3, "\(location)")
            }
            try maker.store.close()
        }
    }

    @Test func `nothing is among many decimal numbers and nil, in every store`() throws {
        let locations = [.memory] + ObjectDatabase.available.map { $0.fresh() }
        for location in locations {
            var maker = Maker(
                try ObjectStoreOpener.open(location, model: try ObjectFixtures.model()))
            let none = try maker.insert("All", [:])
            let some = try maker.insert("All", ["aDecimal": .decimal(Decimal(7.5))])
            try maker.insert("All", ["aDecimal": .decimal(Decimal(7))])
            _ = try maker.save()
            let numbers = (0..<80).map { "\($0).5" }.joined(separator: ", ")
            #expect(
                try maker.fetch("All", "aDecimal IN {\(numbers), nil}").map(\.key)
                    == [none, some], "\(location)")
            #expect(
                try maker.fetch("All", "aDecimal IN {\(numbers)}").map(\.key) == [some],
                "\(location)")
            try maker.store.close()
        }
    }

    @Test func `nothing is one of some, and all of them, in every store`() throws {
        let locations = [.memory] + ObjectDatabase.available.map { $0.fresh() }
        for location in locations {
            var maker = Maker(
                try ObjectStoreOpener.open(location, model: try ObjectFixtures.model()))
            let bob = try maker.insert("Person", ["name": "Bob"])
            let nameless = try maker.insert("Person", [:])
            let reader = try maker.insert("Person", ["name": "Ann"])
            try maker.insert("Book", ["title": "Bob"], ["author": bob])
            try maker.insert("Book", [:], ["author": nameless])
            _ = try maker.save()
            let answers: [(format: String, keys: [ObjectKey])] = [
                ("ANY name IN {'Bob', nil}", [bob]), ("ALL name IN {'Bob'}", [bob, nameless]),
                ("ANY name IN books.title", [bob]), ("ALL name IN books.title", [bob, nameless]),
                ("NONE name IN {'Bob', nil}", [nameless, reader]),
            ]
            for (format, keys) in answers {
                #expect(
                    try maker.fetch("Person", format).map(\.key) == keys,
                    "\(format), \(location)")
            }
            try maker.store.close()
        }
    }

    @Test func `nil among some contains nothing, not even nil, in every store`() throws {
        let shelf = ObjectEntity(
            "Shelf", attributes: [ObjectAttribute("room", .integer64)],
            relationships: [
                ObjectRelationship("books", to: "Book", inverse: "shelf", isToMany: true)
            ])
        let book = ObjectEntity(
            "Book", attributes: [ObjectAttribute("pages", .integer64)],
            relationships: [ObjectRelationship("shelf", to: "Shelf", inverse: "books")])
        let model = try ResolvedModel(ObjectModel(entities: [shelf, book]))
        let locations = [.memory] + ObjectDatabase.available.map { $0.fresh() }
        for location in locations {
            var maker = Maker(try ObjectStoreOpener.open(location, model: model))
            let unknown = try maker.insert("Shelf", [:])
            try maker.insert("Book", [:], ["shelf": unknown])
            let full = try maker.insert("Shelf", ["room": 3])
            try maker.insert("Book", ["pages": 3], ["shelf": full])
            let empty = try maker.insert("Shelf", [:])
            _ = try maker.save()
            let answers: [(format: String, keys: [ObjectKey])] = [
                ("ANY books.pages CONTAINS room", [full]), ("ANY books.pages CONTAINS nil", []),
                ("ANY books.pages CONTAINS 3", [full]),
                ("ALL books.pages CONTAINS room", [full, empty]),
                ("ALL books.pages CONTAINS nil", [empty]),
                ("NONE books.pages CONTAINS room", [unknown, empty]),
            ]
            for (format, keys) in answers {
                #expect(
                    try maker.fetch("Shelf", format).map(\.key) == keys, "\(format), \(location)")
            }
            try maker.store.close()
        }
    }

    @Test func `a choice between constants is given once, in every store`() throws {
        let locations = [.memory] + ObjectDatabase.available.map { $0.fresh() }
        for location in locations {
            var maker = Maker(
                try ObjectStoreOpener.open(location, model: try ObjectFixtures.model()))
            for number in [1, 2, 3] as [Int64] {
                try maker.insert("All", ["aInteger64": .int(number)])
            }
            _ = try maker.save()
            let all = ObjectQuery(entity: try maker.entity("All").number)
            let choice = try QueryExpression(parsing: "TERNARY(aInteger64 > 1, 'more', 'one')")
            let query = SummaryQuery(
                all, columns: [SummaryQuery.Column("size", choice)], isDistinct: true)
            #expect(
                try maker.store.summarize(query) == [[.text("one")], [.text("more")]],
                "\(location)")
            try maker.store.close()
        }
    }

    @Test(arguments: ObjectDatabase.available)
    func `a sum beyond 64 bits is an error of the question`(database: ObjectDatabase) throws {
        var maker = Maker(
            try ObjectStoreOpener.open(database.fresh(), model: try ObjectFixtures.model()))
        try maker.insert("All", ["aInteger64": .int(.max)])
        try maker.insert("All", ["aInteger64": .int(.max)])
        _ = try maker.save()
        let all = ObjectQuery(entity: try maker.entity("All").number)
        let sum = try QueryExpression(parsing: "sum:(aInteger64)")
        let query = SummaryQuery(all, columns: [SummaryQuery.Column("sum", sum)])
        let error = try #require(throws: EvaluationError.self) {
            try maker.store.summarize(query)
        }
        #expect(error.code == .arithmetic, "\(error)")
        #expect(error.message.contains("too large for its kind of number"))
    }

    @Test(arguments: ObjectDatabase.available)
    func `a sum that leaves 64 bits only on its way is one`(database: ObjectDatabase) throws {
        let model = try ResolvedModel(
            ObjectModel(entities: [
                ObjectEntity(
                    "Account", attributes: [ObjectAttribute("name", .string)],
                    relationships: [
                        ObjectRelationship(
                            "entries", to: "Entry", inverse: "account", isToMany: true)
                    ]),
                ObjectEntity(
                    "Entry", attributes: [ObjectAttribute("amount", .integer64)],
                    relationships: [
                        ObjectRelationship("account", to: "Account", inverse: "entries")
                    ]),
            ]))
        var maker = Maker(try ObjectStoreOpener.open(database.fresh(), model: model))
        let account = try maker.insert("Account", ["name": "a"])
        for amount in [Int64.max, 1, -5] {
            try maker.insert("Entry", ["amount": .int(amount)], ["account": account])
        }
        _ = try maker.save()
        let all = ObjectQuery(entity: try maker.entity("Entry").number)
        let column = SummaryQuery.Column("sum", try QueryExpression(parsing: "sum:(amount)"))
        #expect(
            try maker.store.summarize(SummaryQuery(all, columns: [column]))
                == [[Value.int(Int64.max - 4)]])
        let query = ObjectQuery(
            entity: try maker.entity("Account").number,
            where: try QueryPredicate(parsing: "entries.@sum.amount == 9223372036854775803"))
        #expect(try maker.store.fetch(query).map(\.key) == [account])
        #expect(try maker.store.fetchKeys(query) == [account])
        #expect(try maker.store.count(query) == 1)
        #expect(try maker.fetch("Account", "entries.@sum.amount < 0").isEmpty)
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
    func `what a condition in a derivation looks at is looked after`(database: ObjectDatabase)
        throws
    {
        var mark = ObjectAttribute("mark", .integer64)
        mark.derivation = "TERNARY(owner.name == 'Ann', 1, 0)"
        let item = ObjectEntity(
            "Item", attributes: [mark],
            relationships: [ObjectRelationship("owner", to: "Owner", inverse: "items")])
        let owner = ObjectEntity(
            "Owner", attributes: [ObjectAttribute("name", .string)],
            relationships: [
                ObjectRelationship("items", to: "Item", inverse: "owner", isToMany: true)
            ])
        let model = try ResolvedModel(ObjectModel(entities: [item, owner]))
        var maker = Maker(try ObjectStoreOpener.open(database.fresh(), model: model))
        let bob = try maker.insert("Owner", ["name": "Bob"])
        let thing = try maker.insert("Item", [:], ["owner": bob])
        #expect(try maker.save().derived[thing]?.map(\.value) == [0])
        maker.changes.updated = [
            ObjectUpdate(
                key: bob, version: 1,
                attributes: [(place: 0, value: "Ann")])
        ]
        _ = try maker.save()
        #expect(try maker.fetch("Item", "mark == 1").map(\.key) == [thing])
    }

    @Test(
        arguments: ObjectDatabase.available,
        ["SUBQUERY(items, $i, $i.owner.age > 3).@count", "items.@sum.owner.age - 4"])
    func `what a derivation reads over several relationships is looked after`(
        database: ObjectDatabase, derivation: String
    ) throws {
        var total = ObjectAttribute("total", .integer64)
        total.derivation = derivation
        let shop = ObjectEntity(
            "Shop", attributes: [total],
            relationships: [
                ObjectRelationship("items", to: "Item", inverse: "shop", isToMany: true)
            ])
        let item = ObjectEntity(
            "Item",
            relationships: [
                ObjectRelationship("shop", to: "Shop", inverse: "items"),
                ObjectRelationship("owner", to: "Owner", inverse: "items"),
            ])
        let owner = ObjectEntity(
            "Owner", attributes: [ObjectAttribute("age", .integer64)],
            relationships: [
                ObjectRelationship("items", to: "Item", inverse: "owner", isToMany: true)
            ])
        let model = try ResolvedModel(ObjectModel(entities: [shop, item, owner]))
        let stores: [any ObjectStore] = [
            try ObjectStoreOpener.open(database.fresh(), model: model),
            MemoryObjectStore(model: model),
        ]
        for store in stores {
            var maker = Maker(store)
            let here = try maker.insert("Shop", [:])
            let ann = try maker.insert("Owner", ["age": 1])
            try maker.insert("Item", [:], ["shop": here, "owner": ann])
            _ = try maker.save()
            #expect(try maker.fetch("Shop", "total == 1").isEmpty)
            maker.changes.updated = [
                ObjectUpdate(key: ann, version: 1, attributes: [(place: 0, value: 5)])
            ]
            _ = try maker.save()
            #expect(try maker.fetch("Shop", "total == 1").map(\.key) == [here])
        }
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
