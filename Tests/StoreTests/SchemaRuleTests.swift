import Foundation
import RecordCore
import TestKit
import Testing

@Suite struct `Schema rules of stores` {
    static let schema = RecordSchema(types: [
        .users,
        RecordType(
            "City",
            fields: [
                Field("name", .single(.string), [.queryable]),
                Field("size", .single(.int64)), Field("owner", .single(.reference)),
            ]),
    ])

    @Test(arguments: StoreUnderTest.available)
    func `development learns types and fields from records`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            #expect(try await store.schema() == .initial)
            try await store.put(Record("City", RecordID("a"), ["name": "Paris", "none": []]))
            try await store.put(Record("City", RecordID("b"), ["size": 5, "none": [1]]))
            let city = try #require(try await store.schema()["City"])
            #expect(Set(city.fields.map(\.name)) == ["name", "size", "none"])
            #expect(city.field("name")?.indexes == [.queryable, .sortable, .searchable])
            #expect(city.field("none")?.type == .list(.int64))
            #expect(city.systemIndexes == SystemField.defaultIndexes)
            #expect(try await store.record(RecordID("a"))?.fields == ["name": "Paris"])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `what is added at one time is all there`(kind: StoreUnderTest) async throws {
        try await kind.withStore(schema: Self.schema) { store async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        try await store.updateSchema { current in
                            var grown = current
                            grown["City"]?.fields.append(Field("n\(number)", .single(.int64)))
                            return [grown]
                        }
                    }
                }
                try await group.waitForAll()
            }
            let names = try #require(try await store.schema()["City"]).fields.map(\.name)
            #expect(Set(names) == ["name", "size", "owner", "n0", "n1", "n2", "n3"])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a type that goes and comes in one change has no records`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore(schema: Self.schema) { store async throws in
            try await store.put(Record("City", RecordID("a"), ["name": "Paris", "size": 1]))
            let size = Field("size", .single(.string))
            let steps = try await store.updateSchema { current in
                var target = current
                target["City"]?.fields = [size]
                return [.initial, target]
            }
            #expect(steps.first == .dropType("City") && steps.count == 2)
            #expect(try await store.schema()["City"]?.fields == [size])
            #expect(try await store.record(RecordID("a")) == nil)
            try await store.put(Record("City", RecordID("a"), ["size": "large"]))
            #expect(try await store.record(RecordID("a"))?.fields == ["size": "large"])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `strict rules refuse what is not declared`(kind: StoreUnderTest) async throws {
        try await kind.withStore(
            environment: .development(strict: true), schema: Self.schema
        ) { store async throws in
            let result = try await store.save(
                SaveRequest(saving: [
                    Record("Town", RecordID("a")), Record("City", RecordID("b"), ["x": 1]),
                    Record("City", RecordID("c"), ["name": "ok"]),
                ]), in: .public)
            #expect(result.saves[0].error?.sentence == "Did not find record type: Town")
            #expect(result.saves[1].error?.sentence == "Field x not found in City")
            #expect(result.saves[2].error == nil)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `production refuses in Apple's words`(kind: StoreUnderTest) async throws {
        try await kind.withStore(environment: .production, schema: Self.schema) {
            store async throws in
            let result = try await store.save(
                SaveRequest(saving: [
                    Record("Town", RecordID("a")), Record("City", RecordID("b"), ["x": 1]),
                    Record("City", RecordID("c"), ["owner": "text"]),
                    Record("City", RecordID("d"), ["name": "ok", "x": .null]),
                ]), in: .public)
            #expect(
                result.saves[0].error?.sentence
                    == "Cannot create new type Town in production schema")
            #expect(
                result.saves[1].error?.sentence
                    == "Cannot create or modify field 'x' in record 'City' in production schema")
            #expect(
                result.saves[2].error?.sentence
                    == "invalid attempt to set value type STRING for field 'owner' for type "
                    + "'City', defined to be: REFERENCE")
            #expect(result.saves[3].error == nil)
            let query = RecordQuery(
                "City", where: try QueryPredicate(parsing: "size == 1"), profile: .cloudKit)
            let problem = await #expect(throws: QueryProblem.self) {
                try await store.fetch(query, in: .public)
            }
            #expect(problem?.message == "Field 'size' is not marked queryable")
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `production only grows`(kind: StoreUnderTest) async throws {
        try await kind.withStore(environment: .production, schema: Self.schema) {
            store async throws in
            var grown = Self.schema
            grown["City"]?.fields.append(Field("mayor", .single(.string)))
            grown["City"]?.fields[1].indexes = [.queryable]
            #expect(try await store.setSchema(grown).count == 2)
            #expect(try await store.setSchema(grown).isEmpty)
            #expect(
                await StoreError.Code.thrown { try await store.setSchema(Self.schema) }
                    == .incompatibleSchema)
            #expect(try await store.schema() == grown)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `in development a dropped field goes from the records`(
        kind: StoreUnderTest
    ) async throws {
        try await kind.withStore { store async throws in
            try await store.put(Record("City", RecordID("a"), ["name": "Paris", "size": 5]))
            var schema = try await store.schema()
            schema["City"]?.fields.removeAll { $0.name == "size" }
            #expect(
                try await store.setSchema(schema) == [.dropField(type: "City", field: "size")])
            #expect(try await store.record(RecordID("a"))?.fields == ["name": "Paris"])
            // The name is free for another type.
            try await store.put(Record("City", RecordID("b"), ["size": "large"]))
            #expect(try await store.record(RecordID("b"))?["size"] == "large")
            schema["City"] = nil
            try await store.setSchema(schema)
            #expect(try await store.record(RecordID("a")) == nil)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `an index may come and go under the records`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            try await store.put(
                Record("City", RecordID("a"), ["name": "Paris", "tags": ["big", "old"]]),
                Record("City", RecordID("b"), ["name": "Nice", "tags": ["old"]]))
            var schema = try await store.schema()
            for place in schema["City"]?.fields.indices ?? 0..<0 {
                schema["City"]?.fields[place].indexes = []
            }
            try await store.setSchema(schema)
            func names(_ format: String) async throws -> [String] {
                let query = RecordQuery(
                    "City", where: try QueryPredicate(parsing: format))
                return try await store.fetch(query, in: .public).records.map(\.id.name)
            }
            #expect(try await names("name BEGINSWITH[c] 'p'") == ["a"])
            #expect(try await names("tags CONTAINS 'old'") == ["a", "b"])
            try await store.put(Record("City", RecordID("c"), ["name": "Pau", "tags": ["old"]]))
            for place in schema["City"]?.fields.indices ?? 0..<0 {
                let type = schema["City"]?.fields[place].type ?? .single(.string)
                schema["City"]?.fields[place].indexes = .allowed(for: type)
            }
            try await store.setSchema(schema)
            #expect(try await names("name BEGINSWITH[c] 'p'") == ["a", "c"])
            #expect(try await names("tags CONTAINS 'old'") == ["a", "b", "c"])
            #expect(try await names("SELF CONTAINS 'pau'") == ["c"])
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `a type has at most so many fields`(kind: StoreUnderTest) async throws {
        var limits = StoreLimits()
        limits.fieldsPerType = 2
        try await kind.withStore(limits: limits) { store async throws in
            try await store.put(Record("N", RecordID("a"), ["x": 1, "y": 1]))
            let result = try await store.save(
                SaveRequest(saving: [Record("N", RecordID("b"), ["z": 1])]), in: .public)
            #expect(result.saves[0].error?.code == .limitExceeded)
        }
    }

    /// The fields of a record are in no order: each of several records tries another one.
    @Test(arguments: StoreUnderTest.available)
    func `of a record's new fields the one at fault is named`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            for number in 0..<8 {
                var fields: [String: Value] = ["1st": 1]
                for other in 0...number { fields["f\(other)"] = 1 }
                let named = Record("New\(number)", RecordID("a"), fields)
                var result = try await store.save(SaveRequest(saving: [named]), in: .public)
                #expect(result.saves[0].error?.code == .invalidName)
                #expect(result.saves[0].error?.context["field"] == "1st")
                fields["1st"] = nil
                fields["mixed"] = ["a", 1]
                let mixed = Record("New\(number)", RecordID("b"), fields)
                result = try await store.save(SaveRequest(saving: [mixed]), in: .public)
                #expect(result.saves[0].error?.code == .mixedList)
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `encrypted fields stay out of the public database`(kind: StoreUnderTest) async throws {
        var schema = Self.schema
        schema["City"]?.fields.append(Field("secret", .single(.string), isEncrypted: true))
        try await kind.withStore(schema: schema) { store async throws in
            let record = Record("City", RecordID("a"), ["secret": "x"])
            let result = try await store.save(SaveRequest(saving: [record]), in: .public)
            #expect(
                result.saves[0].error?.sentence
                    == "encrypted fields are not supported in the public database")
            let mine = DatabaseScope.private(user: "_ann")
            try await store.put(record, in: mine)
            #expect(try await store.record(record.id, in: mine)?["secret"] == "x")
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `encrypted values are not stored in plain fields`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let mine = DatabaseScope.private(user: "_ann")
            try await store.put(Record("Visit", RecordID("a"), ["place": "Paris"]), in: mine)
            var record = Record("Visit", RecordID("b"), ["place": "Rome", "diagnosis": "well"])
            record.encrypted = ["place", "diagnosis"]
            let refused = try await store.save(SaveRequest(saving: [record]), in: mine)
            #expect(
                refused.saves[0].error?.sentence
                    == "Attempt to save encrypted data in non encrypted field type")
            // A new field is made as it is asked for, and an encrypted one takes plain values.
            record.fields["place"] = .null
            try await store.put(record, in: mine)
            #expect(try await store.record(record.id, in: mine)?.encrypted == ["diagnosis"])
            try await store.put(Record("Visit", RecordID("c"), ["diagnosis": "ill"]), in: mine)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `references are not encrypted`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let target = RecordID("a")
            let values: [Value] = [
                .reference(Reference(target)), .list([.reference(Reference(target))]),
            ]
            let mine = DatabaseScope.private(user: "_ann")
            for value in values {
                var record = Record("New", RecordID("b"), ["to": value])
                record.encrypted = ["to"]
                let result = try await store.save(SaveRequest(saving: [record]), in: mine)
                #expect(
                    result.saves[0].error?.sentence
                        == "References and assets cannot be encrypted")
            }
            // A schema that was printed can be read.
            let schema = try await store.schema()
            #expect(try RecordSchema(parsing: schema.text).text == schema.text)
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `names that SQL would confuse are kept apart`(kind: StoreUnderTest) async throws {
        try await kind.withStore { store async throws in
            let fields: [String: Value] = [
                "name": 1, "Name": 2, "NAME": 3, "select": 4, "order": 5, "rowid": 6,
                "row": 7, "zone": 8, "type": 9,
            ]
            try await store.put(Record("Table", RecordID("a"), fields))
            try await store.put(Record("table", RecordID("b"), ["name": 10]))
            try await store.put(Record("sqlite_master", RecordID("c"), ["name": 11]))
            #expect(try await store.record(RecordID("a"))?.fields == fields)
            let query = RecordQuery(
                "Table", where: try QueryPredicate(parsing: "Name == 2 AND NAME == 3"))
            #expect(try await store.fetch(query, in: .public).records.count == 1)
            #expect(try await store.count(RecordQuery("table"), in: .public) == 1)
            #expect(try await store.count(RecordQuery("sqlite_master"), in: .public) == 1)
        }
    }
}
