import SQLStorage

/// Moves record databases to another place while they are in use, and proves that all of it is
/// there.
///
///     let move = StoreMove(from: try StoreLocation("notes.db"), to: try StoreLocation("postgres://db/n"))
///     try await move.run()[0].report.digest   // SHA-256 of everything, read at both ends
///
/// It goes through both databases side by side, a page at a time, and makes the target what the
/// source is: in the first pass by copying everything, in the next ones by what has changed since.
/// When little changes any more, the source refuses writes, and a last pass reads every thing at
/// both ends again. Then the target opens under the identity of the source, so that tokens, change
/// tags and cursors of clients go on being good; the source can be read and no longer written.
///
/// A move that was stopped continues when it is run again with the same arguments. Until its end
/// no other process can open the target. Of several databases none opens before all are complete.
public struct StoreMove: Sendable {
    /// One database that is moved.
    ///
    ///     let parts = try ["accounts", "notes"].map { name in
    ///         StoreMove.Part(
    ///             name, from: try StoreLocation("\(old)/\(name).db"),
    ///             to: try StoreLocation("\(new)/\(name).db"))
    ///     }
    ///     try await StoreMove { parts }.run().count  // 2; none opens before both are complete
    public struct Part: Hashable, Sendable {
        /// What people call it.
        public var name: String
        /// The database that is copied.
        public var source: StoreLocation
        /// Where it is to be.
        public var target: StoreLocation

        /// A database that is moved.
        public init(_ name: String, from source: StoreLocation, to target: StoreLocation) {
            self.name = name
            self.source = source
            self.target = target
        }
    }

    /// How far a move is.
    ///
    ///     var move = StoreMove(from: source, to: target)
    ///     move.progress = { progress in
    ///         print(progress.part, "pass", progress.pass, progress.done, "of", progress.total)
    ///     }
    public struct Progress: Hashable, Sendable {
        /// The name of the part that is moved.
        public var part: String
        /// Which time it goes through, 1 being the copy.
        public var pass: Int
        /// Whether the source refuses writes meanwhile.
        public var isLast: Bool
        /// Things it has gone by.
        public var done: Int
        /// About how many there are.
        public var total: Int
    }

    /// What is to be moved, asked again and again: new databases may come meanwhile.
    ///
    /// The last one opens last.
    private let parts: @Sendable () async throws -> [Part]
    /// Called with the progress after each page.
    public var progress: @Sendable (Progress) -> Void = { _ in }

    /// How much may still differ after a pass for the last one to follow.
    private static let few = 100
    /// How many passes may follow sources that change faster than they go.
    private static let rounds = 20

    /// A move of what a function finds.
    public init(_ parts: @escaping @Sendable () async throws -> [Part]) { self.parts = parts }

    /// A move of one database.
    public init(from source: StoreLocation, to target: StoreLocation) {
        let part = Part(source.description, from: source, to: target)
        self.init { [part] in [part] }
    }

    // MARK: The move

    /// Moves.
    ///
    /// - Throws: ``MoveProblem``, and what the stores throw. The sources take writes again then,
    ///   unless a target is open already or is out of reach, which is ``MoveProblem/stillClosed(_:cause:)``:
    ///   then the same move must be begun again.
    @discardableResult
    public func run() async throws -> [(part: Part, report: MoveReport)] {
        var works: [MoveTask] = []
        do {
            return try await run(&works)
        } catch {
            var closed: [String] = []
            for work in works where await work.isStillClosed() { closed.append(work.part.name) }
            throw StoreMove.problem(error, closed)
        }
    }

    /// What to throw where sources refuse writes after an error.
    private static func problem(_ error: any Error, _ closed: [String]) -> any Error {
        if closed.isEmpty { return error }
        if case MoveProblem.stillClosed = error { return error }
        return MoveProblem.stillClosed(
            closed.joined(separator: ", "),
            cause: error is CancellationError ? "it was stopped" : "\(error)")
    }

    private func run(
        _ works: inout [MoveTask]
    ) async throws -> [(part: Part, report: MoveReport)] {
        _ = try await add(to: &works)
        try await follow(&works)
        let clock = ContinuousClock()
        let start = clock.now
        do {
            repeat {
                for work in works where !work.isOld && !work.isClosed { try await work.close() }
            } while try await add(to: &works)
            for work in works where !work.isOld { try await work.check() }
        } catch {
            // Where one target is open, its source stays closed, and so do the others: two that
            // take writes under one identity would be worse than none.
            if !works.contains(where: \.isOld) {
                for work in works { try? await work.cancel() }
            }
            throw error
        }
        let over = Set(works.filter(\.isOld).map(\.part))
        for work in works where !work.isOld { try await work.finish() }
        let refused = clock.now - start
        return works.map { work in
            var report = work.report
            report.isOld = over.contains(work.part)
            report.refused = report.isOld ? .zero : refused
            return (work.part, report)
        }
    }

    /// Begins with databases that are new; whether there were any.
    private func add(to works: inout [MoveTask]) async throws -> Bool {
        let found = try await parts()
        let known = Set(works.map(\.part))
        var isNew = false
        for part in found where !known.contains(part) {
            let work = MoveTask(part, progress)
            do { try await work.begin() } catch {
                // It was closed before this process began.
                let isClosed = await work.isStillClosed()
                throw StoreMove.problem(error, isClosed ? [part.name] : [])
            }
            // What comes later comes before the one that opens last.
            let isLast = found.last.map(known.contains) ?? false
            works.insert(work, at: works.count - (isLast ? 1 : 0))
            isNew = true
        }
        return isNew
    }

    /// Copies, and copies what changes meanwhile, until that is little.
    private func follow(_ works: inout [MoveTask]) async throws {
        var before = Int.max
        for round in 1... {
            // What a move that was stopped has closed stands still already.
            let open = works.filter { !$0.isOld }
            if open.isEmpty || open.contains(where: \.isClosed) { return }
            var changed = 0
            for work in open { changed += try await work.copy() }
            let isNew = try await add(to: &works)
            if !isNew, changed <= StoreMove.few { return }
            if round >= StoreMove.rounds, changed >= before { return }
            before = changed
        }
    }

    /// Gives up a move that was stopped: the sources take writes again, the targets stay closed
    /// until another move begins.
    ///
    /// - Throws: ``MoveProblem`` where the move is over, even in part, or there is none.
    public func cancel() async throws {
        let works = try await parts().map { MoveTask($0, progress) }
        for work in works where try await !work.isUnderWay() { throw MoveProblem.noMove }
        for work in works { try await work.cancel() }
    }

    /// Gives up a move whose targets are lost: the sources take writes again.
    ///
    /// No process that still reaches a target can open it any more. The targets are not looked at.
    ///
    /// - Throws: ``MoveProblem`` where no source refuses writes for this move, and, once the others
    ///   are open, where a target may be open already.
    public func cancelWithoutTarget() async throws {
        var works: [MoveTask] = []
        var isOver = true
        for work in try await parts().map({ MoveTask($0, progress) }) {
            let standing = try await work.standing()
            guard work.isMovedHere(standing) else { continue }
            works.append(work)
            if !standing.isFinished { isOver = false }
        }
        guard !isOver else { throw MoveProblem.noMove }
        var mayBeOpen: [String] = []
        for work in works where try await !work.reopen(evenOpening: false) {
            mayBeOpen.append(work.part.name)
        }
        guard mayBeOpen.isEmpty else {
            throw MoveProblem.mayBeOpen(mayBeOpen.joined(separator: ", "))
        }
    }
}
