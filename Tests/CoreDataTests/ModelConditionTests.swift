import CoreData
import Testing

/// Models whose conditions cannot be read are not loaded without them.
struct ModelConditionTests {
    private func model(index: String = "price > 3", fetched: String = "price > 3") throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID()).xcdatamodel")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
              <entity name="Item">
                <attribute name="price" optional="YES" attributeType="Double"/>
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

    @Test func `a model whose conditions can be read is loaded with them`() throws {
        let url = try model()
        defer { try? FileManager.default.removeItem(at: url) }
        let model = try #require(NSManagedObjectModel(contentsOf: url))
        let item = try #require(model.entitiesByName["Item"])
        #expect(item.indexes.first?.partialIndexPredicate?.predicateFormat == "price > 3")
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
}
