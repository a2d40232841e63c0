import Foundation
import ServerCore
import TestFiles
import TestTime
import Testing
import WebServer

@Suite struct `Assets` {
    private let folder = TemporaryFolder()

    private struct Uploaded: Sendable {
        var receipt: String
        var checksum: String
    }

    /// The path to which a record's image may be sent; that of any record where none is named.
    private static func place(
        _ record: String?, _ client: RawClient, _ server: TestServer
    ) throws -> String {
        let name = record.map { #""recordName":"\#($0)","# } ?? ""
        let tokens = try client.ask(
            "POST", server.path("public/assets/upload"),
            #"{"tokens":[{"recordType":"Photo",\#(name)"fieldName":"image"}]}"#)
        let list = try #require(tokens.json["tokens"] as? [[String: any Sendable]])
        let url = try #require(list.first?["url"] as? String)
        return try #require(URLComponents(string: url)?.path)
    }

    private static func upload(
        _ bytes: [UInt8], _ record: String?, _ client: RawClient, _ server: TestServer,
        _ headers: [String: String] = [:], size: Int? = nil
    ) throws -> Uploaded {
        let reply = try client.ask(
            "POST", try place(record, client, server), bytes: bytes, headers)
        #expect(reply.status == 200)
        let file = try #require(reply.json["singleFile"] as? [String: any Sendable])
        #expect((file["size"] as? NSNumber)?.intValue == size ?? bytes.count)
        return Uploaded(
            receipt: try #require(file["receipt"] as? String),
            checksum: try #require(file["fileChecksum"] as? String))
    }

    private static func save(
        _ record: String, _ size: Int, _ uploaded: Uploaded, _ client: RawClient,
        _ server: TestServer
    ) throws -> RawClient.Reply {
        try client.ask(
            "POST", server.path("public/records/modify"),
            #"{"operations":[{"operationType":"create","record":{"recordName":"\#(record)","recordType":"Photo","fields":{"image":{"value":{"fileChecksum":"\#(uploaded.checksum)","size":\#(size),"receipt":"\#(uploaded.receipt)"},"type":"ASSETID"}}}}]}"#
        )
    }

    @Test func `go up and come down, whole and in parts`() async throws {
        try await TestServer.with { server in
            try await blocking {
                let client = try RawClient(server.port)
                let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
                let uploaded = try Assets.upload(bytes, "p", client, server)
                let saved = try Assets.save("p", bytes.count, uploaded, client, server)
                #expect(saved.status == 200)
                let records = try #require(saved.json["records"] as? [[String: any Sendable]])
                let fields = try #require(records[0]["fields"] as? [String: any Sendable])
                let image = try #require(fields["image"] as? [String: any Sendable])
                let value = try #require(image["value"] as? [String: any Sendable])
                #expect(value["fileChecksum"] as? String == uploaded.checksum)
                let url = try #require(value["downloadURL"] as? String)
                let path = try #require(URLComponents(string: url)?.path)
                let whole = try client.ask("GET", path)
                #expect(whole.status == 200)
                #expect(whole.body == bytes)
                #expect(whole.headers["x-content-type-options"] == "nosniff")
                // A browser that keeps it for an image asks again for a script.
                #expect(whole.headers["vary"] == "Origin")
                let part = try client.ask("GET", path, nil, ["Range": "bytes=1000-1999"])
                #expect(part.status == 206)
                #expect(part.body == Array(bytes[1000...1999]))
                #expect(part.headers["content-range"] == "bytes 1000-1999/3000000")
                let end = try client.ask("GET", path, nil, ["Range": "bytes=-5"])
                #expect(end.body == Array(bytes.suffix(5)))
                let none = try client.ask("GET", path, nil, ["Range": "bytes=3000000-"])
                #expect(none.status == 416)
                let tag = try #require(whole.headers["etag"])
                let known = try client.ask("GET", path, nil, ["If-None-Match": tag])
                #expect(known.status == 304)
                #expect(try client.ask("HEAD", path).headers["content-length"] == "3000000")
                // A URL with another checksum, another date, or another signature is none.
                for place in [path.count - 3, path.count - 40] {
                    var letters = Array(path)
                    letters[place] = letters[place] == "A" ? "B" : "A"
                    #expect(try client.ask("GET", String(letters)).status == 404)
                }
            }
        }
    }

    @Test func `come in a form too, as browsers and some clients send files`() async throws {
        try await TestServer.with { server in
            try await blocking {
                let client = try RawClient(server.port)
                let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
                let head =
                    "--b\r\nContent-Disposition: form-data; name=\"files\"; "
                    + "filename=\"f\"\r\nContent-Type: image/png\r\n\r\n"
                let form = Array(head.utf8) + bytes + Array("\r\n--b--\r\n".utf8)
                let type = ["Content-Type": "multipart/form-data; boundary=\"b\""]
                let (plain, uploaded) = (
                    try Assets.upload(bytes, "a", client, server),
                    try Assets.upload(form, "b", client, server, type, size: bytes.count)
                )
                #expect(uploaded.checksum == plain.checksum)
                let saved = try Assets.save("b", bytes.count, uploaded, client, server)
                let records = try #require(saved.json["records"] as? [[String: any Sendable]])
                let fields = try #require(records[0]["fields"] as? [String: any Sendable])
                let image = try #require(fields["image"] as? [String: any Sendable])
                let value = try #require(image["value"] as? [String: any Sendable])
                let url = try #require(value["downloadURL"] as? String)
                // Some clients escape it again.
                #expect(!url.contains("%"))
                let path = try #require(URLComponents(string: url)?.path)
                #expect(try client.ask("GET", path).body == bytes)
                let none = try client.ask(
                    "POST", try Assets.place("c", client, server), bytes: bytes, type)
                #expect(none.status == 400)
                #expect(none.json["reason"] as? String == "the form has no file")
            }
        }
    }

    @Test func `are not found when their record went`() async throws {
        try await TestServer.with { server in
            try await blocking {
                let client = try RawClient(server.port)
                let uploaded = try Assets.upload([1, 2, 3], "p", client, server)
                let saved = try Assets.save("p", 3, uploaded, client, server)
                let records = try #require(saved.json["records"] as? [[String: any Sendable]])
                let fields = try #require(records[0]["fields"] as? [String: any Sendable])
                let image = try #require(fields["image"] as? [String: any Sendable])
                let value = try #require(image["value"] as? [String: any Sendable])
                let url = try #require(value["downloadURL"] as? String)
                let path = try #require(URLComponents(string: url)?.path)
                #expect(try client.ask("GET", path).body == [1, 2, 3])
                _ = try client.ask(
                    "POST", server.path("public/records/modify"),
                    #"{"operations":[{"operationType":"forceDelete","record":{"recordName":"p"}}]}"#
                )
                // The content goes after the answer.
                var gone = try client.ask("GET", path)
                for _ in 0..<6_000 where gone.status == 200 {
                    Thread.sleep(forTimeInterval: 0.05)
                    gone = try client.ask("GET", path)
                }
                #expect(gone.status == 404)
                #expect(gone.json["serverErrorCode"] as? String == "NOT_FOUND")
            }
        }
    }

    /// CloudKit JS says no name of a new record, and reads none from the reply.
    @Test func `sent for no record may go into any`() async throws {
        try await TestServer.with { server in
            try await blocking {
                let client = try RawClient(server.port)
                let uploaded = try Assets.upload([1, 2, 3], nil, client, server)
                for record in ["one", "two"] {
                    let saved = try Assets.save(record, 3, uploaded, client, server)
                    let records = try #require(saved.json["records"] as? [[String: any Sendable]])
                    let fields = try #require(records[0]["fields"] as? [String: any Sendable])
                    #expect(fields["image"] != nil)
                }
            }
        }
    }

    @Test func `need a receipt of one's own upload`() async throws {
        try await TestServer.with { server in
            try await blocking {
                let client = try RawClient(server.port)
                var uploaded = try Assets.upload([1, 2, 3], "mine", client, server)
                // For another record, the receipt is nothing.
                let other = try Assets.save("other", 3, uploaded, client, server)
                #expect(other.text.contains("did_not_validate"))
                uploaded.receipt = String(uploaded.receipt.dropLast(4)) + "AAAA"
                let forged = try Assets.save("mine", 3, uploaded, client, server)
                #expect(forged.status == 200)
                #expect(forged.text.contains("bad upload receipt (did_not_validate)"))
            }
        }
    }

    /// Replies name the owner of a zone, which a client may leave out of its next request.
    @Test func `are of the same record whether the zone's owner is named or not`() async throws {
        try await TestServer.with { server in
            try await blocking {
                let client = try RawClient(server.port)
                let caller = try client.ask("POST", server.path("private/users/caller"), "{}")
                let user = try #require(caller.json["userRecordName"] as? String)
                let bare = #"{"zoneName":"_defaultZone"}"#
                let named = #"{"zoneName":"_defaultZone","ownerRecordName":"\#(user)"}"#
                for (name, zones) in [("a", [bare, named]), ("b", [named, bare])] {
                    let tokens = try client.ask(
                        "POST", server.path("private/assets/upload"),
                        #"{"zoneID":\#(zones[0]),"tokens":[{"recordType":"Photo","recordName":"\#(name)","fieldName":"image"}]}"#
                    )
                    let list = try #require(tokens.json["tokens"] as? [[String: any Sendable]])
                    let url = try #require(list.first?["url"] as? String)
                    let path = try #require(URLComponents(string: url)?.path)
                    let sent = try client.ask("POST", path, bytes: [1, 2, 3])
                    let file = try #require(sent.json["singleFile"] as? [String: any Sendable])
                    let checksum = try #require(file["fileChecksum"] as? String)
                    let receipt = try #require(file["receipt"] as? String)
                    let saved = try client.ask(
                        "POST", server.path("private/records/modify"),
                        #"{"zoneID":\#(zones[1]),"operations":[{"operationType":"create","record":{"recordName":"\#(name)","recordType":"Photo","fields":{"image":{"value":{"fileChecksum":"\#(checksum)","size":3,"receipt":"\#(receipt)"},"type":"ASSETID"}}}}]}"#
                    )
                    #expect(saved.status == 200)
                    #expect(!saved.text.contains("serverErrorCode"))
                }
            }
        }
    }

    /// Sends the head of an asset of ten bytes; gives the status with which it is answered.
    private static func begin(_ path: String, _ client: RawClient) throws -> Int? {
        try client.send(
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                + "Content-Length: 10\r\n\r\n")
        return try client.reply()?.status
    }

    @Test func `come one at a time to one URL`() async throws {
        try await TestServer.with { server in
            let port = server.port
            let (first, path) = try await blocking {
                let first = try RawClient(port)
                let path = try Assets.place("p", first, server)
                #expect(try Assets.begin(path, first) == 100)
                #expect(try Assets.begin(path, RawClient(port)) == 503)
                let other = try RawClient(port)
                #expect(try Assets.begin(Assets.place("q", other, server), other) == 100)
                try first.send([UInt8](repeating: 1, count: 10))
                #expect(try first.reply()?.status == 200)
                return (first, path)
            }
            // The same content again, and one that is cut off.
            try await blocking {
                #expect(
                    try first.ask("POST", path, bytes: [UInt8](repeating: 1, count: 10)).status
                        == 200)
                let cut = try RawClient(port)
                #expect(try Assets.begin(path, cut) == 100)
                cut.endSending()
                _ = cut.isClosed()
            }
            #expect(
                try await eventually {
                    try await blocking { try Assets.begin(path, RawClient(port)) == 100 }
                })
        }
    }

    @Test func `on their way have a limit together`() async throws {
        let uploads = folder.file("uploads")
        try await TestServer.with({ options, web in
            options.location = .directory(folder.path)
            web.fileBytes = 15
        }) { server in
            let port = server.port
            let (first, second) = try await blocking {
                let clients = try (RawClient(port), RawClient(port))
                for (name, client) in [("p", clients.0), ("q", clients.1)] {
                    #expect(try Assets.begin(Assets.place(name, client, server), client) == 100)
                }
                try clients.0.send([UInt8](repeating: 1, count: 9))
                return clients
            }
            #expect(
                try await eventually {
                    try FileManager.default.contentsOfDirectory(atPath: uploads.path).contains {
                        try Data(contentsOf: uploads.appendingPathComponent($0)).count == 9
                    }
                })
            try await blocking {
                try second.send([UInt8](repeating: 1, count: 9))
                #expect(try second.reply()?.status == 503)
                try first.send([1])
                #expect(try first.reply()?.status == 200)
            }
        }
    }

    @Test func `are refused when they are too large or unknown`() async throws {
        try await TestServer.with({ options, _ in options.limits.assetBytes = 1000 }) { server in
            try await blocking {
                let client = try RawClient(server.port)
                let tokens = try client.ask(
                    "POST", server.path("public/assets/upload"),
                    #"{"tokens":[{"recordType":"Photo","fieldName":"image"}]}"#)
                let list = try #require(tokens.json["tokens"] as? [[String: any Sendable]])
                let url = try #require(list.first?["url"] as? String)
                let path = try #require(URLComponents(string: url)?.path)
                let reply = try client.ask("POST", path, bytes: [UInt8](repeating: 1, count: 1001))
                #expect(reply.status == 413)
                let unknown = try RawClient(server.port).ask(
                    "POST", "/assets/upload/AAAA", bytes: [1, 2, 3])
                #expect(unknown.status == 404)
            }
        }
    }
}
