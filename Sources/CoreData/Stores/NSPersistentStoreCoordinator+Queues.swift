import Foundation

/// The version of Core Data whose names are here.
public let NSCoreDataVersionNumber: Double = 1526

extension NSPersistentStoreCoordinator {
    /// Runs a block on the coordinator's queue and gives what it gives.
    public func perform<T: Sendable>(
        _ block: @escaping @Sendable () throws -> T
    ) async throws -> T {
        try await withCheckedThrowingContinuation { done in
            perform { () -> Void in done.resume(with: Result { try block() }) }
        }
    }
}
