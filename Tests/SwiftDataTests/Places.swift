#if SwiftData
import Foundation
import Stores
import SwiftData
import TestKit

extension ModelConfiguration {
    /// A store of the test's own: in memory, or where `QUARRY_TEST_OBJECTS` says.
    static func fresh() -> ModelConfiguration { ModelConfiguration(url: TestStores.fresh()) }
}

extension URL {
    /// A store of a name: a file of the folder, or what stands for it on PostgreSQL.
    func store(_ name: String) -> URL {
        TestStores.current == .postgres
            ? TestStores.url(appendingPathComponent(name.replacing("/", with: "-")))
            : appendingPathComponent(name)
    }

    /// A store of a name in a database.
    func store(_ name: String, in database: ObjectDatabase) -> URL {
        guard let place = database.location(name, in: path).place, let url = URL(string: place)
        else { fatalError("A store in \(database) has no URL.") }
        return url.scheme == nil ? URL(fileURLWithPath: place) : url
    }
}
#endif
