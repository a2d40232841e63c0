import CloudKit
import CoreData
import Foundation
import RecordCore
import RecordService
import ServerCore
import TestFiles
import TestModels
import WebServices

/// Notes in folders, which Core Data mirrors: a file for the site, a zone of a server for the
/// dashboard.
final class MirroredSample {
    static let zone = "com.apple.coredata.cloudkit.zone"

    let cloud: LocalCloud
    private let folder = TemporaryFolder()
    let container: NSPersistentCloudKitContainer

    /// A container over a file of its own, with three notes that are sent.
    init() async throws {
        var settings = LocalCloud.Settings()
        settings.mirroring = .manual
        cloud = LocalCloud(.memory, settings: settings)
        container = try MirroredSample.container(
            at: folder.file("Notes.sqlite"), in: cloud, device: "Ann's phone")
        try insert("Folder", ["name": "Travel"])
        for title in ["Packing list", "Tickets", "Addresses in Lisbon"] {
            try insert("Note", ["title": title, "text": "For the journey"])
        }
        try await cloud.settle([container])
    }

    var file: URL { folder.file("Notes.sqlite") }

    static func container(
        at url: URL, in cloud: LocalCloud, device: String, colours: Bool = false
    ) throws -> NSPersistentCloudKitContainer {
        let container = NSPersistentCloudKitContainer(
            name: "Notes", managedObjectModel: model(colours: colours))
        let description = NSPersistentStoreDescription(url: url)
        description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(
            container: cloud.container("iCloud.org.example.notes", user: "ann", device: device))
        container.persistentStoreDescriptions = [description]
        try container.loadStores()
        return container
    }

    /// The model; a later version of the app has colours too.
    private static func model(colours: Bool) -> NSManagedObjectModel {
        let (note, folder, tag) = (entity("Note"), entity("Folder"), entity("Tag"))
        let (toFolder, toNotes) = (
            relationship("folder", folder), relationship("notes", note, isToMany: true)
        )
        join(toFolder, toNotes)
        let (toTags, toTagged) = (
            relationship("tags", tag, isToMany: true), relationship("notes", note, isToMany: true)
        )
        join(toTags, toTagged)
        note.properties =
            [
                attribute("title"), attribute("text"), attribute("changed", .dateAttributeType),
                toFolder, toTags,
            ] + (colours ? [attribute("colour")] : [])
        folder.properties = [attribute("name"), toNotes]
        tag.properties = [attribute("name"), toTagged]
        return NSManagedObjectModel(of: note, folder, tag)
    }

    // MARK: Editing

    private func perform(_ body: (NSManagedObjectContext) throws -> Void) throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            try body(context)
            try context.save()
        }
    }

    private func find(_ title: String, _ context: NSManagedObjectContext) throws -> NSManagedObject?
    {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.predicate = NSPredicate(format: "title == %@", title)
        return try context.fetch(request).first
    }

    func insert(_ entity: String, _ values: [String: Any]) throws {
        try perform { context in
            let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
            for (name, value) in values { object.setValue(value, forKey: name) }
        }
    }

    func update(_ title: String, _ values: [String: Any]) throws {
        try perform { context in
            let note = try self.find(title, context)
            for (name, value) in values { note?.setValue(value, forKey: name) }
        }
    }

    func delete(_ title: String) throws {
        try perform { context in try self.find(title, context).map(context.delete) }
    }

    /// Edits that wait, one that was refused, a share, an event that failed, a later version's field.
    func becomeBusy() async throws {
        let tablet = try MirroredSample.container(
            at: folder.file("Tablet.sqlite"), in: cloud, device: "Ann's tablet", colours: true)
        let context = tablet.newBackgroundContext()
        try context.performAndWait {
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue("From the tablet", forKey: "title")
            note.setValue("red", forKey: "colour")
            try context.save()
        }
        try await cloud.settle([tablet, container])
        let shared = container.newBackgroundContext()
        let note = try shared.performAndWait { try self.find("Tickets", shared) }
        if let note { _ = try await container.share([note], to: nil) }
        try await cloud.settle([container])
        cloud.faults.add(.networkFailure, times: nil, on: .writes)
        try update("Packing list", ["text": "Passport, charger", "changed": Date()])
        try insert("Tag", ["name": "urgent"])
        // It fails, as it is to.
        _ = try? await container.synchronize()
        try delete("Addresses in Lisbon")
        try insert("Note", ["title": "A title\u{2028}with <b>marks</b> עברית", "text": "…"])
    }

    func close() throws {
        for store in container.persistentStoreCoordinator.persistentStores {
            try container.persistentStoreCoordinator.remove(store)
        }
    }

    // MARK: A server

    /// A host with what two devices of grace's wrote.
    static func host() async throws -> ServerCore.Host {
        let host = try await DashboardSample.host(.memory)
        let service = try await host.containers.service(DashboardStage.container, .development)
        let phone = service.session(user: "_grace", device: "Grace's phone")
        let tablet = service.session(user: "_grace", device: "Grace's tablet")
        let zone = ZoneID(MirroredSample.zone)
        _ = try await phone.modifyZones(saving: [zone], in: .private)
        let folder = RecordID("5C1B3A0E-0000-4000-8000-000000000001", zone: zone)
        func record(_ entity: String, _ number: Int, _ fields: [String: Value]) -> Record {
            let name = String("00000000000\(number)".suffix(12))
            return Record(
                "CD_\(entity)", RecordID("5C1B3A0E-0000-4000-8000-\(name)", zone: zone),
                fields.merging(["CD_entityName": .text(entity)]) { first, _ in first })
        }
        let notes = (2...70).map { number in
            record(
                "Note", number,
                [
                    "CD_title": .text("Note \(number)"), "CD_folder": .text(folder.name),
                    "CD_changed": .date(Date(timeIntervalSince1970: 1_790_000_000)),
                    "CD_pages": .int(Int64(number)),
                ])
        }
        var pair = Record("CDMR", RecordID("5C1B3A0E-0000-4000-8000-0000000000FF", zone: zone))
        pair.fields = [
            "CD_entityNames": .text("Note:Tag"), "CD_relationships": .text("tags:notes"),
            "CD_recordNames": .text("\(notes[0].id.name):\(folder.name)"),
        ]
        let saved = try await phone.modify(
            SaveRequest(
                saving: [record("Folder", 1, ["CD_name": .text("Travel")])] + notes + [pair]),
            in: .private)
        for save in saved.saves { _ = try save.get() }
        // Large text is in an asset beside its field, which is then empty.
        let large = record(
            "Note", 71,
            [
                "CD_title": .text("A large one"), "CD_text": .text(""),
                "CD_text_ckAsset": .asset(Asset(content: Data(repeating: 65, count: 900_000))),
            ])
        _ = try await tablet.modify(
            SaveRequest(saving: [large], deleting: [notes[68].id]), in: .private
        ).saves.map { try $0.get() }
        return host
    }
}
