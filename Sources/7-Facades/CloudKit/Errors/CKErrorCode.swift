public import Foundation

extension CKError {
    /// The reason of an error; the raw values are those of Apple's `CKErrorCode`.
    ///
    ///     catch let error as CKError where error.code == .serverRecordChanged {
    ///         merge(into: error.serverRecord)
    ///     }
    ///     CKError.Code.serverRecordChanged.rawValue  // 14
    public enum Code: Int, Hashable, Sendable, CaseIterable, _ErrorCodeProtocol {
        /// The error of a code.
        public typealias _ErrorType = CKError

        /// Something that no other code says.
        case internalError = 1
        /// Some items failed and others did not.
        case partialFailure = 2
        /// There is no network.
        case networkUnavailable = 3
        /// The network failed.
        case networkFailure = 4
        /// The container is unknown or cannot be opened.
        case badContainer = 5
        /// The service cannot be used now.
        case serviceUnavailable = 6
        /// There were too many requests.
        case requestRateLimited = 7
        /// The app may not use the container.
        case missingEntitlement = 8
        /// No user is signed in on the device.
        case notAuthenticated = 9
        /// The user may not do this.
        case permissionFailure = 10
        /// There is no such item.
        case unknownItem = 11
        /// The request is wrong.
        case invalidArguments = 12
        /// There are more results than can be given.
        case resultsTruncated = 13
        /// The server's record has changed since the client fetched it.
        case serverRecordChanged = 14
        /// The server refuses such requests.
        case serverRejectedRequest = 15
        /// An asset's file is not there.
        case assetFileNotFound = 16
        /// An asset's file changed while it was saved.
        case assetFileModified = 17
        /// The app is too old for the data.
        case incompatibleVersion = 18
        /// A field that must be unique is not.
        case constraintViolation = 19
        /// The operation was cancelled.
        case operationCancelled = 20
        /// The change token is too old or from elsewhere.
        case changeTokenExpired = 21
        /// Another item of the same atomic batch failed.
        case batchRequestFailed = 22
        /// The zone is busy; try again later.
        case zoneBusy = 23
        /// The database cannot do this.
        case badDatabase = 24
        /// There is no room left.
        case quotaExceeded = 25
        /// There is no such zone.
        case zoneNotFound = 26
        /// The request is too large.
        case limitExceeded = 27
        /// The user has deleted the zone.
        case userDeletedZone = 28
        /// The share has too many participants.
        case tooManyParticipants = 29
        /// The record, or one above it, is shared already.
        case alreadyShared = 30
        /// A reference points at nothing, or something points at the record.
        case referenceViolation = 31
        /// The account is managed and may not do this.
        case managedAccountRestricted = 32
        /// The participant has to be verified first.
        case participantMayNeedVerification = 33
        /// The server's answer was lost; what was asked may have been done.
        case serverResponseLost = 34
        /// The asset's content is not at hand.
        case assetNotAvailable = 35
        /// The account cannot be used for the moment.
        case accountTemporarilyUnavailable = 36
        /// The participant was invited already.
        case participantAlreadyInvited = 37

        /// The name of the code as descriptions of errors show it.
        var title: String {
            switch self {
            case .badDatabase: return "Invalid Database For Operation"
            case .alreadyShared: return "Record Already Shared"
            default:  // Apple's words are those of the name.
                var title = ""
                for letter in "\(self)" { title += letter.isUppercase ? " \(letter)" : "\(letter)" }
                return title.prefix(1).uppercased() + title.dropFirst()
            }
        }
    }

    /// Something that no other code says.
    public static var internalError: Code { .internalError }
    /// Some items failed and others did not.
    public static var partialFailure: Code { .partialFailure }
    /// There is no network.
    public static var networkUnavailable: Code { .networkUnavailable }
    /// The network is there, but the request failed or timed out on it.
    public static var networkFailure: Code { .networkFailure }
    /// The container is unknown or cannot be opened.
    public static var badContainer: Code { .badContainer }
    /// The service cannot be used now.
    public static var serviceUnavailable: Code { .serviceUnavailable }
    /// There were too many requests.
    public static var requestRateLimited: Code { .requestRateLimited }
    /// The app may not use the container.
    public static var missingEntitlement: Code { .missingEntitlement }
    /// No user is signed in on the device.
    public static var notAuthenticated: Code { .notAuthenticated }
    /// The user may not do this.
    public static var permissionFailure: Code { .permissionFailure }
    /// There is no such item.
    public static var unknownItem: Code { .unknownItem }
    /// The request is wrong.
    public static var invalidArguments: Code { .invalidArguments }
    /// There are more results than can be given.
    public static var resultsTruncated: Code { .resultsTruncated }
    /// The server's record has changed since the client fetched it.
    public static var serverRecordChanged: Code { .serverRecordChanged }
    /// The server refuses such requests.
    public static var serverRejectedRequest: Code { .serverRejectedRequest }
    /// An asset's file is not there.
    public static var assetFileNotFound: Code { .assetFileNotFound }
    /// An asset's file changed while it was saved.
    public static var assetFileModified: Code { .assetFileModified }
    /// The app is too old for the data.
    public static var incompatibleVersion: Code { .incompatibleVersion }
    /// A field that must be unique is not.
    public static var constraintViolation: Code { .constraintViolation }
    /// The operation was cancelled.
    public static var operationCancelled: Code { .operationCancelled }
    /// The change token is too old or from elsewhere.
    public static var changeTokenExpired: Code { .changeTokenExpired }
    /// Another item of the same atomic batch failed.
    public static var batchRequestFailed: Code { .batchRequestFailed }
    /// The zone is busy; try again later.
    public static var zoneBusy: Code { .zoneBusy }
    /// The database cannot do this.
    public static var badDatabase: Code { .badDatabase }
    /// There is no room left.
    public static var quotaExceeded: Code { .quotaExceeded }
    /// There is no such zone.
    public static var zoneNotFound: Code { .zoneNotFound }
    /// The request is too large.
    public static var limitExceeded: Code { .limitExceeded }
    /// The user has deleted the zone.
    public static var userDeletedZone: Code { .userDeletedZone }
    /// The share has too many participants.
    public static var tooManyParticipants: Code { .tooManyParticipants }
    /// The record, or one above it, is shared already.
    public static var alreadyShared: Code { .alreadyShared }
    /// A reference points at nothing, or something points at the record.
    public static var referenceViolation: Code { .referenceViolation }
    /// The account is managed and may not do this.
    public static var managedAccountRestricted: Code { .managedAccountRestricted }
    /// The participant has to be verified first.
    public static var participantMayNeedVerification: Code { .participantMayNeedVerification }
    /// The server's answer was lost; what was asked may have been done.
    public static var serverResponseLost: Code { .serverResponseLost }
    /// The asset's content is not at hand.
    public static var assetNotAvailable: Code { .assetNotAvailable }
    /// The account cannot be used for the moment.
    public static var accountTemporarilyUnavailable: Code { .accountTemporarilyUnavailable }
    /// The participant was invited already.
    public static var participantAlreadyInvited: Code { .participantAlreadyInvited }
}
