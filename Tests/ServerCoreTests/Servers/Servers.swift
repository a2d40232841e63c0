#if Postgres
import Accounts
import Foundation
import Stores
import TestKit
import Testing
import WebServices

@testable import ServerCore

/// What several servers of one database share; one test after the other, since each has all the
/// threads of two or three servers.
@Suite(.serialized) enum SharedDatabaseTests {}

/// Several servers on one database, each as its own process would be.
final class Servers: Sendable {
    static let container = "iCloud.org.example.notes"
    /// Whether they can be.
    static var canRun: Bool { PostgresServer.shared != nil }

    let database: ServerDatabase
    let hosts: [ServerCore.Host]

    /// Opens servers with the same options.
    init(
        _ count: Int = 2, hearsOthers: Bool = true,
        on server: PostgresServer? = PostgresServer.shared,
        _ change: (inout HostOptions) -> Void = { _ in }
    ) async throws {
        let server = try #require(server)
        let name = "t" + UUID().uuidString.prefix(8).lowercased()
        database = try ServerDatabase(server.url + "&schema=\(name)")
        var options = HostOptions(.database(database))
        options.containers = [Self.container]
        options.acceptsAnyContainer = true
        options.requiresAuthentication = false
        options.accounts = .forTests
        options.hearsOthers = hearsOthers
        change(&options)
        var hosts: [ServerCore.Host] = []
        for _ in 0..<count { hosts.append(try await ServerCore.Host(options)) }
        self.hosts = hosts
    }

    subscript(number: Int) -> ServerCore.Host { hosts[number] }

    func close() async throws {
        for host in hosts { try await host.close() }
    }

    /// Opens servers for a test, and closes them.
    static func with(
        _ count: Int = 2, hearsOthers: Bool = true,
        _ change: (inout HostOptions) -> Void = { _ in },
        _ body: (Servers) async throws -> Void
    ) async throws {
        let servers = try await Servers(count, hearsOthers: hearsOthers, change)
        try await body(servers)
        try await servers.close()
    }
}

extension ServerCore.Host {
    /// Asks for the container of ``Servers``.
    func ask(
        _ path: String, _ body: String = "", user: String? = "_ann", device: String = "d",
        in container: String = Servers.container, _ headers: [String: String] = [:]
    ) async throws -> ReadReply {
        var all = headers.map { (name: $0.key, value: $0.value) }
        if let user { all.append((name: AccountRepository.userHeader, value: user)) }
        all.append((name: "x-quarry-device", value: device))
        let place = path.hasPrefix("/") ? path : "/database/1/\(container)/development/" + path
        return try await ReadReply(
            answer(WireRequest("POST", place, headers: all, body: .bytes(Array(body.utf8)))))
    }
}
#endif
