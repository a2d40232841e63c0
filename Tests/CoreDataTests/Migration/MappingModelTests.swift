import CoreData
import Foundation
import TestFiles
import TestKit
import Testing

/// A store that is migrated by a mapping model of Xcode's, which the plugin has put beside the models.
@Suite struct `A mapping model of Xcode` {
    private let folder = TemporaryFolder()

    private func version(_ name: String) throws -> NSManagedObjectModel {
        let url = try #require(Bundle.module.url(forResource: "Gallery", withExtension: "momd"))
        return try #require(
            NSManagedObjectModel(contentsOf: url.appendingPathComponent("\(name).mom")))
    }

    @Test func `is found by its models, and migrates a store`() throws {
        let (old, new) = (try version("Gallery"), try version("Gallery 2"))
        let mapping = try #require(
            NSMappingModel(from: [.module], forSourceModel: old, destinationModel: new))
        #expect(mapping.entityMappings.map(\.name) == ["PainterToPainter", "PaintingToPainting"])
        let painter = try #require(mapping.entityMappings.first)
        #expect(painter.mappingType == .transformEntityMappingType)
        #expect(painter.sourceEntityVersionHash == old.entityVersionHashesByName["Painter"])
        #expect(painter.destinationEntityVersionHash == new.entityVersionHashesByName["Painter"])
        let (file, copy) = (
            TestStores.url(folder.file("old.sqlite")), TestStores.url(folder.file("new.sqlite"))
        )
        let before = try NSManagedObjectContext.ofStore(old, at: file)
        let ann = NSEntityDescription.insertNewObject(forEntityName: "Painter", into: before)
        ann.setValuesForKeys(["name": "Ann", "born": 1840])
        for title in ["a", "b"] {
            let one = NSEntityDescription.insertNewObject(forEntityName: "Painting", into: before)
            one.setValuesForKeys(["title": title, "painter": ann])
        }
        try before.save()
        try before.closeStores()
        try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
            from: file, type: .sqlite, mapping: mapping, to: copy, type: .sqlite)
        let after = try NSManagedObjectContext.ofStore(new, at: copy)
        let found = try #require(
            try after.fetch(NSFetchRequest<NSManagedObject>(entityName: "Painter")).first)
        // The rating is said by an expression of the file, the rest by the names.
        #expect(found.value(forKey: "rating") as? Int == 1840)
        #expect(found.value(forKey: "name") as? String == "Ann")
        let paintings = try #require(found.value(forKey: "paintings") as? NSOrderedSet)
        #expect(
            Set(
                paintings.compactMap { ($0 as? NSManagedObject)?.value(forKey: "title") as? String }
            ) == ["a", "b"])
        try after.closeStores()
    }

    @Test func `is none of other models, and none without its models`() throws {
        let (old, new) = (try version("Gallery"), try version("Gallery 2"))
        #expect(NSMappingModel(from: [.module], forSourceModel: new, destinationModel: old) == nil)
        #expect(NSMappingModel(from: [.module], forSourceModel: nil, destinationModel: new) == nil)
        #expect(NSMappingModel(contentsOf: nil) == nil)
        let url = try #require(Bundle.module.url(forResource: "Gallery1to2", withExtension: "cdm"))
        #expect(NSMappingModel(contentsOf: url)?.entityMappingsByName.count == 2)
        let alone = folder.file("Gallery1to2.cdm")
        try FileManager.default.copyItem(at: url, to: alone)
        #expect(NSMappingModel(contentsOf: alone) == nil)
        #expect(NSMappingModel(contentsOf: folder.file("none.cdm")) == nil)
    }
}
