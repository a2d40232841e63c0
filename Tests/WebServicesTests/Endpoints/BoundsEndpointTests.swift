import Foundation
import RecordCore
import Testing
import TestKit

@testable import WebServices

/// What a server neither gives away nor takes on.
struct BoundsEndpointTests {
    static let schema = """
        DEFINE SCHEMA
        RECORD TYPE Secret (___recordID REFERENCE QUERYABLE, text STRING,
            GRANT CREATE TO "_icloud", GRANT READ, WRITE TO "_creator");
        RECORD TYPE Open (___recordID REFERENCE QUERYABLE, text STRING,
            GRANT READ, CREATE, WRITE TO "_icloud");
        """

    @Test func `no operation brings a record that may not be read`() async throws {
        try await EndpointServer.with(schema: Self.schema) { server in
            func body(_ operation: String, _ type: String, _ tag: String = "") -> String {
                #"{"operations": [{"operationType": "\#(operation)", "record": {"#
                    + #""recordName": "s1", "recordType": "\#(type)"\#(tag),"#
                    + #""fields": {"text": {"value": "ANN PRIVATE"}}}}]}"#
            }
            _ = try await server.ask("public/records/modify", body("create", "Secret"))
            server.user = "_bob"
            let tag = #", "recordChangeTag": "zz""#
            for (operation, type, tag) in [
                ("create", "Secret", ""), ("update", "Secret", tag), ("replace", "Secret", tag),
                ("delete", "Secret", tag), ("forceUpdate", "Secret", ""),
                ("forceReplace", "Open", ""), ("create", "Open", ""), ("update", "Open", tag),
            ] {
                let mine = body(operation, type, tag)
                    .replacingOccurrences(of: "ANN PRIVATE", with: "bob")
                try await server.expect(
                    "public/records/modify", mine,
                    #"{"records": [{"recordName": "s1", "serverErrorCode": "ACCESS_DENIED"}]}"#)
                let reply = try await server.ask("public/records/modify", mine).wholeBody()
                #expect(!String(decoding: reply, as: UTF8.self).contains("PRIVATE"))
            }
        }
    }

    @Test func `a predicate is as long as its limit at most`() async throws {
        try await EndpointServer.with { server in
            _ = try await server.ask(
                "public/records/modify",
                #"{"operations": [{"operationType": "create", "record": {"#
                    + #""recordName": "a", "recordType": "T", "fields": {"n": {"value": 1}}}}]}"#)
            func query(_ predicate: String) -> String {
                #"{"query": {"recordType": "T", "quarry": {"predicate": "\#(predicate)"}}}"#
            }
            func terms(_ count: Int) -> String {
                Array(repeating: "n == 1", count: count).joined(separator: " AND ")
            }
            try await server.expect(
                "public/records/query", query(terms(200)), #"{"records": [{"recordName": "a"}]}"#)
            for (text, words) in [
                (terms(201), "200 comparisons"), (terms(5000), "10000 bytes"),
                ("n == '" + String(repeating: "x", count: 200_000) + "'", "200000 bytes"),
            ] {
                let reply = try await server.ask("public/records/query", query(text))
                #expect(reply.status == 400)
                let reason = try JSON(try await reply.wholeBody())["reason"]?.text
                #expect(reason?.contains(words) == true, "\(reason ?? "")")
                let saved = try await server.json(
                    "public/subscriptions/modify",
                    #"{"operations": [{"operationType": "create", "subscription": {"#
                        + #""subscriptionID": "s", "subscriptionType": "query","#
                        + #""firesOn": ["create"], "query": {"recordType": "T","#
                        + #""quarry": {"predicate": "\#(text)"}}}}]}"#)
                #expect("\(saved)".contains(words))
            }
            let filter =
                #"{"fieldName": "n", "comparator": "EQUALS", "fieldValue": {"value": 1}}"#
            let filters = Array(repeating: filter, count: 201).joined(separator: ",")
            let reply = try await server.ask(
                "public/records/query",
                #"{"query": {"recordType": "T", "filterBy": [\#(filters)]}}"#)
            #expect(reply.status == 400)
        }
    }
}
