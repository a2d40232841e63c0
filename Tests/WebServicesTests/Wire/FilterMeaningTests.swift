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
            GRANT READ TO "_world"
        );
        """

    private func store() async throws -> MemoryStore {
        let store = MemoryStore(schema: try Schema(parsing: FilterMeaningTests.schema))
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
        _ = try await store.save(SaveRequest(saving: [paris, lyon, oslo]), in: .public)
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
        (#""size", "comparator": "EQUALS", "fieldValue": {"value": 2}"#, ["lyon"]),
        (#""size", "comparator": "NOT_EQUALS", "fieldValue": {"value": 2}"#, ["oslo", "paris"]),
        (#""size", "comparator": "LESS_THAN", "fieldValue": {"value": 2}"#, ["oslo"]),
        (#""size", "comparator": "LESS_THAN_OR_EQUALS", "fieldValue": {"value": 2}"#,
            ["lyon", "oslo"]),
        (#""size", "comparator": "GREATER_THAN", "fieldValue": {"value": 2}"#, ["paris"]),
        (#""size", "comparator": "GREATER_THAN_OR_EQUALS", "fieldValue": {"value": "2"}"#,
            ["lyon", "paris"]),
        (#""size", "comparator": "IN", "fieldValue": {"value": [1, 3], "type": "INT64_LIST"}"#,
            ["oslo", "paris"]),
        (#""size", "comparator": "NOT_IN", "fieldValue": {"value": [1, 3], "type": "INT64_LIST"}"#,
            ["lyon"]),
        (#""name", "comparator": "BEGINS_WITH", "fieldValue": {"value": "Par"}"#, ["paris"]),
        (#""name", "comparator": "NOT_BEGINS_WITH", "fieldValue": {"value": "Par"}"#,
            ["lyon", "oslo"]),
        (#""tags", "comparator": "LIST_CONTAINS", "fieldValue": {"value": "silk"}"#, ["lyon"]),
        (#""tags", "comparator": "NOT_LIST_CONTAINS", "fieldValue": {"value": "silk"}"#,
            ["oslo", "paris"]),
        (#""tags", "comparator": "LIST_CONTAINS_ANY", "fieldValue": {"value": ["silk", "capital"], "type": "STRING_LIST"}"#,
            ["lyon", "paris"]),
        (#""tags", "comparator": "NOT_LIST_CONTAINS_ANY", "fieldValue": {"value": ["silk", "capital"], "type": "STRING_LIST"}"#,
            ["oslo"]),
        (#""tags", "comparator": "LIST_CONTAINS_ALL", "fieldValue": {"value": ["river", "capital"], "type": "STRING_LIST"}"#,
            ["paris"]),
        (#""tags", "comparator": "NOT_LIST_CONTAINS_ALL", "fieldValue": {"value": ["river", "capital"], "type": "STRING_LIST"}"#,
            ["lyon", "oslo"]),
        (#""tags", "comparator": "LIST_MEMBER_BEGINS_WITH", "fieldValue": {"value": "cap"}"#,
            ["paris"]),
        (#""tags", "comparator": "NOT_LIST_MEMBER_BEGINS_WITH", "fieldValue": {"value": "cap"}"#,
            ["lyon", "oslo"]),
        (#""note", "comparator": "CONTAINS_ALL_TOKENS", "fieldValue": {"value": "tower river"}"#,
            ["paris"]),
        (#""note", "comparator": "CONTAINS_ANY_TOKENS", "fieldValue": {"value": "tower rivers"}"#,
            ["lyon", "oslo", "paris"]),
        (#""note", "comparator": "CONTAINS_ANY_TOKENS", "fieldValue": {"value": "two silk"}"#,
            ["lyon"]),
        (#""allTokens", "comparator": "CONTAINS_ALL_TOKENS", "fieldValue": {"value": "paris river"}"#,
            ["paris"]),
        (#""place", "comparator": "NEAR", "distance": 50000, "fieldValue": {"value": {"latitude": 45.7, "longitude": 4.8}}"#,
            ["lyon"]),
    ])
    func `a comparator finds what it says`(filter: String, names: [String]) async throws {
        #expect(try await found(#"{"fieldName": \#(filter)}"#) == names)
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
                """#).count == 3)
    }

    @Test(arguments: [
        (#""size", "comparator": "EQUALS", "fieldValue": {"value": "x", "type": "STRING"}"#,
            "Field 'size' has a value type of INT64 and cannot be queried using filter value type STRING"),
        (#""none", "comparator": "EQUALS", "fieldValue": {"value": 1}"#,
            "Did not find field: 'none' in type: 'City'"),
        (#""note", "comparator": "EQUALS", "fieldValue": {"value": "x"}"#,
            "Field 'note' is not marked queryable"),
    ])
    func `what the type does not allow is refused in the words of the service`(
        filter: String, reason: String
    ) async throws {
        await #expect {
            _ = try await found(#"{"fieldName": \#(filter)}"#)
        } throws: { error in
            (error as? QueryProblem)?.message == reason
        }
    }
}
