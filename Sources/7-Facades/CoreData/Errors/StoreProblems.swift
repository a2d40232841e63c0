import Foundation
import ObjectCore
import RecordCore

/// Turns the errors of stores and of questions into Apple's.
enum StoreProblems {
    /// Runs work that throws Apple's errors in the place of its own.
    static func translating<Result>(_ work: () throws -> Result) throws -> Result {
        do { return try work() } catch { throw translated(error) }
    }

    static func translated(_ error: any Error) -> any Error {
        switch error {
        case let problem as ObjectProblem:
            NSError.coreData(
                NSCoreDataError, problem.message,
                problem.advice.map { [NSLocalizedRecoverySuggestionErrorKey: $0] } ?? [:])
        case let problem as ObjectStoreError: translated(problem)
        case let problem as EvaluationError:
            NSError.coreData(NSCoreDataError, problem.message)
        case let problem as ParseError:
            NSError.coreData(NSCoreDataError, problem.description)
        case let problem as StoreError: translated(problem)
        case let problem as ObjectStoreClosed:
            NSError.coreData(NSPersistentStoreOperationError, problem.description)
        case let failure as ObjectSaveFailure:
            failure.constraints.isEmpty
                ? NSError.coreData(NSManagedObjectMergeError, "Could not merge changes.")
                : NSError.coreData(
                    NSManagedObjectConstraintMergeError,
                    "Could not save: values that may occur once are in the store already.")
        default: error  // Apple's own already, or the program's.
        }
    }

    private static func translated(_ error: ObjectStoreError) -> NSError {
        let code =
            switch error.code {
            case .needsMigration: NSPersistentStoreIncompatibleVersionHashError
            case .cannotInferMapping: NSInferredMappingModelError
            case .migrationFailed, .duplicateValues: NSMigrationError
            case .notAStore, .damaged: 259  // NSFileReadCorruptFileError
            case .cannotOpen: NSPersistentStoreOpenError
            case .readOnly: 513  // NSFileWriteNoPermissionError
            case .busy: NSPersistentStoreTimeoutError
            case .full: 640  // NSFileWriteOutOfSpaceError
            case .unsupportedLocation: NSPersistentStoreInvalidTypeError
            case .outcomeUnknown, .engine: NSPersistentStoreOperationError
            }
        var more: [String: Any] = [:]
        more[NSFilePathErrorKey] = error.path
        if error.code == .duplicateValues {
            more[NSUnderlyingErrorKey] = NSError.coreData(
                NSMigrationConstraintViolationError, error.message)
        }
        return NSError.coreData(code, error.message, more)
    }

    private static func translated(_ error: StoreError) -> NSError {
        let code =
            switch error.code {
            case .notADatabase: 259  // NSFileReadCorruptFileError
            case .cannotOpen: NSPersistentStoreOpenError
            case .newerVersion: NSPersistentStoreIncompatibleVersionHashError
            case .busy: NSPersistentStoreTimeoutError
            default: NSPersistentStoreOperationError  // The engine's other troubles.
            }
        return NSError.coreData(code, error.description)
    }
}
