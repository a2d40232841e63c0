import RecordCore
import Testing
import TestKit

@testable import WebServices
import TestRandom

/// Requests with bytes changed, left out and put twice: each has an answer.
struct AlteredRequestTests {
    private static let requests: [(String, String)] = [
        (
            "private/records/query",
            #"{"query":{"recordType":"T","filterBy":[{"fieldName":"n","comparator":"IN","#
                + #""fieldValue":{"value":[1,2],"type":"INT64_LIST"}}],"sortBy":[{"fieldName":"n","#
                + #""ascending":false}]},"resultsLimit":5,"zoneWide":true,"desiredKeys":["n"]}"#
        ),
        (
            "private/records/modify",
            #"{"operations":[{"operationType":"forceUpdate","record":{"recordName":"a","#
                + #""recordType":"T","fields":{"n":{"value":1},"l":{"value":["x"]},"#
                + #""g":{"value":{"latitude":1.5,"longitude":2}}},"parent":null}},"#
                + #"{"operationType":"delete","record":{"recordName":"b","recordChangeTag":"1"}}],"#
                + #""atomic":false,"zoneID":{"zoneName":"Z"}}"#
        ),
        (
            "private/records/lookup",
            #"{"records":[{"recordName":"a","desiredKeys":["n"]}],"zoneID":{"zoneName":"Z"}}"#
        ),
        (
            "private/changes/zone",
            #"{"zones":[{"zoneID":{"zoneName":"Z","ownerRecordName":"_ann"},"resultsLimit":2,"#
                + #""reverse":true,"desiredRecordTypes":["T"]}]}"#
        ),
        (
            "private/subscriptions/modify",
            #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"s","#
                + #""subscriptionType":"query","query":{"recordType":"T"},"firesOn":["create"],"#
                + #""notificationInfo":{"alertBody":"x"}}}]}"#
        ),
        (
            "private/zones/modify",
            #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Y"}}}]}"#
        ),
        ("public/users/discover", #"{"lookupInfos":[{"emailAddress":"a@example.org"}]}"#),
        (
            "private/assets/upload",
            #"{"tokens":[{"recordName":"a","recordType":"T","fieldName":"f"}]}"#
        ),
        (
            "public/records/resolve",
            #"{"shortGUIDs":[{"value":"abc","shouldFetchRootRecord":true}]}"#
        ),
        ("tokens/create", #"{"apnsEnvironment":"development","clientId":"c"}"#),
    ]

    @Test func `each has an answer that is not the server's fault`() async throws {
        try await EndpointServer.with { server in
            _ = try await server.ask(
                "private/zones/modify",
                #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}}]}"#)
            _ = try await server.ask(Self.requests[1].0, Self.requests[1].1)
            var random = RandomNumbers(seed: 5)
            let bytes = Array(#"{}[]",:0.-9eE\u"null"#.utf8) + [0, 0x80, 0xFF]
            for number in 0..<4000 {
                let (path, text) = Self.requests[number % Self.requests.count]
                var body = Array(text.utf8)
                for _ in 0...Int.random(in: 0...2, using: &random) where !body.isEmpty {
                    let place = Int.random(in: body.indices, using: &random)
                    switch Int.random(in: 0...3, using: &random) {
                    case 0: body[place] = bytes.randomElement(using: &random) ?? 0
                    case 1: body.remove(at: place)
                    case 2: body.insert(body[place], at: place)
                    default: body.removeSubrange(place...)
                    }
                }
                let reply = try await server.ask(path, body)
                let said = try await reply.wholeBody()
                #expect(
                    reply.status == 200 || (400..<500).contains(reply.status),
                    "\(path) \(String(decoding: body, as: UTF8.self))")
                _ = try JSON(said)
            }
        }
    }
}
