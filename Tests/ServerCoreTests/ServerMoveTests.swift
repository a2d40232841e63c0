import Foundation
import RecordCore
import RecordService
import Stores
import TestFiles
import TestKit
import Testing
import WebServices

@testable import ServerCore

/// Servers that are moved with all they have.
@Suite struct `A server's move` {
    private let folder = TemporaryFolder()
    private var root: String { folder.path }

    /// Fills a server with a container in both environments, another one in one, and a third that
    /// was never used.
    private func fill(_ options: HostOptions) async throws -> ChangeToken {
        let host = try await ServerCore.Host(options)
        let ann = DatabaseScope.private(user: "_ann")
        var token: ChangeToken?
        for (name, environment) in [
            ("iCloud.a", EndpointPath.Environment.development), ("iCloud.a", .production),
            ("iCloud.b", .development),
        ] {
            let store = try await host.containers.service(name, environment).store
            var schema = RecordSchema()
            schema["N"] = RecordType("N", fields: [Field("text", .single(.string))])
            try await store.setSchema(schema)
            try await store.createZones([ZoneID("Notes")], in: ann)
            let record = Record(
                "N", RecordID("r", zone: ZoneID("Notes")), ["text": .text("\(name) \(environment)")]
            )
            _ = try await store.save(SaveRequest(saving: [record]), in: ann)
            token = try await store.changes(
                in: ZoneID("Notes"), of: ann, since: nil, limit: nil, desiredKeys: nil
            ).token
        }
        try await host.close()
        return try #require(token)
    }

    @Test func `is told of by a server that begins on the old directory`() async throws {
        var options = HostOptions(directory: root + "/old")
        options.containers = ["iCloud.a", "iCloud.b", "iCloud.c"]
        options.durability = .off
        _ = try await fill(options)
        let sound = try await ServerCore.Host(options)
        #expect(!sound.warnings.contains { $0.contains("moved") })
        #expect(await sound.answer(WireRequest("GET", "/ready")).status == 200)
        try await sound.close()
        try await ServerMove(from: root + "/old", to: root + "/new").stores().run()
        let old = try await ServerCore.Host(options)
        #expect(old.warnings.contains { $0.contains("moved to sqlite:\(root)/new/server.db") })
        #expect(await old.answer(WireRequest("GET", "/ready")).status == 503)
        #expect(await old.answer(WireRequest("GET", "/health")).status == 200)
        try await old.close()
        let new = try await ServerCore.Host(HostOptions(directory: root + "/new"))
        #expect(await new.answer(WireRequest("GET", "/ready")).status == 200)
        try await new.close()
        _ = try await ServerMove.renew(.directory(root + "/old"))
        let renewed = try await ServerCore.Host(options)
        #expect(await renewed.answer(WireRequest("GET", "/ready")).status == 200)
        try await renewed.close()
    }

    private func check(_ options: HostOptions, _ token: ChangeToken) async throws {
        let host = try await ServerCore.Host(options)
        #expect(host.containers.names == ["iCloud.a", "iCloud.b", "iCloud.c"])
        let ann = DatabaseScope.private(user: "_ann")
        let id = RecordID("r", zone: ZoneID("Notes"))
        for (name, environment) in [
            ("iCloud.a", EndpointPath.Environment.development), ("iCloud.a", .production),
            ("iCloud.b", .development),
        ] {
            let store = try await host.containers.service(name, environment).store
            let found = try await store.records([id], in: ann, desiredKeys: nil)[id]
            #expect(found?["text"] == .text("\(name) \(environment)"))
            if name == "iCloud.b" {
                let news = try await store.changes(
                    in: ZoneID("Notes"), of: ann, since: token, limit: nil, desiredKeys: nil)
                #expect(news.changed.isEmpty)
            }
        }
        try await host.close()
    }

    private func options(_ place: HostOptions.Location, isNew: Bool = false) -> HostOptions {
        var options = HostOptions(place)
        if isNew { options.containers = ["iCloud.a", "iCloud.b", "iCloud.c"] }
        options.durability = .off
        return options
    }

    @Test func `between directories`() async throws {
        let token = try await fill(options(.directory(root + "/a"), isNew: true))
        let move = try ServerMove(from: root + "/a", to: root + "/b")
        let reports = try await move.stores().run()
        #expect(
            reports.map(\.part.name) == [
                "iCloud.a development", "iCloud.a production", "iCloud.b development",
                "accounts",
            ])
        let names = try FileManager.default.contentsOfDirectory(atPath: root + "/b/containers")
        // The one that was never used, too.
        #expect(names.sorted() == ["iCloud.a", "iCloud.b", "iCloud.c"])
        try await check(options(.directory(root + "/b")), token)
        #expect(try await move.stores().run().allSatisfy(\.report.isOld))
        #expect(
            try await ServerMove.renew(.directory(root + "/b")).count == 4)
    }

    @Test func `makes no database at the source that would not be moved`() async throws {
        _ = try await fill(options(.directory(root + "/a"), isNew: true))
        var options = options(.directory(root + "/a"))
        options.acceptsAnyContainer = true
        options.requiresAuthentication = false
        let host = try await ServerCore.Host(options)
        try await ServerMove(from: root + "/a", to: root + "/b").stores().run()
        for (name, environment) in [
            ("iCloud.d", EndpointPath.Environment.development), ("iCloud.b", .production),
        ] {
            await #expect(throws: (any Error).self) {
                _ = try await host.containers.service(name, environment)
            }
            let path = try #require(host.containers.path(.init(name, environment)))
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        let created = await host.answer(
            WireRequest(
                "POST", "/admin/1/containers", headers: [("content-type", "application/json")],
                body: .bytes(Array(#"{"name":"iCloud.e"}"#.utf8))))
        #expect(created.status == 503)
        #expect(host.containers.names == ["iCloud.a", "iCloud.b", "iCloud.c"])
        let folders = try FileManager.default.contentsOfDirectory(atPath: root + "/a/containers")
        #expect(folders.sorted() == ["iCloud.a", "iCloud.b", "iCloud.c"])
        // What was moved can be read.
        let store = try await host.containers.service("iCloud.a", .production).store
        let id = RecordID("r", zone: ZoneID("Notes"))
        let found = try await store.records(
            [id], in: .private(user: "_ann"), desiredKeys: nil)
        #expect(found[id] != nil)
        try await host.close()
        options.containers = ["iCloud.e"]
        let refused = await StoreError.Code.thrown { _ = try await ServerCore.Host(options) }
        #expect(refused == .moved)
    }

    @Test func `of what is no server makes nothing`() async throws {
        await #expect(throws: StoreError.self) {
            try await ServerMove(from: root + "/typo", to: root + "/b").stores().run()
        }
        #expect(!FileManager.default.fileExists(atPath: root + "/typo"))
        #expect(!FileManager.default.fileExists(atPath: root + "/b"))
    }

    #if Postgres
    @Test func `to PostgreSQL and back`() async throws {
        let server = try #require(PostgresServer.shared)
        let token = try await fill(options(.directory(root + "/a"), isNew: true))
        let prefix = "m" + UUID().uuidString.prefix(8).lowercased()
        let url = server.url + "&schema=\(prefix)"
        let there = try await ServerMove(from: root + "/a", to: url).stores().run()
        try await check(options(.database(try ServerDatabase(url))), token)
        let back = try await ServerMove(from: url, to: root + "/c").stores().run()
        // The accounts have changed: a server has run on them.
        #expect(
            back.dropLast().map(\.report.digest) == there.dropLast().map(\.report.digest))
        try await check(options(.directory(root + "/c")), token)
    }
    #endif
}
