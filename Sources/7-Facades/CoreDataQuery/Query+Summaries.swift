import CoreData
import Foundation
public import PredicateCore
public import QueryBuilderCore

extension Query {
    /// One value calculated from the objects that match.
    ///
    /// The store calculates it, except where unsaved changes, a limit or an offset have a say, and
    /// where several stores have objects of the entity.
    public func summarize(_ summary: QuerySummary, of key: String) throws -> Value {
        let condition = try terms.condition()
        guard try asksStore(key) else {
            return try summary.value(of: key, over: try all().map { .object(ObjectValue($0)) })
        }
        let column = NSExpressionDescription()
        column.name = "value"
        column.expression = NSExpression(
            forFunction: summary.functionName, arguments: [NSExpression(forKeyPath: key)])
        let found = try dictionaries([column], condition).first?["value"]
        let value = Value(bridging: found)
        return value.isNull && summary == .sum ? 0 : value
    }

    /// The values of a property, each once, smallest first.
    public func distinct(_ key: String) throws -> [Value] {
        let condition = try terms.condition()
        guard try asksStore(key) else {
            return try QuerySummary.distinct(
                key, over: try all().map { .object(ObjectValue($0)) })
        }
        let rows = try dictionaries([key], condition, distinct: true)
        return QuerySummary.ordered(rows.map { Value(bridging: $0[key]) })
    }

    /// Whether one store sees what the context sees.
    private func asksStore(_ key: String) throws -> Bool {
        let name = try entityName()
        guard !terms.isWindowed, isStored(key, name),
            context.storeCount(forEntityName: name) == 1
        else { return false }
        var next: NSManagedObjectContext? = context
        while let current = next {
            if current.hasChanges { return false }
            next = current.parent
        }
        return true
    }

    /// Whether the store has the values of a property as its objects have them.
    private func isStored(_ key: String, _ entityName: String) -> Bool {
        guard !key.contains(".") else { return false }
        // What is no property, the store refuses.
        guard let property = model?.entitiesByName[entityName]?.propertiesByName[key] else {
            return true
        }
        guard let attribute = property as? NSAttributeDescription else { return false }
        return !attribute.isTransient
            && attribute.attributeType != .transformableAttributeType
    }

    private func dictionaries(
        _ columns: [Any], _ condition: QueryPredicate, distinct: Bool = false
    ) throws -> [NSDictionary] {
        let request = NSFetchRequest<NSDictionary>(entityName: try entityName())
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = columns
        request.returnsDistinctResults = distinct
        if terms.predicate != nil { request.predicate = NSPredicate.from(condition) }
        return try context.fetch(request)
    }
}

extension QuerySummary {
    fileprivate var functionName: String {
        switch self {
        case .sum: "sum:"
        case .average: "average:"
        case .minimum: "min:"
        case .maximum: "max:"
        }
    }
}
