/// The caller, as far as the credentials of a request identify it.
///
///     let principal = try await accounts.authenticate(credentials)
///     principal.user  // "_3f1c…", nil when the caller is not signed in
package struct Principal: Hashable, Sendable {
    /// What the request was made with.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Nothing, where the server allows it.
        case anonymous
        /// An API token alone: an app without a signed-in user.
        case apiToken
        /// An API token and a web-auth token: a user of an app.
        case user
        /// A server-to-server key: the public database, as the key's own user.
        case serverKey
        /// A management token: schema, accounts, and every record.
        case management
        /// A session of the dashboard, of an administrator.
        case dashboard
    }

    /// What the request was made with.
    package var kind: Kind
    /// The record name of the user; nil when the caller is not signed in.
    package var user: String?
    /// The custom roles of the user in the container that is asked.
    package var roles: Set<String>
    /// Whether it may do everything: grants do not hold it back.
    package var isAdministrator: Bool
    /// The one container that the credentials are for; nil when they are for every one.
    package var container: String?
    /// Names the credentials in logs; never a secret.
    package var credential: String?
    /// What the credential is used with, and ends with; nil for most kinds, never a secret.
    ///
    /// Of a user the API token of the app, of the dashboard the session, as the hash of its cookie.
    package var origin: String?

    /// A caller; by default it has no user and no roles, is no administrator, and may use every
    /// container.
    package init(
        _ kind: Kind, user: String? = nil, roles: Set<String> = [], isAdministrator: Bool = false,
        container: String? = nil, credential: String? = nil, origin: String? = nil
    ) {
        self.kind = kind
        self.user = user
        self.roles = roles
        self.isAdministrator = isAdministrator
        self.container = container
        self.credential = credential
        self.origin = origin
    }
}
