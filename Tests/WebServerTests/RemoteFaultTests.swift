import CloudKitClient
import Foundation
import RecordCore
import RecordService
import Synchronization
import TestFiles
import Testing
import WebServices

@testable import RecordTransfer

/// Faults that a program asks for, of sessions at a server.
@Suite struct `Faults of remote sessions` {
    private let folder = TemporaryFolder()

    private func faulty() async throws -> (RemoteHost, ServiceFaults, any CloudSession) {
        let remote = try await RemoteHost()
        let faults = ServiceFaults()
        let service = RemoteService(
            RemoteServiceOptions(container: RemoteHost.container), transport: remote,
            credentials: .management(remote.management), faults: faults)
        return (remote, faults, service.cloudSession(user: "_ann", device: "phone"))
    }

    @Test func `a pull does not forget a record that was refused when it was looked up`()
        async throws
    {
        // It points at one that is not there, so that it is looked up again at the end.
        let cloud = CloudDatabase(
            transport: CannedServer([
                "records/query":
                    #"{"records":[{"recordName":"a","recordType":"Line","fields":{"above":"#
                    + #"{"value":{"recordName":"b","action":"VALIDATE"},"type":"REFERENCE"}}}]}"#,
                "records/lookup":
                    #"{"records":[{"recordName":"a","reason":"not now","#
                    + #""serverErrorCode":"ACCESS_DENIED"}]}"#,
            ]), credentials: .none, container: "iCloud.a", environment: "development",
            database: "public", user: nil, isApple: false)
        let path = folder.file("progress.json").path
        let puller = try Puller(
            from: cloud, into: MemoryStore(), scope: .public, policy: .replace, only: [],
            file: try ProgressFile(path, transfer: "test", restart: false), pageSize: 10,
            observer: TransferObserver(moved: { _ in }, note: { _ in }))
        await #expect(throws: TransferError.self) {
            try await puller.run(types: ["Line"], zone: nil)
        }
        // The next run takes it up.
        #expect(try String(contentsOfFile: path + ".waiting.now", encoding: .utf8).contains("a"))
    }

    @Test func `a query begins again once where its marker is refused`() async throws {
        let page =
            #"{"records":[{"recordName":"a","recordType":"Line","fields":{}}],"continuationMarker":"m"}"#
        let refusal = #"{"serverErrorCode":"BAD_REQUEST","reason":"stale"}"#
        func pull(_ pages: [String]) async throws {
            let cloud = CloudDatabase(
                transport: PagedServer([:], pages: pages, of: "records/query"),
                credentials: .none, container: "iCloud.a", environment: "development",
                database: "public", user: nil, isApple: false)
            let puller = try Puller(
                from: cloud, into: MemoryStore(), scope: .public, policy: .replace, only: [],
                file: try ProgressFile(
                    folder.file("\(UUID().uuidString).json").path, transfer: "test",
                    restart: false),
                pageSize: 10, observer: TransferObserver(moved: { _ in }, note: { _ in }))
            try await puller.run(types: ["Line"], zone: nil)
        }
        try await pull([page, refusal, page, #"{"records":[]}"#])
        await #expect {
            try await pull([page, refusal, page, refusal, page, refusal])
        } throws: {
            ($0 as? TransferError)?.message.contains("stale") == true
        }
    }

    @Test func `a deletion waits for that of what points at it, or is noted`() async throws {
        // The deletion of b comes a page before that of a, which points at it.
        func pull(_ pages: [String]) async throws -> (there: [String], left: [String: Int]?) {
            let store = MemoryStore()
            let ann = DatabaseScope.private(user: "_ann")
            let zone = ZoneID("Box")
            try await store.createZones([zone], in: ann)
            var a = Record("Line", RecordID("a", zone: zone))
            let b = Record("Line", RecordID("b", zone: zone))
            a["above"] = .reference(Reference(b.id, action: .validate))
            let saved = try await store.save(SaveRequest(saving: [b, a]), in: ann)
            for save in saved.saves { _ = try save.get() }
            let server = PagedServer(
                [
                    "zones/list": #"{"zones":[{"zoneID":{"zoneName":"Box"}}]}"#,
                    "records/lookup":
                        #"{"records":[{"recordName":"b","reason":"none","#
                        + #""serverErrorCode":"NOT_FOUND"}]}"#,
                ],
                pages: pages.enumerated().map { number, records in
                    #"{"zones":[{"zoneID":{"zoneName":"Box"},"syncToken":"\#(number)","#
                        + #""moreComing":\#(number + 1 < pages.count),"records":[\#(records)]}]}"#
                })
            let cloud = CloudDatabase(
                transport: server, credentials: .none, container: "iCloud.a",
                environment: "development", database: "private", user: nil, isApple: false)
            let path = folder.file("\(UUID().uuidString).json").path
            let file = try ProgressFile(path, transfer: "test", restart: false)
            let puller = try Puller(
                from: cloud, into: store, scope: ann, policy: .replace, only: [], file: file,
                pageSize: 10, observer: TransferObserver(moved: { _ in }, note: { _ in }))
            try await puller.run(types: [], zone: "Box")
            let there = try await store.records([a.id, b.id], in: ann, desiredKeys: [])
            return (there.keys.map(\.name).sorted(), file.progress.left)
        }
        let gone = ["b", "a"].map { #"{"recordName":"\#($0)","deleted":true}"# }
        let all = try await pull(gone)
        #expect(all.there == [] && all.left == nil)
        // The same page twice, as where a run was stopped behind it.
        let twice = try await pull([gone[0]] + gone)
        #expect(twice.there == [] && twice.left == nil)
        // What only the store has goes on pointing at it.
        let held = try await pull([gone[0], gone[0]])
        #expect(held.there == ["a", "b"] && held.left == ["Box": 1])
    }

    @Test func `a push sends no more in a request than every server takes`() async throws {
        let remote = try await RemoteHost()
        let cloud = CloudDatabase(
            transport: remote, credentials: .management(remote.management),
            container: RemoteHost.container, environment: "development", database: "public",
            user: nil, isApple: false)
        let store = MemoryStore()
        // Two of them are more than a request may have.
        let records = (0..<3).map {
            Record("Photo", RecordID("p\($0)"), ["raw": .bytes(Data(count: 700_000))])
        }
        let saved = try await store.save(
            SaveRequest(saving: records, policy: .allKeys, isAtomic: false), in: .public)
        #expect(saved.firstError == nil)
        let pusher = Pusher(
            from: store, scope: .public, into: cloud, policy: .replace,
            file: try ProgressFile(
                folder.file("progress.json").path, transfer: "test", restart: false),
            pageSize: 10, observer: TransferObserver(moved: { _ in }, note: { _ in }))
        try await pusher.run(types: ["Photo"], zone: nil)
        let sizes = remote.requests.compactMap { request -> Int? in
            guard request.path.hasSuffix("records/modify"), case .bytes(let bytes) = request.body
            else { return nil }
            return bytes.count
        }
        #expect(sizes.count == 3 && sizes.allSatisfy { $0 <= 1_500_000 }, "\(sizes)")
        #expect(try await remote.store().count(RecordQuery("Photo"), in: .public) == 3)
    }

    @Test func `records of two types that point at each other are pushed and pulled`()
        async throws
    {
        let remote = try await RemoteHost()
        let cloud = CloudDatabase(
            transport: remote, credentials: .management(remote.management),
            container: RemoteHost.container, environment: "development", database: "public",
            user: nil, isApple: false)
        let observer = TransferObserver(moved: { _ in }, note: { _ in })
        let fields = #""___recordID" REFERENCE QUERYABLE, other REFERENCE QUERYABLE"#
        let grants =
            #"GRANT WRITE TO "_creator", GRANT CREATE TO "_icloud", GRANT READ TO "_world""#
        _ = try await remote.store().setSchema(
            try RecordSchema(
                parsing: "DEFINE SCHEMA RECORD TYPE Left (\(fields), \(grants)); "
                    + "RECORD TYPE Right (\(fields), \(grants));"))
        // More of each than a page has, so that the two of a pair come in different ones.
        let records = (0..<12).flatMap { number -> [Record] in
            [("Left", "Right"), ("Right", "Left")].map { type, other in
                let target = RecordID("\(other)\(11 - number)")
                return Record(
                    type, RecordID("\(type)\(number)"),
                    ["other": .reference(Reference(target, action: .deleteSelf))])
            }
        }
        let (source, copy) = (MemoryStore(), MemoryStore())
        let saved = try await source.save(SaveRequest(saving: records), in: .public)
        #expect(saved.firstError == nil)
        let pusher = Pusher(
            from: source, scope: .public, into: cloud, policy: .skip,
            file: try ProgressFile(
                folder.file("push.json").path, transfer: "test", restart: false),
            pageSize: 5, observer: observer)
        try await pusher.run(types: ["Left", "Right"], zone: nil)
        let puller = try Puller(
            from: cloud, into: copy, scope: .public, policy: .replace, only: [],
            file: try ProgressFile(
                folder.file("pull.json").path, transfer: "test", restart: false),
            pageSize: 5, observer: observer)
        try await puller.run(types: ["Left", "Right"], zone: nil)
        for type in ["Left", "Right"] {
            #expect(try await remote.store().count(RecordQuery(type), in: .public) == 12)
            #expect(try await copy.count(RecordQuery(type), in: .public) == 12)
        }
    }

    @Test(arguments: [("", "the container lacks"), ("Line", "--type")])
    func `what a pull can never save is said with what to do`(
        only: String, words: String
    ) async throws {
        let record =
            #"{"records":[{"recordName":"a","recordType":"Line","fields":{"above":{"value":"#
            + #"{"recordName":"b","action":"VALIDATE"},"type":"REFERENCE"}}}]}"#
        let cloud = CloudDatabase(
            transport: CannedServer(["records/query": record, "records/lookup": record]),
            credentials: .none, container: "iCloud.a", environment: "development",
            database: "public", user: nil, isApple: false)
        let puller = try Puller(
            from: cloud, into: MemoryStore(), scope: .public, policy: .replace,
            only: only.isEmpty ? [] : [only],
            file: try ProgressFile(
                folder.file("\(UUID().uuidString).json").path, transfer: "test", restart: false),
            pageSize: 10, observer: TransferObserver(moved: { _ in }, note: { _ in }))
        await #expect {
            try await puller.run(types: ["Line"], zone: nil)
        } throws: {
            ($0 as? TransferError)?.advice?.contains(words) == true
        }
    }

    @Test func `faults happen before the server is asked`() async throws {
        let (remote, faults, session) = try await faulty()
        _ = try await session.modify(
            SaveRequest(saving: [Record("Note", RecordID("n"), ["title": "one"])]), in: .private)
        faults.add(.throttled(retryAfter: 3))
        let count = remote.requests.count
        let error = await serviceError { try await session.zones(in: .private) }
        #expect(error?.code == .requestRateLimited)
        #expect(error?.retryAfter == 3)
        #expect(remote.requests.count == count)
        faults.add(.conflictingWriter(on: RecordID("n"), changing: ["title": "theirs"]))
        let found = try await session.records([RecordID("n")], in: .private, desiredKeys: nil)
        var record = try #require(try found[RecordID("n")]?.get())
        record["title"] = "ours"
        let result = try await session.modify(SaveRequest(saving: [record]), in: .private)
        if case .failure(let error)? = result.saves.first {
            #expect(error.conflict?.server?["title"] == "theirs")
        } else {
            Issue.record("nobody wrote before")
        }
    }

    @Test func `tokens expire for zones too, and keys that were reset are told of many zones`()
        async throws
    {
        let (_, faults, session) = try await faulty()
        // More than a page of changes has.
        let zones = (0..<450).map { ZoneID("Zone \($0)") }
        for start in stride(from: 0, to: zones.count, by: 150) {
            _ = try await session.modifyZones(
                saving: Array(zones[start..<start + 150]), deleting: [], in: .private)
        }
        var page = try await session.databaseChanges(in: .private, since: nil, limit: nil)
        var pages = 1
        while page.moreComing {
            page = try await session.databaseChanges(in: .private, since: page.token, limit: nil)
            pages += 1
        }
        #expect(pages > 1)
        let changes = try await session.changes(
            zone: zones[1], in: .private, since: nil, limit: nil, desiredKeys: nil)
        faults.add(.tokensExpired)
        let expired = await serviceError {
            try await session.changes(
                zone: zones[1], in: .private, since: changes.token, limit: nil, desiredKeys: nil)
        }
        #expect(expired?.code == .changeTokenExpired)
        faults.add(.keysReset(zones[0]))
        let missing = await serviceError {
            try await session.changes(
                zone: zones[0], in: .private, since: nil, limit: nil, desiredKeys: nil)
        }
        #expect(missing?.code == .zoneNotFound && missing?.isKeysReset == true)
        let late = try await session.databaseChanges(in: .private, since: page.token, limit: nil)
        #expect(late.deleted == [zones[0]] && late.keysReset == [zones[0]])
        // A device that has read of it gets no second notice.
        _ = try await session.modifyZones(saving: [zones[0]], deleting: [], in: .private)
        let last = try await session.databaseChanges(in: .private, since: late.token, limit: nil)
        #expect(last.changed == [zones[0]] && last.keysReset.isEmpty)
    }
}

/// Gives pages of one endpoint, and the same reply to each request of the others.
private final class PagedServer: WireTransport {
    private let canned: CannedServer
    private let endpoint: String
    private let pages: Mutex<[String]>

    /// - Parameter pages: What the endpoint is answered with, one after the other.
    init(_ replies: [String: String], pages: [String], of endpoint: String = "changes/zone") {
        canned = CannedServer(replies)
        self.endpoint = endpoint
        self.pages = Mutex(pages)
    }

    func send(
        _ request: WireRequest, within seconds: Double
    ) async throws(TransportError) -> RemoteReply {
        guard request.path.hasSuffix(endpoint) else {
            return try await canned.send(request, within: seconds)
        }
        let page = pages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        let isRefused = page?.hasPrefix(#"{"serverErrorCode"#) == true
        return RemoteReply(
            page == nil ? 404 : isRefused ? 400 : 200, bytes: Array((page ?? "").utf8))
    }

    func send(
        _ request: WireRequest, writingTo file: URL, within seconds: Double
    ) async throws(TransportError) -> RemoteReply { RemoteReply(404, bytes: []) }

    func close() async {}
}

/// Gives the same reply to each request of an endpoint.
private struct CannedServer: WireTransport {
    private let replies: [String: String]

    init(_ replies: [String: String]) { self.replies = replies }

    func send(
        _ request: WireRequest, within seconds: Double
    ) async throws(TransportError) -> RemoteReply {
        let reply = replies.first { request.path.hasSuffix($0.key) }
        return RemoteReply(reply == nil ? 404 : 200, bytes: Array((reply?.value ?? "").utf8))
    }

    func send(
        _ request: WireRequest, writingTo file: URL, within seconds: Double
    ) async throws(TransportError) -> RemoteReply { RemoteReply(404, bytes: []) }

    func close() async {}
}
