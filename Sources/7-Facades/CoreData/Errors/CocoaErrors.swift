public import Foundation
import PredicateCore

// Core Data's codes of NSCocoaErrorDomain, and the keys of what such errors carry.

/// Managed object validation failed for an unknown reason.
public let NSManagedObjectValidationError = 1550
/// A validation predicate does not hold of a managed object's property.
public let NSManagedObjectConstraintValidationError = 1551
/// Several validations failed; the errors are under ``NSDetailedErrorsKey``.
public let NSValidationMultipleErrorsError = 1560
/// A property that must have a value has none.
public let NSValidationMissingMandatoryPropertyError = 1570
/// A relationship to many has fewer objects than its least count.
public let NSValidationRelationshipLacksMinimumCountError = 1580
/// A relationship to many has more objects than its greatest count.
public let NSValidationRelationshipExceedsMaximumCountError = 1590
/// A relationship whose rule is deny is not empty.
public let NSValidationRelationshipDeniedDeleteError = 1600
/// A number is too large.
public let NSValidationNumberTooLargeError = 1610
/// A number is too small.
public let NSValidationNumberTooSmallError = 1620
/// A date is too late.
public let NSValidationDateTooLateError = 1630
/// A date is too early.
public let NSValidationDateTooSoonError = 1640
/// A date cannot be read.
public let NSValidationInvalidDateError = 1650
/// Text is too long.
public let NSValidationStringTooLongError = 1660
/// Text is too short.
public let NSValidationStringTooShortError = 1670
/// Text does not match its pattern.
public let NSValidationStringPatternMatchingError = 1680
/// A URI cannot be read.
public let NSValidationInvalidURIError = 1690
/// A context without a coordinator was asked to save.
public let NSManagedObjectContextLockingError = 132000
/// A coordinator could not be locked.
public let NSPersistentStoreCoordinatorLockingError = 132010
/// A fault's row is no longer there.
public let NSManagedObjectReferentialIntegrityError = 133000
/// An object of another store is in a relationship.
public let NSManagedObjectExternalRelationshipError = 133010
/// Merging changes failed: others changed the same objects.
public let NSManagedObjectMergeError = 133020
/// Values that may occur once occur twice.
public let NSManagedObjectConstraintMergeError = 133021
/// The store's type is not known.
public let NSPersistentStoreInvalidTypeError = 134000
/// The store's type is not that of the file.
public let NSPersistentStoreTypeMismatchError = 134010
/// The configuration does not fit the store.
public let NSPersistentStoreIncompatibleSchemaError = 134020
/// The changes could not be saved.
public let NSPersistentStoreSaveError = 134030
/// Some stores were saved and others were not.
public let NSPersistentStoreIncompleteSaveError = 134040
/// Saving failed because of conflicts.
public let NSPersistentStoreSaveConflictsError = 134050
/// A Core Data error without a more special code.
public let NSCoreDataError = 134060
/// The store could not be opened or read.
public let NSPersistentStoreOperationError = 134070
/// The store could not be opened.
public let NSPersistentStoreOpenError = 134080
/// The store took too long.
public let NSPersistentStoreTimeoutError = 134090
/// A request is not understood by the store.
public let NSPersistentStoreUnsupportedRequestTypeError = 134091
/// The model is not that with which the store was made.
public let NSPersistentStoreIncompatibleVersionHashError = 134100
/// The migration of a store failed.
public let NSMigrationError = 134110
/// Migration would leave objects with equal values that may occur once.
public let NSMigrationConstraintViolationError = 134111
/// The program cancelled the migration.
public let NSMigrationCancelledError = 134120
/// Migration found no model of the source.
public let NSMigrationMissingSourceModelError = 134130
/// Migration found no mapping model.
public let NSMigrationMissingMappingModelError = 134140
/// Migration failed at the source store.
public let NSMigrationManagerSourceStoreError = 134150
/// Migration failed at the destination store.
public let NSMigrationManagerDestinationStoreError = 134160
/// Migration failed in an entity's policy.
public let NSEntityMigrationPolicyError = 134170
/// No mapping model can be inferred from the two models.
public let NSInferredMappingModelError = 134190
/// Importing external records failed.
public let NSExternalRecordImportError = 134200
/// The history token is no longer known.
public let NSPersistentHistoryTokenExpiredError = 134301
/// A staged migration does not know a model: that of the store, or one that a stage names.
public let NSManagedObjectModelReferenceNotFoundError = 134504
/// The store's metadata does not allow a staged migration.
public let NSStagedMigrationFrameworkVersionMismatchError = 134505
/// A staged migration would have to go back to an earlier model.
public let NSStagedMigrationBackwardMigrationError = 134506
/// SQLite reported an error while it read or wrote the store.
public let NSSQLiteError = 134180

/// Several errors as one: the array of them.
public let NSDetailedErrorsKey = "NSDetailedErrors"
/// The object that is not valid.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"
/// The property that is not valid.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"
/// The validation predicate that does not hold.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"
/// The value that is not valid.
public let NSValidationValueErrorKey = "NSValidationErrorValue"
/// The array of the objects that the error concerns.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"
/// The array of the stores that the error concerns.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"
/// The conflicts of a save.
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"
/// The domain of SQLite's own codes.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"

extension CocoaError.Code {
    private static func code(_ raw: Int) -> CocoaError.Code { CocoaError.Code(rawValue: raw) }

    /// Managed object validation failed for an unknown reason.
    public static var managedObjectValidation: CocoaError.Code { code(1550) }
    /// A validation predicate does not hold.
    public static var managedObjectConstraintValidation: CocoaError.Code { code(1551) }
    /// Several validations failed; `NSDetailedErrorsKey` holds an error for each.
    public static var validationMultipleErrors: CocoaError.Code { code(1560) }
    /// A property that must have a value has none.
    public static var validationMissingMandatoryProperty: CocoaError.Code { code(1570) }
    /// Fewer objects than the least count.
    public static var validationRelationshipLacksMinimumCount: CocoaError.Code { code(1580) }
    /// More objects than the greatest count.
    public static var validationRelationshipExceedsMaximumCount: CocoaError.Code { code(1590) }
    /// A relationship whose rule is deny is not empty.
    public static var validationRelationshipDeniedDelete: CocoaError.Code { code(1600) }
    /// A number is too large.
    public static var validationNumberTooLarge: CocoaError.Code { code(1610) }
    /// A number is too small.
    public static var validationNumberTooSmall: CocoaError.Code { code(1620) }
    /// A date is too late.
    public static var validationDateTooLate: CocoaError.Code { code(1630) }
    /// A date is too early.
    public static var validationDateTooSoon: CocoaError.Code { code(1640) }
    /// A date cannot be read.
    public static var validationInvalidDate: CocoaError.Code { code(1650) }
    /// Text is too long.
    public static var validationStringTooLong: CocoaError.Code { code(1660) }
    /// Text is too short.
    public static var validationStringTooShort: CocoaError.Code { code(1670) }
    /// Text does not match its pattern.
    public static var validationStringPatternMatching: CocoaError.Code { code(1680) }
    /// A context could not be locked.
    public static var managedObjectContextLocking: CocoaError.Code { code(132000) }
    /// A coordinator could not be locked.
    public static var persistentStoreCoordinatorLocking: CocoaError.Code { code(132010) }
    /// A fault's row is no longer there.
    public static var managedObjectReferentialIntegrity: CocoaError.Code { code(133000) }
    /// An object of another store is in a relationship.
    public static var managedObjectExternalRelationship: CocoaError.Code { code(133010) }
    /// Others changed the same objects.
    public static var managedObjectMerge: CocoaError.Code { code(133020) }
    /// Values that may occur once occur twice.
    public static var managedObjectConstraintMerge: CocoaError.Code { code(133021) }
    /// The store's type is not known.
    public static var persistentStoreInvalidType: CocoaError.Code { code(134000) }
    /// The store's type is not that of the file.
    public static var persistentStoreTypeMismatch: CocoaError.Code { code(134010) }
    /// The configuration does not fit the store.
    public static var persistentStoreIncompatibleSchema: CocoaError.Code { code(134020) }
    /// The changes could not be saved.
    public static var persistentStoreSave: CocoaError.Code { code(134030) }
    /// Some stores were saved and others were not.
    public static var persistentStoreIncompleteSave: CocoaError.Code { code(134040) }
    /// Saving failed because of conflicts.
    public static var persistentStoreSaveConflicts: CocoaError.Code { code(134050) }
    /// A Core Data error without a more special code.
    public static var coreData: CocoaError.Code { code(134060) }
    /// The store could not be opened or read.
    public static var persistentStoreOperation: CocoaError.Code { code(134070) }
    /// The store could not be opened.
    public static var persistentStoreOpen: CocoaError.Code { code(134080) }
    /// The store took too long.
    public static var persistentStoreTimeout: CocoaError.Code { code(134090) }
    /// A request is not understood by the store.
    public static var persistentStoreUnsupportedRequestType: CocoaError.Code { code(134091) }
    /// The model is not that with which the store was made.
    public static var persistentStoreIncompatibleVersionHash: CocoaError.Code { code(134100) }
    /// The migration of a store failed.
    public static var migration: CocoaError.Code { code(134110) }
    /// The program cancelled the migration.
    public static var migrationCancelled: CocoaError.Code { code(134120) }
    /// Migration found no model of the source.
    public static var migrationMissingSourceModel: CocoaError.Code { code(134130) }
    /// Migration found no mapping model.
    public static var migrationMissingMappingModel: CocoaError.Code { code(134140) }
    /// Migration failed at the source store.
    public static var migrationManagerSourceStore: CocoaError.Code { code(134150) }
    /// Migration failed at the destination store.
    public static var migrationManagerDestinationStore: CocoaError.Code { code(134160) }
    /// Migration failed in an entity's policy.
    public static var entityMigrationPolicy: CocoaError.Code { code(134170) }
    /// SQLite reported an error while it read or wrote the store.
    public static var sqlite: CocoaError.Code { code(134180) }
    /// No mapping model can be inferred.
    public static var inferredMappingModel: CocoaError.Code { code(134190) }
    /// An external record cannot be imported.
    public static var externalRecordImport: CocoaError.Code { code(134200) }
    /// The history token is no longer known.
    public static var persistentHistoryTokenExpired: CocoaError.Code { code(134301) }
}

extension NSError {
    /// An error of Core Data: a code, a sentence and whatever else it carries.
    static func coreData(
        _ code: Int, _ reason: String, _ more: [String: Any] = [:]
    ) -> NSError {
        var info = more
        if info[NSLocalizedDescriptionKey] == nil { info[NSLocalizedDescriptionKey] = reason }
        info["reason"] = reason
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
    }
}

extension [String: Any] {
    /// What an error about an unknown name carries: the name that was meant, or all that there are.
    static func suggestion(for name: String, among names: some Sequence<String>) -> [String: Any] {
        let names = names.sorted()
        let near = Suggestions.nearest(to: name, among: names).map { "Did you mean '\($0)'?" }
        let all =
            names.isEmpty ? "There is none." : "The names are \(names.joined(separator: ", "))."
        return [NSLocalizedRecoverySuggestionErrorKey: near ?? all]
    }
}

/// Stops the program with the text of the exception that Apple's systems raise.
///
/// Only for API that cannot throw, and only for mistakes of the program itself.
func raise(_ text: String) -> Never { fatalError(text) }
