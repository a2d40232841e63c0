import Foundation
import Testing

/// A watch in one process of what other processes change.
@Suite struct WatchCommandTests {
    private let tool = Tool()

    /// The lines that a watch printed while a script ran, in the directory of a tool.
    private func watched(_ options: String, while script: String) throws -> [String] {
        try tool.write(
            """
            {"recordName": "ann", "name": "Ann", "age": 31}
            {"recordName": "bo", "name": "Bo", "age": 12}
            """, to: "people.jsonl")
        let made = try tool.run("import", "people.jsonl", "--type", "Person", "--store", "p.db")
        #expect(made.status == 0, "\(made.errors)")
        // The watch has begun when it says so; what hangs is stopped.
        let run = try tool.shell(
            """
            export QUARRY_STORE=p.db
            timeout 600 '\(Tool.path)' watch Person \(options) --interval 0.05 > w.txt 2> w.err &
            seen() { for i in $(seq 3000); do grep -q -- "$1" "$2" && break; sleep 0.1; done; }
            seen watching w.err
            \(script)
            wait $!; echo "ended $?"; cat w.txt; cat w.err >&2
            """)
        let lines = run.output.split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex { $0.hasPrefix("ended ") }, "\(run.errors)")
        #expect(lines[start] == "ended 0", "\(run.errors)")
        return Array(lines[(start + 1)...])
    }

    @Test func `tells what begins to match, changes, and ceases to match`() throws {
        let lines = try watched(
            "'age >= %d' --arg 18 --limit 5",
            while: """
                quarry update bo age=13 > /dev/null
                quarry update bo age=18 > /dev/null
                seen '+ bo' w.txt
                quarry update ann name=Anna > /dev/null
                seen '~ ann' w.txt
                quarry update bo age=3 > /dev/null
                seen '- bo' w.txt
                echo '{"recordName": "cy", "name": "Cy", "age": 90}' > cy.jsonl
                quarry import cy.jsonl --type Person 2> /dev/null
                seen '+ cy' w.txt
                quarry delete --name ann > /dev/null
                """)
        #expect(
            lines == [
                "+ bo  name Bo  age 18", "~ ann  name Anna  age 31", "- bo",
                "+ cy  name Cy  age 90", "- ann",
            ])
    }

    @Test func `prints what matches first, and chosen fields as JSON`() throws {
        let lines = try watched(
            "'age > 20' --all --fields name --format jsonl --limit 2",
            while: "quarry update ann name=Anna > /dev/null")
        #expect(
            lines == [
                #"{"change":"added","recordName":"ann","record":{"name":"Ann"}}"#,
                #"{"change":"changed","recordName":"ann","record":{"name":"Anna"}}"#,
            ])
    }

    @Test(arguments: [
        ["Persn"], ["Person", "agee > 3"], ["Person", "--fields", "nmae"],
        ["Person", "--interval", "0"], ["Person", "--limit", "0"], ["Person", "--format", "csv"],
    ])
    func `a watch that cannot be says why`(words: [String]) throws {
        try tool.write(#"{"recordName": "ann", "name": "Ann", "age": 31}"#, to: "p.jsonl")
        #expect(
            try tool.run("import", "p.jsonl", "--type", "Person", "--store", "p.db").status == 0)
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        let run = try tool.shell("timeout 300 '\(Tool.path)' watch \(line) --store p.db")
        #expect(run.status == 2, "\(run.errors)")
        #expect(!run.errors.isEmpty && run.output.isEmpty)
    }
}
