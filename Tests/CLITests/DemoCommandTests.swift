import Foundation
import Testing

@Suite struct `quarry demo` {
    private let tool = Tool()

    @Test func `answers its questions from indexes and leaves a store to go on with`() throws {
        let run = try tool.run("demo", "--store", "cities.db")
        #expect(run.status == 0, "\(run.errors)")
        for word in [
            "São Paulo", "London", "Essen", "Tonghua", "Berlin", "Rio de Janeiro", "Zürich",
            "531",
        ] {
            #expect(run.output.contains(word), "\(word)")
        }
        #expect(!run.output.contains("every record is looked at"))
        #expect(!run.output.contains("\u{1B}"), "no colour where there is no terminal")
        // Every question names an index.
        let questions = run.output.components(separatedBy: " ms · index ").count - 1
        #expect(questions == 9, "\(run.output)")
        #expect(run.output.contains("Try it yourself"))
        let count = try tool.run("query", "City", "--count", "--store", "cities.db")
        #expect(count.output == "5076\n")
    }

    @Test func `cities that are in the store keep their fields`() throws {
        try tool.write(#"{"recordName":"a","mayor":"Ann"}"# + "\n", to: "own.jsonl")
        _ = try tool.run("import", "own.jsonl", "--type", "City", "--store", "own.db")
        let before = try tool.run("export", "--store", "own.db").output
        let run = try tool.run("demo", "--store", "own.db")
        #expect(run.status == 2)
        #expect(run.errors.contains("has a type City of its own, with mayor"), "\(run.errors)")
        #expect(try tool.run("export", "--store", "own.db").output == before)
    }

    @Test func `each suggested command works as it stands`() throws {
        let run = try tool.run("demo", "--store", "cities.db")
        let lines = run.output.components(separatedBy: "Try it yourself\n").last ?? ""
        let commands = lines.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(commands.count >= 5)
        for command in commands {
            let outcome = try tool.shell(String(command))
            #expect(outcome.status == 0, "\(command): \(outcome.errors)")
            #expect(!outcome.output.isEmpty)
        }
    }
}

@Suite struct `quarry itself` {
    private let tool = Tool()

    @Test(arguments: [
        "", "demo", "filter", "query", "explain", "import", "export", "delete", "schema",
        "schema show", "schema import", "schema export", "schema validate",
    ])
    func `every command has help`(command: String) throws {
        let run = try tool.shell("quarry \(command) --help")
        #expect(run.status == 0)
        #expect(run.output.contains("USAGE: quarry"))
        if !command.isEmpty, command != "schema" { #expect(run.output.contains("EXAMPLES")) }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `completes in every shell`(shell: String) throws {
        let run = try tool.run("--generate-completion-script", shell)
        #expect(run.status == 0)
        #expect(run.output.contains("quarry"))
    }

    @Test func `says how a shell completes it, where nothing was set up`() throws {
        let lines = try #require(
            try tool.run("--help").output.firstMatch(of: /bash ((?s:.*?))\n *zsh/)
        ).1
        let run = try tool.shell(String(lines), environment: ["HOME": tool.directory.path])
        #expect(run.status == 0, "\(run.errors)")
        let script = try tool.read(".local/share/bash-completion/completions/quarry")
        #expect(script.contains("quarry"))
    }

    @Test func `refuses what it does not know`() throws {
        let run = try tool.run("fliter", "a == 1")
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(try tool.run("--version").output == "0.2.0\n")
    }
}
