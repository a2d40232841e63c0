import CoreData
import Testing

@Suite struct `Files that are no stores` {
    @Test func `are refused with a sentence about stores and stay as they were`() throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("junk-\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        let junk = Data("root:x:0:0:root".utf8)
        try junk.write(to: file)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
        let error = #expect(throws: NSError.self) {
            _ = try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: file, options: nil)
        }
        #expect(error?.code == 259)  // NSFileReadCorruptFileError
        // Of Cocoa's own codes, Foundation on Linux puts its own words in localizedDescription.
        let sentence = error?.userInfo[NSLocalizedDescriptionKey] as? String
        #expect(sentence?.hasPrefix("The file is no SQLite store") == true)
        #expect(try Data(contentsOf: file) == junk)
    }
}
