import Foundation
import PredicateCore
import RecordCore
import Testing
import WebServices

/// Filters and predicates become the same value.
struct FilterTests {
    private func predicate(_ filters: String, type: RecordType? = nil) throws -> QueryPredicate {
        let body = #"{"query": {"recordType": "T", "filterBy": [\#(filters)]}}"#
        guard let query = try read(QueryRequest.self, body).query else { return .constant(false) }
        return try query.queryPredicate(type: type, zone: .default)
    }

    private func predicate(
        _ comparator: String, _ value: String, field: String = "f", rest: String = "",
        type: RecordType? = nil
    ) throws -> QueryPredicate {
        try predicate(
            """
            {"fieldName": "\(field)", "comparator": "\(comparator)", "fieldValue": \(value)\(rest)}
            """, type: type)
    }

    @Test(arguments: [
        ("EQUALS", #"{"value": 5, "type": "INT64"}"#, "f == 5"),
        ("NOT_EQUALS", #"{"value": 5, "type": "INT64"}"#, "f != 5"),
        ("LESS_THAN", #"{"value": 5.5, "type": "DOUBLE"}"#, "f < 5.5"),
        ("LESS_THAN_OR_EQUALS", #"{"value": 5}"#, "f <= 5"),
        ("GREATER_THAN", #"{"value": "a"}"#, "f > 'a'"),
        ("GREATER_THAN_OR_EQUALS", #"{"value": 5}"#, "f >= 5"),
        ("CONTAINS_ALL_TOKENS", #"{"value": "bob smith"}"#, "f TOKENMATCHES[cdl] 'bob smith'"),
        ("CONTAINS_ANY_TOKENS", #"{"value": "bob smith"}"#, "ANY f TOKENMATCHES[cdl] 'bob smith'"),
        ("LIST_CONTAINS", #"{"value": "a", "type": "STRING"}"#, "f CONTAINS 'a'"),
        ("NOT_LIST_CONTAINS", #"{"value": "a"}"#, "NOT f CONTAINS 'a'"),
        ("BEGINS_WITH", #"{"value": "a"}"#, "f BEGINSWITH 'a'"),
        ("NOT_BEGINS_WITH", #"{"value": "a"}"#, "NOT f BEGINSWITH 'a'"),
        ("LIST_MEMBER_BEGINS_WITH", #"{"value": "a"}"#, "ANY f BEGINSWITH 'a'"),
        ("NOT_LIST_MEMBER_BEGINS_WITH", #"{"value": "a"}"#, "NOT ANY f BEGINSWITH 'a'"),
    ])
    func `a comparator is the operator of a format`(
        comparator: String, value: String, format: String
    ) throws {
        #expect(try predicate(comparator, value) == QueryPredicate(parsing: format))
    }

    @Test func `comparators with lists are operators with lists`() throws {
        let value = #"{"value": ["a", "b"], "type": "STRING_LIST"}"#
        let list: Value = ["a", "b"]
        #expect(try predicate("IN", value) == QueryPredicate(parsing: "f IN %@", list))
        #expect(try predicate("NOT_IN", value) == QueryPredicate(parsing: "NOT f IN %@", list))
        #expect(
            try predicate("LIST_CONTAINS_ANY", value)
                == QueryPredicate(parsing: "ANY f IN %@", list))
        #expect(
            try predicate("NOT_LIST_CONTAINS_ANY", value)
                == QueryPredicate(parsing: "NOT ANY f IN %@", list))
        #expect(
            try predicate("LIST_CONTAINS_ALL", value)
                == QueryPredicate(parsing: "f CONTAINS 'a' AND f CONTAINS 'b'"))
        #expect(
            try predicate("NOT_LIST_CONTAINS_ALL", value)
                == QueryPredicate(parsing: "NOT (f CONTAINS 'a' AND f CONTAINS 'b')"))
    }

    @Test func `every comparator of the protocol is known`() {
        #expect(WireFilter.Comparator.allCases.count == 21)
    }

    @Test func `NEAR is a distance in metres`() throws {
        let point = Location(latitude: 48.5, longitude: 2)
        let value = #"{"value": {"latitude": 48.5, "longitude": 2}, "type": "LOCATION"}"#
        #expect(
            try predicate("NEAR", value, rest: #", "distance": 1000"#)
                == QueryPredicate(
                    parsing: "distanceToLocation:fromLocation:(f, %@) < 1000.0", .location(point)))
        #expect(
            throws: WireError.badRequest("BadRequestException: missing required field 'distance'")
        ) {
            try predicate("NEAR", value)
        }
    }

    @Test func `words are searched in all fields where none is named`() throws {
        #expect(
            try predicate(#"{"comparator": "CONTAINS_ALL_TOKENS", "fieldValue": {"value": "a b"}}"#)
                == QueryPredicate(parsing: "allTokens TOKENMATCHES[cdl] 'a b'"))
        #expect(
            try predicate(#"{"comparator": "CONTAINS_ANY_TOKENS", "fieldValue": {"value": "a b"}}"#)
                == QueryPredicate(parsing: "SELF CONTAINS 'a b'"))
    }

    @Test func `several filters must all hold`() throws {
        #expect(
            try predicate(
                """
                {"fieldName": "a", "comparator": "EQUALS", "fieldValue": {"value": 1}},
                {"systemFieldName": "recordName", "comparator": "EQUALS",
                 "fieldValue": {"value": "x", "type": "STRING"}}
                """) == QueryPredicate(parsing: "a == 1 AND recordName == 'x'"))
        #expect(try predicate("") == .constant(true))
    }

    @Test(arguments: ["IN", "NOT_IN", "LIST_CONTAINS_ANY", "NOT_LIST_CONTAINS_ALL"])
    func `a list of values must say that it is one`(comparator: String) {
        for value in [
            #"{"value": ["a"]}"#, #"{"value": ["a"], "type": "STRING"}"#,
            #"{"value": "a", "type": "STRING"}"#, "null",
        ] {
            #expect {
                try predicate(comparator, value)
            } throws: { error in
                // A value that contradicts its type is refused for that.
                ["BadRequestException: Unexpected input", "Invalid value, expected type STRING"]
                    .contains((error as? WireError)?.reason ?? "")
            }
        }
        #expect(throws: WireError.badRequest("BadRequestException: Unexpected input")) {
            try predicate("IN", #"{"value": [1]}"#)
        }
    }

    @Test func `a schema says what a value without a type is`() throws {
        let date = Value.date(Date(timeIntervalSince1970: 1.5))
        #expect(
            try predicate("EQUALS", #"{"value": 1500}"#, field: "timestamp", type: everyType)
                == QueryPredicate(parsing: "timestamp == %@", date))
        #expect(
            try predicate(
                "LIST_CONTAINS", #"{"value": 1500}"#, field: "timestamps", type: everyType)
                == QueryPredicate(parsing: "timestamps CONTAINS %@", date))
        #expect(
            try predicate(
                #"""
                {"systemFieldName": "createdTimestamp", "comparator": "LESS_THAN",
                 "fieldValue": {"value": 1500}}
                """#) == QueryPredicate(parsing: "createdTimestamp < %@", date))
        #expect(throws: WireError.badRequest("Invalid value, expected type TIMESTAMP")) {
            try predicate("EQUALS", #"{"value": 1.5}"#, field: "timestamp", type: everyType)
        }
    }

    @Test func `sorts are written and come back as orderings`() throws {
        let orderings = [
            Ordering("a", ascending: false), Ordering("createdTimestamp"),
            Ordering(
                key: .distance(QueryKeyPath("b"), from: Location(latitude: 1, longitude: 2))),
            Ordering("c", textOrder: .caseInsensitive),
        ]
        let sorts = [
            WireSort("a", ascending: false), WireSort("createdTimestamp", isSystemField: true),
            WireSort("b", relativeLocation: Location(latitude: 1, longitude: 2)),
            WireSort("c", textOrder: .caseInsensitive),
        ]
        let request = QueryRequest(WireQuery("T", sorts: sorts))
        #expect(text(request).contains(#"{"systemFieldName":"createdTimestamp""#))
        #expect(try read(QueryRequest.self, text(request)).query?.ordering == orderings)
    }

    @Test func `filters are written as they are, for other servers`() throws {
        let filters = [
            WireFilter(
                "a", .in, WireValue([1, 2], type: WireType(.int64, isList: true))),
            WireFilter(
                "createdTimestamp", .lessThan,
                WireValue(.date(Date(timeIntervalSince1970: 1)), type: WireType(.timestamp)),
                isSystemField: true),
            WireFilter(
                "p", .near,
                WireValue(
                    .location(Location(latitude: 1, longitude: 2)), type: WireType(.location)),
                distance: 10),
        ]
        let request = QueryRequest(WireQuery("T", filters: filters))
        #expect(try read(QueryRequest.self, text(request)) == request)
        #expect(!text(request).contains("quarry"))
    }
}
