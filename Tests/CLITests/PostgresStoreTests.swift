#if Postgres
import Foundation
import Stores
import TestKit
import Testing

/// A store in PostgreSQL as the tool's commands use it.
@Suite(.enabled(if: PostgresServer.shared != nil)) struct `The tool with a PostgreSQL store` {
    private let tool = Tool()
    private let schema = "t" + UUID().uuidString.prefix(8).lowercased()

    private func url() throws -> String {
        try #require(PostgresServer.shared).url + "&schema=\(schema)"
    }

    @Test(arguments: [
        ["query", "City"], ["explain", "City"], ["schema", "show"], ["export", "City"],
        ["delete", "City", "--all"],
    ])
    func `makes none by a question`(words: [String]) throws {
        let url = try url()
        let asked = try tool.shell(
            "quarry \(words.joined(separator: " ")) --store '\(url)&password=secret'")
        #expect(asked.status == 3)
        #expect(asked.errors.contains("There is no store at \(url)"), "\(asked.errors)")
        #expect(asked.errors.contains("quarry import FILE"))
        #expect(try !StoreLocation(url).isThere())
    }

    @Test func `lists the accounts of a server that is there`() throws {
        let url = try url()
        let list = try tool.run("accounts", "users", "list", "--database-url", url)
        #expect(list.status == 3)
        #expect(list.errors.contains("There is nothing of a server at"), "\(list.errors)")
        #expect(try !StoreLocation(url).isThere())
        // The administrator may be made before the first server starts.
        let new = try tool.run(
            "accounts", "users", "add", "ann", "--without-password", "--database-url", url)
        #expect(new.status == 0, "\(new.errors)")
        #expect(
            try tool.run("accounts", "users", "list", "--database-url", url).output
                .contains("ann"))
    }

    @Test func `prints no password of a URL`() throws {
        let url = try url() + "&password=secret"
        let demo = try tool.run("demo", "--store", url)
        #expect(demo.status == 0, "\(demo.errors)")
        let renewed = try tool.run("restore", "--renew", url)
        #expect(renewed.status == 0, "\(renewed.errors)")
        #expect(renewed.errors.contains("schema=\(schema) has a new identity"))
        for text in [demo.output, demo.errors, renewed.errors] {
            #expect(!text.contains("secret"), "\(text)")
        }
    }
}
#endif
