import Foundation
import TestKit
import Testing

@Suite struct `quarry check` {
    private let tool = Tool()

    @Test func `says that an address is no server, and that none answers`() throws {
        let file = try tool.run("check", "--engine", "notes.db")
        #expect(file.status == 3)
        #expect(file.errors.contains("postgres://"))
        let unreachable = try tool.run(
            "check", "--engine", "postgres://127.0.0.1:1/none?connect_timeout=2")
        #expect(unreachable.status == 3)
        #expect(unreachable.output.isEmpty)
        let missing = try tool.run("check")
        #expect(missing.status == 2)
    }

    #if Postgres
    @Test(.enabled(if: PostgresServer.shared != nil))
    func `prints what a server can do`() throws {
        let url = try #require(PostgresServer.shared).url
        let table = try tool.run("check", "--engine", url)
        #expect(table.status == 0, "\(table.errors)")
        #expect(table.output.hasPrefix("PostgreSQL: PostgreSQL "))
        #expect(table.output.contains("text in the order of its bytes"))
        #expect(table.output.hasSuffix("A store can be kept there.\n"))
        let json = try tool.run("check", "--engine", url, "--json")
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(report["server"] as? String == "PostgreSQL")
        #expect((report["features"] as? [Any])?.count ?? 0 > 15)
    }
    #endif
}
