import Foundation
import TestFiles

/// The server of the tests' process: `quarry serve --ephemeral`, which ends with the process.
struct TestServer: Sendable {
    let url: URL
    let managementToken: String

    /// Started when it is first needed; without it no test could say anything.
    static let current: TestServer = {
        do {
            return try start()
        } catch {
            fatalError("The server of the tests did not start: \(error)")
        }
    }()

    private struct Announcement: Decodable {
        var url: URL
        var managementToken: String
    }

    /// Why it did not start.
    private struct Failure: Error {
        var message: String
    }

    // Kept open: the server ends when this end of its input is closed, as it is at our end.
    nonisolated(unsafe) private static var input: Pipe?

    private static func start() throws -> TestServer {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try tool())
        process.arguments = ["serve", "--ephemeral"]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        TestServer.input = input
        // Blocks until the line is there: no test can run before, and a task that waited could
        // wait for the thread that this one holds.
        var line = Data()
        while !line.contains(0x0A) {
            let part = output.fileHandleForReading.availableData
            guard !part.isEmpty else { throw Failure(message: "it ended before it answered") }
            line += part
        }
        let first = line.prefix { $0 != 0x0A }
        let said = try JSONDecoder().decode(Announcement.self, from: first)
        return TestServer(url: said.url, managementToken: said.managementToken)
    }

    /// The tool that was built together with the tests.
    private static func tool() throws -> String {
        if let path = ProcessInfo.processInfo.environment["QUARRY_BINARY"], !path.isEmpty {
            return path
        }
        if let path = Program.tool { return path }
        throw Failure(message: "there is no \(Program.besideTests("quarry").path)")
    }
}
