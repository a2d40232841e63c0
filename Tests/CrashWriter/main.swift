import Foundation
import RecordCore
import Stores

// Saves batches until it is killed, and says so on standard output after each:
//
//     CrashWriter store.db 7
//     7-0
//     7-1
//
// Batch `7-1` is ten records `7-1-0` … `7-1-9` with the field `batch`, in the zone "Batches";
// each also counts the batches in the record `count-7`.

//
// Or moves a store: `CrashWriter --move notes.db postgres://…`.

let arguments = CommandLine.arguments
if arguments.count == 4, arguments[1] == "--move" {
    try await StoreMove(from: StoreLocation(arguments[2]), to: StoreLocation(arguments[3])).run()
    exit(0)
}
guard arguments.count == 3 else {
    print("usage: CrashWriter <store> <name>")
    exit(64)
}
let name = arguments[2]
let store = try await StoreLocation(arguments[1]).open()
let scope = DatabaseScope.private(user: "_crash")
let zone = ZoneID("Batches")
try await store.createZones([zone], in: scope)
var number = 0
while true {
    let batch = "\(name)-\(number)"
    var records = (0..<10).map { place in
        Record(
            "Item", RecordID("\(batch)-\(place)", zone: zone),
            ["batch": .text(batch), "tags": [.text(batch), .text("all")]])
    }
    records.append(
        Record("Count", RecordID("count-\(name)", zone: zone), ["batches": .int(Int64(number + 1))])
    )
    let result = try await store.save(
        SaveRequest(saving: records, policy: .changedKeys), in: scope)
    if let error = result.firstError { throw error }
    // One write, unbuffered: what is said is said whole.
    FileHandle.standardOutput.write(Data("\(batch)\n".utf8))
    number += 1
}
