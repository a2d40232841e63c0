import Foundation
import RecordCore
import RecordService
import Testing
import TestKit
import WebServices

/// Asks `subscriptions/list`, `lookup` and `modify`, and `tokens/create` and `register`.
struct SubscriptionEndpointTests {
    private static let query = #"""
        {"operations": [{"operationType": "create", "subscription": {
          "subscriptionID": "large", "subscriptionType": "query", "zoneWide": true,
          "query": {"recordType": "City", "filterBy": [{"fieldName": "size",
            "comparator": "GREATER_THAN", "fieldValue": {"value": 10, "type": "INT64"}}]},
          "firesOn": ["create", "update"], "firesOnce": true,
          "notificationInfo": {"alertBody": "A large city", "shouldBadge": true}}}]}
        """#

    private static func prepare(_ server: EndpointServer) async throws {
        _ = try await server.ask(
            "private/records/modify",
            #"{"operations": [{"operationType": "create", "record": {"recordName": "a","#
                + #""recordType": "City", "fields": {"size": {"value": 1}}}}]}"#)
        _ = try await server.ask(
            "private/zones/modify",
            #"{"operations": [{"operationType": "create","#
                + #""zone": {"zoneID": {"zoneName": "Notes"}}}]}"#)
    }

    @Test(arguments: StoreUnderTest.available)
    func `a query subscription is kept as it was said`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            try await Self.prepare(server)
            let subscription = #"""
                {"subscriptionID": "large", "subscriptionType": "query",
                 "query": {"recordType": "City", "filterBy": [{"fieldName": "size",
                   "comparator": "GREATER_THAN", "fieldValue": {"value": 10, "type": "INT64"}}]},
                 "firesOn": ["create", "update"],
                 "notificationInfo": {"alertBody": "A large city", "shouldBadge": true}}
                """#
            try await server.expect(
                "private/subscriptions/modify", Self.query,
                "{\"subscriptions\": [\(subscription)]}")
            for method in ["GET", "POST"] {
                try await server.expect(
                    "private/subscriptions/list", method == "GET" ? "" : "{}", method: method,
                    "{\"subscriptions\": [\(subscription)]}")
            }
            try await server.expect(
                "private/subscriptions/lookup",
                #"{"subscriptions": [{"subscriptionID": "none"}, {"subscriptionID": "large"}]}"#,
                #"{"subscriptions": [{"subscriptionID": "none", "serverErrorCode": "NOT_FOUND"},"#
                    + "\(subscription)]}")
            try await server.expect(
                "private/subscriptions/modify",
                #"{"operations": [{"operationType": "delete","#
                    + #""subscription": {"subscriptionID": "large"}},"#
                    + #"{"operationType": "delete", "subscription": {"subscriptionID": "none"}}]}"#,
                #"{"subscriptions": [{"subscriptionID": "large", "deleted": true},"#
                    + #"{"subscriptionID": "none", "serverErrorCode": "NOT_FOUND"}]}"#)
        }
    }

    @Test func `a zone and a database can be subscribed to`() async throws {
        try await EndpointServer.with { server in
            try await Self.prepare(server)
            try await server.expect(
                "private/subscriptions/modify",
                #"""
                {"operations": [
                  {"operationType": "create", "subscription": {"subscriptionID": "zone",
                    "subscriptionType": "zone", "zoneID": {"zoneName": "Notes"}}},
                  {"operationType": "create", "subscription": {"subscriptionID": "all",
                    "subscriptionType": "database"}},
                  {"operationType": "create", "subscription": {
                    "subscriptionType": "zone", "zoneID": {"zoneName": "Nowhere"}}}]}
                """#,
                #"""
                {"subscriptions": [
                  {"subscriptionID": "zone", "subscriptionType": "zone",
                   "zoneID": {"zoneName": "Notes", "ownerRecordName": "_ann"}},
                  {"subscriptionID": "all", "subscriptionType": "database"},
                  {"subscriptionID": "$text", "serverErrorCode": "ZONE_NOT_FOUND"}]}
                """#)
        }
    }

    // As Apple's server does: https://github.com/brightdigit/MistKit/issues/387
    @Test func `a second subscription to the same query is refused, one of the same name is not`()
        async throws
    {
        try await EndpointServer.with { server in
            try await Self.prepare(server)
            for (name, reply) in [
                ("large", #"{"subscriptionID": "large", "serverErrorCode": "$absent"}"#),
                ("large", #"{"subscriptionID": "large", "serverErrorCode": "$absent"}"#),
                (
                    "other",
                    #"""
                    {"subscriptionID": "other", "serverErrorCode": "INTERNAL_ERROR",
                     "reason": "could not find subscription we just created",
                     "quarry": {"code": 15, "message": "subscription is duplicate of 'large'"}}
                    """#
                ),
            ] {
                try await server.expect(
                    "private/subscriptions/modify",
                    Self.query.replacingOccurrences(of: #""large""#, with: "\"\(name)\""),
                    "{\"subscriptions\": [\(reply)]}")
            }
        }
    }

    @Test func `what is subscribed to is told`() async throws {
        try await EndpointServer.with { server in
            try await Self.prepare(server)
            _ = try await server.ask("private/subscriptions/modify", Self.query)
            let other = server.service.session(user: "_ann", device: "phone")
            let saved = try await other.modify(
                SaveRequest(saving: [Record("City", RecordID("b"), ["size": 11])]), in: .private)
            _ = try saved.saves[0].get()
            let told = server.service.session(user: "_ann", device: "test").missedNotifications()
            #expect(told.map(\.subscription) == ["large"])
        }
    }

    @Test func `a key of a server is told of the public database alone`() async throws {
        try await EndpointServer.with { server in
            try await Self.prepare(server)
            let other = server.service.session(user: "_ann", device: "phone")
            for (database, path, id) in [
                (ServiceSession.Database.private, "private", "own"), (.public, "public", "all"),
            ] {
                _ = try await server.ask(
                    path + "/subscriptions/modify",
                    #"{"operations": [{"operationType": "create", "subscription": {"#
                        + #""subscriptionID": "\#(id)", "subscriptionType": "query","#
                        + #""query": {"recordType": "City"}, "firesOn": ["create"]}}]}"#)
                let saved = try await other.modify(
                    SaveRequest(saving: [Record("City", RecordID("b"), ["size": 11])]),
                    in: database)
                _ = try saved.saves[0].get()
            }
            func told() async throws -> [String] {
                let reply = try await server.ask("public/quarry/news", #"{"after": 0}"#)
                #expect(reply.status == 200)
                return try NotificationBacklog(reading: try await reply.wholeBody())
                    .notifications.map(\.subscription)
            }
            #expect(try await told() == ["own", "all"])
            server.allowsPrivateData = false
            #expect(try await told() == ["all"])
        }
    }

    @Test func `subscriptions belong to a user`() async throws {
        try await EndpointServer.with { server in
            server.user = nil
            try await server.expect(
                "public/subscriptions/list", "{}", 421,
                #"{"serverErrorCode": "AUTHENTICATION_REQUIRED","#
                    + #""redirectURL": "https://example.org/sign-in"}"#)
        }
    }

    @Test func `a token says where news is waited for`() async throws {
        try await EndpointServer.with { server in
            try await server.expect(
                "tokens/create", #"{"apnsEnvironment": "development", "clientId": "c"}"#,
                #"{"apnsEnvironment": "development", "apnsToken": "token-1","#
                    + #""webcourierURL": "https://courier.example/token-1"}"#)
            try await server.expect(
                "tokens/register",
                #"{"apnsEnvironment": "development", "apnsToken": "abc", "clientId": "c"}"#, "{}")
            try await server.expect(
                "tokens/create", #"{"apnsEnvironment": "moon"}"#, 400,
                #"{"serverErrorCode": "BAD_REQUEST"}"#)
            try await server.expect(
                "tokens/register", #"{"apnsToken": "abc"}"#, 400,
                #"{"reason": "BadRequestException: missing required field 'apnsEnvironment'"}"#)
            try await server.expect(
                "tokens/register", #"{"apnsEnvironment": "development"}"#, 400,
                #"{"reason": "BadRequestException: missing required field 'apnsToken'"}"#)
        }
    }
}
