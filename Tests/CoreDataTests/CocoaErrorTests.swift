import CoreData
import Testing

/// Core Data's errors and conflicts by the names that Swift code has for them.
struct CocoaErrorTests {
    @Test func `an error of validation is caught by name and says what it is about`() throws {
        let context = try Shop.context()
        let shop = Shop.insert("Shop", into: context)
        do {
            try context.save()
            Issue.record("A shop without a name was saved.")
        } catch CocoaError.validationMissingMandatoryProperty {
            let error = try #require(throws: CocoaError.self) { try context.save() }
            #expect(error.code == CocoaError.validationMissingMandatoryProperty)
            #expect(error.validationKey == "name")
            #expect(error.validationObject as? NSManagedObject === shop)
            #expect(error.validationPredicate == nil)
        }
        #expect(CocoaError.persistentStoreIncompatibleVersionHash.rawValue == 134_100)
        #expect(CocoaError.managedObjectMerge == CocoaError.Code(rawValue: 133_020))
    }

    @Test func `the conflicts of a save are had from its error`() throws {
        let coordinator = try Shop.coordinator()
        let (mine, theirs) = (Shop.context(coordinator), Shop.context(coordinator))
        let item = Shop.insert("Item", ["name": "Lamp"], into: mine)
        try mine.save()
        try theirs.existingObject(with: item.objectID).setValue("Desk", forKey: "name")
        try theirs.save()
        item.setValue("Chair", forKey: "name")
        let error = try #require(throws: (any Error).self) { try mine.save() } as? CocoaError
        #expect(error?.code == .managedObjectMerge)
        #expect(error?.persistentStoreSaveConflicts?.first?.sourceObject === item)
    }

    @Test func `a policy resolves a conflict that the program made`() throws {
        let context = try Shop.context()
        let item = Shop.insert("Item", ["name": "Lamp", "quantity": 1], into: context)
        try context.save()
        item.setValue("Chair", forKey: "name")
        let conflict = NSMergeConflict(
            source: item, newVersion: 7, oldVersion: 1, cachedSnapshot: nil,
            persistedSnapshot: ["name": "Lamp", "quantity": 5])
        #expect(conflict.sourceObject === item && conflict.newVersionNumber == 7)
        #expect(conflict.objectSnapshot?["name"] as? String == "Chair")
        try NSMergePolicy.mergeByPropertyObjectTrump.resolve(optimisticLockingConflicts: [conflict])
        #expect(item.value(forKey: "name") as? String == "Chair")
        #expect(item.value(forKey: "quantity") as? Int == 5)
        #expect(throws: (any Error).self) {
            try NSMergePolicy.error.resolve(optimisticLockingConflicts: [conflict])
        }
        let same = NSConstraintConflict(
            constraint: ["name"], database: nil, databaseSnapshot: nil, conflicting: [item],
            conflictingSnapshots: [["name": "Chair"]])
        #expect(same.constraint == ["name"] && same.constraintValues["name"] as? String == "Chair")
        #expect(same.conflictingSnapshots.first?["name"] as? String == "Chair")
    }

    @Test(arguments: Shop.Kind.allCases)
    func `a fetch request is an expression`(kind: Shop.Kind) throws {
        let context = try Shop.$kind.withValue(kind) { try Shop.context() }
        for quantity in 1...4 { _ = Shop.insert("Item", ["quantity": quantity], into: context) }
        try context.save()
        let few = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
        few.predicate = NSPredicate(format: "quantity < 3")
        func expression(countOnly: Bool) -> NSExpression {
            NSFetchRequestExpression.expression(
                forFetch: NSExpression(forConstantValue: few),
                context: NSExpression(forConstantValue: context), countOnly: countOnly)
        }
        let count = expression(countOnly: true)
        #expect((count as? NSFetchRequestExpression)?.isCountOnlyRequest == true)
        #expect(count.expressionValue(with: nil, context: nil) as? Int == 2)
        let others = NSFetchRequest<NSManagedObject>(entityName: "Item")
        others.predicate = NSCompoundPredicate(
            notPredicateWithSubpredicate: NSComparisonPredicate(
                leftExpression: NSExpression.expressionForEvaluatedObject(),
                rightExpression: expression(countOnly: false), modifier: .direct, type: .in))
        #expect(try context.count(for: others) == 2)
        few.predicate = NSPredicate(format: "nonesuch == 1")
        let error = try #require(throws: (any Error).self) { try context.fetch(others) }
        #expect(error.localizedDescription == "keypath nonesuch not found in entity Item")
    }

    @Test func `an expression description without expression is an error that names it`() throws {
        let context = try Shop.context()
        let empty = NSExpressionDescription()
        empty.name = "total"
        let request = NSFetchRequest<NSDictionary>(entityName: "Item")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = [empty]
        let error = try #require(throws: (any Error).self) { try context.fetch(request) }
        #expect(error.localizedDescription.contains("(total)"))
        #expect((error as NSError).code == NSCoreDataError)
    }

    @Test func `an error about an unknown name says what there is`() throws {
        let context = try Shop.context()
        _ = Shop.insert("Item", ["name": "Lamp"], into: context)
        try context.save()
        func advice(_ body: () throws -> Any?) throws -> String? {
            let error = try #require(throws: (any Error).self) { try body() }
            return (error as NSError).userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String
        }
        func fetch(_ name: String) throws -> String? {
            try advice { try context.fetch(NSFetchRequest<NSManagedObject>(entityName: name)) }
        }
        try #expect(fetch("Itm") == "Did you mean 'Item'?")
        let all = try #require(try fetch("Nonesuch"))
        #expect(all.hasPrefix("The names are ") && all.contains("Item"))

        let values = NSFetchRequest<NSDictionary>(entityName: "Item")
        values.resultType = .dictionaryResultType
        values.propertiesToFetch = ["nam"]
        try #expect(advice { try context.fetch(values) } == "Did you mean 'name'?")

        let insert = NSBatchInsertRequest(entityName: "Item", objects: [["nam": "Desk"]])
        try #expect(advice { try context.execute(insert) } == "Did you mean 'name'?")
        let update = NSBatchUpdateRequest(entityName: "Item")
        update.propertiesToUpdate = ["nam": "Desk"]
        try #expect(advice { try context.execute(update) } == "Did you mean 'name'?")
        // A relationship to many, which such a request cannot set, is not advised in its own place.
        update.propertiesToUpdate = ["tags": NSNull()]
        try #expect(advice { try context.execute(update) } == nil)

        let coordinator = try #require(context.persistentStoreCoordinator)
        let other = try advice {
            try coordinator.addPersistentStore(
                ofType: NSXMLStoreType, configurationName: nil, at: nil, options: nil)
        }
        #expect(
            other
                == "Use NSSQLiteStoreType, NSInMemoryStoreType or NSBinaryStoreType, or register a "
                + "class by NSPersistentStoreCoordinator.registerStoreClass(_:forStoreType:).")
        let elsewhere = try advice {
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil,
                at: URL(string: "mysql://db/app"), options: nil)
        }
        #expect(elsewhere == "Use one that begins with file: or postgres:.")
    }
}
