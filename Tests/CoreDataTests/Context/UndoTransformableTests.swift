import CoreData
import Testing

/// Objects of classes as values of transformable attributes, which programs change in place.
struct UndoTransformableTests {
    private let context: NSManagedObjectContext
    private let lamp: NSManagedObject
    private let note = NSMutableArray(array: ["a"])

    init() throws {
        context = try Shop.context()
        context.undoManager = UndoManager()
        lamp = Shop.insert("Item", ["name": "Lamp"], into: context)
        try context.save()
        context.undoManager?.removeAllActions()
        lamp.setValue(note, forKey: "note")
        context.processPendingChanges()
    }

    private var value: [String]? { (lamp.value(forKey: "note") as? NSArray) as? [String] }

    @Test func `undoing another property leaves what was changed in the value`() throws {
        note.add("b")
        lamp.setValue("Desk", forKey: "name")
        context.processPendingChanges()
        note.add("c")
        context.undo()
        #expect(lamp.value(forKey: "name") as? String == "Lamp")
        #expect(lamp.value(forKey: "note") as AnyObject === note && value == ["a", "b", "c"])
        context.redo()
        #expect(value == ["a", "b", "c"])
        try context.save()
        context.refreshAllObjects()
        #expect(value == ["a", "b", "c"])
    }

    @Test func `undoing another property leaves what was changed in a value that was read`() throws
    {
        try context.save()
        note.add("b")
        lamp.setValue("Desk", forKey: "name")
        context.processPendingChanges()
        context.undo()
        #expect(value == ["a", "b"])
    }

    @Test func `undoing an assignment brings back the object with its changes`() throws {
        note.add("b")
        lamp.setValue(["other"], forKey: "note")
        context.processPendingChanges()
        context.undo()
        #expect(lamp.value(forKey: "note") as AnyObject === note && value == ["a", "b"])
        note.add("c")
        try context.save()
        context.refreshAllObjects()
        #expect(value == ["a", "b", "c"])
    }

    @Test func `undoing the assignment of the same object brings back what it was`() throws {
        note.add("b")
        lamp.setValue(note, forKey: "note")
        context.processPendingChanges()
        #expect(value == ["a", "b"])
        context.undo()
        #expect(value == ["a"])
        context.undo()
        #expect(value == nil)
        context.redo()
        #expect(value == ["a"])
        try context.save()
        context.refreshAllObjects()
        #expect(value == ["a"])
    }

    @Test func `undoing another property leaves a value that was merged since`() throws {
        lamp.setValue(["x"], forKey: "note")
        context.processPendingChanges()
        lamp.setValue("Desk", forKey: "name")
        context.processPendingChanges()
        try context.save()
        let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        other.persistentStoreCoordinator = context.persistentStoreCoordinator
        let id = lamp.objectID
        try other.performAndWait {
            other.object(with: id).setValue(["y"], forKey: "note")
            try other.save()
        }
        context.refresh(lamp, mergeChanges: true)
        #expect(value == ["y"])
        context.undo()
        #expect(lamp.value(forKey: "name") as? String == "Lamp" && value == ["y"])
        context.mergePolicy = NSMergePolicy.overwrite
        try context.save()
        context.refreshAllObjects()
        #expect(value == ["y"])
    }
}
