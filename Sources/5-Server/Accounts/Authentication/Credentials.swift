/// The credentials of a request: tokens, a cookie or a signature, and what they are used for.
///
///     var credentials = Credentials(container: "iCloud.org.example.notes")
///     credentials.apiToken = "3f1c…"
///     credentials.webAuthToken = "158__54__AbC…"
///     let found = try await accounts.authenticate(credentials)
public struct Credentials: Sendable {
    /// The API token of an app: the query item `ckAPIToken`.
    public var apiToken: String?
    /// The web-auth token of a signed-in user: the query item `ckWebAuthToken`.
    public var webAuthToken: String?
    /// What follows `Bearer` in `Authorization`: a management token.
    public var bearer: String?
    /// The value of the dashboard's cookie ``AccountRepository/sessionCookie``.
    public var session: String?
    /// The value of the header ``AccountRepository/csrfHeader``, asked of writes with a cookie.
    public var csrf: String?
    /// What a server-to-server key signed.
    public var signature: RequestSignature?
    /// The user as whom a management token asks: the header ``AccountRepository/userHeader``.
    public var actingUser: String?
    /// The container that is asked; nil for what is not about one.
    public var container: String?
    /// `development` or `production`; nil for what is not about one.
    public var environment: String?
    /// The caller's network address, without its port.
    public var peer: String
    /// Whether the request changes anything.
    public var isWrite: Bool

    /// Credentials without any yet.
    public init(
        container: String? = nil, environment: String? = nil, peer: String = "127.0.0.1",
        isWrite: Bool = false
    ) {
        self.container = container
        self.environment = environment
        self.peer = peer
        self.isWrite = isWrite
    }

    /// Whether nothing was brought at all.
    public var isEmpty: Bool {
        apiToken == nil && webAuthToken == nil && bearer == nil && session == nil
            && signature == nil
    }
}

/// A request as a server-to-server key signed it.
///
/// The signature is over `date:base64(sha256(body)):subpath`, ECDSA on P-256 with SHA-256, DER,
/// in base64.
public struct RequestSignature: Sendable, Hashable {
    /// The identifier of the key: the header `X-Apple-CloudKit-Request-KeyID`.
    public var keyID: String
    /// When the request was signed: the header `X-Apple-CloudKit-Request-ISO8601Date`.
    public var date: String
    /// The signature in base64: the header `X-Apple-CloudKit-Request-SignatureV1`.
    public var signature: String
    /// The 32 bytes of SHA-256 over the body; nil when there was no body.
    public var bodyHash: [UInt8]?
    /// What may have been signed as the subpath: the path, and the path with its query.
    public var subpaths: [String]

    /// The parts of a signed request as its headers have them; nothing is verified yet.
    public init(
        keyID: String, date: String, signature: String, bodyHash: [UInt8]?, subpaths: [String]
    ) {
        self.keyID = keyID
        self.date = date
        self.signature = signature
        self.bodyHash = bodyHash
        self.subpaths = subpaths
    }
}
