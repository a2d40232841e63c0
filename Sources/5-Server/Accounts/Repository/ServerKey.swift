public import Foundation

/// A server-to-server key: the public half of it.
public struct ServerKey: Hashable, Sendable, Codable {
    /// `X-Apple-CloudKit-Request-KeyID`: 64 hexadecimal digits.
    public var id: String
    /// What it is called.
    public var name: String
    /// The one container that it is for; nil when it is for every one.
    public var container: String?
    /// The public key in PEM.
    public var publicKey: String
    /// The record name of the key's own user.
    public var user: String
    /// When it was made.
    public var createdAt: Date
    /// When it was last used, to the hour; nil when it never was.
    public var lastUsedAt: Date?
    /// When it was revoked; nil while it is good.
    public var revokedAt: Date?
}
