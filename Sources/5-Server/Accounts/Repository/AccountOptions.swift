package import Foundation

/// How an ``AccountRepository`` behaves.
package struct AccountOptions: Sendable {
    /// What a password costs to check: the parameters of scrypt (RFC 7914).
    package struct PasswordCost: Hashable, Sendable, Codable {
        /// scrypt's N, a power of two.
        package var rounds: Int
        /// scrypt's r, which multiplies the memory: 128 · N · r bytes.
        package var blockSize: Int
        /// scrypt's p: how many times the work is done.
        package var parallelism: Int

        /// 32 MB and a few tenths of a second for each attempt.
        package static let standard = PasswordCost(rounds: 1 << 15, blockSize: 8, parallelism: 3)
        /// Next to nothing, for tests and for servers that end with a test.
        package static let weak = PasswordCost(rounds: 16, blockSize: 1, parallelism: 1)
    }

    /// What a new password costs to check; old ones keep the cost that they were made with.
    package var passwordCost = PasswordCost.standard
    /// How many passwords may wait to be checked.
    ///
    /// More are refused with `THROTTLED` and a time to try again; a check costs tenths of a second.
    package var waitingPasswords = 32
    /// Seconds for which a network from which a user has signed in is not held back by the wrong
    /// guesses of others.
    package var familiarLifetime: TimeInterval = 90 * 86_400
    /// The characters of the shortest password.
    package var minimumPasswordLength = 8
    /// Whether people may make their own accounts on the sign-in page.
    package var allowsSignUp = false
    /// Whether an address that is given at sign-up belongs to the account without an administrator
    /// having confirmed it: for servers that end with a test.
    package var trustsAddressesOfSignUp = false
    /// Seconds that a user stays signed in without asking anything.
    package var webAuthLifetime: TimeInterval = 14 * 86_400
    /// Seconds after which a user of the sign-in page must sign in again, active or not.
    package var signInLifetime: TimeInterval = 90 * 86_400
    /// Seconds after which the reply to a request has a new web-auth token; 0 means each.
    package var rotationInterval: TimeInterval = 60
    /// Seconds that the previous web-auth token works after the new one was first used.
    package var rotationGrace: TimeInterval = 300
    /// Seconds that a session of the dashboard lasts.
    package var dashboardLifetime: TimeInterval = 12 * 3600
    /// Seconds by which the date of a signed request may be off.
    package var signatureWindow: TimeInterval = 600
    /// Whether a signature is good for one write only.
    package var refusesRepeatedSignatures = true
    /// Seconds after which what another process changed is noticed.
    package var freshness: TimeInterval = 1
    /// Seconds between two writings of what tokens and keys were used for.
    package var noteInterval: TimeInterval = 5
    /// Whether several servers of one store count failed attempts to sign in and used signatures
    /// together: each costs a write.
    package var countsTogether = false
    /// Called after the accounts were changed here, so that other processes may be told.
    package var changed: @Sendable () -> Void = {}
    /// Where calls wait for the store and for each other; nil is wherever they are made.
    ///
    /// A call that is made on threads which something else holds up would be handed the turn to change
    /// the accounts, and keep it.
    package var executor: (any TaskExecutor)?
    /// What time it is.
    package var clock: @Sendable () -> Date = { Date() }
    /// Seconds since some moment, never going back; for delays.
    package var uptime: @Sendable () -> TimeInterval = { ProcessInfo.processInfo.systemUptime }

    /// The defaults that a server uses: no sign-up, standard password cost, 14 days of web-auth.
    package init() {}

    /// The defaults, with passwords that cost nothing to check.
    package static var forTests: AccountOptions {
        var options = AccountOptions()
        options.passwordCost = .weak
        return options
    }
}
