import CoreData
import TestModels
import Testing

/// Objects made of types that the program knows when it runs, and contexts of its own classes.
struct MetatypeTests {
    private final class Lamp: Item {
        let isOfOwnInitialiser: Bool
        override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
            isOfOwnInitialiser = true
            super.init(entity: entity, insertInto: context)
        }
    }

    private func context() throws -> NSManagedObjectContext {
        let model = try Shop.model()
        let lamp = entity("Lamp")
        lamp.managedObjectClassName = "Lamp"
        model.entitiesByName["Item"]?.subentities = [lamp]
        model.entities += [lamp]
        return try Shop.context(model)
    }

    private func make<T: NSManagedObject>(
        _: T.Type = T.self, in context: NSManagedObjectContext
    ) -> T { T(context: context) }

    @Test func `T(context:) makes an object of T`() throws {
        let context = try context()
        let item: Item = make(in: context)
        #expect(type(of: item) == Item.self && item.entity.name == "Item" && item.isInserted)
        let lamp = make(Lamp.self, in: context)
        #expect(type(of: lamp) == Lamp.self && lamp.entity.name == "Lamp")
        #expect(lamp.isOfOwnInitialiser)
        #expect(item.awakenings == 1 && lamp.awakenings == 1)
    }

    @Test func `T(entity:insertInto:) makes an object of T by its own initialiser`() throws {
        let context = try context()
        func make<T: NSManagedObject>(_ name: String) throws -> T {
            T(entity: try #require(.entity(forEntityName: name, in: context)), insertInto: context)
        }
        let item: Item = try make("Item")
        let lamp: Lamp = try make("Lamp")
        #expect(type(of: item) == Item.self && item.isInserted)
        #expect(lamp.isOfOwnInitialiser && lamp.entity.name == "Lamp")
        let type: NSManagedObject.Type = Lamp.self
        #expect(
            (type.init(entity: lamp.entity, insertInto: nil) as? Lamp)?.isOfOwnInitialiser == true)
    }

    @Test func `an extension of what requests give knows the class`() throws {
        let context = try context()
        make(Lamp.self, in: context).name = "a"
        let items: [Item] = try Item.all(in: context)
        #expect(items.map(\.name) == ["a"])
        let untyped: NSFetchRequest<NSFetchRequestResult> = Item.fetchRequest()
        untyped.resultType = .countResultType
        #expect(try context.fetch(untyped) as? [NSNumber] == [1])
    }

    @Test func `a class that no model has gives an entity without a name`() {
        final class Nowhere: NSManagedObject {}
        #expect(Nowhere.entity().name == nil)
    }

    @Test func `identifiers of an entity and of its heir are deleted at once`() throws {
        let context = try context()
        let objects = [make(Lamp.self, in: context), make(Item.self, in: context)]
        try context.save()
        let request = NSBatchDeleteRequest(objectIDs: objects.map(\.objectID))
        request.resultType = .resultTypeCount
        let result = try context.execute(request) as? NSBatchDeleteResult
        #expect(result?.result as? Int == 2)
        #expect(try context.count(for: Item.fetchRequest()) == 0)
    }

    @Test func `a metatype's init(context:) makes an object of its class`() throws {
        let context = try context()
        let types: [NSManagedObject.Type] = [Item.self, Lamp.self]
        let made = types.map { $0.init(context: context) }
        #expect(made.map { ObjectIdentifier(type(of: $0)) } == types.map(ObjectIdentifier.init))
        #expect(made.map(\.entity.name) == ["Item", "Lamp"])
    }

    @Test func `a predicate asks for the entity, of saved objects and of others`() throws {
        let context = try context()
        func named(_ name: String) throws -> NSEntityDescription {
            try #require(NSEntityDescription.entity(forEntityName: name, in: context))
        }
        let (item, lamp) = (make(Item.self, in: context), make(Lamp.self, in: context))
        (item.name, lamp.name) = ("a", "b")
        for isSaved in [false, true] {
            if isSaved { try context.save() }
            func names(_ predicate: NSPredicate) throws -> [String?] {
                let request = NSFetchRequest<Item>(entityName: "Item")
                request.predicate = predicate
                return try context.fetch(request).map(\.name).sorted { $0 ?? "" < $1 ?? "" }
            }
            #expect(try names(NSPredicate(format: "entity == %@", try named("Lamp"))) == ["b"])
            #expect(try names(NSPredicate(format: "entity != %@", try named("Lamp"))) == ["a"])
            let both = try [named("Item"), named("Lamp")] as NSArray
            #expect(try names(NSPredicate(format: "SELF.entity IN %@", both)) == ["a", "b"])
        }
        #expect(NSPredicate(format: "entity == %@", try named("Lamp")).evaluate(with: lamp))
    }

    @Test func `values are reached by subscript`() throws {
        let item = make(Item.self, in: try context())
        item["name"] = "Lamp"
        item["quantity"] = 3
        #expect(item.name == "Lamp" && item["quantity"] as? Int == 3)
        item["name"] = nil
        #expect(item["name"] == nil)
        let object: NSManagedObject = item
        object["name"] = "Desk"
        #expect(object["name"] as? String == "Desk")
    }

    @available(*, deprecated)
    @Test func `a context without a queue is made by the old initialiser`() throws {
        final class Own: NSManagedObjectContext, @unchecked Sendable {}
        for context in [NSManagedObjectContext(), Own()] {
            context.persistentStoreCoordinator = try Shop.coordinator()
            #expect(context.concurrencyType == .confinementConcurrencyType)
            _ = Shop.insert("Item", into: context)
            try context.save()
            #expect(try Shop.fetch("Item", in: context).count == 1)
        }
    }

    /// Subscripts that real code declares in its subclasses.
    class Node: NSManagedObject {
        subscript(name: String) -> Any? {
            get { value(forKey: "prefix" + name) }
            set { setValue(newValue, forKey: "prefix" + name) }
        }
    }

    @Test func `a subclass declares a subscript of its own`() throws {
        let entity = entity("Node", [attribute("prefixName")])
        let model = NSManagedObjectModel(of: entity)
        let context = try Shop.context(model)
        let node = Node(entity: entity, insertInto: context)
        node["Name"] = "Lamp"
        #expect(node["Name"] as? String == "Lamp")
        #expect(node.value(forKey: "prefixName") as? String == "Lamp")
    }

    @Test func `a subclass of a context overrides what real code overrides`() async throws {
        final class Watching: NSManagedObjectContext, @unchecked Sendable {
            var calls: [String] = []
            override func perform(_ block: @escaping () -> Void) {
                calls.append("perform")
                super.perform(block)
            }
            override func performAndWait(_ block: () -> Void) {
                calls.append("performAndWait")
                super.performAndWait(block)
            }
            override func fetch(
                _ request: NSFetchRequest<any NSFetchRequestResult>
            ) throws -> [Any] {
                calls.append("fetch")
                return try super.fetch(request)
            }
            override func count(
                for request: NSFetchRequest<any NSFetchRequestResult>
            ) throws -> Int {
                calls.append("count")
                return try super.count(for: request)
            }
            override func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
                calls.append("refresh")
                super.refresh(object, mergeChanges: flag)
            }
            override func object(with objectID: NSManagedObjectID) -> NSManagedObject {
                calls.append("object")
                return super.object(with: objectID)
            }
            override func rollback() {
                calls.append("rollback")
                super.rollback()
            }
        }
        let context = Watching(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = try Shop.coordinator()
        let count = try context.performAndWait { () throws -> Int in
            let item = Item(context: context)
            item.name = "Lamp"
            try context.save()
            context.refresh(item, mergeChanges: false)
            #expect(try context.fetch(Item.fetchRequest()).map(\.name) == ["Lamp"])
            #expect(context.object(with: item.objectID) === item)
            context.rollback()
            return try context.count(for: Item.fetchRequest())
        }
        #expect(count == 1)
        struct Refused: Error {}
        #expect(throws: Refused.self) { try context.performAndWait { throw Refused() } }
        #expect(
            context.calls == [
                "performAndWait", "refresh", "fetch", "object", "rollback", "count",
                "performAndWait",
            ])
        await withCheckedContinuation { done in context.perform { done.resume() } }
        #expect(context.calls.last == "perform")
    }

    @Test func `a container's properties can be overridden`() throws {
        final class Stack: NSPersistentContainer, @unchecked Sendable {
            lazy var other = newBackgroundContext()
            override var viewContext: NSManagedObjectContext { other }
        }
        let stack = Stack(name: "Shop", managedObjectModel: try Shop.model())
        let container: NSPersistentContainer = stack
        #expect(container.viewContext === stack.other)
    }

    @Test func `the coordinator's perform throws only what its block throws`() async throws {
        let coordinator = try Shop.coordinator()
        let count = await coordinator.perform { coordinator.persistentStores.count }
        #expect(count == 1)
        struct Refused: Error {}
        await #expect(throws: Refused.self) { try await coordinator.perform { throw Refused() } }
    }

    @Test func `a block of the coordinator may run another one and wait`() async throws {
        let coordinator = try Shop.coordinator()
        let nested = coordinator.performAndWait {
            coordinator.performAndWait { coordinator.persistentStores.count }
        }
        #expect(nested == 1)
        let count = await coordinator.perform {
            coordinator.performAndWait { coordinator.persistentStores.count }
        }
        #expect(count == 1)
    }

    @Test func `an identifier is found by its text`() throws {
        let context = try context()
        let item = make(Item.self, in: context)
        try context.save()
        let text = item.objectID.uriRepresentation().absoluteString
        #expect(context.persistentStoreCoordinator?.managedObjectID(for: text) == item.objectID)
        #expect(context.persistentStoreCoordinator?.managedObjectID(for: "nothing") == nil)
    }
}

extension NSFetchRequestResult where Self: NSManagedObject {
    fileprivate static func all(in context: NSManagedObjectContext) throws -> [Self] {
        try context.fetch(NSFetchRequest<Self>(entityName: entity().name ?? ""))
    }
}
