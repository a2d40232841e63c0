import Foundation
import TestFiles
import Testing

/// Wrong commands, each with its answer and its exit code, in `Tests/Answers/WrongCommands.txt`.
///
/// `QUARRY_RECORD=1` rewrites the answers; read what changed before it is kept.
@Suite struct WrongCommandsTests {
    private static let file = PackageFolder.file("Tests/Answers/WrongCommands.txt")

    private let tool = Tool()

    init() throws {
        try tool.write(
            """
            {"recordName": "ann", "name": "Ann", "age": 31, "tags": ["swift", "tea"], \
            "born": "1995-01-02", "place": "47.37,8.55", "seen": "x"}
            {"recordName": "bo", "name": "Bo", "age": 12, "tags": []}
            """, to: "people.jsonl")
        try tool.write("name,age\nAnn,31\n", to: "people.csv")
        try tool.write("{\"a\":1}\n{\"a\":\n", to: "broken.jsonl")
        try tool.write("DEFINE SCHEMA RECORD TYPE T ( a STRNG );\n", to: "broken.ckdb")
        try tool.write(String(repeating: "not a database ", count: 500), to: "text.db")
        try FileManager.default.copyItem(
            at: PackageFolder.file("Examples/Data/Library.sqlite"),
            to: tool.directory.appendingPathComponent("Library.sqlite"))
        let made = try tool.run("import", "people.jsonl", "--type", "Person", "--store", "p.db")
        #expect(made.status == 0, "\(made.errors)")
    }

    @Test func `each wrong command has an answer that helps`() throws {
        let expected = try String(contentsOf: WrongCommandsTests.file, encoding: .utf8)
        let commands = expected.split(separator: "\n").filter { $0.hasPrefix("$ ") }
        #expect(commands.count >= 100)
        var answers = ""
        for command in commands {
            let run = try tool.shell("\(command.dropFirst(2)) 2>&1")
            // Nothing but a mistake ends with 2, nothing but an empty answer with 1, and no
            // wrong command is stopped by a signal or passes for right.
            #expect([1, 2, 3].contains(run.status), "\(command): \(run.status)")
            answers += "\(command)\n" + run.output + "→ \(run.status)\n\n"
        }
        answers = answers.replacing(tool.directory.path + "/", with: "")
            .replacing("/private" + tool.directory.path + "/", with: "")
        if ProcessInfo.processInfo.environment["QUARRY_RECORD"] == "1" {
            try answers.write(to: WrongCommandsTests.file, atomically: true, encoding: .utf8)
        }
        let pairs = zip(
            answers.components(separatedBy: "\n\n$ "), expected.components(separatedBy: "\n\n$ "))
        for (answer, wanted) in pairs { #expect(answer == wanted) }
    }
}
