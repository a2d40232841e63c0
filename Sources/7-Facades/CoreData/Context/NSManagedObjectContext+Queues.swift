import Foundation

/// The contexts whose blocks run on a thread, innermost last.
private final class RunningContexts {
    var stack: [(context: Unmanaged<NSManagedObjectContext>, held: HeldObjects)] = []
    /// Whether the main queue waits for a private one, whose block runs on its thread.
    var holdsMain = false

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { pointer in
            #if os(Linux)
            guard let pointer else { return }
            #endif
            Unmanaged<RunningContexts>.fromOpaque(pointer).release()
        }
        return key
    }()

    static var here: RunningContexts {
        if let pointer = pthread_getspecific(key) {
            return Unmanaged<RunningContexts>.fromOpaque(pointer).takeUnretainedValue()
        }
        let made = RunningContexts()
        pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
        return made
    }
}

/// Whether this code runs on the main queue.
///
/// The main queue may be served by another thread than the first: in programs with an
/// asynchronous `main` on Linux it is.
enum MainQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool {
        Thread.isMainThread || DispatchQueue.getSpecific(key: mark) == true
            || RunningContexts.here.holdsMain
    }
}

extension NSManagedObjectContext {
    /// The context whose block runs on this thread.
    static var current: NSManagedObjectContext? {
        RunningContexts.here.stack.last?.context.takeUnretainedValue()
    }

    /// Whether a block of the context runs on this thread.
    var isRunningHere: Bool { heldObjects != nil }

    /// What the block of the context that runs on this thread has come by; nil where none does.
    ///
    /// Outside of blocks nothing is held: no moment would be known at which to let go of it.
    var heldObjects: HeldObjects? {
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        return RunningContexts.here.stack.first { $0.context.toOpaque() == pointer }?.held
    }

    private func running<T>(_ block: () throws -> T) rethrows -> T {
        let here = RunningContexts.here
        let held = HeldObjects()
        here.stack.append((Unmanaged.passUnretained(self), held))
        defer {
            held.removeAll()
            here.stack.removeLast()
        }
        applyPendingMerges()
        return try block()
    }

    /// What ``perform(_:)`` does where it is not overridden.
    func ownPerform(_ block: @escaping () -> Void) {
        let work = Transfer(block)
        queue.async {
            self.running {
                work.value()
                self.ownProcessPendingChanges()
            }
        }
    }

    /// Runs a block on the context's queue, waits for it and gives what it gives.
    ///
    /// May be called from within a block of the same context; then the block runs at once. In a
    /// subclass the block goes through the form without a result, which it may override.
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        if isPlain { return try ownPerformAndWait(block) }
        return try routed(block, rescue: { throw $0 })
    }

    private func routed<T>(
        _ block: () throws -> T, rescue: (any Error) throws -> T
    ) rethrows -> T {
        var result: Result<T, any Error>?
        performAndWait { () -> Void in result = Result { try block() } }
        switch result {
        case .success(let value): return value
        case .failure(let error): return try rescue(error)
        case nil: raise("The context's performAndWait(_:) did not run the block.")
        }
    }

    /// Whether its class is Apple's, so that nothing is overridden.
    var isPlain: Bool { type(of: self) == NSManagedObjectContext.self }

    /// What both forms of `performAndWait` do where nothing is overridden.
    func ownPerformAndWait<T>(_ block: () throws -> T) rethrows -> T {
        if isRunningHere { return try block() }
        switch kind {
        case .confinementConcurrencyType: return try running(block)
        case .mainQueueConcurrencyType:
            if MainQueue.isCurrent { return try running(block) }
            return try withoutActuallyEscaping(block) { block in
                let work = Transfer(block)
                return try DispatchQueue.main.sync { Transfer(try running(work.value)) }.value
            }
        case .privateQueueConcurrencyType:
            let here = RunningContexts.here
            let held = here.holdsMain
            here.holdsMain = MainQueue.isCurrent
            defer { here.holdsMain = held }
            return try queue.sync {
                try running {
                    defer { ownProcessPendingChanges() }
                    return try block()
                }
            }
        }
    }

    /// Runs a block on the context's queue and waits for it without holding a thread.
    ///
    ///     let names = try await context.perform { try context.fetch(request).map(\.name) }
    public func perform<T>(
        schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws -> T
    ) async rethrows -> T {
        try await queue.scheduled(block, rescue: { throw $0 }) { work in
            self.running {
                defer { self.ownProcessPendingChanges() }
                return work()
            }
        }
    }

    /// Runs `work` on the queue without counting as the program's block.
    func onQueue(_ work: @escaping @Sendable () -> Void) { queue.async { self.running(work) } }
}
