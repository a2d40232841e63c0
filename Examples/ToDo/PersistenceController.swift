//
//  PersistenceController.swift
//  ToDo
//

import CoreData

struct PersistenceController {
    let container: NSPersistentContainer

    /// Opens the store; `TODO_STORE` names another file than the usual one.
    init(file: String? = ProcessInfo.processInfo.environment["TODO_STORE"]) {
        container = NSPersistentContainer(name: "ToDo")
        if let file = file {
            container.persistentStoreDescriptions.first?.url = URL(fileURLWithPath: file)
        }
        container.loadPersistentStores(completionHandler: { (storeDescription, error) in
            if let error = error as NSError? {
                print("The to-do lists cannot be opened: \(error), \(error.userInfo)")
                exit(1)
            }
        })
        container.viewContext.automaticallyMergesChangesFromParent = true
        container.viewContext.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    }
}
