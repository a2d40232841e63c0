import CoreData
import Testing

/// Saves of a row that others save again and again.
struct ContendedSaveTests {
    /// Solves conflicts, after which another context saves the row again, some times.
    private final class Disturbed: NSMergePolicy, @unchecked Sendable {
        var calls = 0
        let solves: Bool
        let disturb: (Int) throws -> Void

        init(solves: Bool, disturb: @escaping (Int) throws -> Void) {
            self.solves = solves
            self.disturb = disturb
            super.init(merge: .overwriteMergePolicyType)
        }

        override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
            calls += 1
            if solves { try super.resolve(optimisticLockingConflicts: list) }
            try disturb(calls)
        }
    }

    private let other: NSManagedObjectContext
    private let context: NSManagedObjectContext
    private let theirs: Chore
    private let mine: Chore

    init() throws {
        other = try Chore.context()
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = other.persistentStoreCoordinator
        theirs = Chore.make("cook", in: nil, other)
        try other.save()
        mine = try #require(try context.existingObject(with: theirs.objectID) as? Chore)
        mine.title = "mine"
        theirs.rank = 1
        try other.save()
    }

    @Test func `a policy's save goes on while others save the row`() throws {
        let (other, theirs) = (other, theirs)
        let policy = Disturbed(solves: true) { call in
            guard call < 25 else { return }
            theirs.rank = Int64(call + 1)
            try other.save()
        }
        context.mergePolicy = policy
        try context.save()
        #expect(policy.calls == 25)
        other.refreshAllObjects()
        #expect(theirs.title == "mine")
    }

    @Test func `a policy that solves nothing ends after ten attempts`() throws {
        let policy = Disturbed(solves: false) { _ in }
        context.mergePolicy = policy
        let error = try #require(throws: NSError.self) { try context.save() }
        #expect(error.code == NSManagedObjectMergeError)
        #expect(policy.calls == 9)
    }
}
