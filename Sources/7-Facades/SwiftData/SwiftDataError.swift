#if SwiftData
public import Foundation

/// Why something of SwiftData could not be done.
///
///     do { try context.fetch(descriptor) } catch SwiftDataError.unsupportedPredicate { … }
///
/// Errors of one kind are equal, whatever their sentence says.
///
/// Source: [SwiftDataError](https://developer.apple.com/documentation/swiftdata/swiftdataerror).
public struct SwiftDataError: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
    private let kind: String
    /// What was expected and what was found; a sentence of the kind where nothing more is known.
    public let description: String

    private init(_ kind: String, _ sentence: String) {
        self.kind = kind
        description = sentence
    }

    /// The same kind of error with a sentence about the case at hand.
    func because(_ sentence: String) -> SwiftDataError { SwiftDataError(kind, sentence) }

    /// The sentence, for `localizedDescription`.
    public var errorDescription: String? { description }

    /// Errors of one kind are equal.
    public static func == (a: SwiftDataError, b: SwiftDataError) -> Bool { a.kind == b.kind }
    /// A hash of the kind.
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
    /// Lets `catch SwiftDataError.unknownSchema` match any error of the kind.
    public static func ~= (pattern: SwiftDataError, error: any Error) -> Bool {
        (error as? SwiftDataError) == pattern
    }

    // MARK: Fetching

    /// A fetch in batches cannot consider changes that are not saved.
    public static let includePendingChangesWithBatchSize = SwiftDataError(
        "includePendingChangesWithBatchSize",
        "A fetch with a batch size cannot include pending changes: save them first, or set "
            + "includePendingChanges to false.")
    /// The predicate has a part that a store cannot be asked.
    public static let unsupportedPredicate = SwiftDataError(
        "unsupportedPredicate", "The predicate has a part that a store cannot be asked.")
    /// A key path that leads to nothing that is stored.
    public static let unsupportedKeyPath = SwiftDataError(
        "unsupportedKeyPath", "The key path does not lead to a stored property.")
    /// Identifiers cannot be sorted while changes are not saved.
    public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
        "sortingPendingChangesWithIdentifiers",
        "Identifiers cannot be sorted while there are pending changes: save them first, or set "
            + "includePendingChanges to false.")
    /// A sort descriptor that a store cannot sort by.
    public static let unsupportedSortDescriptor = SwiftDataError(
        "unsupportedSortDescriptor", "The sort descriptor is none that a store can sort by.")

    // MARK: Containers

    /// Two configurations of one container have the same URL or name.
    public static let duplicateConfiguration = SwiftDataError(
        "duplicateConfiguration", "Two configurations of the container are for the same store.")
    /// The name of a configuration is too long for a file.
    public static let configurationFileNameTooLong = SwiftDataError(
        "configurationFileNameTooLong", "The name of the configuration is too long for a file.")
    /// The name of a configuration has characters that file names cannot have.
    public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
        "configurationFileNameContainsInvalidCharacters",
        "The name of the configuration has characters that the name of a file cannot have.")
    /// The schema of a configuration has an entity that the container's schema lacks.
    public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
        "configurationSchemaNotFoundInContainerSchema",
        "The schema of a configuration has an entity that the schema of the container lacks.")
    /// The container's stores could not be opened.
    public static let loadIssueModelContainer = SwiftDataError(
        "loadIssueModelContainer", "The stores of the container could not be opened.")

    // MARK: Models

    /// A model breaks a rule of its schema.
    public static let modelValidationFailure = SwiftDataError(
        "modelValidationFailure", "A model breaks a rule of its schema.")
    /// The model is in no context.
    public static let missingModelContext = SwiftDataError(
        "missingModelContext", "The model is in no context: insert it first.")

    // MARK: Migration and history

    /// The store is of a later version of the schema.
    public static let backwardMigration = SwiftDataError(
        "backwardMigration", "The store is of a later version of the schema than the container.")
    /// The store was made with a schema that the migration plan does not have.
    public static let unknownSchema = SwiftDataError(
        "unknownSchema",
        "The store was made with a schema that the migration plan does not have.")
    /// The same error as ``unknownSchema``, by its name of iOS 27.
    ///
    ///     do { container = try ModelContainer(for: Trip.self, migrationPlan: TripsPlan.self) }
    ///     catch SwiftDataError.unknownDataStoreSchema { … }  // made with a schema that no stage has
    ///
    /// Source: [unknownDataStoreSchema](https://developer.apple.com/documentation/swiftdata/swiftdataerror/unknowndatastoreschema).
    public static let unknownDataStoreSchema = unknownSchema
    /// The history before a token was deleted.
    public static let historyTokenExpired = SwiftDataError(
        "historyTokenExpired", "The history after the token is no longer complete.")
    /// A request for the history that cannot be answered.
    public static let invalidTransactionFetchRequest = SwiftDataError(
        "invalidTransactionFetchRequest", "The request for the history cannot be answered.")
}
#endif
