#if Server
import Foundation
import TestFiles
import Testing

@Suite struct `Options of a server's commands` {
    private let tool = Tool()

    @Test func `take no empty text for a directory`() throws {
        for command in [
            "serve --port 0", "backup --to b", "restore b --replace", "accounts users list",
        ] {
            let outcome = try tool.shell("quarry \(command) --directory \"$UNSET\"")
            #expect(outcome.status == 2, "\(command): \(outcome.errors)")
            #expect(outcome.errors.contains("--directory is empty; it names a directory."))
        }
        #expect(try tool.shell("quarry backup --directory s --to \"$UNSET\"").status == 2)
    }

    @Test func `renew and move no part of a server for the whole`() async throws {
        let server = try RunningTool(tool, ["--directory", "s", "--port", "0"], in: tool.directory)
        #expect(try await server.waits { $0.log.contains("listening") }, "\(server.log)")
        #expect(try await server.stop() == 0)
        for (command, verb) in [
            ("restore --renew s/server.db", "renews"),
            ("move --from s/server.db --to t.db", "moves"),
        ] {
            let outcome = try tool.shell("quarry \(command)")
            #expect(outcome.status == 2, "\(command): \(outcome.errors)")
            #expect(outcome.errors.contains("has the accounts of a server, and no container"))
            #expect(outcome.errors.contains("--server \(verb) the whole server"))
        }
        let directory = try tool.run("restore", "--renew", "s")
        #expect(directory.errors.contains("s is a directory\n--server renews that of a server."))
        let whole = try tool.run("restore", "--renew", "s", "--server")
        #expect(whole.errors.contains("accounts has a new identity"), "\(whole.errors)")
    }

    @Test func `say that a directory may not be read`() throws {
        let closed = tool.directory.appendingPathComponent("closed").path
        try FileManager.default.createDirectory(
            atPath: closed, withIntermediateDirectories: true, attributes: [.posixPermissions: 0])
        // Root may read everything, so it becomes another user, which need not reach the tool.
        let user = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
        for command in ["backup --directory closed --to b", "restore closed --directory s"] {
            let outcome = try tool.shell("\(user)\"\(Tool.path)\" \(command)")
            guard outcome.status < 126 else { continue }
            #expect(outcome.status == 3, "\(command): \(outcome.errors)")
            #expect(outcome.errors.contains("closed may not be read by this user"))
        }
    }

    @Test func `say where a schema and a seed go`() throws {
        try tool.write("DEFINE SCHEMA RECORD TYPE T ( a STRING );\n", to: "a.ckdb")
        for (options, sentence) in [
            ("--directory s --schema a.ckdb", "--schema goes with --container"),
            (
                "--directory s --schema a.ckdb --container iCloud.a --environment production",
                "--schema goes to development"
            ),
            ("--ephemeral --seed a.ckdb --environment production", "--seed goes to development"),
        ] {
            let outcome = try tool.shell("quarry serve --port 0 \(options)")
            #expect(outcome.status == 2, "\(options): \(outcome.errors)")
            #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
        }
    }

    @Test(arguments: ["?a=b", "#a", "/a?b"])
    func `take no base URL to which nothing can be added`(rest: String) throws {
        let url = "https://quarry.example.org" + rest
        let outcome = try tool.run("serve", "--directory", "s", "--port", "0", "--base-url", url)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("\(url) is no URL of a server"), "\(outcome.errors)")
    }
}
#endif
