// The one table from what stores and the checker say to what CloudKit says.
extension ServiceError {
    /// What CloudKit says where something below the service failed.
    ///
    /// A cancelled task is `operationCancelled`; an error of an unknown kind `internalError`.
    package init(_ error: any Error, ancestor: Record? = nil) {
        switch error {
        case let error as ServiceError: self = error
        case let error as StoreError: self.init(store: error, ancestor: ancestor)
        case let error as QueryProblem: self.init(query: error)
        case let error as EvaluationError:
            // The checker lets nothing through that has no answer, except a bad pattern.
            self.init(.invalidArguments, nil, error.description)
        case is CancellationError:
            self.init(.operationCancelled, nil, "The request was cancelled")
        default: self.init(.internalError, 2000, String(describing: error))
        }
    }

    private init(store error: StoreError, ancestor: Record?) {
        var (code, serverCode) = ServiceError.codes(of: error.code)
        // Not cancelled by the caller: it took too long, or an administrator of the database ended it.
        let isLate =
            error.code == .cancelled
            && (error.context["limit"] != nil || error.context["state"] != nil)
        // A database that is away, which no file is, and none that refused a statement.
        let isGone =
            error.code == .cannotOpen && error.context["path"] == nil
            && error.context["state"] == nil
        // PostgreSQL's read_only_sql_transaction: a standby, until a server takes writes again.
        let isAway = isGone || (error.code == .readOnly && error.context["state"] == "25006")
        if isLate || isAway { (code, serverCode) = (.serviceUnavailable, 2022) }
        var message = ServiceError.message(for: error)
        if let words = error.engineMessage { message += " — \(words)" }
        self.init(
            code, serverCode, message,
            retryAfter: error.code == .busy || isAway
                ? 3 : isLate ? 30 : error.code == .full ? 60 : nil,
            conflict: error.conflict.map {
                Conflict(ancestor: ancestor, client: $0.client, server: $0.server)
            }, context: error.context, cause: .store(error.code))
    }

    private init(query problem: QueryProblem) {
        let (code, serverCode) = ServiceError.codes(of: problem.code)
        self.init(
            code, serverCode, problem.message, advice: problem.advice,
            context: problem.part.map { ["part": $0] } ?? [:], cause: .query(problem.code))
    }

    /// The code and sub code of a store's error.
    static func codes(of code: StoreError.Code) -> (Code, Int?) {
        switch code {
        case .unknownRecord, .recordDeleted: (.unknownItem, 2003)
        case .recordChanged, .recordExists: (.serverRecordChanged, 2004)
        case .missingReference, .referencedByOthers, .parentMissing, .parentHasChildren:
            (.referenceViolation, 2025)
        case .tooManyReferences, .recordTooLarge, .assetTooLarge: (.limitExceeded, 2023)
        case .limitExceeded, .nameTooLong: (.limitExceeded, 2023)
        case .batchFailed: (.batchRequestFailed, 2024)
        case .duplicateItem: (.invalidArguments, 1017)
        case .typeNotFound: (.unknownItem, 2003)
        case .cannotCreateType, .cannotChangeField, .wrongFieldType, .mixedList,
            .unsupportedValue, .encryptedNotSupported, .invalidName, .fieldNameReserved,
            .incompatibleSchema, .invalidSchema, .atomicNotSupported:
            (.invalidArguments, 2006)
        case .alreadyShared: (.alreadyShared, 2032)
        case .zoneNotFound: (.zoneNotFound, 2036)
        case .changeTokenExpired: (.changeTokenExpired, 2026)
        case .changesNotTracked: (.serverRejectedRequest, 2027)
        case .quotaExceeded: (.quotaExceeded, 2035)
        case .permissionDenied: (.permissionFailure, 2007)
        case .notSignedIn: (.notAuthenticated, 1002)
        case .assetFileNotFound: (.assetFileNotFound, 3002)
        case .assetFileChanged: (.assetFileModified, 3003)
        case .assetNotAvailable: (.assetNotAvailable, nil)
        case .busy, .moved: (.zoneBusy, 2022)
        case .outcomeUnknown: (.serverResponseLost, nil)
        case .cancelled: (.operationCancelled, nil)
        case .newerVersion: (.incompatibleVersion, nil)
        case .notADatabase, .unsupportedLocation, .cannotOpen: (.badContainer, nil)
        // Someone makes room on the disk, and the same request succeeds. Apps and CKSyncEngine send
        // again what was refused with serviceUnavailable and its wait, and give up what was refused
        // with internalError; quotaExceeded would tell the user to delete something of their own.
        case .full: (.serviceUnavailable, 2022)
        case .readOnly, .corrupt, .engine: (.internalError, 2000)
        }
    }

    /// The code and sub code of a refused query.
    static func codes(of code: QueryProblem.Code) -> (Code, Int?) {
        switch code {
        case .unknownType: (.unknownItem, 2003)
        case .unknownField, .notQueryable, .notSortable, .notSearchable, .typeNotIndexable,
            .typeMismatch:
            (.invalidArguments, 2015)
        case .systemType: (.invalidArguments, 2006)
        case .tooManyValues: (.limitExceeded, 2023)
        case .unsupported, .toManyWithoutQuantifier: (.invalidArguments, nil)
        }
    }

    private static func message(for error: StoreError) -> String {
        switch error.code {
        case .duplicateItem:
            "You can't save the same record twice"
                + (error.context["recordName"].map { ": \($0)" } ?? "")
        case .limitExceeded where error.context["limit"] != nil:
            "\(error.sentence): \(error.context["limit"] ?? "")"
        case .quotaExceeded: "Quota exceeded"
        case .unsupportedLocation: error.description
        default: error.sentence  // The store has Apple's words for all others.
        }
    }
}

extension ServiceError {
    /// Private data without an account.
    package static let notSignedIn = ServiceError(
        .notAuthenticated, 1002, "This request requires an authenticated account",
        cause: .store(.notSignedIn))

    /// A record that is not there, or may not be seen.
    static func unknownRecord(_ id: RecordID) -> ServiceError {
        ServiceError(
            .unknownItem, 2003, "Record not found",
            context: ["recordName": id.name, "zone": id.zone.name],
            cause: .store(.unknownRecord))
    }

    static func zoneNotFound(_ zone: ZoneID) -> ServiceError {
        ServiceError(StoreError(.zoneNotFound, ["zone": zone.name]))
    }

    static func denied(_ permission: Grant.Permission, _ type: String) -> ServiceError {
        ServiceError(
            StoreError(
                .permissionDenied, ["permission": permission.rawValue, "recordType": type]))
    }
}
