import Foundation
import RecordCore
import SQLStorage
import SQLiteEngine
import TestFiles
import TestKit
import TestTime
import Testing

@testable import Stores

/// Databases that are moved to another place.
@Suite struct `A move` {
    private let folder = TemporaryFolder()

    /// From where to where.
    enum Way: String, CaseIterable, Sendable {
        case fileToFile
        #if Postgres
        case fileToPostgres, postgresToFile, postgresToPostgres, fileToParts, partsToParts
        #endif

        /// From what a kind of store is kept in to a file.
        static func from(_ kind: StoreUnderTest) -> Way {
            switch kind {
            case .memory, .sqlite, .sqliteParts: .fileToFile
            #if Postgres
            case .postgres, .postgresGin, .postgresParts: .postgresToFile
            #endif
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `carries that a database is of production`(way: Way) async throws {
        let place = try MovePlaces(way, in: folder.url)
        let source = try await place.source.open()
        var content = MoveContent(seed: 7)
        try await content.fill(source)
        try await source.close()
        try await place.source.open(environment: .production).close()
        _ = try await StoreMove(from: place.source, to: place.target).run()
        let target = try await place.target.openAsKept()
        #expect(target.environment == StoreEnvironment.production)
        try await target.close()
    }

    @Test func `keeps zones apart whose owners and names read alike`() async throws {
        let place = try MovePlaces(.fileToFile, in: folder.url)
        let source = try await place.source.open()
        let all = [("_a", "b/Z"), ("_a/b", "Z")].map { owner, name in
            (DatabaseScope.private(user: owner), RecordID("r", zone: ZoneID(name)))
        }
        for (scope, id) in all {
            try await source.createZones([id.zone], in: scope)
            try await source.put(Record("N", id, ["n": 1]), in: scope)
        }
        try await source.close()
        _ = try await StoreMove(from: place.source, to: place.target).run()
        let target = try await place.target.open()
        for (scope, id) in all {
            #expect(try await target.record(id, in: scope) != nil)
        }
        try await target.close()
    }

    @Test(arguments: Way.allCases)
    func `brings everything, and what clients hold stays good`(way: Way) async throws {
        let place = try MovePlaces(way, in: folder.url)
        let source = try await place.source.open()
        var content = MoveContent(seed: 7)
        try await content.fill(source)
        let zone = MoveContent.zone
        let ann = MoveContent.ann
        let token = try await source.changes(
            in: zone, of: ann, since: nil, limit: nil, desiredKeys: nil
        ).token
        try await content.change(source)
        let told = try await source.changes(
            in: zone, of: ann, since: token, limit: nil, desiredKeys: nil)
        #expect(!told.deleted.isEmpty && !told.changed.isEmpty)
        let before = try await MoveContent.all(source)
        try await source.close()

        let report = try #require(await StoreMove(from: place.source, to: place.target).run().first)
            .report
        #expect(report.digest.count == 64)
        for row in report.rows {
            #expect(row.source == row.target, "\(row.kind)")
            #expect(row.source > 0, "no \(row.kind)")
        }

        let target = try await place.target.open()
        #expect(try await MoveContent.all(target) == before)
        // A token from before the move goes on where it was.
        let after = try await target.changes(
            in: zone, of: ann, since: token, limit: nil, desiredKeys: nil)
        #expect(after == told)
        // A change tag from before the move is still the record's.
        try await target.put(try #require(told.changed.first), in: ann)
        for (asset, scope) in content.assets {
            let file = try await target.assetFile(asset, in: scope)
            #expect(try Data(contentsOf: file) == content.bytes[asset.checksum])
        }
        // Questions are answered from indexes that the move has filled.
        let texts = try await target.count(
            RecordQuery("Row", where: try QueryPredicate(parsing: "name == 'r1'")), in: .public)
        #expect(texts == 1)
        try await target.close()

        // The source is read, and no longer written.
        let old = try await place.source.open()
        #expect(try await MoveContent.all(old) == before)
        let code = await StoreError.Code.thrown {
            try await old.put(Record("N", RecordID("late")))
        }
        #expect(code == .moved)
        try await old.close()
        // The same words once more say that it is done.
        let again = try await StoreMove(from: place.source, to: place.target).run()
        #expect(again.first?.report.isOld == true)
        // To another place it is not moved again.
        let elsewhere = StoreLocation.sqlite(
            path: place.directory.appendingPathComponent("x.db").path)
        await #expect(throws: MoveProblem.self) {
            try await StoreMove(from: place.source, to: elsewhere).run()
        }
        // Under an identity of its own it may be written again.
        try await place.source.renew()
        let apart = try await place.source.open()
        try await apart.put(Record("N", RecordID("late")))
        let refused = await StoreError.Code.thrown {
            try await apart.changes(
                in: zone, of: ann, since: token, limit: nil, desiredKeys: nil)
        }
        #expect(refused == .changeTokenExpired)
        try await apart.close()
    }

    #if Postgres
    @Test(.enabled(if: PostgresServer.shared != nil))
    func `into parts leaves them whole when the public database is emptied meanwhile`()
        async throws
    {
        let place = try MovePlaces(.fileToParts, in: folder.url)
        let source = try await place.source.open()
        for number in 0..<20 {
            try await source.put(Record("City", RecordID("c\(number)")))
        }
        let work = MoveTask(
            StoreMove.Part("cities", from: place.source, to: place.target), { _ in })
        try await work.begin()
        #expect(try await work.copy() > 20)
        let gone = (0..<20).map { RecordID("c\($0)") }
        let deleted = try await source.save(SaveRequest(saving: [], deleting: gone), in: .public)
        #expect(deleted.firstError == nil)
        #expect(try await work.copy() > 20)
        for number in 20..<30 {
            try await source.put(Record("City", RecordID("c\(number)")))
        }
        try await work.close()
        try await work.check()
        try await work.finish()
        try await source.close()
        let target = try await place.target.open()
        for number in 30..<40 {
            try await target.put(Record("City", RecordID("c\(number)")))
        }
        #expect(try await target.count(RecordQuery("City"), in: .public) == 20)
        #expect(try await target.zones(in: .public).count == 1)
        try await target.close()
    }

    @Test func `there and back is what it was`() async throws {
        let place = try MovePlaces(.fileToPostgres, in: folder.url)
        let source = try await place.source.open()
        var content = MoveContent(seed: 11)
        try await content.fill(source)
        try await content.change(source)
        let before = try await MoveContent.all(source)
        try await source.close()
        let there = try await StoreMove(from: place.source, to: place.target).run()
        let home = StoreLocation.sqlite(
            path: place.directory.appendingPathComponent("home.db").path)
        let back = try await StoreMove(from: place.target, to: home).run()
        #expect(there[0].report.digest == back[0].report.digest)
        let store = try await home.open()
        #expect(try await MoveContent.all(store) == before)
        try await store.close()
    }
    #endif

    @Test(arguments: Way.allCases)
    func `follows writers, which lose nothing that was acknowledged`(way: Way) async throws {
        let place = try MovePlaces(way, in: folder.url)
        let source = try await place.source.open()
        var content = MoveContent(seed: 3)
        try await content.fill(source)
        let ann = MoveContent.ann
        // Several writers, in both kinds of zones, until they are refused.
        let acknowledged = try await withThrowingTaskGroup(of: [RecordID: String].self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let isPublic = writer % 2 == 0
                    let zone = isPublic ? ZoneID.default : MoveContent.zone
                    var done: [RecordID: String] = [:]
                    for number in 0... {
                        let id = RecordID("w\(writer)-\(number % 20)", zone: zone)
                        let value = "\(writer)/\(number)"
                        do {
                            try await source.put(
                                Record("Written", id, ["text": .text(value)]),
                                in: isPublic ? .public : ann, policy: .allKeys)
                            done[id] = value
                        } catch let error as StoreError where error.code == .moved {
                            return done
                        }
                    }
                    return done
                }
            }
            // On a busy machine they may be slow to begin.
            #expect(try await eventually { try await source.record(RecordID("w0-0")) != nil })
            let report = try await StoreMove(from: place.source, to: place.target).run()[0].report
            #expect(report.passes >= 2)
            var all: [RecordID: String] = [:]
            for try await done in group { all.merge(done) { $1 } }
            return all
        }
        try await source.close()
        let target = try await place.target.open()
        #expect(!acknowledged.isEmpty)
        for (id, value) in acknowledged {
            let scope = id.zone == .default ? DatabaseScope.public : ann
            let found = try await target.record(id, in: scope)
            #expect(found?["text"] == .text(value), "\(id)")
        }
        try await target.close()
    }

    @Test func `makes nothing of a source that is not there`() async throws {
        let place = try MovePlaces(.fileToFile, in: folder.url)
        let code = await StoreError.Code.thrown {
            try await StoreMove(from: place.source, to: place.target).run()
        }
        #expect(code == .cannotOpen)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.directory.path) == [])
        #if Postgres
        let typo = try MovePlaces(.postgresToFile, in: folder.file("typo"))
        for _ in 0..<2 {
            let code = await StoreError.Code.thrown {
                try await StoreMove(from: typo.source, to: typo.target).run()
            }
            #expect(code == .cannotOpen)
        }
        #endif
        let memory = await StoreError.Code.thrown {
            try await StoreMove(from: .memory, to: place.target).run()
        }
        #expect(memory == .unsupportedLocation)
    }

    @Test func `makes no target when it is refused`() async throws {
        let place = try MovePlaces(.fileToFile, in: folder.url)
        let source = try await place.source.open()
        try await source.put(Record("N", RecordID("a")))
        try await source.close()
        func isThere(_ name: String) -> Bool {
            FileManager.default.fileExists(
                atPath: place.directory.appendingPathComponent(name).path)
        }
        await #expect(throws: MoveProblem.noMove) {
            try await StoreMove(from: place.source, to: place.target).cancel()
        }
        #expect(!isThere("target.db"))
        _ = try await StoreMove(from: place.source, to: place.target).run()
        let other = StoreLocation.sqlite(
            path: place.directory.appendingPathComponent("other.db").path)
        let before = MoveProblem.movedBefore(to: place.target.moveName)
        await #expect(throws: before) {
            try await StoreMove(from: place.source, to: other).run()
        }
        #expect(!isThere("other.db"))
        // Where it was moved to is gone.
        for file in try FileManager.default.contentsOfDirectory(atPath: place.directory.path)
        where file.hasPrefix("target.db") {
            try FileManager.default.removeItem(at: place.directory.appendingPathComponent(file))
        }
        await #expect(throws: before) {
            try await StoreMove(from: place.source, to: place.target).run()
        }
        #expect(!isThere("target.db"))
    }

    @Test func `leaves a target alone that holds something else`() async throws {
        let place = try MovePlaces(.fileToFile, in: folder.url)
        let source = try await place.source.open()
        try await source.put(Record("N", RecordID("a")))
        let target = try await place.target.open()
        try await target.put(Record("N", RecordID("b")))
        await #expect(throws: MoveProblem.notEmpty) {
            try await StoreMove(from: place.source, to: place.target).run()
        }
        await #expect(throws: MoveProblem.samePlace) {
            try await StoreMove(from: place.source, to: place.source).run()
        }
        // Both go on as they were.
        try await source.put(Record("N", RecordID("c")))
        try await target.put(Record("N", RecordID("c")))
        try await source.close()
        try await target.close()
    }

    @Test(arguments: Way.allCases)
    func `finds damage of the target, and what only the target has`(way: Way) async throws {
        let place = try MovePlaces(way, in: folder.url)
        let source = try await place.source.open()
        var content = MoveContent(seed: 5)
        try await content.fill(source)
        let before = try await MoveContent.all(source)
        try await source.close()
        // A move that is stopped in its last pass, before the target opens.

        let stop = StoppedMove(from: place.source, to: place.target)
        await #expect(throws: CancellationError.self) { try await stop.run(at: 1, isLast: true) }
        // An incomplete target cannot be opened.
        let code = await StoreError.Code.thrown { try await place.target.open() }
        #expect(code == .moved)
        try await place.damage()
        let report = try await StoreMove(from: place.source, to: place.target).run()[0].report
        #expect(report.rows.allSatisfy { $0.source == $0.target })
        let target = try await place.target.open()
        #expect(try await MoveContent.all(target) == before)
        try await target.close()
    }

    @Test func `of several databases opens none before all are there`() async throws {
        let first = try MovePlaces(.fileToFile, in: folder.file("first"))
        let second = try MovePlaces(.fileToFile, in: folder.file("second"))
        for place in [first, second] {
            let store = try await place.source.open()
            try await store.put(Record("N", RecordID("a")))
            try await store.close()
        }
        let parts = [first, second].enumerated().map {
            StoreMove.Part("\($0)", from: $1.source, to: $1.target)
        }
        var move = StoreMove { parts }
        move.progress = { progress in
            // The second is only about to be compared.
            if progress.isLast, progress.part == "1" { withUnsafeCurrentTask { $0?.cancel() } }
        }
        let stopped = move
        await #expect(throws: (any Error).self) { try await Task { try await stopped.run() }.value }
        for place in [first, second] {
            let code = await StoreError.Code.thrown { try await place.target.open() }
            #expect(code == .moved)
            // What failed in the end lets the sources be written again.
            let store = try await place.source.open()
            try await store.put(Record("N", RecordID("b")))
            try await store.close()
        }
        #expect(try await StoreMove { parts }.run().count == 2)
    }
}

/// A move that ends at a given point.
struct StoppedMove {
    let move: StoreMove

    init(from source: StoreLocation, to target: StoreLocation) {
        move = StoreMove(from: source, to: target)
    }

    func run(at page: Int, isLast: Bool) async throws {
        var move = move
        move.progress = { progress in
            if progress.isLast == isLast { withUnsafeCurrentTask { $0?.cancel() } }
        }
        let stopped = move
        try await Task { _ = try await stopped.run() }.value
        try Task.checkCancellation()
    }
}
