import Foundation
import ObjectCore
import Stores
import TestKit
import Testing

// What values mean in every store: zero, nil, dates, sums.
extension `Objects in databases` {
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

    @Test(arguments: ObjectDatabase.available)
    func `a date that is none is nil, as such a number is`(database: ObjectDatabase) throws {
        var maker = Maker(
            try ObjectStoreOpener.open(database.fresh(), model: try ObjectFixtures.model()))
        let none = Date(timeIntervalSinceReferenceDate: .nan)
        let key = try maker.insert("All", ["aDate": .date(none), "aDouble": .double(.nan)])
        _ = try maker.save()
        for format in ["aDate == nil", "aDouble == nil"] {
            #expect(try maker.fetch("All", format).map(\.key) == [key], "\(format)")
        }
        #expect(try maker.fetch("All", "aDate > CAST(0, 'NSDate')").isEmpty)
    }

    @Test func `dates are seconds where they are calculated with, in every store`() throws {
        let locations = [.memory] + ObjectDatabase.available.map { $0.fresh() }
        func date(_ seconds: Double) -> Value {
            .date(Date(timeIntervalSinceReferenceDate: seconds))
        }
        for location in locations {
            var maker = Maker(
                try ObjectStoreOpener.open(location, model: try ObjectFixtures.model()))
            let early = try maker.insert("All", ["aDate": date(0), "aInteger32": .int(90)])
            let late = try maker.insert("All", ["aDate": date(100.5)])
            let none = try maker.insert("All", [:])
            _ = try maker.save()
            let answers: [(format: String, keys: [ObjectKey])] = [
                ("aDate - CAST(0, 'NSDate') > 5", [late]),
                ("aDate + 5 > CAST(5, 'NSDate')", [late]),
                ("NOT aDate + 5 > CAST(5, 'NSDate')", [early, none]),
                ("CAST(1, 'NSDate') - aDate < 1", [late]), ("(aDate + 1) / 2 == 0.5", [early]),
                ("aDate < now() - 60", [early, late]), ("now() - aDate > 60", [early, late]),
                ("aDate BETWEEN {CAST(0, 'NSDate') - 1, CAST(0, 'NSDate') + 1}", [early]),
                ("aDate > 0", [late]), ("aDate == 100.5", [late]), ("0 == aDate", [early]),
                ("aDate != 0", [late, none]), ("aDate IN {0, 7}", [early]),
                ("aDate BETWEEN {50, 200}", [late]), ("aDate < aInteger32", [early]),
                ("aDate - 5 == nil", [none]), ("aDate > nil", []),
                ("abs:(aDate - 100) < 1", [late]),
            ]
            for (format, keys) in answers {
                #expect(
                    try maker.fetch("All", format).map(\.key) == keys, "\(format), \(location)")
            }
            let entity = try maker.entity("All").number
            let columns = try ["sum:(aDate - 50)", "max:(aDate) - min:(aDate)"].map {
                SummaryQuery.Column($0, try QueryExpression(parsing: $0), type: .double)
            }
            #expect(
                try maker.store.summarize(
                    SummaryQuery(ObjectQuery(entity: entity), columns: columns))
                    == [[.double(0.5), .double(100.5)]])
            let update = try BatchUpdate(
                maker.store, entity: entity,
                values: ["aDate": try QueryExpression(parsing: "aDate + 60")])
            _ = try update.run(ObjectQuery(entity: entity))
            #expect(
                try maker.store.rows([early, late, none]).map { maker.value($0, "aDate") }
                    == [date(60), date(160.5), .null])
            try maker.store.close()
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

    @Test func `a pattern that takes too long is said to, in every store`() throws {
        let locations = [.memory] + ObjectDatabase.available.map { $0.fresh() }
        for location in locations {
            var maker = Maker(
                try ObjectStoreOpener.open(location, model: try ObjectFixtures.model()))
            _ = try maker.insert("Book", ["title": .text(String(repeating: "a", count: 50_000))])
            _ = try maker.save()
            let error = #expect(throws: EvaluationError.self, "\(location)") {
                try maker.fetch("Book", "title MATCHES '(a|a)*b'")
            }
            #expect(error?.code == .patternTimeout && error?.message.contains("(a|a)*b") == true)
            try maker.store.close()
        }
    }

    @Test func `objects are sorted by themselves as they were saved, in every store`() throws {
        let locations = [.memory] + ObjectDatabase.available.map { $0.fresh() }
        for location in locations {
            var maker = Maker(
                try ObjectStoreOpener.open(location, model: try ObjectFixtures.model()))
            let first = try maker.insert("Book", ["title": "b"])
            let second = try maker.insert("Book", ["title": "a"])
            let third = try maker.insert("Book", ["title": "b"])
            _ = try maker.save()
            for key in ["self", "objectID"] {
                func books(_ format: String, _ ordering: Ordering...) throws -> [ObjectKey] {
                    try maker.fetch("Book", format, by: ordering).map(\.key)
                }
                let last = Ordering(key, ascending: false)
                #expect(try books("TRUEPREDICATE", Ordering(key)) == [first, second, third])
                #expect(try books("TRUEPREDICATE", last) == [third, second, first], "\(location)")
                // The evaluator has to decide.
                #expect(try books("CAST(title, 'NSString') == 'b'", last) == [third, first])
                #expect(
                    try books("TRUEPREDICATE", Ordering("title"), last) == [second, third, first])
                let query = SummaryQuery(
                    ObjectQuery(entity: try maker.entity("Book").number, ordering: [last]),
                    columns: [SummaryQuery.Column("t", .keyPath(QueryKeyPath("title")))])
                #expect(try maker.store.summarize(query) == [["b"], ["a"], ["b"]], "\(location)")
            }
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
}
