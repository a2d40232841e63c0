import Foundation
import TestFiles
import Testing

/// The commands of the README, run as printed on the files of the repository.
@Suite struct ReadmeCommandTests {
    private let tool = Tool()

    /// A command and what is printed below it.
    private struct Example {
        var command: String
        var answer: [String] = []
    }

    private static func examples(in text: String) -> [Example] {
        var examples: [Example] = []
        var isOpen = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("    $ ") {
                examples.append(Example(command: String(line.dropFirst(6))))
                isOpen = true
            } else if isOpen, line.hasPrefix("    ") {
                examples[examples.count - 1].answer.append(String(line.dropFirst(4)))
            } else {
                isOpen = false
            }
        }
        return examples
    }

    @Test func `each command answers as the README prints it`() throws {
        let folder = tool.directory.appendingPathComponent("Examples")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: PackageFolder.file("Examples/Data"), to: folder.appendingPathComponent("Data"))
        let examples = Self.examples(in: try PackageFolder.text("README.md"))
        #expect(examples.count >= 6)
        for example in examples {
            let run = try tool.shell(example.command)
            // What is printed of a mistake is the error; of anything else, the answer.
            let printed = run.status == 0 ? run.output : run.errors
            if example.answer.isEmpty {
                #expect(run.status == 0, "\(example.command): \(run.errors)")
                continue
            }
            let lines = printed.split(separator: "\n").map {
                String($0.reversed().drop { $0 == " " }.reversed())
            }
            #expect(lines == example.answer, "\(example.command)")
        }
    }

    @Test func `each seed that the README names is there`() throws {
        let seeds = try PackageFolder.text("README.md").matches(of: /--seed (\S+)/)
        #expect(!seeds.isEmpty)
        for seed in seeds {
            let file = PackageFolder.file(String(seed.output.1))
            #expect(FileManager.default.fileExists(atPath: file.path), "\(seed.output.1)")
        }
    }
}
