/// How long a request may take; a store that reads asks it now and then.
///
///     try await TimeLimit.$current.withValue(TimeLimit(seconds: 30)) {
///         try await store.fetch(query, in: .public)
///     }
///     // StoreError.cancelled after 30 seconds: The request took longer than 30 seconds
///
/// Where there is one, what is read for a cancelled task is given up too. Writes are finished.
public struct TimeLimit: Hashable, Sendable {
    /// The limit of the request that is being answered; nil where there is none.
    @TaskLocal public static var current: TimeLimit?

    /// The whole time allowed, in seconds.
    public let seconds: Double
    private let end: ContinuousClock.Instant

    /// A limit that begins now.
    public init(seconds: Double) { self.init(seconds: seconds, since: .now) }

    /// A limit that began before.
    package init(seconds: Double, since start: ContinuousClock.Instant) {
        self.seconds = seconds
        end = start + .seconds(seconds)
    }

    /// Whether the time is over.
    public var isOver: Bool { ContinuousClock.now >= end }

    /// What a read for the current task ends with, because its time is over or the task cancelled; nil
    /// while it may go on.
    package static var ending: StoreError? {
        guard let limit = current else { return nil }
        return limit.isOver ? limit.error : Task.isCancelled ? StoreError(.cancelled) : nil
    }

    /// What a request gets that took too long.
    public var error: StoreError {
        StoreError(.cancelled, ["limit": "\(Int(seconds.rounded(.up))) seconds"])
    }
}
