import CoreData
import TestFiles
import Testing

/// Models whose conditions cannot be read are not loaded without them.
struct ModelConditionTests {
    private let folder = TemporaryFolder()

    private func model(
        index: String = "price > 3", fetched: String = "price > 3", bounds: String = ""
    ) throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID()).xcdatamodel")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
              <entity name="Item">
                <attribute name="price" optional="YES" attributeType="Double" \(bounds)/>
                <fetchedProperty name="others">
                  <fetchRequest name="others" entity="Item" predicateString="\(fetched)"/>
                </fetchedProperty>
                <fetchIndex name="dear" partialIndexPredicate="\(index)">
                  <fetchIndexElement property="price" type="Binary" order="ascending"/>
                </fetchIndex>
              </entity>
            </model>
            """
            .replacingOccurrences(of: " > ", with: " &gt; ")
        try Data(xml.utf8).write(to: folder.appendingPathComponent("contents"))
        return folder
    }

    @Test func `a fetch request has what Xcode's names say of it`() throws {
        let url = try model(
            fetched: #"TRUEPREDICATE" returnDistinctResults="YES" includeSubentities="NO"#)
        defer { try? FileManager.default.removeItem(at: url) }
        let item = try #require(NSManagedObjectModel(contentsOf: url)?.entitiesByName["Item"])
        let others = item.propertiesByName["others"] as? NSFetchedPropertyDescription
        let request = try #require(others?.fetchRequest)
        #expect(request.returnsDistinctResults && !request.includesSubentities)
        #expect(request.includesPropertyValues && request.returnsObjectsAsFaults)
    }

    @Test func `a model whose conditions can be read is loaded with them`() throws {
        let url = try model()
        defer { try? FileManager.default.removeItem(at: url) }
        let model = try #require(NSManagedObjectModel(contentsOf: url))
        let item = try #require(model.entitiesByName["Item"])
        #expect(item.indexes.first?.partialIndexPredicate?.predicateFormat == "price > 3")
    }

    @Test func `a store keeps the conditions that were set in code, except blocks`() throws {
        let length = NSPredicate(format: "SELF.length > 2")
        let model = try Shop.model()
        let name = try #require(model.entitiesByName["Item"]?.attributesByName["name"])
        name.setValidationPredicates(
            [NSPredicate { _, _ in true }, length],
            withValidationWarnings: ["It is no name.", "It is too short."])
        let shop = try #require(model.entitiesByName["Item"]?.relationshipsByName["shop"])
        shop.setValidationPredicates(
            [NSPredicate(format: "name != nil")], withValidationWarnings: ["It has no name."])
        shop.userInfo = ["note": "where it is sold"]
        let alike = NSFetchedPropertyDescription()
        alike.name = "alike"
        alike.userInfo = ["note": "as dear"]
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
        request.predicate = NSPredicate(format: "price == $FETCH_SOURCE.price")
        request.fetchLimit = 3
        alike.fetchRequest = request
        model.entitiesByName["Item"]?.properties.append(alike)
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID()).sqlite")
        defer {
            for end in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: file.path + end)
            }
        }
        let recovered = try self.recovered(model, through: file)
        let again = try #require(recovered.entitiesByName["Item"]?.attributesByName["name"])
        #expect(again.validationPredicates == [length])
        #expect(again.validationWarnings as? [String] == ["It is too short."])
        let place = try #require(recovered.entitiesByName["Item"]?.relationshipsByName["shop"])
        #expect(place.validationPredicates == [NSPredicate(format: "name != nil")])
        #expect(place.validationWarnings as? [String] == ["It has no name."])
        #expect(place.userInfo as? [String: String] == ["note": "where it is sold"])
        let fetched = try #require(
            recovered.entitiesByName["Item"]?.propertiesByName["alike"]
                as? NSFetchedPropertyDescription)
        #expect(fetched.userInfo as? [String: String] == ["note": "as dear"])
        #expect(fetched.fetchRequest?.fetchLimit == 3)
    }

    @Test func `a model is recovered without blocks of fetched properties and indexes`() throws {
        let model = try Shop.model()
        let item = try #require(model.entitiesByName["Item"])
        let some = NSFetchedPropertyDescription()
        some.name = "some"
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
        request.predicate = NSPredicate { _, _ in true }
        some.fetchRequest = request
        item.properties.append(some)
        let name = try #require(item.attributesByName["name"])
        let index = NSFetchIndexDescription(
            name: "few",
            elements: [NSFetchIndexElementDescription(property: name, collationType: .binary)])
        index.partialIndexPredicate = NSPredicate { _, _ in true }
        item.indexes = [index]
        let recovered = try self.recovered(model, through: folder.file("a.sqlite"))
        let again = try #require(recovered.entitiesByName["Item"])
        #expect(again.propertiesByName["some"] is NSFetchedPropertyDescription)
        #expect(again.indexes.map(\.name) == ["few"])
        #expect(again.indexes.first?.partialIndexPredicate == nil)
    }

    @Test func `a store keeps fetch request templates and indexes of expressions`() throws {
        let model = try Shop.model()
        let cheap = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
        cheap.predicate = NSPredicate(format: "price < $LIMIT")
        cheap.fetchLimit = 5
        (cheap.fetchBatchSize, cheap.fetchOffset) = (20, 2)
        (cheap.includesSubentities, cheap.includesPropertyValues) = (false, false)
        (cheap.returnsObjectsAsFaults, cheap.includesPendingChanges) = (false, false)
        (cheap.returnsDistinctResults, cheap.shouldRefreshRefetchedObjects) = (true, true)
        cheap.sortDescriptors = [
            NSSortDescriptor(key: "price", ascending: false),
            NSSortDescriptor(
                key: "name", ascending: true, selector: Selector("localizedStandardCompare:")),
        ]
        model.setFetchRequestTemplate(cheap, forName: "cheap")
        let block = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
        block.predicate = NSPredicate { _, _ in true }
        model.setFetchRequestTemplate(block, forName: "block")
        let lower = NSExpressionDescription()
        lower.name = "lower"
        lower.expression = try NSExpression(parsing: "lowercase:(name)")
        model.entitiesByName["Item"]?.indexes = [
            NSFetchIndexDescription(
                name: "byName",
                elements: [NSFetchIndexElementDescription(property: lower, collationType: .binary)])
        ]
        let recovered = try self.recovered(model, through: folder.file("a.sqlite"))
        #expect(recovered.fetchRequestTemplatesByName.keys.sorted() == ["cheap"])
        let template = recovered.fetchRequestTemplate(forName: "cheap")
        #expect(template?.entityName == "Item" && template?.fetchLimit == 5)
        #expect(template?.predicate == cheap.predicate)
        #expect(template?.fetchBatchSize == 20 && template?.fetchOffset == 2)
        #expect(template?.includesSubentities == false && template?.includesPropertyValues == false)
        #expect(
            template?.returnsObjectsAsFaults == false && template?.includesPendingChanges == false)
        #expect(template?.returnsDistinctResults == true)
        #expect(template?.shouldRefreshRefetchedObjects == true)
        #expect(template?.sortDescriptors == cheap.sortDescriptors)
        let index = recovered.entitiesByName["Item"]?.indexes.first
        let part = index?.elements.first?.property as? NSExpressionDescription
        #expect(part?.expression == lower.expression)
    }

    /// A model as a store has kept it.
    private func recovered(
        _ model: NSManagedObjectModel, through file: URL
    ) throws -> NSManagedObjectModel {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: file, options: nil)
        try coordinator.remove(store)
        return try NSManagedObjectModel(recoveredFromStoreAt: file)
    }

    @Test func `conditions set in code take the place of a file's bounds`() throws {
        let url = try model(bounds: #"minValueString="1" maxValueString="9""#)
        defer { try? FileManager.default.removeItem(at: url) }
        let model = try #require(NSManagedObjectModel(contentsOf: url))
        let price = try #require(model.entitiesByName["Item"]?.attributesByName["price"])
        #expect(price.validationPredicates.count == 2)
        let least = NSPredicate(format: "SELF > 3")
        price.setValidationPredicates([least], withValidationWarnings: nil)
        let file = url.appendingPathComponent("store.sqlite")
        let recovered = try self.recovered(model, through: file)
        let again = try #require(recovered.entitiesByName["Item"]?.attributesByName["price"])
        #expect(again.validationPredicates == [least])
    }

    @Test(arguments: [true, false])
    func `a model with a condition that cannot be read is not loaded`(inIndex: Bool) throws {
        let url = try inIndex ? model(index: "price > >") : model(fetched: "price > >")
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(NSManagedObjectModel(contentsOf: url) == nil)
    }

    @Test func `the reason stands on standard error`() async {
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
            let url = try ModelConditionTests().model(index: "price BETWEEN AND 4")
            _ = NSManagedObjectModel(contentsOf: url)
            try? FileManager.default.removeItem(at: url)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("the index 'Item.dear' cannot be read"))
        #expect(text.contains("found AND"))
    }

    @Test func `a program whose standard error is closed goes on without the reason`() async {
        await #expect(processExitsWith: .success) {
            let url = try ModelConditionTests().model(index: "price BETWEEN AND 4")
            close(STDERR_FILENO)
            _ = NSManagedObjectModel(contentsOf: url)
            try? FileManager.default.removeItem(at: url)
        }
    }
}
