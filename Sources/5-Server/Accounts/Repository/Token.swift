package import Foundation

/// A token as the repository keeps it: never its text, which is shown once when it is made.
package struct Token: Hashable, Sendable, Codable {
    /// What a token is for.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// `ckAPIToken`: names an app.
        case api
        /// `ckWebAuthToken`: a user of an app, signed in.
        case webAuth
        /// A bearer token for the administration of the server.
        case management
    }

    /// Names the token; no secret.
    package var id: String
    /// What it is for.
    package var kind: Kind
    /// What it is called.
    package var name: String
    /// The one container that it is for; nil when it is for every one.
    package var container: String?
    /// The one environment that it is for; nil when it is for both.
    package var environment: String?
    /// The user of a web-auth token, or the creator of a management token.
    package var user: String?
    /// Addresses to which the sign-in page may send the browser back, with an API token.
    ///
    /// `https://app.example.org/done`; what begins with one of them, at a `/`, `?` or `#`, is
    /// allowed too.
    package var redirects: [String]
    /// When it was made.
    package var createdAt: Date
    /// When it ends; nil when it does not.
    package var expiresAt: Date?
}

/// A token to be made.
package struct NewToken: Hashable, Sendable {
    /// What it is for.
    package var kind: Token.Kind
    /// What it is called.
    package var name: String
    /// The one container that it is for; nil for every one.
    package var container: String?
    /// The one environment that it is for; nil for both.
    package var environment: String?
    /// The record name of the user; needed for a web-auth token.
    package var user: String?
    /// Addresses to which the sign-in page may send the browser back.
    package var redirects: [String]
    /// Seconds after which it ends; nil takes no end,
    /// except that one that ``rotates`` ends when nothing is asked with it for
    /// ``AccountOptions/webAuthLifetime``, and after ``AccountOptions/signInLifetime``.
    package var lifetime: TimeInterval?
    /// Whether replies give new texts of a web-auth token, which take the old one's place: for
    /// one program alone, as the sign-in page makes them.
    package var rotates: Bool
    /// The text, of API and management tokens, where it must be a certain one: at least 32
    /// characters; nil makes one.
    package var text: String?

    /// A token to be made.
    package init(
        _ kind: Token.Kind, name: String = "", container: String? = nil,
        environment: String? = nil, user: String? = nil, redirects: [String] = [],
        lifetime: TimeInterval? = nil, rotates: Bool = false, text: String? = nil
    ) {
        self.kind = kind
        self.name = name
        self.container = container
        self.environment = environment
        self.user = user
        self.redirects = redirects
        self.lifetime = lifetime
        self.rotates = rotates
        self.text = text
    }
}

/// A token just made, with its text.
package struct IssuedToken: Hashable, Sendable {
    /// What the repository keeps.
    package var token: Token
    /// The text to send; kept nowhere.
    package var text: String
}

/// A session of the dashboard just begun.
package struct DashboardSession: Hashable, Sendable {
    /// The value of the cookie ``AccountRepository/sessionCookie``.
    package var cookie: String
    /// The value of the header ``AccountRepository/csrfHeader``, asked of every write.
    package var csrf: String
    /// The user that the session signs in.
    package var user: User
    /// When the session ends; the cookie is refused from then on.
    package var expiresAt: Date
}
