import RecordCore
package import RecordService

// The one table between CloudKit's own terms and those of the web services, both ways.
extension WireError {
    /// What an error of a session is over the wire.
    ///
    /// - Parameter concernsItem: Whether only one item of the request is at fault.
    package init(_ error: ServiceError, concernsItem: Bool = false) {
        self.init(
            error.isDuplicateSubscription ? .internalError : Code(error.code),
            WireError.reason(of: error), retryAfter: error.retryAfter, exact: error,
            concernsItem: concernsItem)
    }

    /// The words of the live web services, where they differ from those of the framework.
    private static func reason(of error: ServiceError) -> String {
        switch error.cause {
        case .store(.notSignedIn): return "request needs authorization"
        case .store(.duplicateItem):
            // Of deletions too, which the framework's own words do not fit.
            return "The request names the same record twice"
                + (error.context["recordName"].map { ": \($0)" } ?? "")
        case .store(.changesNotTracked): return "cannot get changes in default zone"
        case .store(.referencedByOthers):
            guard let name = error.context["recordName"] else { return error.message }
            let field = error.context["field"].map { "Field=\($0), " } ?? ""
            return "\(field)recordID=\(name), title=\(error.message)"
        case .service where error.isDuplicateSubscription:
            // Found by trials with Apple's server: https://github.com/brightdigit/MistKit/issues/387
            return "could not find subscription we just created"
        case .store, .query, .service, .fault: return error.message
        }
    }

    /// The error in CloudKit's own terms: exact where a server of ours said it, otherwise the
    /// nearest to code and reason.
    package var serviceError: ServiceError {
        if var exact {
            exact.retryAfter = exact.retryAfter ?? retryAfter
            return exact
        }
        func error(
            _ code: ServiceError.Code, _ serverCode: Int? = nil,
            _ cause: ServiceError.Cause = .service
        ) -> ServiceError {
            ServiceError(code, serverCode, reason, retryAfter: retryAfter, cause: cause)
        }
        switch code {
        case .accessDenied: return error(.permissionFailure, 2007, .store(.permissionDenied))
        case .atomicError: return error(.batchRequestFailed, 2024, .store(.batchFailed))
        case .authenticationFailed, .signInFailed: return error(.notAuthenticated, 1002)
        case .authenticationRequired:
            return error(.notAuthenticated, 1002, .store(.notSignedIn))
        case .badRequest: return guessed(error)
        case .changeTokenExpired:
            return error(.changeTokenExpired, 2026, .store(.changeTokenExpired))
        case .conflict, .exists:
            let exists = code == .exists || reason.contains("already exists")
            return error(
                .serverRecordChanged, 2004, .store(exists ? .recordExists : .recordChanged))
        case .internalError: return error(.internalError, 2000)
        case .notFound:
            let isType = reason.contains("record type")
            return error(
                .unknownItem, 2003, isType ? .query(.unknownType) : .store(.unknownRecord))
        case .quotaExceeded: return error(.quotaExceeded, 2035, .store(.quotaExceeded))
        case .throttled: return error(.requestRateLimited)
        case .tryAgainLater: return error(.serviceUnavailable)
        case .validatingReference:
            return error(.referenceViolation, 2025, .store(.referencedByOthers))
        case .uniqueField: return error(.constraintViolation)
        case .zoneNotFound: return error(.zoneNotFound, 2036, .store(.zoneNotFound))
        }
    }

    /// What a refused request is by its words, which are all that the live service gives.
    private func guessed(
        _ error: (ServiceError.Code, Int?, ServiceError.Cause) -> ServiceError
    ) -> ServiceError {
        for (words, code, serverCode, cause) in WireError.words where reason.contains(words) {
            return error(code, serverCode, cause)
        }
        return error(.invalidArguments, nil, .service)
    }

    private static let words: [(String, ServiceError.Code, Int?, ServiceError.Cause)] = [
        ("Did not find record type", .unknownItem, 2003, .query(.unknownType)),
        ("Did not find field", .invalidArguments, 2015, .query(.unknownField)),
        ("is not marked queryable", .invalidArguments, 2015, .query(.notQueryable)),
        ("is not marked sortable", .invalidArguments, 2015, .query(.notSortable)),
        ("is not marked searchable", .invalidArguments, 2015, .query(.notSearchable)),
        ("is not marked indexable", .invalidArguments, 2015, .query(.typeNotIndexable)),
        ("cannot be queried using filter", .invalidArguments, 2015, .query(.typeMismatch)),
        ("only members of a list are compared", .invalidArguments, 2015, .query(.typeMismatch)),
        ("exceeds the limit of values", .limitExceeded, 2023, .query(.tooManyValues)),
        ("query system types", .invalidArguments, 2006, .query(.systemType)),
        ("oplock", .serverRecordChanged, 2004, .store(.recordChanged)),
        ("record to insert already exists", .serverRecordChanged, 2004, .store(.recordExists)),
        ("invalid attempt to set value type", .invalidArguments, 2006, .store(.wrongFieldType)),
        ("in production schema", .invalidArguments, 2006, .store(.cannotChangeField)),
        ("not found in", .invalidArguments, 2006, .store(.cannotChangeField)),
        (
            "cannot get changes in default zone", .serverRejectedRequest, 2027,
            .store(.changesNotTracked)
        ),
        ("atomic operations not supported", .invalidArguments, 2006, .store(.atomicNotSupported)),
        (
            "Unknown sync continuation type", .changeTokenExpired, 2026,
            .store(.changeTokenExpired)
        ),
        (
            "encrypted fields are not supported", .invalidArguments, 2006,
            .store(.encryptedNotSupported)
        ),
        (
            "in non encrypted field type", .invalidArguments, 2006,
            .store(.encryptedNotSupported)
        ),
        ("limit exceeded", .limitExceeded, 2023, .store(.limitExceeded)),
        ("Limit exceeded", .limitExceeded, 2023, .store(.limitExceeded)),
        ("record too large", .limitExceeded, 2023, .store(.recordTooLarge)),
    ]
}

extension WireError.Code {
    /// What an error of CloudKit's framework is in the web services.
    package init(_ code: ServiceError.Code) {
        self =
            switch code {
            case .permissionFailure, .missingEntitlement, .managedAccountRestricted: .accessDenied
            case .batchRequestFailed: .atomicError
            case .notAuthenticated: .authenticationRequired
            case .partialFailure, .invalidArguments, .resultsTruncated, .serverRejectedRequest,
                .assetFileNotFound, .assetFileModified, .assetNotAvailable, .incompatibleVersion,
                .badDatabase, .limitExceeded, .tooManyParticipants, .alreadyShared,
                .participantMayNeedVerification, .participantAlreadyInvited:
                .badRequest
            case .changeTokenExpired: .changeTokenExpired
            case .serverRecordChanged: .conflict
            case .internalError: .internalError
            case .unknownItem, .badContainer: .notFound
            case .quotaExceeded: .quotaExceeded
            case .requestRateLimited: .throttled
            case .networkUnavailable, .networkFailure, .serviceUnavailable, .zoneBusy,
                .serverResponseLost, .operationCancelled, .accountTemporarilyUnavailable:
                .tryAgainLater
            case .referenceViolation: .validatingReference
            case .constraintViolation: .uniqueField
            case .zoneNotFound, .userDeletedZone: .zoneNotFound
            }
    }
}
