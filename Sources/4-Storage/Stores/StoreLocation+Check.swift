#if Postgres
import PostgresEngine
#endif

public import RecordCore
import SQLStorage

extension StoreLocation {
    /// Tries at a database server, in a place of its own there, what stores need.
    ///
    /// - Throws: `StoreError.Code.unsupportedLocation` where the location is not a server,
    ///   `StoreError.Code.cannotOpen` where no server answers.
    public func checkEngine() throws -> EngineReport {
        switch self {
        case .postgres(let url):
            #if Postgres
            let location = PostgresLocation(url)
            return try PostgresCheck.run(location.url, isSpread: location.spread == "citus")
            #else
            throw ServerDatabase.notBuilt
            #endif
        case .sqlite, .sqliteMemory, .memory:
            throw StoreError.unsupported(description, expected: "postgres://…")
        }
    }
}
