import Foundation
import ObjectCore
import Stores

// Saves graphs of objects until it is killed, and says so on standard output after each:
//
//     ObjectCrashWriter store.sqlite 7
//     7-0
//     7-1
//
// With a third argument it migrates the store to a newer version of its model and back until it
// is killed:
//
//     ObjectCrashWriter store.sqlite 7 migrate
//     new
//     old
//
// Graph `7-1` is a folder of that name with ten pages, ordered, and the folder before it gone.

/// The model that the graphs are of; the new one has another attribute.
func graphModel(isNew: Bool = false) throws -> ResolvedModel {
    let number = ObjectAttribute("number", .integer32, defaultValue: .int(7))
    return try ResolvedModel(
        ObjectModel(entities: [
            ObjectEntity(
                "Folder", attributes: [ObjectAttribute("name", .string)],
                relationships: [
                    ObjectRelationship(
                        "pages", to: "Page", inverse: "folder", isToMany: true, isOrdered: true)
                ]),
            ObjectEntity(
                "Page",
                attributes: [ObjectAttribute("text", .string)] + (isNew ? [number] : []),
                relationships: [ObjectRelationship("folder", to: "Folder", inverse: "pages")]),
        ]))
}

let arguments = CommandLine.arguments
guard arguments.count == 3 || arguments.count == 4 else {
    print("usage: ObjectCrashWriter <store> <name> [migrate]")
    exit(64)
}
if arguments.count == 4 {
    let models = [try graphModel(), try graphModel(isNew: true)]
    var now = try ObjectStoreOpener.fits(models[0], at: arguments[1]) ? 0 : 1
    FileHandle.standardOutput.write(Data("begins\n".utf8))
    while true {
        try ObjectMigration.migrate(at: arguments[1], from: models[now], to: models[1 - now])
        now = 1 - now
        FileHandle.standardOutput.write(Data((now == 0 ? "old\n" : "new\n").utf8))
    }
}
let model = try graphModel()
var options = ObjectStoreOptions()
options.keepsHistory = true
let store = try ObjectStoreOpener.open(
    ObjectStoreLocation(arguments[1]), model: model, options: options)
var last: [ObjectKey] = []
var number = 0
while true {
    let name = "\(arguments[2])-\(number)"
    let folder = try store.reserveKeys(entity: 0, count: 1)
    let pages = try store.reserveKeys(entity: 1, count: 10)
    var changes = ObjectChanges()
    changes.author = name
    changes.inserted = folder.map {
        ObjectRow(key: $0, version: 0, attributes: [.text(name)], toOnes: [])
    }
    changes.inserted += pages.map {
        ObjectRow(key: $0, version: 0, attributes: [.text(name)], toOnes: [folder[0]])
    }
    changes.memberships = [
        ObjectMembership(
            key: folder[0], relationship: 0, added: pages, order: Array(pages.reversed()))
    ]
    // Every other graph goes again with the next, so that deleting is cut off too.
    changes.deleted = last.map { ObjectDeletion(key: $0, version: 1) }
    _ = try store.save(changes)
    last = number % 2 == 0 ? folder + pages : []
    // One write, unbuffered: what is said is said whole.
    FileHandle.standardOutput.write(Data("\(name)\n".utf8))
    number += 1
}
