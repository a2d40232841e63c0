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
///
/// Source: [CKError](https://developer.apple.com/documentation/cloudkit/ckerror).
public struct CKError: Error, Hashable, @unchecked Sendable, _BridgedStoredNSError {
    // Unchecked: what is in userInfo is only read.
    /// The error as an object.
    public let _nsError: NSError

    /// The error that an object of CloudKit's domain is.
    public init(_nsError error: NSError) {
        precondition(error.domain == CKErrorDomain)
        _nsError = error
    }

    /// An error of a code, with particulars under CloudKit's keys.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        _nsError = CKErrorObject(domain: CKErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// The domain of CloudKit's errors, `CKErrorDomain`.
    public static var _nsErrorDomain: String { CKErrorDomain }
    /// The domain of CloudKit's errors, `CKErrorDomain`.
    public static var errorDomain: String { CKErrorDomain }

    /// The reason of the error; `internalError` for a number that ``Code`` does not have.
    public var code: Code { Code(rawValue: _nsError.code) ?? .internalError }

    /// The error's message, for a user or a log.
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

// By this a cast from `NSError` gives a `CKError`, and one to `NSError` the object itself.
extension CKError: _ObjectiveCBridgeable {
    /// The error as an object.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// The error that an object of CloudKit's domain is.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout CKError?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// The error that an object is; nothing when it is of another domain.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError, result: inout CKError?
    ) -> Bool {
        result = CKError(_bridgedNSError: source)
        return result != nil
    }

    /// The error that an object of CloudKit's domain is.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> CKError {
        // Only reached for an object that is known to be one; anything else is an internal error.
        source.flatMap { CKError(_bridgedNSError: $0) } ?? CKError(.internalError)
    }
}
