#if Postgres
import Foundation
import TestKit
import Testing

/// A store in PostgreSQL as the tool's commands use it.
@Suite(.enabled(if: PostgresServer.shared != nil)) struct `The tool with a PostgreSQL store` {
    private let tool = Tool()
    private let schema = "t" + UUID().uuidString.prefix(12).lowercased()

    private func url() throws -> String {
        try #require(PostgresServer.shared).url + "&schema=\(schema)"
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
