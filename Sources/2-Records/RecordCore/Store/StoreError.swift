public import Foundation

/// Why a store did not do what it was asked.
///
///     let result = try await store.save(SaveRequest(saving: [note]), in: .public)
///     if let error = result.firstError {
///         error.code   // .cannotCreateType
///         "\(error)"   // Cannot create new type Note in production schema (recordType: Note)
///     }
///
/// <doc:ErrorsOfStores> says what to do about each. The text may be logged: it names types, fields,
/// limits and paths, and no value of a record.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// What went wrong, to be caught.
    ///
    ///     StoreError.Code.recordChanged.rawValue  // "recordChanged"
    ///     if case .failure(let error) = result.saves[0], error.code == .recordChanged { … }
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // Of one record.
        case unknownRecord
        case recordChanged
        case recordExists
        case recordDeleted
        case missingReference
        case referencedByOthers
        case tooManyReferences
        case parentMissing
        case parentHasChildren
        case batchFailed
        case duplicateItem
        case alreadyShared
        // Of schema and values.
        case typeNotFound
        case cannotCreateType
        case cannotChangeField
        case wrongFieldType
        case mixedList
        case unsupportedValue
        case encryptedNotSupported
        case invalidName
        case nameTooLong
        case fieldNameReserved
        case incompatibleSchema
        case invalidSchema
        // Of zones and tokens.
        case zoneNotFound
        case changeTokenExpired
        case changesNotTracked
        case atomicNotSupported
        // Of size and rights.
        case recordTooLarge
        case assetTooLarge
        case limitExceeded
        case quotaExceeded
        case permissionDenied
        case notSignedIn
        // Of assets.
        case assetFileNotFound
        case assetFileChanged
        case assetNotAvailable
        // Of the engine and its file.
        case busy
        case full
        case readOnly
        case moved
        case notADatabase
        case newerVersion
        case corrupt
        case cannotOpen
        case outcomeUnknown
        case cancelled
        case unsupportedLocation
        case engine
    }

    /// The kind of error, for callers that switch over it.
    public let code: Code
    /// Names that say what it concerns.
    ///
    /// Among them `recordType`, `recordName`, `zone`, `field`, `expected`, `found`, `path` and
    /// `limit`; never a value of a user's record.
    public let context: [String: String]
    /// The engine's own words, where there are any.
    public let engineMessage: String?
    /// The records of a conflict, for `recordChanged` and `recordExists`.
    public let conflict: Conflict?

    /// The two versions that met.
    ///
    ///     if let error = result.firstError, error.code == .recordChanged {
    ///         error.conflict?.client["title"]   // "mine"
    ///         error.conflict?.server?["title"]  // "theirs"
    ///     }
    public struct Conflict: Hashable, Sendable {
        /// What the caller wanted to save.
        public var client: Record
        /// What the store holds.
        public var server: Record?
        /// Creates a conflict; `server` is nil when the record no longer exists.
        public init(client: Record, server: Record?) {
            self.client = client
            self.server = server
        }
    }

    /// Creates an error; `context` names what it concerns and holds no values of records.
    public init(
        _ code: Code, _ context: [String: String] = [:], engineMessage: String? = nil,
        conflict: Conflict? = nil
    ) {
        self.code = code
        self.context = context
        self.engineMessage = engineMessage
        self.conflict = conflict
    }

    /// The sentence with its context.
    public var description: String {
        var text = sentence
        if !context.isEmpty {
            let parts = context.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            text += " (\(parts.joined(separator: ", ")))"
        }
        if let engineMessage { text += " — \(engineMessage)" }
        return text
    }

    /// The same, for `localizedDescription`.
    public var errorDescription: String? { description }

    /// The constant sentence of the code; Apple's words where the live service's are known.
    public var sentence: String {
        let type = context["recordType"] ?? "?"
        let field = context["field"] ?? "?"
        return switch code {
        case .unknownRecord: "Record not found"
        case .recordChanged: "client oplock error updating record"
        case .recordExists: "record to insert already exists"
        case .recordDeleted: "Oplock error updating deleted record"
        case .missingReference: "A reference points at a record that does not exist"
        case .referencedByOthers:
            "Record delete would violate validating reference, rejecting update"
        case .tooManyReferences:
            "Limit exceeded for number of owning references to single record (750)"
        case .parentMissing: "The parent record does not exist"
        case .parentHasChildren: "A record with children cannot be deleted"
        case .batchFailed: "Atomic failure"
        case .alreadyShared: "The record is shared already, by itself or below another"
        case .duplicateItem: "A request may name a record only once"
        case .typeNotFound: "Did not find record type: \(type)"
        case .cannotCreateType: "Cannot create new type \(type) in production schema"
        case .cannotChangeField where context["environment"] == "development":
            "Field \(field) not found in \(type)"
        case .cannotChangeField:
            "Cannot create or modify field '\(field)' in record '\(type)' in production schema"
        case .wrongFieldType:
            "invalid attempt to set value type \(context["found"] ?? "?") for field '\(field)' "
                + "for type '\(type)', defined to be: \(context["expected"] ?? "?")"
        case .mixedList where context["found"] == "LIST": "A list cannot hold a list"
        case .mixedList where context["found"] == "NULL": "A list cannot hold null"
        case .mixedList: "A list must hold values of one type"
        case .unsupportedValue where context["encrypted"] != nil:
            "References and assets cannot be encrypted"
        case .unsupportedValue: "This value cannot be stored in a record"
        case .encryptedNotSupported where context["expected"] != nil:
            "Attempt to save encrypted data in non encrypted field type"
        case .encryptedNotSupported:
            "encrypted fields are not supported in the public database"
        case .invalidName: "A name is empty, or has characters that names cannot have"
        case .nameTooLong:
            "A name has \(context["limit"] ?? "\(NameRule.length)") characters at most"
        case .fieldNameReserved: "A field name may not begin with an underscore"
        case .incompatibleSchema: "The schema change would break records that exist"
        case .invalidSchema: "The text is not a schema"
        case .zoneNotFound: "Zone does not exist"
        case .changeTokenExpired: "The change token is expired or from another database"
        case .changesNotTracked: "AppDefaultZone does not support getChanges call"
        case .atomicNotSupported: "atomic operations not supported in default zone"
        case .recordTooLarge: "record too large"
        case .assetTooLarge: "asset too large"
        case .limitExceeded: "The request exceeds a limit"
        case .quotaExceeded: "The quota of the database is used up"
        case .permissionDenied: "\(context["permission"] ?? "WRITE") operation not permitted"
        case .notSignedIn: "This request requires an authenticated account"
        case .assetFileNotFound: "The asset's file does not exist"
        case .assetFileChanged: "The asset's file changed while it was read"
        case .assetNotAvailable: "The store does not have the asset's content"
        case .busy: "The database is in use by another process; try again"
        case .full: "The disk is full; nothing was changed"
        case .readOnly: "The database may only be read"
        case .moved: "The database is being moved to another place, or was"
        case .notADatabase: "The file is not a Quarry database; it was left as it was"
        case .newerVersion:
            "The database was made by a newer version of Quarry; it was left as it was"
        case .corrupt: "The database file is damaged"
        case .cannotOpen: "The database cannot be opened"
        case .outcomeUnknown: "The connection was lost; the change may or may not have been made"
        case .cancelled:
            context["limit"].map { "The request took longer than \($0)" }
                ?? "The request was cancelled"
        case .unsupportedLocation: "This kind of store is not known"
        case .engine: "The database engine reported an error"
        }
    }
}
