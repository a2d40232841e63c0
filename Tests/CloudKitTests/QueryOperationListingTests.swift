import CloudKit
import Foundation
import Testing

/// The sample predicates of CKQuery's documentation, listings 1 to 8, and its rules.
@Suite struct `CKQuery listings` {
    let database = TestCloud().publicDatabase

    @Test func `listing 1 matches the record that a field points at`() async throws {
        try await database.save("Employee", ["bob": ["name": "Bob"], "eve": ["name": "Eve"]])
        let employeeID = CKRecord.ID(recordName: "bob")
        try await database.save(
            "Badge",
            [
                "1": ["employee": CKRecord.Reference(recordID: employeeID, action: .none)],
                "2": [
                    "employee": CKRecord.Reference(
                        recordID: CKRecord.ID(recordName: "eve"), action: .none)
                ],
            ])
        let recordToMatch = CKRecord.Reference(recordID: employeeID, action: .none)
        let byReference = NSPredicate(format: "employee == %@", recordToMatch)
        #expect(try await database.names(of: "Badge", byReference) == ["1"])
        let byID = NSPredicate(format: "employee == %@", employeeID)
        #expect(try await database.names(of: "Badge", byID) == ["1"])
        let bob = try await database.record(for: employeeID)
        let byRecord = NSPredicate(format: "employee == %@", bob)
        #expect(try await database.names(of: "Badge", byRecord) == ["1"])
    }

    static let listing2 = [
        NSPredicate(format: "ANY favoriteColors = 'red'"),
        NSPredicate(format: "favoriteColors CONTAINS 'red'"),
        NSPredicate(format: "'red' IN favoriteColors"),
        NSPredicate(format: "%K CONTAINS %@", "favoriteColors", "red"),
    ].map(\.predicateFormat)

    @Test(arguments: listing2)
    func `listing 2 finds a list that holds a value, whatever its case`(
        format: String
    ) async throws {
        try await database.save(
            "Person",
            [
                "ann": ["favoriteColors": ["blue", "red"]], "bob": ["favoriteColors": ["Red"]],
                "eve": ["favoriteColors": ["green"]], "joe": ["favoriteColors": ["reddish"]],
            ])
        #expect(
            try await database.names(of: "Person", NSPredicate(format: format)) == ["ann", "bob"])
    }

    @Test(arguments: [
        "ANY { 'red', 'green' } = favoriteColor", "favoriteColor IN { 'red', 'green' }",
    ])
    func `listing 3 finds a field that is one of several values`(format: String) async throws {
        try await database.save(
            "Person",
            [
                "ann": ["favoriteColor": "red"], "bob": ["favoriteColor": "GREEN"],
                "eve": ["favoriteColor": "blue"], "joe": ["favoriteColor": "reddish"],
            ])
        #expect(
            try await database.names(of: "Person", NSPredicate(format: format)) == ["ann", "bob"])
    }

    @Test func `listing 4 finds texts that begin with a text, and minds case`() async throws {
        try await database.save(
            "Person",
            [
                "ann": ["favoriteColors": ["red"]], "bob": ["favoriteColors": ["reddish"]],
                "cem": ["favoriteColors": ["blue", "red green duct tape"]],
                "eve": ["favoriteColors": ["Red"]], "joe": ["favoriteColors": ["infrared"]],
            ])
        let matchString = "red"
        for predicate in [
            NSPredicate(format: "ANY favoriteColors BEGINSWITH 'red'"),
            NSPredicate(format: "ANY favoriteColors BEGINSWITH %@", matchString),
        ] {
            #expect(
                try await database.names(of: "Person", predicate) == ["ann", "bob", "cem"])
        }
    }

    private func savePeople() async throws {
        try await database.save(
            "Person",
            [
                "both": ["first": "Bob", "last": "Smith"],
                "bob": ["first": "bob", "last": "Jones"],
                "smith": ["first": "Eve", "notes": "the smith of the village"],
                "smith2": ["first": "Smíth", "age": 4], "none": ["first": "Bobby"],
            ])
    }

    @Test func `listing 5 finds records with either word in any text field`() async throws {
        try await savePeople()
        let predicate = NSPredicate(format: "self contains 'bob smith'")
        #expect(
            try await database.names(of: "Person", predicate) == ["bob", "both", "smith", "smith2"])
    }

    @Test func `listing 6 finds records with both words, in one field or several`() async throws {
        try await savePeople()
        let predicate = NSPredicate(format: "self contains 'bob' AND self contains 'smith'")
        #expect(try await database.names(of: "Person", predicate) == ["both"])
    }

    @Test func `the first documentation's token search needs both words`() async throws {
        let database = TestCloud { $0.reading = .original }.publicDatabase
        try await database.save(
            "Person",
            [
                "both": ["first": "Bob", "last": "Smith"], "bob": ["first": "Bob"],
                "red": ["colour": "Reddish"],
            ])
        #expect(
            try await database.names(
                of: "Person", NSPredicate(format: "self contains 'bob smith'")) == ["both"])
        #expect(
            try await database.names(
                of: "Person", NSPredicate(format: "colour BEGINSWITH 'red'")) == ["red"])
    }

    @Test func `listing 7 finds places within a radius`() async throws {
        let fixedLoc = CLLocation(latitude: 37.331913, longitude: -122.030210)
        try await database.save(
            "Place",
            [
                "here": ["location": fixedLoc],
                "near": ["location": CLLocation(latitude: 37.40, longitude: -122.03)],
                "far": ["location": CLLocation(latitude: 37.45, longitude: -122.03)],
            ])
        let radius: Double = 10000
        let predicate = NSPredicate(
            format: "distanceToLocation:fromLocation:(location, %@) < %f", fixedLoc, radius)
        #expect(try await database.names(of: "Place", predicate) == ["here", "near"])
        let nearest = CKLocationSortDescriptor(key: "location", relativeLocation: fixedLoc)
        #expect(
            try await database.names(
                of: "Place", NSPredicate(value: true), sortedBy: [nearest])
                == ["here", "near", "far"])
    }

    @Test func `listing 8 finds every record of a type, and no other`() async throws {
        try await database.save("Person", ["ann": ["age": 1], "bob": ["age": 2]])
        try await database.save("Place", ["rome": ["age": 3]])
        #expect(
            try await database.names(of: "Person", NSPredicate(format: "TRUEPREDICATE"))
                == ["ann", "bob"])
        #expect(try await database.names(of: "Person", NSPredicate(value: true)) == ["ann", "bob"])
        #expect(try await database.names(of: "Person", NSPredicate(value: false)) == [])
    }

    @Test func `stop words are ignored, and alone they find nothing`() async throws {
        try await database.save(
            "Person", ["ann": ["text": "the cat"], "bob": ["text": "of the dog"]])
        #expect(
            try await database.names(of: "Person", NSPredicate(format: "self contains 'the cat'"))
                == ["ann"])
        #expect(
            try await database.names(of: "Person", NSPredicate(format: "self contains 'of the'"))
                == [])
    }

    @Test func `allTokens TOKENMATCHES needs every token`() async throws {
        try await database.save(
            "Person", ["ann": ["a": "Élan vital"], "bob": ["a": "elan"], "eve": ["a": "vital"]])
        let predicate = NSPredicate(format: "allTokens TOKENMATCHES[cdl] %@", "vital ELAN")
        #expect(try await database.names(of: "Person", predicate) == ["ann"])
    }

    @Test func `tokenize using gives the tokens of its text`() async throws {
        try await database.save("Person", ["ann": ["a": "one two"], "bob": ["a": "three"]])
        let predicate = NSPredicate(format: "self contains tokenize:using:('two four', 'cdl')")
        #expect(try await database.names(of: "Person", predicate) == ["ann"])
    }

    @Test func `now is the time at which the query runs`() async throws {
        try await database.save(
            "Event",
            [
                "past": ["date": Date(timeIntervalSinceNow: -3600)],
                "coming": ["date": Date(timeIntervalSinceNow: 3600)],
            ])
        #expect(
            try await database.names(of: "Event", NSPredicate(format: "date > now()")) == ["coming"]
        )
    }

    @Test func `metadata can be asked for and sorted by`() async throws {
        let start = Date(timeIntervalSinceNow: -60)
        try await database.save("Person", ["ann": ["age": 1]])
        try await database.save("Person", ["bob": ["age": 1]])
        let recent = NSPredicate(format: "creationDate > %@", start as NSDate)
        let newest = NSSortDescriptor(key: "creationDate", ascending: false)
        #expect(
            try await database.names(of: "Person", recent, sortedBy: [newest]) == ["bob", "ann"])
        let byID = NSPredicate(format: "recordID = %@", CKRecord.ID(recordName: "bob"))
        #expect(try await database.names(of: "Person", byID) == ["bob"])
    }

    static let refused = [
        "age = 1 OR age = 2", "ALL colours = 'red'", "name LIKE 'a*'", "name ENDSWITH 'a'",
        "name MATCHES 'a'", "boss.name = 'Bob'", "name = other", "name CONTAINS 'a'",
        "NOT (age = 1 AND name = 'a')", "NOT self CONTAINS 'a'", "NOT age BETWEEN {1, 2}",
        "age + 1 = 2", "name BEGINSWITH[c] 'a'",
    ]

    @Test(arguments: refused)
    func `what the rules forbid is refused when the query runs`(format: String) async throws {
        try await database.save(
            "Person",
            ["a": ["age": 1, "name": "a", "other": "a", "colours": ["red"]]])
        let query = CKQuery(recordType: "Person", predicate: NSPredicate(format: format))
        let error = await cloudError { try await database.records(matching: query) }
        #expect(error?.code == .invalidArguments)
    }

    @Test func `distances beyond a radius, and NOT around one, are refused`() async throws {
        let here = CLLocation(latitude: 1, longitude: 1)
        try await database.save("Place", ["a": ["location": here]])
        for format in [
            "distanceToLocation:fromLocation:(location, %@) > 10",
            "NOT distanceToLocation:fromLocation:(location, %@) < 10",
        ] {
            let query = CKQuery(
                recordType: "Place", predicate: NSPredicate(format: format, here))
            let error = await cloudError { try await database.records(matching: query) }
            #expect(error?.code == .invalidArguments)
        }
    }

    @Test func `block predicates are refused`() async throws {
        try await database.save("Person", ["a": ["age": 1]])
        let block = NSExpression(block: { _, _, _ in 1 }, arguments: nil)
        for predicate in [
            NSPredicate { _, _ in true },
            NSComparisonPredicate(
                leftExpression: NSExpression(forKeyPath: "age"), rightExpression: block,
                modifier: .direct, type: .equalTo),
        ] {
            let query = CKQuery(recordType: "Person", predicate: predicate)
            let error = await cloudError { try await database.records(matching: query) }
            #expect(error?.code == .invalidArguments)
            // A service in the program refuses all that is computed; a client may not print a block.
            let text = "\(error as Any)"
            #expect(text.contains("run a block") || text.contains("does not compute"), "\(text)")
        }
    }

    @Test func `users cannot be queried, and unknown types are not found`() async throws {
        try await database.save("Person", ["a": ["age": 1]])
        let users = CKQuery(
            recordType: CKRecord.SystemType.userRecord, predicate: NSPredicate(value: true))
        let error = await cloudError { try await database.records(matching: users) }
        #expect(error?.localizedDescription == "Can't query system types")
        let unknown = CKQuery(recordType: "Nobody", predicate: NSPredicate(value: true))
        let other = await cloudError { try await database.records(matching: unknown) }
        #expect(other?.code == .unknownItem)
        #expect(
            other?.localizedDescription == "Did not find record type: Nobody")
    }

    @Test func `in production what has no index fails, in Apple's words`() async throws {
        let schema = """
            DEFINE SCHEMA
            RECORD TYPE Person (
                "___recordID" REFERENCE, age INT64 QUERYABLE, name STRING SORTABLE,
                GRANT READ, CREATE, WRITE TO "_icloud");
            """
        let database = TestCloud {
            $0.environment = .production
            $0.schema = schema
        }.publicDatabase
        try await database.save("Person", ["a": ["age": 1, "name": "Ann"]])
        func message(_ format: String, sortedBy key: String? = nil) async -> String? {
            await cloudError {
                try await database.names(
                    of: "Person", NSPredicate(format: format),
                    sortedBy: key.map { [NSSortDescriptor(key: $0, ascending: true)] })
            }?.localizedDescription
        }
        #expect(await message("age = 1") == nil)
        #expect(await message("name = 'Ann'") == "Field 'name' is not marked queryable")
        #expect(await message("age = 1", sortedBy: "age") == "Field 'age' is not marked sortable")
        #expect(
            await message("TRUEPREDICATE") == "Field 'recordName' is not marked queryable")
        let unknown = CKRecord(recordType: "Animal")
        let type = await cloudError { try await database.save(unknown) }
        #expect(
            type?.localizedDescription == "Cannot create new type Animal in production schema")
        let field = CKRecord(recordType: "Person")
        field["height"] = 3
        let error = await cloudError { try await database.save(field) }
        #expect(
            error?.localizedDescription
                == "Cannot create or modify field 'height' in record 'Person' in production schema")
    }
}
