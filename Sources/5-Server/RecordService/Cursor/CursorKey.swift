import Foundation
import Synchronization

/// The key by which a service knows its own cursors from those that others made up.
///
/// It is kept with the records, so that a cursor outlives the process that gave it.
final class CursorKey: Sendable {
    private static let name = "cursorKey"
    private static let length = 32
    private let known = Mutex<Data?>(nil)
    private let mutex = AsyncMutex()

    /// The key of a store; made when it is first needed.
    func value(of store: any RecordStore) async throws -> Data {
        if let key = known.withLock({ $0 }) { return key }
        return try await mutex.run {
            if let key = self.known.withLock({ $0 }) { return key }
            var key = try await store.serviceData(for: CursorKey.name)
            if key?.count != CursorKey.length {
                var random = SystemRandomNumberGenerator()
                let made = Data(
                    (0..<CursorKey.length).map { _ in UInt8.random(in: 0...255, using: &random) })
                // A store that cannot be written has cursors for as long as the service runs.
                // Of two servers that make one at the same time, the first one's stays.
                _ = try? await store.setServiceData(
                    [CursorKey.name: made], where: [CursorKey.name: key])
                key = try await store.serviceData(for: CursorKey.name) ?? made
            }
            let found = key ?? Data()
            self.known.withLock { $0 = found }
            return found
        }
    }
}
