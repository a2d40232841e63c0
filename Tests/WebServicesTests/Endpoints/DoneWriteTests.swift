import Foundation
import RecordCore
import RecordService
import TestKit
import Testing

@testable import WebServices

/// The answer to a write that is done, whatever fails after it.
@Suite struct `A write that is done` {
    private static func ask(
        _ store: FailingStore, _ endpoint: String, _ body: String, user: String = "_ann"
    ) async throws -> String {
        let service = RecordService(store: store, container: EndpointServer.container)
        let path = "/database/1/\(EndpointServer.container)/development/\(endpoint)"
        let reply = await Endpoints.answer(
            try #require(EndpointPath(path)),
            WireRequest(
                "POST", path, query: "getCurrentSyncToken=true", body: .bytes(Array(body.utf8))),
            in: EndpointContext(
                session: service.session(user: user, device: "d"),
                services: FakeServices(directory: FileManager.default.temporaryDirectory)))
        #expect(reply.status == 200)
        guard case .bytes(let bytes) = reply.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: ["public", "private"])
    func `is told as that, though nothing can be read after it`(database: String) async throws {
        let store = FailingStore(MemoryStore())
        store.failsReadsAfterSave = true
        let text = try await Self.ask(
            store, "\(database)/records/modify",
            #"{"operations":[{"operationType":"create","record":{"recordName":"a","recordType":"City","fields":{"name":{"value":"Paris"}}}}]}"#
        )
        #expect(text.contains(#""recordName":"a""#) && text.contains("Paris"))
        #expect(text.contains("recordChangeTag"))
        #expect(!text.contains("serverErrorCode"))
    }

    @Test func `shows a writer nothing of a record when its read access cannot be found out`()
        async throws
    {
        let store = FailingStore(MemoryStore())
        let schema = try RecordSchema(
            parsing: """
                DEFINE SCHEMA
                    RECORD TYPE Box (
                        ___recordID REFERENCE QUERYABLE, own STRING, other STRING,
                        GRANT CREATE, WRITE TO "_icloud");
                """)
        _ = try await store.setSchema(schema)
        _ = try await store.save(
            SaveRequest(
                saving: [Record("Box", RecordID("b"), ["other": "secret"])],
                isAdministrator: true), in: .public)
        store.failsReadsAfterSave = true
        let text = try await Self.ask(
            store, "public/records/modify",
            #"{"operations":[{"operationType":"forceUpdate","record":{"recordName":"b","recordType":"Box","fields":{"own":{"value":"mine"}}}}]}"#
        )
        #expect(text.contains("mine"))
        #expect(!text.contains("secret"))
    }

    @Test func `of zones is told as that, though nothing can be read after it`() async throws {
        let store = FailingStore(MemoryStore())
        store.failsReads = true
        for kind in ["create", "delete"] {
            let text = try await Self.ask(
                store, "private/zones/modify",
                #"{"operations":[{"operationType":"\#(kind)","zone":{"zoneID":{"zoneName":"Z"}}}]}"#
            )
            #expect(text.contains(#""zoneName":"Z""#))
            #expect(!text.contains("serverErrorCode"))
        }
    }

    @Test func `a subscription stays where its removal failed`() async throws {
        let store = FailingStore(MemoryStore())
        let service = RecordService(store: store, container: EndpointServer.container)
        let session = service.session(user: "_ann", device: "d")
        let saved = try await session.modifySubscriptions(
            saving: [ServiceSubscription("s", .database(type: nil))], in: .private)
        #expect(try saved.saves[0].get().id == "s")
        store.failsWrites = true
        let failed = try await session.modifySubscriptions(deleting: ["s"], in: .private)
        #expect(throws: ServiceError.self) { try failed.deletions[0].get() }
        store.failsWrites = false
        #expect(try await session.subscriptions(in: .private).map(\.id) == ["s"])
        let removed = try await session.modifySubscriptions(deleting: ["s"], in: .private)
        #expect(try removed.deletions[0].get() == "s")
    }
}
