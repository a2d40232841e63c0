import Crypto
import CryptoExtras
import Dispatch
import Foundation

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

/// Hashes passwords one after the other, away from the threads that serve requests.
final class PasswordHasher: Sendable {
    /// Too many passwords wait to be hashed.
    struct Busy: Error {}

    private let queue = DispatchQueue(label: "quarry.passwords", qos: .utility)
    let waiting = Guarded(0)
    private let cost: AccountOptions.PasswordCost
    /// How many may wait; each costs tenths of a second.
    private let limit = 32

    init(cost: AccountOptions.PasswordCost) { self.cost = cost }

    func hash(_ password: String) async throws -> PasswordHash {
        let cost = cost
        return try await run { Result { try PasswordHash(password, cost: cost) } }.get()
    }

    /// Whether it is the password; as slow where there is none to compare with.
    func matches(_ password: String, _ hash: PasswordHash?) async throws -> Bool {
        let cost = cost
        return try await run {
            guard let hash else {
                _ = try? PasswordHash(password, cost: cost)
                return false
            }
            return hash.matches(password)
        }
    }

    private func run<T: Sendable>(_ body: @escaping @Sendable () -> T) async throws -> T {
        let isFree = waiting.with { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        guard isFree else { throw Busy() }
        return await withCheckedContinuation { continuation in
            queue.async { [waiting] in
                let result = body()
                waiting.with { $0 -= 1 }
                continuation.resume(returning: result)
            }
        }
    }
}
