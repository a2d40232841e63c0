package import Foundation

/// A server-to-server key: the public half of it.
package struct ServerKey: Hashable, Sendable, Codable {
    /// `X-Apple-CloudKit-Request-KeyID`: 64 hexadecimal digits.
    package var id: String
    /// What it is called.
    package var name: String
    /// The one container that it is for; nil when it is for every one.
    package var container: String?
    /// The public key in PEM.
    package var publicKey: String
    /// The record name of the key's own user.
    package var user: String
    /// When it was made.
    package var createdAt: Date
    /// When it was last used, to the hour; nil when it never was.
    package var lastUsedAt: Date?
    /// When it was revoked; nil while it is good.
    package var revokedAt: Date?
}
