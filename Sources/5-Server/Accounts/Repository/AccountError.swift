import Foundation

/// Why something about accounts cannot be done.
package struct AccountError: Error, Hashable, Sendable {
    /// The kind of failure.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// There is no such user, token, key or session.
        case notFound
        /// Another user has the name or the address, or another key the public key.
        case exists
        /// What is given cannot be so.
        case invalid
        /// The accounts cannot be read or written at the moment.
        case unavailable
    }

    /// The kind of failure.
    package var code: Code
    /// A sentence for the caller.
    package var message: String
    /// Which part of what was given is at fault: `password`, `publicKey`.
    package var field: String?
    /// What is wrong underneath, for the server's log.
    package var detail: String?
    /// Seconds after which it may be tried again.
    package var retryAfter: Double?

    /// A failure; `field` names the argument that is wrong, where one is.
    package init(_ code: Code, _ message: String, field: String? = nil) {
        self.code = code
        self.message = message
        self.field = field
        retryAfter = code == .unavailable ? 1 : nil
    }
}

extension AccountError: LocalizedError {
    /// The sentence, and what is wrong underneath.
    package var errorDescription: String? { detail.map { "\(message) \($0)" } ?? message }
}
