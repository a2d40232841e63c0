import Foundation
import TestKit
import TestTime
import Testing

/// `quarry serve`, `quarry backup` and `quarry restore`, as they are run.
@Suite struct ServeCommandTests {
    /// A server that runs, with what it printed so far in files.
    private final class Running {
        let process = Process()
        let output: URL
        let errors: URL

        init(_ tool: Tool, _ arguments: [String], input: Any? = nil) throws {
            let id = UUID().uuidString
            output = tool.directory.appendingPathComponent("\(id).out")
            errors = tool.directory.appendingPathComponent("\(id).err")
            for file in [output, errors] {
                _ = FileManager.default.createFile(atPath: file.path, contents: nil)
            }
            process.executableURL = URL(fileURLWithPath: Tool.path)
            process.arguments = ["serve"] + arguments
            process.standardInput = input ?? FileHandle.nullDevice
            process.standardOutput = try FileHandle(forWritingTo: output)
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.run()
        }

        var log: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }
        var line: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

        /// Waits until something holds; false when it never does.
        func waits(_ body: (Running) -> Bool) async throws -> Bool {
            try await eventually { body(self) }
        }

        func stop() async throws -> Int32 {
            process.terminate()
            _ = try await waits { !$0.process.isRunning }
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    #if Postgres
    @Test(.enabled(if: PostgresServer.shared != nil))
    func `several start at once on one database, and one makes the administrator`()
        async throws
    {
        let tool = try Tool()
        defer { tool.clean() }
        let name = "c" + UUID().uuidString.prefix(8).lowercased()
        let url = try #require(PostgresServer.shared).url + "&schema=\(name)"
        let servers = try (0..<3).map { _ in
            try Running(
                tool, ["--database", url, "--port", "0", "--container", "iCloud.a"])
        }
        for server in servers {
            #expect(try await server.waits { $0.log.contains("listening") }, "\(server.log)")
        }
        #expect(servers.count { $0.log.contains("password") } == 1)
        for server in servers { #expect(try await server.stop() == 0) }
    }
    #endif

    @Test func `makes an administrator at the first start, and says the password once`()
        async throws
    {
        let tool = try Tool()
        defer { tool.clean() }
        let directory = tool.directory.appendingPathComponent("server").path
        let arguments = ["--directory", directory, "--port", "0", "--container", "iCloud.a"]
        let first = try Running(tool, arguments)
        #expect(try await first.waits { $0.log.contains("listening") })
        #expect(first.log.contains("password"))
        #expect(first.log.contains("/dashboard"))
        #expect(first.log.contains("iCloud.a"))
        #expect(try await first.stop() == 0)
        #expect(first.log.contains("stopped"))
        let second = try Running(tool, arguments + ["--log", "json"])
        #expect(try await second.waits { $0.log.contains("\"listening\"") })
        #expect(!second.log.contains("password"))
        // Nobody else may use the directory meanwhile.
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
        let fourth = try Running(tool, arguments)
        #expect(try await fourth.waits { $0.log.contains("listening") })
        #expect(!fourth.log.contains("password"))
        #expect(try await fourth.stop() == 0)
    }

    @Test func `ends when the pipe that it reads is closed`() async throws {
        let tool = try Tool()
        defer { tool.clean() }
        let pipe = Pipe()
        let server = try Running(tool, ["--ephemeral"], input: pipe)
        #expect(try await server.waits { $0.line.hasSuffix("\n") })
        let line = try #require(
            JSONSerialization.jsonObject(with: Data(server.line.utf8)) as? [String: String])
        for name in ["url", "container", "apiToken", "webAuthToken", "managementToken"] {
            #expect(line[name]?.isEmpty == false)
        }
        try pipe.fileHandleForWriting.close()
        #expect(try await server.waits { !$0.process.isRunning })
        #expect(server.process.terminationStatus == 0)
    }

    @Test func `ends when its parent does`() async throws {
        let tool = try Tool()
        defer { tool.clean() }
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
        let tool = try Tool()
        defer { tool.clean() }
        func status(_ arguments: [String]) async throws -> String {
            let directory = tool.directory.appendingPathComponent(UUID().uuidString).path
            let server = try Running(
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

    @Test func `warns of a directory that others may enter`() async throws {
        let tool = try Tool()
        defer { tool.clean() }
        let directory = tool.directory.appendingPathComponent("open").path
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        chmod(directory, 0o755)
        let server = try Running(tool, ["--directory", directory, "--port", "0"])
        #expect(try await server.waits { $0.log.contains("listening") }, "\(server.log)")
        #expect(server.log.contains("chmod 700"))
        #expect(try await server.stop() == 0)
    }

    @Test func `says why it does not start`() throws {
        let tool = try Tool()
        defer { tool.clean() }
        let open = try tool.run(
            "serve", "--directory", "memory:", "--no-authentication", "--host", "0.0.0.0")
        #expect(open.status == 2)
        #expect(open.errors.contains("listens on the loopback alone"))
        let certificate = try tool.run(
            "serve", "--ephemeral", "--tls-certificate", "none.pem", "--tls-key", "none.key")
        #expect(certificate.status == 3)
        #expect(certificate.errors.contains("none.pem"))
        #expect(try tool.run("serve", "--seed", "x").status == 2)
        #expect(try tool.run("serve", "--port", "70000").status == 2)
        let seed = try tool.run("serve", "--ephemeral", "--seed", "nowhere")
        #expect(seed.status == 3)
        #expect(seed.errors.contains("nowhere"))
    }
}
