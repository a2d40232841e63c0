import Foundation
import Testing

/// What the tool says of words that it does not know, and of too many of them.
@Suite struct WordingTests {
    private func tool() throws -> Tool {
        let tool = try Tool()
        try tool.write(
            """
            {"name": "Ann", "age": 31, "tags": ["swift", "tea"], "seen": "x"}
            {"name": "Bo", "age": 12, "tags": []}
            """, to: "people.jsonl")
        let made = try tool.run("import", "people.jsonl", "--type", "Person", "--store", "p.db")
        #expect(made.status == 0, "\(made.errors)")
        return tool
    }

    @Test(arguments: [
        (["qury", "Person"], "Did you mean quarry query?"),
        (["coredata", "inspct"], "Did you mean quarry coredata inspect?"),
        (["query", "Persn", "--store", "p.db"], "Did you mean Person?"),
        (["query", "Person", "agee > 3", "--store", "p.db"], "Did you mean age?"),
        (["query", "Person", "--fields", "name,agee", "--store", "p.db"], "Did you mean age?"),
        (
            ["query", "Person", "age > %d", "--arg", "3", "--arg", "4", "--store", "p.db"],
            "--arg 4"
        ),
        (["filter", "age > 3", "--arg", "4", "people.jsonl"], "--arg 4"),
        (["filter", "seen > %@", "--arg", "date:someday", "people.jsonl"], "today"),
    ])
    func `says what was perhaps meant`(words: [String], answer: String) throws {
        let tool = try tool()
        defer { tool.clean() }
        let run = try tool.shell("quarry " + words.map { "'\($0)'" }.joined(separator: " "))
        #expect(run.status == 2)
        #expect(run.errors.contains(answer), "\(run.errors)")
        #expect(run.output == "")
    }

    @Test func `shows key paths of records`() throws {
        let tool = try tool()
        defer { tool.clean() }
        let run = try tool.run(
            "query", "Person", "--fields", "name,tags.@count", "--sort", "name", "--format", "csv",
            "--store", "p.db")
        #expect(run.output.replacing("\r", with: "") == "name,tags.@count\nAnn,2\nBo,0\n")
    }

    @Test func `reads dates as people say them`() throws {
        let tool = try Tool()
        defer { tool.clean() }
        let now = Date()
        let lines = [-90, -25, -1, 2].map { hours in
            let date = now.addingTimeInterval(Double(hours) * 3600)
            return #"{"hours": \#(hours), "at": {"date": "\#(date.ISO8601Format())"}}"#
        }
        let input = lines.joined(separator: "\n")
        func count(_ predicate: String, _ argument: String) throws -> String {
            try tool.run("filter", predicate, "--arg", argument, "--count", input: input).output
        }
        #expect(try count("at > %@", "date:-1d") == "2\n")
        #expect(try count("at > %@", "date:-2d") == "3\n")
        #expect(try count("at > %@", "date:now") == "1\n")
        #expect(try count("at > %@", "date:+3h") == "0\n")
        #expect(try count("at < %@", "date:\(Int(now.timeIntervalSince1970))") == "3\n")
        #expect(try count("at < %@", "date:yesterday") != "0\n")
    }
}
