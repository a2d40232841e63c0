import CoreData
import TestFiles
import TestKit
import TestModels
import Testing

/// What models and stores say of their version.
struct VersionChecksumTests {
    private let folder = TemporaryFolder()

    @Test(arguments: RealData.files("stores", "sqlite") + RealData.files("stores", "store"))
    func `the checksum is that of the files of Apple's frameworks`(file: URL) throws {
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .sqlite, at: file)
        guard let checksum = metadata[NSPersistentStoreModelVersionChecksumKey] as? String else {
            return  // Files of before have none.
        }
        let model = try NSManagedObjectModel(recoveredFromStoreAt: file)
        #expect(model.versionChecksum == checksum)
    }

    /// Two entities' hashes and the checksum, worked out by another program.
    @Test func `the checksum is of the hashes in the order of the names`() throws {
        let context = NSPersistentStoreCoordinator(managedObjectModel: Office.model())
        try context.addPersistentStore(
            type: .sqlite, at: TestStores.url(folder.file("office.sqlite")))
        let metadata = try #require(context.persistentStores.first?.metadata)
        #expect(
            metadata[NSPersistentStoreModelVersionChecksumKey] as? String
                == Office.model().versionChecksum)
        #expect(Office.model().versionChecksum.count == 44)
        #expect(
            Office.model([attribute("more")]).versionChecksum != Office.model().versionChecksum)
        try Office.close(context)
    }

    @Test func `a reference finds a model by its file, its name and its hashes`() throws {
        let model = folder.file("Letters.momd")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        for (version, type) in [("Letters 1", "String"), ("Letters 2", "Date")] {
            let xml = """
                <?xml version="1.0" encoding="UTF-8"?>
                <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                    <entity name="Letter" representedClassName="NSManagedObject">
                        <attribute name="sent" optional="YES" attributeType="\(type)"/>
                    </entity>
                </model>
                """
            try Data(xml.utf8).write(to: model.appendingPathComponent("\(version).mom"))
        }
        let hashes = ["Letters 1": ["Letter": Data("one".utf8)], "Letters 2": [:]]
        let list: [String: Any] = [
            "NSManagedObjectModel_CurrentVersionName": "Letters 1",
            "NSManagedObjectModel_VersionHashes": hashes,
        ]
        try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
            .write(to: model.appendingPathComponent("VersionInfo.plist"))
        let bundle = try #require(Bundle(path: folder.path))
        let first = try #require(
            NSManagedObjectModel(contentsOf: model.appendingPathComponent("Letters 1.mom")))
        #expect(first.entityVersionHashesByName == hashes["Letters 1"])
        #expect(
            NSManagedObjectModel(contentsOf: model)?.entityVersionHashesByName
                == hashes["Letters 1"])
        let references = [
            NSManagedObjectModelReference(model: first, versionChecksum: first.versionChecksum),
            NSManagedObjectModelReference(
                fileURL: model.appendingPathComponent("Letters 1.mom"),
                versionChecksum: first.versionChecksum),
            NSManagedObjectModelReference(
                name: "Letters 1", in: bundle, versionChecksum: first.versionChecksum),
            NSManagedObjectModelReference(
                entityVersionHashes: first.entityVersionHashesByName, in: bundle,
                versionChecksum: first.versionChecksum),
        ]
        for reference in references {
            #expect(
                reference.resolvedModel.entitiesByName["Letter"]?.attributesByName["sent"]?
                    .attributeType == .stringAttributeType)
        }
    }
}
