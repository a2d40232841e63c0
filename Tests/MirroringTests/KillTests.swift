import CloudKit
import CoreData
import Foundation
import MirrorCore
import TestFiles
import Testing

/// Programs that end in the middle of something.
@Suite struct `Kills at named points` {
    private let folder = TemporaryFolder()

    @Test(arguments: MirrorPoint.allCases)
    func `a program that is killed loses nothing and does nothing twice`(point: MirrorPoint)
        async throws
    {
        let cloud = Notebook.cloud()
        let url = folder.file("Notebook.sqlite")
        var phone = try Device("phone", in: cloud, at: url)
        let tablet = try Device("tablet", in: cloud)
        try phone.insert("Note", "a", ["title": "one"])
        try phone.insert("Note", "b", ["text": String(repeating: "x", count: 800_000)])
        try phone.insert("Tag", "red")
        try phone.tag("a", "red", isOn: true)
        try tablet.insert("Note", "c", ["title": "tablet's"])
        try await cloud.settle([tablet])
        for _ in 0..<2 {
            phone.kill(at: point)
            await #expect(throws: (any Error).self) { _ = try await phone.container.synchronize() }
            try phone.close()
            phone = try Device("phone", in: cloud, at: url)
            try phone.update("Note", "a", ["title": "two"])
            try tablet.update("Note", "c", ["title": "tablet's again"])
            try await cloud.settle([tablet])
            if point == .answered || point == .beforeSending {
                try phone.insert("Note", UUID().uuidString)
            }
        }
        try await cloud.settle([phone, tablet])
        #expect(try tablet.text("Note", "a", "title") == "two")
        #expect(try tablet.text("Note", "b", "text")?.count == 800_000)
        #expect(try phone.text("Note", "c", "title") == "tablet's again")
        #expect(try tablet.members("Note", "a", "tags") == ["red"])
        #expect(try phone.keys("Note") == tablet.keys("Note"))
        let notes = try phone.keys("Note").count
        #expect(try await cloud.notebookRecords().count == notes + 2)
        try phone.close()
    }
}
