import Foundation
import RecordCore
import TestFiles
import Testing
import TestKit

@testable import WebServices

/// What real clients asked, where it is at hand.
enum Traffic {
    struct Request: Sendable {
        var method: String
        var path: String
        var body: String
    }

    static let requests: [Request] = {
        guard let file = file, let text = try? String(contentsOf: file, encoding: .utf8) else {
            return []
        }
        return text.split(separator: "\n").compactMap { line in
            guard
                let members = try? JSONSerialization.jsonObject(with: Data(line.utf8))
                    as? [String: Any],
                let method = members["method"] as? String, let path = members["path"] as? String
            else { return nil }
            var body = ""
            if let object = members["body"] as? [String: Any],
                let data = try? JSONSerialization.data(withJSONObject: object)
            {
                body = String(decoding: data, as: UTF8.self)
            }
            return Request(method: method, path: path, body: body)
        }
    }()

    private static let file = RealData.file("traffic/client-requests.jsonl")
}

@Suite(.enabled(if: !Traffic.requests.isEmpty, "data that is not shipped"))
struct TrafficTests {
    /// What the clients read of each reply, by endpoint.
    private static let read: [String: String] = [
        "records/query": #"{"records": "$list"}"#,
        "records/lookup": #"{"records": "$list"}"#,
        "records/modify": #"{"records": "$list"}"#,
        "zones/list": #"{"zones": "$list"}"#,
        "changes/database": #"{"zones": "$list", "moreComing": "$bool", "syncToken": "$text"}"#,
        "changes/zone": #"{"zones": [{"zoneID": {"zoneName": "_defaultZone"},"#
            + #""serverErrorCode": "BAD_REQUEST"}]}"#,
        "records/changes": #"{"serverErrorCode": "BAD_REQUEST", "reason": "$text"}"#,
        "users/current": #"{"userRecordName": "$text"}"#,
    ]

    @Test(arguments: StoreUnderTest.available)
    func `every reply has what its client reads`(kind: StoreUnderTest) async throws {
        try await EndpointServer.with(kind) { server in
            // The record that the requests speak of.
            for database in ["private", "public"] {
                _ = try await server.ask(
                    "\(database)/records/modify",
                    #"""
                    {"operations": [{"operationType": "create", "record": {"recordName": "r0",
                      "recordType": "T", "fields": {"t": {"value": "x"}, "n": {"value": 1},
                        "modTime": {"value": 1500, "type": "TIMESTAMP"}}}}]}
                    """#)
            }
            for request in Traffic.requests {
                let path = try #require(EndpointPath(request.path.components(separatedBy: "?")[0]))
                let name = path.endpoint.joined(separator: "/")
                let pattern = try #require(Self.read[name], "\(name)")
                let status = name == "records/changes" ? 400 : 200
                try await server.expect(
                    request.path, request.body, method: request.method, status, pattern)
            }
        }
    }
}
