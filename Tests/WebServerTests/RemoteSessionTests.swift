import Accounts
import Crypto
import Foundation
import ServerCore
import RecordCore
import RecordService
import CloudKitClient
import Synchronization
import TestTime
import Testing

/// A session of a server, beside what a session in this process would say.
@Suite struct `Remote sessions` {
    let zone = ZoneID("Notes")
    let remote: RemoteHost

    init() async throws { remote = try await RemoteHost() }

    func note(_ name: String, _ fields: [String: Value] = [:]) -> Record {
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

    // MARK: Users

    @Test func `an anonymous caller reads the public database and nothing else`() async throws {
        let record = Record("City", RecordID("c"), ["n": 1])
        _ = try await remote.session().modify(SaveRequest(saving: [record]), in: .public)
        let anonymous = remote.session(nil)
        #expect(
            try await anonymous.query(RecordQuery("City"), in: .public).records.map(\.id.name)
                == ["c"])
        let refused = await serviceError {
            try await anonymous.modify(
                SaveRequest(saving: [Record("City", RecordID("d"), ["n": 2])]), in: .public)
        }
        #expect(refused?.code == .notAuthenticated)
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
        let refused = await serviceError { try await wrong.signedInUser(device: "phone") }
        #expect(refused?.code == .notAuthenticated)
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

    @Test func `the zone of a subscription has the name that programs gave`() async throws {
        let service = remote.service()
        let phone = service.cloudSession(user: "_ann", device: "phone")
        _ = try await phone.modifyZones(saving: [zone], deleting: [], in: .private)
        _ = try await phone.modify(SaveRequest(saving: [note("a")]), in: .private)
        let kinds: [ServiceSubscription.Kind] = [
            .zone(zone, type: nil),
            .query(type: "Note", predicate: .constant(true), zone: zone, fires: .onCreation),
        ]
        let saved = kinds.enumerated().map { ServiceSubscription("s\($0)", $1) }
        let result = try await phone.modifySubscriptions(
            saving: saved, deleting: [], in: .private)
        for save in result.saves { _ = try save.get() }
        #expect(try await phone.subscriptions(in: .private).map(\.kind) == kinds)
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

    @Test func `a cancelled request does not wait until the server has a listener registered`()
        async throws
    {
        let service = remote.service()
        let (phone, tablet) = try await subscribedDevices(service)
        let before = remote.requests.count
        remote.happen(.stall)
        let news = phone.notifications()
        #expect(try await eventually { self.remote.requests.count > before })
        let start = Date()
        let request = Task { try await tablet.zones(in: .private) }
        try await Task.sleep(for: .milliseconds(100))
        request.cancel()
        await #expect(throws: ServiceError.self) { try await request.value }
        // The answer to the listener takes a minute.
        #expect(Date().timeIntervalSince(start) < 30)
        try await service.close()
        for await _ in news {}
    }
}
