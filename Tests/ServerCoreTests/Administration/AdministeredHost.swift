import Accounts
import Foundation
import ServerCore
import PredicateCore
import RecordCore
import RecordJSON
import RecordService
import WebServices

/// A host in memory with an administrator's token.
struct AdministeredHost {
    static let container = "iCloud.org.example.cities"

    let host: ServerCore.Host
    let token: String

    init(_ change: (inout HostOptions) -> Void = { _ in }) async throws {
        var options = HostOptions(.memory)
        options.containers = [AdministeredHost.container]
        options.accounts = .forTests
        change(&options)
        host = try await ServerCore.Host(options)
        token = try await host.accounts.createToken(NewToken(.management, name: "test")).text
    }

    var store: any RecordStore {
        get async throws {
            try await host.containers.service(AdministeredHost.container, .development).store
        }
    }

    /// Asks, as the administrator unless said otherwise.
    func ask(
        _ method: String, _ path: String, query: String = "", body: String = "",
        headers: [(name: String, value: String)]? = nil
    ) async throws -> Answer {
        let place = path.hasPrefix("/") ? path : "/admin/1/\(path)"
        let reply = await host.answer(
            WireRequest(
                method, place, query: query,
                headers: headers ?? [("authorization", "Bearer \(token)")],
                body: .bytes(Array(body.utf8))))
        var bytes: [UInt8] = []
        switch reply.body {
        case .bytes(let all): bytes = all
        case .stream(let send):
            let sink = Sink()
            try await send { await sink.take($0) }
            bytes = await sink.bytes
        case .file: break
        }
        return Answer(status: reply.status, headers: reply.headers, bytes: bytes)
    }

    /// Asks about the sample container's development environment.
    func askPlace(
        _ method: String, _ rest: String, query: String = "", body: String = ""
    ) async throws -> Answer {
        try await ask(
            method, "containers/\(AdministeredHost.container)/development/\(rest)", query: query,
            body: body)
    }

    private actor Sink {
        var bytes: [UInt8] = []
        func take(_ more: [UInt8]) { bytes += more }
    }

    struct Answer {
        var status: Int
        var headers: [(name: String, value: String)]
        var bytes: [UInt8]
        var text: String { String(decoding: bytes, as: UTF8.self) }
        var json: Value { (try? JSONReader.value(of: bytes)) ?? .null }
    }
}

extension Value {
    /// The member of an object of JSON.
    subscript(member: String) -> Value {
        if case .dictionary(let members) = self { members[member] ?? .null } else { .null }
    }

    /// The member of a list of JSON.
    subscript(place: Int) -> Value {
        if case .list(let members) = self, members.indices.contains(place) {
            members[place]
        } else {
            .null
        }
    }

    var items: [Value] { if case .list(let members) = self { members } else { [] } }
    var string: String { if case .text(let text) = self { text } else { "" } }
    var number: Int64 { if case .int(let number) = self { number } else { 0 } }
}
