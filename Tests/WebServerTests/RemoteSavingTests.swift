import Foundation
import RecordCore
import RecordService
import CloudKitClient
import Testing
import WebServices

// Saves by a session of a server, and what the network does to them.
extension `Remote sessions` {
    @Test func `a request may have as many items as a native one`() async throws {
        let session = remote.session()
        func records(_ count: Int) -> [Record] {
            (0..<count).map { Record("City", RecordID("c\($0)"), ["n": .int(Int64($0))]) }
        }
        let before = remote.requests.count
        let result = try await session.modify(SaveRequest(saving: records(400)), in: .public)
        #expect(result.saves.count == 400)
        #expect(remote.requests.count == before + 1)
        let error = await serviceError {
            try await session.modify(SaveRequest(saving: records(401)), in: .public)
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test func `a request may name as many zones as a native one`() async throws {
        let session = remote.session()
        let zones = (0...400).map { ZoneID("z\($0)") }
        let most = Array(zones.dropLast())
        // None is there: each is refused by itself.
        let result = try await session.modifyZones(saving: [], deleting: most, in: .private)
        #expect(result.deletions.count == 400)
        #expect(try await session.zones(most, in: .private).count == 400)
        let changed = await serviceError {
            try await session.modifyZones(saving: [], deleting: zones, in: .private)
        }
        let found = await serviceError { try await session.zones(zones, in: .private) }
        #expect([changed?.code, found?.code] == [.limitExceeded, .limitExceeded])
    }

    @Test func `a conflict brings the three versions`() async throws {
        let session = remote.session()
        let first = try #require(
            try await session.modify(
                SaveRequest(saving: [Record("Note", RecordID("n"), ["title": "one"])]),
                in: .private
            ).saves.first?.get())
        var second = first
        second["title"] = "two"
        _ = try await session.modify(SaveRequest(saving: [second]), in: .private)
        var third = first
        third["title"] = "three"
        let result = try await session.modify(
            SaveRequest(
                saves: [SaveRequest.Item(third, ancestor: first)], deletions: []), in: .private)
        guard case .failure(let error)? = result.saves.first else {
            Issue.record("it was saved")
            return
        }
        #expect(error.code == .serverRecordChanged)
        #expect(error.message == "client oplock error updating record")
        #expect(error.conflict?.ancestor?["title"] == "one")
        #expect(error.conflict?.client["title"] == "three")
        #expect(error.conflict?.server?["title"] == "two")
    }

    @Test func `a save whose answer is lost is sent again, and done once`() async throws {
        let session = remote.service { $0.requestSeconds = 3_600 }
            .cloudSession(user: "_ann", device: "phone")
        var record = try #require(
            try await session.modify(
                SaveRequest(saving: [Record("Note", RecordID("n"), ["title": "one"])]),
                in: .private
            ).saves.first?.get())
        record["title"] = "two"
        // It is guarded by a change tag: done twice it would be a conflict with itself.
        remote.happen(.loseReply, .unreachable)
        let saved = try await session.modify(SaveRequest(saving: [record]), in: .private).saves
        #expect(try saved.first?.get()["title"] == "two")
        // The first save, and twice the second; what did not arrive is not counted.
        let sent = remote.requests.filter { $0.path.hasSuffix("records/modify") }
            .map { $0.header("x-quarry-idempotency-key") }
        #expect(sent.count == 3 && sent[0] != sent[1] && sent[1] == sent[2] && sent[1] != nil)
    }

    @Test func `a save whose answer is lost each time says so`() async throws {
        // However slow the machine is, there is time to send it again.
        let session = remote.service { $0.requestSeconds = 3_600 }
            .cloudSession(user: "_ann", device: "phone")
        remote.happen(.loseReply, .loseReply, .unreachable)
        let request = SaveRequest(saving: [Record("Note", RecordID("n"), ["title": "one"])])
        let error = await serviceError { try await session.modify(request, in: .private) }
        #expect(error?.code == .serverResponseLost)
        // It was done.
        let found = try await session.records([RecordID("n")], in: .private, desiredKeys: nil)
        #expect(try found[RecordID("n")]?.get()["title"] == "one")
    }

    /// Each was the error of the save, as though nothing had been done.
    @Test(arguments: [
        RemoteReply(401, bytes: []),
        RemoteReply(
            404,
            bytes: Array(#"{"serverErrorCode":"NOT_FOUND","reason":"container not found"}"#.utf8)),
        RemoteReply(200, bytes: Array("<html>".utf8)),
    ])
    func `a save whose answer is lost stays unknown where the server cannot be asked again`(
        reply: RemoteReply
    ) async throws {
        let session = remote.service { $0.requestSeconds = 3_600 }
            .cloudSession(user: "_ann", device: "phone")
        remote.happen(.loseReply, .answer(reply))
        let request = SaveRequest(saving: [Record("Note", RecordID("n"), ["title": "one"])])
        let error = await serviceError { try await session.modify(request, in: .private) }
        #expect(error?.code == .serverResponseLost, "\(String(describing: error))")
        let found = try await session.records([RecordID("n")], in: .private, desiredKeys: nil)
        #expect(try found[RecordID("n")]?.get()["title"] == "one")
        // Without a lost answer, an error is what the server says.
        remote.happen(.answer(RemoteReply(401, bytes: [])))
        let refused = await serviceError { try await session.modify(request, in: .private) }
        #expect(refused?.code == .notAuthenticated)
    }

    @Test func `a save that a gateway has passed on is sent again, and done once`() async throws {
        let session = remote.service { $0.requestSeconds = 3_600 }
            .cloudSession(user: "_ann", device: "phone")
        let record = Record("Note", RecordID("n"), ["title": "one"])
        let page = Array("<html>".utf8)
        // Done twice under two names it would be a conflict with itself.
        remote.happen(.replaceReply(RemoteReply(504, bytes: page)))
        remote.happen(.replaceReply(RemoteReply(502, bytes: page)))
        let saved = try await session.modify(SaveRequest(saving: [record]), in: .private).saves
        #expect(try saved.first?.get()["title"] == "one")
        // What is not sent again may have been done, too.
        remote.happen(.replaceReply(RemoteReply(504, bytes: page)))
        let error = await serviceError {
            try await session.modifyZones(saving: [ZoneID("Notes")], deleting: [], in: .private)
        }
        #expect(error?.code == .serverResponseLost)
        #expect(try await session.zones(in: .private).count == 2)
        // Reading changes nothing.
        remote.happen(.answer(RemoteReply(504, bytes: page)))
        let reading = await serviceError { try await session.zones(in: .private) }
        #expect(reading?.code == .serviceUnavailable)
    }

    @Test func `errors of the network have CloudKit's codes`() async throws {
        let session = remote.session()
        func code(_ mishap: RemoteHost.Mishap) async -> (ServiceError.Code?, Double?) {
            remote.happen(mishap)
            let error = await serviceError { try await session.zones(in: .private) }
            return (error?.code, error?.retryAfter)
        }
        #expect(await code(.unreachable) == (.networkUnavailable, nil))
        #expect(await code(.loseReply) == (.networkFailure, nil))
        #expect(await code(.answer(RemoteReply(408, bytes: []))) == (.serviceUnavailable, 3))
        #expect(
            await code(
                .answer(RemoteReply(503, headers: [("retry-after", "7")], bytes: [])))
                == (.serviceUnavailable, 7))
        #expect(
            await code(
                .answer(RemoteReply(429, headers: [("retry-after", "2.5")], bytes: [])))
                == (.requestRateLimited, 2.5))
        // No program can wait for these.
        for (text, seconds) in [("nan", 3.0), ("inf", 86_400), ("1e300", 86_400), ("-5", 0)] {
            #expect(
                await code(
                    .answer(RemoteReply(503, headers: [("retry-after", text)], bytes: [])))
                    == (.serviceUnavailable, seconds))
        }
        let wire = #"{"serverErrorCode":"TRY_AGAIN_LATER","reason":"","retryAfter":1e300}"#
        #expect(
            await code(.answer(RemoteReply(503, bytes: Array(wire.utf8)))).1 == 86_400)
        #expect(
            await code(.answer(RemoteReply(200, bytes: Array("<html>".utf8))))
                == (.internalError, nil))
        // Nothing was asked twice.
        #expect(remote.requests.count == 1)
    }
}
