import Foundation

/// The version of Core Data whose names are here.
public let NSCoreDataVersionNumber: Double = 1526

extension NSPersistentStoreCoordinator {
    /// Runs a block on the coordinator's queue and gives what it gives, without holding a thread.
    ///
    ///     let count = await coordinator.perform { coordinator.persistentStores.count }
    ///
    /// - Throws: What the block throws; a block that cannot throw needs no `try`.
    public func perform<T>(_ block: @escaping () throws -> T) async rethrows -> T {
        try await queue.scheduled(block, rescue: { throw $0 }) { self.running($0) }
    }
}

extension DispatchQueue {
    /// Runs a block on the queue, in what the owner of the queue does around it, and gives what it
    /// gives without holding a thread.
    ///
    /// Throws through `rescue`, since what crossed the queue is no longer the block's own throw.
    func scheduled<T>(
        _ block: @escaping () throws -> T, rescue: (any Error) throws -> T,
        within running:
            @escaping @Sendable (_ work: () -> Result<T, any Error>) -> Result<T, any Error>
    ) async rethrows -> T {
        let work = Transfer(block)
        let result: Transfer<Result<T, any Error>> = await withCheckedContinuation { done in
            self.async { done.resume(returning: Transfer(running { Result { try work.value() } })) }
        }
        switch result.value {
        case .success(let value): return value
        case .failure(let error): return try rescue(error)
        }
    }
}
