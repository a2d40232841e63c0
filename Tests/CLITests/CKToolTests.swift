import Foundation
import LocalServer
import Testing

/// `quarry cktool`: Apple's verbs at a server of one's own.
@Suite struct CKToolTests {
    private let tool = Tool()

    private static let schema = """
        DEFINE SCHEMA

            RECORD TYPE Book (
                "___createTime" TIMESTAMP QUERYABLE SORTABLE,
                "___recordID" REFERENCE QUERYABLE,
                title STRING QUERYABLE SORTABLE SEARCHABLE,
                pageCount INT64 QUERYABLE SORTABLE,
                price DOUBLE QUERYABLE SORTABLE,
                publishedOn TIMESTAMP QUERYABLE SORTABLE,
                author REFERENCE QUERYABLE,
                place LOCATION QUERYABLE,
                tags LIST<STRING> QUERYABLE,
                cover ASSET,
                raw BYTES,
                GRANT WRITE TO "_creator",
                GRANT CREATE TO "_icloud",
                GRANT READ TO "_world"
            );

        """

    /// The words that name container and database, as scripts write them.
    private static let place =
        "--team-id 6K6EUR9N36 --container-id iCloud.org.example.app --environment development"

    private func with(_ body: (LocalServer, [String: String]) throws -> Void) async throws {
        let server = try await Tool.startServer()
        defer { server.stop() }
        try body(
            server,
            [
                "QUARRY_SERVER": server.url.absoluteString,
                "CLOUDKIT_MANAGEMENT_TOKEN": server.managementToken,
                "XDG_CONFIG_HOME": tool.directory.path, "TZ": "UTC",
            ])
    }

    /// A line of shell; its output, or the test ends.
    private func shell(_ line: String, _ environment: [String: String]) throws -> String {
        let outcome = try tool.shell(line, environment: environment)
        try #require(outcome.status == 0, "\(line)\n\(outcome.errors)")
        return outcome.output
    }

    private func json(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `checks, imports, exports and resets schemas`() async throws {
        try await with { _, environment in
            try tool.write(CKToolTests.schema, to: "schema.ckdb")
            try tool.write("DEFINE SCHEMA RECORD TYPE A ( b BADTYPE );", to: "bad.ckdb")
            let place = CKToolTests.place
            #expect(
                try shell("quarry cktool validate-schema \(place) --file schema.ckdb", environment)
                    == "✅ Schema is valid.\n")
            let bad = try tool.shell(
                "quarry cktool validate-schema \(place) --file bad.ckdb", environment: environment)
            #expect(bad.status != 0 && bad.errors.contains("❌ Schema validation failed:"))
            #expect(bad.errors.contains("BADTYPE"))
            #expect(
                try shell(
                    "quarry cktool import-schema --validate \(place) --file schema.ckdb",
                    environment) == "")
            let text = try shell("quarry cktool export-schema \(place)", environment)
            #expect(text.hasPrefix("DEFINE SCHEMA") && text.contains("RECORD TYPE Book"))
            _ = try shell(
                "quarry cktool export-schema \(place) --output-file out.ckdb", environment)
            #expect(try tool.read("out.ckdb") == text)
            _ = try shell(
                "quarry cktool reset-schema --team-id X --container-id iCloud.org.example.app",
                environment)
            let after = try shell("quarry cktool export-schema \(place)", environment)
            #expect(!after.contains("Book"))
        }
    }

    @Test func `creates, queries, changes and deletes records`() async throws {
        try await with { _, environment in
            try tool.write(CKToolTests.schema, to: "schema.ckdb")
            try tool.write("a picture", to: "picture.jpg")
            try FileManager.default.createSymbolicLink(
                atPath: tool.directory.appendingPathComponent("cover.jpg").path,
                withDestinationPath: "picture.jpg")
            let place = CKToolTests.place
            _ = try shell("quarry cktool import-schema \(place) --file schema.ckdb", environment)
            let data = place + " --database-type public"
            let fields = """
                {"title": {"type": "stringType", "value": "The Mysterious Island"},
                 "pageCount": {"type": "int64Type", "value": 1464},
                 "price": {"type": "doubleType", "value": 12.5},
                 "publishedOn": {"type": "timestampType", "value": "1875-09-12T21:12:42Z"},
                 "author": {"type": "referenceType", "value": {"recordName": "verne"}},
                 "place": {"type": "locationType",
                           "value": {"latitude": 48.85, "longitude": 2.35}},
                 "tags": {"type": "stringListType", "value": ["sea", "island"]},
                 "raw": {"type": "bytesType", "value": "AAEC"},
                 "cover": {"type": "assetType", "value": "COVER"}}
                """
            try tool.write(fields, to: "fields.json")
            let created = try json(
                try shell(
                    "quarry cktool create-record \(data) --record-type Book "
                        + "--fields-file fields.json --asset-files COVER=cover.jpg", environment))
            let name = try #require(created["recordName"] as? String)
            let values = try #require(created["fields"] as? [String: [String: Any]])
            #expect(values["title"]?["type"] as? String == "stringType")
            #expect(values["pageCount"]?["value"] as? Int == 1464)
            #expect(values["publishedOn"]?["value"] as? String == "1875-09-12T21:12:42Z")
            #expect(values["tags"]?["type"] as? String == "stringListType")
            #expect((values["cover"]?["value"] as? [String: Any])?["size"] as? Int == 9)
            for number in 1...3 {
                _ = try shell(
                    "quarry cktool create-record \(data) --record-type Book --fields-json "
                        + "'{\"title\": {\"type\": \"STRING\", \"value\": \"Part \(number)\"}, "
                        + "\"pageCount\": {\"type\": \"int64Type\", \"value\": \(number * 100)}}'",
                    environment)
            }
            let query = "quarry cktool query-records \(data) --record-type Book"
            for (filters, count) in [
                ("--filters 'pageCount > 150' 'pageCount < 1000'", 2),
                ("--filters 'title == Part 1'", 1), ("--filters 'price > 4.60'", 1),
                ("--filters 'publishedOn < 1900-01-01'", 1),
                ("--filters 'title BEGINS_WITH Part'", 3),
                ("--filters 'place NEAR 48.8,2.3,20000'", 1),
                ("--filters 'recordName == \(name)'", 1),
                ("--filters 'tags LIST_CONTAINS sea'", 1),
                ("--filters 'author == referenceType:verne'", 1), ("", 4),
            ] {
                let reply = try json(try shell("\(query) \(filters)", environment))
                #expect((reply["records"] as? [Any])?.count == count, "\(filters)")
            }
            let page = try json(
                try shell(
                    "\(query) --sort-by pageCount DESC --limit 3 --requested-fields pageCount",
                    environment))
            let records = try #require(page["records"] as? [[String: Any]])
            #expect(records.first?["recordName"] as? String == name)
            #expect((records.first?["fields"] as? [String: Any])?.count == 1)
            let token = try #require(page["continuationToken"] as? String)
            let rest = try json(
                try shell(
                    "\(query) --sort-by pageCount DESC --limit 3 --continuation-token \(token)",
                    environment))
            #expect((rest["records"] as? [Any])?.count == 1)
            #expect(rest["continuationToken"] == nil)
            let changed = try json(
                try shell(
                    "quarry cktool update-record \(data) --record-name \(name) --fields-json "
                        + "'{\"pageCount\": {\"type\": \"int64Type\", \"value\": 7}}'",
                    environment))
            let after = try #require(changed["fields"] as? [String: [String: Any]])
            #expect(after["pageCount"]?["value"] as? Int == 7)
            _ = try shell(
                "quarry cktool delete-record \(data) --record-name \(name) --yes", environment)
            let delete =
                "quarry cktool delete-records \(data) --record-type Book "
                + "--filters 'pageCount > 150'"
            #expect(
                try shell(delete, environment)
                    == "Dry run. Found 2 matching records to delete.\n")
            _ = try shell(delete + " --dry-run false -y", environment)
            let left = try json(try shell(query, environment))
            #expect((left["records"] as? [Any])?.count == 1)
        }
    }

    @Test func `reaches a private database with a saved user token`() async throws {
        try await with { server, all in
            var environment = all
            environment["CLOUDKIT_MANAGEMENT_TOKEN"] = nil
            let data = CKToolTests.place + " --database-type private"
            let query = "quarry cktool query-records \(data) --record-type Note"
            let lost = try tool.shell(query, environment: environment)
            #expect(lost.errors.contains("No user token found in arguments"))
            #expect(lost.errors.contains("create --kind webAuth --user NAME makes one"))
            // Beside an API token, a management token is still one.
            let place = CKToolTests.place + " --database-type public"
            _ = try shell(
                "quarry cktool create-record \(place) --record-type Note --fields-json "
                    + "'{\"text\": {\"type\": \"stringType\", \"value\": \"all\"}}' "
                    + "--token \(server.managementToken)",
                environment.merging(["CLOUDKIT_API_TOKEN": server.apiToken]) { $1 })
            _ = try shell(
                "quarry cktool save-token \(server.webAuthToken) --type user --method keychain "
                    + "--api-token \(server.apiToken)", environment)
            let path = tool.directory.appendingPathComponent("quarry/tokens.json").path
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? NSNumber == 0o600)
            let created = try json(
                try shell(
                    "echo '{\"text\": {\"type\": \"stringType\", \"value\": \"mine\"}}' | "
                        + "quarry cktool create-record \(data) --record-type Note "
                        + "--record-name n1 --fields-stdin", environment))
            #expect(created["recordName"] as? String == "n1")
            let stamp = created["created"] as? [String: Any]
            // Apple's servers say so too of the one who asks.
            #expect(stamp?["userRecordName"] is String)
            let reply = try json(try shell(query, environment))
            #expect((reply["records"] as? [Any])?.count == 1)
            let again = try tool.shell(
                "quarry cktool save-token other --type user", environment: environment)
            #expect(again.status == 2 && again.errors.contains("--force"))
            _ = try shell("quarry cktool remove-token --type user", environment)
            #expect(try tool.shell(query, environment: environment).status != 0)
        }
    }

    @Test func `a file of tokens that cannot be read is not replaced`() throws {
        let run = try tool.shell(
            "mkdir quarry; ln -s tokens.json quarry/tokens.json; "
                + "quarry cktool save-token x --url http://127.0.0.1:1",
            environment: ["XDG_CONFIG_HOME": tool.directory.path])
        #expect(run.status == 3, "\(run.errors)")
        #expect(run.errors.contains("tokens.json: cannot be read"), "\(run.errors)")
    }

    @Test func `says what is wrong with fields, filters and teams`() throws {
        let environment = [
            "CLOUDKIT_MANAGEMENT_TOKEN": "x", "QUARRY_SERVER": "http://127.0.0.1:1",
            "XDG_CONFIG_HOME": tool.directory.path,
        ]
        let data = CKToolTests.place + " --database-type public --record-type T"
        for (line, words) in [
            ("query-records \(data) --filters 'a'", "a is no filter"),
            ("query-records \(data) --filters 'a ~ b'", "there is no operator ~"),
            ("create-record \(data) --fields-json '[]'", "not an object"),
            ("create-record \(data) --fields-json '{\"a\":'", "The fields are no JSON: Expected"),
            (
                "create-record \(data) --fields-json '{\"a\":{\"type\":\"colour\",\"value\":1}}'",
                "there is no type colour"
            ),
            (
                "create-record \(data) --fields-json "
                    + "'{\"a\":{\"type\":\"timestampType\",\"value\":\"soon\"}}'",
                "soon is not an instant"
            ),
            ("get-teams", "has no teams"),
        ] {
            let outcome = try tool.shell("quarry cktool \(line)", environment: environment)
            #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
        }
    }
}
