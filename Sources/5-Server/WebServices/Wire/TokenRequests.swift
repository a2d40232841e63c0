/// The body of `tokens/create` and of `tokens/register`.
public struct TokenRequest: Hashable, Sendable {
    /// The environment of the push service: `development` or `production`.
    ///
    /// `tokens/create` takes that of the path where it is nil; `tokens/register` needs it.
    public var apnsEnvironment: String?
    /// The token that is registered; `tokens/create` has none.
    public var apnsToken: String?
    /// The name of the device or the program.
    public var clientID: String?

    /// A request to create a token, or with `apnsToken` to register one.
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
    /// The environment of the push service: `development` or `production`.
    public var apnsEnvironment: String
    /// The token that collects the client's notifications.
    public var apnsToken: String
    /// The URL at which the client polls for notifications: Apple's `webcourierURL`.
    public var courierURL: String

    /// A reply with a new token and its URL.
    public init(apnsEnvironment: String, apnsToken: String, courierURL: String) {
        self.apnsEnvironment = apnsEnvironment
        self.apnsToken = apnsToken
        self.courierURL = courierURL
    }
}
