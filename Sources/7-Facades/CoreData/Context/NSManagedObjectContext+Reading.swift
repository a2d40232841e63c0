import Foundation

// Properties cannot throw when their object cannot be read. Where the program asked for something
// that can, the error waits until its end and is thrown there; elsewhere it stops the program, as
// the exception does on Apple's systems. In no case is what could not be read taken for empty.

extension NSManagedObjectContext {
    /// Runs work that reads objects.
    ///
    /// - Throws: What `body` throws, or why something could not be read meanwhile.
    func reading<Result>(_ body: () throws -> Result) throws -> Result {
        let outer = readFailure
        readFailure = nil
        readers += 1
        defer {
            readers -= 1
            readFailure = outer
        }
        let result = Swift.Result { try body() }
        if let readFailure { throw StoreProblems.translated(readFailure) }
        return try result.get()
    }

    /// An object, or what its relationship has, could not be read.
    func couldNotRead(_ object: NSManagedObject, _ error: any Error) {
        failReading("Core Data could not fulfill a fault for '\(object.objectID)'", error)
    }

    /// The request of a fetched property could not be run.
    func couldNotFetch(_ property: String, of object: NSManagedObject, _ error: any Error) {
        failReading(
            "Core Data could not fetch the property '\(property)' of '\(object.objectID)'", error)
    }

    private func failReading(_ what: @autoclosure () -> String, _ error: any Error) {
        if readers > 0 {
            if readFailure == nil { readFailure = error }
            return
        }
        raise("\(what()): \(StoreProblems.translated(error).localizedDescription)")
    }

    /// The store of a link.
    ///
    /// - Throws: Where it was removed, or there is none.
    func reachable(_ link: StoreLink?) throws -> NSPersistentStore {
        if let link {
            if let store = link.store { return store }
        } else if let store = coordinator?.persistentStores.first {
            return store
        }
        throw NSError.coreData(
            NSPersistentStoreOperationError,
            "The object's persistent store is not reachable from this NSManagedObjectContext's "
                + "coordinator.")
    }
}
