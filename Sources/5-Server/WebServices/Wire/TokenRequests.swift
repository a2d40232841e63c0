/// The body of `tokens/create` and of `tokens/register`.
public struct TokenRequest: Hashable, Sendable {
    /// `development` or `production`.
    public var apnsEnvironment: String?
    /// The token that is registered; `create` has none.
    public var apnsToken: String?
    /// The name of the device or the program.
    public var clientID: String?

    /// A request.
    public init(
        apnsEnvironment: String? = nil, apnsToken: String? = nil, clientID: String? = nil
    ) {
        self.apnsEnvironment = apnsEnvironment
        self.apnsToken = apnsToken
        self.clientID = clientID
    }
}

/// The reply of `tokens/create`.
public struct TokenReply: Hashable, Sendable {
    /// `development` or `production`.
    public var apnsEnvironment: String
    /// The token.
    public var apnsToken: String
    /// Where notifications are waited for.
    public var courierURL: String

    /// A reply.
    public init(apnsEnvironment: String, apnsToken: String, courierURL: String) {
        self.apnsEnvironment = apnsEnvironment
        self.apnsToken = apnsToken
        self.courierURL = courierURL
    }
}
