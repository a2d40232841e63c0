import Accounts
import Foundation
import RecordService
import Stores
import TestFiles
import TestKit
import Testing
import WebServices

@testable import ServerCore

@Suite struct `A host` {
    private let folder = TemporaryFolder()

    @Test func `threads that always have work let go of what is done`() async {
        let threads = WorkThreads(1)
        let most = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                group.addTask(executorPreference: threads) {
                    var most = 0
                    // While one of the two runs, the other waits in the queue.
                    for _ in 0..<20_000 {
                        await Task.yield()
                        most = max(most, threads.held)
                    }
                    return most
                }
            }
            return await group.reduce(0, max)
        }
        threads.stop()
        #expect(most < 4_096)
    }

    private static func open(_ directory: String) async throws -> ServerCore.Host {
        var options = HostOptions(directory: directory)
        options.requiresAuthentication = false
        options.acceptsAnyContainer = true
        options.durability = .off
        return try await ServerCore.Host(options)
    }

    private static func ask(
        _ host: ServerCore.Host, _ path: String, _ body: String, in container: String = "iCloud.a"
    ) async -> WireReply {
        let name =
            container.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return await host.answer(
            WireRequest(
                "POST", "/database/1/\(name)/development/\(path)", body: .bytes(Array(body.utf8))))
    }

    private static let create =
        #"{"operations":[{"operationType":"create","record":{"recordName":"r","recordType":"City","fields":{"name":{"value":"Paris"}}}}]}"#

    @Test func `says that a disk fails, not that an upload's URL was used`() async throws {
        let host = try await Self.open(folder.path)
        let made = try await ReadReply(
            await Self.ask(
                host, "public/assets/upload",
                #"{"tokens":[{"recordType":"Photo","fieldName":"image"}]}"#))
        let url = try #require(URL(string: made.list("tokens").first?["url"] as? String ?? ""))
        let body = try host.newBody(for: WireRequest("POST", url.path))
        try [UInt8](repeating: 1, count: 3).withUnsafeBytes(body.write)
        let file = try body.finish()
        try FileManager.default.removeItem(atPath: folder.path + "/uploads")
        let reply = await host.answer(WireRequest("POST", url.path, body: file))
        #expect(reply.status == 503)
        try await host.close()
    }

    @Test func `takes one content at an upload's URL from several senders at once`() async throws {
        let host = try await Self.open(folder.path)
        for _ in 0..<20 {
            let made = try await ReadReply(
                await Self.ask(
                    host, "public/assets/upload",
                    #"{"tokens":[{"recordType":"Photo","fieldName":"image"}]}"#))
            let url = try #require(URL(string: made.list("tokens").first?["url"] as? String ?? ""))
            let statuses = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        await host.answer(
                            WireRequest("POST", url.path, body: .bytes([1, 2, 3]))
                        ).status
                    }
                }
                return await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.allSatisfy { $0 == 200 }, "\(statuses)")
        }
        try await host.close()
    }

    /// The name is in the URL, which has a length.
    @Test(arguments: [(10_000, 255), (255, 255), (1, 1), (0, 3)])
    func `takes a client's name as long as a device's`(given: Int, kept: Int) async throws {
        let host = try await Self.open(folder.path)
        let name = String(repeating: "x", count: given)
        let reply = try await ReadReply(
            await host.answer(
                WireRequest(
                    "POST", "/device/1/iCloud.a/development/tokens/create",
                    headers: [(name: "x-quarry-device", value: "mac")],
                    body: .bytes(Array(#"{"clientId":"\#(name)"}"#.utf8)))))
        let url = try #require(URL(string: reply.json["webcourierURL"] as? String ?? ""))
        let address = host.courier.address(url.lastPathComponent, at: Date())
        #expect(address?.device.count == kept)
        let token = try #require(reply.json["apnsToken"] as? String)
        #expect(Data(base64Encoded: token) != nil, "\(token)")
        try await host.close()
    }

    @Test func `keeps what it acknowledged`() async throws {
        let host = try await Self.open(folder.path)
        #expect(await Self.ask(host, "public/records/modify", Self.create).status == 200)
        try await host.close()
        let again = try await Self.open(folder.path)
        #expect(again.containers.names == ["iCloud.a"])
        let reply = await Self.ask(
            again, "public/records/lookup", #"{"records":[{"recordName":"r"}]}"#)
        #expect(String(decoding: reply.bytes, as: UTF8.self).contains("Paris"))
        try await again.close()
    }

    @Test func `what an engine says of a server's files does not go over the wire`() async throws {
        let host = try await Self.open(folder.path)
        try FileManager.default.createDirectory(
            atPath: folder.path + "/containers/iCloud.a/development.db",
            withIntermediateDirectories: true)
        let reply = await Self.ask(host, "public/records/modify", Self.create)
        let text = String(decoding: reply.bytes, as: UTF8.self)
        #expect(text.contains("The database cannot be opened"), "\(text)")
        #expect(!text.contains(folder.path) && !text.contains("development.db"), "\(text)")
        try await host.close()
    }

    @Test(arguments: [false, true])
    func `answers 503 or 500 for a database that cannot be opened`(isFile: Bool) async throws {
        let host = try await Self.open(folder.path)
        let file = folder.file("containers/iCloud.a/development.db")
        try FileManager.default.createDirectory(
            at: isFile ? file.deletingLastPathComponent() : file, withIntermediateDirectories: true)
        if isFile { try Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 * 7) }).write(to: file) }
        let reply = await Self.ask(host, "public/records/modify", Self.create)
        #expect(reply.status == (isFile ? 500 : 503))
        #expect(reply.headers.contains { $0.name == "retry-after" } == !isFile)
        let administered = await host.answer(
            WireRequest("GET", "/admin/1/containers/iCloud.a/development/schema"))
        #expect(administered.status == (isFile ? 500 : 503))
        try await host.close()
    }

    /// It was a request at fault, 400.
    @Test func `answers 503 and says what to do for a database that a newer version made`()
        async throws
    {
        let first = try await Self.open(folder.path)
        #expect(await Self.ask(first, "public/records/modify", Self.create).status == 200)
        try await first.close()
        let file = folder.file("containers/iCloud.a/development.db").path
        _ = try sqlite(file, "UPDATE _meta SET value = '999' WHERE key = 'layout'")
        let host = try await Self.open(folder.path)
        let reply = await Self.ask(host, "public/records/modify", Self.create)
        #expect(reply.status == 503 && reply.headers.contains { $0.name == "retry-after" })
        let text = String(decoding: reply.bytes, as: UTF8.self)
        #expect(text.contains("TRY_AGAIN_LATER") && text.contains("newer version"), "\(text)")
        #expect(text.contains("install the version that made it"), "\(text)")
        let administered = await host.answer(
            WireRequest("GET", "/admin/1/containers/iCloud.a/development/schema"))
        #expect(administered.status == 503)
        for cause in [reply.cause, administered.cause] {
            #expect(cause?.hasPrefix("newerVersion: ") == true, "\(cause ?? "")")
            #expect(cause?.contains("install the version") == true, "\(cause ?? "")")
        }
        try await host.close()
    }

    @Test(arguments: ["../../escape", "..", ".hidden", "a/b", "a%2Fb", "ünïcode", "a b", "CON"])
    func `makes no path of a container's name`(name: String) async throws {
        let host = try await Self.open(folder.path + "/inner")
        let reply = await Self.ask(host, "public/records/modify", Self.create, in: name)
        #expect(reply.status == 200)
        #expect(host.containers.names == [name])
        try await host.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["inner"])
        let containers = try FileManager.default.contentsOfDirectory(
            atPath: folder.path + "/inner/containers")
        #expect(containers.count == 1)
        #expect(ContainerName.unescaped(containers[0]) == name)
    }

    @Test func `opens a container once, however many ask at once`() async throws {
        let host = try await Self.open(folder.path)
        let services = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    ObjectIdentifier(try await host.containers.service("iCloud.a", .development))
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(services.count == 1)
        try await host.close()
    }

    @Test func `opens a container once, though some ask when it has just opened`() async throws {
        var options = HostOptions(.memory)
        options.acceptsAnyContainer = true
        options.limits.containersOnDemand = 1_000
        let host = try await ServerCore.Host(options)
        for round in 0..<200 {
            let services = try await withThrowingTaskGroup(of: RecordService.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        for _ in 0..<number * 2 { await Task.yield() }
                        return try await host.containers.service("iCloud.\(round)", .development)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(services.map(ObjectIdentifier.init)).count == 1)
        }
        try await host.close()
    }

    @Test func `a name has one folder, however its characters are composed`() async throws {
        let host = try await Self.open(folder.path)
        let made = await Self.ask(host, "public/records/modify", Self.create, in: "caf\u{E9}")
        #expect(made.status == 200)
        await #expect(throws: ContainerRegistry.Refusal.exists("cafe\u{301}")) {
            try await host.containers.create("cafe\u{301}")
        }
        try await host.close()
        let again = try await Self.open(folder.path)
        let reply = await Self.ask(
            again, "public/records/lookup", #"{"records":[{"recordName":"r"}]}"#,
            in: "cafe\u{301}")
        #expect(String(decoding: reply.bytes, as: UTF8.self).contains("Paris"))
        try await again.close()
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: folder.path + "/containers")
        #expect(folders == ["caf%C3%A9"])
    }

    @Test func `roles and saved queries are found, however a name is composed`() async throws {
        let names = ["caf\u{E9}", "cafe\u{301}"]
        let host = try await Self.open(folder.path)
        for name in names { try? await host.containers.create(name) }
        func saved(_ name: String, _ body: String? = nil) async -> String {
            let part = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let reply = await host.answer(
                WireRequest(
                    body == nil ? "GET" : "PUT",
                    "/admin/1/containers/\(part)/development/saved-queries",
                    body: .bytes(Array((body ?? "").utf8))))
            return String(decoding: reply.bytes, as: UTF8.self)
        }
        let query = #"{"savedQueries":[{"name":"Large","recordType":"City"}]}"#
        #expect(await saved(names[1], query).contains("Large"))
        #expect(await saved(names[0]).contains("Large"))
        _ = try await host.accounts.createUser(NewUser("ann", recordName: "_ann"))
        try await host.accounts.setRoles(
            ["editor": ["_ann"]], container: names[0], environment: "development")
        try await host.accounts.setRoles([:], container: names[1], environment: "development")
        try await host.close()
        // A role that was taken does not come back.
        let again = try await Self.open(folder.path)
        for name in names {
            let roles = try await again.accounts.roles(container: name, environment: "development")
            #expect(roles.isEmpty)
        }
        try await again.close()
    }

    @Test func `shares its directory with no other`() async throws {
        let host = try await Self.open(folder.path)
        await #expect(throws: HostError.self) { _ = try await Self.open(folder.path) }
        try await host.close()
        try await Self.open(folder.path).close()
    }

    @Test func `knows no container that was not made, unless any is accepted`() async throws {
        var options = HostOptions(.memory)
        options.requiresAuthentication = false
        options.containers = ["iCloud.a"]
        let host = try await ServerCore.Host(options)
        let found = await Self.ask(host, "public/records/modify", Self.create)
        #expect(found.status == 200)
        let none = await Self.ask(host, "public/records/modify", Self.create, in: "iCloud.b")
        #expect(none.status == 404)
        try await host.close()
    }

    @Test func `has the seconds to wait in the header of the administration too`() {
        var error = AdministrationError(.throttled, "Too many attempts")
        error.retryAfter = 2.5
        let reply = error.reply(to: WireRequest("POST", "/admin/1/session"))
        #expect(reply.status == 429)
        #expect(reply.headers.contains { $0.name == "retry-after" && $0.value == "3" })
    }

    @Test func `tells one address to wait, and others not`() async throws {
        var options = HostOptions(.memory)
        options.requiresAuthentication = false
        options.acceptsAnyContainer = true
        options.rateLimit = RateLimit(perSecond: 0.001, burst: 3)
        let host = try await ServerCore.Host(options)
        var statuses: [Int] = []
        for _ in 0..<5 {
            statuses.append(await host.answer(WireRequest("GET", "/health", peer: "a")).status)
        }
        #expect(statuses == [200, 200, 200, 429, 429])
        #expect(await host.answer(WireRequest("GET", "/health", peer: "b")).status == 200)
        let reply = await host.answer(WireRequest("GET", "/health", peer: "a"))
        #expect(String(decoding: reply.bytes, as: UTF8.self).contains("THROTTLED"))
        #expect(
            String(decoding: reply.bytes, as: UTF8.self).contains(/"retryAfter":[1-9][0-9]*[,}]/))
        // Of a preflight that fails a page does not learn why.
        let preflight = await host.answer(
            WireRequest(
                "OPTIONS", "/database/1/a/development/public/records/query",
                headers: [("origin", "http://localhost:3000")], peer: "a"))
        #expect(preflight.status == 204)
        try await host.close()
    }

    @Test func `answers every path with a status and an id`() async throws {
        var options = HostOptions(.memory)
        options.requiresAuthentication = false
        let host = try await ServerCore.Host(options)
        for path in [
            "", "/", "//", "/database", "/database/1", "/database/1/a/b/c", "/database/1/%/x/y/z",
            "/device/1/a/development/tokens", "/assets/upload/", "/assets/download/",
            "/assets/download/a/b/c/d/e/f", "/courier/", "/admin/1", "/admin/9/x", "/signin/x",
            "/%00", String(repeating: "/", count: 9000),
            "/database/1/a/production/public/\u{1F600}",
        ] {
            for method in ["GET", "POST", "DELETE", "BREW", ""] {
                let reply = await host.answer(WireRequest(method, path))
                #expect((200..<600).contains(reply.status))
                #expect(reply.status < 500, "\(method) \(path.prefix(40))")
                #expect(reply.headers.contains { $0.name == "x-apple-request-uuid" })
            }
        }
        try await host.close()
    }

    @Test func `says after closing that it is closed`() async throws {
        var options = HostOptions(.memory)
        options.requiresAuthentication = false
        options.acceptsAnyContainer = true
        let host = try await ServerCore.Host(options)
        #expect(await Self.ask(host, "public/records/modify", Self.create).status == 200)
        try await host.close()
        #expect(await Self.ask(host, "public/records/modify", Self.create).status == 503)
        #expect(await host.answer(WireRequest("GET", "/ready")).status == 503)
        #expect(await host.answer(WireRequest("GET", "/health")).status == 200)
    }

    @Test func `serves the description of its endpoints as the file has it`() async throws {
        let file = try Data(contentsOf: PackageFolder.file("docs/openapi.yaml"))
        let host = try await ServerCore.Host(HostOptions(.memory))
        let reply = await host.answer(WireRequest("GET", "/openapi.yaml"))
        #expect(reply.status == 200 && reply.bytes == Array(file))
        try await host.close()
    }
}

extension WireReply {
    var bytes: [UInt8] { if case .bytes(let bytes) = body { bytes } else { [] } }
}
