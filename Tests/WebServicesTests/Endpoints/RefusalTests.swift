import RecordCore
import RecordService
import Testing
import TestKit

@testable import WebServices

/// What is refused before a handler looks at it, and faults.
struct RefusalTests {
    @Test(arguments: ["records/unknown", "records", "records/query/more", "", "quarry/unknown"])
    func `what is nothing has no handler`(endpoint: String) async throws {
        try await EndpointServer.with { server in
            try await server.expect(
                "public/\(endpoint)", "{}", 404,
                #"{"serverErrorCode": "NOT_FOUND", "uuid": "$text","#
                    + #""reason": "could not find handler for endpoint"}"#)
        }
    }

    @Test(arguments: Endpoint.allCases)
    func `each endpoint says how it may be asked`(endpoint: Endpoint) async throws {
        try await EndpointServer.with { server in
            let path = endpoint.rawValue.hasPrefix("tokens") ? "" : "private/"
            let reply = try await server.ask(path + endpoint.rawValue, method: "DELETE")
            #expect(reply.status == 405)
            let allowed = reply.headers.first { $0.name == "allow" }?.value
            #expect(allowed?.contains("POST") == true)
        }
    }

    @Test(arguments: Endpoint.allCases)
    func `no endpoint of a private database answers an anonymous caller`(endpoint: Endpoint)
        async throws
    {
        try await EndpointServer.with { server in
            server.user = nil
            for database in ["private", "shared"] {
                try await server.expect(
                    "\(database)/\(endpoint.rawValue)", "{}", 421,
                    #"{"serverErrorCode": "AUTHENTICATION_REQUIRED","#
                        + #""reason": "request needs authorization","#
                        + #""redirectURL": "https://example.org/sign-in"}"#)
            }
        }
    }

    @Test(arguments: Endpoint.allCases)
    func `a key of a server reaches no private database`(endpoint: Endpoint) async throws {
        try await EndpointServer.with { server in
            server.allowsPrivateData = false
            try await server.expect(
                "private/\(endpoint.rawValue)", "{}", 403,
                #"{"serverErrorCode": "ACCESS_DENIED","#
                    + #""reason": "private db access disabled for this account"}"#)
        }
    }

    @Test(arguments: Endpoint.allCases)
    func `text that is no JSON is answered`(endpoint: Endpoint) async throws {
        try await EndpointServer.with { server in
            let path = endpoint.rawValue.hasPrefix("tokens") ? "" : "private/"
            for body in [#"{"a": "#, "[1, 2]", "nonsense", String(repeating: "[", count: 5000)] {
                let reply = try await server.ask(path + endpoint.rawValue, body)
                let unread = [
                    "subscriptions/list", "users/current", "users/caller", "users/lookup/contacts",
                ]
                let isRead = !unread.contains(endpoint.rawValue)
                #expect(reply.status == (isRead ? 400 : 200), "\(endpoint) with \(body.prefix(9))")
                _ = try JSON(try await reply.wholeBody())
            }
        }
    }

    @Test func `faults reach the client in its own terms`() async throws {
        try await EndpointServer.with { server in
            server.service.faults.add(.throttled(retryAfter: 3))
            let lookup = #"{"records": [{"recordName": "a"}]}"#
            try await server.expect(
                "private/records/lookup", lookup, 429,
                #"{"serverErrorCode": "THROTTLED", "retryAfter": "$number"}"#)
            server.service.faults.add(.serviceUnavailable(retryAfter: 5))
            try await server.expect(
                "private/records/lookup", lookup, 503,
                #"{"serverErrorCode": "TRY_AGAIN_LATER", "retryAfter": "$number"}"#)
            server.service.faults.add(.notAuthenticated)
            try await server.expect(
                "private/records/lookup", lookup, 421,
                #"{"serverErrorCode": "AUTHENTICATION_REQUIRED", "redirectURL": "$text"}"#)
        }
    }

    @Test func `a full database says so`() async throws {
        var options = ServiceOptions()
        options.quotaBytes = 100
        try await EndpointServer.with(options: options) { server in
            let text = String(repeating: "x", count: 200)
            try await server.expect(
                "private/records/modify",
                #"{"operations": [{"operationType": "create", "record": {"recordName": "a","#
                    + #""recordType": "T", "fields": {"t": {"value": "\#(text)"}}}}]}"#,
                #"{"records": [{"recordName": "a", "serverErrorCode": "QUOTA_EXCEEDED"}]}"#)
        }
    }

    @Test func `without an account the public database is read only`() async throws {
        try await EndpointServer.with { server in
            let create =
                #"{"operations": [{"operationType": "create", "record": {"#
                + #""recordName": "a", "recordType": "T", "fields": {"n": {"value": 1}}}}]}"#
            _ = try await server.ask("public/records/modify", create)
            server.user = nil
            try await server.expect(
                "public/records/query", #"{"query": {"recordType": "T"}}"#,
                #"{"records": [{"recordName": "a"}]}"#)
            // A client that gets this shows the sign-in page; entries of records do not say it.
            for body in [create, "{}"] {
                try await server.expect(
                    "public/records/modify", body, 421,
                    #"{"serverErrorCode": "AUTHENTICATION_REQUIRED","#
                        + #""reason": "request needs authorization","#
                        + #""redirectURL": "https://example.org/sign-in"}"#)
            }
        }
    }
}
