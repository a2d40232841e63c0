import CloudKit
import Foundation
import Testing

/// What queries may say beyond the listings: system fields, users, words, sorts.
@Suite struct `Query rules` {
    let cloud = TestCloud()
    var database: CKDatabase { cloud.publicDatabase }

    /// Why a query is refused; nil when it is answered.
    private func refusal(
        _ type: String, _ predicate: NSPredicate, sortedBy sort: [NSSortDescriptor]? = nil,
        in other: CKDatabase? = nil
    ) async -> CKError? {
        await cloudError {
            try await (other ?? database).names(of: type, predicate, sortedBy: sort)
        }
    }

    // MARK: Values

    @Test func `bytes are compared for equality, and places by distance alone`() async throws {
        let data = Data([1, 2])
        let here = CLLocation(latitude: 1, longitude: 1)
        try await database.save(
            "Thing", ["a": ["data": data, "place": here, "places": [here]]])
        let equal = NSPredicate(format: "data == %@", data as NSData)
        #expect(try await database.names(of: "Thing", equal) == ["a"])
        for predicate in [
            NSPredicate(format: "data IN %@", [data] as NSArray),
            NSPredicate(format: "data < %@", data as NSData),
            NSPredicate(format: "place == %@", here), NSPredicate(format: "place != %@", here),
            NSPredicate(format: "places CONTAINS %@", here),
            NSPredicate(format: "ANY places = %@", here),
            NSPredicate(
                format: "distanceToLocation:fromLocation:(%@, place) < 10", here),
            NSPredicate(
                format: "distanceToLocation:fromLocation:(place, %@) < nil", here),
        ] {
            let error = await refusal("Thing", predicate)
            #expect(error?.code == .invalidArguments, "\(predicate)")
        }
    }

    @Test func `NSNull is nil`() async throws {
        try await database.save("Thing", ["a": ["color": "red"], "b": ["n": 1]])
        for predicate in [
            NSPredicate(format: "color == %@", NSNull()),
            NSPredicate(format: "%@ == color", NSNull()),
            NSPredicate(format: "color == %@", argumentArray: [NSNull()]),
            NSPredicate(format: "color == $C").withSubstitutionVariables(["C": NSNull()]),
            NSPredicate(format: "color IN {%@, 'green'}", NSNull()),
            NSComparisonPredicate(
                leftExpression: NSExpression(forKeyPath: "color"),
                rightExpression: NSExpression(forConstantValue: NSNull()), modifier: .direct,
                type: .equalTo),
        ] {
            #expect(try await database.names(of: "Thing", predicate) == ["b"], "\(predicate)")
        }
        let present = NSPredicate(format: "color != %@", NSNull())
        #expect(try await database.names(of: "Thing", present) == ["a"])
    }

    @Test func `listing 7 takes its radius as CGFloat`() async throws {
        let fixedLoc = CLLocation(latitude: 37.331913, longitude: -122.030210)
        try await database.save(
            "Place",
            [
                "near": ["location": CLLocation(latitude: 37.40, longitude: -122.03)],
                "far": ["location": CLLocation(latitude: 37.45, longitude: -122.03)],
            ])
        let radius: CGFloat = 10000
        let predicate = NSPredicate(
            format: "distanceToLocation:fromLocation:(location, %@) < %f", fixedLoc, radius)
        #expect(try await database.names(of: "Place", predicate) == ["near"])
    }

    @Test func `now may be a bound of BETWEEN`() async throws {
        try await database.save(
            "Event",
            [
                "old": ["date": Date(timeIntervalSinceNow: -7200)],
                "past": ["date": Date(timeIntervalSinceNow: -60)],
                "coming": ["date": Date(timeIntervalSinceNow: 3600)],
            ])
        let hour = Date(timeIntervalSinceNow: -3600) as NSDate
        let predicate = NSPredicate(format: "date BETWEEN {%@, now()}", hour)
        #expect(try await database.names(of: "Event", predicate) == ["past"])
    }

    @Test func `a reference is found whatever becomes of its owner`() async throws {
        let owner = CKRecord(recordType: "Owner", recordID: CKRecord.ID(recordName: "owner"))
        try await database.save(owner)
        func reference(_ action: CKRecord.ReferenceAction) -> CKRecord.Reference {
            CKRecord.Reference(recordID: owner.recordID, action: action)
        }
        try await database.save(
            "Thing", ["bound": ["to": reference(.deleteSelf)], "free": ["to": reference(.none)]])
        for action in [CKRecord.ReferenceAction.none, .deleteSelf] {
            let predicate = NSPredicate(format: "to == %@", reference(action))
            #expect(try await database.names(of: "Thing", predicate) == ["bound", "free"])
        }
    }

    // MARK: System fields

    @Test func `records are found by their creator and their last writer`() async throws {
        let cloud = TestCloud {
            $0.environment = .production
            $0.schema = """
                DEFINE SCHEMA
                RECORD TYPE Note (
                    "___createdBy" REFERENCE QUERYABLE, "___modifiedBy" REFERENCE QUERYABLE,
                    title STRING, GRANT READ, CREATE, WRITE TO "_icloud");
                """
        }
        let ann = cloud.publicDatabase
        let bobs = cloud.container(user: "bob")
        let bob = bobs.publicCloudDatabase
        try await ann.save("Note", ["a": ["title": "ann's"], "both": ["title": "ann's too"]])
        try await bob.save("Note", ["b": ["title": "bob's"]])
        let both = try await bob.record(for: CKRecord.ID(recordName: "both"))
        both["title"] = "bob was here"
        try await bob.save(both)

        let made = ["ann": ["a", "both"], "bob": ["b"]]
        let changed = ["ann": ["a"], "bob": ["b", "both"]]
        let annsID = try await cloud.container.userRecordID()
        let bobsID = try await bobs.userRecordID()
        for (name, id) in [("ann", annsID), ("bob", bobsID)] {
            let constants: [any CVarArg] = [
                id, CKRecord.Reference(recordID: id, action: .none),
                CKRecord.Reference(recordID: id, action: .deleteSelf),
            ]
            for constant in constants {
                let creator = NSPredicate(format: "creatorUserRecordID == %@", constant)
                #expect(try await ann.names(of: "Note", creator) == made[name])
                let last = NSPredicate(format: "lastModifiedUserRecordID == %@", constant)
                #expect(try await ann.names(of: "Note", last) == changed[name])
            }
        }
        let me = CKRecord.ID(recordName: CKCurrentUserDefaultName)
        for (name, database) in [("ann", ann), ("bob", bob)] {
            let constants: [any CVarArg] = [me, CKRecord.Reference(recordID: me, action: .none)]
            for constant in constants {
                let creator = NSPredicate(
                    format: "%K == %@", CKRecord.SystemFieldKey.creatorUserRecordID, constant)
                #expect(try await database.names(of: "Note", creator) == made[name])
                let last = NSPredicate(
                    format: "%K == %@", CKRecord.SystemFieldKey.lastModifiedUserRecordID, constant)
                #expect(try await database.names(of: "Note", last) == changed[name])
            }
        }
    }

    @Test func `one's own records are made and changed by __defaultOwner__`() async throws {
        let cloud = TestCloud {
            $0.environment = .production
            $0.schema = """
                DEFINE SCHEMA
                RECORD TYPE Note (
                    "___recordID" REFERENCE QUERYABLE, "___createdBy" REFERENCE QUERYABLE,
                    n INT64, GRANT READ, CREATE, WRITE TO "_icloud");
                """
        }
        let ann = cloud.publicDatabase
        let bob = cloud.container(user: "bob").publicCloudDatabase
        let id = CKRecord.ID(recordName: "note")
        try await ann.save("Note", ["note": ["n": 1]])
        func users(_ record: CKRecord) -> [String?] {
            [record.creatorUserRecordID?.recordName, record.lastModifiedUserRecordID?.recordName]
        }
        let own = try await ann.record(for: id)
        #expect(users(own) == [CKCurrentUserDefaultName, CKCurrentUserDefaultName])
        let theirs = try await bob.record(for: id)
        #expect(users(theirs) == ["_ann", "_ann"])
        theirs["n"] = 2
        #expect(users(try await bob.save(theirs)) == ["_ann", CKCurrentUserDefaultName])
        // A conflict names users as everything else does.
        own["n"] = 3
        let conflict = await cloudError { try await ann.save(own) }
        let server = try #require(conflict?.serverRecord)
        #expect(users(server) == [CKCurrentUserDefaultName, "_bob"])
        let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
        let found = try await ann.perform(query, inZoneWith: nil)
        #expect(found.map(users) == [[CKCurrentUserDefaultName, "_bob"]])
        let list: [CKRecord] = try await ann.records(matching: query, inZoneWith: nil)
        #expect(list.map(\.recordID) == found.map(\.recordID))
        // The name that a record gives finds the record, and so does the user's own.
        let creator = try #require(found.first?.creatorUserRecordID)
        for user in [creator, try await cloud.container.userRecordID()] {
            let predicate = NSPredicate(
                format: "creatorUserRecordID == %@",
                CKRecord.Reference(recordID: user, action: .none))
            #expect(try await ann.names(of: "Note", predicate) == ["note"])
        }
        let user = try await ann.record(for: creator)
        #expect(user.recordID.recordName == "_ann")
    }

    @Test(arguments: ["creationDate", "createdTimestamp", "___createTime"])
    func `the time of making has three names`(key: String) async throws {
        try await database.save("Note", ["a": ["n": 1], "b": ["n": 2]])
        let minute = Date(timeIntervalSinceNow: -60) as NSDate
        let after = NSPredicate(format: "%K > %@", key, minute)
        #expect(try await database.names(of: "Note", after) == ["a", "b"])
        let before = NSPredicate(format: "%K < %@", key, minute)
        #expect(try await database.names(of: "Note", before) == [])
        let newest = NSSortDescriptor(key: key, ascending: false)
        #expect(try await database.names(of: "Note", after, sortedBy: [newest]).count == 2)
    }

    @Test func `a change tag finds the version that has it`() async throws {
        let zone = CKRecordZone(zoneName: "Notes")
        let database = cloud.privateDatabase
        try await database.save(zone)
        let notes = try await database.save(
            "Note", in: zone.zoneID, ["a": ["n": 1], "b": ["n": 2]])
        let tag = try #require(notes[1].recordChangeTag)
        #expect(notes[0].recordChangeTag != tag)
        let predicate = NSPredicate(format: "recordChangeTag == %@", tag)
        #expect(try await database.names(of: "Note", predicate, in: zone.zoneID) == ["b"])
        notes[1]["n"] = 3
        try await database.save(notes[1])
        #expect(try await database.names(of: "Note", predicate, in: zone.zoneID) == [])
    }

    @Test func `in production a system field needs its index too`() async throws {
        let database = TestCloud {
            $0.environment = .production
            $0.schema = """
                DEFINE SCHEMA
                RECORD TYPE Note (
                    "___createTime" TIMESTAMP QUERYABLE, n INT64 QUERYABLE,
                    GRANT READ, CREATE, WRITE TO "_icloud");
                """
        }.publicDatabase
        try await database.save("Note", ["a": ["n": 1]])
        let now = Date(timeIntervalSinceNow: 60) as NSDate
        let user = CKRecord.ID(recordName: CKCurrentUserDefaultName)
        let created = NSPredicate(format: "creationDate < %@", now)
        #expect(try await database.names(of: "Note", created) == ["a"])
        for (name, predicate) in [
            ("modificationDate", NSPredicate(format: "modificationDate < %@", now)),
            ("creatorUserRecordID", NSPredicate(format: "creatorUserRecordID == %@", user)),
            (
                "lastModifiedUserRecordID",
                NSPredicate(format: "lastModifiedUserRecordID == %@", user)
            ),
            ("recordChangeTag", NSPredicate(format: "recordChangeTag == 'x'")),
        ] {
            let error = await refusal("Note", predicate, in: database)
            #expect(error?.localizedDescription == "Field '\(name)' is not marked queryable")
        }
        let newest = NSSortDescriptor(key: "creationDate", ascending: false)
        let sorted = await refusal("Note", created, sortedBy: [newest], in: database)
        #expect(sorted?.localizedDescription == "Field 'creationDate' is not marked sortable")
    }

    // MARK: NOT

    @Test func `NOT is refused around a conjunction of one part as around the part`() async throws {
        try await database.save("Person", ["a": ["age": 1, "name": "Ann"], "b": ["age": 5]])
        for format in [
            "age BETWEEN {1, 2}", "self CONTAINS 'ann'", "allTokens TOKENMATCHES[cdl] 'ann'",
        ] {
            let part = NSPredicate(format: format)
            let bare = NSCompoundPredicate(notPredicateWithSubpredicate: part)
            #expect(await refusal("Person", bare)?.code == .invalidArguments, "\(bare)")
            let one = NSCompoundPredicate(type: .and, subpredicates: [part])
            let wrapped = NSCompoundPredicate(type: .not, subpredicates: [one])
            #expect(await refusal("Person", wrapped)?.code == .invalidArguments, "\(wrapped)")
            #expect(try await database.names(of: "Person", one) == ["a"])
        }
        let allowed = NSCompoundPredicate(
            type: .not,
            subpredicates: [
                NSCompoundPredicate(
                    type: .and, subpredicates: [NSPredicate(format: "age == 1")])
            ])
        #expect(try await database.names(of: "Person", allowed) == ["b"])
    }

    // MARK: Words

    /// The list of CKQuery's documentation.
    static let stopWords = [
        "a", "by", "not", "then", "an", "for", "of", "there", "and", "if", "on", "these", "are",
        "in", "or", "they", "as", "into", "such", "this", "at", "is", "that", "to", "be", "it",
        "the", "was", "but", "no", "their", "will", "with",
    ]

    @Test func `every word of the documentation's list is ignored in a search`() async throws {
        #expect(Set(Self.stopWords).count == 33)
        let every = Self.stopWords.joined(separator: " ")
        try await database.save(
            "Text",
            ["cat": ["text": "cat"], "every": ["text": every], "from": ["text": "from has"]])
        for word in Self.stopWords {
            for form in ["self CONTAINS %@", "allTokens TOKENMATCHES[cdl] %@"] {
                func found(_ text: String) async throws -> [String] {
                    try await database.names(of: "Text", NSPredicate(format: form, text))
                }
                #expect(try await found(word) == [], "\(word)")
                #expect(try await found(word.uppercased()) == [], "\(word)")
                #expect(try await found("\(word) cat") == ["cat"], "\(word)")
                #expect(try await found("Cat, \(word)!") == ["cat"], "\(word)")
            }
        }
        for word in ["from", "has"] {
            let predicate = NSPredicate(format: "self CONTAINS %@", word)
            #expect(try await database.names(of: "Text", predicate) == ["from"])
        }
    }

    // MARK: Sorts

    @Test func `a sort that only a program can do is refused`() async throws {
        try await database.save("Person", ["a": ["name": "Ann"], "b": ["name": "bob"]])
        let all = NSPredicate(value: true)
        let comparator = NSSortDescriptor(key: "name", ascending: true) { _, _ in .orderedSame }
        let error = await refusal("Person", all, sortedBy: [comparator])
        #expect(error?.code == .invalidArguments)
        #expect(error?.localizedDescription.contains("no comparator") == true)
        for name in [
            "caseInsensitiveCompare:", "localizedCompare:", "localizedStandardCompare:",
            "compareByLength:",
        ] {
            let sort = NSSortDescriptor(key: "name", ascending: true, selector: Selector(name))
            let error = await refusal("Person", all, sortedBy: [sort])
            #expect(error?.code == .invalidArguments, "\(name)")
        }
        let plain = NSSortDescriptor(key: "name", ascending: false, selector: Selector("compare:"))
        #expect(try await database.names(of: "Person", all, sortedBy: [plain]) == ["b", "a"])
    }

    // MARK: Copies

    @Test func `an operation keeps the query as it was when it was made`() async throws {
        try await database.save("Person", ["a": ["age": 1], "b": ["age": 2], "c": ["age": 3]])
        let query = CKQuery(recordType: "Person", predicate: NSPredicate(format: "age > 1"))
        query.sortDescriptors = [NSSortDescriptor(key: "age", ascending: false)]
        let operation = CKQueryOperation(query: query)
        #expect(operation.query !== query)
        query.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
        let notes = Notes<String>()
        operation.recordMatchedBlock = { id, _ in notes.add(id.recordName) }
        await database.run(operation)
        #expect(notes.all == ["c", "b"])
    }

    @Test func `fetch and perform keep the query as it was when they were called`() async throws {
        try await database.save("Person", ["a": ["age": 1], "b": ["age": 2]])
        let query = CKQuery(recordType: "Person", predicate: NSPredicate(value: true))
        let up = NSSortDescriptor(key: "age", ascending: true)
        let down = NSSortDescriptor(key: "age", ascending: false)
        cloud.cloud.faults.add(.slow(seconds: 0.1), times: nil)
        query.sortDescriptors = [down]
        let fetched: [String] = await withCheckedContinuation { continuation in
            database.fetch(withQuery: query) { result in
                let found = try? result.get()
                continuation.resume(returning: found?.matchResults.map(\.0.recordName) ?? [])
            }
            query.sortDescriptors = [up]
        }
        #expect(fetched == ["b", "a"])
        query.sortDescriptors = [down]
        let performed: [String] = await withCheckedContinuation { continuation in
            database.perform(query, inZoneWith: nil) { records, _ in
                continuation.resume(returning: records?.map(\.recordID.recordName) ?? [])
            }
            query.sortDescriptors = [up]
        }
        #expect(performed == ["b", "a"])
    }

    // MARK: Errors

    @Test func `an error prints the server's sentence as Apple's does`() async throws {
        let database = TestCloud {
            $0.environment = .production
            $0.schema = """
                DEFINE SCHEMA RECORD TYPE Note (n INT64 SORTABLE, GRANT READ TO "_world");
                """
        }.publicDatabase
        let error = try #require(
            await refusal("Note", NSPredicate(format: "n == 1"), in: database))
        let end =
            "\"Invalid Arguments\" (12/2015); "
            + "server message = \"Field 'n' is not marked queryable\">"
        #expect("\(error)".hasSuffix(end))
        #expect((error as NSError).description.hasPrefix("<CKError 0x"))
        #expect((error as NSError).description.hasSuffix(end))
    }
}
