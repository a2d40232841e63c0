#if SwiftData
import CrashModels
import DiskLog
import Foundation
import SwiftData

// Saves rounds of a ledger, or migrates a shelf, until it is done or killed, and says what it has
// done on standard output:
//
//     ModelWriter save STORE ROUNDS KILL [LOG]
//     saved 1
//     saved 2
//     operations 143
//
//     ModelWriter migrate STORE - KILL [LOG]
//     migrated
//     operations 310
//
//     ModelWriter make STORE
//
// It kills itself with SIGKILL before the operation KILL on the files of the store's directory; with
// -1 it goes on to the end. The operations are recorded in the file LOG.

/// One write, unbuffered: what is said is said whole.
func say(_ text: String) {
    disk_log_note(text)
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

let arguments = CommandLine.arguments
if arguments.count == 3, arguments[1] == "make" {
    // What was saved stands in the log beside the store: nothing is closed.
    let context = try Shelf.make(arguments[2])
    withExtendedLifetime(context) { _ = kill(getpid(), SIGKILL) }
}
guard arguments.count >= 5, let number = Int64(arguments[4]) else {
    print(
        "usage: ModelWriter make STORE | save STORE ROUNDS KILL [LOG] | migrate STORE - KILL [LOG]")
    exit(64)
}
let path = arguments[2]
let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
guard disk_log_start(directory, arguments.count > 5 ? arguments[5] : nil, number) == 0 else {
    print("The log \(arguments[5]) cannot be made.")
    exit(73)
}
if arguments[1] == "save" {
    let context = ModelContext(try Ledger.container(path))
    for _ in 0..<(Int(arguments[3]) ?? 0) {
        try Ledger.save(context)
        say("saved \(try Ledger.rounds(in: context))")
    }
} else {
    _ = try Shelf.migrate(path)
    say("migrated")
}
say("operations \(disk_log_operations())")
#else
print("Build with --traits SwiftData.")
#endif
