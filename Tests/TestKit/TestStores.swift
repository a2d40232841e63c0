package import Foundation
import Stores

/// Where the tests of Core Data keep their stores: `QUARRY_TEST_OBJECTS` is `memory`, `sqlite` or
/// `postgres`.
///
/// Where nothing is said, each test has the kind of store that it names.
package enum TestStores: String, Sendable {
    /// In memory, without SQL.
    case memory
    /// In files.
    case sqlite
    /// In schemas of a PostgreSQL database.
    case postgres

    /// The place that was asked for; nil where nothing was.
    package static let current: TestStores? = {
        guard let name = ProcessInfo.processInfo.environment["QUARRY_TEST_OBJECTS"], !name.isEmpty
        else { return nil }
        guard let place = TestStores(rawValue: name) else {
            fatalError("QUARRY_TEST_OBJECTS is memory, sqlite or postgres, not \(name)")
        }
        return place
    }()

    /// The place of a store of a name: a file, or what stands for it.
    package static func url(_ file: URL) -> URL {
        guard current == .postgres else { return file }
        #if Postgres
        let name = file.pathComponents.suffix(2).joined(separator: "-").lowercased()
        if let url = ObjectDatabase.postgres.location(name, in: "tests").place.flatMap(
            URL.init(string:))
        {
            return url
        }
        #endif
        fatalError("QUARRY_TEST_OBJECTS=postgres needs the trait Postgres, and PostgreSQL.")
    }

    /// A place that was never used, for a store that need not last.
    package static func fresh() -> URL {
        switch current {
        case .postgres: url(URL(fileURLWithPath: "/\(UUID().uuidString)/fresh"))
        case .memory, .sqlite, nil: URL(fileURLWithPath: "/dev/null")
        }
    }
}
