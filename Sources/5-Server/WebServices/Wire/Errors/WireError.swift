package import RecordService

/// Why a request was not done, as it goes over the wire.
///
///     {"uuid": "…", "serverErrorCode": "BAD_REQUEST", "reason": "Did not find field: 'f' in …"}
///
/// The whole reply where the request as a whole is refused, otherwise an entry in the place of
/// the item that was not done.
package struct WireError: Error, Hashable, Sendable {
    /// What went wrong, to be caught.
    package var code: Code
    /// What is wrong in this request, as a sentence for the developer.
    package var reason: String
    /// Seconds after which to try again.
    package var retryAfter: Double?
    /// Where to sign in.
    package var redirectURL: String?
    /// The name of the request, as the server gave it.
    package var uuid: String?
    /// What it is in CloudKit's own terms, where that is known exactly.
    package var exact: ServiceError?
    /// Whether only one item of the request is at fault.
    package var concernsItem: Bool
    /// The HTTP status, where it is not the one of the code.
    package var otherStatus: Int?
    /// What went wrong underneath, for the operator's log; it is not sent.
    package var cause: String?

    /// An error of a code; `exact` is the error of CloudKit's own that it stands for.
    package init(
        _ code: Code, _ reason: String, retryAfter: Double? = nil, redirectURL: String? = nil,
        exact: ServiceError? = nil, concernsItem: Bool = false
    ) {
        self.code = code
        self.reason = reason
        self.retryAfter = retryAfter
        self.redirectURL = redirectURL
        self.exact = exact
        self.concernsItem = concernsItem
    }

    /// A request that does not say what it should; `status` is another HTTP status than 400.
    package static func badRequest(_ reason: String, status: Int? = nil) -> WireError {
        var error = WireError(.badRequest, reason)
        error.otherStatus = status
        return error
    }

    /// The HTTP status of a reply that is this error.
    package var status: Int { otherStatus ?? code.status }

    /// What went wrong; raw values are those of `serverErrorCode`.
    package enum Code: String, CaseIterable, Hashable, Sendable {
        case accessDenied = "ACCESS_DENIED"
        case atomicError = "ATOMIC_ERROR"
        case authenticationFailed = "AUTHENTICATION_FAILED"
        case authenticationRequired = "AUTHENTICATION_REQUIRED"
        case badRequest = "BAD_REQUEST"
        case changeTokenExpired = "CHANGE_TOKEN_EXPIRED"
        case conflict = "CONFLICT"
        case exists = "EXISTS"
        case internalError = "INTERNAL_ERROR"
        case notFound = "NOT_FOUND"
        case quotaExceeded = "QUOTA_EXCEEDED"
        case signInFailed = "SIGN_IN_FAILED"
        case throttled = "THROTTLED"
        case tryAgainLater = "TRY_AGAIN_LATER"
        case validatingReference = "VALIDATING_REFERENCE_ERROR"
        case uniqueField = "UNIQUE_FIELD_ERROR"
        case zoneNotFound = "ZONE_NOT_FOUND"
    }
}

extension WireError.Code {
    /// The HTTP status that goes with the code, as 409 for `CONFLICT`.
    package var status: Int {
        switch self {
        case .atomicError, .badRequest, .changeTokenExpired, .uniqueField: 400
        case .authenticationFailed, .signInFailed: 401
        case .accessDenied: 403
        case .notFound, .zoneNotFound: 404
        case .conflict, .exists: 409
        case .validatingReference: 412
        case .quotaExceeded: 413
        case .authenticationRequired: 421
        case .throttled: 429
        case .internalError: 500
        case .tryAgainLater: 503
        }
    }
}
