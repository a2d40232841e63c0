import Foundation
import RecordCore
import Testing

@Suite struct `Query checker` {
    static let schema: RecordSchema = {
        let all: [Field] = [
            Field("name", .single(.string), [.queryable, .sortable, .searchable]),
            Field("age", .single(.int64), [.queryable, .sortable]),
            Field("score", .single(.double), [.queryable]),
            Field("born", .single(.timestamp), [.queryable]),
            Field("tags", .list(.string), [.queryable]),
            Field("place", .single(.location), [.queryable, .sortable]),
            Field("mother", .single(.reference), [.queryable]),
            Field("data", .single(.bytes), [.queryable]),
            Field("file", .single(.asset)),
            Field("plain", .single(.int64)),
            Field("secret", .single(.string), isEncrypted: true),
        ]
        return RecordSchema(types: [
            .users, RecordType("Person", fields: all),
            RecordType("Bare", fields: [Field("x", .single(.int64))], systemIndexes: [:]),
            RecordType(
                "Half", fields: [Field("x", .single(.int64), [.queryable])], systemIndexes: [:]),
        ])
    }()

    static func check(
        _ format: String, _ arguments: Value..., profile: QueryProfile = .cloudKit,
        type: String = "Person", zones: ZoneScope = .zone(.default),
        environment: StoreEnvironment = .production, sort: [Ordering] = []
    ) throws -> CheckedQuery {
        let predicate = try QueryPredicate(
            parsing: format, arguments: arguments.map { .value($0) })
        return try QueryChecker.check(
            RecordQuery(type, where: predicate, orderedBy: sort, in: zones, profile: profile),
            schema: schema, environment: environment,
            now: Date(timeIntervalSinceReferenceDate: 42))
    }

    @Test(arguments: [
        ("name == 'Ann'", "name ==[c] \"Ann\""),
        ("'Ann' == name", "name ==[c] \"Ann\""),
        ("18 < age", "age > 18"),
        ("name BEGINSWITH 'A'", "name BEGINSWITH \"A\""),
        ("ANY tags = 'red'", "tags CONTAINS[c] \"red\""),
        ("'red' IN tags", "tags CONTAINS[c] \"red\""),
        ("ANY tags CONTAINS 'red'", "tags CONTAINS[c] \"red\""),
        ("ANY {'a', 'b'} = name", "name IN[c] {\"a\", \"b\"}"),
        ("ANY {'a', 'b'} IN tags", "ANY tags IN[c] {\"a\", \"b\"}"),
        ("name IN {}", "FALSEPREDICATE"),
        ("age == nil", "age == nil"),
        ("creationDate < now()", "creationDate < CAST(42.000000, \"NSDate\")"),
        ("___recordID == 'x'", "recordID == \"x\""),
        ("self CONTAINS 'the bob'", "allTokens TOKENMATCHES[cd] {\"bob\"}"),
        (
            "self CONTAINS 'Bob Smith'",
            "allTokens TOKENMATCHES[cd] {\"bob\"} OR allTokens TOKENMATCHES[cd] {\"smith\"}"
        ),
        ("self CONTAINS 'the'", "FALSEPREDICATE"),
        (
            "allTokens TOKENMATCHES[cdl] 'bob smith'",
            "allTokens TOKENMATCHES[cd] {\"bob\", \"smith\"}"
        ),
        ("NOT age > 3", "NOT age > 3"),
    ])
    func `brings CloudKit's forms to few`(format: String, result: String) throws {
        #expect(try Self.check(format).query.predicate.format == result)
    }

    @Test func `the first reading folds prefixes and wants every word`() throws {
        let prefix = try Self.check("name BEGINSWITH 'A'", profile: .cloudKitOriginal)
        #expect(prefix.query.predicate.format == "name BEGINSWITH[c] \"A\"")
        let search = try Self.check("self CONTAINS 'bob smith'", profile: .cloudKitOriginal)
        #expect(
            search.query.predicate.format == "allTokens TOKENMATCHES[cd] {\"bob\", \"smith\"}")
    }

    @Test(arguments: [
        ("age == 1 OR age == 2", "has no OR"),
        ("name LIKE 'a*'", "has no LIKE"),
        ("name ENDSWITH 'a'", "has no ENDSWITH"),
        ("name MATCHES 'a.*'", "has no MATCHES"),
        ("ALL tags == 'a'", "has no ALL"),
        ("name ==[c] 'a'", "takes no option letters"),
        ("name CONTAINS 'a'", "needs a list"),
        ("name == name", "cannot compare two fields"),
        ("age + 1 == 2", "does not compute"),
        ("mother.name == 'x'", "cannot follow 'mother'"),
        ("NOT (age == 1 AND score == 2)", "cannot negate an AND"),
        ("NOT age BETWEEN {1, 2}", "cannot negate BETWEEN"),
        ("NOT self CONTAINS 'x'", "cannot negate a search"),
        ("file == nil", "Field 'file' is not marked queryable"),
        ("plain == 1", "Field 'plain' is not marked queryable"),
        ("secret == 'x'", "Field 'secret' is not marked queryable"),
        ("nope == 1", "Did not find field: 'nope' in type: 'Person'"),
        (
            "mother == 'x'",
            "Field 'mother' has a value type of REFERENCE and cannot be queried using filter value type STRING"
        ),
        (
            "age == 'x'",
            "Field 'age' has a value type of INT64 and cannot be queried using filter value type STRING"
        ),
        ("age IN {1, 'x'}", "filter value type STRING"),
        ("tags == 'x'", "Field 'tags' has a value type of STRING_LIST"),
        ("data < 5", "have no order"),
        ("age BETWEEN {1}", "two bounds"),
        ("SUBQUERY(tags, $t, $t == 'a').@count > 0", "does not compute"),
        ("self == 'x'", "can only be searched"),
        ("self CONTAINS 5", "A search is for text"),
    ])
    func `refuses what CloudKit does not have, in a sentence`(
        format: String, sentence: String
    ) throws {
        let problem = try #require(throws: QueryProblem.self) { try Self.check(format) }
        #expect(problem.description.contains(sentence), "\(problem)")
    }

    @Test func `a distance is less than a radius, and nothing else`() throws {
        let point = Value.location(Location(latitude: 1, longitude: 2))
        let checked = try Self.check(
            "distanceToLocation:fromLocation:(place, %@) < 100", point)
        guard case .comparison(let comparison) = checked.query.predicate,
            case .function(.distance, let arguments) = comparison.left
        else {
            Issue.record("\(checked.query.predicate)")
            return
        }
        #expect(arguments == [.keyPath(QueryKeyPath("place")), .constant(point)])
        for format in [
            "distanceToLocation:fromLocation:(place, %@) > 100",
            "100 > distanceToLocation:fromLocation:(place, %@)",
            "NOT distanceToLocation:fromLocation:(place, %@) < 100",
            "distanceToLocation:fromLocation:(age, %@) < 100",
        ] {
            #expect(throws: QueryProblem.self) { try Self.check(format, point) }
        }
        let turned = try Self.check(
            "100 >= distanceToLocation:fromLocation:(%@, place)", point, profile: .everything)
        #expect(
            try turned.query.predicate
                == Self.check("distanceToLocation:fromLocation:(place, %@) <= 100", point)
                .query.predicate)
    }

    @Test func `NOT sees through a conjunction of one part`() throws {
        func one(_ format: String, _ profile: QueryProfile) throws -> RecordQuery {
            var part = try QueryPredicate(parsing: format)
            for _ in 0..<3 { part = .and([part]) }
            return RecordQuery("Person", where: .not(part), profile: profile)
        }
        for profile in [QueryProfile.cloudKit, .cloudKitOriginal, .webServices] {
            for (format, sentence) in [
                ("age BETWEEN {1, 2}", "cannot negate BETWEEN"),
                ("self CONTAINS 'bob'", "cannot negate a search"),
                ("allTokens TOKENMATCHES[cdl] 'bob'", "cannot negate a search"),
            ] {
                let problem = try #require(throws: QueryProblem.self) {
                    try QueryChecker.check(one(format, profile), schema: Self.schema)
                }
                #expect(problem.description.contains(sentence), "\(problem)")
            }
            let plain = try QueryChecker.check(one("age == 1", profile), schema: Self.schema)
            #expect(plain.query.predicate.format == "NOT age == 1")
        }
        let two = try #require(throws: QueryProblem.self) {
            try Self.check(
                "NOT (tags CONTAINS 'a' AND age BETWEEN {1, 2})", profile: .webServices)
        }
        #expect(two.description.contains("cannot negate BETWEEN"))
        var deep = QueryPredicate.constant(true)
        for _ in 0..<1000 { deep = .and([deep]) }
        let query = RecordQuery("Person", where: .not(deep), profile: .cloudKit)
        #expect(throws: QueryProblem.self) {
            try QueryChecker.check(query, schema: Self.schema)
        }
    }

    @Test func `a distance is written as the documentation writes it`() throws {
        let point = Value.location(Location(latitude: 1, longitude: 2))
        for profile in [QueryProfile.cloudKit, .cloudKitOriginal, .webServices] {
            let turned = try #require(throws: QueryProblem.self) {
                try Self.check(
                    "distanceToLocation:fromLocation:(%@, place) < 100", point, profile: profile)
            }
            #expect(turned.message == "The field stands first in a distance.")
            #expect(
                turned.advice == "Write distanceToLocation:fromLocation:(place, %@) < %f.")
            let nowhere = try #require(throws: QueryProblem.self) {
                try Self.check(
                    "distanceToLocation:fromLocation:(place, %@) < nil", point, profile: profile)
            }
            #expect(nowhere.message == "A distance is compared to metres.")
            #expect(
                nowhere.advice == "Write distanceToLocation:fromLocation:(place, %@) < %f.")
        }
        _ = try Self.check(
            "distanceToLocation:fromLocation:(%@, place) < nil", point, profile: .everything)
    }

    @Test func `a list of values has a limit`() throws {
        let many = Value.list((0..<251).map { .int($0) })
        let problem = try #require(throws: QueryProblem.self) {
            try Self.check("age IN %@", many)
        }
        #expect(problem.code == .tooManyValues)
        #expect(problem.message == "Query filter exceeds the limit of values: 250")
        _ = try Self.check("age IN %@", .list((0..<250).map { .int($0) }))
        _ = try Self.check("age IN %@", many, profile: .everything)
    }

    @Test func `a type is listed only by its identifier's index`() throws {
        #expect(try Self.check("TRUEPREDICATE").query.predicate == .constant(true))
        let half = try #require(throws: QueryProblem.self) {
            try Self.check("TRUEPREDICATE", type: "Half")
        }
        #expect(half.message == "Field 'recordName' is not marked queryable")
        let bare = try #require(throws: QueryProblem.self) {
            try Self.check("TRUEPREDICATE", type: "Bare")
        }
        #expect(bare.message == "Type is not marked indexable: Bare")
        _ = try Self.check("x == 1", type: "Half")
        _ = try Self.check("TRUEPREDICATE", type: "Bare", environment: .development)
        #expect(throws: QueryProblem.self) {
            try Self.check(
                "TRUEPREDICATE", type: "Bare", environment: .development(strict: true))
        }
        _ = try Self.check("TRUEPREDICATE", profile: .everything, type: "Bare")
    }

    @Test func `unknown and system types are named`() throws {
        let unknown = try #require(throws: QueryProblem.self) {
            try Self.check("TRUEPREDICATE", type: "Nope")
        }
        #expect(unknown.code == .unknownType)
        #expect(unknown.message == "Did not find record type: Nope")
        let users = try #require(throws: QueryProblem.self) {
            try Self.check("TRUEPREDICATE", type: "Users")
        }
        #expect(users.message == "Can't query system types")
    }

    @Test func `sorting wants a SORTABLE field`() throws {
        _ = try Self.check("age > 1", sort: [Ordering("age", ascending: false)])
        let point = Location(latitude: 0, longitude: 0)
        _ = try Self.check(
            "age > 1", sort: [Ordering(key: .distance(QueryKeyPath("place"), from: point))])
        for (key, profile) in [
            ("score", QueryProfile.cloudKit), ("tags", .cloudKit), ("tags", .everything),
            ("place", .cloudKit), ("file", .everything),
        ] {
            let problem = try #require(throws: QueryProblem.self) {
                try Self.check("age > 1", profile: profile, sort: [Ordering(key)])
            }
            #expect(problem.message == "Field '\(key)' is not marked sortable")
        }
        _ = try Self.check("age > 1", profile: .everything, sort: [Ordering("score")])
    }

    @Test(arguments: [
        ("age IN 'x'", "Write age IN {…}."), ("age IN {1, '2'}", "Leave the quotes out."),
        ("ANY tags IN {'a', 2}", "Put the number in quotes."),
    ])
    func `says what to write instead of a value of another type`(format: String, advice: String)
        throws
    {
        for profile in [QueryProfile.cloudKit, .everything] {
            let problem = try #require(throws: QueryProblem.self) {
                try Self.check(format, profile: profile)
            }
            #expect(problem.code == .typeMismatch && problem.advice == advice, "\(problem)")
        }
    }

    @Test(arguments: [
        ("ANY age == 1", "Leave ANY or ALL out, or use IN."),
        ("ANY age IN {1, 2}", "Leave ANY or ALL out."),
    ])
    func `a quantifier before one value is refused with what to write instead`(
        format: String, advice: String
    ) throws {
        let problem = try #require(throws: QueryProblem.self) { try Self.check(format) }
        #expect(problem.code == .unsupported && problem.advice == advice, "\(problem)")
    }

    @Test func `records are asked for by name in their zone`() throws {
        let here = Value.reference(Reference(RecordID("a")))
        let there = Value.reference(Reference(RecordID("a", zone: ZoneID("Other"))))
        #expect(
            try Self.check("recordID == %@", here).query.predicate.format == "recordID == \"a\"")
        #expect(try Self.check("recordID == %@", there).query.predicate == .constant(false))
        #expect(try Self.check("recordID != %@", there).query.predicate == .constant(true))
        #expect(
            try Self.check("recordID IN %@", [here, there]).query.predicate.format
                == "recordID IN {\"a\"}")
        #expect(throws: QueryProblem.self) {
            try Self.check("recordID == %@", here, zones: .all)
        }
        #expect(
            try Self.check("SELF == %@", here, profile: .everything).query.predicate.format
                == "recordID == \"a\"")
    }

    @Test(arguments: [
        ("age > 1 OR name LIKE 'a*'", "age > 1 OR name LIKE \"a*\""),
        ("name ==[cd] 'a'", "name ==[cd] \"a\""),
        ("ANY tags == 'a'", "tags CONTAINS \"a\""),
        ("ALL tags BEGINSWITH 'a'", "ALL tags BEGINSWITH \"a\""),
        ("age == score", "age == score"),
        ("age > 2 + 3", "age > 5"),
        ("2 * 4 < age", "age > 8"),
        ("age + 1 > score", "age + 1 > score"),
        ("tags.@count > 2", "tags.@count > 2"),
        ("ALL {1, 2} < age", "age > 1 AND age > 2"),
        ("name IN 'Ann, Bob'", "name IN \"Ann, Bob\""),
        ("plain == 1", "plain == 1"),
        ("length:(name) > 3", "length:(name) > 3"),
        ("name IN tags", "tags CONTAINS name"),
    ])
    func `the whole language keeps what it says`(format: String, result: String) throws {
        #expect(
            try Self.check(format, profile: .everything).query.predicate.format == result)
    }

    @Test(arguments: [
        "mother.name == 'x'", "tags == 'x'", "tags == {'x'}", "$x == 1", "ANYKEY == 1",
        "age == 'x'", "name < 5", "place < 5", "age BEGINSWITH 'x'", "age == name",
        "age isKindOfClass: 'x'", "ANY name == 'x'", "age.@count == 1",
        "SELF.@count == 1", "nope == 1",
    ])
    func `even the whole language refuses what cannot be answered`(format: String) throws {
        #expect(throws: QueryProblem.self) { try Self.check(format, profile: .everything) }
    }

    @Test func `deep predicates are refused, not followed`() throws {
        var deep = QueryPredicate.constant(true)
        for _ in 0..<1000 { deep = .not(deep) }
        let query = RecordQuery("Person", where: deep, profile: .everything)
        #expect(throws: QueryProblem.self) {
            try QueryChecker.check(query, schema: Self.schema, environment: .development)
        }
    }

    @Test func `desired keys are those that exist, each once`() throws {
        var query = RecordQuery("Person", desiredKeys: ["name", "nope", "name", "age"])
        query.profile = .cloudKit
        let checked = try QueryChecker.check(query, schema: Self.schema)
        #expect(checked.query.desiredKeys == ["name", "age"])
        #expect(checked.keys.keys.sorted() == ["age", "name"])
    }

    @Test func `the web services negate more and search a field`() throws {
        let negated = try Self.check(
            "NOT (tags CONTAINS 'a' AND tags CONTAINS 'b')", profile: .webServices)
        #expect(
            negated.query.predicate.format
                == "NOT (tags CONTAINS[c] \"a\" AND tags CONTAINS[c] \"b\")")
        let field = try Self.check("name TOKENMATCHES 'Bob the'", profile: .webServices)
        #expect(field.query.predicate.format == "name TOKENMATCHES[cd] {\"bob\"}")
        #expect(throws: QueryProblem.self) { try Self.check("name TOKENMATCHES 'Bob'") }
    }
}
