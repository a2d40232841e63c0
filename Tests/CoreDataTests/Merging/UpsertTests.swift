import CoreData
import TestModels
import Testing

/// Values that may occur once, saved with the policy of SwiftData.
@Suite(.serialized) struct UpsertTests {
    let context: NSManagedObjectContext
    let coordinator: NSPersistentStoreCoordinator

    init() throws {
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
        try coordinator.addFreshStore(NSSQLiteStoreType)
        context = Shop.context(coordinator)
        context.mergePolicy = NSMergePolicy.upsert
    }

    /// Places (unique by name, and by city with zip) with trips, a guide and neighbours; visits
    /// must have a place; a diary points at places without inverse.
    private static func model() -> NSManagedObjectModel {
        let (place, trip, visit) = (entity("Place"), entity("Trip"), entity("Visit"))
        let (guide, diary) = (entity("Guide"), entity("Diary"))
        let (trips, tripPlace) = (
            relationship("trips", trip, isToMany: true, rule: .cascadeDeleteRule),
            relationship("place", place)
        )
        let (visits, visitPlace) = (
            relationship("visits", visit, isToMany: true),
            relationship("place", place, isOptional: false)
        )
        let (placeGuide, guidePlace) = (relationship("guide", guide), relationship("place", place))
        let (near, nearOf) = (
            relationship("near", place, isToMany: true),
            relationship("nearOf", place, isToMany: true)
        )
        join(trips, tripPlace)
        join(visits, visitPlace)
        join(placeGuide, guidePlace)
        join(near, nearOf)
        place.properties = [
            attribute("name"), attribute("city"), attribute("zip", .integer64AttributeType),
            attribute("note"),
            attribute("stars", .integer64AttributeType, 3), trips, visits, placeGuide, near, nearOf,
        ]
        place.uniquenessConstraints = [["name"], ["city", "zip"]]
        trip.properties = [attribute("title"), tripPlace]
        visit.properties = [attribute("title"), visitPlace]
        guide.properties = [attribute("title"), guidePlace]
        diary.properties = [
            attribute("title"), relationship("favourite", place),
            relationship("seen", place, isToMany: true),
        ]
        return NSManagedObjectModel(of: place, trip, visit, guide, diary)
    }

    private func make(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
        Shop.insert(entity, values, into: context)
    }

    private func stored(_ entity: String = "Place") throws -> [NSManagedObject] {
        context.reset()
        return try Shop.fetch(entity, sort: entity == "Place" ? "name" : "title", in: context)
    }

    @Test func `the row stays, with all values of the new object, the empty ones too`() throws {
        let old = make("Place", ["name": "Rome", "note": "old", "stars": 5, "city": "Roma"])
        try context.save()
        let identity = old.objectID
        var upserts: [(NSManagedObject, NSManagedObject)] = []
        context.onUpsert = { upserts.append(($0, $1)) }
        let new = make("Place", ["name": "Rome", "zip": 7])
        try context.save()
        #expect(upserts.count == 1 && upserts[0].0 === new && upserts[0].1 === old)
        #expect(new.managedObjectContext == nil && !context.hasChanges)
        #expect(old.value(forKey: "note") == nil && old.value(forKey: "zip") as? Int == 7)
        let all = try stored()
        #expect(all.map(\.objectID) == [identity])
        #expect(all[0].value(forKey: "stars") as? Int == 3)
        #expect(all[0].value(forKey: "note") == nil && all[0].value(forKey: "city") == nil)
        #expect(all[0].value(forKey: "zip") as? Int == 7)
    }

    @Test func `relationships of the new object win, the empty ones too`() throws {
        let (first, second) = (make("Trip", ["title": "1"]), make("Trip", ["title": "2"]))
        let guide = make("Guide", ["title": "old"])
        let far = make("Place", ["name": "Far"])
        _ = make(
            "Place",
            [
                "name": "Rome", "trips": Set([first]), "guide": guide, "near": Set([far]),
                "nearOf": Set([far]),
            ])
        try context.save()
        let close = make("Place", ["name": "Close"])
        _ = make("Place", ["name": "Rome", "trips": Set([second]), "near": Set([close])])
        try context.save()
        let places = try stored()
        #expect(places.map { $0.value(forKey: "name") as? String } == ["Close", "Far", "Rome"])
        func names(_ key: String, _ title: String) -> [String?] {
            (places[2].value(forKey: key) as? Set<NSManagedObject> ?? [])
                .map { $0.value(forKey: title) as? String }
        }
        #expect(names("trips", "title") == ["2"])
        #expect(names("near", "name") == ["Close"] && names("nearOf", "name") == [])
        #expect(places[2].value(forKey: "guide") == nil)
        // What lost its place is there still.
        #expect(try Shop.fetch("Trip", "place == nil", in: context).count == 1)
        #expect(try Shop.fetch("Guide", "place == nil", in: context).count == 1)
    }

    @Test func `what must have the row keeps it`() throws {
        let old = make("Place", ["name": "Rome"])
        _ = make("Visit", ["title": "first", "place": old])
        try context.save()
        let new = make("Place", ["name": "Rome"])
        _ = make("Visit", ["title": "second", "place": new])
        try context.save()
        let visits = try stored("Visit")
        #expect(visits.map { $0.value(forKey: "title") as? String } == ["first", "second"])
        let place = try #require(try Shop.fetch("Place", in: context).first)
        #expect(visits.allSatisfy { $0.value(forKey: "place") as? NSManagedObject === place })
    }

    @Test func `thousands of conflicts leave one object of each value`() throws {
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        for note in ["old", "new"] {
            for number in 0..<2000 { _ = make("Place", ["name": "\(number)", "note": note]) }
            try context.save()
        }
        #expect(try Shop.fetch("Place", "note == 'new'", in: context).count == 2000)
        #expect(try Shop.fetch("Place", in: context).count == 2000)
    }

    @Test(arguments: [
        NSMergePolicy.upsert, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump,
    ])
    func `what points at the new object without inverse points at the row`(
        policy: NSMergePolicy
    ) throws {
        context.mergePolicy = policy
        let old = make("Place", ["name": "Rome"])
        try context.save()
        let identity = old.objectID
        let (new, other) = (make("Place", ["name": "Rome"]), make("Place", ["name": "Oslo"]))
        _ = make("Diary", ["title": "d", "favourite": new, "seen": Set([new, other])])
        try context.save()
        let diary = try #require(try stored("Diary").first)
        #expect((diary.value(forKey: "favourite") as? NSManagedObject)?.objectID == identity)
        let seen = diary.value(forKey: "seen") as? Set<NSManagedObject> ?? []
        #expect(seen.count == 2 && seen.contains { $0.objectID == identity })
    }

    @Test func `of new objects the last one wins, and nil occurs often`() throws {
        for stars in 1...4 {
            _ = make("Place", ["name": "Rome", "stars": stars])
            _ = make("Place", ["stars": stars])
            _ = make("Place", ["name": "City \(stars)", "city": "Bonn"])
        }
        try context.save()
        let all = try stored()
        #expect(all.count == 9)
        #expect(
            all.filter { $0.value(forKey: "name") as? String == "Rome" }
                .map { $0.value(forKey: "stars") as? Int } == [4])
    }

    @Test func `one object may replace two rows`() throws {
        _ = make("Place", ["name": "Rome", "note": "by name"])
        _ = make("Place", ["name": "Roma", "city": "Roma", "zip": 1, "note": "by city"])
        try context.save()
        let trip = make("Trip", ["title": "t"])
        _ = make(
            "Place",
            ["name": "Rome", "city": "Roma", "zip": 1, "note": "both", "trips": Set([trip])])
        try context.save()
        let all = try stored()
        #expect(all.map { $0.value(forKey: "note") as? String } == ["both"])
        #expect((all.first?.value(forKey: "trips") as? Set<NSManagedObject>)?.count == 1)
        #expect(try Shop.fetch("Trip", in: context).count == 1)
    }

    @Test func `a row that is renamed to another's name becomes that row`() throws {
        let rome = make("Place", ["name": "Rome", "note": "rome"])
        let oslo = make("Place", ["name": "Oslo", "note": "oslo"])
        let trip = make("Trip", ["title": "t", "place": oslo])
        try context.save()
        let identity = rome.objectID
        oslo.setValue("Rome", forKey: "name")
        try context.save()
        #expect(trip.value(forKey: "place") as? NSManagedObject === rome)
        let all = try stored()
        #expect(all.map(\.objectID) == [identity])
        #expect(all.first?.value(forKey: "note") as? String == "oslo")
        #expect(try Shop.fetch("Trip", "place.name == 'Rome'", in: context).count == 1)
    }

    @Test func `names may be swapped, and what is deleted gives its name up`() throws {
        let (a, b) = (make("Place", ["name": "a"]), make("Place", ["name": "b"]))
        try context.save()
        a.setValue("b", forKey: "name")
        b.setValue("a", forKey: "name")
        try context.save()
        context.delete(a)
        _ = make("Place", ["name": "b", "note": "new"])
        try context.save()
        let all = try stored()
        #expect(all.map { $0.value(forKey: "name") as? String } == ["a", "b"])
        #expect(all.map { $0.value(forKey: "note") as? String } == [nil, "new"])
    }

    @Test func `changes of another context are merged as object trump does`() throws {
        let mine = make("Place", ["name": "Rome", "note": "n"])
        try context.save()
        let other = Shop.context(coordinator)
        let theirs = try #require(try Shop.fetch("Place", in: other).first)
        theirs.setValue("theirs", forKey: "note")
        theirs.setValue(9, forKey: "zip")
        try other.save()
        mine.setValue("mine", forKey: "note")
        try context.save()
        let all = try stored()
        #expect(all.first?.value(forKey: "note") as? String == "mine")
        #expect(all.first?.value(forKey: "zip") as? Int == 9)
    }
}
