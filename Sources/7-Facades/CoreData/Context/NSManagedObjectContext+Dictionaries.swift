import Foundation
import FoundationPredicates
import ObjectCore

extension NSManagedObjectContext {
    /// Dictionaries of values: always what the store has.
    func dictionaries(_ request: any AnyFetchRequest) throws -> [NSDictionary] {
        let runtime = try runtime(of: request)
        let query = try query(request, runtime)
        let columns = try columns(request.propertiesToFetch, runtime)
        let grouping = try (request.propertiesToGroupBy ?? []).map { property -> QueryKeyPath in
            guard let name = NSManagedObjectContext.name(of: property) else {
                throw NSError.coreData(
                    NSCoreDataError, "Invalid property in propertiesToGroupBy: \(property)")
            }
            return property is NSExpressionDescription
                ? QueryKeyPath(steps: [.key(name)]) : QueryKeyPath(name)
        }
        let having = try request.havingPredicate.map {
            try PredicateConstants(aliases: aliases).bounded($0.queryPredicate)
        }
        let summary = SummaryQuery(
            query, columns: columns.map { grouping.isEmpty ? $0.column : $0.ofGroup },
            grouping: grouping, having: having, isDistinct: request.returnsDistinctResults)
        let stores = stores(for: runtime, request.affectedStores)
        if stores.count > 1,
            !grouping.isEmpty || request.returnsDistinctResults
                || !query.ordering.isEmpty || query.limit != nil || query.offset > 0
                || columns.contains(where: { $0.column.expression.hasAggregate })
        {
            // Each store would group, order and count for itself.
            throw NSError.coreData(
                NSCoreDataError,
                "Dictionaries of '\(runtime.name)' cannot be grouped, calculated or ordered over "
                    + "several stores: ask each by affectedStores.")
        }
        var made: [NSDictionary] = []
        for store in stores {
            if let own = store.objects(self) as? IncrementalObjects {
                made += try own.dictionaries(query)
                continue
            }
            for row in try store.objects.summarize(narrowed(summary, to: store)) {
                var entry: [AnyHashable: Any] = [:]
                for (column, value) in zip(columns, row) {
                    if let any = bridged(column.object ?? value, column.type, store.link) {
                        entry[column.column.name] = any
                    }
                }
                made.append(NSDictionary(dictionary: entry))
            }
        }
        return made
    }

    /// A summary for one store: objects of other stores equal nothing in it.
    private func narrowed(
        _ summary: SummaryQuery, to store: NSPersistentStore
    ) throws -> SummaryQuery {
        var narrowed = summary
        narrowed.objects = try self.narrowed(summary.objects, to: store)
        guard let constants = constants(for: store) else { return narrowed }
        narrowed.having = try summary.having.map { try constants.rewrite($0) }
        for (place, column) in summary.columns.enumerated() {
            narrowed.columns[place].expression = try constants.rewrite(column.expression)
        }
        return narrowed
    }

    private struct DictionaryColumn {
        var column: SummaryQuery.Column
        var type: AttributeType?

        /// The column as one of a group: of what is counted for each object, `items.@count`, Apple's
        /// stores give that of any object of the group, and this the largest.
        var ofGroup: SummaryQuery.Column {
            guard case .keyPath(let path) = column.expression,
                path.steps.contains(where: { step in
                    switch step {
                    case .collection(.count), .collection(.sum), .collection(.avg),
                        .collection(.min), .collection(.max):
                        true
                    default: false
                    }
                })
            else { return column }
            var column = column
            column.expression = .function(.max, [column.expression])
            return column
        }

        /// The object that it is in every result, whose entity a store may not have.
        var object: Value? {
            guard case .constant(let value) = column.expression, case .object = value else {
                return nil
            }
            return value
        }
    }

    static func name(of property: Any) -> String? {
        switch property {
        case let name as String: name
        case let property as NSPropertyDescription: property.name
        default: nil  // Nothing that names a property.
        }
    }

    private func columns(
        _ properties: [Any]?, _ runtime: EntityRuntime
    ) throws -> [DictionaryColumn] {
        guard let properties, !properties.isEmpty else {
            return runtime.entity.attributes.map {
                DictionaryColumn(
                    column: .init($0.name, .keyPath(QueryKeyPath(steps: [.key($0.name)]))),
                    type: $0.type)
            }
        }
        return try properties.map { property in
            // Without an expression, one named like a property stands for it.
            if let described = property as? NSExpressionDescription,
                described.expression != nil || runtime.slots[described.name] == nil
            {
                guard let expression = described.expression else {
                    throw NSError.coreData(
                        NSCoreDataError,
                        "Invalid expression description (\(described.name)) passed to "
                            + "setPropertiesToFetch: it has no expression.",
                        [
                            NSLocalizedRecoverySuggestionErrorKey:
                                "Set its expression, or name a property of \(runtime.name)."
                        ])
                }
                let type = described.expressionResultType
                let wanted = type == .undefinedAttributeType ? nil : type.attributeType
                let asked = try PredicateConstants(aliases: aliases)
                    .bounded(expression.queryExpression)
                return DictionaryColumn(
                    column: .init(described.name, asked, type: wanted == .objectID ? nil : wanted),
                    type: wanted)
            }
            guard let name = NSManagedObjectContext.name(of: property) else {
                throw NSError.coreData(
                    NSCoreDataError,
                    "Invalid keypath expression ((\(property))) passed to setPropertiesToFetch:")
            }
            if case .attribute(let place) = runtime.slots[name] {
                return DictionaryColumn(
                    column: .init(name, .keyPath(QueryKeyPath(steps: [.key(name)]))),
                    type: runtime.entity.attributes[place].type)
            }
            // What follows @count is counted without being read.
            let counted = name.hasPrefix("@count.") ? String(name.dropFirst(7)) : name
            guard
                runtime.slots[counted] != nil || counted.contains(".") || counted == "objectID"
                    || (counted == "self" && counted != name)
            else {
                throw NSError.coreData(
                    NSCoreDataError,
                    "Invalid keypath expression ((\(name))) passed to setPropertiesToFetch:",
                    .suggestion(for: counted, among: runtime.slots.keys))
            }
            return DictionaryColumn(
                column: .init(name, name == "objectID" ? .this : .keyPath(QueryKeyPath(name))),
                type: attributeType(atEndOf: name, runtime))
        }
    }

    /// The type of the attribute at the end of keys.
    func attributeType(atEndOf path: String, _ runtime: EntityRuntime) -> AttributeType? {
        var entity = runtime
        let steps = path.split(separator: ".").map(String.init)
        for step in steps.dropLast() {
            guard let slot = entity.relationshipSlot(step),
                let next = self.runtime(entity.relationship(slot).destination)
            else { return nil }
            entity = next
        }
        if let last = steps.last, case .attribute(let place) = entity.slots[last] {
            return entity.entity.attributes[place].type
        }
        return nil
    }

    private func bridged(_ value: Value, _ type: AttributeType?, _ store: StoreLink) -> Any? {
        switch value {
        case .object(let object):
            // What an object of another store became in this one has the row 0.
            guard let stored = object.base as? StoredObject, stored.key.row != 0,
                let runtime = runtime(stored.key.entity)
            else { return nil }
            let home = persistentStoreCoordinator?.persistentStores.first {
                $0.link.number == stored.home
            }
            return NSManagedObjectID(stored.key, runtime, home?.link ?? store)
        case .list(let members): return members.compactMap { bridged($0, type, store) }
        default:  // Values of every other kind are what they are anywhere.
            guard let type else { return value.bridged }
            if type == .string, let text = value.columnText { return text }
            return AttributeValue.bridged(AttributeValue.coerced(value, type) ?? value, type)
        }
    }
}

extension Value {
    /// A number or an instant as the text that SQLite makes of a column, which is how Apple's stores
    /// read one whose result type is a string: 6, 9.0.
    var columnText: String? {
        switch self {
        case .int(let number): return "\(number)"
        case .double(let number):
            let text = String(format: "%.15g", number)
            guard number.isFinite, !text.contains(".") else { return text }
            let end = text.firstIndex(of: "e") ?? text.endIndex
            return text[..<end] + ".0" + text[end...]
        case .decimal(let number): return number.description
        case .date(let date): return Value.double(date.timeIntervalSinceReferenceDate).columnText
        case .null, .text, .bytes, .uuid, .url, .reference, .location, .asset, .list, .dictionary,
            .object:
            return nil
        }
    }
}
