import PredicateCore
import RecordCore
import Testing
import WebServices

/// Filters asked of a store: each comparator finds what it says.
struct FilterMeaningTests {
    private static let schema = """
        DEFINE SCHEMA
        RECORD TYPE City (
            "___recordID" REFERENCE QUERYABLE,
            "___createTime" TIMESTAMP QUERYABLE SORTABLE,
            name STRING QUERYABLE SORTABLE SEARCHABLE,
            note STRING SEARCHABLE,
            size INT64 QUERYABLE SORTABLE,
            place LOCATION QUERYABLE,
            tags LIST<STRING> QUERYABLE,
            GRANT CREATE TO "_icloud",
            GRANT WRITE TO "_creator",
            GRANT READ TO "_world"
        );
        """

    private func store() async throws -> MemoryStore {
        let store = MemoryStore(schema: try RecordSchema(parsing: FilterMeaningTests.schema))
        let paris = Record(
            "City", RecordID("paris"),
            [
                "name": "Paris", "note": "river and tower", "size": 3,
                "place": .location(Location(latitude: 48.85, longitude: 2.35)),
                "tags": ["capital", "river"],
            ])
        let lyon = Record(
            "City", RecordID("lyon"),
            [
                "name": "Lyon", "note": "two rivers", "size": 2,
                "place": .location(Location(latitude: 45.76, longitude: 4.84)),
                "tags": ["river", "silk"],
            ])
        let oslo = Record(
            "City", RecordID("oslo"), ["name": "Oslo", "note": "tower", "size": 1, "tags": []])
        let result = try await store.save(SaveRequest(saving: [paris, lyon, oslo]), in: .public)
        if let error = result.firstError { throw error }
        return store
    }

    private func found(_ filter: String) async throws -> [String] {
        let store = try await store()
        let schema = try await store.schema()
        let body = #"{"query": {"recordType": "City", "filterBy": [\#(filter)]}}"#
        let query = try #require(try read(QueryRequest.self, body).query)
        let asked = RecordQuery(
            "City",
            where: try query.queryPredicate(type: schema["City"], zone: .default),
            profile: .webServices)
        return try await store.fetch(asked, in: .public).records.map(\.id.name).sorted()
    }

    @Test(arguments: [
        (
            "size EQUALS", #"{"value": 2}"#,
            ["lyon"]
        ),
        (
            "size NOT_EQUALS", #"{"value": 2}"#,
            ["oslo", "paris"]
        ),
        (
            "size LESS_THAN", #"{"value": 2}"#,
            ["oslo"]
        ),
        (
            "size LESS_THAN_OR_EQUALS", #"{"value": 2}"#,
            ["lyon", "oslo"]
        ),
        (
            "size GREATER_THAN", #"{"value": 2}"#,
            ["paris"]
        ),
        (
            "size GREATER_THAN_OR_EQUALS", #"{"value": "2"}"#,
            ["lyon", "paris"]
        ),
        (
            "size IN", #"{"value": [1, 3], "type": "INT64_LIST"}"#,
            ["oslo", "paris"]
        ),
        (
            "size NOT_IN", #"{"value": [1, 3], "type": "INT64_LIST"}"#,
            ["lyon"]
        ),
        (
            "name BEGINS_WITH", #"{"value": "Par"}"#,
            ["paris"]
        ),
        (
            "name NOT_BEGINS_WITH", #"{"value": "Par"}"#,
            ["lyon", "oslo"]
        ),
        (
            "tags LIST_CONTAINS", #"{"value": "silk"}"#,
            ["lyon"]
        ),
        (
            "tags NOT_LIST_CONTAINS", #"{"value": "silk"}"#,
            ["oslo", "paris"]
        ),
        (
            "tags LIST_CONTAINS_ANY", #"{"value": ["silk", "capital"], "type": "STRING_LIST"}"#,
            ["lyon", "paris"]
        ),
        (
            "tags NOT_LIST_CONTAINS_ANY", #"{"value": ["silk", "capital"], "type": "STRING_LIST"}"#,
            ["oslo"]
        ),
        (
            "tags LIST_CONTAINS_ALL", #"{"value": ["river", "capital"], "type": "STRING_LIST"}"#,
            ["paris"]
        ),
        (
            "tags NOT_LIST_CONTAINS_ALL",
            #"{"value": ["river", "capital"], "type": "STRING_LIST"}"#,
            ["lyon", "oslo"]
        ),
        (
            "tags LIST_MEMBER_BEGINS_WITH", #"{"value": "cap"}"#,
            ["paris"]
        ),
        (
            "tags NOT_LIST_MEMBER_BEGINS_WITH", #"{"value": "cap"}"#,
            ["lyon", "oslo"]
        ),
        (
            "note CONTAINS_ALL_TOKENS", #"{"value": "tower river"}"#,
            ["paris"]
        ),
        (
            "note CONTAINS_ANY_TOKENS", #"{"value": "tower rivers"}"#,
            ["lyon", "oslo", "paris"]
        ),
        (
            "note CONTAINS_ANY_TOKENS", #"{"value": "two silk"}"#,
            ["lyon"]
        ),
        (
            "allTokens CONTAINS_ALL_TOKENS", #"{"value": "paris river"}"#,
            ["paris"]
        ),
        (
            "place NEAR", #"{"value": {"latitude": 45.7, "longitude": 4.8}}, "distance": 50000"#,
            ["lyon"]
        ),
    ])
    func `a comparator finds what it says`(
        asked: String, value: String, names: [String]
    ) async throws {
        let words = asked.split(separator: " ")
        let filter =
            #"{"fieldName": "\#(words[0])", "comparator": "\#(words[1])", "fieldValue": \#(value)}"#
        #expect(try await found(filter) == names)
    }

    @Test func `system fields are asked by their names on the wire`() async throws {
        #expect(
            try await found(
                #"""
                {"systemFieldName": "recordName", "comparator": "EQUALS",
                 "fieldValue": {"value": "oslo", "type": "STRING"}}
                """#) == ["oslo"])
        #expect(
            try await found(
                #"""
                {"systemFieldName": "recordName", "comparator": "IN", "fieldValue":
                 {"value": [{"recordName": "oslo"}, {"recordName": "lyon"}], "type": "REFERENCE_LIST"}}
                """#) == ["lyon", "oslo"])
        #expect(
            try await found(
                #"""
                {"systemFieldName": "createdTimestamp", "comparator": "GREATER_THAN",
                 "fieldValue": {"value": 1500}}
                """#
            ).count == 3)
    }

    @Test(arguments: [
        (
            "size", #"{"value": "x", "type": "STRING"}"#,
            "Field 'size' has a value type of INT64 and cannot be queried using filter value "
                + "type STRING"
        ),
        ("none", #"{"value": 1}"#, "Did not find field: 'none' in type: 'City'"),
        ("note", #"{"value": "x"}"#, "Field 'note' is not marked queryable"),
    ])
    func `what the type does not allow is refused in the words of the service`(
        field: String, value: String, reason: String
    ) async throws {
        await #expect {
            _ = try await found(
                #"{"fieldName": "\#(field)", "comparator": "EQUALS", "fieldValue": \#(value)}"#)
        } throws: { error in
            (error as? QueryProblem)?.message == reason
        }
    }
}
