import Foundation
import RecordCore
import RecordService
import Synchronization

extension CKError {
    /// An error with a sentence.
    ///
    /// `serverCode` is the second number of `"Invalid Arguments" (12/2015)`.
    init(
        _ code: Code, _ message: String, serverCode: Int? = nil, isFromServer: Bool = false,
        retryAfter: Double? = nil, more: [String: Any] = [:]
    ) {
        var info: [String: Any] = [
            NSLocalizedDescriptionKey: message, CKErrorObject.messageKey: message,
        ]
        if isFromServer { info[CKErrorObject.serverMessageKey] = message }
        if let serverCode {
            info[NSDebugDescriptionErrorKey] = "\(CKErrorObject.internalDomain): \(serverCode)"
            info[NSUnderlyingErrorKey] = NSError(
                domain: CKErrorObject.internalDomain, code: serverCode,
                userInfo: [NSLocalizedDescriptionKey: message])
        }
        if let retryAfter { info[CKErrorRetryAfterKey] = NSNumber(value: retryAfter) }
        info.merge(more) { _, new in new }
        self.init(
            _nsError: CKErrorObject(domain: CKErrorDomain, code: code.rawValue, userInfo: info))
    }

    /// What the service says, in CloudKit's form; `client` is the program's own record where the
    /// conflict is about it, `session` the one that was asked.
    init(
        _ error: ServiceError, client: CKRecord? = nil, from session: (any CloudSession)? = nil
    ) {
        var more: [String: Any] = [:]
        if let conflict = error.conflict {
            func made(_ record: Record) -> CKRecord {
                session.map { CKRecord.make(record, from: $0) } ?? CKRecord.make(record)
            }
            more[CKRecordChangedErrorClientRecordKey] = client ?? made(conflict.client)
            more[CKRecordChangedErrorServerRecordKey] = conflict.server.map(made)
            let ancestor = conflict.ancestor ?? client?.state.withLock { $0.ancestor }
            more[CKRecordChangedErrorAncestorRecordKey] = ancestor.map(made)
        }
        if error.isKeysReset { more[CKErrorUserDidResetEncryptedDataKey] = NSNumber(value: true) }
        if let advice = error.advice { more[NSLocalizedRecoverySuggestionErrorKey] = advice }
        if let sentence = error.context["container"] { more["ContainerID"] = sentence }
        if let number = error.urlError {
            more[NSUnderlyingErrorKey] = NSError(
                domain: NSURLErrorDomain, code: number,
                userInfo: [NSLocalizedDescriptionKey: error.message])
        }
        self.init(
            Code(error.code), error.message, serverCode: error.serverCode,
            isFromServer: error.urlError == nil,
            retryAfter: error.retryAfter, more: more)
    }

    /// What anything below says, in CloudKit's form.
    init(any error: any Error) {
        switch error {
        case let error as CKError: self = error
        case let error as ServiceError: self.init(error)
        default: self.init(ServiceError(error))
        }
    }

    /// Some items failed: the error of each, by its name.
    static func partial(
        _ errors: [AnyHashable: any Error], _ message: String = "Failed to modify some records"
    ) -> CKError {
        CKError(
            .partialFailure, message, serverCode: 1011,
            more: [CKPartialErrorsByItemIDKey: errors])
    }

    /// The operation was cancelled.
    static var cancelled: CKError {
        CKError(.operationCancelled, "Operation was cancelled", serverCode: 1)
    }
}

extension CKError.Code {
    /// The code of the service's code: the numbers are the same.
    init(_ code: ServiceError.Code) {
        self = CKError.Code(rawValue: code.rawValue) ?? .internalError
    }
}
