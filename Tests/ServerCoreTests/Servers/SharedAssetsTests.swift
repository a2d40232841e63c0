#if Postgres
import Foundation
import RecordCore
import Testing
import WebServices

@testable import ServerCore

extension SharedDatabaseTests {
    @Suite(.enabled(if: Servers.canRun)) struct `Assets of several servers` {
        @Test(arguments: ["public", "private"])
        func `one takes in what a second saves and a third hands out`(
            database: String
        ) async throws {
            try await Servers.with(3) { servers in
                let content = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
                let made = try await servers[0].ask(
                    "\(database)/assets/upload",
                    #"{"tokens":[{"recordType":"City","recordName":"r","fieldName":"map"}]}"#)
                let address = try #require(made.list("tokens").first?["url"] as? String)
                let upload = try #require(URL(string: address)?.path)
                let sent = try await ReadReply(
                    servers[0].answer(
                        WireRequest("POST", upload, headers: [], body: .bytes(Array(content)))))
                #expect(sent.status == 200)
                let file = try #require(sent.json["singleFile"] as? [String: Any])
                let receipt = try #require(file["receipt"] as? String)
                let checksum = try #require(file["fileChecksum"] as? String)
                #expect(checksum == ContentHash.hex(of: content))

                let saved = try await servers[1].ask(
                    "\(database)/records/modify",
                    #"{"operations":[{"operationType":"create","record":{"recordName":"r","recordType":"City","fields":{"map":{"value":{"fileChecksum":"\#(checksum)","size":700000,"receipt":"\#(receipt)"},"type":"ASSETID"}}}}]}"#
                )
                #expect(saved.status == 200)
                let fields = try #require(
                    saved.list("records").first?["fields"] as? [String: [String: Any]])
                let value = try #require(fields["map"]?["value"] as? [String: Any])
                let url = try #require(value["downloadURL"] as? String)

                let place = try #require(URL(string: url))
                // Either is asked on the threads of its container, by whichever server.
                let key = ContainerRegistry.Key(Servers.container, .development)
                for (route, path) in [(Route.upload, upload), (.download, place.path)] {
                    let asked = WireRequest("GET", path)
                    #expect(servers[2].container(of: asked, route, nil) == key)
                    let forged = WireRequest("GET", path.replacing("a", with: "b"))
                    #expect(servers[2].container(of: forged, route, nil) == nil)
                }
                let reply = await servers[2].answer(
                    WireRequest("GET", place.path, headers: []))
                guard case .file(let path, let offset, let count) = reply.body else {
                    Issue.record("\(reply.status)")
                    return
                }
                #expect(offset == 0 && count == 700_000)
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
            }
        }
    }
}
#endif
