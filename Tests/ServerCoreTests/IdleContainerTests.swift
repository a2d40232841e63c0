import Foundation
import RecordService
import Stores
import TestFiles
import TestTime
import Testing
import WebServices

@testable import ServerCore

/// Containers whose databases are closed while nothing uses them.
@Suite struct `A container that is not used` {
    private let folder = TemporaryFolder()

    private static func open(
        _ directory: String, idle: Double? = 0.05
    ) async throws -> ServerCore.Host {
        var options = HostOptions(directory: directory)
        options.containers = ["iCloud.a"]
        options.requiresAuthentication = false
        options.durability = .off
        options.containerIdleTimeout = idle
        // Longer than a test may wait for what a client is to hear.
        options.limits.pollSeconds = 600
        return try await ServerCore.Host(options)
    }

    private static func ask(
        _ host: ServerCore.Host, _ path: String, _ body: String, device: String = "writer"
    ) async throws -> [String: Any] {
        let reply = await host.answer(
            WireRequest(
                "POST", path.hasPrefix("/") ? path : "/database/1/iCloud.a/development/\(path)",
                headers: [("x-quarry-device", device)], body: .bytes(Array(body.utf8))))
        #expect(reply.status == 200, "\(String(decoding: reply.bytes, as: UTF8.self))")
        return try #require(
            JSONSerialization.jsonObject(with: Data(reply.bytes)) as? [String: Any])
    }

    private static func create(_ name: String) -> String {
        #"{"operations":[{"operationType":"create","record":{"recordName":"\#(name)","recordType":"City","fields":{"name":{"value":"x"}}}}]}"#
    }

    private static func poll(_ host: ServerCore.Host, _ path: String) async -> String {
        let reply = await host.answer(WireRequest("GET", path))
        return (try? await ReadReply(reply).text) ?? ""
    }

    @Test func `keeps subscriptions, notifications and the clients that wait`() async throws {
        let host = try await Self.open(folder.path)
        func rests() async throws -> Bool {
            try await eventually { host.containers.awake == 0 }
        }
        _ = try await Self.ask(host, "public/records/modify", Self.create("zero"))
        _ = try await Self.ask(
            host, "public/subscriptions/modify",
            #"{"operations":[{"operationType":"create","subscription":{"subscriptionID":"s","subscriptionType":"query","query":{"recordType":"City"},"firesOn":["create"]}}]}"#,
            device: "reader")
        let token = try await Self.ask(
            host, "/device/1/iCloud.a/development/tokens/create",
            #"{"apnsEnvironment":"development","clientId":"reader"}"#, device: "reader")
        let url = try #require(token["webcourierURL"] as? String)
        let path = try #require(URLComponents(string: url)?.path)
        #expect(try await rests())
        // A client waits while the database is closed, and hears of the next change.
        async let news = Self.poll(host, path)
        #expect(try await eventually { host.courier.waiting == 1 })
        #expect(try await rests())
        _ = try await Self.ask(host, "public/records/modify", Self.create("one"))
        let first = await news
        #expect(first.contains(#""rid":"one""#))
        // A change from before the database was closed is reported after it.
        _ = try await Self.ask(host, "public/records/modify", Self.create("two"))
        #expect(try await rests())
        let second = await Self.poll(host, path)
        #expect(second.contains(#""rid":"two""#))
        try await host.close()
    }

    @Test func `goes on with cursors where they were`() async throws {
        let host = try await Self.open(folder.path)
        for name in ["a", "b", "c"] {
            _ = try await Self.ask(host, "public/records/modify", Self.create(name))
        }
        var names: [String] = []
        var marker: String?
        repeat {
            let next = marker.map { #","continuationMarker":"\#($0)""# } ?? ""
            let page = try await Self.ask(
                host, "public/records/query",
                #"{"query":{"recordType":"City"},"resultsLimit":1\#(next)}"#)
            let records = try #require(page["records"] as? [[String: Any]])
            names += records.compactMap { $0["recordName"] as? String }
            marker = page["continuationMarker"] as? String
            #expect(try await eventually { host.containers.awake == 0 })
        } while marker != nil
        #expect(names.sorted() == ["a", "b", "c"])
        try await host.close()
    }

    @Test func `is one of many that take no thread and no file`() async throws {
        let host = try await Self.open(folder.path)
        for number in 0..<40 {
            let name = "iCloud.many\(number)"
            try await host.containers.create(name)
            _ = try await Self.ask(
                host, "/database/1/\(name)/development/public/records/modify",
                Self.create("r"))
        }
        #expect(host.containers.open.count == 40)
        func openFiles() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            }.filter { $0.hasPrefix(folder.path + "/containers") }
        }
        // The server looks after its databases now and then, which wakes them once more.
        #expect(
            try await eventually {
                guard try host.containers.awake == 0 && openFiles().isEmpty else { return false }
                let metrics = await host.answer(WireRequest("GET", "/metrics", peer: "127.0.0.1"))
                return String(decoding: metrics.bytes, as: UTF8.self)
                    .contains("quarry_containers_open 0\n")
            })
        // Nothing was lost, and each answers.
        for number in 0..<40 {
            let reply = try await Self.ask(
                host, "/database/1/iCloud.many\(number)/development/public/records/lookup",
                #"{"records":[{"recordName":"r"}]}"#)
            #expect((reply["records"] as? [[String: Any]])?.first?["fields"] != nil)
        }
        try await host.close()
    }

    @Test func `that does not exist is not created by a request`() async throws {
        let host = try await Self.open(folder.path)
        for method in ["records/query", "records/modify", "zones/list"] {
            let reply = await host.answer(
                WireRequest(
                    "POST", "/database/1/iCloud.b/development/public/\(method)",
                    body: .bytes(Array(Self.create("r").utf8))))
            #expect(reply.status == 404)
            #expect(String(decoding: reply.bytes, as: UTF8.self).contains("NOT_FOUND"))
        }
        #expect(host.containers.names == ["iCloud.a"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/containers")
                == ["iCloud.a"])
        try await host.close()
    }

    @Test func `is created by a request where that is allowed, up to a number`() async throws {
        var options = HostOptions(directory: folder.path)
        options.requiresAuthentication = false
        options.acceptsAnyContainer = true
        options.durability = .off
        options.limits.containersOnDemand = 3
        let host = try await ServerCore.Host(options)
        var statuses: [Int] = []
        for number in 0..<5 {
            let reply = await host.answer(
                WireRequest(
                    "POST", "/database/1/iCloud.\(number)/development/public/records/modify",
                    body: .bytes(Array(Self.create("r").utf8))))
            statuses.append(reply.status)
        }
        #expect(statuses == [200, 200, 200, 413, 413])
        #expect(host.containers.names.count == 3)
        try await host.close()
    }
}
