import Foundation
import RecordCore
import SQLLowering
@testable import SQLStorage
import SQLiteEngine
import Stores
import TestFiles
import TestKit
import Testing

/// Moves that are killed.
@Suite struct `A killed move` {
    private let folder = TemporaryFolder()

    private static let program = Program.besideTests("CrashWriter")

    /// A move that is killed at random moments ends when it is run again; meanwhile no process can
    /// open the target, and no acknowledged write is lost.
    @Test(arguments: `A move`.Way.allCases)
    func `goes on with the same words`(way: `A move`.Way) async throws {
        let place = try MovePlaces(way, in: folder.url)
        let source = try await place.source.open()
        var content = MoveContent(seed: 13)
        try await content.fill(source)
        try await content.change(source)
        var random = SystemRandomNumberGenerator()
        var number: Int64 = 0
        var kills = 0
        var isOver = false
        // Later and later, so that in the end it is done.
        var pause: UInt32 = 20_000
        while !isOver {
            let process = try start(place)
            // On this thread: a task may be woken when the move is long over.
            usleep(UInt32.random(in: 5_000...pause, using: &random))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            isOver = process.terminationReason == .exit
            if isOver {
                #expect(process.terminationStatus == 0)
            } else {
                kills += 1
                pause += pause / 5
                // As long as the last pass has not begun, the source is written.
                number += 1
                do {
                    try await source.put(
                        Record("Count", RecordID("count"), ["number": .int(number)]),
                        policy: .changedKeys)
                } catch let error as StoreError where error.code == .moved { number -= 1 }
                let code = await StoreError.Code.thrown { try await place.target.open().close() }
                // Nothing there yet, or not all; or everything, and only the end was not said.
                if code == nil, try await isOpenTooEarly(place, source) {
                    Issue.record("the target is open after \(kills) kills")
                    return
                }
            }
        }
        #expect(kills > 3)
        let before = try await MoveContent.all(source)
        try await source.close()
        let again = try await StoreMove(from: place.source, to: place.target).run()
        #expect(again[0].report.isOld)
        let target = try await place.target.open()
        #expect(try await MoveContent.all(target) == before)
        if number > 0 {
            #expect(try await target.record(RecordID("count"))?["number"] == .int(number))
        }
        try await target.close()
    }

    /// A target that opens is empty, or the move was over.
    private func isOpenTooEarly(
        _ place: MovePlaces, _ source: any RecordStore
    ) async throws -> Bool {
        let target = try await place.target.open()
        let isEmpty = try await target.serviceData(for: "empty") == nil
        let count = try await target.serviceData(prefix: "").count
        try await target.close()
        if isEmpty { return count > 0 }
        return await StoreError.Code.thrown { try await source.put(Record("N", RecordID("z"))) }
            != .moved
    }

    private func start(_ place: MovePlaces) throws -> Process {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = ["--move", "\(place.source.text)", "\(place.target.text)"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}

extension StoreLocation {
    /// The location as ``init(_:)`` reads it, passwords and settings with it.
    fileprivate var text: String {
        if case .postgres(let url) = self { url } else { description }
    }
}

@Suite struct `A store that was put back` {
    private let folder = TemporaryFolder()

    @Test(arguments: StoreUnderTest.available.filter { $0 != .memory })
    func `gets an identity that refuses what clients hold of the lost future`(
        kind: StoreUnderTest
    ) async throws {
        let place = try MovePlaces(.from(kind), in: folder.url)
        let ann = MoveContent.ann
        let zone = MoveContent.zone
        let id = RecordID("a", zone: zone)
        let store = try await place.source.open()
        try await store.createZones([zone], in: ann)
        let first = try await store.put(Record("N", id, ["n": 1]), in: ann)[0]
        let token = try await store.changes(
            in: zone, of: ann, since: nil, limit: nil, desiredKeys: nil
        ).token
        try await store.close()

        try await place.source.renew()

        let again = try await place.source.open()
        // As it stands after a restore, the number of the next change was given before.
        var second = first
        second["n"] = 2
        let renewed = try await again.put(second, in: ann)[0]
        #expect((Int64(renewed.system?.changeTag ?? "", radix: 36) ?? 0) > 1_000_000)
        let code = await StoreError.Code.thrown {
            try await again.changes(
                in: zone, of: ann, since: token, limit: nil, desiredKeys: nil)
        }
        #expect(code == .changeTokenExpired)
        // A tag of the lost future: what came after the first one.
        var lost = first
        lost.system?.changeTag = ChangeTag.text(
            of: (Int64(first.system?.changeTag ?? "", radix: 36) ?? 0) + 1)
        let conflict = await StoreError.Code.thrown { try await again.put(lost, in: ann) }
        #expect(conflict == .recordChanged)
        let news = try await again.changes(
            in: zone, of: ann, since: nil, limit: nil, desiredKeys: nil)
        #expect(news.changed.map(\.id) == [id])
        try await again.close()
        let missing = await StoreError.Code.thrown { try await place.target.renew() }
        #expect(missing == .cannotOpen)
    }

    @Test(arguments: StoreUnderTest.available.filter { $0 != .memory })
    func `is known at once by its new identity where it is open`(kind: StoreUnderTest) async throws
    {
        let place = try MovePlaces(.from(kind), in: folder.url)
        let ann = MoveContent.ann
        let zone = MoveContent.zone
        let open = try await place.source.open()
        try await open.createZones([zone], in: ann)
        try await open.put(Record("N", RecordID("a", zone: zone), ["n": 1]), in: ann)
        let token = try await open.changes(
            in: zone, of: ann, since: nil, limit: nil, desiredKeys: nil
        ).token

        try await place.source.renew()

        for isAgain in [false, true] {
            let code = await StoreError.Code.thrown {
                try await open.changes(
                    in: zone, of: ann, since: token, limit: nil, desiredKeys: nil)
            }
            #expect(code == .changeTokenExpired, "\(isAgain)")
            let ofDatabase = await StoreError.Code.thrown {
                try await open.databaseChanges(in: ann, since: token, limit: nil)
            }
            #expect(ofDatabase == .changeTokenExpired, "\(isAgain)")
        }
        let bob = DatabaseScope.private(user: "_bob")
        let made = try await open.put(Record("N", RecordID("b"), ["n": 1]), in: bob)[0]
        #expect((Int64(made.system?.changeTag ?? "", radix: 36) ?? 0) > 1_000_000_000)
        try await open.close()
    }

    @Test func `forgets databases that are no longer there`() async throws {
        let path = folder.url.appendingPathComponent("lost.db").path
        let store = try await SQLStore(SQLiteDatabase(path: path))
        let ann = MoveContent.ann
        try await store.put(Record("N", RecordID("a"), ["n": 1]))
        try await store.put(Record("N", RecordID("b"), ["n": 1]), in: ann)
        #expect(try await store.record(RecordID("b"), in: ann) != nil)
        // What a primary without synchronous standbys takes with it: the first write of a user.
        let other = try await SQLStore(SQLiteDatabase(path: path))
        try await other.engine.write(first: false) { connection in
            let number = try connection.first(
                "SELECT id FROM _databases WHERE scope = 'private'"
            ) { $0.int(0) }
            for table in ["N", "_records", "_zones", "_counters"] {
                let key: SQLText = table == "N" ? "_database" : "\(ident: "database")"
                try connection.run("DELETE FROM \(ident: table) WHERE \(key) = \(number ?? 0)")
            }
            try connection.run("DELETE FROM _databases WHERE id = \(number ?? 0)")
        }
        try await other.renew()
        try await other.close()

        try await store.put(Record("N", RecordID("c"), ["n": 1]), in: ann)
        #expect(try await store.record(RecordID("b"), in: ann) == nil)
        #expect(try await store.record(RecordID("c"), in: ann) != nil)
        try await store.close()
    }

    @Test(arguments: `A move`.Way.allCases)
    func `begins later databases beyond the lost future, also where it is moved`(
        way: `A move`.Way
    ) async throws {
        let place = try MovePlaces(way, in: folder.url)
        let id = RecordID("a", zone: MoveContent.zone)
        let store = try await place.source.open()
        try await store.put(Record("N", RecordID("kept"), ["n": 1]))
        try await store.close()

        try await place.source.renew()

        func begin(at location: StoreLocation, of user: String) async throws {
            let store = try await location.open()
            let scope = DatabaseScope.private(user: user)
            try await store.createZones([id.zone], in: scope)
            var record = try await store.put(Record("N", id, ["n": 1]), in: scope)[0]
            let tag = try #require(record.system?.changeTag)
            #expect(try #require(Int64(tag, radix: 36)) > 1_000_000_000)
            // The tag that this record had where the database was made in the lost future.
            record.system?.changeTag = ChangeTag.text(of: 2)
            let lost = record
            let conflict = await StoreError.Code.thrown { try await store.put(lost, in: scope) }
            #expect(conflict == .recordChanged)
            try await store.close()
        }
        try await begin(at: place.source, of: "_ann")
        _ = try await StoreMove(from: place.source, to: place.target).run()
        try await begin(at: place.target, of: "_bob")
    }
}
