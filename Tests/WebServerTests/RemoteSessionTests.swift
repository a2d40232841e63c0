import Accounts
import Crypto
import Foundation
import ServerCore
import RecordCore
import RecordService
import CloudKitClient
import Synchronization
import Testing
import WebServices

/// A session of a server, beside what a session in this process would say.
@Suite struct `Remote sessions` {
    private let zone = ZoneID("Notes")
    private let remote: RemoteHost

    init() async throws { remote = try await RemoteHost() }

    private func note(_ name: String, _ fields: [String: Value] = [:]) -> Record {
        Record("Note", RecordID(name, zone: zone), fields)
    }

    // MARK: Values

    @Test func `records arrive exactly as they were saved`() async throws {
        let session = remote.session()
        _ = try await session.modifyZones(saving: [zone], deleting: [], in: .private)
        var place = Location(latitude: 48.8566, longitude: -2.3522)
        place.altitude = 35.5
        place.timestamp = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
        let other = RecordID("other", zone: zone)
        let fields: [String: Value] = [
            "big": .int(Int64.max), "small": .int(Int64.min), "odd": .int(9_007_199_254_740_993),
            "third": .double(1.0 / 3), "whole": .double(2), "tiny": .double(.leastNonzeroMagnitude),
            "when": .date(Date(timeIntervalSinceReferenceDate: 700_000_000.123_456)),
            "text": "Zoë said \"hi\"\n\u{1F600}", "empty": "",
            "data": .bytes(Data([0, 1, 254, 255])), "place": .location(place),
            "other": .reference(Reference(other)),
            "tags": .list(["a", "b"]), "numbers": .list([1, 2, 3]),
        ]
        let result = try await session.modify(
            SaveRequest(saving: [note("other"), note("all", fields)]), in: .private)
        let saved = try #require(try result.saves.last?.get())
        let found = try await session.records([saved.id], in: .private, desiredKeys: nil)
        let read = try #require(try found[saved.id]?.get())
        for (field, value) in fields { #expect(read[field] == value, "\(field)") }
        #expect(read.fields.count == fields.count)
        #expect(read.system == saved.system)
        #expect(read.id == saved.id)
    }

    @Test func `any predicate of CloudKit means what it means here`() async throws {
        let session = remote.session()
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456)
        let records = (0..<10).map { number in
            Record(
                "Event", RecordID("e\(number)"),
                [
                    "n": .int(Int64(number)), "name": .text("Ünit \(number % 3)"),
                    "when": .date(date.addingTimeInterval(Double(number))),
                    "at": .location(Location(latitude: 50 + Double(number), longitude: 8)),
                    "tags": .list([.text("t\(number % 2)")]),
                    "above": .reference(Reference(RecordID("e0"))),
                ])
        }
        _ = try await session.modify(SaveRequest(saving: records), in: .public)
        func names(_ format: String, _ arguments: Value...) async throws -> [String] {
            let predicate = try QueryPredicate(
                parsing: format, arguments: arguments.map { .value($0) })
            return try await session.query(
                RecordQuery("Event", where: predicate, orderedBy: [Ordering("n")]), in: .public
            ).records.map(\.id.name)
        }
        #expect(try await names("n > 7") == ["e8", "e9"])
        #expect(try await names("name = 'ÜNIT 1' AND n < 5") == ["e1", "e4"])
        #expect(try await names("when = %@", .date(date.addingTimeInterval(3))) == ["e3"])
        #expect(try await names("tags CONTAINS 't1' AND n IN {1, 2, 3}") == ["e1", "e3"])
        #expect(
            try await names(
                "distanceToLocation:fromLocation:(at, %@) < 1000",
                .location(Location(latitude: 53, longitude: 8))) == ["e3"])
        #expect(
            try await names("above = %@ AND n >= 9", .reference(Reference(RecordID("e0"))))
                == ["e9"])
        let or = await serviceError { try await names("n = 1 OR n = 2") }
        #expect(or?.code == .invalidArguments)
        let unknown = await serviceError { try await names("nothing = 1") }
        #expect(unknown?.message.contains("nothing") == true)
    }

    @Test func `pages go on where the last one stopped`() async throws {
        let session = remote.session()
        let records = (0..<25).map { Record("City", RecordID("c\($0)"), ["n": .int(Int64($0))]) }
        _ = try await session.modify(SaveRequest(saving: records), in: .public)
        var page = try await session.query(
            RecordQuery("City", orderedBy: [Ordering("n", ascending: false)], limit: 10),
            in: .public)
        var all = page.records
        while let cursor = page.cursor {
            page = try await session.query(
                continuing: cursor, desiredKeys: ["n"], limit: 10, in: .public)
            all += page.records
        }
        #expect(all.map { $0["n"] } == (0..<25).reversed().map { .int($0) })
        let error = await serviceError {
            try await session.query(RecordQuery("City", offset: 10), in: .public)
        }
        #expect(error?.code == .invalidArguments)
        #expect(error?.message == "A query of a session begins at its first record")
    }

    // MARK: Saving

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

    @Test func `an asset goes there and back, and is fetched once`() async throws {
        let session = remote.session()
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("remote-asset-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        let content = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try content.write(to: file)
        let record = Record(
            "Photo", RecordID("p"),
            [
                "image": .asset(Asset(fileURL: file)),
                "thumbs": .list([
                    .asset(Asset(content: Data("one".utf8))),
                    .asset(Asset(content: Data("two".utf8))),
                ]),
            ])
        let result = try await session.modify(SaveRequest(saving: [record]), in: .private)
        let saved = try #require(try result.saves.first?.get())
        guard case .asset(let asset) = saved["image"], let copy = asset.fileURL else {
            Issue.record("no asset came back")
            return
        }
        #expect(try Data(contentsOf: copy) == content)
        #expect(asset.size == 200_000)
        guard case .list(let thumbs) = saved["thumbs"], case .asset(let second) = thumbs.last,
            let url = second.fileURL
        else {
            Issue.record("no list came back")
            return
        }
        #expect(try Data(contentsOf: url) == Data("two".utf8))
        // Nothing is fetched that was sent, and it is not the program's own file.
        let isDownloaded = remote.requests.contains { $0.path.contains("/assets/download/") }
        #expect(copy != file && !isDownloaded)
        let count = remote.requests.count
        _ = try await session.records([saved.id], in: .private, desiredKeys: nil)
        #expect(remote.requests.count == count + 1)
        let missing = Record(
            "Photo", RecordID("q"),
            ["image": .asset(Asset(fileURL: URL(fileURLWithPath: "/nowhere/at/all")))])
        let refused = try await session.modify(SaveRequest(saving: [missing]), in: .private)
        if case .failure(let error)? = refused.saves.first {
            #expect(error.code == .assetFileNotFound)
        } else {
            Issue.record("a file that is not there was saved")
        }
    }

    @Test func `what is all or nothing falls with an asset, however its zone is named`()
        async throws
    {
        let session = remote.session()
        _ = try await session.modifyZones(saving: [zone], deleting: [], in: .private)
        let lost = Asset(fileURL: URL(fileURLWithPath: "/nowhere/at/all"))
        let named = RecordID("b", zone: ZoneID(zone.name, owner: "_ann"))
        let result = try await session.modify(
            SaveRequest(saving: [note("a", ["image": .asset(lost)]), Record("Note", named)]),
            in: .private)
        if case .failure(let error) = result.saves[1] {
            #expect(error.code == .batchRequestFailed)
        } else {
            Issue.record("a record was saved without its sibling")
        }
    }

    @Test func `an asset in a field of another type refuses its record alone`() async throws {
        let session = remote.session()
        let text = Record("Photo", RecordID("t"), ["image": "none"])
        _ = try await session.modify(SaveRequest(saving: [text]), in: .private)
        let image = Asset(content: Data("a picture".utf8))
        let wrong = Record("Photo", RecordID("w"), ["image": .asset(image)])
        let right = Record("Photo", RecordID("r"), ["title": "right"])
        let result = try await session.modify(SaveRequest(saving: [wrong, right]), in: .private)
        if case .failure(let error) = result.saves[0] {
            #expect(error.code == .invalidArguments)
        } else {
            Issue.record("an asset was saved as text")
        }
        let saved = try result.saves[1].get()
        #expect(saved["title"] == "right")
    }

    @Test func `a save fetches no asset that is not on this machine`() async throws {
        let content = Data("a picture".utf8)
        let record = Record("Photo", RecordID("p"), ["image": .asset(Asset(content: content))])
        _ = try await remote.session().modify(SaveRequest(saving: [record]), in: .private)
        let session = remote.session(device: "tablet")
        var changed = try #require(
            try await session.records([record.id], in: .private, desiredKeys: [])[record.id]?
                .get())
        changed["title"] = "A picture"
        let count = remote.requests.count
        let result = try await session.modify(
            SaveRequest(saves: [SaveRequest.Item(changed, isPartial: true)], deletions: []),
            in: .private)
        #expect(remote.requests.count == count + 1)
        let saved = try #require(try result.saves.first?.get())
        guard case .asset(let asset) = saved["image"] else {
            Issue.record("no asset came back")
            return
        }
        #expect(asset.size == 9 && asset.fileURL == nil)
        #expect(saved.system?.changeTag != nil)
        let found = try await session.records([saved.id], in: .private, desiredKeys: nil)
        guard case .asset(let read)? = try found[saved.id]?.get()["image"],
            let file = read.fileURL
        else {
            Issue.record("no asset was fetched")
            return
        }
        #expect(try Data(contentsOf: file) == content)
    }

    /// A session of a service that has little room for files that no record has.
    private func frugalSession() -> any CloudSession {
        remote.service {
            $0.assetFileBytes = 20
            $0.assetFileSeconds = 0
        }.cloudSession(user: "_ann", device: "phone")
    }

    private static func save(
        _ name: String, _ content: String, in session: any CloudSession
    ) async throws -> Record? {
        let image = Asset(content: Data(content.utf8))
        let record = Record("Photo", RecordID(name), ["image": .asset(image)])
        return try await session.modify(SaveRequest(saving: [record]), in: .private)
            .saves.first?.get()
    }

    private static func path(_ record: Record?) -> String {
        guard case .asset(let asset)? = record?["image"] else { return "no asset" }
        return asset.fileURL?.path ?? "no file"
    }

    private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test func `files that no record has go when there are too many, and no others`() async throws {
        let session = frugalSession()
        var first = try await Self.save("a", "picture of a", in: session)
        let firstPath = Self.path(first)
        let second = try await Self.save("b", "picture of b", in: session)
        // Both are in use, though they are more than 20 bytes.
        #expect(isThere(Self.path(first)) && isThere(Self.path(second)))
        first = nil
        let third = try await Self.save("c", "picture of c", in: session)
        #expect(!isThere(firstPath) && isThere(Self.path(second)) && isThere(Self.path(third)))
        first = try await session.records([RecordID("a")], in: .private, desiredKeys: nil)[
            RecordID("a")]?.get()
        for record in [first, second, third] { #expect(isThere(Self.path(record))) }
    }

    @Test func `a file stays that several saves of one content keep at one time`() async throws {
        let session = frugalSession()
        let first = try await withThrowingTaskGroup(of: Record?.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await Self.save("r\(number)", "one picture of all", in: session)
                }
            }
            let first = try await group.next() ?? nil
            // The records of the others go.
            while try await group.next() != nil {}
            return first
        }
        let other = try await Self.save("other", "another picture", in: session)
        for record in [first, other] { #expect(isThere(Self.path(record))) }
    }

    // MARK: The network

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

    // MARK: Users

    @Test func `an anonymous caller reads the public database and nothing else`() async throws {
        let record = Record("City", RecordID("c"), ["n": 1])
        _ = try await remote.session().modify(SaveRequest(saving: [record]), in: .public)
        let anonymous = remote.session(nil)
        #expect(
            try await anonymous.query(RecordQuery("City"), in: .public).records.map(\.id.name)
                == ["c"])
        let saved = try await anonymous.modify(
            SaveRequest(saving: [Record("City", RecordID("d"), ["n": 2])]), in: .public)
        #expect((try? saved.saves.first?.get()) == nil)
        let error = await serviceError { try await anonymous.zones(in: .private) }
        #expect(error?.code == .notAuthenticated)
        #expect(await anonymous.accountStatus() == .noAccount)
        #expect(await remote.session().accountStatus() == .available)
    }

    @Test func `a web-auth token names the caller, and its successors are kept`() async throws {
        let accounts = remote.host.accounts
        let ann = try await accounts.createUser(NewUser("ann"))
        let api = try await accounts.createToken(NewToken(.api, name: "app")).text
        let web = try await accounts.createToken(
            NewToken(.webAuth, name: "app", user: ann.recordName)
        ).text
        let kept = Mutex<[String?]>([])
        let token = WebAuthToken(web) { new in kept.withLock { $0.append(new) } }
        let service = remote.service(.app(apiToken: api, user: token))
        #expect(try await service.signedInUser(device: "phone") == ann.recordName)
        let session = service.cloudSession(user: ann.recordName, device: "phone")
        for _ in 0..<3 { _ = try await session.zones(in: .private) }
        #expect(kept.withLock { $0.last ?? web } == token.value)
        let wrong = remote.service(.app(apiToken: api, user: WebAuthToken("none of ours")))
        #expect(try await wrong.signedInUser(device: "phone") == nil)
        let anonymous = remote.service(.app(apiToken: api, user: nil))
        #expect(try await anonymous.signedInUser(device: "phone") == nil)
    }

    @Test func `a server-to-server key signs what it asks of the public database`() async throws {
        let key = P256.Signing.PrivateKey()
        let known = try await remote.host.accounts.createKey(
            publicKey: key.publicKey.pemRepresentation, name: "job",
            container: RemoteHost.container)
        let service = remote.service(
            .key(try SigningKey(id: known.id, pem: key.pemRepresentation)))
        let session = service.cloudSession(user: known.user, device: "job")
        let result = try await session.modify(
            SaveRequest(saving: [Record("City", RecordID("c"), ["n": 1])]), in: .public)
        #expect(try result.saves.first?.get().system?.createdBy == known.user)
        let error = await serviceError { try await session.zones(in: .private) }
        #expect(error?.message == "private db access disabled for this account")
        let other = remote.service(
            .key(
                try SigningKey(
                    id: known.id, pem: P256.Signing.PrivateKey().pemRepresentation)))
        let refused = await serviceError {
            try await other.cloudSession(user: known.user, device: "job").query(
                RecordQuery("City"), in: .public)
        }
        #expect(refused?.code == .notAuthenticated)
    }

    // MARK: News

    @Test func `an operation may name more subscriptions than one request`() async throws {
        let service = remote.service()
        let phone = service.cloudSession(user: "_ann", device: "phone")
        let names = (0..<250).map { "s\($0)" }
        let saved = names.prefix(3).map { ServiceSubscription($0, .database(type: nil)) }
        let result = try await phone.modifySubscriptions(
            saving: saved, deleting: Array(names.dropFirst(3)), in: .private)
        #expect(result.saves.map { try? $0.get().id } == ["s0", "s1", "s2"])
        #expect(result.deletions.count == 247)
        #expect(result.deletions.allSatisfy { (try? $0.get()) == nil })
        let found = try await phone.subscriptions(names, in: .private)
        #expect(found.count == 250)
        #expect(found.compactMapValues { try? $0.get() }.keys.sorted() == ["s0", "s1", "s2"])
        let deleted = try await phone.modifySubscriptions(
            saving: [], deleting: names.reversed(), in: .private)
        #expect(deleted.deletions.suffix(3).map { try? $0.get() } == ["s2", "s1", "s0"])
        try await service.close()
    }

    /// Two devices of a user with a subscription to every change.
    private func subscribedDevices(
        _ service: RemoteService
    ) async throws -> (phone: any CloudSession, tablet: any CloudSession) {
        let phone = service.cloudSession(user: "_ann", device: "phone")
        let tablet = service.cloudSession(user: "_ann", device: "tablet")
        _ = try await phone.modifyZones(saving: [zone], deleting: [], in: .private)
        _ = try await phone.modifySubscriptions(
            saving: [ServiceSubscription("all", .database(type: nil))], deleting: [],
            in: .private)
        return (phone, tablet)
    }

    @Test
    func `devices are told of what others change, from when they listen`() async throws {
        let service = remote.service()
        let (phone, tablet) = try await subscribedDevices(service)
        _ = try await tablet.modify(SaveRequest(saving: [note("before")]), in: .private)
        let news = phone.notifications()
        _ = try await tablet.modify(SaveRequest(saving: [note("after")]), in: .private)
        _ = try await phone.modify(SaveRequest(saving: [note("own")]), in: .private)
        _ = try await tablet.modify(SaveRequest(saving: [note("later")]), in: .private)
        var told: [Int] = []
        for await notification in news {
            #expect(notification.subscription == "all")
            told.append(notification.number)
            if told.count == 2 { break }
        }
        let missed = try await phone.missedNotifications(after: 0)
        #expect(missed.map(\.number).suffix(2) == told)
        #expect(missed.count == 3)
        try await service.close()
    }

    @Test func `a listener that began without a network listens before the next request`()
        async throws
    {
        let service = remote.service()
        let (phone, tablet) = try await subscribedDevices(service)
        for _ in 0..<20 { remote.happen(.unreachable) }
        let news = phone.notifications()
        while (try? await tablet.zones(in: .private)) == nil {}
        _ = try await tablet.modify(SaveRequest(saving: [note("after")]), in: .private)
        var told: [String?] = []
        for await notification in news {
            told.append(notification.subscription)
            break
        }
        #expect(told == ["all"])
        try await service.close()
    }
}
