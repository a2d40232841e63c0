#if Postgres
import PostgresEngine
#endif

public import RecordCore

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
            throw StoreError(
                .unsupportedLocation,
                ["found": "postgres", "expected": "a build with --traits Server,Postgres"])
            #endif
        case .sqlite, .sqliteMemory, .memory:
            throw StoreError(
                .unsupportedLocation, ["found": description, "expected": "postgres://…"])
        }
    }
}
