import CloudKit
import Foundation

/// A guestbook that everybody reads and signs, in the callback style of 2014.
final class Guestbook: Sendable {
    private let database: CKDatabase

    init(_ container: CKContainer) { database = container.publicCloudDatabase }

    /// Signs for several guests in one operation.
    func sign(
        _ guests: [(name: String, text: String, minute: Int)],
        then next: @escaping @Sendable () -> Void
    ) {
        let entries = guests.map { guest in
            // Names of records are ASCII.
            let name = guest.name.lowercased().folding(
                options: .diacriticInsensitive, locale: nil)
            let entry = CKRecord(
                recordType: "Entry", recordID: CKRecord.ID(recordName: name))
            entry["name"] = guest.name
            entry["text"] = guest.text
            entry["signed"] = Date(timeIntervalSince1970: Double(guest.minute) * 60)
            return entry
        }
        let operation = CKModifyRecordsOperation(recordsToSave: entries, recordIDsToDelete: nil)
        operation.perRecordCompletionBlock = { entry, error in
            print("  \(entry["name"] ?? ""):", error?.localizedDescription ?? "signed")
        }
        operation.modifyRecordsCompletionBlock = { saved, _, error in
            // What single entries lack was said above.
            if let error, (error as? CKError)?.code != .partialFailure {
                print("  \(error.localizedDescription)")
            }
            print("  \(saved?.count ?? 0) entries")
            next()
        }
        database.add(operation)
    }

    /// Prints all entries, the newest first, a page at a time.
    func read(page: Int, then next: @escaping @Sendable () -> Void) {
        let query = CKQuery(recordType: "Entry", predicate: NSPredicate(format: "TRUEPREDICATE"))
        query.sortDescriptors = [NSSortDescriptor(key: "signed", ascending: false)]
        turn(CKQueryOperation(query: query), number: 1, page: page, then: next)
    }

    private func turn(
        _ operation: CKQueryOperation, number: Int, page: Int,
        then next: @escaping @Sendable () -> Void
    ) {
        print("  page \(number)")
        operation.resultsLimit = page
        operation.desiredKeys = ["name", "text"]
        operation.recordFetchedBlock = { entry in
            print("    \(entry["name"] ?? ""): \(entry["text"] ?? "")")
        }
        operation.queryCompletionBlock = { cursor, error in
            if let error {
                print("    \(error.localizedDescription)")
            } else if let cursor {
                return self.turn(
                    CKQueryOperation(cursor: cursor), number: number + 1, page: page, then: next)
            }
            next()
        }
        database.add(operation)
    }

    /// Prints who wrote words, or why the question is none.
    func search(_ predicate: NSPredicate, then next: @escaping @Sendable () -> Void) {
        let format = predicate.predicateFormat
        let query = CKQuery(recordType: "Entry", predicate: predicate)
        query.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        database.perform(query, inZoneWith: nil) { entries, error in
            let names = entries?.compactMap { $0["name"] as? String }.joined(separator: ", ")
            let reason = (error as? CKError)?.localizedDescription
            print("  \(format): \(names ?? reason ?? "")")
            next()
        }
    }

    /// Two hands change one entry; the second finds out, and puts its words after the first's.
    func amend(_ name: String, then next: @escaping @Sendable () -> Void) {
        let id = CKRecord.ID(recordName: name)
        database.fetch(withRecordID: id) { mine, _ in
            self.database.fetch(withRecordID: id) { theirs, _ in
                guard let mine, let theirs else { return next() }
                theirs["text"] = "Rain at last."
                self.database.save(theirs) { _, _ in
                    mine["text"] = "And then the sun."
                    self.database.save(mine) { _, error in
                        guard let conflict = error as? CKError,
                            conflict.code == .serverRecordChanged,
                            let server = conflict.serverRecord
                        else { return next() }
                        print("  \(conflict.localizedDescription)")
                        let first = server["text"] as? String ?? ""
                        let second = conflict.clientRecord?["text"] as? String ?? ""
                        server["text"] = first + " " + second
                        self.database.save(server) { saved, _ in
                            print("  \(saved?["text"] ?? "")")
                            next()
                        }
                    }
                }
            }
        }
    }
}
