import CoreData
import Testing

/// How each kind of Apple's stores orders and searches text, and how deep a predicate it is asked.
@Suite struct `Text and depth of stores` {
    private static func shop(
        _ coordinator: NSPersistentStoreCoordinator? = nil
    ) throws -> NSManagedObjectContext {
        let context = Shop.context(try coordinator ?? Shop.coordinator())
        for name in ["f", "é", "e", "Z", "ez"] {
            _ = Shop.insert("Item", ["name": name], into: context)
        }
        _ = Shop.insert("Item", ["quantity": 4], into: context)
        try context.save()
        return context
    }

    private static func names(
        _ format: String = "name != nil", by selector: Selector? = nil,
        in context: NSManagedObjectContext
    ) throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.predicate = NSPredicate(format: format)
        request.sortDescriptors = [
            selector.map { NSSortDescriptor(key: "name", ascending: true, selector: $0) }
                ?? NSSortDescriptor(key: "name", ascending: true)
        ]
        return try context.fetch(request).map { $0.value(forKey: "name") as? String ?? "" }
    }

    @Test func `the in-memory store orders text as Foundation does`() throws {
        // In memory wherever the other tests keep their stores.
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try Shop.model())
        _ = try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let context = try Self.shop(coordinator)
        #expect(try Self.names(in: context) == ["Z", "e", "ez", "é", "f"])
        #expect(try Self.names("name < 'f' AND name > 'e'", in: context) == ["ez", "é"])
        #expect(try Self.names("name CONTAINS 'e\u{301}'", in: context) == ["é"])
        #expect(try Self.names("name == 'e\u{301}'", in: context) == [])
    }

    @Test func `the SQLite store orders text by bytes, as Apple's does`() throws {
        try Shop.$kind.withValue(.sqlite) {
            let context = try Self.shop()
            #expect(try Self.names(in: context) == ["Z", "e", "ez", "f", "é"])
            #expect(try Self.names("name > 'f'", in: context) == ["é"])
            #expect(try Self.names("name == 'e\u{301}'", in: context) == [])
            // What is not saved stands where it will.
            _ = Shop.insert("Item", ["name": "ë"], into: context)
            #expect(try Self.names(in: context) == ["Z", "e", "ez", "f", "é", "ë"])
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `caseInsensitiveCompare is Foundation's in every store`(_ kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Self.shop()
            let found = try Self.names(by: "caseInsensitiveCompare:", in: context)
            #expect(found == ["e", "ez", "é", "f", "Z"])
            #expect(try Self.names("name >[c] 'EZ' AND name <[c] 'F'", in: context) == ["é"])
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `calculating with nil passes an object over`(_ kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Self.shop()
            let item = Shop.insert("Item", ["name": "odd", "quantity": 3], into: context)
            item.setValue(NSDecimalNumber(value: 7), forKey: "price")
            try context.save()
            #expect(try Self.names("(quantity / 2) * 2 <> quantity", in: context) == ["odd"])
            #expect(try Self.names("price + 1 == 8", in: context) == ["odd"])
            #expect(try Shop.fetch("Item", "price + 1 == nil", in: context).count == 6)
            #expect(try Shop.fetch("Item", "quantity / 0 == nil", in: context).count == 7)
            #expect(
                try Self.names("quantity + 9223372036854775807 < 0", in: context) == ["", "odd"])
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `a predicate that is too deep for a store is an error`(_ kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Self.shop()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            var predicate = NSPredicate(format: "name == 'e'")
            for _ in 0..<100 {
                predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
            }
            request.predicate = predicate
            #expect(try context.fetch(request).count == 1)
            for _ in 0..<800 {
                predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
            }
            request.predicate = predicate
            let error = #expect(throws: (any Error).self) { try context.fetch(request) }
            #expect("\(error as Any)".contains("nested deeper"))
            let groups = NSFetchRequest<NSDictionary>(entityName: "Item")
            groups.resultType = .dictionaryResultType
            groups.propertiesToFetch = ["name"]
            groups.propertiesToGroupBy = ["name"]
            groups.havingPredicate = predicate
            let refusal = #expect(throws: (any Error).self) { try context.fetch(groups) }
            #expect("\(refusal as Any)".contains("nested deeper"))
            let deep = NSExpressionDescription()
            deep.name = "deep"
            deep.expressionResultType = .integer64AttributeType
            var expression = NSExpression(forKeyPath: "quantity")
            for _ in 0..<900 {
                expression = NSExpression(
                    forFunction: "add:to:",
                    arguments: [expression, NSExpression(forConstantValue: 1)])
            }
            deep.expression = expression
            groups.havingPredicate = nil
            groups.propertiesToGroupBy = nil
            groups.propertiesToFetch = [deep]
            let third = #expect(throws: (any Error).self) { try context.fetch(groups) }
            #expect("\(third as Any)".contains("nested deeper"))
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `ANY over a path to one object inside SUBQUERY`(_ kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Self.shop()
            let owner = Shop.insert("Shop", ["name": "corner"], into: context)
            for item in try Shop.fetch("Item", "name == 'e' OR name == 'f'", in: context) {
                item.setValue(owner, forKey: "shop")
            }
            try context.save()
            let format = "SUBQUERY(items, $i, ANY $i.shop.name == 'corner').@count == 2"
            #expect(try Shop.fetch("Shop", format, in: context) == [owner])
            let other = "SUBQUERY(items, $i, ANY $i.shop.name == 'other').@count > 0"
            #expect(try Shop.fetch("Shop", other, in: context) == [])
        }
    }
}
