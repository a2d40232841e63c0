import CoreData
import TestFiles
import Testing

/// The programs in CoreData's articles, as they stand there, with the model Garden.
@Suite struct CoreDataArticleTests {
    private let folder = TemporaryFolder()

    @Test @MainActor func `a garden is planted, changed by others and saved with errors`()
        async throws
    {
        let container = NSPersistentContainer(name: "Garden")
        container.persistentStoreDescriptions.first?.url = URL(fileURLWithPath: "/dev/null")
        container.loadPersistentStores { _, error in
            if let error { print(error) }
        }
        let context = container.viewContext

        let south = Bed(context: context)
        south.title = "South"
        let lavender = Plant(context: context)
        lavender.name = "Lavender"
        lavender.height = 0.6
        lavender.bed = south
        try context.save()

        let request: NSFetchRequest<Plant> = Plant.fetchRequest()
        request.predicate = NSPredicate(format: "bed.title == %@ AND height > %f", "South", 0.5)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let plants = try context.fetch(request)
        #expect("\(plants.compactMap(\.name))" == #"["Lavender"]"#)

        let identifier = lavender.objectID
        try await container.performBackgroundTask { @Sendable context in
            let plant = try context.existingObject(with: identifier) as? Plant
            plant?.height = 0.7
            try context.save()
        }
        context.refreshAllObjects()
        #expect("\(lavender.height)" == #"0.7"#)

        let unnamed = Plant(context: context)
        do {
            try context.save()
        } catch let error as CocoaError {
            #expect("\(error.code == .validationMissingMandatoryProperty)" == #"true"#)
            #expect("\(error.validationKey ?? "")" == #"name"#)
        }
        #expect(context.hasChanges)
        context.delete(unnamed)
        context.processPendingChanges()
        #expect(!context.hasChanges)

        lavender.height = 0.8
        try await container.performBackgroundTask { @Sendable context in
            let plant = try context.existingObject(with: identifier) as? Plant
            plant?.height = 0.9
            try context.save()
        }
        do {
            try context.save()
        } catch let error as CocoaError {
            #expect("\(error.code == .managedObjectMerge)" == #"true"#)
        }
        #expect(context.hasChanges)

        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try context.save()
        #expect("\(lavender.height)" == #"0.8"#)
    }

    @Test @MainActor func `a file opens with the model that is recovered from it`() throws {
        let sample = PackageFolder.file("Examples/Data/Library.sqlite")
        let url = folder.file("Library.sqlite")
        try FileManager.default.copyItem(at: sample, to: url)

        let model = try NSManagedObjectModel(recoveredFromStoreAt: url)
        let container = NSPersistentContainer(name: "Recovered", managedObjectModel: model)
        let store = NSPersistentStoreDescription(url: url)
        store.isReadOnly = true
        container.persistentStoreDescriptions = [store]

        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        #expect(failure == nil)
        let books = NSFetchRequest<NSManagedObject>(entityName: "Book")
        #expect(try container.viewContext.count(for: books) == 6)
        #expect(try Data(contentsOf: url) == Data(contentsOf: sample))
    }
}
