import Foundation
import RecordCore
import SQLStorage

/// The move of one database: what it remembers between its steps, for each of which both ends are
/// opened and closed again, so that a server of many containers needs few connections.
final class MoveTask {
    let part: StoreMove.Part
    private let mover = UUID().uuidString
    private let pass: MovePass
    private var identity = ""
    /// Where a pass that was stopped continues.
    private var start: MoveKey?
    /// How often it went through.
    private(set) var passes = 0
    /// Whether the move is over.
    private(set) var isOld = false
    /// Whether the source refuses writes.
    private(set) var isClosed = false
    /// What the last pass came to.
    private(set) var report = MoveReport()

    init(_ part: StoreMove.Part, _ progress: @escaping @Sendable (StoreMove.Progress) -> Void) {
        self.part = part
        pass = MovePass(part.name, mover: mover, progress)
    }

    private var target: String { part.target.moveName }

    private func withEnds<T>(
        _ body: (_ from: any MoveEnd, _ to: any MoveEnd) async throws -> T
    ) async throws -> T {
        let from = try await part.source.open(for: .moveFrom)
        return try await from.closing {
            let to = try await part.target.open(for: .moveInto)
            return try await to.closing { try await body(from, to) }
        }
    }

    // MARK: Steps

    /// Looks at both ends, and closes the target to all other processes from now on.
    func begin() async throws {
        guard part.source.moveName != target else { throw MoveProblem.samePlace }
        // Before the target is made: a move that is refused leaves nothing there.
        let source = try await part.source.open(for: .moveFrom)
        let standing = try await source.closing { try await source.moveStanding() }
        if let place = standing.to, place != target { throw MoveProblem.movedBefore(to: place) }
        isClosed = standing.to != nil && !standing.isFinished
        if standing.isFinished, try !part.target.isThere() {
            throw MoveProblem.movedBefore(to: target)
        }
        try await withEnds { from, to in
            let there = try await from.moveStanding()
            let here = try await to.moveStanding()
            identity = there.identity
            if let place = there.to, place != target { throw MoveProblem.movedBefore(to: place) }
            if here.from == nil, here.identity == there.identity {
                // It is over, or was stopped right before the source was told.
                guard there.to != nil else { throw MoveProblem.samePlace }
                try await from.noteMoved(to: target)
                isOld = true
                return
            }
            guard !there.isFinished else { throw MoveProblem.movedBefore(to: target) }
            if let other = here.from {
                guard other == identity else { throw MoveProblem.otherSource }
            } else if !here.isEmpty {
                throw MoveProblem.notEmpty
            }
            isClosed = there.to != nil
            start = here.after
            pass.total = max(1, try await from.moveCount())
            try await to.beginMove(of: identity, by: mover)
        }
    }

    /// Goes through once while the source is in use; gives how much was not the same.
    func copy() async throws -> Int {
        try await withEnds { from, to in
            var changed = 0
            // A pass that goes on where another one stopped has not seen everything.
            if let start {
                passes += 1
                changed = try await pass.run(passes, from, to, after: start).changed
                self.start = nil
            }
            passes += 1
            changed += try await pass.run(passes, from, to).changed
            return changed
        }
    }

    /// Has the source refuse writes.
    func close() async throws {
        try await withEnds { from, _ in
            // Also where it fails: it may have been closed all the same.
            isClosed = true
            try await from.closeForMove(to: target)
        }
    }

    /// Goes through while the source stands still, and compares everything.
    func check() async throws {
        passes += 1
        report = try await withEnds { from, to in
            let found = try await pass.run(passes, from, to, isLast: true)
            let source = found.source.finish(identity, try await from.moveSchema().schema)
            let target = found.target.finish(identity, try await to.moveSchema().schema)
            guard source == target else {
                throw MoveProblem.different(source: source, target: target)
            }
            return MoveReport(
                rows: MoveReport.rows(found.source.counts, found.target.counts),
                digest: source, passes: passes, changed: found.changed)
        }
    }

    /// Opens the target under the identity of the source.
    func finish() async throws {
        try await withEnds { from, to in
            // From here on the source cannot be opened without a look at the target.
            guard try await from.beginOpening(of: target) else { throw MoveProblem.noMove }
            try await to.finishMove(
                of: identity, by: mover, in: from.environment,
                counting: from.moveStanding().firstCounter)
            isOld = true
            try await from.noteMoved(to: target)
        }
    }

    /// Has the source take writes again, and stops the process that moves it now.
    func cancel() async throws {
        guard try part.target.isThere() else {
            // A process that moves it finds no target that it could open to others.
            _ = try await reopen(evenOpening: true)
            return
        }
        try await withEnds { from, to in
            let there = try await from.moveStanding()
            let here = try await to.moveStanding()
            guard here.from == there.identity else { throw MoveProblem.noMove }
            try await to.beginMove(of: there.identity, by: UUID().uuidString)
            _ = try await from.reopen(evenOpening: true)
        }
        isClosed = false
    }

    /// Has the source take writes again without a look at the target, which cannot be opened any more
    /// then.
    ///
    /// - Parameter evenOpening: Whether also where the target may be open already.
    /// - Returns: Whether it takes writes.
    func reopen(evenOpening: Bool) async throws -> Bool {
        let from = try await part.source.open(for: .moveFrom)
        let isOpen = try await from.closing { try await from.reopen(evenOpening: evenOpening) }
        if isOpen { isClosed = false }
        return isOpen
    }

    /// What the source has to do with moves.
    func standing() async throws -> MoveStatus {
        let from = try await part.source.open(for: .moveFrom)
        return try await from.closing { try await from.moveStanding() }
    }

    /// Whether the source refuses writes although the target is not open; where it cannot be asked, as
    /// it is known.
    func isStillClosed() async -> Bool {
        guard !isOld, isClosed else { return false }
        guard let standing = try? await standing() else { return true }
        return standing.to == target && !standing.isFinished
    }

    /// Whether a status is that of a source which is moved to this target.
    func isMovedHere(_ standing: MoveStatus) -> Bool { standing.to == target }

    /// Whether a move of this part is under way.
    func isUnderWay() async throws -> Bool {
        let there = try await standing()
        // Opening a target that is gone would make it.
        guard try part.target.isThere() else { return there.to == target && !there.isFinished }
        return try await withEnds { _, to in
            try await to.moveStanding().from == there.identity
        }
    }
}
