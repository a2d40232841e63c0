import CoreData
import Testing

/// Requests of fetched properties, and objects as values of variables.
struct FetchedPropertyTests {
    /// Shops with `cheap`: the items of their own name and less than a limit of the model's notes.
    private static func context(
        _ format: String, _ kind: Shop.Kind
    ) throws -> NSManagedObjectContext {
        let model = try Shop.model()
        let shop = try #require(model.entitiesByName["Shop"])
        let property = NSFetchedPropertyDescription()
        property.name = "cheap"
        property.userInfo = ["limit": 5, "word": "Lamp"]
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = model.entitiesByName["Item"]
        request.predicate = NSPredicate(format: format)
        request.sortDescriptors = [NSSortDescriptor(key: "quantity", ascending: true)]
        property.fetchRequest = request
        shop.properties += [property]
        return try Shop.$kind.withValue(kind) { try Shop.context(model) }
    }

    private static func fill(_ context: NSManagedObjectContext) throws -> NSManagedObject {
        let shop = Shop.insert("Shop", ["name": "Lamp"], into: context)
        for (name, quantity) in [("Lamp", 1), ("Lamp", 9), ("Desk", 2)] {
            _ = Shop.insert(
                "Item", ["name": name, "quantity": quantity, "shop": shop], into: context)
        }
        try context.save()
        return shop
    }

    private static func quantities(_ any: Any?) -> [Int]? {
        (any as? [NSManagedObject])?.compactMap { $0.value(forKey: "quantity") as? Int }
    }

    @Test func `the notes of descriptions are empty at first, and change in use`() throws {
        #expect(NSEntityDescription().userInfo?.isEmpty == true)
        #expect(NSAttributeDescription().userInfo?.isEmpty == true)
        let context = try Self.context("quantity < $FETCHED_PROPERTY.userInfo.limit", .sqlite)
        let shop = try Self.fill(context)
        #expect(Self.quantities(shop.value(forKey: "cheap")) == [1, 2])
        shop.entity.propertiesByName["cheap"]?.userInfo?["limit"] = 2
        context.refreshAllObjects()
        #expect(Self.quantities(shop.value(forKey: "cheap")) == [1])
    }

    @Test(arguments: Shop.Kind.allCases)
    func `FETCH_SOURCE has keys`(kind: Shop.Kind) throws {
        let context = try Self.context("name == $FETCH_SOURCE.name", kind)
        let shop = try Self.fill(context)
        #expect(Self.quantities(shop.value(forKey: "cheap")) == [1, 9])
    }

    @Test(arguments: Shop.Kind.allCases)
    func `FETCHED_PROPERTY has the notes and the entity of its description`(
        kind: Shop.Kind
    ) throws {
        let context = try Self.context(
            "quantity < $FETCHED_PROPERTY.userInfo.limit AND name == $FETCHED_PROPERTY.userInfo.word "
                + "AND $FETCHED_PROPERTY.entity.name == 'Shop' AND $FETCHED_PROPERTY.name == 'cheap'",
            kind)
        let shop = try Self.fill(context)
        #expect(Self.quantities(shop.value(forKey: "cheap")) == [1])
    }

    @Test(arguments: Shop.Kind.allCases)
    func `an object as value of a variable has keys`(kind: Shop.Kind) throws {
        let context = try Self.context("TRUEPREDICATE", kind)
        let shop = try Self.fill(context)
        func found(_ format: String) throws -> [Int] {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            request.predicate = NSPredicate(format: format)
                .withSubstitutionVariables(["X": shop, "D": ["word": "Desk"]])
            request.sortDescriptors = [NSSortDescriptor(key: "quantity", ascending: true)]
            return try context.fetch(request).compactMap { $0.value(forKey: "quantity") as? Int }
        }
        #expect(try found("name == $X.name") == [1, 9])
        #expect(try found("SELF IN $X.items") == [1, 2, 9])
        #expect(try found("shop == $X AND quantity < $X.items.@max.quantity") == [1, 2])
        #expect(try found("ANY $X.items.name == name") == [1, 2, 9])
        #expect(try found("SELF IN SUBQUERY($X.items, $i, $i.quantity > 1)") == [2, 9])
        let larger = "SUBQUERY($i.shop.items, $j, $j.quantity > $i.quantity).@count == 1"
        #expect(try found("SELF IN SUBQUERY($X.items, $i, $i.quantity > 1 AND \(larger))") == [2])
        #expect(try found("name == $D.word") == [2])
        // Values of the object now, saved or not.
        shop.setValue("Desk", forKey: "name")
        #expect(try found("name == $X.name") == [2])
    }

    @Test func `a key that the object of a variable lacks is an error with its name`() throws {
        let context = try Self.context("TRUEPREDICATE", .sqlite)
        let shop = try Self.fill(context)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.predicate = NSPredicate(format: "name == $X.nmae")
            .withSubstitutionVariables(["X": shop])
        let error = try #require(throws: (any Error).self) { try context.fetch(request) }
        #expect(error.localizedDescription.contains("nmae"))
    }

    @Test(arguments: Shop.Kind.allCases)
    func `a request that cannot be run is an error of what was called`(kind: Shop.Kind) throws {
        let context = try Self.context("nonesuch == $FETCH_SOURCE.name", kind)
        let shop = Reader(
            entity: try #require(NSEntityDescription.entity(forEntityName: "Shop", in: context)),
            insertInto: context)
        shop.setValue("Here", forKey: "name")
        let error = try #require(throws: (any Error).self) { try context.save() }
        #expect(error.localizedDescription == "keypath nonesuch not found in entity Item")
    }

    @Test func `a request that cannot be run stops the program elsewhere`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let context = try FetchedPropertyTests.context("nonesuch == 1", .memory)
            _ = Shop.insert("Shop", ["name": "Here"], into: context).value(forKey: "cheap")
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("could not fetch the property 'cheap'"))
        #expect(text.contains("keypath nonesuch not found in entity Item"))
    }
}

/// Looks at its fetched property while it is saved.
private final class Reader: NSManagedObject {
    override func willSave() {
        super.willSave()
        _ = value(forKey: "cheap")
    }
}
