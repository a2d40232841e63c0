import Foundation
import TestFiles
import TestKit
import TestTime
import Testing

/// `quarry serve`, `quarry backup` and `quarry restore`, as they are run.
@Suite struct ServeCommandTests {
    private let tool = Tool()

    #if Postgres
    @Test(.enabled(if: PostgresServer.shared != nil))
    func `several start at once on one database, and one makes the administrator`()
        async throws
    {
        let name = "c" + UUID().uuidString.prefix(8).lowercased()
        let url = try #require(PostgresServer.shared).url + "&schema=\(name)"
        let servers = try (0..<3).map { _ in
            try RunningTool(
                tool, ["--database-url", url, "--port", "0", "--container", "iCloud.a"])
        }
        for server in servers {
            #expect(try await server.waits { $0.log.contains("listening") }, "\(server.log)")
        }
        // One account, whose password every one of them says.
        #expect(Set(servers.compactMap(\.password)).count == 1)
        #expect(servers.allSatisfy { $0.password != nil })
        for server in servers { #expect(try await server.stop() == 0) }
    }
    #endif

    #if os(Linux)
    @Test func `may have as many files open as the system allows it`() throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "ulimit -Sn 256 && ulimit -Hn 512 && exec \"$0\" serve --ephemeral", Tool.path,
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        // It prints its line when it answers.
        #expect(!output.fileHandleForReading.availableData.isEmpty)
        let limits = try String(
            contentsOfFile: "/proc/\(process.processIdentifier)/limits", encoding: .utf8)
        #expect(limits.contains(/Max open files +512 +512/), "\(limits)")
    }
    #endif

    @Test(arguments: [
        ["--base-url", "quarry.example.org"], ["--base-url", "https://"],
        ["--origin", "app.example.org"], ["--origin", "https://app.example.org/"],
    ])
    func `refuses URLs that no request would have`(arguments: [String]) throws {
        let refused = try tool.run("serve", "--ephemeral", arguments[0], arguments[1])
        #expect(refused.status == 2, "\(refused.errors)")
        #expect(refused.errors.contains("\(arguments[0]) \(arguments[1]) is no"))
    }

    @Test(arguments: ["", "bad name!", "a/b", "ü", String(repeating: "a", count: 201)])
    func `refuses names that a container cannot have, and says which it may`(name: String) throws {
        // A server that took the name would end for want of its seed.
        let refused = try tool.run(
            "serve", "--ephemeral", "--seed", "nowhere", "--container", name)
        #expect(refused.status == 2, "\(refused.errors)")
        #expect(refused.errors.contains("--container \(name) is no name of a container: 1 to 200"))
    }

    @Test func `shows the first password at each start until it was used`() async throws {
        let directory = tool.directory.appendingPathComponent("server").path
        let arguments = ["--directory", directory, "--port", "0"]
        // A server that cannot listen makes no account.
        let ephemeral = try RunningTool(tool, ["--ephemeral"])
        #expect(try await ephemeral.waits { $0.output.hasSuffix("\n") })
        let port = try #require(ephemeral.output.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1
        let busy = try tool.run("serve", "--directory", directory, "--port", String(port))
        #expect(busy.status == 3 && !busy.errors.contains("password"), "\(busy.errors)")
        #expect(try await ephemeral.stop() == 0)
        #expect(
            try tool.run("accounts", "users", "list", "--directory", directory).output
                .contains("admin") == false)

        let first = try RunningTool(tool, arguments)
        #expect(try await first.waits { $0.log.contains("listening") }, "\(first.log)")
        let password = try #require(first.password)
        #expect(first.log.contains("/dashboard#sign-in="))
        #expect(try await first.stop() == 0)
        // The output of the first start was lost: it is said again, and used.
        let second = try RunningTool(tool, arguments)
        #expect(try await second.waits { $0.log.contains("listening") }, "\(second.log)")
        #expect(second.password == password)
        func post(_ body: String) throws -> String {
            try tool.shell(
                "curl -s -o /dev/null -w '%{http_code}' -H 'content-type: application/json' -d '\(body)' "
                    + "\(second.url ?? "")/admin/1/session"
            ).output
        }
        // The link signs in once.
        let link = try #require(second.log.firstMatch(of: /#sign-in=([0-9a-f]+)/)).1
        #expect(try post(#"{"link":"\#(link)"}"#) == "200")
        #expect(try post(#"{"link":"\#(link)"}"#) == "401")
        #expect(try post(#"{"user":"admin","password":"\#(password)"}"#) == "200")
        #expect(try await second.stop() == 0)
        let third = try RunningTool(tool, arguments)
        #expect(try await third.waits { $0.log.contains("listening") }, "\(third.log)")
        #expect(!third.log.contains("password"))
        #expect(try await third.stop() == 0)
    }

    @Test func `without authentication opens the dashboard and lets the tool in`() async throws {
        let server = try RunningTool(
            tool,
            [
                "--directory", "memory:", "--port", "0", "--no-authentication", "--container",
                "iCloud.a",
            ])
        #expect(try await server.waits { $0.log.contains("listening") }, "\(server.log)")
        let url = try #require(server.url)
        #expect(!server.log.contains("password"))
        let session = try tool.shell("curl -s '\(url)/admin/1/session?optional=1'")
        #expect(session.output.contains("management"), "\(session.output)")
        #expect(
            try tool.shell("curl -s \(url)/admin/1/containers").output.contains("iCloud.a"))
        // Pages of other sites are not let in.
        #expect(
            try tool.shell("curl -s -H 'origin: https://example.org' \(url)/admin/1/containers")
                .output.contains("containers\":") == false)
        try tool.write(#"{"name": "Ann", "age": 31}"#, to: "people.jsonl")
        let store = url + "/iCloud.a"
        let saved = try tool.run("import", "people.jsonl", "--type", "Person", "--store", store)
        #expect(saved.status == 0, "\(saved.errors)")
        let found = try tool.run("query", "Person", "age > 30", "--count", "--store", store)
        #expect(found.output == "1\n", "\(found.errors)")
        let users = try tool.run("accounts", "users", "list", "--server", url)
        #expect(users.status == 0, "\(users.errors)")
        #expect(try await server.stop() == 0)
    }

    #if os(Linux)
    @Test func `goes on where its log cannot be written`() throws {
        let run = try tool.shell(
            """
            "\(Tool.path)" serve --ephemeral --log-requests > s.json 2> /dev/full & id=$!
            until grep -q url s.json || ! kill -0 $id; do sleep 0.1; done
            kill $id; wait $id
            """)
        #expect(run.status == 0, "\(run.errors)")
    }
    #endif

    @Test func `the sign-in page names commands that the tool has`() throws {
        let text = try PackageFolder.text("Sources/5-Server/Dashboard/Assets/main.js")
        let commands = text.matches(of: /"quarry ([a-z ]+) NAME (--[a-z-]+)"/)
        #expect(commands.count == 2)
        for command in commands {
            let help = try tool.shell("quarry \(command.1) --help")
            #expect(help.status == 0)
            #expect(help.output.contains(command.2), "\(command.0)")
        }
    }

    @Test func `the demo is served, with a link to the dashboard`() async throws {
        let server = try RunningTool(tool, [], command: ["demo", "--serve"])
        #expect(try await server.waits { $0.log.contains("listening") }, "\(server.log)")
        #expect(server.output.contains("5,076 cities"))
        let link = try #require(server.log.firstMatch(of: /#sign-in=([0-9a-f]+)/)).1
        let url = try #require(server.url)
        let reply = try tool.shell(
            """
            curl -s -c jar -o /dev/null -d '{"link":"\(link)"}' \(url)/admin/1/session
            curl -s -b jar '\(url)/admin/1/containers/iCloud.org.geonames.cities/development/schema'
            """)
        #expect(reply.output.contains("RECORD TYPE City"), "\(reply.output)")
        #expect(try await server.stop() == 0)
        let refused = try tool.run("demo", "--serve", "--store", "cities.db")
        #expect(refused.status == 2)
    }

    @Test func `takes directories whose names have one letter, as do backups of it`() async throws {
        let server = try RunningTool(tool, ["--directory", "s", "--port", "0"], in: tool.directory)
        #expect(try await server.waits { $0.log.contains("listening") }, "\(server.log)")
        #expect(try await server.stop() == 0)
        let backup = try tool.run("backup", "--directory", "s", "--to", "b")
        #expect(backup.status == 0, "\(backup.errors)")
        let restored = try tool.run("restore", "b", "--directory", "r")
        #expect(restored.status == 0, "\(restored.errors)")
    }

    @Test func `makes an administrator at the first start`()
        async throws
    {
        let directory = tool.directory.appendingPathComponent("server").path
        let arguments = ["--directory", directory, "--port", "0", "--container", "iCloud.a"]
        let first = try RunningTool(tool, arguments)
        #expect(try await first.waits { $0.log.contains("listening") })
        #expect(first.log.contains("password"))
        #expect(first.log.contains("/dashboard"))
        #expect(first.log.contains("iCloud.a"))
        #expect(try await first.stop() == 0)
        #expect(first.log.contains("stopped"))
        let second = try RunningTool(tool, arguments + ["--log", "json"])
        #expect(try await second.waits { $0.log.contains("\"listening\"") })
        // No other server may use the directory meanwhile.
        let third = try tool.run("serve", "--directory", directory, "--port", "0")
        #expect(third.status == 3)
        #expect(third.errors.contains("is used by another server"))
        // A copy is made while the server runs.
        let copy = tool.directory.appendingPathComponent("copy").path
        let backup = try tool.run("backup", "--directory", directory, "--to", copy)
        #expect(backup.status == 0)
        #expect(try tool.run("restore", copy, "--directory", directory).status == 3)
        #expect(
            try tool.run("restore", copy, "--directory", directory, "--replace").errors
                .contains("Stop the server first"))
        #expect(try await second.stop() == 0)
        let restored = try tool.run("restore", copy, "--directory", directory, "--replace")
        #expect(restored.status == 0)
        #expect(restored.errors.contains("what was there is now at"))
        let fourth = try RunningTool(tool, arguments)
        #expect(try await fourth.waits { $0.log.contains("listening") })
        #expect(fourth.password == first.password)
        #expect(try await fourth.stop() == 0)
    }

    @Test func `a backup that lacks assets is kept, and the command fails`() async throws {
        let directory = tool.directory.appendingPathComponent("server").path
        let server = try RunningTool(tool, ["--directory", directory, "--port", "0"])
        #expect(try await server.waits { $0.log.contains("listening") }, "\(server.log)")
        #expect(try await server.stop() == 0)
        try sqlite(
            directory + "/server.db",
            "INSERT INTO _asset_uses (database, checksum, holder) VALUES (1, 'abcdef', 1)")
        let backup = try tool.run("backup", "--directory", directory, "--to", "copy")
        #expect(backup.status == 3)
        #expect(backup.errors.contains("lacks 1 asset"), "\(backup.errors)")
        #expect(try tool.read("copy/backup.json").contains(#""missing" : "1""#))
        let restored = try tool.run("restore", "copy", "--directory", "again")
        #expect(restored.status == 0)
        #expect(restored.errors.contains("without 1 asset"), "\(restored.errors)")
    }

    @Test func `restores no archive, and says to unpack it`() throws {
        try tool.write("", to: "monday.tar")
        let file = try tool.run("restore", "monday.tar", "--directory", "server")
        #expect(file.status == 3)
        #expect(file.errors.contains("Unpack it first: tar xf /"), "\(file.errors)")
        try tool.write("", to: "server.db")
        let database = try tool.run("restore", "server.db", "--directory", "server")
        #expect(database.errors.contains("Name the directory that quarry backup has made."))
        let none = try tool.run("restore", "tuesday", "--directory", "server")
        #expect(none.status == 3 && none.errors.contains("tuesday is no backup of a server"))
        #expect(!none.errors.contains("tar xf"))
    }

    @Test func `ends when the pipe that it reads is closed`() async throws {
        let pipe = Pipe()
        let server = try RunningTool(tool, ["--ephemeral"], input: pipe)
        #expect(try await server.waits { $0.output.hasSuffix("\n") })
        let line = try #require(
            JSONSerialization.jsonObject(with: Data(server.output.utf8)) as? [String: String])
        for name in ["url", "container", "apiToken", "webAuthToken", "managementToken"] {
            #expect(line[name]?.isEmpty == false)
        }
        try pipe.fileHandleForWriting.close()
        #expect(try await server.waits { !$0.process.isRunning })
        #expect(server.process.terminationStatus == 0)
    }

    @Test func `ends when its parent does`() async throws {
        // The shell is the parent, and goes when it has seen the line.
        let outcome = try tool.shell(
            """
            "\(Tool.path)" serve --ephemeral </dev/null >line 2>log &
            echo $! >pid
            while ! [ -s line ]; do sleep 0.05; done
            """)
        #expect(outcome.status == 0)
        let text = try tool.read("pid").trimmingCharacters(in: .whitespacesAndNewlines)
        let id = try #require(pid_t(text))
        #expect(try await eventually { kill(id, 0) != 0 })
    }

    @Test func `without accounts creates containers only where it is told to`() async throws {
        func status(_ arguments: [String]) async throws -> String {
            let directory = tool.directory.appendingPathComponent(UUID().uuidString).path
            let server = try RunningTool(
                tool, ["--directory", directory, "--port", "0", "--no-authentication"] + arguments)
            #expect(try await server.waits { $0.log.contains("listening") }, "\(server.log)")
            let url = try #require(server.log.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)).0
            let answer = try tool.shell(
                "curl -s -o /dev/null -w '%{http_code}' -d '{}' "
                    + "\(url)/database/1/iCloud.new/development/private/zones/list")
            #expect(try await server.stop() == 0)
            let names = try FileManager.default.contentsOfDirectory(
                atPath: directory + "/containers")
            return "\(answer.output) \(names)"
        }
        #expect(try await status([]) == "404 []")
        #expect(try await status(["--create-containers"]) == #"200 ["iCloud.new"]"#)
        let refused = try tool.run("serve", "--create-containers")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("--no-authentication"))
    }

    @Test func `a start with a schema drops no field that records have made`() async throws {
        let less = try tool.write("DEFINE SCHEMA RECORD TYPE P (y STRING);", to: "less.ckdb")
        let other = try tool.write("DEFINE SCHEMA RECORD TYPE P (x STRING);", to: "other.ckdb")
        try tool.write(#"{"recordName":"a","x":1,"y":"k"}"# + "\n", to: "p.jsonl")
        let options = [
            "--directory", tool.directory.appendingPathComponent("kept").path, "--port", "0",
            "--no-authentication", "--container", "iCloud.a", "--schema",
        ]
        var exports: [String] = []
        for start in 0..<2 {
            let server = try RunningTool(tool, options + [less])
            #expect(try await server.waits { $0.log.contains("listening") }, "\(server.log)")
            let store = try #require(server.url) + "/iCloud.a"
            if start == 0 {
                let run = try tool.run("import", "p.jsonl", "--type", "P", "--store", store)
                #expect(run.status == 0, "\(run.errors)")
            }
            exports.append(try tool.run("export", "P", "--store", store).output)
            #expect(try await server.stop() == 0)
        }
        #expect(exports[0].contains(#""x":1"#))
        #expect(exports[1] == exports[0])
        let refused = try RunningTool(tool, options + [other])
        #expect(try await refused.waits { !$0.process.isRunning })
        #expect(refused.process.terminationStatus == 2)
        #expect(
            refused.log.contains("Field 'x' of type 'P' is INT64, not STRING"), "\(refused.log)")
    }

    @Test func `warns of a directory that others may enter`() async throws {
        let directory = tool.directory.appendingPathComponent("open").path
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        chmod(directory, 0o755)
        let server = try RunningTool(tool, ["--directory", directory, "--port", "0"])
        #expect(try await server.waits { $0.log.contains("listening") }, "\(server.log)")
        #expect(server.log.contains("chmod 700"))
        #expect(try await server.stop() == 0)
    }

    @Test func `a seed of CSV has private records too`() async throws {
        let file = try tool.write(
            "recordName,title,_user\na,all,\nb,mine,_paul\n", to: "Note.csv")
        let server = try RunningTool(tool, ["--ephemeral", "--seed", file])
        #expect(try await server.waits { $0.output.hasSuffix("\n") })
        let port = try #require(server.output.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1
        let token = try #require(
            server.output.firstMatch(of: /"managementToken":"([^"]+)"/)
        ).1
        let place = "http://127.0.0.1:\(port)/admin/1/containers/iCloud.org.example.app/development"
        func count(_ database: String) throws -> String {
            try tool.shell(
                "curl -s -H 'Authorization: Bearer \(token)' "
                    + #"-d '{"recordType":"Note",\#(database)}' \#(place)/count"#
            ).output
        }
        #expect(try count(#""database":"public""#).contains(#""count":1"#))
        #expect(try count(#""database":"private","user":"_paul""#).contains(#""count":1"#))
        #expect(try await server.stop() == 0)
    }

    @Test func `says why it does not start`() throws {
        let open = try tool.run(
            "serve", "--directory", "memory:", "--no-authentication", "--host", "0.0.0.0")
        #expect(open.status == 2)
        #expect(open.errors.contains("listens on the loopback alone"))
        let unknown = try tool.run("serve", "--directory", "memory:", "--host", "no.such.invalid")
        #expect(unknown.status == 3)
        #expect(unknown.errors.contains("Cannot listen at no.such.invalid, port 8080: "))
        #expect(!unknown.errors.contains("SocketAddressError"), "\(unknown.errors)")
        let certificate = try tool.run(
            "serve", "--ephemeral", "--tls-certificate", "none.pem", "--tls-key", "none.key")
        #expect(certificate.status == 3)
        #expect(certificate.errors.contains("none.pem"))
        #expect(try tool.run("serve", "--seed", "x").status == 2)
        #expect(try tool.run("serve", "--port", "70000").status == 2)
        for rate in ["0", "nan", "inf"] {
            let refused = try tool.run("serve", "--ephemeral", "--seed", "x", "--rate-limit", rate)
            #expect(refused.status == 2 && refused.errors.contains("--rate-limit is a number"))
        }
        let seed = try tool.run("serve", "--ephemeral", "--seed", "nowhere")
        #expect(seed.status == 3)
        #expect(seed.errors.contains("nowhere"))
        let file = try tool.write(#"{"recordName":"a","_user":5,"title":"mine"}"#, to: "Note.jsonl")
        let number = try tool.run("serve", "--ephemeral", "--seed", file)
        #expect(number.status == 3)
        #expect(number.errors.contains("line 1: _user is a text"), "\(number.errors)")
    }

    @Test(arguments: [
        #"{"n" 2}"#, #"{"n": 2, "zone": "_bad"}"#, #"{"recordName": "_bad"}"#,
        #"{"n": 2, "up": {"recordName": "none", "action": "validate"}}"#,
    ])
    func `a seed with a bad line names it`(line: String) throws {
        try tool.write("{\"n\": 1}\n\n\(line)\n", to: "Note.jsonl")
        let run = try tool.run("serve", "--ephemeral", "--seed", "Note.jsonl")
        #expect(run.status == 3, "\(run.errors)")
        #expect(run.errors.contains("Note.jsonl, line 3: "), "\(run.errors)")
    }
}
