import Foundation
package import Stores

/// A database that stores of objects are tested in.
///
///     @Test(arguments: ObjectDatabase.available)
///     func `keeps its objects`(database: ObjectDatabase) throws {
///         let location = database.location("notes", in: directory)
///     }
package enum ObjectDatabase: String, CaseIterable, Sendable, CustomStringConvertible {
    /// A file.
    case sqlite
    #if Postgres
    /// A schema of a PostgreSQL database.
    case postgres
    #endif

    /// The databases that can be used here.
    package static let available: [ObjectDatabase] = allCases.filter(\.isAvailable)

    private var isAvailable: Bool {
        switch self {
        case .sqlite: true
        #if Postgres
        case .postgres: PostgresServer.shared != nil
        #endif
        }
    }

    /// The database's name.
    package var description: String { rawValue }

    /// Where a store of a name is; the same directory and name are the same store.
    package func location(_ name: String, in directory: String) -> ObjectStoreLocation {
        switch self {
        case .sqlite: .sqlite(path: "\(directory)/\(name).sqlite")
        #if Postgres
        case .postgres:
            .postgres(
                url: (PostgresServer.shared?.url ?? "postgres:///none?")
                    + "&schema=\((directory as NSString).lastPathComponent.lowercased())-\(name)"
            )
        #endif
        }
    }

    /// A place that was never used.
    package func fresh() -> ObjectStoreLocation {
        switch self {
        case .sqlite: .sqliteMemory
        #if Postgres
        case .postgres: location("objects", in: UUID().uuidString)
        #endif
        }
    }
}
