import CoreData
import TestFiles
import TestKit
import TestModels
import Testing

@Suite struct `A model` {
    private let folder = TemporaryFolder()

    @Test func `is merged, copied and no longer changed when it is used`() throws {
        let model = try Shop.model()
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        #expect(copy.entitiesByName["Item"] !== model.entitiesByName["Item"])
        let shop = copy.entitiesByName["Item"]?.relationshipsByName["shop"]
        #expect(shop?.destinationEntity === copy.entitiesByName["Shop"])
        #expect(shop?.inverseRelationship?.name == "items")
        let other = NSManagedObjectModel(of: entity("Extra"))
        let merged = try #require(NSManagedObjectModel(byMerging: [model, other]))
        #expect(Set(merged.entitiesByName.keys) == ["Item", "Shop", "Tag", "Extra"])
        #expect(copy.entityVersionHashesByName == model.entityVersionHashesByName)
    }

    @Test func `is read from the store that keeps it`() throws {
        let file = TestStores.url(folder.file("shop.sqlite"))
        func cached() throws -> NSManagedObjectModel {
            try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: file)
        }
        #expect(throws: CocoaError.self) { try cached() }
        let model = try Shop.model()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(type: .sqlite, configuration: nil, at: file)
        let kept = try cached()
        #expect(kept.entityVersionHashesByName == model.entityVersionHashesByName)
        #expect(kept.entitiesByName["Item"]?.attributesByName["price"]?.type == .decimal)
        let memory = try #require(URL(string: "/dev/null"))
        #expect(throws: NSError.self) {
            try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: memory)
        }
    }

    @Test func `merged has each entity of a configuration once, and all subentities`() throws {
        func model(_ breed: String) -> NSManagedObjectModel {
            let (animal, sub) = (entity("Animal", [attribute("name")]), entity(breed))
            animal.subentities = [sub]
            let model = NSManagedObjectModel(of: animal, sub)
            model.setEntities([animal, sub], forConfigurationName: "Zoo")
            return model
        }
        let merged = try #require(
            NSManagedObjectModel(byMerging: [model("Dog"), model("Cat"), model("Dog")]))
        #expect(merged.entitiesByName.keys.sorted() == ["Animal", "Cat", "Dog"])
        #expect(merged.entities.count == 3)
        let animal = merged.entitiesByName["Animal"]
        #expect(animal?.subentities.map(\.name) == ["Dog", "Cat"])
        #expect(merged.entitiesByName["Cat"]?.superentity === animal)
        let zoo = try #require(merged.entities(forConfigurationName: "Zoo"))
        #expect(zoo.map(\.name) == ["Animal", "Dog", "Cat"])
    }

    @Test func `names a class of the current module with the module`() {
        let chore = NSEntityDescription()
        chore.managedObjectClassName = ".Chore"
        #expect(chore.managedObjectClassName == NSStringFromClass(Chore.self))
        chore.managedObjectClassName = ".Unknown"
        #expect(chore.managedObjectClassName == ".Unknown")
    }

    @Test func `the name of a class leads to the class`() {
        let entity = NSEntityDescription()
        #expect(NSClassFromString(entity.managedObjectClassName) == NSManagedObject.self)
        for name in ["Chore", ".Chore", NSStringFromClass(Chore.self)] {
            entity.managedObjectClassName = name
            #expect(NSClassFromString(entity.managedObjectClassName) == Chore.self)
        }
        entity.managedObjectClassName = "Unknown"
        #expect(NSClassFromString(entity.managedObjectClassName) == nil)
        #expect(NSClassFromString("NSString") == NSString.self)
    }

    @Test func `inherits properties`() throws {
        let breed = NSAttributeDescription()
        breed.name = "breed"
        breed.type = .string
        let (animal, dog) = (entity("Animal", [attribute("name")]), entity("Dog", [breed]))
        animal.isAbstract = true
        animal.subentities = [dog]
        let model = NSManagedObjectModel(of: animal, dog)
        #expect(Set(dog.attributesByName.keys) == ["name", "breed"])
        #expect(dog.isKindOf(entity: animal) && dog.superentity === animal)
        let context = try Shop.context(model)
        _ = Shop.insert("Dog", ["name": "Rex", "breed": "Collie"], into: context)
        try context.save()
        #expect(try Shop.fetch("Animal", "name == 'Rex'", in: context).first?.entity.name == "Dog")
    }

    @Test func `survives in the file of its store`() throws {
        let url = TestStores.url(folder.file("shop.sqlite"))
        func container(_ model: NSManagedObjectModel, migrate: Bool) throws -> NSPersistentContainer
        {
            let container = NSPersistentContainer(name: "Shop", managedObjectModel: model)
            let description = NSPersistentStoreDescription(url: url)
            description.shouldMigrateStoreAutomatically = migrate
            container.persistentStoreDescriptions = [description]
            try container.loadStores()
            return container
        }
        let first = try container(try Shop.model(), migrate: true)
        let item = Item(context: first.viewContext)
        item.name = "Lamp"
        try first.viewContext.save()
        let uri = item.objectID.uriRepresentation()
        #expect(uri.absoluteString.hasSuffix("/Item/p1"))
        for store in first.persistentStoreCoordinator.persistentStores {
            try first.persistentStoreCoordinator.remove(store)
        }
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: url, options: nil)
        #expect(
            try Shop.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        let changed = try Shop.model()
        changed.entitiesByName["Item"]?.properties.append(
            attribute("colour", .stringAttributeType, "red"))
        let refused = #expect(throws: NSError.self) { try container(changed, migrate: false) }
        #expect(refused?.code == NSPersistentStoreIncompatibleVersionHashError)
        let second = try container(
            try #require(changed.copy() as? NSManagedObjectModel), migrate: true)
        let id = try #require(
            second.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri))
        let found = try second.viewContext.existingObject(with: id)
        #expect(found.value(forKey: "name") as? String == "Lamp")
    }

    @Test(arguments: [NSSQLiteStoreType, NSBinaryStoreType])
    func `a container makes the folder of a store`(type: String) throws {
        let parent = folder.file("missing folder")
        let place = parent.appendingPathComponent("nested/shop.store")
        let container = try NSPersistentContainer(name: "Shop", managedObjectModel: Shop.model())
        let description = NSPersistentStoreDescription(url: place)
        description.type = type
        description.isReadOnly = true
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, _ in }
        #expect(!FileManager.default.fileExists(atPath: parent.path))
        description.isReadOnly = false
        for store in container.persistentStoreCoordinator.persistentStores {
            try container.persistentStoreCoordinator.remove(store)
        }
        try container.loadStores()
        #expect(FileManager.default.fileExists(atPath: place.path))
    }

    @Test func `a copy's indexes name the properties of the copy`() throws {
        let (base, dog) = (
            entity("Animal", [attribute("name")]), entity("Dog", [attribute("breed")])
        )
        base.subentities = [dog]
        let elements = ["name", "breed"].compactMap { dog.propertiesByName[$0] }.map {
            NSFetchIndexElementDescription(property: $0, collationType: .binary)
        }
        dog.indexes = [NSFetchIndexDescription(name: "both", elements: elements)]
        dog.propertiesByName["breed"]?.name = "race"
        #expect(elements.map(\.propertyName) == ["name", "race"])
        let model = NSManagedObjectModel(of: base, dog)
        // The copies are kept: an entity does not keep the one that it inherits from.
        let copiedModel = try #require(model.copy() as? NSManagedObjectModel)
        let copiedBase = try #require(base.copy() as? NSEntityDescription)
        for copies in [copiedModel.entitiesByName, copiedBase.subentitiesByName] {
            let copy = try #require(copies["Dog"])
            #expect(copy.indexes[0].elements.map(\.propertyName) == ["name", "race"])
            for element in copy.indexes[0].elements {
                let name = try #require(element.propertyName)
                #expect(element.property === copy.propertiesByName[name])
                #expect(element.property !== dog.propertiesByName[name])
            }
        }
        withExtendedLifetime((copiedModel, copiedBase)) {}
    }

    @Test func `what is taken out of an entity belongs to none`() {
        let (name, price) = (attribute("name"), attribute("price"))
        let item = entity("Item", [name, price])
        let element = NSFetchIndexElementDescription(property: name, collationType: .binary)
        item.indexes = [NSFetchIndexDescription(name: "byName", elements: [element])]
        let index = item.indexes[0]
        #expect(price.entity === item && index.entity === item)
        #expect(element.indexDescription === index)
        index.elements = []
        #expect(element.indexDescription == nil)
        item.properties = [name]
        item.indexes = []
        #expect(name.entity === item && price.entity !== item && index.entity == nil)
        #expect(price.description.hasSuffix("entity (null)"))
    }

    @Test func `lists of properties are indexed together`() throws {
        let item = entity("Item", [attribute("name"), attribute("price", .doubleAttributeType)])
        item.compoundIndexes = [["name", try #require(item.propertiesByName["price"])]]
        let copy = try #require(item.copy() as? NSEntityDescription)
        #expect(copy.compoundIndexes as? [[String]] == [["name", "price"]])
        let path = folder.file("compound.sqlite").path
        let container = NSPersistentContainer(
            name: "Items", managedObjectModel: NSManagedObjectModel(of: item))
        container.persistentStoreDescriptions = [
            NSPersistentStoreDescription(url: URL(fileURLWithPath: path))
        ]
        try container.loadStores()
        let columns = try sqlite(
            path,
            """
            SELECT group_concat(i.name) FROM sqlite_master m, pragma_index_info(m.name) i
            WHERE m.tbl_name = 'ZITEM' AND m.type = 'index' GROUP BY m.name
            """)
        #expect(columns.contains("ZNAME,ZPRICE"))
    }

    @Test func `indexes whose names are made alike are all in the file`() throws {
        let item = entity("Item", ["a", "b", "a_b", "b_c", "c"].map { attribute($0) })
        func index(_ name: String, _ properties: String...) throws -> NSFetchIndexDescription {
            NSFetchIndexDescription(
                name: name,
                elements: try properties.map {
                    NSFetchIndexElementDescription(
                        property: try #require(item.propertiesByName[$0]), collationType: .binary)
                })
        }
        item.indexes = [try index("a_b_c", "c"), try index("A_b_c", "b")]
        item.compoundIndexes = [["a", "b_c"], ["a_b", "c"], ["c"]]
        let path = folder.file("alike.sqlite").path
        let container = NSPersistentContainer(
            name: "Items", managedObjectModel: NSManagedObjectModel(of: item))
        container.persistentStoreDescriptions = [
            NSPersistentStoreDescription(url: URL(fileURLWithPath: path))
        ]
        try container.loadStores()
        let indexes = try sqlite(
            path,
            """
            SELECT m.name || ':' || group_concat(i.name) FROM sqlite_master m, pragma_index_info(m.name) i
            WHERE m.tbl_name = 'ZITEM' AND m.type = 'index' GROUP BY m.name ORDER BY m.name
            """)
        for text in [
            "Z_Item_a_b_c:ZC", "Z_Item_A_b_c_2:ZB", "Z_Item_a_b_c_3:ZA,ZB_C",
            "Z_Item_a_b_c_4:ZA_B,ZC", "Z_Item_c:ZC",
        ] {
            #expect(indexes.contains(text), "\(indexes)")
        }
    }

    @Test func `copied relationships find each other by their names`() throws {
        for order in [[0, 1], [1, 0]] {
            let (shop, item) = (entity("Shop"), entity("Item"))
            let (items, place) = (
                relationship("items", item, isToMany: true), relationship("shop", shop)
            )
            join(items, place)
            func copy(_ one: NSRelationshipDescription) throws -> NSRelationshipDescription {
                try #require(one.copy() as? NSRelationshipDescription)
            }
            (shop.properties, item.properties) = ([try copy(items)], [try copy(place)])
            let model = NSManagedObjectModel()
            model.entities = order.map { [shop, item][$0] }
            let found = item.relationshipsByName["shop"]
            #expect(found?.inverseRelationship === shop.relationshipsByName["items"])
            #expect(found?.destinationEntity === shop)
            // One side that comes later, as it was.
            shop.properties = [items]
            let context = try Shop.context(model)
            #expect(found?.inverseRelationship === items)
            let (lamp, home) = (
                NSManagedObject(entity: item, insertInto: context),
                NSManagedObject(entity: shop, insertInto: context)
            )
            lamp.setValue(home, forKey: "shop")
            #expect(home.value(forKey: "items") as? Set<NSManagedObject> == [lamp])
            try context.save()
        }
    }

    /// A change of a model that a store uses.
    enum Change: String, Codable, CaseIterable {
        case entity, compound, property, external, index, elements, element

        func make(_ entity: NSEntityDescription) {
            let (property, index) = (entity.properties[0], entity.indexes[0])
            switch self {
            case .entity: entity.name = "Other"
            case .compound: entity.compoundIndexes = []
            case .property: property.name = "other"
            case .external: property.isStoredInExternalRecord = true
            case .index: index.name = "other"
            case .elements: index.elements = []
            case .element: index.elements[0].isAscending = false
            }
        }
    }

    @Test(arguments: Change.allCases)
    func `a change of a model in use stops the program`(change: Change) async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { [change = change as Change] in
            let item = entity("Item", [attribute("name")])
            let element = NSFetchIndexElementDescription(
                property: item.properties[0], collationType: .binary)
            item.indexes = [NSFetchIndexDescription(name: "byName", elements: [element])]
            // Before it is used it may be changed.
            change.make(item)
            if change == .elements { item.indexes[0].elements = [element] }
            _ = try Shop.context(NSManagedObjectModel(of: item))
            change.make(item)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("Can't modify an immutable model."))
    }
}
