public import RecordCore
import SQLiteEngine

/// When a store says that a write is done.
public enum StoreDurability: String, Hashable, Sendable, CaseIterable {
    /// When it is on the disk: what is acknowledged stays, whatever happens.
    case full
    /// When the operating system has it: a power failure may lose the last writes, never more.
    case normal
    /// At once: a power failure may lose or damage anything. For tests.
    case off
}

extension StoreLocation {
    /// Opens the store, making it when it is not there.
    ///
    /// - Parameter durability: When a write is acknowledged.
    /// - Throws: As ``open(environment:limits:options:)``.
    public func open(
        environment: StoreEnvironment = .development, limits: StoreLimits = StoreLimits(),
        durability: StoreDurability
    ) async throws -> any RecordStore {
        var options = SQLiteOptions()
        switch durability {
        case .full: options.synchronous = .full
        case .normal: options.synchronous = .normal
        case .off: options.synchronous = .off
        }
        return try await open(environment: environment, limits: limits, options: options)
    }
}
