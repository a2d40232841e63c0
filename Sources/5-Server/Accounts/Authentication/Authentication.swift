/// An authenticated request: the caller, and the web-auth token that the reply carries.
package struct Authentication: Sendable, Hashable {
    /// The caller: its kind of credentials, user, roles and container.
    package var principal: Principal
    /// The web-auth token that takes the place of the one that was sent, for
    /// `X-Apple-CloudKit-Web-Auth-Token`; nil when the old one goes on.
    package var rotatedWebAuthToken: String?

    /// An authentication of a caller; without a rotated token the client keeps the one it sent.
    package init(_ principal: Principal, rotatedWebAuthToken: String? = nil) {
        self.principal = principal
        self.rotatedWebAuthToken = rotatedWebAuthToken
    }
}
