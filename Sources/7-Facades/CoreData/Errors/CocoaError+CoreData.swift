public import Foundation

extension CocoaError {
    // Core Data's codes, as `catch CocoaError.persistentStoreTimeout` writes them.

    /// Managed object validation failed for an unknown reason.
    public static var managedObjectValidation: Code { .managedObjectValidation }
    /// A validation predicate does not hold.
    public static var managedObjectConstraintValidation: Code { .managedObjectConstraintValidation }
    /// Several validations failed; `NSDetailedErrorsKey` holds an error for each.
    public static var validationMultipleErrors: Code { .validationMultipleErrors }
    /// A property that must have a value has none.
    public static var validationMissingMandatoryProperty: Code {
        .validationMissingMandatoryProperty
    }
    /// Fewer objects than the least count.
    public static var validationRelationshipLacksMinimumCount: Code {
        .validationRelationshipLacksMinimumCount
    }
    /// More objects than the greatest count.
    public static var validationRelationshipExceedsMaximumCount: Code {
        .validationRelationshipExceedsMaximumCount
    }
    /// A relationship whose rule is deny is not empty.
    public static var validationRelationshipDeniedDelete: Code {
        .validationRelationshipDeniedDelete
    }
    /// A number is too large.
    public static var validationNumberTooLarge: Code { .validationNumberTooLarge }
    /// A number is too small.
    public static var validationNumberTooSmall: Code { .validationNumberTooSmall }
    /// A date is too late.
    public static var validationDateTooLate: Code { .validationDateTooLate }
    /// A date is too early.
    public static var validationDateTooSoon: Code { .validationDateTooSoon }
    /// A date cannot be read.
    public static var validationInvalidDate: Code { .validationInvalidDate }
    /// Text is too long.
    public static var validationStringTooLong: Code { .validationStringTooLong }
    /// Text is too short.
    public static var validationStringTooShort: Code { .validationStringTooShort }
    /// Text does not match its pattern.
    public static var validationStringPatternMatching: Code { .validationStringPatternMatching }
    /// A context could not be locked.
    public static var managedObjectContextLocking: Code { .managedObjectContextLocking }
    /// A coordinator could not be locked.
    public static var persistentStoreCoordinatorLocking: Code { .persistentStoreCoordinatorLocking }
    /// A fault's row is no longer there.
    public static var managedObjectReferentialIntegrity: Code { .managedObjectReferentialIntegrity }
    /// An object of another store is in a relationship.
    public static var managedObjectExternalRelationship: Code { .managedObjectExternalRelationship }
    /// Others changed the same objects.
    public static var managedObjectMerge: Code { .managedObjectMerge }
    /// Values that may occur once occur twice.
    public static var managedObjectConstraintMerge: Code { .managedObjectConstraintMerge }
    /// The store's type is not known.
    public static var persistentStoreInvalidType: Code { .persistentStoreInvalidType }
    /// The store's type is not that of the file.
    public static var persistentStoreTypeMismatch: Code { .persistentStoreTypeMismatch }
    /// The configuration does not fit the store.
    public static var persistentStoreIncompatibleSchema: Code { .persistentStoreIncompatibleSchema }
    /// The changes could not be saved.
    public static var persistentStoreSave: Code { .persistentStoreSave }
    /// Some stores were saved and others were not.
    public static var persistentStoreIncompleteSave: Code { .persistentStoreIncompleteSave }
    /// Saving failed because of conflicts.
    public static var persistentStoreSaveConflicts: Code { .persistentStoreSaveConflicts }
    /// A Core Data error without a more special code.
    public static var coreData: Code { .coreData }
    /// The store could not be opened or read.
    public static var persistentStoreOperation: Code { .persistentStoreOperation }
    /// The store could not be opened.
    public static var persistentStoreOpen: Code { .persistentStoreOpen }
    /// The store took too long.
    public static var persistentStoreTimeout: Code { .persistentStoreTimeout }
    /// A request is not understood by the store.
    public static var persistentStoreUnsupportedRequestType: Code {
        .persistentStoreUnsupportedRequestType
    }
    /// The model is not that with which the store was made.
    public static var persistentStoreIncompatibleVersionHash: Code {
        .persistentStoreIncompatibleVersionHash
    }
    /// The migration of a store failed.
    public static var migration: Code { .migration }
    /// The program cancelled the migration.
    public static var migrationCancelled: Code { .migrationCancelled }
    /// Migration found no model of the source.
    public static var migrationMissingSourceModel: Code { .migrationMissingSourceModel }
    /// Migration found no mapping model.
    public static var migrationMissingMappingModel: Code { .migrationMissingMappingModel }
    /// Migration failed at the source store.
    public static var migrationManagerSourceStore: Code { .migrationManagerSourceStore }
    /// Migration failed at the destination store.
    public static var migrationManagerDestinationStore: Code { .migrationManagerDestinationStore }
    /// Migration failed in an entity's policy.
    public static var entityMigrationPolicy: Code { .entityMigrationPolicy }
    /// SQLite reported an error while it read or wrote the store.
    public static var sqlite: Code { .sqlite }
    /// No mapping model can be inferred.
    public static var inferredMappingModel: Code { .inferredMappingModel }
    /// An external record cannot be imported.
    public static var externalRecordImport: Code { .externalRecordImport }
    /// The history token is no longer known.
    public static var persistentHistoryTokenExpired: Code { .persistentHistoryTokenExpired }
}

extension CocoaError {
    /// The object that is not valid, of an error of validation.
    public var validationObject: Any? { userInfo[NSValidationObjectErrorKey] }
    /// The property that is not valid, of an error of validation.
    public var validationKey: String? { userInfo[NSValidationKeyErrorKey] as? String }
    /// The condition that does not hold, of an error of validation.
    public var validationPredicate: NSPredicate? {
        userInfo[NSValidationPredicateErrorKey] as? NSPredicate
    }
    /// The value that is not valid, of an error of validation; nil where there is none.
    public var validationValue: Any? { userInfo[NSValidationValueErrorKey] }
    /// The stores that the error concerns; nil where it names none.
    public var affectedStores: [AnyObject]? { userInfo[NSAffectedStoresErrorKey] as? [AnyObject] }
    /// The objects that the error concerns; nil where it names none.
    public var affectedObjects: [AnyObject]? {
        userInfo[NSAffectedObjectsErrorKey] as? [AnyObject]
    }
    /// The conflicts that a save met.
    public var persistentStoreSaveConflicts: [NSMergeConflict]? {
        userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    }
}
