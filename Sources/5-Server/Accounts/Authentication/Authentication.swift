/// Who asks, and what is to be told him.
public struct Authentication: Sendable, Hashable {
    /// Who asks.
    public var principal: Principal
    /// The web-auth token that takes the place of the one that was sent, for
    /// `X-Apple-CloudKit-Web-Auth-Token`; nil when the old one goes on.
    public var rotatedWebAuthToken: String?

    /// Who asks, and what is to be told him.
    public init(_ principal: Principal, rotatedWebAuthToken: String? = nil) {
        self.principal = principal
        self.rotatedWebAuthToken = rotatedWebAuthToken
    }
}
