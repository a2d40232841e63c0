import Foundation
import RecordService
import Synchronization
import Testing

@Suite struct `Queries` {
    func fill(_ service: RecordService, _ count: Int = 5) async throws {
        let records = (0..<count).map {
            Record("N", RecordID("n\($0)"), ["number": .int(Int64($0)), "text": "Element"])
        }
        let result = try await service.ann.modify(SaveRequest(saving: records), in: .private)
        for save in result.saves { _ = try save.get() }
    }

    @Test(arguments: Backing.allCases)
    func `pages follow each other and the last has no cursor`(backing: Backing) async throws {
        try await backing.withService { service in
            try await fill(service, 6)
            let query = RecordQuery(
                "N", where: try QueryPredicate(parsing: "text = 'element' AND number < 6"),
                orderedBy: [Ordering("number", ascending: false)], limit: 3,
                desiredKeys: ["number"])
            let first = try await service.ann.query(query, in: .private)
            #expect(first.records.map(\.id.name) == ["n5", "n4", "n3"])
            #expect(first.records.allSatisfy { Array($0.fields.keys) == ["number"] })
            // The cursor is bytes, and means the same to another service over the store.
            let bytes = try JSONEncoder().encode(try #require(first.cursor))
            let cursor = try JSONDecoder().decode(QueryCursor.self, from: bytes)
            let later = RecordService(store: service.store, container: service.container)
            let second = try await later.ann.query(
                continuing: cursor, desiredKeys: [], limit: 3, in: .private)
            #expect(second.records.map(\.id.name) == ["n2", "n1", "n0"])
            #expect(second.records.allSatisfy { $0.fields.isEmpty && $0.system != nil })
            // Exactly full, and still the end.
            #expect(second.cursor == nil)
        }
    }

    @Test func `a cursor keeps the reading that its query began with`() async throws {
        var options = ServiceOptions()
        options.profile = .cloudKitOriginal
        let store = MemoryStore()
        let first = RecordService(store: store, container: "iCloud.test", options: options)
        try await fill(first, 3)
        let query = RecordQuery(
            "N", where: try QueryPredicate(parsing: "text BEGINSWITH 'e'"),
            orderedBy: [Ordering("number")], limit: 2)
        let page = try await first.ann.query(query, in: .private)
        #expect(page.records.map(\.id.name) == ["n0", "n1"])
        // In the newest reading the text does not begin with a small letter.
        let later = RecordService(store: store, container: "iCloud.test")
        #expect(try await later.ann.query(query, in: .private).records.isEmpty)
        let rest = try await later.ann.query(
            continuing: try #require(page.cursor), limit: 2, in: .private)
        #expect(rest.records.map(\.id.name) == ["n2"])
    }

    @Test(arguments: Backing.allCases)
    func `a cursor is an offset into what there is when it is used`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            try await fill(service)
            let query = RecordQuery("N", orderedBy: [Ordering("number")], limit: 2)
            let first = try await service.ann.query(query, in: .private)
            try await service.ann.delete(RecordID("n0"))
            let second = try await service.ann.query(
                continuing: try #require(first.cursor), limit: 2, in: .private)
            // n2 has moved before the offset.
            #expect(second.records.map(\.id.name) == ["n3", "n4"])
        }
    }

    @Test(arguments: Backing.allCases)
    func `a record is found in all zones by its identifier`(backing: Backing) async throws {
        try await backing.withService { service in
            let zone = ZoneID("Z")
            _ = try await service.ann.modifyZones(saving: [zone], in: .private)
            for home in [ZoneID.default, zone] {
                try await service.ann.save(Record("N", RecordID("n", zone: home), ["number": 1]))
            }
            for home in [ZoneID.default, zone] {
                let id = RecordID("n", zone: home)
                let reference = Value.reference(Reference(id))
                for predicate in [
                    try QueryPredicate(parsing: "number == 1 AND recordID == %@", reference),
                    try QueryPredicate(parsing: "recordID IN %@", .list([reference])),
                ] {
                    let page = try await service.ann.query(
                        RecordQuery("N", where: predicate, in: .all), in: .private)
                    #expect(page.records.map(\.id) == [id])
                }
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `a foreign or damaged cursor is refused`(backing: Backing) async throws {
        try await backing.withService { service in
            try await fill(service)
            let page = try await service.ann.query(RecordQuery("N", limit: 2), in: .private)
            let cursor = try #require(page.cursor)
            func code(
                _ cursor: QueryCursor, _ session: ServiceSession,
                _ database: ServiceSession.Database
            ) async -> ServiceError.Code? {
                await failure {
                    _ = try await session.query(continuing: cursor, in: database)
                }?.code
            }
            #expect(await code(cursor, service.ann, .private) == nil)
            #expect(await code(cursor, service.ann, .public) == .invalidArguments)
            #expect(await code(cursor, service.bob, .private) == .invalidArguments)
            let other = RecordService(store: service.store, container: "iCloud.other")
            #expect(await code(cursor, other.ann, .private) == .invalidArguments)
            for place in cursor.data.indices {
                var data = cursor.data
                data[place] ^= 0x21
                let code = await code(QueryCursor(data: data), service.ann, .private)
                #expect(code == .invalidArguments, "byte \(place)")
            }
            for length in [0, 1, 5, 20, 21, 22, cursor.data.count - 1] {
                let short = QueryCursor(data: cursor.data.prefix(length))
                #expect(await code(short, service.ann, .private) == .invalidArguments)
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `a query without a limit gives the page that the store chooses`(
        backing: Backing
    ) async throws {
        var limits = StoreLimits()
        limits.defaultPage = 4
        try await backing.withService(limits: limits) { service in
            try await fill(service, 6)
            let page = try await service.ann.query(RecordQuery("N"), in: .private)
            #expect(page.records.count == 4)
            #expect(page.cursor != nil)
            let zero = try await service.ann.query(RecordQuery("N", limit: 0), in: .private)
            #expect(zero.records.count == 4)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a query begins at its first record`(backing: Backing) async throws {
        try await backing.withService { service in
            try await fill(service, 3)
            let offset = RecordQuery("N", offset: 1)
            var after = RecordQuery("N")
            after.after = QueryPlace(values: [], id: RecordID("n0"))
            for query in [offset, after] {
                let error = await failure {
                    _ = try await service.ann.query(query, in: .private)
                }
                #expect(error?.code == .invalidArguments)
                #expect(error?.advice == "Continue it with the cursor of the page before.")
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `no zone is the default zone, or all zones when the service says so`(
        backing: Backing
    ) async throws {
        for isAll in [false, true] {
            var options = ServiceOptions()
            options.nilZoneMeansAllZones = isAll
            try await backing.withService(options: options) { service in
                let zone = ZoneID("Z")
                _ = try await service.ann.modifyZones(saving: [zone], in: .private)
                try await service.ann.save(Record("N", RecordID("a")))
                try await service.ann.save(Record("N", RecordID("b", zone: zone)))
                #expect(try await service.ann.names("N") == (isAll ? ["a", "b"] : ["a"]))
                #expect(try await service.ann.names("N", in: zone) == ["b"])
                #expect(try await service.ann.names("N", in: .default) == ["a"])
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `now is the service's clock, read again at each run`(backing: Backing) async throws {
        let time = Clock()
        var options = ServiceOptions()
        options.clock = { time.now }
        try await backing.withService(options: options) { service in
            for (name, seconds) in [("a", 10.0), ("b", 20), ("c", 30), ("d", 40)] {
                let date = Date(timeIntervalSinceReferenceDate: seconds)
                try await service.ann.save(Record("N", RecordID(name), ["due": .date(date)]))
            }
            time.now = Date(timeIntervalSinceReferenceDate: 35)
            let page = try await service.ann.query(
                RecordQuery(
                    "N", where: try QueryPredicate(parsing: "due < now()"),
                    orderedBy: [Ordering("due")], limit: 1), in: .private)
            #expect(page.records.map(\.id.name) == ["a"])
            time.now = Date(timeIntervalSinceReferenceDate: 25)
            let rest = try await service.ann.query(
                continuing: try #require(page.cursor), in: .private)
            #expect(rest.records.map(\.id.name) == ["b"])
        }
    }

    @Test(arguments: Backing.allCases)
    func `a type that development made is asked for change tags`(backing: Backing) async throws {
        try await backing.withService { service in
            let saved = try await service.ann.save(
                Record("N", RecordID("a")), Record("N", RecordID("b")))
            // Tags in the default zone are of one moment; a second save makes them differ.
            let again = try await service.ann.save(saved[1])[0]
            let tag = try #require(again.system?.changeTag)
            for key in ["recordChangeTag", "___etag"] {
                #expect(try await service.ann.names("N", "\(key) == '\(tag)'") == ["b"])
                #expect(try await service.ann.names("N", "\(key) == 'another'") == [])
            }
            let schema = try await service.store.schema()
            #expect(schema.text.contains("\"___etag\"       STRING QUERYABLE"))
            #expect(try RecordSchema(parsing: schema.text) == schema)
        }
    }

    @Test(arguments: Backing.allCases)
    func `the default owner's name finds the user's own records`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            for database in [ServiceSession.Database.public, .private] {
                try await service.ann.save(Record("N", RecordID("a")), in: database)
                try await service.bob.save(Record("N", RecordID("b")), in: database)
                for key in ["creatorUserRecordID", "lastModifiedUserRecordID"] {
                    let format = "\(key) == '__defaultOwner__'"
                    #expect(try await service.ann.names("N", format, of: database) == ["a"])
                    #expect(try await service.bob.names("N", format, of: database) == ["b"])
                }
            }
            let format = "creatorUserRecordID == '__defaultOwner__'"
            #expect(try await service.anonymous.names("N", format, of: .public) == [])
        }
    }

    @Test(arguments: Backing.allCases)
    func `what became of a reference's owner does not matter to a comparison`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            let owner = RecordID("owner")
            try await service.ann.save(Record("Owner", owner))
            let actions = [Reference.Action.none, .deleteSelf, .validate]
            for (place, action) in actions.enumerated() {
                try await service.ann.save(
                    Record(
                        "N", RecordID("n\(place)"),
                        [
                            "to": .reference(Reference(owner, action: action)),
                            "owners": .list([.reference(Reference(owner, action: action))]),
                        ]))
            }
            for action in actions {
                let constant = Value.reference(Reference(owner, action: action))
                let other = Value.reference(Reference(RecordID("other"), action: action))
                for (format, argument) in [
                    ("to == %@", constant), ("to IN %@", .list([other, constant])),
                    ("owners CONTAINS %@", constant), ("ANY owners IN %@", .list([constant])),
                    ("to != %@", other),
                ] {
                    let found = try await service.ann.query(
                        RecordQuery(
                            "N",
                            where: try QueryPredicate(
                                parsing: format, arguments: [.value(argument)])),
                        in: .private)
                    #expect(found.records.map(\.id.name) == ["n0", "n1", "n2"], "\(format)")
                }
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `the original reading is an option`(backing: Backing) async throws {
        for (profile, found) in [(QueryProfile.cloudKit, 0), (.cloudKitOriginal, 1)] {
            var options = ServiceOptions()
            options.profile = profile
            try await backing.withService(options: options) { service in
                try await service.ann.save(Record("N", RecordID("a"), ["text": "Element"]))
                #expect(
                    try await service.ann.names("N", "text BEGINSWITH 'elem'").count == found)
            }
        }
    }

    final class Clock: Sendable {
        private let value = Mutex(Date(timeIntervalSinceReferenceDate: 0))
        var now: Date {
            get { value.withLock { $0 } }
            set { value.withLock { $0 = newValue } }
        }
    }
}
