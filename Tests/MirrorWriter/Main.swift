import CloudKit
import CoreData
import Foundation
import MirrorCore
import Synchronization
import TestModels

/// A device with a mirrored store that saves, sends and fetches, until it is done or killed.
///
///     MirrorWriter store.sqlite cloud.db phone 5 7 answered 2
///
/// saves five rounds of edits, whose names begin with `7-`, mirrors after each, and kills itself with
/// SIGKILL when it reaches the point `answered` for the second time. Without a point it goes on to the
/// end; with `-` for the point the parent kills it. A lease of 600 seconds, behind the number of
/// times, is not lost to a machine that is busy. What was saved is said on standard output, a line
/// each, when the save returned:
///
///     saved 7-0 1
///     deleted 7-0
///     sending 812301022.25
///     answered 812301022.50
///     synced
@main struct MirrorWriter {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 6, let rounds = Int(arguments[4]) else {
            print("usage: MirrorWriter STORE CLOUD DEVICE ROUNDS NAME [POINT COUNT [LEASE]]")
            exit(64)
        }
        let point = arguments.count > 7 ? MirrorPoint(rawValue: arguments[6]) : nil
        let left = Mutex(arguments.count > 7 ? Int(arguments[7]) ?? 1 : 0)
        var settings = LocalCloud.Settings()
        settings.mirroring = .manual
        let cloud = LocalCloud(.file(arguments[2]), settings: settings)
        let container = NSPersistentCloudKitContainer(name: "Notes", managedObjectModel: model())
        let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: arguments[1]))
        let options = NSPersistentCloudKitContainerOptions(
            container: cloud.container(
                "iCloud.org.example.notes", user: "ann", device: arguments[3]))
        // Of a killed process others do not wait long.
        options.settings.leaseDuration = arguments.count > 8 ? Double(arguments[8]) : 1
        options.settings.requestLimit = 4
        options.settings.pageLimit = 4
        options.settings.reached = { reached in
            if reached == .beforeSending { say("sending \(Date().timeIntervalSinceReferenceDate)") }
            if reached == .answered { say("answered \(Date().timeIntervalSinceReferenceDate)") }
            guard reached == point else { return }
            let isDue = left.withLock { left in
                left -= 1
                return left == 0
            }
            if isDue { kill(getpid(), SIGKILL) }
        }
        description.cloudKitContainerOptions = options
        container.persistentStoreDescriptions = [description]
        try container.loadStores()
        for round in 0..<rounds {
            try edit(container, "\(arguments[5])-\(round)")
            try await cloud.settle([container])
            say("synced")
        }
        try await cloud.settle([container])
        say("done")
    }

    /// Three saves: new notes, an edit of every second one, and a deletion.
    private static func edit(_ container: NSPersistentCloudKitContainer, _ name: String) throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            var notes: [NSManagedObject] = []
            for place in 0..<6 {
                let note = NSEntityDescription.insertNewObject(
                    forEntityName: "Note", into: context)
                note.setValue("\(name)-\(place)", forKey: "key")
                note.setValue(1, forKey: "count")
                notes.append(note)
            }
            try context.save()
            for place in 0..<6 { say("saved \(name)-\(place) 1") }
            for note in notes where notes.firstIndex(of: note).map({ $0 % 2 == 0 }) == true {
                note.setValue(2, forKey: "count")
            }
            try context.save()
            for place in stride(from: 0, to: 6, by: 2) { say("saved \(name)-\(place) 2") }
            context.delete(notes[1])
            try context.save()
            say("deleted \(name)-1")
        }
    }

    /// One write, unbuffered: what is said is said whole.
    private static func say(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            of: entity("Note", [attribute("key"), attribute("count", .integer64AttributeType)]))
    }
}
