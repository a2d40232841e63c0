import Foundation
import TestTime

/// The tool while it runs, with what it printed so far in files.
final class RunningTool {
    let process = Process()
    private let outputFile: URL
    private let errorFile: URL

    init(
        _ tool: Tool, _ arguments: [String], command: [String] = ["serve"],
        in directory: URL? = nil, input: Any? = nil, output: Any? = nil
    ) throws {
        let id = UUID().uuidString
        outputFile = tool.directory.appendingPathComponent(".\(id).out")
        errorFile = tool.directory.appendingPathComponent(".\(id).err")
        for file in [outputFile, errorFile] {
            _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        }
        process.executableURL = URL(fileURLWithPath: Tool.path)
        process.arguments = command + arguments
        if let directory { process.currentDirectoryURL = directory }
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = try output ?? FileHandle(forWritingTo: outputFile)
        process.standardError = try FileHandle(forWritingTo: errorFile)
        try process.run()
    }

    var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
    var log: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

    /// Waits until something holds; false when it never does.
    func waits(_ body: (RunningTool) -> Bool) async throws -> Bool {
        try await eventually { body(self) }
    }

    /// The password that a server shows.
    var password: String? { log.firstMatch(of: /password +([a-z0-9-]+)/).map { String($0.1) } }

    /// What the URLs of a server begin with.
    var url: String? { log.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/).map { String($0.0) } }

    /// Ends it by a signal; gives its status.
    func stop(_ signal: Int32 = SIGTERM) async throws -> Int32 {
        kill(process.processIdentifier, signal)
        _ = try await waits { !$0.process.isRunning }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        return process.terminationStatus
    }
}
