import CoreData
import Foundation
import TestFiles
import TestKit
import Testing

struct PersistentHistoryTests {
    let context: NSManagedObjectContext

    init() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Chore.model())
        let options: [String: Any] = [NSPersistentHistoryTrackingKey: true as NSNumber]
        try coordinator.addFreshStore(options: options)
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.transactionAuthor = "app"
        context.name = "main"
    }

    private func transactions(
        after token: NSPersistentHistoryToken? = nil
    ) throws -> [NSPersistentHistoryTransaction] {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
        let result = try context.execute(request) as? NSPersistentHistoryResult
        return try #require(result?.result as? [NSPersistentHistoryTransaction])
    }

    @Test func `every save is a transaction with its changes`() throws {
        let chore = Chore.make("cook", in: "Kitchen", context)
        try context.save()
        chore.title = "bake"
        try context.save()
        let id = chore.objectID
        context.transactionAuthor = "sync"
        context.delete(chore)
        try context.save()
        let all = try transactions()
        #expect(all.map(\.author) == ["app", "app", "sync"])
        #expect(all.first?.contextName == "main")
        #expect(all.map { $0.changes?.map(\.changeType) } == [[.insert], [.update], [.delete]])
        #expect(all[1].changes?.first?.updatedProperties?.map(\.name) == ["title"])
        #expect(all[1].changes?.first?.changedObjectID == id)
        #expect(all[1].changes?.first?.transaction === all[1])
        #expect(try transactions(after: all[1].token).count == 1)
        #expect(try transactions(after: all[2].token).isEmpty)
        #expect(abs(all[0].timestamp.timeIntervalSinceNow) < 60)
        let seen = all[2].objectIDNotification().userInfo?[NSDeletedObjectIDsKey]
        #expect(seen as? Set<NSManagedObjectID> == [id])
    }

    @Test(arguments: Shop.Kind.allCases)
    func `objects with other members have changed too`(kind: Shop.Kind) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try Shop.model())
        try coordinator.addFreshStore(
            kind == .sqlite ? NSSQLiteStoreType : NSInMemoryStoreType,
            options: [NSPersistentHistoryTrackingKey: true as NSNumber])
        let (first, second) = (Shop.context(coordinator), Shop.context(coordinator))
        let (here, there) = (
            Shop.insert("Shop", ["name": "Here"], into: first),
            Shop.insert("Shop", ["name": "There"], into: first)
        )
        try first.save()
        func items(_ id: NSManagedObjectID) throws -> Int? {
            let items = try second.existingObject(with: id).value(forKey: "items")
            return (items as? Set<NSManagedObject>)?.count
        }
        #expect(try items(here.objectID) == 0 && items(there.objectID) == 0)
        var token: NSPersistentHistoryToken?
        func merge() throws -> [NSManagedObjectID: [String]?] {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
            let result = try second.execute(request) as? NSPersistentHistoryResult
            let all = result?.result as? [NSPersistentHistoryTransaction] ?? []
            token = all.last?.token
            for transaction in all {
                second.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            }
            let changes = all.last?.changes?.filter { $0.changeType == .update } ?? []
            return Dictionary(
                uniqueKeysWithValues: changes.map {
                    ($0.changedObjectID, $0.updatedProperties?.map(\.name).sorted())
                })
        }
        let lamp = Shop.insert("Item", ["name": "Lamp"], into: first)
        lamp.setValue(here, forKey: "shop")
        try first.save()
        #expect(try merge() == [here.objectID: ["items"]])
        #expect(try items(here.objectID) == 1 && items(there.objectID) == 0)
        lamp.setValue(there, forKey: "shop")
        try first.save()
        let moved: [NSManagedObjectID: [String]?] = [
            here.objectID: ["items"], there.objectID: ["items"], lamp.objectID: ["shop"],
        ]
        #expect(try merge() == moved)
        #expect(try items(here.objectID) == 0 && items(there.objectID) == 1)
        first.delete(lamp)
        try first.save()
        #expect(try merge() == [there.objectID: ["items"]])
        #expect(try items(there.objectID) == 0)
    }

    @Test func `a batch request of a child is its root's`() throws {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = context
        child.transactionAuthor = "child"
        let insertion = NSBatchInsertRequest(
            entityName: "Chore", objects: [["title": "cook"], ["title": "wash"]])
        try child.execute(insertion)
        let update = NSBatchUpdateRequest(entityName: "Chore")
        update.propertiesToUpdate = ["rank": 1]
        try child.execute(update)
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Chore")
        try child.execute(NSBatchDeleteRequest(fetchRequest: request))
        let all = try transactions()
        #expect(all.map(\.author) == ["app", "app", "app"])
        #expect(all.map(\.contextName) == ["main", "main", "main"])
    }

    @Test func `a transaction is a place in the history of its own store alone`() throws {
        let coordinator = try #require(context.persistentStoreCoordinator)
        let options: [String: Any] = [NSPersistentHistoryTrackingKey: true as NSNumber]
        let other = try coordinator.addFreshStore(options: options)
        let identifier: String = other.identifier
        for title in ["cook", "wash", "sweep"] {
            Chore.make(title, in: "Kitchen", context)
            try context.save()
        }
        let last = try #require(try transactions().last)
        let moved = Chore.make("moved", in: "Kitchen", context)
        context.assign(moved, to: other)
        try context.save()
        func after(
            _ transaction: NSPersistentHistoryTransaction
        ) throws -> [NSPersistentHistoryTransaction]? {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: transaction)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            return result?.result as? [NSPersistentHistoryTransaction]
        }
        #expect(try after(last)?.map(\.storeID) == [identifier])
        Chore.make("dust", in: "Kitchen", context)
        try context.save()
        let newest = try #require(try transactions().last)
        try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: newest))
        #expect(try transactions().map(\.storeID) == [identifier, newest.storeID])
    }

    @Test func `a history without transactions has a token too, and a save tells its own`() throws {
        let coordinator = try #require(context.persistentStoreCoordinator)
        let start = try #require(coordinator.currentPersistentHistoryToken(fromStores: nil))
        #expect(try transactions(after: start).isEmpty)
        Chore.make("cook", in: "Kitchen", context)
        let saved = Merged(of: context)
        try context.save()
        let told = saved.notes.first?.userInfo?["newChangeToken"]
        #expect(try transactions(after: start).count == 1)
        #expect(try transactions(after: try #require(told as? NSPersistentHistoryToken)).isEmpty)
    }

    @Test func `predicates name tokens and entities`() throws {
        Chore.make("cook", in: "Kitchen", context)
        try context.save()
        let token = try #require(try transactions().last?.token)
        Chore.make("wash", in: "Kitchen", context)
        try context.save()
        func count(
            _ fetch: NSFetchRequest<any NSFetchRequestResult>?, _ format: String, _ value: Any
        ) throws -> Int? {
            fetch?.predicate = NSPredicate(format: format, argumentArray: [value])
            let request = NSPersistentHistoryChangeRequest.fetchHistory(
                withFetch: try #require(fetch))
            request.resultType = .count
            return (try context.execute(request) as? NSPersistentHistoryResult)?.result as? Int
        }
        let transaction = NSPersistentHistoryTransaction.fetchRequest
        #expect(try count(transaction, "token > %@", token) == 1)
        #expect(try count(transaction, "token == %@", token) == 1)
        #expect(try count(transaction, "token <= %@", token) == 1)
        let change = NSPersistentHistoryChange.fetchRequest
        #expect(change?.entity?.attributesByName["changedEntity"] != nil)
        #expect(try count(change, "changedEntity == %@", Chore.entity()) == 2)
        #expect(try count(change, "changedEntity == %@", NSEntityDescription()) == 0)
    }

    @Test func `results are told as asked`() throws {
        Chore.make("cook", in: "Kitchen", context)
        try context.save()
        Chore.make("wash", in: "Kitchen", context)
        try context.save()
        func result(_ type: NSPersistentHistoryResultType) throws -> Any? {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
            request.resultType = type
            return (try context.execute(request) as? NSPersistentHistoryResult)?.result
        }
        #expect(try result(.count) as? Int == 2)
        #expect(try result(.statusOnly) as? Bool == true)
        #expect((try result(.objectIDs) as? [NSManagedObjectID])?.count == 2)
        #expect((try result(.changesOnly) as? [NSPersistentHistoryChange])?.count == 2)
        let bare = try result(.transactionsOnly) as? [NSPersistentHistoryTransaction]
        #expect(bare?.count == 2 && bare?.first?.changes == nil)
    }

    @Test func `predicates of requests choose transactions and changes`() throws {
        let chore = Chore.make("cook", in: "Kitchen", context)
        try context.save()
        context.transactionAuthor = "sync"
        Chore.make("wash", in: "Kitchen", context)
        chore.title = "bake"
        try context.save()
        func result(
            _ fetch: NSFetchRequest<any NSFetchRequestResult>?, _ format: String, _ value: Any,
            _ type: NSPersistentHistoryResultType
        ) throws -> Any? {
            let fetch = try #require(fetch)
            fetch.predicate = NSPredicate(format: format, argumentArray: [value])
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
            request.fetchRequest = fetch
            request.resultType = type
            return (try context.execute(request) as? NSPersistentHistoryResult)?.result
        }
        let others = try result(
            NSPersistentHistoryTransaction.fetchRequest, "author != %@", "app",
            .transactionsAndChanges)
        #expect((others as? [NSPersistentHistoryTransaction])?.map(\.author) == ["sync"])
        let changes = try result(
            NSPersistentHistoryChange.fetchRequest, "changedObjectID == %@", chore.objectID,
            .changesOnly)
        #expect(
            (changes as? [NSPersistentHistoryChange])?.map(\.changeType) == [.insert, .update])
        let authored = try result(
            NSPersistentHistoryChange.fetchRequest, "transaction.author == %@", "sync", .count)
        #expect(authored as? Int == 2)
        #expect(NSPersistentHistoryChange.entityDescription(with: context)?.name == "CHANGE")
    }

    @Test func `history is forgotten up to a place, and older tokens then expire`() throws {
        var tokens: [NSPersistentHistoryToken] = []
        for name in ["a", "b", "c"] {
            Chore.make(name, in: nil, context)
            try context.save()
            tokens.append(try #require(try transactions().last?.token))
        }
        try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: tokens[1]))
        #expect(try transactions().count == 1)
        #expect(try transactions(after: tokens[1]).count == 1)
        #expect(throws: (any Error).self) { try transactions(after: tokens[0]) }
    }

    @Test func `history is forgotten up to the first transaction of a date`() throws {
        // Of two machines whose clocks differ, an earlier date may stand behind a later one.
        guard TestStores.current == nil || TestStores.current == .sqlite else { return }
        let folder = TemporaryFolder()
        let path = folder.file("chores.sqlite").path
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Chore.model())
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: URL(fileURLWithPath: path),
            options: [NSPersistentHistoryTrackingKey: true as NSNumber])
        let context = Shop.context(coordinator)
        for name in ["a", "b", "c", "d"] {
            Chore.make(name, in: nil, context)
            try context.save()
        }
        for (number, seconds) in [(1, 100), (2, 900), (3, 300), (4, 1_000)] {
            try sqlite(
                path, "UPDATE ATRANSACTION SET ZTIMESTAMP = \(seconds) WHERE Z_PK = \(number)")
        }
        func rest(before seconds: TimeInterval) throws -> [TimeInterval] {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: date))
            let request = NSPersistentHistoryChangeRequest.fetchHistory(
                after: NSPersistentHistoryToken?.none)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let left = try #require(result?.result as? [NSPersistentHistoryTransaction])
            return left.map(\.timestamp.timeIntervalSinceReferenceDate)
        }
        #expect(try rest(before: 100) == [100, 900, 300, 1_000])
        #expect(try rest(before: 500) == [900, 300, 1_000])
        #expect(try rest(before: 1_000) == [1_000])
        #expect(try rest(before: 2_000) == [])
    }

    @Test func `tokens survive an archive`() throws {
        Chore.make("a", in: nil, context)
        try context.save()
        let token = try #require(try transactions().last?.token)
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: token, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: NSPersistentHistoryToken.self, from: data)
        #expect(read == token)
        Chore.make("b", in: nil, context)
        try context.save()
        #expect(try transactions(after: read).count == 1)
    }

    @Test func `an archived token may say any number`() throws {
        Chore.make("a", in: nil, context)
        try context.save()
        let store = try #require(context.persistentStoreCoordinator?.persistentStores.first)
        let identifier = try #require(store.identifier)
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode(
            [identifier: NSNumber(value: Int64.max)] as NSDictionary, forKey: "places")
        archiver.finishEncoding()
        let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        let token = try #require(NSPersistentHistoryToken(coder: reader))
        #expect(try transactions(after: token).isEmpty)
    }

    @Test func `a request chooses among transactions`() throws {
        Chore.make("a", in: nil, context)
        try context.save()
        context.transactionAuthor = "sync"
        Chore.make("b", in: nil, context)
        try context.save()
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
        let fetch = NSFetchRequest<any NSFetchRequestResult>()
        fetch.predicate = NSPredicate(format: "author != %@", "app")
        request.fetchRequest = fetch
        let found = (try context.execute(request) as? NSPersistentHistoryResult)?.result
        #expect((found as? [NSPersistentHistoryTransaction])?.map(\.author) == ["sync"])
    }

    @Test func `a request's limit counts from a place`() throws {
        for name in ["a", "b", "c", "d", "e"] {
            context.transactionAuthor = name
            Chore.make(name, in: nil, context)
            try context.save()
        }
        let first = try #require(try transactions().first?.token)
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: first)
        let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
        fetch.fetchLimit = 2
        fetch.fetchOffset = 1
        request.fetchRequest = fetch
        func authors() throws -> [String?]? {
            let found = (try context.execute(request) as? NSPersistentHistoryResult)?.result
            return (found as? [NSPersistentHistoryTransaction])?.map(\.author)
        }
        #expect(try authors() == ["c", "d"])
        fetch.predicate = NSPredicate(format: "author != %@", "c")
        #expect(try authors() == ["d", "e"])
        fetch.predicate = nil
        fetch.fetchLimit = Int.max
        #expect(try authors() == ["c", "d", "e"])
    }

    @Test func `a token expires also where the whole history is forgotten`() throws {
        var tokens: [NSPersistentHistoryToken] = []
        for name in ["a", "b", "c"] {
            Chore.make(name, in: nil, context)
            try context.save()
            tokens.append(try #require(try transactions().last?.token))
        }
        try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: tokens[2]))
        #expect(try transactions().isEmpty)
        #expect(try transactions(after: tokens[2]).isEmpty)
        let error = try #require(throws: (any Error).self) { try transactions(after: tokens[1]) }
        #expect((error as? CocoaError)?.code == .persistentHistoryTokenExpired)
        Chore.make("d", in: nil, context)
        try context.save()
        #expect(try transactions(after: tokens[2]).count == 1)
        #expect(throws: (any Error).self) { try transactions(after: tokens[1]) }
    }

    @Test(arguments: [NSInMemoryStoreType, NSSQLiteStoreType])
    func `a token from before the first save expires`(type: String) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Chore.model())
        try coordinator.addFreshStore(
            type, options: [NSPersistentHistoryTrackingKey: true as NSNumber])
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        func count(after token: NSPersistentHistoryToken?) throws -> Int? {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            return (result?.result as? [NSPersistentHistoryTransaction])?.count
        }
        let start = try #require(coordinator.currentPersistentHistoryToken(fromStores: nil))
        #expect(try count(after: start) == 0)
        for name in ["a", "b"] {
            Chore.make(name, in: nil, context)
            try context.save()
        }
        #expect(try count(after: start) == 2)
        let last = try #require(coordinator.currentPersistentHistoryToken(fromStores: nil))
        try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: last))
        let error = try #require(throws: (any Error).self) { try count(after: start) }
        #expect((error as? CocoaError)?.code == .persistentHistoryTokenExpired)
        #expect(try count(after: nil) == 0)
        #expect(try count(after: last) == 0)
    }

    @Test(arguments: [NSInMemoryStoreType, NSSQLiteStoreType])
    func `tombstones keep what attributes ask for, of every kind`(type: String) throws {
        func attribute(
            _ name: String, _ type: NSAttributeType, kept: Bool = true
        ) -> NSAttributeDescription {
            let made =
                type == .compositeAttributeType
                ? NSCompositeAttributeDescription() : NSAttributeDescription()
            made.name = name
            if type != .compositeAttributeType { made.attributeType = type }
            made.isOptional = true
            made.preservesValueInHistoryOnDeletion = kept
            return made
        }
        let address = attribute("address", .compositeAttributeType)
        (address as? NSCompositeAttributeDescription)?.elements = [
            attribute("city", .stringAttributeType, kept: false),
            attribute("zip", .integer64AttributeType, kept: false),
        ]
        let id = UUID()
        let values: [String: Any] = [
            "name": "Rome", "id": id, "day": Date(timeIntervalSinceReferenceDate: 0.5),
            "price": NSDecimalNumber(string: "1.25"), "isOpen": true, "data": Data([1, 2]),
            "site": URL(string: "https://example.com/a")!, "stars": 4, "forgotten": "x",
            "address": ["city": "Roma", "zip": 7] as [String: Any],
        ]
        let entity = NSEntityDescription()
        entity.name = "Place"
        entity.properties = [
            attribute("name", .stringAttributeType), attribute("id", .UUIDAttributeType),
            attribute("day", .dateAttributeType), attribute("price", .decimalAttributeType),
            attribute("isOpen", .booleanAttributeType), attribute("data", .binaryDataAttributeType),
            attribute("site", .URIAttributeType), attribute("stars", .integer64AttributeType),
            attribute("forgotten", .stringAttributeType, kept: false), address,
            attribute("empty", .stringAttributeType),
        ]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addFreshStore(type, options: [NSPersistentHistoryTrackingKey: true])
        let context = Shop.context(coordinator)
        let place = Shop.insert("Place", values, into: context)
        try context.save()
        context.delete(place)
        try context.save()
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
        let result = try context.execute(request) as? NSPersistentHistoryResult
        let all = result?.result as? [NSPersistentHistoryTransaction]
        let kept = try #require(all?.last?.changes?.first?.tombstone)
        #expect(kept["name"] as? String == "Rome" && kept["id"] as? UUID == id)
        #expect((kept["day"] as? Date)?.timeIntervalSinceReferenceDate == 0.5)
        #expect((kept["price"] as? NSNumber)?.stringValue == "1.25")
        #expect((kept["isOpen"] as? NSNumber)?.boolValue == true)
        #expect(kept["data"] as? Data == Data([1, 2]) && kept["stars"] as? Int == 4)
        #expect((kept["site"] as? URL)?.absoluteString == "https://example.com/a")
        let parts = kept["address"] as? [String: Any]
        #expect(parts?["city"] as? String == "Roma" && parts?["zip"] as? Int == 7)
        #expect(kept["forgotten"] == nil)
    }
}
