/// Why a request is not let in.
///
///     AuthenticationError(.authenticationFailed).reason  // "Authentication failed"
package struct AuthenticationError: Error, Hashable, Sendable {
    /// The kind of refusal; the raw value is the `serverErrorCode`.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The credentials are none of ours.
        case authenticationFailed = "AUTHENTICATION_FAILED"
        /// The user must sign in; the reply has the sign-in page's address as `redirectURL`.
        case authenticationRequired = "AUTHENTICATION_REQUIRED"
        /// Known, but not allowed.
        case accessDenied = "ACCESS_DENIED"
        /// A wrong name or password.
        case signInFailed = "SIGN_IN_FAILED"
        /// Too many attempts; see ``AuthenticationError/retryAfter``.
        case throttled = "THROTTLED"
        /// The accounts cannot be read at the moment.
        case tryAgainLater = "TRY_AGAIN_LATER"

        /// The HTTP status of the reply: 401, 403, 421, 429 or 503.
        package var status: Int {
            switch self {
            case .authenticationFailed, .signInFailed: 401
            case .authenticationRequired: 421
            case .accessDenied: 403
            case .throttled: 429
            case .tryAgainLater: 503
            }
        }

        /// What is said when there is nothing more to say.
        var sentence: String {
            switch self {
            case .authenticationFailed: "Authentication failed"
            case .authenticationRequired: "request needs authorization"
            case .accessDenied: "Access denied"
            case .signInFailed: "The name or the password is wrong."
            case .throttled: "Too many attempts; try again later."
            case .tryAgainLater: "The accounts cannot be read at the moment."
            }
        }
    }

    /// The kind of refusal.
    package var code: Code
    /// A sentence for the caller.
    package var reason: String
    /// What is wrong in particular, for the server's log and for developers; never a secret.
    package var detail: String?
    /// Seconds after which it may be tried again.
    package var retryAfter: Double?

    /// A refusal; without a reason, ``reason`` is the standard sentence of the code.
    package init(
        _ code: Code, _ reason: String? = nil, detail: String? = nil, retryAfter: Double? = nil
    ) {
        self.code = code
        self.reason = reason ?? code.sentence
        self.detail = detail
        self.retryAfter = retryAfter
    }
}
