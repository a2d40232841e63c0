#if Server
import ArgumentParser
import Foundation
import Stores

/// The database that servers share.
struct DatabaseOptions: ParsableArguments {
    @Option(
        name: .customLong("database-url"),
        help: ArgumentHelp(
            "A PostgreSQL database that holds everything, for any number of servers; without it "
                + "$QUARRY_DATABASE_URL. Schemas are made there, their names begin with quarry, or as "
                + "?schema= says; with ?search=gin, new ones keep words in an inverted index.",
            valueName: "postgres://…"))
    var databaseURL: String?

    /// The database; nil where none is named.
    var place: ServerDatabase? {
        get throws {
            guard let url = databaseURL ?? Shell.variable("QUARRY_DATABASE_URL") else {
                return nil
            }
            guard ServerDatabase.isBuilt else {
                throw Failure(
                    .usage, "This quarry was built without \(ServerDatabase.engine)",
                    advice: ServerDatabase.buildAdvice)
            }
            return try ServerDatabase(url)
        }
    }
}
#endif
