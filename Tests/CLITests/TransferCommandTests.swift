import Foundation
import LocalServer
import Testing

/// `quarry pull` and `quarry push`: containers into stores and back.
@Suite(.serialized) struct TransferCommandTests {
    let tool = Tool()

    private static let schema = """
        DEFINE SCHEMA

            RECORD TYPE Thing (
                "___createTime" TIMESTAMP QUERYABLE SORTABLE,
                "___recordID" REFERENCE QUERYABLE,
                text STRING QUERYABLE SORTABLE,
                whole INT64 QUERYABLE SORTABLE,
                half DOUBLE QUERYABLE SORTABLE,
                moment TIMESTAMP QUERYABLE SORTABLE,
                raw BYTES,
                place LOCATION QUERYABLE,
                other REFERENCE QUERYABLE,
                file ASSET,
                texts LIST<STRING> QUERYABLE,
                wholes LIST<INT64> QUERYABLE,
                halves LIST<DOUBLE> QUERYABLE,
                moments LIST<TIMESTAMP> QUERYABLE,
                raws LIST<BYTES>,
                places LIST<LOCATION>,
                others LIST<REFERENCE> QUERYABLE,
                files LIST<ASSET>,
                secret ENCRYPTED STRING,
                GRANT WRITE TO "_creator",
                GRANT CREATE TO "_icloud",
                GRANT READ TO "_world"
            );

            RECORD TYPE Line (
                "___recordID" REFERENCE QUERYABLE,
                number INT64 QUERYABLE SORTABLE,
                above REFERENCE QUERYABLE,
                GRANT WRITE TO "_creator",
                GRANT CREATE TO "_icloud",
                GRANT READ TO "_world"
            );

        """

    /// One record with a value of every type, and one with none.
    ///
    /// The public database keeps nothing encrypted.
    private static func things(secret: Bool) -> String {
        """
        {"recordType":"Thing","recordName":"full","text":"Zürich \\u0000 \\"💾\\"",\
        "whole":9223372036854775807,"half":0.1,"moment":{"date":"2026-12-21T08:10:00.25Z"},\
        "raw":{"bytes":"AAEC/w=="},"place":{"latitude":47.37,"longitude":8.54,"altitude":408.0},\
        "other":{"recordName":"empty"},"file":{"asset":{"file":"a.bin"}},\
        "texts":["a",""],"wholes":[-9223372036854775808,0,9007199254740993],\
        "halves":[1.0,-1e300],"moments":[{"date":"1969-12-31T23:59:59Z"}],\
        "raws":[{"bytes":""},{"bytes":"/w=="}],"places":[{"latitude":-90.0,"longitude":180.0}],\
        "others":[{"recordName":"full"},{"recordName":"nowhere"}],\
        "files":[{"asset":{"file":"a.bin"}},{"asset":{"file":"b.bin"}}],"secret":\(secret ? "\"told to nobody\"" : "null")}
        {"recordType":"Thing","recordName":"empty"}

        """
    }

    /// Records each of which points at the one after it.
    private static func lines(_ count: Int) -> String {
        (0..<count).map { number in
            let above = number + 1 < count ? padded(number + 1) : "line-000000"
            return #"{"recordType":"Line","recordName":"\#(padded(number))","number":\#(number),"#
                + #""above":{"recordName":"\#(above)","action":"none"}}"# + "\n"
        }.joined()
    }

    private static func padded(_ number: Int) -> String {
        let digits = String(number)
        return "line-" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// A store with things and lines, in the public database or in a zone of a private one.
    func prepare(_ place: String, lines: Int) throws {
        try tool.write(TransferCommandTests.schema, to: "schema.ckdb")
        try tool.write(
            TransferCommandTests.things(secret: !place.isEmpty), to: "things.jsonl")
        try tool.write(TransferCommandTests.lines(lines), to: "lines.jsonl")
        try Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            .write(to: tool.directory.appendingPathComponent("a.bin"))
        try tool.write("b", to: "b.bin")
        for file in ["things", "lines"] {
            let done = try tool.shell(
                "quarry import \(file).jsonl --schema schema.ckdb --store a.db \(place)")
            try #require(done.status == 0, "\(done.errors)")
        }
    }

    func shell(_ line: String) throws -> Tool.Outcome {
        let outcome = try tool.shell(line)
        try #require(outcome.status == 0, "\(line)\n\(outcome.output)\n\(outcome.errors)")
        return outcome
    }

    /// What a store has, a record a line, in an order of its own.
    private func records(_ store: String, _ place: String) throws -> [String] {
        let text = try shell("quarry export --store \(store) --all-zones \(place)").output
        return text.split(separator: "\n").map(String.init).sorted()
    }

    func cloud(_ server: LocalServer, _ container: String) -> String {
        "--cloud \(server.url.absoluteString) --container \(container)"
    }

    @Test(arguments: ["public", "private"])
    func `every field type comes back equal`(_ database: String) async throws {
        let place = database == "public" ? "" : "--database private --zone Box"
        let whole = database == "public" ? "" : "--database private"
        try prepare(place, lines: 450)
        try await Tool.withServer { server in
            let cloud = cloud(server, "iCloud.org.example.copy")
            let app = "--api-token \(server.apiToken) --web-auth-token \(server.webAuthToken)"
            // The schema first: only a management token brings it along.
            _ = try shell(
                "quarry cktool import-schema --url \(server.url.absoluteString) --environment "
                    + "development --container-id iCloud.org.example.copy --file schema.ckdb "
                    + "--token \(server.managementToken)")
            let pushed = try shell("quarry push --store a.db \(whole) \(cloud) \(app)")
            #expect(pushed.output.contains("450"))
            let pulled = try shell(
                "quarry pull --store b.db \(whole) \(cloud) \(app) --schema schema.ckdb")
            #expect(database == "private" || pulled.output.contains("450"))
            let before = try records("a.db", whole)
            #expect(before.count == 452)
            #expect(try records("b.db", whole) == before)
            // Contents too, not only their checksums.
            _ = try shell(
                "quarry export Thing --store b.db --all-zones \(whole) --assets out >/dev/null")
            let files = try FileManager.default.contentsOfDirectory(
                atPath: tool.directory.appendingPathComponent("out").path)
            #expect(files.count == 2)
        }
    }

    @Test func `goes on after it was killed, in both directions`() async throws {
        try prepare("", lines: 1500)
        try await Tool.withServer { server in
            let cloud = cloud(server, "iCloud.org.example.killed")
            let management = "--token \(server.managementToken)"
            for command in [
                "push --store a.db \(cloud) \(management) --page 20 --progress p.json --replace",
                "pull --store b.db \(cloud) \(management) --page 20 --progress q.json",
            ] {
                let progress = command.contains("p.json") ? "p.json" : "q.json"
                var kills = 0
                // Killed in the middle until it has come to the end, a few times at most.
                for attempt in 0..<4 {
                    let outcome = try tool.shell(
                        attempt == 3
                            ? "quarry \(command)"
                            : """
                            "\(Tool.path)" \(command) & id=$!; i=0
                            while [ $i -lt 15000 ]; do
                                grep -q '"position"' \(progress) 2>/dev/null && break
                                kill -0 $id 2>/dev/null || break
                                i=$((i + 1)); sleep 0.02
                            done
                            sleep 0.\(attempt); kill -9 $id 2>/dev/null && echo killed
                            wait $id
                            """)
                    if outcome.output.contains("killed") { kills += 1 }
                    if attempt == 3 {
                        #expect(outcome.status == 0, "\(outcome.errors)")
                        #expect(kills == 0 || outcome.errors.contains("going on from"))
                    } else if outcome.status == 0 {
                        break
                    }
                }
                #expect(kills > 0)
                #expect(
                    !FileManager.default.fileExists(
                        atPath: tool.directory.appendingPathComponent(progress).path))
            }
            #expect(try records("b.db", "") == records("a.db", ""))
        }
    }

    @Test func `a zone brings what changed since, deletions too`() async throws {
        try prepare("--database private --zone Box", lines: 30)
        try await Tool.withServer { server in
            let cloud = cloud(server, "iCloud.org.example.feed")
            let app = "--api-token \(server.apiToken) --web-auth-token \(server.webAuthToken)"
            _ = try shell("quarry push --store a.db --database private \(cloud) \(app)")
            let pull =
                "quarry pull --store b.db --database private \(cloud) \(app) "
                + "--schema schema.ckdb --progress p.json"
            _ = try shell(pull)
            let tokens =
                "--url \(server.url.absoluteString) --container-id iCloud.org.example.feed "
                + "--environment development --database-type private --zone-name Box "
                + "--user \(server.user) --token \(server.managementToken)"
            _ = try shell("quarry cktool delete-record \(tokens) --record-name line-000003 -y")
            _ = try shell(
                "quarry cktool update-record \(tokens) --record-name line-000004 --fields-json "
                    + "'{\"number\":{\"type\":\"int64Type\",\"value\":-4}}'")
            let again = try shell(pull)
            // One change and one deletion, not a complete copy.
            #expect(row(again, "Line") == "1 1 0 1", "\(again.output)")
            #expect(try !shell(pull).output.contains("Box"))
            // Types can be chosen in zones too.
            let things = try shell(
                "quarry pull --store c.db --database private \(cloud) \(app) --type Thing "
                    + "--schema schema.ckdb --progress c.json")
            #expect(row(things, "Thing") == "2 2 0 0" && row(things, "Line") == nil)
            #expect(try records("c.db", "--database private").count == 2)
            let other = try tool.shell(
                "quarry pull --store c.db --database private \(cloud) \(app) --type Line "
                    + "--progress c.json")
            #expect(other.status == 2 && other.errors.contains("another transfer"))
            let after = try records("b.db", "--database private")
            let before = try records("a.db", "--database private")
            #expect(after.count == before.count - 1)
            #expect(
                !after.contains { $0.contains(#""number":3,"#) || $0.contains(#""number":3}"#) })
            #expect(after.contains { $0.contains(#""number":-4"#) })
        }
    }

    @Test func `an expired token does not hide what was deleted`() async throws {
        try prepare("--database private --zone Box", lines: 5)
        try await Tool.withServer { server in
            let container = "iCloud.org.example.expired"
            let cloud = cloud(server, container)
            let app = "--api-token \(server.apiToken) --web-auth-token \(server.webAuthToken)"
            _ = try shell("quarry push --store a.db --database private \(cloud) \(app)")
            // Names are read a page at a time.
            let pull =
                "quarry pull --store b.db --database private \(cloud) \(app) "
                + "--schema schema.ckdb --progress p.json --page 2"
            _ = try shell(pull)
            let before = try records("b.db", "--database private")
            let tokens =
                "--url \(server.url.absoluteString) --container-id \(container) "
                + "--environment development --database-type private --zone-name Box "
                + "--user \(server.user) --token \(server.managementToken)"
            _ = try shell("quarry cktool delete-record \(tokens) --record-name line-000003 -y")
            _ = try await LocalServerTests.post(
                server.url.appendingPathComponent("admin/1/faults"),
                #"{"container":"\#(container)","fault":"tokensExpired"}"#,
                bearer: server.managementToken)
            let again = try tool.shell(pull)
            #expect(again.status == 3)
            #expect(
                again.errors.contains("Box: not at the source: Line line-000003\n"),
                "\(again.errors)")
            #expect(again.errors.contains("Box: 1 record of the store is not"), "\(again.errors)")
            // It may be the store's own, and stays.
            #expect(try records("b.db", "--database private") == before)
            let next = try shell(pull)
            #expect(!next.errors.contains("not at the source"), "\(next.errors)")
        }
    }

    @Test func `counts at the end what came into zones`() async throws {
        try prepare("--database private --zone Box", lines: 30)
        try await Tool.withServer { server in
            let cloud = cloud(server, "iCloud.org.example.count")
            let app = "--api-token \(server.apiToken) --web-auth-token \(server.webAuthToken)"
            _ = try shell("quarry push --store a.db --database private \(cloud) \(app)")
            let pull =
                "quarry pull --store b.db --database private \(cloud) \(app) "
                + "--schema schema.ckdb --progress p.json"
            #expect(row(try shell(pull), "Line") == "30 30 0 0")
            // As if the run had been interrupted, and a record had gone before the next.
            _ = try shell("quarry delete --name line-000007 --store b.db --zone Box")
            var progress = try #require(
                try JSONSerialization.jsonObject(with: Data(try tool.read("p.json").utf8))
                    as? [String: Any])
            progress["isComplete"] = false
            try tool.write(
                String(
                    decoding: try JSONSerialization.data(withJSONObject: progress),
                    as: UTF8.self), to: "p.json")
            let short = try tool.shell(pull)
            #expect(short.status == 3)
            #expect(
                short.errors.contains("Box/Line: 30 should be there, and 29 are"),
                "\(short.errors)")
            #expect(try tool.shell(pull + " --no-verify").status == 0)
        }
    }

    @Test func `what points at a later page waits for it`() async throws {
        try tool.write(TransferCommandTests.schema, to: "schema.ckdb")
        // Each goes with the one after it, so that the last is the first that can be saved.
        try tool.write(
            TransferCommandTests.lines(90).replacingOccurrences(of: "none", with: "validate")
                .replacingOccurrences(
                    of: #","above":{"recordName":"line-000000","action":"validate"}"#, with: ""),
            to: "chain.jsonl")
        _ = try shell("quarry import chain.jsonl --schema schema.ckdb --store a.db")
        try await Tool.withServer { server in
            let cloud = cloud(server, "iCloud.org.example.chain")
            let token = "--token \(server.managementToken) --page 20"
            let pushed = try shell("quarry push --store a.db \(cloud) \(token)")
            #expect(row(pushed, "Line") == "90 90 0 0", "\(pushed.output)")
            let pulled = try shell("quarry pull --store b.db \(cloud) \(token)")
            #expect(row(pulled, "Line") == "90 90 0 0", "\(pulled.output)")
            #expect(try records("b.db", "") == records("a.db", ""))
            let left = try FileManager.default.contentsOfDirectory(atPath: tool.directory.path)
            #expect(!left.contains { $0.hasPrefix("quarry-p") })
        }
    }

    @Test func `a page that is sent in several requests is counted once`() async throws {
        try tool.write(TransferCommandTests.schema, to: "schema.ckdb")
        let raw = String(repeating: "AAAA", count: 200_000)
        let large = (0..<5).map {
            #"{"recordType":"Thing","recordName":"large-\#($0)","raw":{"bytes":"\#(raw)"}}"# + "\n"
        }
        try tool.write(large.joined(), to: "large.jsonl")
        _ = try shell("quarry import large.jsonl --schema schema.ckdb --store a.db")
        try await Tool.withServer { server in
            let cloud = cloud(server, "iCloud.org.example.large")
            let pushed = try shell(
                "quarry push --store a.db \(cloud) --token \(server.managementToken)")
            #expect(row(pushed, "Thing") == "5 5 0 0", "\(pushed.output)")
        }
    }

    @Test func `records that exist are skipped or replaced, as is said`() async throws {
        try prepare("", lines: 5)
        try await Tool.withServer { server in
            let cloud = cloud(server, "iCloud.org.example.again")
            let token = "--token \(server.managementToken)"
            _ = try shell("quarry push --store a.db \(cloud) \(token)")
            let skipped = try shell("quarry push --store a.db \(cloud) \(token) --type Line")
            #expect(row(skipped, "Line") == "5 0 5 0", "\(skipped.output)")
            let replaced = try shell(
                "quarry push --store a.db \(cloud) \(token) --type Line --replace")
            #expect(row(replaced, "Line") == "5 5 0 0", "\(replaced.output)")
            _ = try shell("quarry pull --store b.db \(cloud) \(token)")
            let kept = try shell("quarry pull --store b.db \(cloud) \(token) --skip")
            #expect(row(kept, "Line") == "5 0 5 0", "\(kept.output)")
        }
    }

    @Test func `signs requests with a server-to-server key`() async throws {
        try prepare("", lines: 5)
        try await Tool.withServer { server in
            let id = try shell(
                "quarry accounts keys create --out key.pem --format plain --server "
                    + "\(server.url.absoluteString) --token \(server.managementToken)"
            ).output.trimmingCharacters(in: .whitespacesAndNewlines)
            let cloud = cloud(server, "iCloud.org.example.signed")
            let key = "--key-id \(id) --key-file key.pem"
            let pushed = try shell("quarry push --store a.db \(cloud) \(key)")
            #expect(row(pushed, "Line") == "5 5 0 0", "\(pushed.output)")
            let pulled = try shell(
                "quarry pull --store b.db \(cloud) \(key) --type Line --type Thing")
            #expect(row(pulled, "Line") == "5 5 0 0", "\(pulled.output)")
            let wrong = try tool.shell(
                "quarry pull --store b.db \(cloud) --key-id 00 --key-file key.pem --type Line")
            #expect(wrong.status == 3 && wrong.errors.contains("AUTHENTICATION_FAILED"))
        }
    }

    @Test func `waits where the server says so, and asks again`() async throws {
        try prepare("", lines: 40)
        try await Tool.withServer { server in
            let cloud = cloud(server, "iCloud.org.example.busy")
            let token = "--token \(server.managementToken)"
            _ = try shell("quarry push --store a.db \(cloud) \(token) --page 20")
            let faults = server.url.appendingPathComponent("admin/1/faults")
            _ = try await LocalServerTests.post(
                faults,
                #"{"container":"iCloud.org.example.busy","fault":"throttled","times":2,"#
                    + #""retryAfter":0.2}"#, bearer: server.managementToken)
            let began = ContinuousClock.now
            let pulled = try shell("quarry pull --store b.db \(cloud) \(token) --page 20")
            #expect(row(pulled, "Line") == "40 40 0 0", "\(pulled.output)")
            #expect(ContinuousClock.now - began > .milliseconds(400))
        }
    }

    @Test func `ends by Ctrl-C while it waits for a server`() async throws {
        try await Tool.withServer { server in
            let container = "iCloud.org.example.slow"
            _ = try await LocalServerTests.post(
                server.url.appendingPathComponent("admin/1/faults"),
                #"{"container":"\#(container)","fault":"throttled","times":9,"retryAfter":300}"#,
                bearer: server.managementToken)
            let began = ContinuousClock.now
            let stopped = try tool.shell(
                """
                "\(Tool.path)" pull --store b.db \(cloud(server, container)) --type Line \
                    --api-token \(server.apiToken) 2> said & id=$!; i=0
                until grep -q "is asked again in" said || [ $i -gt 2400 ]; do
                    i=$((i + 1)); sleep 0.05
                done
                kill -INT $id; wait $id
                """)
            let said = try tool.read("said")
            #expect(stopped.status == 130, "\(said)")
            #expect(ContinuousClock.now - began < .seconds(290))
        }
    }

    /// The numbers in the row of a type: read, saved, skipped, deleted.
    func row(_ outcome: Tool.Outcome, _ type: String) -> String? {
        outcome.output.split(separator: "\n").first { $0.contains(" \(type) ") }?
            .split(separator: " ").suffix(4).joined(separator: " ")
    }
}
