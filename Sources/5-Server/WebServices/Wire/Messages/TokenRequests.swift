/// The body of `tokens/create` and of `tokens/register`.
package struct TokenRequest: Hashable, Sendable {
    /// The environment of the push service: `development` or `production`.
    ///
    /// `tokens/create` takes that of the path where it is nil; `tokens/register` needs it.
    package var apnsEnvironment: String?
    /// The token that is registered; `tokens/create` has none.
    package var apnsToken: String?
    /// The name of the device or the program.
    package var clientID: String?

    /// A request to create a token, or with `apnsToken` to register one.
    package init(
        apnsEnvironment: String? = nil, apnsToken: String? = nil, clientID: String? = nil
    ) {
        self.apnsEnvironment = apnsEnvironment
        self.apnsToken = apnsToken
        self.clientID = clientID
    }
}

/// The reply of `tokens/create`.
package struct TokenReply: Hashable, Sendable {
    /// The environment of the push service: `development` or `production`.
    package var apnsEnvironment: String
    /// The token that collects the client's notifications.
    package var apnsToken: String
    /// The URL at which the client polls for notifications: Apple's `webcourierURL`.
    package var courierURL: String
}
