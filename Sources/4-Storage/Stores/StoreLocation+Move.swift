import Foundation
import RecordCore
import SQLStorage
import SQLiteEngine

#if Postgres
import PostgresEngine
#endif

extension StoreLocation {
    /// Opens the store as one end of a move.
    ///
    /// What is moved from must be there: a name that was mistyped makes nothing.
    func open(for purpose: StorePurpose) async throws -> any MoveEnd {
        switch self {
        case .sqlite(let path):
            guard try purpose == .moveInto || isThere() else {
                throw StoreError(
                    .cannotOpen, ["path": path], engineMessage: "There is no such database.")
            }
            return try await StoreLocation.store(
                try SQLiteDatabase(path: path), environment: nil,
                limits: StoreLimits(), for: purpose)
        case .sqliteMemory, .memory:
            throw StoreError.unsupported(
                description, expected: "a database that is kept: a file or postgres://…")
        case .postgres(let url):
            #if Postgres
            let location = PostgresLocation(url)
            var options = try location.options(url)
            options.makesSchema = purpose == .moveInto
            return try await SQLStore(
                try PostgresDatabase(location.url, options: options),
                environment: nil, limits: StoreLimits(), for: purpose,
                buckets: location.bucketCount())
            #else
            throw ServerDatabase.notBuilt
            #endif
        }
    }

    /// The location as both ends of a move know it.
    var moveName: String {
        switch self {
        case .sqlite(let path): "sqlite:" + URL(fileURLWithPath: path).standardizedFileURL.path
        case .sqliteMemory, .memory: description
        case .postgres(let url):
            description + "?schema=" + StoreLocation.schema(url)
        }
    }

    /// The schema that a URL names.
    private static func schema(_ url: String) -> String {
        #if Postgres
        (try? PostgresLocation(url).options(url).schema) ?? "quarry"
        #else
        PostgresLocation(url).schema ?? "quarry"
        #endif
    }

    /// Whether there is a database; it may still be empty.
    ///
    /// - Throws: What the server says; that it does not answer is no answer.
    public func isThere() throws -> Bool {
        switch self {
        case .sqlite(let path):
            let attributes = try? FileManager.default.attributesOfItem(
                atPath: StoreFile.target(of: path))
            return (attributes?[.size] as? Int ?? 0) > 0
        case .sqliteMemory, .memory: return false
        case .postgres(let url):
            #if Postgres
            let location = PostgresLocation(url)
            return try PostgresDatabase.hasSchema(
                location.url, options: location.options(url))
            #else
            throw ServerDatabase.notBuilt
            #endif
        }
    }

    /// Gives the store a new identity, after it was put back to an older state.
    ///
    /// Clients that know the lost future start over: their tokens are refused, and their change
    /// tags conflict. No other process may have the store open.
    ///
    /// - Throws: `cannotOpen` where there is no store.
    public func renew() async throws {
        let store = try await open(for: .moveFrom)
        try await store.closing { try await store.renew() }
    }
}
