import Accounts
import Foundation
import RecordCore
import RecordService
import Stores
import TestFiles
import Testing
import WebServices

@testable import ServerCore

@Suite struct `A server without authentication` {
    private static func ask(
        origin: String? = nil, host name: String? = nil, method: String = "POST",
        cookie: String? = nil,
        _ change: (inout HostOptions) -> Void = { _ in }
    ) async throws -> WireReply {
        var options = HostOptions(.memory)
        options.requiresAuthentication = false
        options.acceptsAnyContainer = true
        change(&options)
        let host = try await ServerCore.Host(options)
        var headers: [(name: String, value: String)] = []
        if let origin { headers.append(("origin", origin)) }
        if let name { headers.append(("host", name)) }
        if let cookie { headers.append(("cookie", "quarry_session=\(cookie)")) }
        let reply = await host.answer(
            WireRequest(
                method, "/database/1/iCloud.a/development/public/records/lookup",
                headers: headers, body: .bytes(Array(#"{"records":[]}"#.utf8))))
        try await host.close()
        return reply
    }

    private static func allowed(_ reply: WireReply) -> String? {
        reply.headers.first { $0.name == "access-control-allow-origin" }?.value
    }

    @Test(arguments: [
        "localhost", "localhost:8080", "LOCALHOST:80", "app.localhost:3000", "127.0.0.1:8080",
        "127.8.9.1", "[::1]", "[::1]:8080",
    ])
    func `is asked by the names of this machine, and by its pages`(name: String) async throws {
        #expect(try await Self.ask(host: name).status == 200)
        let reply = try await Self.ask(origin: "http://\(name)", host: name)
        #expect(reply.status == 200)
        #expect(Self.allowed(reply) == "http://\(name)")
    }

    @Test func `lets a token act as a user with this user's rights alone`() async throws {
        var options = HostOptions(.memory)
        options.requiresAuthentication = false
        options.containers = ["iCloud.a"]
        options.accounts = .forTests
        let host = try await ServerCore.Host(options)
        let service = try await host.containers.service("iCloud.a", .development)
        try await service.store.setSchema(
            try RecordSchema(
                parsing: """
                    DEFINE SCHEMA
                        CREATE ROLE editor;
                        RECORD TYPE Board (
                            text STRING, GRANT READ TO "_world", GRANT CREATE TO editor);
                    """))
        func create(as user: String?) async throws -> ReadReply {
            var headers = [(name: "authorization", value: "Bearer none")]
            if let user { headers.append((AccountRepository.userHeader, user)) }
            let body =
                #"{"operations":[{"operationType":"create","record":{"recordType":"Board"}}]}"#
            return try await ReadReply(
                await host.answer(
                    WireRequest(
                        "POST", "/database/1/iCloud.a/development/public/records/modify",
                        headers: headers, body: .bytes(Array(body.utf8)))))
        }
        let made = try await create(as: nil)
        #expect(made.status == 200)
        #expect(!made.text.contains("serverErrorCode"), "\(made.text)")
        #expect(try await create(as: "_bob").text.contains("ACCESS_DENIED"))
        #expect(try await create(as: "-").status == 421)
        try await host.accounts.createUser(NewUser("bob", recordName: "_bob"))
        try await host.accounts.setRoles(
            ["editor": ["_bob"]], container: "iCloud.a", environment: "development")
        #expect(try await !create(as: "_bob").text.contains("serverErrorCode"))
        try await host.close()
    }

    @Test func `takes the cookie of a session that it does not know for none`() async throws {
        #expect(try await Self.ask(cookie: "0123").status == 200)
        #expect(
            try await Self.ask(cookie: "0123") { $0.requiresAuthentication = true }.status == 421)
    }

    @Test(arguments: [
        "evil.example.org", "evil.example.org:8080", "localhost.evil.example.org", "notlocalhost",
        "127.0.0.1.evil.example.org", "10.0.0.1", "[::2]", "[::1", "::1]", "", "localhost:80@evil",
        "127.1", "128.0.0.1",
    ])
    func `refuses every other name, and the pages of others`(name: String) async throws {
        let reply = try await Self.ask(host: name)
        #expect(reply.status == 403)
        #expect(reply.text.contains("localhost"))
        for method in ["POST", "OPTIONS", "GET"] {
            let reply = try await Self.ask(
                origin: "https://\(name)", host: "localhost", method: method)
            #expect(reply.status == 403)
            #expect(Self.allowed(reply) == nil)
        }
    }

    @Test func `refuses pages without an origin, and takes those that were named`() async throws {
        #expect(try await Self.ask(origin: "null").status == 403)
        let page = "https://app.example.org"
        let reply = try await Self.ask(origin: page) { $0.allowedOrigins = [page] }
        #expect(reply.status == 200)
        #expect(Self.allowed(reply) == page)
        // A list of allowed origins is complete: others are refused.
        let other = try await Self.ask(origin: "http://localhost") { $0.allowedOrigins = [page] }
        #expect(other.status == 403)
        #expect(try await Self.ask(origin: page) { $0.allowedOrigins = ["*"] }.status == 200)
    }

    @Test func `does not concern one that asks for them`() async throws {
        let reply = try await Self.ask(origin: "https://evil.example.org", host: "quarry.test") {
            $0.requiresAuthentication = true
        }
        #expect(reply.status == 401)
        #expect(Self.allowed(reply) == "https://evil.example.org")
    }
}

@Suite struct `Containers on demand` {
    private let folder = TemporaryFolder()

    private static let path = "/database/1/iCloud.a/development/public/records/lookup"

    @Test func `are not made on the disk for callers that have a token`() async throws {
        var options = HostOptions(directory: folder.path)
        options.acceptsAnyContainer = true
        options.accounts = .forTests
        let host = try await ServerCore.Host(options)
        let token = try await host.accounts.createToken(NewToken(.api)).text
        let reply = await host.answer(WireRequest("POST", Self.path, query: "ckAPIToken=\(token)"))
        #expect(reply.status == 404)
        #expect(host.containers.names.isEmpty)
        try await host.close()
    }

    @Test func `are not there when they could not be made`() async throws {
        var options = HostOptions(directory: folder.path)
        options.requiresAuthentication = false
        options.acceptsAnyContainer = true
        options.durability = .off
        let host = try await ServerCore.Host(options)
        let place = "\(folder.path)/containers/\(ContainerName.escaped("iCloud.a"))"
        try Data().write(to: URL(fileURLWithPath: place))
        let body = WireRequest.Body.bytes(Array(#"{"records":[]}"#.utf8))
        #expect(await host.answer(WireRequest("POST", Self.path, body: body)).status >= 500)
        #expect(host.containers.names.isEmpty)
        try FileManager.default.removeItem(atPath: place)
        #expect(await host.answer(WireRequest("POST", Self.path, body: body)).status == 200)
        #expect(host.containers.names == ["iCloud.a"])
        try await host.close()
    }
}

extension WireReply {
    /// The content, where it is in memory.
    var text: String {
        if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }
}
