import Foundation
import RecordCore
import RecordService
import Synchronization
import Testing
import TestKit

@testable import WebServices

/// Replies that are too long for one piece.
struct LongReplyTests {
    private static func fill(
        _ server: EndpointServer, count: Int, bytes: Int, zone: String
    ) async throws {
        let id = ZoneID(zone)
        let session = server.service.session(user: "_ann", device: "filler")
        _ = try await session.modifyZones(saving: [id], in: .private)
        let text = String(repeating: "x", count: bytes)
        for number in 0..<count {
            let record = Record("T", RecordID("r\(1000 + number)", zone: id), ["t": .text(text)])
            let result = try await session.modify(SaveRequest(saving: [record]), in: .private)
            _ = try result.saves[0].get()
        }
    }

    private static let query = #"{"zoneID": {"zoneName": "Z"}, "query": {"recordType": "T"}}"#

    @Test func `a long reply comes in pieces and is the same text`() async throws {
        try await EndpointServer.with { server in
            try await Self.fill(server, count: 100, bytes: 20_000, zone: "Z")
            let reply = try await server.ask("private/records/query", Self.query)
            guard case .stream(let make) = reply.body else {
                Issue.record("2 MB came in one piece")
                return
            }
            let pieces = Pieces()
            try await make { await pieces.add($0) }
            #expect(await pieces.count > 10)
            let json = try JSON(await pieces.bytes)
            #expect(json["records"]?.count == 100)
            #expect(json["continuationMarker"] == nil)
        }
    }

    @Test func `a short reply comes whole`() async throws {
        try await EndpointServer.with { server in
            try await Self.fill(server, count: 3, bytes: 20_000, zone: "Z")
            let reply = try await server.ask("private/records/query", Self.query)
            guard case .bytes = reply.body else {
                Issue.record("60 KB came in pieces")
                return
            }
        }
    }

    @Test(arguments: StoreUnderTest.available)
    func `pages end early when records are large, and lose none`(
        kind: StoreUnderTest
    ) async throws {
        try await EndpointServer.with(kind) { server in
            try await Self.fill(server, count: 12, bytes: 900_000, zone: "Z")
            var names: [String] = []
            var body = Self.query
            var pages = 0
            while pages < 12 {
                pages += 1
                let page = try await server.json("private/records/query", body)
                for place in 0..<(page["records"]?.count ?? 0) {
                    names.append(page["records"]?[place]?["recordName"]?.text ?? "")
                }
                guard let marker = page["continuationMarker"]?.text else { break }
                body = #"{"continuationMarker": "\#(marker)"}"#
            }
            #expect(pages == 3)
            #expect(names.sorted() == (0..<12).map { "r\(1000 + $0)" })

            names = []
            pages = 0
            body = #"{"zones": [{"zoneID": {"zoneName": "Z"}}]}"#
            while pages < 12 {
                pages += 1
                let zone = try await server.json("private/changes/zone", body)["zones"]?[0]
                for place in 0..<(zone?["records"]?.count ?? 0) {
                    names.append(zone?["records"]?[place]?["recordName"]?.text ?? "")
                }
                guard zone?["moreComing"] == .bool(true) else { break }
                let token = zone?["syncToken"]?.text ?? ""
                body = #"{"zones": [{"zoneID": {"zoneName": "Z"}, "syncToken": "\#(token)"}]}"#
            }
            #expect(pages == 3)
            #expect(names.sorted() == (0..<12).map { "r\(1000 + $0)" })
        }
    }

    @Test func `a batch may be larger than a native one`() async throws {
        try await EndpointServer.with { server in
            let text = String(repeating: "x", count: 900_000)
            func batch(_ more: String) -> String {
                let operations = (0..<4).map {
                    #"{"operationType": "forceReplace", "record": {"recordName": "r\#($0)","#
                        + #""recordType": "T", "fields": {"t": {"value": "\#(text)"}}}}"#
                }
                return "{\"operations\": [\(operations.joined(separator: ","))]\(more)}"
            }
            let reply = try await server.json(
                "private/records/modify", batch(#", "desiredKeys": []"#))
            #expect(reply["records"]?.count == 4)
            #expect(reply["records"]?[3]?["recordChangeTag"] != nil)
            // Our own client is held to what a native request may hold.
            try await server.expect(
                "private/records/modify", batch(#", "quarry": {"exact": true}"#), 400,
                #"{"reason": "Request size exceeds limit", "quarry": {"code": 27}}"#)
        }
    }

    @Test func `many zones are read while they are sent`() async throws {
        try await EndpointServer.with { server in
            for zone in ["A", "B", "C"] {
                try await Self.fill(server, count: 10, bytes: 20_000, zone: zone)
            }
            let zones = ["A", "B", "C", "D"].map { #"{"zoneID": {"zoneName": "\#($0)"}}"# }
            let reply = try await server.ask(
                "private/changes/zone", "{\"zones\": [\(zones.joined(separator: ","))]}")
            guard case .stream = reply.body else {
                Issue.record("600 KB came in one piece")
                return
            }
            let json = try JSON(try await reply.wholeBody())
            #expect(json["zones"]?.count == 4)
            #expect(json["zones"]?[2]?["records"]?.count == 10)
            #expect(json["zones"]?[3]?["serverErrorCode"] == .text("ZONE_NOT_FOUND"))
        }
    }

    @Test(arguments: [1_000, 200_000])
    func `many large records that are looked up are read while they are sent`(
        bytes: Int
    ) async throws {
        let store = FailingStore(MemoryStore())
        let service = RecordService(store: store, container: EndpointServer.container)
        let session = service.session(user: "_ann", device: "test", isForOneRequest: true)
        let text = Value.text(String(repeating: "x", count: bytes))
        let names = (0..<90).map { "r\(10 + $0)" }
        for name in names {
            let record = Record("T", RecordID(name), ["t": text])
            let result = try await session.modify(SaveRequest(saving: [record]), in: .private)
            _ = try result.saves[0].get()
        }
        let path = "/database/1/\(EndpointServer.container)/development/private/records/lookup"
        let asked = Array(names.prefix(70)) + ["none"] + names.dropFirst(70)
        let items = asked.map { #"{"recordName": "\#($0)"}"# }.joined(separator: ",")
        let request = WireRequest(
            "POST", path, body: .bytes(Array("{\"records\": [\(items)]}".utf8)))
        let endpoint = try #require(EndpointPath(path))
        let context = EndpointContext(
            session: session,
            services: FakeServices(directory: FileManager.default.temporaryDirectory))
        let reply = await Endpoints.answer(endpoint, request, in: context)
        let json = try JSON(try await reply.wholeBody())
        #expect(json["records"]?.count == 91)
        for (place, name) in asked.enumerated() {
            let entry = json["records"]?[place]
            #expect(entry?["recordName"] == .text(name))
            #expect((entry?["serverErrorCode"] == .text("NOT_FOUND")) == (name == "none"))
            #expect((entry?["fields"]?["t"] == nil) == (name == "none"))
        }
        #expect(store.longestPage == 64)
        try await service.close()
    }

    @Test func `a zone that is read while the reply is sent has the time of a request`()
        async throws
    {
        let store = FailingStore(MemoryStore())
        let service = RecordService(store: store, container: EndpointServer.container)
        let session = service.session(user: "_ann", device: "test")
        let zones = ["A", "B", "C"]
        _ = try await session.modifyZones(saving: zones.map { ZoneID($0) }, in: .private)
        let text = String(repeating: "x", count: 300_000)
        for zone in zones {
            let record = Record("T", RecordID("r", zone: ZoneID(zone)), ["t": .text(text)])
            let result = try await session.modify(SaveRequest(saving: [record]), in: .private)
            _ = try result.saves[0].get()
        }
        let path = "/database/1/\(EndpointServer.container)/development/private/changes/zone"
        let names = zones.map { #"{"zoneID": {"zoneName": "\#($0)"}}"# }.joined(separator: ",")
        let request = WireRequest("POST", path, body: .bytes(Array("{\"zones\": [\(names)]}".utf8)))
        let endpoint = try #require(EndpointPath(path))
        let context = EndpointContext(
            session: session,
            services: FakeServices(directory: FileManager.default.temporaryDirectory))
        let reply = await TimeLimit.$current.withValue(TimeLimit(seconds: 90)) {
            await Endpoints.answer(endpoint, request, in: context)
        }
        guard case .stream = reply.body else {
            Issue.record("900 KB came in one piece")
            return
        }
        let seconds = Mutex<Double?>(nil)
        store.beforeAnswer(to: .changes) {
            seconds.withLock { $0 = TimeLimit.current?.seconds }
        }
        let json = try JSON(try await reply.wholeBody())
        #expect(json["zones"]?.count == 3)
        #expect(seconds.withLock { $0 } == 90)
        try await service.close()
    }
}
