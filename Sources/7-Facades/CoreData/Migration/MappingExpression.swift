import Foundation
import FoundationPredicates
import PredicateCore

/// Evaluates the expressions of a mapping.
///
/// The migration itself answers `$manager.sourceContext`, `FETCH` and the functions of `$manager` and
/// `$entityPolicy`, which name methods; Xcode's mapping models consist of them.
struct MappingExpression {
    let manager: NSMigrationManager
    let policy: NSEntityMigrationPolicy?
    let source: NSManagedObject?
    let variables: NSMutableDictionary

    func value(_ expression: NSExpression) throws -> Any? {
        try value(expression.queryExpression)
    }

    private func value(_ expression: QueryExpression) throws -> Any? {
        switch expression {
        case .variable(NSMigrationManagerKey): return manager
        case .path(.variable(NSMigrationManagerKey), let path):
            switch path.singleKey {
            case "sourceContext": return manager.sourceContext
            case "destinationContext": return manager.destinationContext
            default: break
            }
        case .fetch(let request, let context, let countOnly):
            guard let request = try value(request) as? any AnyFetchRequest,
                let context = try value(context) as? NSManagedObjectContext
            else {
                throw NSError.coreData(
                    NSMigrationError, "FETCH needs a fetch request and a context of the manager.")
            }
            if countOnly { return NSNumber(value: try context.ownCount(request)) }
            switch try context.results(request) {
            case .objects(let objects): return objects
            case .others(let others): return others
            }
        case .call(.variable(NSMigrationManagerKey), let selector, let arguments):
            return try manager.value(
                ofFunction: selector, arguments: try arguments.map { try value($0) })
        case .call(.variable(NSMigrationEntityPolicyKey), let selector, let arguments):
            guard let policy else { break }
            return try policy.value(
                ofFunction: selector, arguments: try arguments.map { try value($0) })
        default: break  // The language knows the rest.
        }
        return try NSExpression(expression).value(for: source, context: variables)
    }
}

extension NSEntityMapping {
    /// What tells mappings apart: their names, and the entities of one without a name.
    var key: String {
        guard (name ?? "").isEmpty else { return name }
        return "\(sourceEntityName ?? "")To\(destinationEntityName ?? "")"
    }
}
