import RecordCore
import RecordService
import Testing
import TestKit

/// Asks `users/…`.
struct UserEndpointTests {
    private static func introduce(_ server: EndpointServer) async throws {
        try await server.service.setIdentity(
            UserIdentity(
                user: "_bob", givenName: "Bob", familyName: "Hill", emails: ["bob@example.org"],
                phones: ["+4912345"]))
    }

    @Test(arguments: ["users/current", "users/caller"], ["GET", "POST"])
    func `the reply names the caller`(endpoint: String, method: String) async throws {
        try await EndpointServer.with { server in
            try await server.expect(
                "public/\(endpoint)", method: method, #"{"userRecordName": "_ann"}"#)
            server.user = nil
            try await server.expect(
                "public/\(endpoint)", method: method, 421,
                #"{"serverErrorCode": "AUTHENTICATION_REQUIRED", "redirectURL": "$text"}"#)
        }
    }

    @Test func `others are found by address and by name`() async throws {
        try await EndpointServer.with { server in
            try await Self.introduce(server)
            try await server.expect(
                "public/users/lookup/email",
                #"{"users": [{"emailAddress": "bob@example.org"},"#
                    + #"{"emailAddress": "eve@example.org"}]}"#,
                #"""
                {"users": [{"userRecordName": "_bob"},
                           {"serverErrorCode": "NOT_FOUND", "userRecordName": "$absent"}]}
                """#)
            try await server.expect(
                "public/users/lookup/id", #"{"users": [{"userRecordName": "_bob"}]}"#,
                #"{"users": [{"userRecordName": "_bob"}]}"#)
            try await server.expect(
                "public/users/discover",
                #"{"lookupInfos": [{"emailAddress": "bob@example.org"},"#
                    + #"{"emailAddress": "eve@example.org"}]}"#,
                #"{"users": [{"userRecordName": "_bob","#
                    + #""nameComponents": {"givenName": "Bob", "familyName": "Hill"},"#
                    + #""lookupInfo": {"emailAddress": "bob@example.org"}}]}"#)
            try await server.expect(
                "public/users/discover", method: "GET",
                #"{"users": [{"userRecordName": "_bob"}]}"#)
        }
    }

    @Test func `a user that is not discoverable is found by the same bytes alone`() async throws {
        try await EndpointServer.with { server in
            try await server.service.setIdentity(
                UserIdentity(user: "Jos\u{E9}", givenName: "Jos\u{E9}", isDiscoverable: false))
            server.user = "Jose\u{301}"
            let body = "{\"users\": [{\"userRecordName\": \"Jos\u{E9}\"}]}"
            try await server.expect(
                "public/users/lookup/id", body,
                #"{"users": [{"serverErrorCode": "NOT_FOUND", "firstName": "$absent"}]}"#)
            server.user = "Jos\u{E9}"
            try await server.expect(
                "public/users/lookup/id", body, "{\"users\": [{\"firstName\": \"Jos\u{E9}\"}]}")
        }
    }

    @Test func `contacts are users without addresses, as the older endpoint tells them`()
        async throws
    {
        try await EndpointServer.with { server in
            try await server.expect(
                "public/users/lookup/contacts", "{}",
                #"""
                {"users": [{"userRecordName": "_bob", "firstName": "Bob",
                            "emailAddress": "$absent", "lookupInfo": "$absent"}]}
                """#)
            try await Self.introduce(server)
            try await server.expect(
                "public/users/lookup/email",
                #"{"users": [{"emailAddress": "bob@example.org"}]}"#,
                #"""
                {"users": [{"userRecordName": "_bob", "firstName": "Bob", "lastName": "Hill",
                            "emailAddress": "bob@example.org"}]}
                """#)
            server.user = nil
            try await server.expect(
                "public/users/lookup/contacts", "{}", 421,
                #"{"serverErrorCode": "AUTHENTICATION_REQUIRED"}"#)
        }
    }

    @Test func `no user is found without signing in`() async throws {
        try await EndpointServer.with { server in
            server.user = nil
            for endpoint in ["users/discover", "users/lookup/email", "users/lookup/id"] {
                try await server.expect(
                    "public/\(endpoint)", #"{"users": []}"#, 421,
                    #"{"serverErrorCode": "AUTHENTICATION_REQUIRED"}"#)
            }
        }
    }
}
