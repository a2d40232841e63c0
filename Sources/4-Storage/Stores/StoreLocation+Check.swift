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
            return try PostgresCheck.run(PostgresLocation(url).url)
            #else
            throw ServerDatabase.notBuilt
            #endif
        case .sqlite, .sqliteMemory, .memory:
            throw StoreError.unsupported(description, expected: "postgres://…")
        }
    }
}
