import CloudKit
import CoreData
import Foundation
import MirrorCore
import TestFiles
import Testing

/// Zones that are purged in parts.
@Suite struct `Purged zones` {
    private let folder = TemporaryFolder()

    @Test(arguments: [MirrorPoint.saving, .saved])
    func `a program that is killed between two parts deletes the rest and nothing else`(
        point: MirrorPoint
    ) async throws {
        let cloud = Notebook.cloud()
        let url = folder.file("Notebook.sqlite")
        let count = 700
        var device = try Device("device", in: cloud, at: url)
        try device.insert("Folder", "f")
        try device.perform { context in
            let folder = try Device.find("Folder", "f", context)
            for number in 0..<count {
                let note = NSEntityDescription.insertNewObject(
                    forEntityName: "Note", into: context)
                note.setValue("\(number)", forKey: "key")
                note.setValue(folder, forKey: "folder")
            }
        }
        try device.insert("Tag", "red")
        try device.tag("0", "red", isOn: true)
        try await cloud.settle([device])
        device.kill(at: point)
        await #expect(throws: (any Error).self) {
            try await device.container.purgeObjectsAndRecordsInZone(with: Notebook.zone, in: nil)
        }
        let left = try device.keys("Note")
        #expect(left.count == (point == .saved ? count - 500 : count))
        // What is made before the rest is gone stays, and what goes leaves it alone.
        try device.insert("Note", "new")
        try device.relate("Note", "new", "folder", to: ("Folder", "f"))
        try device.insert("Tag", "blue")
        try device.tag("new", "blue", isOn: true)
        try device.tag("new", "red", isOn: true)
        if let last = left.last { try device.tag(last, "blue", isOn: true) }
        try device.close()
        device = try Device("device", in: cloud, at: url)
        try await cloud.settle([device])
        let other = try Device("other", in: cloud)
        try await cloud.settle([device, other])
        for one in [device, other] {
            #expect(try one.keys("Note") == ["new"] && one.keys("Folder").isEmpty)
            #expect(
                try one.keys("Tag") == ["blue"] && one.members("Note", "new", "tags") == ["blue"])
            #expect(try one.target("Note", "new", "folder") == nil)
        }
        #expect(
            try await cloud.notebookRecords().map(\.recordType).sorted() == [
                "CDMR", "CD_Note", "CD_Tag",
            ])
        try device.close()
    }
}
