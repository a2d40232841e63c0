import CoreData
import TestModels
import Testing

// What a context fetches.
extension `A context` {
    @Test(arguments: Shop.Kind.allCases)
    func `lays what is not saved over what is fetched`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            let items = (1...4).map { number in
                let item = Item(context: context)
                item.quantity = Int32(number)
                return item
            }
            try context.save()
            items[0].quantity = 10
            items[3].quantity = 0
            context.delete(items[1])
            let new = Item(context: context)
            new.quantity = 7
            let request: NSFetchRequest<Item> = Item.fetchRequest()
            request.predicate = NSPredicate(format: "quantity > 2")
            request.sortDescriptors = [NSSortDescriptor(key: "quantity", ascending: true)]
            #expect(try context.fetch(request).map(\.quantity) == [3, 7, 10])
            #expect(try context.count(for: request) == 3)
            request.fetchLimit = 2
            #expect(try context.fetch(request).map(\.quantity) == [3, 7])
            // Offsets count what is not saved too, and rows that no longer match leave no gap.
            request.fetchOffset = 1
            #expect(try context.fetch(request).map(\.quantity) == [7, 10])
            #expect(try context.count(for: request) == 2)
            request.fetchOffset = 2
            #expect(try context.fetch(request).map(\.quantity) == [10])
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = context
            #expect(try child.performAndWait { try child.fetch(request).map(\.quantity) } == [10])
            (request.fetchOffset, request.fetchLimit) = (0, 1)
            items[2].quantity = 1
            #expect(try context.fetch(request).map(\.quantity) == [7])
            items[2].quantity = 3
            request.fetchLimit = 0
            request.includesPendingChanges = false
            #expect(try context.fetch(request).map(\.quantity) == [3, 0])
        }
    }

    @Test(arguments: Shop.Kind.allCases, ["self", "objectID"])
    func `finds the last object by its identifier`(kind: Shop.Kind, key: String) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            for number in 1...3 {
                let item = Item(context: context)
                item.quantity = Int32(number)
                try context.save()
            }
            let request: NSFetchRequest<Item> = Item.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: key, ascending: false)]
            #expect(try context.fetch(request).map(\.quantity) == [3, 2, 1])
            request.fetchLimit = 1
            #expect(try context.fetch(request).map(\.quantity) == [3])
            let new = Item(context: context)
            new.quantity = 4
            #expect(try context.fetch(request) == [new])
            request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
            request.fetchLimit = 0
            #expect(try context.fetch(request).map(\.quantity) == [1, 2, 3, 4])
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `finds text in a list of numbers where a column of SQL does`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            for name in ["9", "10", "11", "x"] { Item(context: context).name = name }
            try context.save()
            let request = NSFetchRequest<NSNumber>(entityName: "Item")
            func count(_ format: String, _ list: [Any] = []) throws -> Int {
                request.predicate = NSPredicate(format: format, argumentArray: [list])
                return try context.count(for: request)
            }
            let store = try #require(context.persistentStoreCoordinator?.persistentStores.first)
            let expected = store.type == NSInMemoryStoreType ? 0 : 2
            #expect(try count("name IN {9, 10}") == expected)
            #expect(try count("name IN %@ AND quantity == 0", [9, 10]) == expected)
            #expect(try count("NOT name IN %@", [9, 10]) == 4 - expected)
            #expect(try count("name IN %@", [9, "10"]) == max(expected, 1))
            #expect(try count("name == 9") == 0)
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `gives identifiers, counts and dictionaries`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            for quantity in [1, 2, 2, 5] {
                let item = Item(context: context)
                item.quantity = Int32(quantity)
                item.name = quantity == 2 ? "two" : "other"
            }
            try context.save()
            let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
            ids.resultType = .managedObjectIDResultType
            #expect(try context.fetch(ids).count == 4)
            let counts = NSFetchRequest<NSNumber>(entityName: "Item")
            counts.resultType = .countResultType
            #expect(try context.fetch(counts).first?.intValue == 4)
            let sum = NSExpressionDescription()
            sum.name = "total"
            sum.expression = NSExpression(
                forFunction: "sum:", arguments: [NSExpression(forKeyPath: "quantity")])
            sum.expressionResultType = .integer64AttributeType
            let sums = NSFetchRequest<NSDictionary>(entityName: "Item")
            sums.resultType = .dictionaryResultType
            sums.propertiesToFetch = ["name", sum]
            sums.propertiesToGroupBy = ["name"]
            sums.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            let found = try context.fetch(sums)
            #expect(found.map { $0["name"] as? String } == ["other", "two"])
            #expect(found.map { $0["total"] as? Int } == [6, 4])
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `a key path with an operator in front calculates over the group`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            for (name, quantity) in [("Lamp", 3), ("Lamp", 1), ("Desk", 2)] {
                let item = Item(context: context)
                item.name = name
                item.quantity = Int32(quantity)
            }
            try context.save()
            let columns = ["@sum.quantity", "@max.quantity", "@avg.quantity", "@count"].map {
                let column = NSExpressionDescription()
                column.name = String($0.dropFirst().prefix(3))
                column.expression = NSExpression(forKeyPath: $0)
                return column
            }
            let request = NSFetchRequest<NSDictionary>(entityName: "Item")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = columns
            let all = try #require(context.fetch(request).first as? [String: Double])
            #expect(all == ["sum": 6, "max": 3, "avg": 2, "cou": 3])
            request.propertiesToFetch = ["name", columns[0]]
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
            request.fetchLimit = 2
            #expect(
                try context.fetch(request)
                    == [["name": "Lamp", "sum": 6], ["name": "Lamp", "sum": 6]])
            request.propertiesToGroupBy = ["name"]
            request.havingPredicate = NSPredicate(format: "@count > 1")
            let groups = try context.fetch(request)
            #expect(groups == [["name": "Lamp", "sum": 4]])
            request.propertiesToFetch = ["name", "@count.name"]
            #expect(try context.fetch(request) == [["name": "Lamp", "@count.name": 2]])
            request.propertiesToFetch = ["name", "@count.name as count"]
            #expect(throws: (any Error).self) { try context.fetch(request) }
        }
    }

    /// A name in the predicate of groups asks for the property, also where a column has it.
    @Test(arguments: Shop.Kind.allCases)
    func `the predicate of groups reads a property before a column of its name`(
        kind: Shop.Kind
    ) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            for (name, quantity) in [("Lamp", 3), ("Lamp", 3), ("Desk", 1)] {
                _ = Shop.insert("Item", ["name": name, "quantity": quantity], into: context)
            }
            try context.save()
            let sum = NSExpressionDescription()
            sum.name = "quantity"
            sum.expression = NSExpression(
                forFunction: "sum:", arguments: [NSExpression(forKeyPath: "quantity")])
            sum.expressionResultType = .integer64AttributeType
            let request = NSFetchRequest<NSDictionary>(entityName: "Item")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["name", sum]
            request.propertiesToGroupBy = ["name"]
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            request.havingPredicate = NSPredicate(format: "quantity == 3")
            #expect(try context.fetch(request) == [["name": "Lamp", "quantity": 6]])
            request.havingPredicate = NSPredicate(format: "quantity > 3")
            #expect(try context.fetch(request) == [])
        }
    }

    /// `a == 1 OR a == 2 …` of many values asks the store for one of a list.
    @Test(arguments: Shop.Kind.allCases)
    func `long chains of comparisons find what a list finds`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            let items = (0..<60).map { number in
                let item = Item(context: context)
                item.quantity = Int32(number)
                item.name = number == 5 ? nil : "Item \(number)"
                return item
            }
            try context.save()
            func names(_ parts: [NSPredicate], areAll: Bool = false) throws -> Set<Int32> {
                let request = NSFetchRequest<Item>(entityName: "Item")
                request.predicate = NSCompoundPredicate(
                    type: areAll ? .and : .or, subpredicates: parts)
                let found = try context.fetch(request)
                #expect(try context.count(for: request) == found.count)
                return Set(found.map(\.quantity))
            }
            let some = Set((10..<50).map(Int32.init))
            let others = Set((0..<60).map(Int32.init)).subtracting(some)
            #expect(try names(some.map { NSPredicate(format: "quantity == %d", $0) }) == some)
            #expect(
                try names(some.map { NSPredicate(format: "quantity != %d", $0) }, areAll: true)
                    == others)
            #expect(
                try names(some.map { NSPredicate(format: "name == %@", "Item \($0)") }) == some)
            #expect(
                try names(
                    some.map { NSPredicate(format: "name != %@", "Item \($0)") }, areAll: true)
                    == others)
            #expect(
                try names(items.prefix(50).suffix(40).map { NSPredicate(format: "SELF == %@", $0) })
                    == some)
            #expect(
                try names(
                    some.map { NSPredicate(format: "name == [c] %@", "ITEM \($0)") }
                        + [NSPredicate(format: "name == nil")]) == some.union([5]))
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `what is counted for each object is a column of groups too`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            for (name, count) in [("North", 2), ("North", 3), ("South", 0)] {
                let shop = NSEntityDescription.insertNewObject(forEntityName: "Shop", into: context)
                shop.setValue(name, forKey: "name")
                for _ in 0..<count { Item(context: context).shop = shop }
            }
            try context.save()
            let request = NSFetchRequest<NSDictionary>(entityName: "Shop")
            request.resultType = .dictionaryResultType
            let count = NSExpressionDescription()
            count.name = "count"
            count.expression = NSExpression(forKeyPath: "items.@count")
            count.expressionResultType = .integer64AttributeType
            request.propertiesToFetch = ["name", count]
            request.propertiesToGroupBy = ["name"]
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            #expect(
                try context.fetch(request)
                    == [["name": "North", "count": 3], ["name": "South", "count": 0]])
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `calculates with dates and bytes as the columns of SQL do`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let model = try Shop.model()
            try #require(model.entitiesByName["Item"]).properties
                .append(attribute("code", .binaryDataAttributeType))
            let context = try Shop.context(model)
            for seconds in [10.0, 20, 60] {
                let date = Date(timeIntervalSinceReferenceDate: seconds)
                let values: [String: Any] = ["date": date, "code": Data([UInt8(seconds), 1])]
                _ = Shop.insert("Item", values, into: context)
            }
            try context.save()
            func calculated(
                _ function: String, _ key: String, _ type: NSAttributeType
            ) -> NSExpressionDescription {
                let made = NSExpressionDescription()
                made.name = "\(function)\(key)\(type.rawValue)"
                made.expression = NSExpression(
                    forFunction: function, arguments: [NSExpression(forKeyPath: key)])
                made.expressionResultType = type
                return made
            }
            let columns = [
                calculated("average:", "date", .dateAttributeType),
                calculated("sum:", "date", .doubleAttributeType),
                calculated("max:", "code", .binaryDataAttributeType),
                calculated("min:", "code", .binaryDataAttributeType),
                calculated("max:", "date", .stringAttributeType),
                calculated("count:", "date", .stringAttributeType),
            ]
            let request = NSFetchRequest<NSDictionary>(entityName: "Item")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = columns
            let found = try #require(try context.fetch(request).first)
            #expect(
                found[columns[0].name] as? Date == Date(timeIntervalSinceReferenceDate: 30))
            #expect(found[columns[1].name] as? Double == 90)
            #expect(found[columns[2].name] as? Data == Data([60, 1]))
            #expect(found[columns[3].name] as? Data == Data([10, 1]))
            #expect(found[columns[4].name] as? String == "60.0")
            #expect(found[columns[5].name] as? String == "3")
        }
    }

    @Test func `an expression description without an expression is the property of its name`()
        throws
    {
        let context = try Shop.context()
        Item(context: context).name = "Lamp"
        try context.save()
        let described = NSExpressionDescription()
        described.name = "name"
        let request = NSFetchRequest<NSDictionary>(entityName: "Item")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = [described]
        #expect(try context.fetch(request).map { $0["name"] as? String } == ["Lamp"])
        described.name = "unknown"
        #expect(throws: (any Error).self) { try context.fetch(request) }
    }

    @Test func `names of properties to fetch become descriptions where the entity is known`()
        throws
    {
        let entity = try #require(try Shop.model().entitiesByName["Item"])
        let request = NSFetchRequest<NSDictionary>(entityName: "Item")
        request.propertiesToGroupBy = ["name"]
        #expect(request.propertiesToGroupBy as? [String] == ["name"])
        request.entity = entity
        request.propertiesToGroupBy = ["name"]
        request.propertiesToFetch = ["name", "shop.name"]
        let name = try #require(entity.propertiesByName["name"])
        #expect(request.propertiesToGroupBy as? [NSPropertyDescription] == [name])
        #expect(request.propertiesToFetch?.first as? NSPropertyDescription == name)
        #expect(request.propertiesToFetch?.last as? String == "shop.name")
    }

    @Test(arguments: Shop.Kind.allCases)
    func `a fetch in batches has what others saved since`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let coordinator = try Shop.coordinator()
            let (first, second) = (Shop.context(coordinator), Shop.context(coordinator))
            for (place, name) in ["a", "b"].enumerated() {
                _ = Shop.insert("Item", ["name": name, "quantity": place], into: first)
            }
            try first.save()
            let request = Item.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "quantity", ascending: true)]
            let known = try second.fetch(request)
            #expect(known[0].name == "a" && known[1].isFault)
            for item in try first.fetch(request) { item.name = item.name.map { $0 + "!" } }
            try first.save()
            request.fetchBatchSize = 1
            #expect(try second.fetch(request).map(\.name) == ["a", "b!"])
            request.shouldRefreshRefetchedObjects = true
            #expect(try second.fetch(request).map(\.name) == ["a!", "b!"])
            withExtendedLifetime(known) {}
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `a save gives faults that were read the values that it derived`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let model = try Shop.model()
            let place = NSDerivedAttributeDescription()
            place.name = "place"
            place.attributeType = .stringAttributeType
            place.isOptional = true
            place.derivationExpression = NSExpression(format: "shop.name")
            try #require(model.entitiesByName["Item"]).properties.append(place)
            let coordinator = try Shop.coordinator(model)
            let (first, second) = (Shop.context(coordinator), Shop.context(coordinator))
            let shop = Shop.insert("Shop", ["name": "Here"], into: first)
            _ = Shop.insert("Item", ["name": "Lamp", "shop": shop], into: first)
            try first.save()
            let items = try Shop.fetch("Item", in: second)
            #expect(items.map(\.isFault) == [true])
            try second.existingObject(with: shop.objectID).setValue("There", forKey: "name")
            try second.save()
            #expect(items.map { $0.value(forKey: "place") as? String } == ["There"])
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `groups by a calculated value`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            for name in ["Lamp", "lamp", "Desk"] { Item(context: context).name = name }
            try context.save()
            func calculated(_ name: String, _ function: String) -> NSExpressionDescription {
                let made = NSExpressionDescription()
                made.name = name
                made.expression = NSExpression(
                    forFunction: function, arguments: [NSExpression(forKeyPath: "name")])
                return made
            }
            let lower = calculated("lower", "lowercase:")
            let request = NSFetchRequest<NSDictionary>(entityName: "Item")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = [lower, calculated("n", "count:")]
            request.propertiesToGroupBy = [lower]
            request.sortDescriptors = [NSSortDescriptor(key: "lower", ascending: true)]
            let found = try context.fetch(request)
            #expect(found.map { $0["lower"] as? String } == ["desk", "lamp"])
            #expect(found.map { $0["n"] as? Int } == [1, 2])
        }
    }

    @Test(arguments: Shop.Kind.allCases)
    func `answers predicates about objects`(kind: Shop.Kind) throws {
        try Shop.$kind.withValue(kind) {
            let context = try Shop.context()
            let shop = Shop.insert("Shop", ["name": "Here"], into: context)
            let (lamp, desk) = (Item(context: context), Item(context: context))
            lamp.name = "Lamp"
            desk.name = "Desk"
            lamp.shop = shop
            try context.save()
            let request: NSFetchRequest<Item> = Item.fetchRequest()
            request.predicate = NSPredicate(format: "shop == %@", shop)
            #expect(try context.fetch(request) == [lamp])
            request.predicate = NSPredicate(format: "self IN %@", [desk])
            #expect(try context.fetch(request) == [desk])
            request.predicate = NSPredicate(format: "self == %@", desk.objectID)
            #expect(try context.fetch(request) == [desk])
            #expect(
                NSPredicate(format: "shop.name == 'Here' AND shop == %@", shop).evaluate(with: lamp)
            )
            #expect(!NSPredicate(format: "shop.name == 'Here'").evaluate(with: desk))
            let found = NSPredicate(format: "items.@count == 1").evaluate(with: shop)
            #expect(found)
            #expect(shop.value(forKeyPath: "items.@count") as? Int == 1)
            #expect(lamp.value(forKeyPath: "shop.name") as? String == "Here")
            lamp.price = 19.5
            #expect(shop.value(forKeyPath: "items.price") as? Set<Decimal> == [19.5])
            // A set has each value once, also where an operator follows.
            desk.price = 19.5
            desk.setValue(shop, forKey: "shop")
            shop.setValue(NSOrderedSet(array: [lamp, desk]), forKey: "shelf")
            #expect(shop.value(forKeyPath: "items.@sum.price") as? Double == 39)
            #expect(shop.value(forKeyPath: "items.price.@sum.self") as? Double == 19.5)
            #expect(shop.value(forKeyPath: "items.shop.@count") as? Int == 1)
            #expect(shop.value(forKeyPath: "shelf.shop.@count") as? Int == 1)
            #expect((shop.value(forKeyPath: "shelf.shop") as? NSOrderedSet)?.array.count == 1)
        }
    }
}
