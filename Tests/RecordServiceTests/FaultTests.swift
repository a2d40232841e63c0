import Foundation
import RecordService
import Synchronization
import Testing

@Suite struct `Faults on demand` {
    @Test(arguments: Backing.allCases)
    func `each fails as the service would, so many times, and then no more`(
        backing: Backing
    ) async throws {
        let expected: [(ServiceFaults.Fault, ServiceError.Code, Double?)] = [
            (.networkUnavailable, .networkUnavailable, nil),
            (.networkFailure, .networkFailure, nil),
            (.serviceUnavailable(retryAfter: 2), .serviceUnavailable, 2),
            (.throttled(retryAfter: 3), .requestRateLimited, 3),
            (.zoneBusy(retryAfter: 1.5), .zoneBusy, 1.5),
            (.notAuthenticated, .notAuthenticated, nil),
            (.accountTemporarilyUnavailable, .accountTemporarilyUnavailable, nil),
            (.managedAccountRestricted, .managedAccountRestricted, nil),
        ]
        try await backing.withService { service in
            try await service.ann.save(Record("N", RecordID("a")))
            for (fault, code, delay) in expected {
                service.faults.add(fault, times: 2)
                for _ in 0..<2 {
                    let error = await failure { _ = try await service.ann.names("N") }
                    #expect(error?.code == code)
                    #expect(error?.retryAfter == delay)
                    #expect(error?.cause == .fault)
                }
                #expect(try await service.ann.names("N") == ["a"])
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `a lasting fault ends when cleared`(backing: Backing) async throws {
        try await backing.withService { service in
            service.faults.add(.notAuthenticated, times: nil)
            for _ in 0..<5 {
                #expect(
                    await failure { _ = try await service.ann.zones(in: .private) }?.code
                        == .notAuthenticated)
            }
            #expect(service.ann.accountStatus() == .noAccount)
            service.faults.clear()
            #expect(service.ann.accountStatus() == .available)
            _ = try await service.ann.zones(in: .private)
            service.faults.add(.accountTemporarilyUnavailable, times: nil, user: "_ann")
            #expect(service.ann.accountStatus() == .temporarilyUnavailable)
            #expect(service.bob.accountStatus() == .available)
            _ = try await service.bob.zones(in: .private)
        }
    }

    @Test func `the account is there where the network fails later, or for writes alone`()
        async throws
    {
        try await Backing.memory.withService { service in
            for fault in [ServiceFaults.Fault.networkUnavailable, .networkFailure] {
                service.faults.add(fault, times: nil, on: .writes)
                #expect(service.ann.accountStatus() == .available)
                service.faults.clear()
                // A program that asks before its first request would never make it.
                service.faults.add(fault)
                #expect(service.ann.accountStatus() == .available)
                #expect(service.faults.remaining(fault) == 1)
                service.faults.clear()
                for requests in [ServiceFaults.Requests.all, .reads] {
                    service.faults.add(fault, times: nil, on: requests)
                    #expect(service.ann.accountStatus() == .couldNotDetermine)
                    service.faults.clear()
                }
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `a zone that the settings take is missing for a reason until it is made again`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            for isReset in [true, false] {
                let zone = ZoneID("Notes")
                _ = try await service.ann.modifyZones(saving: [zone], in: .private)
                let before = try await service.ann.databaseChanges(in: .private, since: nil)
                service.faults.add(isReset ? .keysReset(zone) : .zoneDeleted(zone), user: "_ann")
                _ = try await service.bob.zones(in: .private)
                let error = await failure {
                    _ = try await service.ann.changes(zone: zone, in: .private, since: nil)
                }
                #expect(error?.code == (isReset ? .zoneNotFound : .userDeletedZone))
                #expect(error?.isKeysReset == isReset)
                let after = try await service.ann.databaseChanges(
                    in: .private, since: before.token)
                #expect(after.deleted == [zone])
                #expect(after.keysReset == (isReset ? [zone] : []))
                _ = try await service.ann.modifyZones(saving: [zone], in: .private)
                _ = try await service.ann.changes(zone: zone, in: .private, since: nil)
                // A device that was away learns of it too.
                let late = try await service.ann.databaseChanges(
                    in: .private, since: before.token)
                #expect(late.changed == [zone] && late.keysReset == (isReset ? [zone] : []))
                let next = try await service.ann.databaseChanges(in: .private, since: late.token)
                #expect(next.changed.isEmpty && next.keysReset.isEmpty)
            }
        }
    }

    @Test(arguments: Backing.allCases)
    func `a zone of another user is missing for no reason of one's own`(
        backing: Backing
    ) async throws {
        try await backing.withService { service in
            let zone = ZoneID("Notes")
            _ = try await service.ann.modifyZones(saving: [zone], in: .private)
            service.faults.add(.keysReset(zone), user: "_ann")
            _ = try await service.ann.zones(in: .private)
            let theirs = ZoneID("Notes", owner: "_bob")
            let error = await failure {
                _ = try await service.ann.changes(zone: theirs, in: .shared, since: nil)
            }
            #expect(error?.code == .zoneNotFound && error?.isKeysReset == false)
            let own = await failure {
                _ = try await service.ann.changes(zone: zone, in: .private, since: nil)
            }
            #expect(own?.isKeysReset == true)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a burst of records is refused until time has passed`(backing: Backing) async throws {
        let now = Mutex(Date(timeIntervalSinceReferenceDate: 0))
        var options = ServiceOptions()
        options.clock = { now.withLock { $0 } }
        try await backing.withService(options: options) { service in
            service.faults.add(.burst(records: 5, refill: 2), times: nil)
            func save(_ numbers: Range<Int>) async -> ServiceError? {
                let records = numbers.map { Record("N", RecordID("\($0)")) }
                return await failure {
                    _ = try await service.ann.modify(SaveRequest(saving: records), in: .private)
                }
            }
            #expect(await save(0..<3) == nil)
            // It passes the limit, and is done.
            #expect(await save(3..<8) == nil)
            let first = await save(8..<9)
            #expect(first?.code == .serviceUnavailable && first?.retryAfter == 2)
            #expect(await save(8..<9)?.code == .requestRateLimited)
            // Reading goes on, and another user has a burst of its own.
            #expect(try await service.ann.names("N").count == 8)
            try await service.bob.save(Record("N", RecordID("bobs")))
            now.withLock { $0 += 1 }
            let second = await save(8..<9)
            #expect(second?.code == .requestRateLimited && second?.retryAfter == 1)
            now.withLock { $0 += 1 }
            #expect(await save(8..<9) == nil)
            #expect(await save(9..<10)?.code == .serviceUnavailable)
            // What is not used is kept up to the limit.
            now.withLock { $0 += 3_600 }
            #expect(await save(9..<15) == nil)
            #expect(await save(15..<16)?.code == .serviceUnavailable)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a notification is lost, and another one comes twice`(backing: Backing) async throws {
        try await backing.withService { service in
            let writer = service.session(user: "_ann", device: "mac")
            _ = try await service.ann.modifySubscriptions(
                saving: [ServiceSubscription("all", .database(type: nil))], in: .private)
            let zone = ZoneID("Notes")
            _ = try await writer.modifyZones(saving: [zone], in: .private)
            let stream = service.ann.notifications()
            let start = service.ann.missedNotifications(after: 0).count
            service.faults.add(.notificationsLost, times: 0, user: "_ann")
            service.faults.add(.notificationsLost, user: "_ann")
            service.faults.add(.notificationsDoubled, user: "_ann")
            for name in ["lost", "doubled", "plain"] {
                try await writer.save(Record("N", RecordID(name, zone: zone)))
            }
            let numbers = service.ann.missedNotifications(after: 0).dropFirst(start).map(\.number)
            #expect(numbers.count == 3 && numbers[0] == numbers[1] && numbers[1] < numbers[2])
            var heard: [Int] = []
            for await notification in stream {
                heard.append(notification.number)
                if heard.count == 3 { break }
            }
            #expect(heard == numbers)
        }
    }

    @Test(arguments: Backing.allCases)
    func `expired tokens concern requests with a token alone`(backing: Backing) async throws {
        try await backing.withService { service in
            let first = try await service.ann.databaseChanges(in: .private, since: nil)
            service.faults.add(.tokensExpired)
            _ = try await service.ann.databaseChanges(in: .private, since: nil)
            _ = try await service.ann.zones(in: .private)
            let error = await failure {
                _ = try await service.ann.databaseChanges(in: .private, since: first.token)
            }
            #expect(error?.code == .changeTokenExpired)
            _ = try await service.ann.databaseChanges(in: .private, since: first.token)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a used-up quota stops writes and lets reads pass`(backing: Backing) async throws {
        try await backing.withService { service in
            try await service.ann.save(Record("N", RecordID("a")))
            service.faults.add(.quotaExceeded)
            #expect(try await service.ann.names("N") == ["a"])
            #expect(
                await failure { try await service.ann.save(Record("N", RecordID("b"))) }?.code
                    == .quotaExceeded)
            try await service.ann.save(Record("N", RecordID("b")))
            service.faults.add(.networkFailure, on: .reads)
            try await service.ann.save(Record("N", RecordID("c")))
            #expect(
                await failure { _ = try await service.ann.names("N") }?.code == .networkFailure)
        }
    }

    @Test(arguments: Backing.allCases)
    func `a slow service is slow and stays right`(backing: Backing) async throws {
        try await backing.withService { service in
            service.faults.add(.slow(seconds: 0.2))
            service.faults.add(.networkFailure)
            let start = ContinuousClock.now
            #expect(
                await failure { _ = try await service.ann.zones(in: .private) }?.code
                    == .networkFailure)
            #expect(ContinuousClock.now - start >= .milliseconds(190))
            service.faults.add(.slow(seconds: 600))
            let task = Task {
                await failure { _ = try await service.ann.zones(in: .private) }?.code
            }
            task.cancel()
            #expect(await task.value == .operationCancelled)
        }
    }

    @Test(arguments: Backing.allCases)
    func `another writer makes a true conflict`(backing: Backing) async throws {
        try await backing.withService { service in
            var mine = try await service.ann.save(
                Record("N", RecordID("a"), ["t": "1", "u": "x"]))[0]
            service.faults.add(.conflictingWriter(on: mine.id, changing: ["t": "theirs"]))
            // Reading is not what it waits for.
            #expect(try await service.ann.record(mine.id)["t"] == "1")
            mine["t"] = "mine"
            let error = await failure { try await service.ann.save(mine) }
            #expect(error?.code == .serverRecordChanged)
            let server = try #require(error?.conflict?.server)
            #expect(server["t"] == "theirs")
            #expect(server["u"] == "x")
            var merged = server
            merged["t"] = "both"
            try await service.ann.save(merged)
            #expect(try await service.ann.record(mine.id)["t"] == "both")
        }
    }

    @Test(arguments: Backing.allCases)
    func `a lost answer is a write that was made`(backing: Backing) async throws {
        try await backing.withService { service in
            service.faults.add(.responseLost)
            let record = Record("N", RecordID("a"))
            #expect(
                await failure { try await service.ann.save(record) }?.code
                    == .serverResponseLost)
            #expect(
                await failure { try await service.ann.save(record) }?.code
                    == .serverRecordChanged)
        }
    }
}
