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
        try await scheduled(block, rescue: { throw $0 })
    }

    /// Throws through `rescue`, since what crossed the queue is no longer the block's own throw.
    private func scheduled<T>(
        _ block: @escaping () throws -> T, rescue: (any Error) throws -> T
    ) async rethrows -> T {
        let work = Transfer(block)
        let result: Transfer<Result<T, any Error>> = await withCheckedContinuation { done in
            queue.async {
                let result: Result<T, any Error> = self.running { Result { try work.value() } }
                done.resume(returning: Transfer(result))
            }
        }
        switch result.value {
        case .success(let value): return value
        case .failure(let error): return try rescue(error)
        }
    }
}
