#if SwiftData
import RecordCore
import SwiftData
import Testing

/// A file that imports the records' module too: each schema has a name of its own.
@Suite struct `Schemas of models and of records` {
    @Test func `have different names`() throws {
        let models = Schema([Trip.self])
        #expect(models.entities.map(\.name) == ["Person", "Stop", "Trip"])
        let records = try RecordSchema(parsing: "DEFINE SCHEMA RECORD TYPE Note (title STRING);")
        #expect(records["Note"]?.fields.map(\.name) == ["title"])
    }
}
#endif
