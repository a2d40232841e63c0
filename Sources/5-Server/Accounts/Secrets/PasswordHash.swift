import CryptoExtras
import Dispatch
import Foundation
import Synchronization

/// What is kept of a password: scrypt with a salt of its own.
struct PasswordHash: Hashable, Sendable, Codable {
    private var salt: Data
    private var hash: Data
    private var cost: AccountOptions.PasswordCost

    init(_ password: String, cost: AccountOptions.PasswordCost) throws {
        let salt = Data(SecretText.bytes(16))
        self.salt = salt
        self.cost = cost
        hash = try PasswordHash.derive(password, salt, cost)
    }

    func matches(_ password: String) -> Bool {
        // What cannot be hashed is no password.
        guard let found = try? PasswordHash.derive(password, salt, cost) else { return false }
        return SecretText.areEqual(found, hash)
    }

    private static func derive(
        _ password: String, _ salt: Data, _ cost: AccountOptions.PasswordCost
    ) throws -> Data {
        // One text, one password, however the keyboard composed its accents.
        let text = password.precomposedStringWithCompatibilityMapping
        let key = try KDF.Scrypt.deriveKey(
            from: Data(text.utf8), salt: salt, outputByteCount: 32, rounds: cost.rounds,
            blockSize: cost.blockSize, parallelism: cost.parallelism)
        return key.withUnsafeBytes { Data($0) }
    }
}

/// Hashes passwords away from the threads that serve requests, in two queues of bounded length.
///
/// Each check costs tenths of a second, so that anyone can fill a queue with wrong guesses. Sign-ins
/// of administrators and from networks that have signed in before have a queue of their own.
final class PasswordHasher: Sendable {
    /// Too many passwords wait to be hashed.
    struct Busy: Error {}

    /// Which queue a password waits in; each works on one at a time.
    enum Lane: Sendable {
        /// Requests that anyone can make.
        case open
        /// Requests that strangers cannot make in numbers.
        case reserved
    }

    /// A queue and how many wait in it.
    private final class Line: Sendable {
        let queue: DispatchQueue
        let count = Mutex(0)

        init(_ name: String) { queue = DispatchQueue(label: name, qos: .utility) }
    }

    private let open = Line("quarry.passwords")
    private let reserved = Line("quarry.passwords.reserved")
    private let cost: AccountOptions.PasswordCost
    private let limit: Int

    /// - Parameter limit: How many may wait in a queue.
    init(cost: AccountOptions.PasswordCost, limit: Int) {
        self.cost = cost
        self.limit = limit
    }

    /// How many wait in a queue, with the one that is being worked on.
    func waiting(in lane: Lane) -> Int { line(lane).count.withLock { $0 } }

    private func line(_ lane: Lane) -> Line {
        switch lane {
        case .open: open
        case .reserved: reserved
        }
    }

    func hash(_ password: String, in lane: Lane) async throws -> PasswordHash {
        let cost = cost
        return try await run(in: lane) { Result { try PasswordHash(password, cost: cost) } }.get()
    }

    /// Whether it is the password; as slow where there is none to compare with.
    func matches(_ password: String, _ hash: PasswordHash?, in lane: Lane) async throws -> Bool {
        let cost = cost
        return try await run(in: lane) {
            guard let hash else {
                // Only the time that it takes counts.
                _ = try? PasswordHash(password, cost: cost)
                return false
            }
            return hash.matches(password)
        }
    }

    /// Runs what costs time in its turn.
    ///
    /// - Throws: ``Busy`` when as many wait as may.
    func run<T: Sendable>(
        in lane: Lane, _ body: @escaping @Sendable () -> T
    ) async throws -> T {
        let line = line(lane)
        let isFree = line.count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        guard isFree else { throw Busy() }
        return await withCheckedContinuation { continuation in
            line.queue.async {
                let result = body()
                line.count.withLock { $0 -= 1 }
                continuation.resume(returning: result)
            }
        }
    }
}
