import Foundation
import TestTime
import Testing

@testable import LocalServer

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server for the length of a test.
@Suite struct LocalServerTests {
    private let tool = Tool()

    @Test func `starts a server that answers, and ends it`() async throws {
        let server = try await Tool.startServer()
        defer { server.stop() }
        #expect(server.isRunning)
        #expect(!server.apiToken.isEmpty && !server.webAuthToken.isEmpty)
        #expect(!server.managementToken.isEmpty && server.user.hasPrefix("_"))
        let reply = try await LocalServerTests.post(
            server.endpoint("records/query"), #"{"query":{"recordType":"Nothing"}}"#)
        // An answer in the form of the web services, whatever it says.
        #expect(reply.contains("\"records\"") || reply.contains("serverErrorCode"))
        server.stop()
        #expect(!server.isRunning)
        server.stop()
    }

    @Test func `the article's program is answered`() async throws {
        // The tool is found beside the test program.
        try await LocalServer.with { server in
            var request = URLRequest(url: server.endpoint("records/query"))
            request.httpMethod = "POST"
            request.httpBody = Data(#"{"query":{"recordType":"City"}}"#.utf8)
            let (body, _) = try await URLSession.shared.data(for: request)
            let answer = String(decoding: body, as: UTF8.self)
            #expect("\(answer.contains("serverErrorCode"))" == #"true"#)
        }
    }

    @Test func `begins with a seed`() async throws {
        try FileManager.default.createDirectory(
            at: tool.directory.appendingPathComponent("seed"), withIntermediateDirectories: true)
        try tool.write(
            """
            DEFINE SCHEMA
            RECORD TYPE City (
                "___recordID" REFERENCE QUERYABLE,
                name STRING QUERYABLE SORTABLE,
                GRANT READ TO "_world"
            );
            """, to: "seed/schema.ckdb")
        try tool.write(
            #"{"recordName":"paris","name":"Paris"}"# + "\n"
                + #"{"recordName":"rome","name":"Rome"}"#,
            to: "seed/City.jsonl")
        try await LocalServer.with(
            seed: tool.directory.appendingPathComponent("seed").path, binary: Tool.path,
            timeout: .seconds(300)
        ) { server in
            let reply = try await LocalServerTests.post(
                server.endpoint("records/query", signedIn: false),
                #"{"query":{"recordType":"City","sortBy":[{"fieldName":"name"}]}}"#)
            #expect(reply.contains("Paris") && reply.contains("rome"))
        }
    }

    @Test func `says what the server said when it does not start`() async throws {
        let error = await #expect(throws: LocalServerError.self) {
            _ = try await LocalServer.start(
                seed: "/nowhere/at/all", binary: Tool.path, timeout: .seconds(300))
        }
        #expect(error?.code == .ended)
        #expect(error?.detail.contains("/nowhere/at/all") == true)
    }

    @Test func `gives up on a program that says nothing`() async throws {
        let path = try tool.write("#!/bin/sh\nexec sleep 600\n", to: "mute")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let error = await #expect(throws: LocalServerError.self) {
            _ = try await LocalServer.start(binary: path, timeout: .milliseconds(200))
        }
        #expect(error?.code == .timedOut)
    }

    @Test(arguments: ["", "trap '' TERM\n"])
    func `ends a program that says nothing when the task is cancelled`(trap: String) async throws {
        let file = tool.directory.appendingPathComponent("pid").path
        let path = try tool.write(
            "#!/bin/sh\n\(trap)echo $$ > '\(file)'\nexec sleep 600\n", to: "mute")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let start = Task {
            try await LocalServer.start(binary: path, timeout: .seconds(600))
        }
        #expect(try await eventually { (try? tool.read("pid"))?.hasSuffix("\n") == true })
        start.cancel()
        await #expect(throws: CancellationError.self) { try await start.value }
        let id = try #require(pid_t(tool.read("pid").trimmingCharacters(in: .newlines)))
        // One that has ended has no such file, or the state Z until Foundation asks for its status.
        let state = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
        #expect(state?.contains(") Z ") ?? true, "\(state ?? "")")
    }

    @Test func `refuses a first line that is no server's`() async throws {
        let path = try tool.write("#!/bin/sh\necho hello\nexec cat\n", to: "other")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let error = await #expect(throws: LocalServerError.self) {
            _ = try await LocalServer.start(binary: path, timeout: .seconds(300))
        }
        #expect(error?.code == .unreadable)
        #expect(error?.detail == "hello")
    }

    @Test func `looks where the variable says, beside the tests, below the build, in the path`()
        throws
    {
        var search = BinarySearch()
        search.environment = ["PATH": "/a:/b"]
        search.directory = "/src/package"
        search.program = "/src/package/.build/debug/tests.xctest"
        #expect(
            search.candidates == [
                "/src/package/.build/debug/quarry", "/src/package/.build/debug/CLI",
                "/src/package/.build/release/quarry", "/a/quarry", "/b/quarry",
            ])
        search.environment["QUARRY_BINARY"] = "/nowhere/quarry"
        #expect(throws: LocalServerError.self) { try search.path() }
        search.environment["QUARRY_BINARY"] = "/bin/sh"
        #expect(try search.path() == "/bin/sh")
    }

    /// Posts JSON; gives the reply as text.
    static func post(
        _ url: URL, _ body: String, bearer: String? = nil, method: String = "POST"
    ) async throws -> String {
        var request = URLRequest(url: url)
        request.httpMethod = method
        if method != "GET" { request.httpBody = Data(body.utf8) }
        if let bearer {
            request.setValue("Bearer \(bearer)", forHTTPHeaderField: "Authorization")
        }
        let (data, _) = try await URLSession.shared.data(for: request)
        return String(decoding: data, as: UTF8.self)
    }
}
