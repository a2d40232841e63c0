import Foundation
import LocalServer
import Testing

/// The commands over a store, asked of a file and of a container of a server: one answer.
@Suite struct StoreAtServerTests {
    private let tool = Tool()
    /// The tool of the container, where one asks the file and the other the server.
    private let remote = Tool()

    private static let cities = """
        {"recordName":"zh","name":"Zürich","population":415367,"place":{"latitude":47.37,"longitude":8.55},"tags":["lake","river"],"founded":{"date":"2001-01-01T00:00:00.5Z"}}
        {"recordName":"be","name":"Bern","population":133883,"place":{"latitude":46.95,"longitude":7.45},"tags":["river"],"twin":{"recordName":"zh"}}
        {"recordName":"sp","name":"São Paulo","population":9007199254740993,"area":1521.5,"raw":{"bytes":"AP8="},"none":null}

        """

    /// A file and a container, each with a directory of its own that holds the same files.
    private struct Pair {
        let file: Tool
        let server: Tool
        let url: String
        let token: String

        var tools: [Tool] { [file, server] }

        func write(_ text: String, to name: String) throws {
            for tool in tools { try tool.write(text, to: name) }
        }

        /// Runs a line on both, `STORE` standing for the store; gives the outcome, which is one.
        @discardableResult
        func same(
            _ line: String, status: Int32 = 0, at place: SourceLocation = #_sourceLocation
        ) throws -> Tool.Outcome {
            let outcomes = try zip(tools, ["s.db", url]).map { tool, store in
                try tool.shell(
                    line.replacingOccurrences(of: "STORE", with: "--store '\(store)'"),
                    environment: ["QUARRY_MANAGEMENT_TOKEN": token])
            }
            let (local, remote) = (outcomes[0], outcomes[1])
            #expect(local.status == status, "\(line)\n\(local.errors)", sourceLocation: place)
            #expect(
                remote.status == local.status, "\(line)\n\(remote.errors)", sourceLocation: place)
            #expect(remote.output == local.output, "\(line)", sourceLocation: place)
            #expect(
                Pair.timeless(remote.errors) == Pair.timeless(local.errors), "\(line)",
                sourceLocation: place)
            return remote
        }

        /// The text without how long it took, and without the size of a file.
        private static func timeless(_ text: String) -> String {
            text.replacing(#/ in [0-9.]+ s \([0-9,]+/s\)/#, with: "")
                .replacing(#/; [a-z]+\.db has [0-9.]+ [KM]B/#, with: "")
                .replacing(#/(?m)^[a-z]+\.db has [0-9.]+ [KM]B\n/#, with: "")
        }
    }

    private func with(_ body: (Pair) throws -> Void) async throws {
        let server = try await Tool.startServer()
        defer { server.stop() }
        let pair = Pair(
            file: tool, server: remote, url: "\(server.url.absoluteString)/iCloud.org.example.same",
            token: server.managementToken)
        try pair.write(StoreAtServerTests.cities, to: "cities.jsonl")
        try body(pair)
    }

    @Test func `queries give the same records in the same order`() async throws {
        try await with { pair in
            try pair.same("quarry import cities.jsonl --type City STORE")
            for predicate in [
                "", "'population > 200000'", #"'allTokens TOKENMATCHES[cdl] "sao"'"#,
                #"'tags CONTAINS "lake"'"#, #"'name BEGINSWITH[cd] "zu"'"#,
                "'population BETWEEN {1, 200000}'", "'twin != nil'", "'area == nil'",
                #"'name == "Bern" OR population > 500000'"#, "'population == 9007199254740993'",
                "'founded > %@' --arg date:2001-01-01", "'twin == %@' --arg ref:zh",
                "'distanceToLocation:fromLocation:(place, %@) < 1000' --arg location:47.37,8.55",
                "'population > $n' --var n=1e6", "'tags.@count == 2'",
                #"'name MATCHES "[A-C].*"'"#, "'recordName IN {\"be\", \"zh\"}'",
            ] {
                try pair.same("quarry query City \(predicate) --format jsonl STORE")
            }
            for format in ["table", "csv"] {
                try pair.same("quarry query City --format \(format) STORE")
            }
            try pair.same("quarry query City 'area == nil' --count STORE")
            try pair.same("quarry query City --limit 0 STORE", status: 1)
            try pair.same("quarry query City --sort -population --fields name,population STORE")
            try pair.same("quarry query City --sort name --limit 1 --offset 1 STORE")
            try pair.same("quarry query City --sort 'place@47;8' --fields recordName,zone STORE")
            try pair.same("quarry query City 'population < 0' STORE", status: 1)
            try pair.same("quarry query City 'population < 0' --count STORE", status: 1)
        }
    }

    @Test func `what is wrong with a query is said in the same words`() async throws {
        try await with { pair in
            try pair.same("quarry import cities.jsonl --type City STORE")
            try pair.same("quarry query City 'population >' STORE", status: 2)
            try pair.same("quarry query City 'nosuch == 1' STORE", status: 2)
            try pair.same("quarry query City --sort nosuch STORE", status: 2)
            try pair.same("quarry query City 'population == \"x\"' STORE", status: 2)
            try pair.same("quarry query Town STORE", status: 2)
            try pair.same("quarry explain Town STORE", status: 2)
            try pair.same("quarry export Town STORE", status: 2)
            try pair.same("quarry delete --name nosuch STORE", status: 3)
            try pair.same("quarry delete City nosuch=1 STORE", status: 2)
            try pair.same("quarry query City --user _ann --zone Nowhere STORE", status: 3)
            try pair.same("quarry export City --user _ann --zone Nowhere STORE", status: 3)
            for profile in ["cloudkit", "cloudkit-original", "webservices"] {
                try pair.same(
                    "quarry query City 'population == 1 OR population == 2' --profile \(profile) STORE",
                    status: 2)
            }
        }
    }

    @Test func `imports save the same, and refuse the same`() async throws {
        try await with { pair in
            try pair.write(
                "{\"recordName\":\"a\",\"n\":1}\n{\"recordName\":\"b\",\"n\":\"x\"}\n"
                    + "{\"recordName\":\"c\",\"n\":3}\n", to: "bad.jsonl")
            try pair.write("id,Post Code,n\n1,8001,1\n2,SW1A,2\n", to: "z.csv")
            try pair.same("quarry import cities.jsonl --type City STORE")
            try pair.same("quarry import cities.jsonl --type City STORE")
            try pair.same(
                "quarry import bad.jsonl --type Bad --field 'n INT64 QUERYABLE' STORE", status: 3)
            try pair.same("quarry import bad.jsonl --type Bad --skip-invalid STORE")
            try pair.same("quarry import bad.jsonl --type Bad --from-line 3 STORE")
            try pair.same("quarry import z.csv --type Z --id-field id STORE")
            try pair.same(
                "quarry import z.csv --type Y --id-field id --field 'n DOUBLE QUERYABLE' --user _ann --zone Box STORE"
            )
            try pair.same("quarry schema show STORE")
            try pair.same("quarry query Y --user _ann --zone Box --fields n,zone STORE")
            try pair.same("quarry query Y --user _ann --database private --count STORE", status: 1)
            try pair.same("quarry export Bad City Z STORE")
        }
    }

    @Test func `exports write the same, and import again`() async throws {
        try await with { pair in
            let many = (0..<950).map {
                #"{"recordName":"r\#($0)","n":\#($0 % 7),"t":"w\#($0)"}"# + "\n"
            }
            try pair.write(many.joined(), to: "many.jsonl")
            try pair.write("hello", to: "a.txt")
            try pair.write(
                #"{"recordName":"n","file":{"asset":{"file":"a.txt"}}}"# + "\n"
                    + #"{"recordName":"m","files":[{"asset":{"file":"a.txt"}}]}"#,
                to: "doc.jsonl")
            try pair.same("quarry import cities.jsonl --type City STORE")
            try pair.same("quarry import many.jsonl --type Many STORE")
            try pair.same("quarry import many.jsonl --type Many --user _ann --zone A STORE")
            try pair.same("quarry import cities.jsonl --type City --user _ann --zone B STORE")
            try pair.same("quarry import doc.jsonl --type Doc STORE")
            try pair.same("quarry export STORE")
            try pair.same("quarry export City --plain STORE")
            try pair.same("quarry export City --format csv STORE")
            try pair.same("quarry export City --fields name,tags STORE")
            try pair.same("quarry export Many --where 'n == 3' STORE")
            try pair.same("quarry export --all-zones --database private --user _ann STORE")
            try pair.same("quarry query Many --sort n,-t --format jsonl STORE")
            try pair.same("quarry query Many --sort -n --limit 300 --offset 250 STORE")
            try pair.same("quarry query Many --sort t --limit 450 --format csv --offset 333 STORE")
            try pair.same(
                "quarry export --assets files STORE > all.jsonl; cat files/*")
            try pair.same("quarry import all.jsonl --store again.db")
            try pair.same("quarry export --store again.db")
        }
    }

    @Test func `schemas are shown, exported and changed alike`() async throws {
        try await with { pair in
            try pair.write(
                """
                DEFINE SCHEMA
                    CREATE ROLE editor;
                    RECORD TYPE Note (
                        "___recordID" REFERENCE QUERYABLE,
                        title STRING QUERYABLE SORTABLE SEARCHABLE,
                        secret ENCRYPTED STRING,
                        tags LIST<STRING> QUERYABLE,
                        GRANT READ, WRITE TO editor
                    );
                """, to: "note.ckdb")
            try pair.write("DEFINE SCHEMA RECORD TYPE Bare (a INT64);", to: "bare.ckdb")
            // A dry run makes no store.
            try pair.same("quarry schema import bare.ckdb STORE")
            try pair.same("quarry schema import note.ckdb --dry-run STORE")
            try pair.same("quarry schema show STORE")
            try pair.same("quarry schema import note.ckdb STORE")
            try pair.same("quarry schema import note.ckdb STORE")
            try pair.same("quarry schema import bare.ckdb --replace --dry-run STORE")
            try pair.same("quarry schema import bare.ckdb STORE")
            for format in ["table", "jsonl", "csv"] {
                try pair.same("quarry schema show Note --format \(format) STORE")
            }
            try pair.same("quarry schema show Nosuch STORE", status: 2)
            try pair.same("quarry schema export STORE")
            try pair.same("quarry schema import bare.ckdb --replace STORE")
            try pair.same("quarry schema export STORE")
        }
    }

    @Test func `explanations name the same statement, plan and index`() async throws {
        try await with { pair in
            try pair.same("quarry import cities.jsonl --type City STORE")
            try pair.write("DEFINE SCHEMA RECORD TYPE Bare (a INT64, b INT64);", to: "bare.ckdb")
            try pair.same("quarry schema import bare.ckdb STORE")
            for query in [
                "City", "City 'population > 5' --sort name",
                "City 'founded > %@' --limit 700 --arg date:2001-01-01",
                #"City 'allTokens TOKENMATCHES[cdl] "a b"' --limit 7"#, "City 'raw != nil'",
                "City 'population > 5' --all-zones --user _ann --database private",
                "City 'place != nil' --sort 'place@47;8'", "City 'twin == %@' --arg ref:zh",
            ] {
                let outcome = try pair.same("quarry explain \(query) --format jsonl STORE")
                #expect(outcome.output.contains("SELECT"))
            }
            try pair.same("quarry explain City 'population > 5' STORE")
            try pair.same("quarry explain Bare 'a > 5' STORE")
        }
    }

    @Test func `deletions take the same records away`() async throws {
        try await with { pair in
            try pair.write(
                (0..<950).map { #"{"recordName":"r\#($0)","n":\#($0)}"# + "\n" }.joined(),
                to: "many.jsonl")
            try pair.write(
                #"{"recordName":"leaf","up":{"recordName":"be","action":"deleteSelf"}}"#,
                to: "leaf.jsonl")
            try pair.same("quarry import cities.jsonl --type City STORE")
            try pair.same("quarry import many.jsonl --type Many STORE")
            try pair.same("quarry import leaf.jsonl --type Leaf STORE")
            try pair.same("quarry delete City 'population < 200000' --dry-run STORE")
            try pair.same("quarry delete City 'population < 200000' STORE")
            try pair.same("quarry delete City 'population < 200000' STORE", status: 1)
            try pair.same("quarry query Leaf --count STORE", status: 1)
            try pair.same("quarry delete --name zh --name sp STORE")
            try pair.same("quarry delete --name zh STORE", status: 3)
            try pair.same("quarry delete Many STORE", status: 2)
            try pair.same("quarry delete Many 'n >= 20' STORE")
            try pair.same("quarry query Many --sort n STORE")
            try pair.same("quarry delete Many --all STORE")
            try pair.same("quarry export STORE", status: 1)
        }
    }

    @Test func `says what is wrong with a server, and makes no container by asking`() async throws {
        let refused = try tool.run(
            "query", "City", "--store", "http://127.0.0.1:1/iCloud.a",
            environment: ["QUARRY_MANAGEMENT_TOKEN": "x"])
        #expect(refused.status == 3)
        #expect(refused.errors.contains("Connection refused"), "\(refused.errors)")
        #expect(!refused.errors.contains("errno"))
        try await Tool.withServer { server in
            let token = ["QUARRY_MANAGEMENT_TOKEN": server.managementToken]
            let store = server.url.absoluteString + "/iCloud.org.example.none"
            for (url, variables, words) in [
                (
                    store.replacing("http://", with: "https://"), token,
                    "does not speak TLS: write http://…"
                ),
                (
                    store, token.merging(["QUARRY_CERTIFICATE": "absent.pem"]) { $1 },
                    "The certificate file absent.pem cannot be read"
                ),
            ] {
                let asked = try tool.shell(
                    "quarry query City --store \(url)", environment: variables)
                #expect(asked.status == 3)
                #expect(asked.errors.contains(words), "\(asked.errors)")
                #expect(!asked.errors.contains("SSL"), "\(asked.errors)")
            }
            for words in [
                "query City", "export", "explain City", "delete City --all", "schema show",
            ] {
                let asked = try tool.shell("quarry \(words) --store \(store)", environment: token)
                #expect(asked.status == 3)
                #expect(
                    asked.errors.contains("There is no container iCloud.org.example.none"),
                    "\(words): \(asked.errors)")
            }
            try tool.write(StoreAtServerTests.cities, to: "cities.jsonl")
            let run = "quarry import cities.jsonl --type City --store \(store)"
            #expect(try tool.shell(run, environment: token).status == 0)
            for words in ["query City", "import cities.jsonl --type City", "get zh"] {
                let asked = try tool.shell(
                    "quarry \(words) --user ann --database private --store \(store)",
                    environment: token)
                #expect(asked.status == 2, "\(words)")
                #expect(
                    asked.errors.contains("--user ann: at a server this is a record name"),
                    "\(words): \(asked.errors)")
            }
            // No user of the server would find what is in the database of none.
            for words in ["query City --zone Home", "import cities.jsonl --database private"] {
                let asked = try tool.shell("quarry \(words) --store \(store)", environment: token)
                #expect(asked.status == 2, "\(words)")
                #expect(asked.errors.contains("--user is missing"), "\(words): \(asked.errors)")
            }
            let count = "quarry query City --count --store \(store)"
            #expect(try tool.shell(count, environment: token).output == "3\n")
        }
    }
}
