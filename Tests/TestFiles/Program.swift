package import Foundation

/// Runs programs: those of the machine by their names, and those that stand beside the tests.
///
///     let tar = try Program.run("tar", ["-xf", archive])
///     #expect(tar.status == 0)
package enum Program {
    /// What a run left behind.
    package struct Outcome: Sendable {
        /// What it wrote.
        package let bytes: Data
        /// The status that it ended with, or the number of the signal that ended it.
        package let status: Int32
        /// Whether a signal ended it.
        package let isKilled: Bool

        /// What it wrote, as text.
        package var output: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// Where the errors of a program go.
    package enum Errors: Sendable {
        /// To the errors of the tests.
        case shown
        /// To its output.
        case withOutput
        /// Nowhere.
        case dropped
    }

    private static let folder: URL = {
        let tests =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: tests).resolvingSymlinksInPath().deletingLastPathComponent()
    }()

    /// A program of the package, which stands beside the test bundle where it was built.
    package static func besideTests(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// The package's tool, whatever the build calls it; nil where it was not built.
    package static let tool: String? = ["quarry", "CLI"].map { besideTests($0).path }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Runs a program to its end.
    ///
    /// Its output is a file. Another program that begins at the same moment can inherit the end of
    /// a pipe, which then has no end while that program runs.
    ///
    /// - Parameters:
    ///   - program: A path, or a name alone, which is looked for as a shell does.
    ///   - input: What it reads.
    ///   - environment: All of its environment; by default that of the tests.
    package static func run(
        _ program: String, _ arguments: [String] = [], input: [UInt8] = [], in folder: URL? = nil,
        environment: [String: String]? = nil, errors: Errors = .shown
    ) throws -> Outcome {
        let files = ["input", "output"].map {
            FileManager.default.temporaryDirectory
                .appendingPathComponent("quarry-\(UUID().uuidString).\($0)")
        }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        try Data(input).write(to: files[0])
        try Data().write(to: files[1])
        let process = Process()
        let isPath = program.contains("/")
        process.executableURL = URL(fileURLWithPath: isPath ? program : "/usr/bin/env")
        process.arguments = isPath ? arguments : [program] + arguments
        if let folder { process.currentDirectoryURL = folder }
        if let environment { process.environment = environment }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        let output = try FileHandle(forWritingTo: files[1])
        process.standardOutput = output
        switch errors {
        case .shown: break
        case .withOutput: process.standardError = output
        case .dropped: process.standardError = FileHandle.nullDevice
        }
        try process.run()
        process.waitUntilExit()
        return Outcome(
            bytes: try Data(contentsOf: files[1]), status: process.terminationStatus,
            isKilled: process.terminationReason == .uncaughtSignal)
    }
}

extension Data {
    /// The lines of what a program wrote until it was killed; one that was cut off was not said.
    package var wholeLines: [String] {
        String(decoding: self, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
