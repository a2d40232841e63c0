package import Foundation
package import RecordCore
import SQLStorage
import SQLiteEngine
import Stores

/// A kind of store that every store test runs on.
///
///     @Test(arguments: StoreUnderTest.available)
///     func `saves a record`(kind: StoreUnderTest) async throws {
///         try await kind.withStore { store in … }
///     }
package enum StoreUnderTest: String, CaseIterable, Sendable, CustomStringConvertible {
    /// Records in memory.
    case memory
    /// A SQLite file of its own.
    case sqlite
    /// The same, with a public database in parts.
    case sqliteParts
    #if Postgres
    /// A schema of its own in a PostgreSQL database.
    case postgres
    /// The same, with words in an inverted index of PostgreSQL's own.
    case postgresGin
    /// A schema of its own whose public database is in parts.
    case postgresParts
    #endif

    #if Postgres
    /// How the server spreads tables: `QUARRY_TEST_SPREAD=citus` beside `QUARRY_TEST_POSTGRES`, which
    /// then names a coordinator.
    package static let spread = ProcessInfo.processInfo.environment["QUARRY_TEST_SPREAD"]
    #endif

    /// The kinds that can be opened here.
    package static let available: [StoreUnderTest] = allCases.filter {
        $0.isAvailable && !$0.isOtherSearch && !$0.isInParts
    }

    /// The same, and those whose public database is in parts.
    package static let inParts: [StoreUnderTest] = allCases.filter {
        $0.isAvailable && !$0.isOtherSearch
    }

    /// The same, and those that differ in how they search; for tests of searches.
    package static let searching: [StoreUnderTest] = allCases.filter(\.isAvailable)

    private var isAvailable: Bool {
        switch self {
        case .memory, .sqlite, .sqliteParts: true
        #if Postgres
        case .postgres, .postgresParts: PostgresServer.shared != nil
        // Words are spread in tables of their own.
        case .postgresGin: PostgresServer.shared != nil && Self.spread == nil
        #endif
        }
    }

    private var isOtherSearch: Bool {
        switch self {
        case .memory, .sqlite, .sqliteParts: false
        #if Postgres
        case .postgres, .postgresParts: false
        case .postgresGin: true
        #endif
        }
    }

    private var isInParts: Bool {
        switch self {
        case .memory, .sqlite: false
        case .sqliteParts: true
        #if Postgres
        case .postgres, .postgresGin: false
        case .postgresParts: true
        #endif
        }
    }

    /// The kind's name.
    package var description: String { rawValue }

    /// Runs with a fresh store, and clears up after it.
    package func withStore<T: Sendable>(
        environment: StoreEnvironment = .development, schema: RecordSchema? = nil,
        limits: StoreLimits = StoreLimits(),
        _ body: (any RecordStore) async throws -> T
    ) async throws -> T {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
            "quarry-test-\(UUID().uuidString.lowercased())", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = try await open(in: directory, environment: environment, limits: limits)
        do {
            if let schema { try await store.setSchema(schema) }
            let result = try await body(store)
            try await store.close()
            return result
        } catch {
            try? await store.close()
            throw error
        }
    }

    /// Opens a store that keeps what it must in a directory.
    package func open(
        in directory: URL, environment: StoreEnvironment = .development,
        limits: StoreLimits = StoreLimits()
    ) async throws -> any RecordStore {
        switch self {
        case .memory: return MemoryStore(environment: environment, limits: limits)
        case .sqlite:
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true)
            let path = directory.appendingPathComponent("store.db").path
            return try await StoreLocation.sqlite(path: path)
                .open(environment: environment, limits: limits)
        case .sqliteParts:
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true)
            return try await SQLStore(
                try SQLiteDatabase(path: directory.appendingPathComponent("store.db").path),
                environment: environment, limits: limits, buckets: 3)
        #if Postgres
        case .postgres, .postgresGin, .postgresParts:
            guard let server = PostgresServer.shared else { throw StoreError(.cannotOpen) }
            // The same directory is the same store.
            let name = String(
                directory.path.lowercased().filter { $0.isLetter || $0.isNumber }.suffix(60))
            let search = self == .postgresGin ? "gin" : "tables"
            let spread = Self.spread.map { "&spread=\($0)" } ?? ""
            let buckets = isInParts ? "&buckets=5" : ""
            return try await StoreLocation(
                server.url + "&schema=\(name)&search=\(search)\(spread)\(buckets)"
            ).open(environment: environment, limits: limits)
        #endif
        }
    }
}

extension RecordStore {
    /// Saves records one request each and gives them as stored; throws the first failure.
    @discardableResult
    package func put(
        _ records: Record..., in scope: DatabaseScope = .public,
        policy: SavePolicy = .ifServerRecordUnchanged, user: String = SaveRequest.defaultUser
    ) async throws -> [Record] {
        let result = try await save(
            SaveRequest(saving: records, policy: policy, user: user), in: scope)
        if let error = result.firstError { throw error }
        return try result.saves.map { try $0.get() }
    }

    /// The record of a name, or nil.
    package func record(_ id: RecordID, in scope: DatabaseScope = .public) async throws -> Record? {
        try await records([id], in: scope, desiredKeys: nil)[id]
    }
}

extension StoreError.Code {
    /// The code of the error that a block throws; nil when it throws none or another kind.
    package static func thrown<T>(by body: () async throws -> T) async -> StoreError.Code? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }
}

extension Result where Failure == StoreError {
    /// Why it failed; nil when it did not.
    package var error: StoreError? {
        if case .failure(let error) = self { error } else { nil }
    }

    /// What it gave; nil when it failed.
    package var value: Success? {
        if case .success(let value) = self { value } else { nil }
    }
}
