// A guestbook in CloudKit's callback style. It would run on a Mac without the line with LocalCloud.
import CloudKit
import Foundation

if ProcessInfo.processInfo.environment["QUARRY_CONTAINER"] == nil { LocalCloud.use(.memory) }

let book = Guestbook(CKContainer(identifier: "iCloud.org.example.guestbook"))
let isDone = DispatchSemaphore(value: 0)
let finish: @Sendable () -> Void = { isDone.signal() }

print("Signing:")
book.sign(
    [
        ("Ann", "The sea was warm.", 0), ("Bob", "Too much wind, no sea.", 10),
        ("Cem", "Back next year!", 20), ("Zoë", "Élan on every beach.", 30),
    ], then: finish)
isDone.wait()

print("Reading, the newest first:")
book.read(page: 3, then: finish)
isDone.wait()

print("Searching:")
for predicate in [
    NSPredicate(format: "self contains 'sea'"),
    NSPredicate(format: "self contains 'the sea' AND self contains 'wind'"),
    NSPredicate(format: "self contains 'elan'"),
    NSPredicate(format: "name BEGINSWITH %@", "C"),
    NSPredicate(format: "name = 'Ann' OR name = 'Bob'"),
] {
    book.search(predicate, then: finish)
    isDone.wait()
}

print("Amending:")
book.amend("ann", then: finish)
isDone.wait()
