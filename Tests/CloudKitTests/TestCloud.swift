import CloudKit
import Foundation

/// Containers in memory, for one test: the one place that names more than Apple's CloudKit.
struct TestCloud: Sendable {
    static let identifier = "iCloud.org.example.tests"
    let cloud: LocalCloud

    /// Containers of their own, with nothing in them.
    init(_ change: (inout LocalCloud.Settings) -> Void = { _ in }) {
        var settings = LocalCloud.Settings()
        change(&settings)
        cloud = LocalCloud(.memory, settings: settings, user: "ann")
    }

    /// Containers in a file, for tests of what survives.
    init(file: String, _ change: (inout LocalCloud.Settings) -> Void = { _ in }) {
        var settings = LocalCloud.Settings()
        change(&settings)
        cloud = LocalCloud(.file(file), settings: settings, user: "ann")
    }

    /// Ann's container on the device of the test.
    var container: CKContainer { cloud.container(TestCloud.identifier) }

    /// Somebody's container on some device.
    func container(user: String, device: String? = nil) -> CKContainer {
        cloud.container(TestCloud.identifier, user: user, device: device)
    }

    var privateDatabase: CKDatabase { container.privateCloudDatabase }
    var publicDatabase: CKDatabase { container.publicCloudDatabase }
}

/// A path for a file of one test.
func temporaryFile(_ name: String = UUID().uuidString) -> String {
    FileManager.default.temporaryDirectory
        .appendingPathComponent("CloudKitTests-\(UUID().uuidString)-\(name)").path
}

/// What blocks were called with, in order; several threads may note at once.
final class Notes<Note: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var notes: [Note] = []

    func add(_ note: Note) {
        lock.lock()
        notes.append(note)
        lock.unlock()
    }

    var all: [Note] {
        lock.lock()
        defer { lock.unlock() }
        return notes
    }
}

extension CKDatabase {
    /// Runs an operation to its end.
    func run(_ operation: CKDatabaseOperation) async {
        await withCheckedContinuation { continuation in
            let earlier = operation.completionBlock
            operation.completionBlock = {
                earlier?()
                continuation.resume()
            }
            add(operation)
        }
    }

    /// The names of all records that match, through operations, page by page.
    func names(
        of type: String, _ predicate: NSPredicate, sortedBy sort: [NSSortDescriptor]? = nil,
        in zone: CKRecordZone.ID? = nil
    ) async throws -> [String] {
        let query = CKQuery(recordType: type, predicate: predicate)
        query.sortDescriptors = sort
        let (matches, _) = try await records(matching: query, inZoneWith: zone)
        return try matches.map { try $0.1.get().recordID.recordName }
    }

    /// Saves records of one type, each named.
    @discardableResult
    func save(
        _ type: String, in zone: CKRecordZone.ID = .default,
        _ records: [String: [String: any CKRecordValueProtocol]]
    ) async throws -> [CKRecord] {
        let made = records.sorted { $0.key < $1.key }.map { name, fields in
            let record = CKRecord(
                recordType: type, recordID: CKRecord.ID(recordName: name, zoneID: zone))
            for (key, value) in fields { record[key] = value }
            return record
        }
        let (saved, _) = try await modifyRecords(saving: made, deleting: [])
        for result in saved.values { _ = try result.get() }
        return made
    }
}

/// The error of CloudKit that something throws; nil when it throws none.
func cloudError<T>(_ body: () async throws -> T) async -> CKError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? CKError
    }
}
