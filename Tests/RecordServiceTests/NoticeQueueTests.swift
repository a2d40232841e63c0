import Foundation
import RecordCore
import Synchronization
import TestKit
import Testing

@testable import RecordService

@Suite struct `Notices that requests store together` {
    private static func notices(_ name: String, _ users: String...) -> [NotificationHub.UserNotices]
    {
        users.map { user in
            let notice = NotificationHub.Notice(
                subscription: name, database: .private, kind: .database, info: nil)
            return NotificationHub.UserNotices(user: user, origin: nil, notices: [notice])
        }
    }

    private func withHub(
        failingOnceTold: Bool = false, _ body: (NotificationHub, FailingStore) async throws -> Void
    ) async throws {
        let store = FailingStore(MemoryStore())
        var options = ServiceOptions()
        options.hasOthers = true
        if failingOnceTold { options.notifyPeers = { _ in store.failsWrites = true } }
        let service = RecordService(store: store, container: "iCloud.test", options: options)
        try await body(service.hub, store)
        try await service.close()
    }

    private func count(_ user: String, _ store: FailingStore) async throws -> Int {
        try await store.serviceData(prefix: "notice/", in: .private(user: user)).count
    }

    @Test func `are left for the users whose are not stored, and no others`() async throws {
        try await withHub { hub, store async throws in
            #expect(await hub.keep(Self.notices("s", "_bob", "_eve")) == [])
            // Another process tells Bob something; then the store fails after Eve's are stored.
            let key = "notices/_bob"
            let known = try await store.serviceData(for: key, in: .private(user: "_bob"))
            let next = (known.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0) + 1
            try await store.setServiceData(
                [key: Data(String(next).utf8)], in: .private(user: "_bob"))
            store.beforeAnswer(to: .changeServiceData) { store.failsWrites = true }
            #expect(await hub.keep(Self.notices("s", "_bob", "_eve")) == ["_bob"])
            store.failsWrites = false
            #expect(try await count("_eve", store) == 2)
            #expect(try await count("_bob", store) == 1)
        }
    }

    @Test func `are stored once where the outcome is not known`() async throws {
        try await withHub { hub, store async throws in
            store.beforeAnswer(to: .changeServiceData) { throw StoreError(.outcomeUnknown) }
            #expect(await hub.keep(Self.notices("s", "_bob")) == [])
            #expect(try await count("_bob", store) == 1)
        }
    }

    @Test func `are stored once where they are written after they were looked for`() async throws {
        try await withHub { hub, store async throws in
            store.makeChangesLate()
            #expect(await hub.keep(Self.notices("s", "_bob")) == [])
            #expect(try await count("_bob", store) == 1)
            #expect(hub.missed(user: "_bob", device: "phone", after: 0).count == 1)
        }
    }

    @Test func `are stored once where they are written after their request was cancelled`()
        async throws
    {
        try await withHub { hub, store async throws in
            store.makeChangesLate()
            let request = Task {
                while !Task.isCancelled { await Task.yield() }
                return await hub.keep(Self.notices("s", "_bob"))
            }
            request.cancel()
            // What is left is stored with the notices of the next request.
            if await !request.value.isEmpty { _ = await hub.keep(Self.notices("s", "_bob")) }
            #expect(try await count("_bob", store) == 1)
        }
    }

    @Test func `are not left for a user for whom they were found`() async throws {
        try await withHub(failingOnceTold: true) { hub, store async throws in
            #expect(await hub.keep(Self.notices("s", "_eve")) == [])
            store.failsWrites = false
            // Another process tells Eve something. Bob's are found in the second round, and then the
            // store fails.
            try await store.setServiceData(
                ["notices/_eve": Data("9000000000000000000".utf8)], in: .private(user: "_eve"))
            store.makeChangesLate()
            #expect(await hub.keep(Self.notices("s", "_bob", "_eve")) == ["_eve"])
            #expect(try await count("_bob", store) == 1)
        }
    }

    @Test func `are stored once where another process tells the user something meanwhile`()
        async throws
    {
        try await withHub { hub, store async throws in
            store.beforeAnswer(to: .changeServiceData) {
                let key = "notices/_bob"
                try await store.setServiceData(
                    [key: Data("9000000000000000000".utf8)], in: .private(user: "_bob"))
                throw StoreError(.outcomeUnknown)
            }
            #expect(await hub.keep(Self.notices("s", "_bob")) == [])
            #expect(try await count("_bob", store) == 1)
            #expect(hub.missed(user: "_bob", device: "phone", after: 0).count == 1)
        }
    }

    @Test func `are stored a little later where the server of the user is busy`() async throws {
        try await withHub { hub, store async throws in
            store.setBusy(.private(user: "_bob"), times: 3)
            #expect(await hub.keep(Self.notices("s", "_bob", "_eve")) == [])
            #expect(try await count("_bob", store) == 1)
            #expect(try await count("_eve", store) == 1)
            // After some rounds they are given up.
            store.setBusy(.private(user: "_bob"), times: .max)
            #expect(await hub.keep(Self.notices("s", "_bob", "_eve")) == [])
            #expect(try await count("_bob", store) == 1)
            #expect(try await count("_eve", store) == 2)
        }
    }

    /// A queue whose first write waits, and whose second leaves Bob's notices.
    private final class Requests: Sendable {
        let queue = NoticeQueue()
        private let gate = AsyncStream.makeStream(of: Void.self)
        private let state = Mutex<[[String]]>([])
        var calls: [[String]] { state.withLock { $0 } }

        func open() { gate.continuation.yield() }

        func store(_ name: String, _ users: [String]) async {
            let notices = users.flatMap {
                `Notices that requests store together`.notices(name, $0)
            }
            await queue.store(notices) { notices in
                let call = state.withLock { calls in
                    calls.append(notices.map { "\($0.notices[0].subscription) \($0.user)" })
                    return calls.count
                }
                if call == 1 { for await _ in gate.stream { break } }
                return call == 2 ? ["_bob"] : []
            }
        }
    }

    @Test func `are stored in several transactions where they are large`() async {
        let notice = NotificationHub.Notice(
            subscription: "s", database: .private, kind: .database, info: Data(count: 3 << 20))
        let notices = (0..<5).map {
            NotificationHub.UserNotices(user: "_user\($0)", origin: nil, notices: [notice])
        }
        let calls = Mutex<[[String]]>([])
        await NoticeQueue().store(notices) { part in
            calls.withLock { $0.append(part.map(\.user)) }
            return []
        }
        #expect(
            calls.withLock { $0 } == [["_user0", "_user1"], ["_user2", "_user3"], ["_user4"]])
    }

    @Test func `are tried again for the users that are left`() async throws {
        let requests = Requests()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await requests.store("1", ["_ann"]) }
            while requests.calls.isEmpty { await Task.yield() }
            for (place, name) in ["2", "3", "4"].enumerated() {
                group.addTask {
                    await requests.store(name, name == "4" ? ["_eve"] : ["_bob", "_eve"])
                }
                while requests.queue.waitingCount <= place { await Task.yield() }
            }
            requests.open()
        }
        #expect(
            requests.calls == [
                ["1 _ann"], ["2 _bob", "2 _eve", "3 _bob", "3 _eve", "4 _eve"], ["3 _bob"],
            ])
    }
}
