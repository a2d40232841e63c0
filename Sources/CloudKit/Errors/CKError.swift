public import Foundation

/// Why CloudKit did not do what it was asked.
///
///     do {
///         try await database.save(record)
///     } catch let error as CKError where error.code == .serverRecordChanged {
///         merge(error.clientRecord, into: error.serverRecord, from: error.ancestorRecord)
///     } catch CKError.networkUnavailable {
///         …
///     }
public struct CKError: Error, Hashable, @unchecked Sendable, _BridgedStoredNSError {
    // Unchecked: what is in userInfo is only read.
    /// The error as an object.
    public let _nsError: NSError

    /// The error that an object of CloudKit's domain is.
    public init(_nsError error: NSError) {
        precondition(error.domain == CKErrorDomain)
        _nsError = error
    }

    /// CloudKit's domain.
    public static var _nsErrorDomain: String { CKErrorDomain }
    /// CloudKit's domain.
    public static var errorDomain: String { CKErrorDomain }

    /// What went wrong.
    public var code: Code { Code(rawValue: _nsError.code) ?? .internalError }

    /// The sentence.
    public var localizedDescription: String { _nsError.localizedDescription }

    // MARK: Particulars

    /// The error of each item, by its name: `CKRecord.ID`, `CKRecordZone.ID`, or the name of a
    /// subscription; nil where the error is not partial.
    public var partialErrorsByItemID: [AnyHashable: any Error]? {
        userInfo[CKPartialErrorsByItemIDKey] as? [AnyHashable: any Error]
    }

    /// The record that both sides of a conflict began with.
    public var ancestorRecord: CKRecord? {
        userInfo[CKRecordChangedErrorAncestorRecordKey] as? CKRecord
    }

    /// The record of a conflict that the server holds.
    public var serverRecord: CKRecord? {
        userInfo[CKRecordChangedErrorServerRecordKey] as? CKRecord
    }

    /// The record of a conflict that was to be saved.
    public var clientRecord: CKRecord? {
        userInfo[CKRecordChangedErrorClientRecordKey] as? CKRecord
    }

    /// Seconds after which to try again; nil where that is not known.
    public var retryAfterSeconds: Double? {
        (userInfo[CKErrorRetryAfterKey] as? NSNumber)?.doubleValue
    }

    /// Whether the zone was lost because the user has reset encrypted data.
    public var userDidResetEncryptedData: Bool {
        (userInfo[CKErrorUserDidResetEncryptedDataKey] as? NSNumber)?.boolValue ?? false
    }
}

extension CKError: CustomStringConvertible, CustomDebugStringConvertible {
    /// Name and number of the code, and the server's sentence, as Apple prints them.
    public var description: String { _nsError.description }
    /// Name and number of the code, and the server's sentence.
    public var debugDescription: String { _nsError.description }
}
