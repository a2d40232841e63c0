/// Objects that a block of a context has come by, which stay until its end.
///
/// On Apple's systems they are in the autorelease pool of the block, so that code within it finds an object
/// by its identifier, or by an unowned reference, without holding it. The pool keeps all of them; here it is
/// the last ones, so that a loop over a million objects does not fill the memory.
final class HeldObjects {
    private var objects: [NSManagedObject] = []
    private var older: [NSManagedObject] = []
    /// Up to twice as many are held.
    private static let limit = 100

    /// Holds an object.
    func hold(_ object: NSManagedObject) {
        let released = makeRoom(for: 1)
        objects.append(object)
        withExtendedLifetime(released) {}
    }

    /// Holds the results of a fetch, where they are few.
    func hold(_ results: [NSManagedObject]) {
        guard !results.isEmpty, results.count <= HeldObjects.limit else { return }
        let released = makeRoom(for: results.count)
        objects += results
        withExtendedLifetime(released) {}
    }

    /// Gives what is not held any more: a deinitializer of the program's may have other objects held.
    private func makeRoom(for count: Int) -> [NSManagedObject] {
        guard objects.count + count > HeldObjects.limit else { return [] }
        let released = older
        older = objects
        objects = []
        return released
    }

    /// Lets go of all.
    func removeAll() {
        let released = (older, objects)
        (older, objects) = ([], [])
        withExtendedLifetime(released) {}
    }
}
