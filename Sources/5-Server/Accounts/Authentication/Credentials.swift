/// The credentials of a request: tokens, a cookie or a signature, and what they are used for.
///
///     var credentials = Credentials(container: "iCloud.org.example.notes")
///     credentials.apiToken = "3f1c…"
///     credentials.webAuthToken = "158__54__AbC…"
///     let found = try await accounts.authenticate(credentials)
package struct Credentials: Sendable {
    /// The API token of an app: the query item `ckAPIToken`.
    package var apiToken: String?
    /// The web-auth token of a signed-in user: the query item `ckWebAuthToken`.
    package var webAuthToken: String?
    /// What follows `Bearer` in `Authorization`: a management token.
    package var bearer: String?
    /// The value of the dashboard's cookie ``AccountRepository/sessionCookie``.
    package var session: String?
    /// The value of the header ``AccountRepository/csrfHeader``, asked of writes with a cookie.
    package var csrf: String?
    /// What a server-to-server key signed.
    package var signature: RequestSignature?
    /// The user as whom a management token asks: the header ``AccountRepository/userHeader``.
    package var actingUser: String?
    /// The container that is asked; nil for what is not about one.
    package var container: String?
    /// `development` or `production`; nil for what is not about one.
    package var environment: String?
    /// Whether the request changes anything.
    package var isWrite: Bool

    /// Credentials without any yet.
    package init(container: String? = nil, environment: String? = nil, isWrite: Bool = false) {
        self.container = container
        self.environment = environment
        self.isWrite = isWrite
    }

    /// Whether nothing was brought at all.
    package var isEmpty: Bool {
        apiToken == nil && webAuthToken == nil && bearer == nil && session == nil
            && signature == nil
    }
}

/// A request as a server-to-server key signed it.
///
/// The signature is over `date:base64(sha256(body)):subpath`, ECDSA on P-256 with SHA-256, DER,
/// in base64.
package struct RequestSignature: Sendable, Hashable {
    /// The identifier of the key: the header `X-Apple-CloudKit-Request-KeyID`.
    package var keyID: String
    /// When the request was signed: the header `X-Apple-CloudKit-Request-ISO8601Date`.
    package var date: String
    /// The signature in base64: the header `X-Apple-CloudKit-Request-SignatureV1`.
    package var signature: String
    /// The 32 bytes of SHA-256 over the body; nil when there was no body.
    package var bodyHash: [UInt8]?
    /// What may have been signed as the subpath: the path, and the path with its query.
    package var subpaths: [String]

    /// The parts of a signed request as its headers have them; nothing is verified yet.
    package init(
        keyID: String, date: String, signature: String, bodyHash: [UInt8]?, subpaths: [String]
    ) {
        self.keyID = keyID
        self.date = date
        self.signature = signature
        self.bodyHash = bodyHash
        self.subpaths = subpaths
    }
}
