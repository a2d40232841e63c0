import Foundation
import PredicateCore
import RecordCore
import Stores
import TestFiles
import Testing

/// The SQL that the documentation shows, against what stores send.
@Suite struct DocumentedSQLTests {
    /// A predicate and the condition that a document shows for it.
    private struct Line {
        var predicate: String
        var sql: String
        /// The index that is named; nil where every record is looked at, or nothing is said.
        var index: String?
        var scans: Bool?
    }

    /// The rows of the table under a heading of the article, its first two cells as code.
    private static func table(under heading: String) throws -> [Line] {
        let article = try PackageFolder.text(
            "Sources/4-Storage/Stores/Stores.docc/OperatorsInSQL.md")
        let section = try #require(
            article.components(separatedBy: "\n## ").first { $0.hasPrefix(heading) })
        return section.matches(of: /(?m)^\| `([^`]+)` \| `([^`]+)` \|(?: (.+) \|)?$/).map {
            let found = $0.3.map(String.init)
            let scans = found.map { $0 == "every record" }
            return Line(
                predicate: String($0.1), sql: String($0.2),
                index: scans == true ? nil : found.map { $0.replacing("`", with: "") },
                scans: scans)
        }
    }

    /// The sentences "`predicate` is in SQL `condition`" of the operators.
    private static func sentences() throws -> [Line] {
        try PackageFolder.text("Sources/1-Language/PredicateCore/Operator.swift")
            .replacing(/\n *\/\/\/ ?/, with: " ")
            .matches(of: /`([^`]+)` is in SQL\s+`([^`]+)`/)
            .map { Line(predicate: String($0.1), sql: String($0.2)) }
    }

    private static func flat(_ sql: String) -> String { sql.replacing(/\s+/, with: " ") }

    private static func store() async throws -> any RecordStore {
        let store = try await StoreLocation("sqlite::memory:").open()
        var ann = Record("Person", RecordID("ann"))
        ann["name"] = "Ann"
        ann["age"] = 31
        ann["tags"] = ["swift", "tea"]
        ann["bio"] = "born in Oslo"
        _ = try await store.save(SaveRequest(saving: [ann]), in: .public)
        return store
    }

    @Test func `operators become the SQL that is documented`() async throws {
        let lines =
            try Self.table(under: "Overview") + Self.table(under: "Functions")
            + Self.sentences()
        #expect(lines.count >= 50)
        let store = try await Self.store()
        for line in lines {
            let query = RecordQuery("Person", where: try QueryPredicate(parsing: line.predicate))
            let explanation = try await store.explain(query, in: .public)
            let sql = Self.flat(try #require(explanation.sql))
            #expect(sql.contains(line.sql), "\(line.predicate)")
            if let scans = line.scans {
                #expect(explanation.scans == scans, "\(line.predicate)")
            }
            if let index = line.index {
                #expect(
                    explanation.indexes.contains { $0.hasPrefix("\(index) (") },
                    "\(line.predicate): \(explanation.indexes)")
            }
        }
        try await store.close()
    }

    @Test func `an explanation names the index, and whether every record is looked at`()
        async throws
    {
        let store = try await Self.store()

        let adults = RecordQuery("Person", where: try QueryPredicate(parsing: "age == 31"))
        let explanation = try await store.explain(adults, in: .public)
        #expect("\(explanation.indexes)" == #"["Person.age (queryable, sortable)"]"#)
        #expect("\(explanation.scans)" == #"false"#)

        let doubled = RecordQuery("Person", where: try QueryPredicate(parsing: "age * 2 > 60"))
        #expect(try await store.explain(doubled, in: .public).recheck == "age * 2 > 60")
        try await store.close()
    }

    @Test func `PostgreSQL's conditions stand among its statements`() throws {
        let lines = try Self.table(under: "On PostgreSQL")
        #expect(lines.count >= 6)
        let statements = try PackageFolder.text("Tests/Plans/Statements.txt")
        for line in lines { #expect(statements.contains(line.sql), "\(line.predicate)") }
    }

    @Test func `Core Data's conditions are those that the lowering is tested for`() throws {
        let lines = try Self.table(under: "Core Data")
        #expect(lines.count >= 7)
        let tests = try PackageFolder.text("Tests/SQLLoweringTests/ObjectLoweringTests.swift")
        for line in lines {
            let row = try #require(
                tests.range(of: "#\"\(line.predicate)\"#,\n"), "\(line.predicate)")
            let sql = tests[row.upperBound...].prefix { $0 != "\n" }
            #expect(sql.contains(line.sql), "\(line.predicate)")
        }
    }
}
