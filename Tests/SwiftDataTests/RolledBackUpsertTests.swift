#if SwiftData
import CoreData
import Foundation
import Testing

@testable import SwiftData

/// Models of a save that found a taken unique value and then failed.
@Suite struct `An upsert that is rolled back` {
    @Test func `leaves each model with its row`() throws {
        let container = try ModelContainer(
            for: Trip.self,
            configurations: ModelConfiguration(url: URL(fileURLWithPath: "/dev/null")))
        let context = ModelContext(container)
        let (first, second) = (Trip(code: "a", name: "one"), Trip(code: "b", name: "two"))
        context.insert(first)
        context.insert(second)
        try context.save()
        let ids = [first.persistentModelID, second.persistentModelID]
        // As the merge policy does, before what makes the save fail.
        let kept = try #require(first._$storage.object)
        let dropped = try #require(second._$storage.object)
        context.core.delete(dropped)
        context.registry.unite(dropped, kept)
        #expect(second.persistentModelID == ids[0])
        context.rollback()
        #expect([first, second].map(\.persistentModelID) == ids)
        #expect([first, second].map(\.name) == ["one", "two"])
        second.name = "other"
        try context.save()
        let names = try ModelContext(container).fetch(
            FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.code)])
        ).map(\.name)
        #expect(names == ["one", "other"])
    }
}
#endif
