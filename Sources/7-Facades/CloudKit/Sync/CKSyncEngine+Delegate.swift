import RecordCore
import Synchronization

extension CKSyncEngine {
    /// A call of a delegate that is under way; the delegate must not wait for the engine then.
    final class DelegateCall: Sendable {
        private let engine: ObjectIdentifier
        /// The call of another engine's delegate within which this one is made.
        private let outer: DelegateCall?
        private let active = Mutex(true)

        init(of engine: CKSyncEngine) {
            self.engine = ObjectIdentifier(engine)
            outer = CKSyncEngine.delegateCall
        }

        /// Whether an engine waits for it, or for one around it.
        func isOf(_ engine: CKSyncEngine) -> Bool {
            active.withLock { $0 } && self.engine == ObjectIdentifier(engine)
                || outer?.isOf(engine) == true
        }

        func end() { active.withLock { $0 = false } }
    }
    @TaskLocal static var delegateCall: DelegateCall?

    /// Calls the delegate, and comes back when it has returned.
    ///
    /// In a task that nothing cancels: what it keeps of an event is kept also where the operation is
    /// cancelled meanwhile, since the state goes on after it.
    func callDelegate<T: Sendable>(
        _ body: @escaping @Sendable (any CKSyncEngineDelegate) async -> T
    ) async -> T? {
        guard let delegate else { return nil }
        let call = DelegateCall(of: self)
        defer { call.end() }
        return await CKSyncEngine.$delegateCall.withValue(call) {
            await Task { await body(delegate) }.value
        }
    }

    func tell(_ event: Event) async {
        _ = await callDelegate { await $0.handleEvent(event, syncEngine: self) }
    }

    // MARK: The state

    /// When the state is handed over that the program has changed.
    struct HandingOver {
        /// Whether the program has changed the state since it was handed over.
        var isDue = false
        /// When it was handed over.
        var last: ContinuousClock.Instant?

        /// The least time between two times: each costs as much as there are pending changes, and
        /// programs often add many, one at a time.
        static let interval = Duration.milliseconds(50)
    }

    /// Has the state handed over soon, after what is under way.
    func handOverState() {
        let (isFirst, last) = handingOver.withLock { handing in
            defer { handing.isDue = true }
            return (!handing.isDue, handing.last)
        }
        guard isFirst else { return }
        // The engine stays until its state is handed over.
        Task.detached { [self] in
            if let last {
                // Nothing cancels the task.
                try? await Task.sleep(until: last + HandingOver.interval, clock: .continuous)
            }
            await turns.run {
                guard self.handingOver.withLock({ $0.isDue }) else { return }
                await self.tellState()
            }
        }
    }

    /// Hands over the state to be kept.
    func tellState() async {
        handingOver.withLock { handing in
            handing.isDue = false
            handing.last = .now
        }
        await tell(.stateUpdate(Event.StateUpdate(stateSerialization: state.serialization)))
    }
}
