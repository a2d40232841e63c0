public import Foundation

/// A token as the book keeps it: never its text, which is shown once when it is made.
public struct Token: Hashable, Sendable, Codable {
    /// What a token is for.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// `ckAPIToken`: names an app.
        case api
        /// `ckWebAuthToken`: a user of an app, signed in.
        case webAuth
        /// A bearer token for the administration of the server.
        case management
    }

    /// Names the token; no secret.
    public var id: String
    /// What it is for.
    public var kind: Kind
    /// What it is called.
    public var name: String
    /// The one container that it is for; nil when it is for every one.
    public var container: String?
    /// The one environment that it is for; nil when it is for both.
    public var environment: String?
    /// The user of a web-auth token, or the creator of a management token.
    public var user: String?
    /// Addresses to which the sign-in page may send the browser back, with an API token.
    ///
    /// `https://app.example.org/done`; what begins with one of them, at a `/`, `?` or `#`, is
    /// allowed too.
    public var redirects: [String]
    /// When it was made.
    public var createdAt: Date
    /// When it ends; nil when it does not.
    public var expiresAt: Date?
}

/// A token to be made.
public struct NewToken: Hashable, Sendable {
    /// What it is for.
    public var kind: Token.Kind
    /// What it is called.
    public var name: String
    /// The one container that it is for; nil for every one.
    public var container: String?
    /// The one environment that it is for; nil for both.
    public var environment: String?
    /// The record name of the user; needed for a web-auth token.
    public var user: String?
    /// Addresses to which the sign-in page may send the browser back.
    public var redirects: [String]
    /// Seconds after which it ends; nil takes no end,
    /// except that one that ``rotates`` ends when nothing is asked with it for
    /// ``AccountOptions/webAuthLifetime``, and after ``AccountOptions/signInLifetime``.
    public var lifetime: TimeInterval?
    /// Whether replies give new texts of a web-auth token, which take the old one's place: for
    /// one program alone, as the sign-in page makes them.
    public var rotates: Bool
    /// The text, of API and management tokens, where it must be a certain one: at least 32
    /// characters; nil makes one.
    public var text: String?

    /// A token to be made.
    public init(
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
public struct IssuedToken: Hashable, Sendable {
    /// What the book keeps.
    public var token: Token
    /// The text to send; kept nowhere.
    public var text: String
}

/// A session of the dashboard just begun.
public struct DashboardSession: Hashable, Sendable {
    /// The value of the cookie ``AccountRepository/sessionCookie``.
    public var cookie: String
    /// The value of the header ``AccountRepository/csrfHeader``, asked of every write.
    public var csrf: String
    /// The user that the session signs in.
    public var user: User
    /// When the session ends; the cookie is refused from then on.
    public var expiresAt: Date
}
