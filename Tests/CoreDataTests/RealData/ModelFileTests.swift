import CoreData
import TestFiles
import TestModels
import Testing

/// Model files and archives that come from anywhere.
@Suite struct `Files of models` {
    private let folder = TemporaryFolder()

    private func write(_ entities: String) throws -> URL {
        let file = folder.file("\(UUID().uuidString).contents.xml")
        let xml = """
            <?xml version="1.0"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            \(entities)
            </model>
            """
        try Data(xml.utf8).write(to: file)
        return file
    }

    @Test func `whose entities inherit in a circle do not load`() throws {
        let file = try write(
            """
            <entity name="A" parentEntity="B"/><entity name="B" parentEntity="C"/>
            <entity name="C" parentEntity="B"/>
            """)
        #expect(NSManagedObjectModel(contentsOf: file) == nil)
        let sound = try write("<entity name=\"A\" parentEntity=\"B\"/><entity name=\"B\"/>")
        #expect(NSManagedObjectModel(contentsOf: sound)?.entities.count == 2)
    }

    @Test func `in which a name occurs twice do not load`() throws {
        for entities in [
            "<entity name=\"A\"/><entity name=\"B\"/><entity name=\"A\"/>",
            """
            <entity name="A"><attribute name="x" attributeType="String"/>
            <relationship name="x" destinationEntity="A"/></entity>
            """,
        ] {
            #expect(NSManagedObjectModel(contentsOf: try write(entities)) == nil)
        }
    }

    @Test func `that are no stores give no model`() throws {
        let file = try write("")
        #expect(throws: NSError.self) { try NSManagedObjectModel(recoveredFromStoreAt: file) }
    }

    @Test func `archives make objects of known classes only`() throws {
        let transformer = NSSecureUnarchiveFromDataTransformer()
        let list = NSArray(array: ["a", NSNumber(value: 1), NSDate(timeIntervalSince1970: 1)])
        let bytes = try #require(transformer.reverseTransformedValue(list) as? Data)
        #expect(transformer.transformedValue(bytes) as? NSArray == list)
        let foreign = try NSKeyedArchiver.archivedData(
            withRootObject: NSIndexSet(index: 3), requiringSecureCoding: false)
        #expect(transformer.transformedValue(foreign) == nil)
        #expect(transformer.transformedValue(Data("no archive".utf8)) == nil)
    }

    @Test func `are merged as the metadata of a store says`() throws {
        let shop = try Shop.model()
        let other = NSManagedObjectModel(of: entity("Extra"))
        let both = try #require(NSManagedObjectModel(byMerging: [shop, other]))
        let metadata: [String: Any] = [
            NSStoreModelVersionHashesKey: both.entityVersionHashesByName
        ]
        let found = NSManagedObjectModel(byMerging: [other, shop], forStoreMetadata: metadata)
        #expect(found?.entityVersionHashesByName == both.entityVersionHashesByName)
        #expect(NSManagedObjectModel(byMerging: [shop], forStoreMetadata: metadata) == nil)
    }

    @Test func `sets change at the end of keys`() throws {
        let context = try Shop.context()
        let shop = Shop.insert("Shop", ["name": "Corner"], into: context)
        let (item, tag) = (
            Shop.insert("Item", ["shop": shop], into: context),
            Shop.insert("Tag", ["name": "new"], into: context)
        )
        item.mutableSetValue(forKeyPath: "shop.items").remove(item)
        #expect(item.value(forKey: "shop") == nil)
        shop.setValue(item, forKey: "favourite")
        item.willChangeValue(forKey: "tags", withSetMutation: .union, using: [tag])
        shop.mutableSetValue(forKeyPath: "favourite.tags").add(tag)
        item.didChangeValue(forKey: "tags", withSetMutation: .union, using: [tag])
        #expect((tag.value(forKey: "items") as? NSSet)?.count == 1)
    }
}
