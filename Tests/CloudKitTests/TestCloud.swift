import CloudKit
import Foundation
import TestKit
import Synchronization

/// Where the containers of the tests are: `QUARRY_TEST_CLOUD` is `memory`, `sqlite`, `postgres` or
/// `server`.
///
/// The same tests run against each; `make test` runs all of them.
enum TestPlace: String {
    case memory, sqlite, postgres, server

    static let current: TestPlace = {
        guard let name = ProcessInfo.processInfo.environment["QUARRY_TEST_CLOUD"], !name.isEmpty
        else { return .memory }
        guard let place = TestPlace(rawValue: name) else {
            fatalError("QUARRY_TEST_CLOUD is memory, sqlite, postgres or server, not \(name)")
        }
        return place
    }()
}

/// Containers for one test: the one place that names more than Apple's CloudKit.
struct TestCloud: Sendable {
    static let identifier = "iCloud.org.example.tests"
    let cloud: LocalCloud

    /// Containers of their own, with nothing in them.
    init(_ change: (inout LocalCloud.Settings) -> Void = { _ in }) {
        switch TestPlace.current {
        case .memory: self.init(.memory, change)
        case .sqlite: self.init(.file(ProcessFiles.newPath("cloud.db")), change)
        case .postgres: self.init(TestCloud.database("\(UUID())"), change)
        case .server: self.init(.server(TestServer.current.url), namespace: "\(UUID())", change)
        }
    }

    /// A part of a PostgreSQL database; the same name is the same part.
    private static func database(_ name: String) -> LocalCloud.Location {
        #if Postgres
        if let server = PostgresServer.shared {
            let part = name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
            return .database(server.url + "&schema=t\(part.suffix(15))")
        }
        #endif
        fatalError("QUARRY_TEST_CLOUD=postgres needs the trait Postgres, and PostgreSQL.")
    }

    /// Containers in a file, for tests of what survives; on a server a file is but a name.
    init(file: String, _ change: (inout LocalCloud.Settings) -> Void = { _ in }) {
        switch TestPlace.current {
        case .memory, .sqlite: self.init(.file(file), change)
        case .postgres: self.init(TestCloud.database(file), change)
        case .server:
            let name = file.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
            self.init(
                .server(TestServer.current.url), namespace: String(name.suffix(100)), change)
        }
    }

    private init(
        _ location: LocalCloud.Location, namespace: String? = nil,
        _ change: (inout LocalCloud.Settings) -> Void
    ) {
        var settings = LocalCloud.Settings()
        if let namespace {
            settings.server.namespace = namespace
            // Machines of tests are busy.
            settings.server.requestSeconds = 300
            settings.server.managementToken = TestServer.current.managementToken
        }
        change(&settings)
        cloud = LocalCloud(location, settings: settings, user: "ann")
    }

    /// Ann's container on the device of the test.
    var container: CKContainer { cloud.container(TestCloud.identifier) }

    /// A user's container on some device.
    func container(user: String, device: String? = nil) -> CKContainer {
        cloud.container(TestCloud.identifier, user: user, device: device)
    }

    var privateDatabase: CKDatabase { container.privateCloudDatabase }
    var publicDatabase: CKDatabase { container.publicCloudDatabase }
}

/// A path for a file of one test.
func temporaryFile(_ name: String = UUID().uuidString) -> String { ProcessFiles.newPath(name) }

/// The files of the tests, which go when the process ends.
enum ProcessFiles {
    private static let directory: URL = {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("CloudKitTests-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: ProcessFiles.directory) }
        return directory
    }()

    static func newPath(_ name: String) -> String {
        directory.appendingPathComponent("\(UUID().uuidString)-\(name)").path
    }
}

/// What blocks were called with, in order; several threads may note at once.
final class Notes<Note: Sendable>: Sendable {
    private let notes = Mutex<[Note]>([])

    func add(_ note: Note) { notes.withLock { $0.append(note) } }

    var all: [Note] { notes.withLock { $0 } }
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

/// The code of an error of CloudKit; nil for others, and for none.
func code(_ error: (any Error)?) -> CKError.Code? { (error as? CKError)?.code }

/// The error of CloudKit that something throws; nil when it throws none.
func cloudError<T>(_ body: () async throws -> T) async -> CKError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? CKError
    }
}

/// A delegate of a sync engine that sends nothing.
protocol FetchingDelegate: CKSyncEngineDelegate {}

extension FetchingDelegate {
    func nextRecordZoneChangeBatch(
        _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.RecordZoneChangeBatch? { nil }
}
