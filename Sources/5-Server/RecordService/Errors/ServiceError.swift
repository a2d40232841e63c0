/// Why the service did not do what it was asked, in CloudKit's own terms.
///
///     catch let error as ServiceError where error.code == .serverRecordChanged {
///         error.code.rawValue     // 14, as CKError.Code has it
///         error.serverCode        // 2004
///         error.message           // "client oplock error updating record"
///         error.conflict?.server  // the record that the store holds
///     }
package struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    ///
    /// Raw values are those of `CKError.Code`.
    package enum Code: Int, Hashable, Sendable, CaseIterable {
        case internalError = 1
        case partialFailure = 2
        case networkUnavailable = 3
        case networkFailure = 4
        case badContainer = 5
        case serviceUnavailable = 6
        case requestRateLimited = 7
        case missingEntitlement = 8
        case notAuthenticated = 9
        case permissionFailure = 10
        case unknownItem = 11
        case invalidArguments = 12
        case resultsTruncated = 13
        case serverRecordChanged = 14
        case serverRejectedRequest = 15
        case assetFileNotFound = 16
        case assetFileModified = 17
        case incompatibleVersion = 18
        case constraintViolation = 19
        case operationCancelled = 20
        case changeTokenExpired = 21
        case batchRequestFailed = 22
        case zoneBusy = 23
        case badDatabase = 24
        case quotaExceeded = 25
        case zoneNotFound = 26
        case limitExceeded = 27
        case userDeletedZone = 28
        case tooManyParticipants = 29
        case alreadyShared = 30
        case referenceViolation = 31
        case managedAccountRestricted = 32
        case participantMayNeedVerification = 33
        case serverResponseLost = 34
        case assetNotAvailable = 35
        case accountTemporarilyUnavailable = 36
        case participantAlreadyInvited = 37
    }

    /// Which decision below the service it came from.
    package enum Cause: Hashable, Sendable {
        /// The store's.
        case store(StoreError.Code)
        /// The query checker's.
        case query(QueryProblem.Code)
        /// The service's own.
        case service
        /// A fault that was asked for.
        case fault
    }

    /// The records of a conflict.
    package struct Conflict: Hashable, Sendable {
        /// The version that the caller began with, where it was given.
        package var ancestor: Record?
        /// What the caller wanted to save.
        package var client: Record
        /// What the store holds; nil when it holds none.
        package var server: Record?

        /// Creates a conflict between the record that was sent and the stored one.
        package init(ancestor: Record? = nil, client: Record, server: Record? = nil) {
            self.ancestor = ancestor
            self.client = client
            self.server = server
        }
    }

    /// The kind of error, with the number of Apple's `CKError`.
    package var code: Code
    /// The second number of `"Invalid Arguments" (12/2015)`, where Apple's is known.
    package var serverCode: Int?
    /// The sentence; Apple's words where they are known.
    package var message: String
    /// What to write or do instead, in our words.
    package var advice: String?
    /// Seconds after which to try again.
    package var retryAfter: Double?
    /// The records that met.
    package var conflict: Conflict?
    /// Names that say what it concerns; never a value of a user's record.
    package var context: [String: String]
    /// Where it was decided.
    package var cause: Cause
    /// The number of Foundation's `URLError` that the error of a network has below it; it is not sent.
    package var urlError: Int?
    /// Whether a zone is missing because its user reset the keys of encrypted data.
    package var isKeysReset = false

    /// Creates an error; `serverCode` is the second number in Apple's messages.
    package init(
        _ code: Code, _ serverCode: Int? = nil, _ message: String, advice: String? = nil,
        retryAfter: Double? = nil, conflict: Conflict? = nil, context: [String: String] = [:],
        cause: Cause = .service
    ) {
        self.code = code
        self.serverCode = serverCode
        self.message = message
        self.advice = advice
        self.retryAfter = retryAfter
        self.conflict = conflict
        self.context = context
        self.cause = cause
    }

    /// Code, sub code, sentence and advice.
    package var description: String {
        var text = "\(code) (\(code.rawValue)"
        if let serverCode { text += "/\(serverCode)" }
        text += "): \(message)"
        if let advice { text += "\n\(advice)" }
        if let retryAfter { text += "\nRetry after \(retryAfter) seconds" }
        return text
    }
}
