import CloudKit
import CoreData
import Foundation

/// Notes with ten attributes, some of them with one of 200 tags: what is mirrored here.
enum Library {
    static let identifier = "iCloud.org.example.library"
    static let zone = CKRecordZone.ID(zoneName: "com.apple.coredata.cloudkit.zone")
    static let tags = 200

    static let model: NSManagedObjectModel = {
        func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            attribute.isOptional = true
            return attribute
        }
        func toMany(_ name: String, _ entity: NSEntityDescription) -> NSRelationshipDescription {
            let relationship = NSRelationshipDescription()
            relationship.name = name
            relationship.destinationEntity = entity
            relationship.maxCount = 0
            relationship.isOptional = true
            relationship.deleteRule = .nullifyDeleteRule
            return relationship
        }
        let (note, tag) = (NSEntityDescription(), NSEntityDescription())
        (note.name, tag.name) = ("Note", "Tag")
        let (tags, notes) = (toMany("tags", tag), toMany("notes", note))
        (tags.inverseRelationship, notes.inverseRelationship) = (notes, tags)
        note.properties = [
            attribute("title", .stringAttributeType), attribute("text", .stringAttributeType),
            attribute("author", .stringAttributeType), attribute("count", .integer64AttributeType),
            attribute("size", .integer32AttributeType), attribute("score", .doubleAttributeType),
            attribute("date", .dateAttributeType), attribute("changed", .dateAttributeType),
            attribute("isDone", .booleanAttributeType), attribute("id", .UUIDAttributeType), tags,
        ]
        tag.properties = [attribute("name", .stringAttributeType), notes]
        let model = NSManagedObjectModel()
        model.entities = [note, tag]
        return model
    }()

    /// The container of a device, with its store at a place.
    static func device(_ name: String, _ cloud: LocalCloud, at url: URL) throws
        -> NSPersistentCloudKitContainer
    {
        let container = NSPersistentCloudKitContainer(name: "Library", managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: url)
        description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(
            container: cloud.container(identifier, user: "ann", device: name))
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
        return container
    }

    /// Fills a store with objects, tags among them, and every fifth note with a tag.
    static func fill(_ container: NSPersistentContainer, objects: Int) throws {
        let context = container.newBackgroundContext()
        let tags: [NSManagedObjectID] = try context.performAndWait {
            let made = (0..<Library.tags).map { number in
                let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
                tag.setValue("tag \(number)", forKey: "name")
                return tag
            }
            try context.save()
            return made.map(\.objectID)
        }
        for start in stride(from: 0, to: objects - Library.tags, by: 1_000) {
            try context.performAndWait {
                for number in start..<min(start + 1_000, objects - Library.tags) {
                    let note = NSEntityDescription.insertNewObject(
                        forEntityName: "Note", into: context)
                    fill(note, number)
                    if number % 5 == 0 {
                        let tag = context.object(with: tags[number / 5 % tags.count])
                        note.mutableSetValue(forKey: "tags").add(tag)
                    }
                }
                try context.save()
                context.reset()
            }
        }
    }

    private static func fill(_ note: NSManagedObject, _ number: Int) {
        note.setValue("Note number \(number)", forKey: "title")
        note.setValue(
            "What there is to say about number \(number), a line or two of it.", forKey: "text")
        note.setValue("author\(number % 100)@example.org", forKey: "author")
        note.setValue(Int64(number) * 7, forKey: "count")
        note.setValue(Int32(number % 90), forKey: "size")
        note.setValue(Double(number) / 7, forKey: "score")
        note.setValue(Date(timeIntervalSinceReferenceDate: Double(number) * 1000.5), forKey: "date")
        note.setValue(Date(timeIntervalSinceReferenceDate: Double(number)), forKey: "changed")
        note.setValue(number % 3 == 0, forKey: "isDone")
        note.setValue(UUID(), forKey: "id")
    }

    /// Edits one note.
    static func edit(_ container: NSPersistentContainer, _ title: String) throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            request.fetchLimit = 1
            try context.fetch(request).first?.setValue(title, forKey: "title")
            try context.save()
        }
    }

    static func count(_ container: NSPersistentContainer) throws -> Int {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note"))
                + context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Tag"))
        }
    }

    static func close(_ container: NSPersistentContainer) throws {
        let coordinator = container.persistentStoreCoordinator
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    /// Records that changed at the server since a token; and the token after them.
    static func changes(
        _ cloud: LocalCloud, since token: CKServerChangeToken?
    ) async throws -> (count: Int, token: CKServerChangeToken) {
        let database = cloud.container(identifier, user: "ann", device: "observer")
            .privateCloudDatabase
        var (count, token) = (0, token)
        while true {
            let page = try await database.recordZoneChanges(inZoneWith: zone, since: token)
            count += page.modificationResultsByID.count + page.deletions.count
            token = page.changeToken
            if !page.moreComing { return (count, page.changeToken) }
        }
    }
}
