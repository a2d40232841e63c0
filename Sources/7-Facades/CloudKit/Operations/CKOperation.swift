public import Foundation
import Synchronization

/// Something to be done in a container, as an operation of Foundation's: it may depend on others,
/// stand in a queue and be cancelled.
///
/// An operation runs once. What it is to do is taken from its properties when it is added to a
/// database or a container, or started; what is set later has no effect. Its blocks run one after
/// the other, never inside the call that started it, so they may share variables; the completion
/// block of `Operation` runs last.
///
///     let operation = CKFetchRecordsOperation(recordIDs: [note.recordID])
///     operation.qualityOfService = .userInitiated
///     operation.perRecordResultBlock = { id, result in print(id.recordName, result) }
///     database.add(operation)
open class CKOperation: Operation, @unchecked Sendable {
    // Unchecked: properties are set before the operation is submitted, as Apple's documentation
    // demands; everything that changes afterwards is under the lock of `state`.

    private enum Phase {
        case ready, submitted, running, finished
    }
    private struct State {
        var phase = Phase.ready
        var plan: OperationPlan?
        var task: Task<Void, Never>?
        var isTimedOut = false
        var completion: (@Sendable () -> Void)?
    }
    private let state = Mutex(State())
    /// Where the operation's blocks run, one after the other.
    private let blocks = BlockExecutor()

    /// An operation with a random ``operationID``.
    public override init() {
        operationID = UUID().uuidString
        super.init()
    }

    // MARK: How it runs

    /// A name that no other operation has.
    public let operationID: ID
    /// How the operation runs; what is not set here is as its group's default configuration says.
    ///
    ///     operation.configuration.timeoutIntervalForRequest = 10
    ///
    /// The operation keeps a copy of what is set; nil sets the defaults.
    open var configuration: Configuration! {
        get {
            if let ownConfiguration { return ownConfiguration }
            let configuration = Configuration()
            configuration.inherit(from: group)
            ownConfiguration = configuration
            return configuration
        }
        set {
            ownConfiguration = newValue?.duplicate()
            ownConfiguration?.inherit(from: group)
        }
    }
    private var ownConfiguration: Configuration?
    /// How the operation runs; nil where neither it nor its group says anything.
    private var givenConfiguration: Configuration? {
        ownConfiguration ?? group?.defaultConfiguration
    }
    /// Operations that belong together.
    open var group: CKOperationGroup? {
        didSet { ownConfiguration?.inherit(from: group) }
    }
    /// Runs when a long-lived operation has been kept; here nothing is.
    open var longLivedOperationWasPersistedBlock: (() -> Void)?

    /// The container; nil is that of the database, or the default container.
    open var container: CKContainer? {
        get { givenConfiguration?.container }
        set { configuration.container = newValue }
    }
    /// Whether the operation is to survive the program; kept, and not resumed.
    open var isLongLived: Bool {
        get { configuration.isLongLived }
        set { configuration.isLongLived = newValue }
    }
    /// Kept; what runs here always has a network.
    open var allowsCellularAccess: Bool {
        get { configuration.allowsCellularAccess }
        set { configuration.allowsCellularAccess = newValue }
    }
    /// Seconds that a request may take.
    open var timeoutIntervalForRequest: TimeInterval {
        get { configuration.timeoutIntervalForRequest }
        set { configuration.timeoutIntervalForRequest = newValue }
    }
    /// Seconds that the operation may take.
    open var timeoutIntervalForResource: TimeInterval {
        get { configuration.timeoutIntervalForResource }
        set { configuration.timeoutIntervalForResource = newValue }
    }

    // MARK: Operation

    /// Always true: ``start()`` returns before the operation has finished.
    open override var isAsynchronous: Bool { true }
    /// Whether it is under way.
    open override var isExecuting: Bool { state.withLock { $0.phase == .running } }
    /// Whether everything was handed over.
    open override var isFinished: Bool { state.withLock { $0.phase == .finished } }

    /// Runs when the operation is finished, after its other blocks and where they ran; it is nil from then
    /// on, as on Apple's systems.
    open override var completionBlock: (@Sendable () -> Void)? {
        // Foundation's own would wait for another thread to wake.
        get { state.withLock { $0.completion } }
        set { state.withLock { $0.completion = newValue } }
    }

    /// Begins; queues call it.
    ///
    /// An operation runs once, and starting it again does nothing.
    open override func start() {
        willChangeValue(for: \.isExecuting)
        let plan = state.withLock { state -> OperationPlan? in
            guard state.phase == .ready || state.phase == .submitted else { return nil }
            state.phase = .running
            defer { state.plan = nil }
            return state.plan ?? self.plan(in: nil)
        }
        didChangeValue(for: \.isExecuting)
        guard let plan else { return }
        guard !isCancelled else {
            let last = Delivery { plan.fail(.cancelled) }
            blocks.queue.async { self.finish(last) }
            return
        }
        // The work is done where the blocks run: handing over costs no change of threads.
        let task = Task.detached(executorPreference: blocks, priority: priority) {
            await self.run(plan)
        }
        state.withLock { $0.task = task }
        // A cancellation before this point found no task to cancel.
        if isCancelled { task.cancel() }
        if let seconds = givenConfiguration?.wholeDeadline { expire(after: seconds) }
    }

    /// Cancels: what is under way stops as soon as it can.
    ///
    /// The completion blocks get `CKError.operationCancelled`. What the service has done by then stays done.
    open override func cancel() {
        super.cancel()
        state.withLock { $0.task }?.cancel()
    }

    // MARK: For subclasses of CloudKit's own

    /// What the operation does, taken from its properties as they are.
    func plan(in database: CKDatabase?) -> OperationPlan { OperationPlan.nothing }

    /// The container that the operation uses when it is submitted nowhere.
    var handle: ContainerHandle {
        (container ?? CKContainer.default()).handle.limited(to: requestDeadline)
    }

    /// Seconds that each request may take; nil where there is no limit.
    fileprivate var requestDeadline: TimeInterval? { givenConfiguration?.deadline }

    /// Takes what is set; the operation is about to be put into a queue.
    func submit(in container: CKContainer) {
        adopt(container.configuration, container.group)
        if self.container == nil { configuration.container = container }
        take { plan(in: nil) }
    }

    /// Takes over how the database or container is configured, where the operation says nothing
    /// itself.
    func adopt(_ configuration: Configuration?, _ group: CKOperationGroup?) {
        guard self.group == nil, configuration != nil || group != nil else { return }
        self.group = group
        if let configuration { self.configuration.adopt(configuration) }
    }

    /// Starts the operation: in a queue where it depends on others, whose thread would be one more to
    /// wait for.
    func begin(in queue: OperationQueue) {
        if dependencies.isEmpty { start() } else { queue.addOperation(self) }
    }

    func take(_ plan: () -> OperationPlan) {
        let isFirst = state.withLock { state in
            guard state.phase == .ready else { return false }
            state.phase = .submitted
            state.plan = plan()
            return true
        }
        // As Foundation's queues raise for an operation that was added before.
        precondition(
            isFirst, "\(Swift.type(of: self)): the operation was added already; it runs once")
    }

    // MARK: Running

    private func run(_ plan: OperationPlan) async {
        let context = OperationContext(operation: self, blocks: blocks)
        do {
            let last = try await plan.run(context)
            await blocks.run { self.finish(last) }
        } catch {
            let found = CKError(any: error)
            let isTimedOut = state.withLock { $0.isTimedOut }
            let said: CKError =
                if isTimedOut, found.code == .operationCancelled { .timedOut } else if isCancelled {
                    .cancelled
                } else { found }
            await blocks.run { self.finish(Delivery { plan.fail(said) }) }
        }
    }

    /// Runs the last blocks; then the operation is finished, and its `completionBlock` runs.
    private func finish(_ last: Delivery) {
        last.run()
        willChangeValue(for: \.isExecuting)
        willChangeValue(for: \.isFinished)
        let completion = state.withLock { state in
            state.phase = .finished
            state.task = nil
            defer { state.completion = nil }
            return state.completion
        }
        didChangeValue(for: \.isExecuting)
        didChangeValue(for: \.isFinished)
        completion?()
    }

    private func expire(after seconds: TimeInterval) {
        blocks.queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
            let task = self?.state.withLock { state in
                state.isTimedOut = true
                return state.task
            }
            task?.cancel()
        }
    }

    private var priority: TaskPriority {
        let quality =
            qualityOfService == .default
            ? givenConfiguration?.qualityOfService ?? .default : qualityOfService
        return switch quality {
        case .userInteractive, .userInitiated: .userInitiated
        case .utility: .utility
        case .background: .background
        case .default: .medium
        @unknown default: .medium
        }
    }
}

/// An operation in one database of a container.
///
/// ``CKDatabase/add(_:)`` says which; on a queue of the program's own, ``database`` does.
///
///     let operation = CKModifyRecordsOperation(recordsToSave: [note])
///     operation.database = CKContainer.default().privateCloudDatabase
///     OperationQueue().addOperation(operation)
open class CKDatabaseOperation: CKOperation, @unchecked Sendable {
    // Unchecked: as CKOperation.

    /// The database; nil is the private database of the container.
    open var database: CKDatabase?

    func submit(in database: CKDatabase) {
        self.database = database
        adopt(database.configuration, database.group)
        take { plan(in: database) }
    }

    /// Where the operation does its work.
    func target(_ database: CKDatabase?) -> CKDatabase {
        let target =
            database ?? self.database ?? (container ?? CKContainer.default()).privateCloudDatabase
        return target.limited(to: requestDeadline)
    }
}

/// What an operation does, taken from its properties when it was submitted.
struct OperationPlan: @unchecked Sendable {
    // Unchecked: a program's blocks are called on the operation's queue alone.

    /// Says why there is nothing to be handed over.
    let fail: (CKError) -> Void
    /// Asks the service and hands over what it can; gives what is to be handed over last.
    let run: @Sendable (OperationContext) async throws -> Delivery

    static let nothing = OperationPlan(fail: { _ in }, run: { _ in Delivery {} })
}

/// Calls of a program's blocks.
struct Delivery: @unchecked Sendable {
    // Unchecked: runs once, on the operation's queue.
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
}

/// A program's blocks, on their way to the operation's queue, or to that of a completion.
struct Blocks<Content>: @unchecked Sendable {
    // Unchecked: the blocks are called on that queue alone.
    let call: Content
    init(_ call: Content) { self.call = call }
}

/// What a running operation's work knows of the operation.
struct OperationContext: Sendable {
    fileprivate let operation: CKOperation
    fileprivate let blocks: BlockExecutor

    /// Whether the operation was cancelled.
    var isCancelled: Bool { operation.isCancelled }

    /// Hands something over, and comes back when it was taken.
    ///
    /// - Throws: `CKError.operationCancelled` when the operation was cancelled meanwhile.
    func hand(_ delivery: Delivery) async throws {
        await blocks.run { delivery.run() }
        if isCancelled { throw CKError.cancelled }
    }
}
