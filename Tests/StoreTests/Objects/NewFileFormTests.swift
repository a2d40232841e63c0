import Foundation
import CoreDataModel
import ObjectCore
import Stores
import TestFiles
import TestKit
import Testing

/// A file that is made here from the model of a file of Apple's has the same tables and indexes.
@Suite struct `New files beside those of Apple` {
    private let folder = TemporaryFolder()

    static let names = ObjectFixtures.realStoreNames.filter {
        $0.hasSuffix(".store") || $0.hasPrefix("CartKit") || $0.hasPrefix("DDG")
            || $0.hasPrefix("CoreDataPlus")
    }

    /// The columns of each table with their types, and each index as SQLite has it.
    private static func schema(_ path: String) throws -> (tables: [String: [String]], [String]) {
        func rows(_ sql: String) throws -> [[String]] {
            try sqlite(path, sql).split(separator: "\n").map {
                $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            }
        }
        var tables: [String: [String]] = [:]
        let columns = try rows(
            "SELECT m.name, c.name, c.type FROM sqlite_master m, pragma_table_info(m.name) c "
                + "WHERE m.type = 'table' AND m.name GLOB 'Z*' AND m.name NOT IN "
                + "('Z_METADATA', 'Z_MODELCACHE', 'Z_PRIMARYKEY')")
        for row in columns { tables[row[0], default: []].append("\(row[1]) \(row[2])") }
        let indexes = try rows(
            "SELECT replace(sql, 'IF NOT EXISTS ', '') FROM sqlite_master WHERE type = 'index' "
                + "AND sql NOT NULL AND tbl_name GLOB 'Z*'")
        return (tables.mapValues { $0.sorted() }, indexes.map { $0[0] }.sorted())
    }

    @Test(arguments: names)
    func `have the same tables, columns and indexes`(_ name: String) throws {
        guard let source = RealData.file("stores/" + name) else { return }
        let copy = folder.path + "/" + name
        try Data(contentsOf: source).write(to: URL(fileURLWithPath: copy))
        guard let cache = try ObjectStoreOpener.facts(at: copy).modelCache else { return }
        let model = try ResolvedModel(try MomReader.model(cache: cache))
        let made = folder.path + "/made.sqlite"
        var options = ObjectStoreOptions()
        options.modelCache = MomWriter.cache(model.model)
        try ObjectStoreOpener.open(.sqlite(path: made), model: model, options: options).close()
        let (apple, ours) = (try Self.schema(copy), try Self.schema(made))
        #expect(Set(ours.tables.keys) == Set(apple.tables.keys))
        for (table, columns) in apple.tables {
            #expect(ours.tables[table] == columns, "\(table)")
        }
        #expect(ours.1 == apple.1)
        // The file that was made says the same of its model.
        let kept = try #require(try ObjectStoreOpener.facts(at: made).modelCache)
        #expect(
            try ObjectStoreOpener.fits(
                try ResolvedModel(MomReader.model(cache: kept)), at: copy))
    }
}
