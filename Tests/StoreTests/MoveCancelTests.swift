import Foundation
import RecordCore
import SQLLowering
import SQLStorage
import SQLiteEngine
import TestFiles
import TestKit
import Testing

@testable import Stores

/// Moves that are given up.
@Suite struct `A move that is given up` {
    private let folder = TemporaryFolder()

    @Test func `lets the source be written`() async throws {
        let place = try MovePlaces(.fileToFile, in: folder.url)
        let source = try await place.source.open()
        try await source.put(Record("N", RecordID("a")))
        await #expect(throws: MoveProblem.noMove) {
            try await StoreMove(from: place.source, to: place.target).cancel()
        }
        let stop = StoppedMove(from: place.source, to: place.target)
        await #expect(throws: CancellationError.self) { try await stop.run(at: 1, isLast: false) }
        try await StoreMove(from: place.source, to: place.target).cancel()
        try await source.put(Record("N", RecordID("b")))
        #expect(
            try await StoreMove(from: place.source, to: place.target).run()[0].report.passes > 1)
        try await source.close()
    }

    @Test func `needs no target where that is lost`() async throws {
        let place = try MovePlaces(.fileToFile, in: folder.url)
        let lost = StoreLocation.postgres(
            url: "postgres://127.0.0.1:1/lost?schema=lost&connect_timeout=2")
        let source = try await place.source.open()
        try await source.put(Record("N", RecordID("a")))
        let move = StoreMove(from: place.source, to: lost)
        await #expect(throws: MoveProblem.noMove) { try await move.cancelWithoutTarget() }
        // As a move left it that was stopped near its end.
        func close(isOpening: Bool) async throws {
            let end = try await place.source.open(for: .moveFrom)
            try await end.closeForMove(to: lost.moveName)
            if isOpening { #expect(try await end.beginOpening(of: lost.moveName)) }
            try await end.close()
        }
        try await close(isOpening: false)
        do {
            try await move.run()
            Issue.record("nothing was said")
        } catch MoveProblem.stillClosed(let name, _) {
            #expect(name == place.source.description)
        }
        await #expect(throws: StoreError.self) { try await move.cancel() }
        let closed = await StoreError.Code.thrown {
            try await source.put(Record("N", RecordID("b")))
        }
        #expect(closed == .moved)
        let other = StoreMove(from: place.source, to: place.target)
        await #expect(throws: MoveProblem.noMove) { try await other.cancelWithoutTarget() }
        try await move.cancelWithoutTarget()
        try await source.put(Record("N", RecordID("b")))
        try await source.close()
        // Two of one identity would both take writes: one of them needs another.
        try await close(isOpening: true)
        await #expect(throws: MoveProblem.mayBeOpen(place.source.description)) {
            try await move.cancelWithoutTarget()
        }
        try await place.source.renew()
        let apart = try await place.source.open()
        try await apart.put(Record("N", RecordID("c")))
        try await apart.close()
    }

    @Test func `without its target does not open it`() async throws {
        let place = try MovePlaces(.fileToFile, in: folder.url)
        let source = try await place.source.open()
        try await source.put(Record("N", RecordID("a")))
        let work = MoveTask(StoreMove.Part("n", from: place.source, to: place.target), { _ in })
        try await work.begin()
        _ = try await work.copy()
        try await work.close()
        try await work.check()
        try await StoreMove(from: place.source, to: place.target).cancelWithoutTarget()
        await #expect(throws: MoveProblem.noMove) { try await work.finish() }
        try await source.put(Record("N", RecordID("b")))
        try await source.close()
        #expect(await StoreError.Code.thrown { try await place.target.open() } == .moved)
    }

    @Test func `without its target lets the source be written`() async throws {
        let place = try MovePlaces(.fileToFile, in: folder.url)
        let source = try await place.source.open()
        try await source.put(Record("N", RecordID("a")))
        // As a move left it that was killed near its end, and whose target was removed: its disk is full, and
        // takes no line that the move is given up.
        let end = try await place.source.open(for: .moveFrom)
        try await end.closeForMove(to: place.target.moveName)
        try await end.close()
        #expect(
            await StoreError.Code.thrown { try await source.put(Record("N", RecordID("b"))) }
                == .moved)
        try await StoreMove(from: place.source, to: place.target).cancel()
        try await source.put(Record("N", RecordID("b")))
        try await source.close()
    }

    @Test func `and was closed by version 0.2 may be open at its target`() async throws {
        let place = try MovePlaces(.fileToFile, in: folder.url)
        let source = try await place.source.open()
        try await source.put(Record("N", RecordID("a")))
        try await source.close()
        let end = try await place.source.open(for: .moveFrom)
        try await end.closeForMove(to: place.target.moveName)
        try await end.close()
        // That version writes no word of whether the target opens.
        guard case .sqlite(let path) = place.source else { throw CocoaError(.featureUnsupported) }
        let database = try SQLiteDatabase(path: path)
        try await database.write(first: false) { connection in
            _ = try connection.run(
                "UPDATE _meta SET value = json_remove(value, '$.isOpening') WHERE key = 'moved'")
        }
        try await database.close()
        let move = StoreMove(from: place.source, to: place.target)
        await #expect(throws: MoveProblem.mayBeOpen(place.source.description)) {
            try await move.cancelWithoutTarget()
        }
    }
}
