import Foundation
import RecordCore
import TestKit
import Testing

@testable import RecordService

@Suite struct `Limits` {
    @Test(arguments: Backing.allCases)
    func `a request has 400 items at most`(backing: Backing) async throws {
        try await backing.withService { service in
            let records = (0...400).map { Record("N", RecordID("n\($0)")) }
            let many = Sentence(
                .limitExceeded, 1020,
                "Your request contains 401 items which is more than the maximum number of items "
                    + "in a single request (400)")
            #expect(
                await failure {
                    _ = try await service.ann.modify(
                        SaveRequest(saving: records), in: .private)
                }?.sentence == many)
            #expect(
                await failure {
                    _ = try await service.ann.records(records.map(\.id), in: .private)
                }?.sentence == many)
            let result = try await service.ann.modify(
                SaveRequest(saving: Array(records.dropLast())), in: .private)
            #expect(result.saves.allSatisfy { $0.error == nil })
        }
    }

    @Test(arguments: Backing.allCases)
    func `a request has two megabytes at most, a record one`(backing: Backing) async throws {
        try await backing.withService { service in
            func record(_ name: String, _ size: Int) -> Record {
                Record("N", RecordID(name), ["data": .bytes(Data(count: size))])
            }
            let three = ["a", "b", "c"].map { record($0, 700_000) }
            #expect(
                await failure {
                    _ = try await service.ann.modify(SaveRequest(saving: three), in: .private)
                }?.code == .limitExceeded)
            let two = try await service.ann.modify(
                SaveRequest(saving: Array(three.prefix(2))), in: .private)
            #expect(two.saves.allSatisfy { $0.error == nil })
            #expect(
                await failure { try await service.ann.save(record("d", 1_000_001)) }?.sentence
                    == Sentence(.limitExceeded, 2023, "record too large"))
        }
    }

    @Test(arguments: Backing.allCases)
    func `a name has 255 characters at most, and bad names are another mistake`(
        backing: Backing
    ) async throws {
        func name(_ length: Int) -> String { String(repeating: "x", count: length) }
        let long = Sentence(.limitExceeded, 2023, "A name has 255 characters at most")
        let bad = Sentence(
            .invalidArguments, 2006, "A name is empty, or has characters that names cannot have")
        try await backing.withService { service in
            try await service.ann.save(Record("N", RecordID(name(255))))
            _ = try await service.ann.modifyZones(saving: [ZoneID(name(255))], in: .private)
            for (text, sentence) in [
                (name(256), long), (name(100_000), long), ("_x", bad), ("", bad), ("\u{e9}", bad),
                ("_" + name(300), bad), ("\u{e9}" + name(300), bad),
            ] {
                #expect(
                    await failure { try await service.ann.save(Record("N", RecordID(text))) }?
                        .sentence == sentence)
                let zones = try await service.ann.modifyZones(
                    saving: [ZoneID(text)], in: .private)
                #expect(zones.saves[0].error?.sentence == sentence)
            }
        }
        var limits = StoreLimits()
        limits.nameLength = 10
        try await backing.withService(limits: limits) { service in
            #expect(
                await failure { try await service.ann.save(Record("N", RecordID(name(11)))) }?
                    .sentence
                    == Sentence(.limitExceeded, 2023, "A name has 10 characters at most"))
            try await service.ann.save(Record("N", RecordID(name(10))))
        }
    }

    @Test(arguments: Backing.allCases)
    func `no more large records are read than a page has`(backing: Backing) async throws {
        let store = FailingStore(try await backing.open())
        let service = RecordService(store: store, container: "iCloud.test")
        let zone = ZoneID("Z")
        _ = try await service.ann.modifyZones(saving: [zone], in: .private)
        let data = Value.bytes(Data(count: 100_000))
        for number in 0..<20 {
            try await service.ann.save(
                Record("N", RecordID("n\(10 + number)", zone: zone), ["data": data]))
        }
        let names = (0..<20).map { "n\(10 + $0)" }

        var page = try await service.ann.query(
            RecordQuery("N", in: .zone(zone)), pageBytes: 450_000, in: .private)
        var found = page.records.map(\.id.name)
        while let cursor = page.cursor, found.count <= names.count {
            page = try await service.ann.query(
                continuing: cursor, desiredKeys: nil, limit: nil, pageBytes: 450_000, in: .private)
            found += page.records.map(\.id.name)
        }
        #expect(found == names)
        #expect(store.longestPage == 4)

        var token: ChangeToken?
        found = []
        repeat {
            let changes = try await service.ann.changes(
                zone: zone, in: .private, since: token, limit: nil, pageBytes: 450_000,
                desiredKeys: nil)
            found += changes.changed.map(\.id.name)
            token = changes.moreComing ? changes.token : nil
        } while token != nil && found.count <= names.count
        #expect(found == names)
        #expect(store.longestPage == 4)
        try await service.close()
    }
}
