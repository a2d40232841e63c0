import Foundation
import LocalServer
import TestFiles
import Testing

/// Runs the tool as a shell would.
///
/// It is a property of a suite, and its directory is removed when the test has ended.
final class Tool: Sendable {
    /// What a run left behind.
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
        /// The most memory that was resident, in bytes; 0 where it was not asked for.
        var peak: Int
    }

    private let folder = TemporaryFolder()

    /// The directory of the run: files may be named relative to it.
    var directory: URL { folder.url }

    /// The tool, which stands beside the test bundle unless `QUARRY_TOOL` says otherwise.
    static let path: String = {
        if let path = ProcessInfo.processInfo.environment["QUARRY_TOOL"] { return path }
        return Program.tool ?? Program.besideTests("quarry").path
    }()

    /// A server of the tool's own, which may take its time to begin on a busy machine.
    static func startServer() async throws -> LocalServer {
        try await LocalServer.start(binary: path, timeout: .seconds(120))
    }

    /// A server of the tool's own for one piece of work.
    static func withServer<Result>(
        _ body: (LocalServer) async throws -> Result
    ) async throws -> Result {
        try await LocalServer.with(binary: path, timeout: .seconds(120)) { try await body($0) }
    }

    /// Writes a file.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let url = directory.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    /// Reads a file.
    func read(_ name: String) throws -> String {
        String(
            decoding: try Data(contentsOf: directory.appendingPathComponent(name)), as: UTF8.self)
    }

    /// Runs the tool with arguments; `input` stands at its standard input.
    ///
    /// To measure the memory takes as much of the processor as a short command, so that it is asked for.
    func run(
        _ arguments: String..., input: String = "", environment: [String: String] = [:],
        measuresMemory: Bool = false
    ) throws -> Outcome {
        try start(
            Tool.path, arguments, input: input, environment: environment,
            measuresMemory: measuresMemory)
    }

    /// Runs a line of shell, in which `quarry` is the tool.
    func shell(_ line: String, environment: [String: String] = [:]) throws -> Outcome {
        try start(
            "/bin/sh", ["-c", "quarry() { \"\(Tool.path)\" \"$@\"; }; \(line)"], input: "",
            environment: environment)
    }

    private func start(
        _ program: String, _ arguments: [String], input: String, environment: [String: String],
        measuresMemory: Bool = false
    ) throws -> Outcome {
        // Files instead of pipes: an unread pipe would fill up.
        let id = UUID().uuidString
        let paths = ["in", "out", "err"].map {
            directory.appendingPathComponent(".\(id).\($0)")
        }
        defer { for path in paths { try? FileManager.default.removeItem(at: path) } }
        try Data(input.utf8).write(to: paths[0])
        for path in paths.dropFirst() {
            _ = FileManager.default.createFile(atPath: path.path, contents: nil)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = directory
        var variables = ProcessInfo.processInfo.environment
        for name in ["QUARRY_STORE", "COLUMNS", "CLICOLOR_FORCE"] { variables[name] = nil }
        variables["XDG_DATA_HOME"] = directory.path
        variables["TMPDIR"] = directory.path
        variables.merge(environment) { $1 }
        process.environment = variables
        process.standardInput = try FileHandle(forReadingFrom: paths[0])
        process.standardOutput = try FileHandle(forWritingTo: paths[1])
        process.standardError = try FileHandle(forWritingTo: paths[2])
        try process.run()
        var peak = 0
        while process.isRunning {
            if measuresMemory { peak = max(peak, Tool.residentPeak(process.processIdentifier)) }
            usleep(2000)
        }
        process.waitUntilExit()
        // A signal counts as a shell counts it.
        let status =
            process.terminationReason == .exit
            ? process.terminationStatus : 128 + process.terminationStatus
        return Outcome(
            status: status, output: String(decoding: try Data(contentsOf: paths[1]), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: paths[2]), as: UTF8.self), peak: peak)
    }

    private static func residentPeak(_ id: Int32) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst()
                .first
        else { return 0 }
        return (Int(kilobytes) ?? 0) * 1024
    }
}
