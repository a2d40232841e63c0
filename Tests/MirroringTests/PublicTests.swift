import CloudKit
import CoreData
import Foundation
import Testing

/// Stores of the public database, which is asked for what changed.
@Suite struct `The public database` {
    @Test func `objects reach every user, who may change their own`() async throws {
        let cloud = Notebook.cloud()
        let ann = try Device("anns", in: cloud, user: "ann", scope: .public)
        let bob = try Device("bobs", in: cloud, user: "bob", scope: .public)
        try await cloud.settle([ann, bob])
        try ann.insert("Folder", "f")
        try ann.insert("Note", "a", ["title": "Ann's"])
        try ann.relate("Note", "a", "folder", to: ("Folder", "f"))
        try ann.insert("Tag", "red")
        try ann.tag("a", "red", isOn: true)
        #expect(ann.container.canUpdateRecord(forManagedObjectWith: try ann.id("Note", "a")))
        try await cloud.settle([ann, bob])
        #expect(try bob.text("Note", "a", "title") == "Ann's")
        #expect(try bob.target("Note", "a", "folder") == "f")
        #expect(try bob.members("Note", "a", "tags") == ["red"])
        #expect(ann.container.canUpdateRecord(forManagedObjectWith: try ann.id("Note", "a")))
        #expect(!bob.container.canUpdateRecord(forManagedObjectWith: try bob.id("Note", "a")))
        #expect(!bob.container.canDeleteRecord(forManagedObjectWith: try bob.id("Note", "a")))
        try ann.update("Note", "a", ["title": "Ann's later"])
        try bob.insert("Note", "b", ["title": "Bob's"])
        try await cloud.settle([ann, bob])
        #expect(try bob.text("Note", "a", "title") == "Ann's later")
        #expect(try ann.text("Note", "b", "title") == "Bob's")
        // Deletions never come.
        try ann.delete("Note", "a")
        try await cloud.settle([ann, bob])
        #expect(try bob.keys("Note") == ["a", "b"] && ann.keys("Note") == ["b"])
    }

    @Test func `without an account nothing may be changed`() async throws {
        let cloud = LocalCloud(.memory, settings: Notebook.cloud().settings, user: nil)
        let device = try Device("device", in: cloud, user: nil, scope: .public)
        let store = try #require(
            device.container.persistentStoreCoordinator.persistentStores.first)
        #expect(!device.container.canModifyManagedObjects(in: store))
    }
}
