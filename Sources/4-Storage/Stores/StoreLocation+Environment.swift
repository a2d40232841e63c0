package import RecordCore
import SQLStorage
import SQLiteEngine

#if Postgres
import PostgresEngine
#endif

extension StoreLocation {
    /// Opens the store in production where it was ever opened so, and else in development, making it
    /// when it is not there.
    ///
    ///     try await StoreLocation("notes.db").open(environment: .production).close()
    ///     let store = try await StoreLocation("notes.db").openAsKept()
    ///     store.environment  // .production
    ///
    /// - Parameter defersIndexes: Whether the indexes of new fields are made when the store is closed.
    /// - Throws: As ``open(environment:limits:options:defersIndexes:)``.
    package func openAsKept(defersIndexes: Bool = false) async throws -> any RecordStore {
        let store = try await open(defersIndexes: defersIndexes)
        if store.environment == .production { return store }
        let isOfProduction: Bool
        do {
            isOfProduction = try StoreLocation.isOfProduction(store)
        } catch {
            // What reading failed with matters more than how closing went.
            try? await store.close()
            throw error
        }
        guard isOfProduction else { return store }
        try await store.close()
        return try await open(environment: .production, defersIndexes: defersIndexes)
    }

    /// Whether the database of a store says that it is of production; one in memory never does.
    private static func isOfProduction(_ store: any RecordStore) throws -> Bool {
        if let file = store as? SQLStore<SQLiteDatabase> { return try file.remembersProduction() }
        #if Postgres
        if let server = store as? SQLStore<PostgresDatabase> {
            return try server.remembersProduction()
        }
        #endif
        return false
    }
}
