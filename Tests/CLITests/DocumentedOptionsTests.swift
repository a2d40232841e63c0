import Foundation
import TestFiles
import Testing

/// What the documentation writes on command lines, against what the tool's help knows.
@Suite struct DocumentedOptionsTests {
    private let tool = Tool()

    /// The files, without what documents the libraries.
    private static func files() throws -> [URL] {
        let folder = PackageFolder.file("Documentation")
        return [PackageFolder.file("README.md")]
            + (try FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil
            )
            .filter { $0.pathExtension == "md" })
    }

    /// The help of every command, by its words: `schema show`.
    private func helps() throws -> [String: String] {
        var helps: [String: String] = [:]
        var waiting = [""]
        while let command = waiting.popLast() {
            let help = try tool.shell("quarry \(command) --help").output
            helps[command] = help
            let rest = help.components(separatedBy: "SUBCOMMANDS:\n").dropFirst().first ?? ""
            let list = rest.components(separatedBy: "\n\n").first ?? ""
            for line in list.split(separator: "\n", omittingEmptySubsequences: false) {
                guard line.hasPrefix("  "), !line.hasPrefix("   "),
                    let word = line.split(separator: " ").first
                else { continue }
                waiting.append(command.isEmpty ? String(word) : "\(command) \(word)")
            }
        }
        return helps
    }

    private static func options(_ text: Substring) -> [String] {
        text.matches(of: /(?:^|[\s\[(])(--[a-z][a-z-]*)/).map { String($0.1) }
    }

    @Test func `every option that the documentation names is one`() throws {
        let helps = try helps()
        #expect(helps.count > 30)
        func knows(_ help: String, _ option: String) -> Bool {
            help.split { !$0.isLetter && $0 != "-" }.contains { $0 == option }
        }
        var named = 0
        for file in try Self.files() {
            let text = try String(contentsOf: file, encoding: .utf8)
                .replacing("\\\n", with: " ")
            for match in text.matches(of: /quarry ([a-z][^`\n|;]*)/) {
                // The command is as many of the first words as are one.
                var words = match.1.split(separator: " ")
                while !words.isEmpty, helps[words.joined(separator: " ")] == nil {
                    words.removeLast()
                }
                let command = words.joined(separator: " ")
                guard let help = helps[command], !command.isEmpty else { continue }
                for option in Self.options(match.1) {
                    named += 1
                    #expect(
                        knows(help, option),
                        "\(file.lastPathComponent): quarry \(command) has no \(option)")
                }
            }
            // Options that stand alone belong to any command.
            for match in text.matches(of: /`(--[^`\n]*)`/) {
                for option in Self.options(match.1) {
                    named += 1
                    #expect(
                        helps.values.contains { knows($0, option) }
                            || option == "--generate-completion-script",
                        "\(file.lastPathComponent): no command has \(option)")
                }
            }
        }
        #expect(named > 30)
    }

    @Test func `help is written for 80 columns, so that it wraps once`() throws {
        let folder = PackageFolder.file("Sources/8-Tools/CLI")
        let files = try #require(FileManager.default.enumerator(atPath: folder.path))
        var blocks = 0
        for case let name as String in files where name.hasSuffix(".swift") {
            let text = try String(
                contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            for match in text.matches(of: /discussion: """\n((?s:.*?))\n( *)"""/) {
                blocks += 1
                for line in match.1.split(separator: "\n") where !line.contains("\\(") {
                    let width = line.replacing(#"\\"#, with: #"\"#).count - match.2.count
                    // A line of 80 is wrapped already.
                    #expect(width < 80, "\(name): \(line)")
                }
            }
        }
        #expect(blocks > 30)
    }
}
