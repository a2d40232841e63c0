/// An authenticated request: the caller, and the web-auth token that the reply carries.
public struct Authentication: Sendable, Hashable {
    /// The caller: its kind of credentials, user, roles and container.
    public var principal: Principal
    /// The web-auth token that takes the place of the one that was sent, for
    /// `X-Apple-CloudKit-Web-Auth-Token`; nil when the old one goes on.
    public var rotatedWebAuthToken: String?

    /// An authentication of a caller; without a rotated token the client keeps the one it sent.
    public init(_ principal: Principal, rotatedWebAuthToken: String? = nil) {
        self.principal = principal
        self.rotatedWebAuthToken = rotatedWebAuthToken
    }
}
