import Foundation
import Testing

@testable import CLI

/// `quarry shell`: statements from a file and from a terminal.
@Suite struct ShellCommandTests {
    private let tool = Tool()

    init() throws {
        try tool.write(
            """
            {"name":"Zürich","country":"CH","people":415367,"limit":1}
            {"name":"Bern","country":"CH","people":133883,"limit":2}
            {"name":"Ulm","country":"DE","people":126329,"limit":3}
            """, to: "cities.jsonl")
        let made = try tool.run("import", "cities.jsonl", "--type", "City", "--store", "c.db")
        #expect(made.status == 0, "\(made.errors)")
    }

    private func ask(_ lines: String..., format: String = "csv") throws -> Tool.Outcome {
        var run = try tool.run(
            "shell", "c.db", "--format", format, input: lines.joined(separator: "\n"))
        run.output = run.output.replacing("\r", with: "")
        return run
    }

    @Test(arguments: [
        (
            "City where people > 130000 fields name, people order by people desc",
            "name,people\nZürich,415367\nBern,133883\n"
        ),
        ("City fields name order by name limit 1 offset 1;", "name\nUlm\n"),
        ("city where name == 'order by x'", "error"),
        ("City where name == 'limit 1' OR name == \"Bern\" fields name", "name\nBern\n"),
        ("City where #limit > 1 AND limit < 3 fields name", "name\nBern\n"),
        (
            "City SELECT count(), sum(people) GROUP BY country ORDER BY count() DESC",
            "country,count(),sum(people)\nCH,2,549250\nDE,1,126329\n"
        ),
        ("City fields country distinct", "country\nCH\nDE\n"),
        ("City select count() where people IN {126329, 133883}", "count()\n2\n"),
        (".types", "type,records\nCity,3\nUsers,0\n"),
        (".set big 400000\nCity where people > $big fields name", "name\nZürich\n"),
        (
            "-- a remark\n\n.format json\nCity where name = 'Ulm' fields name",
            "[\n{\"name\":\"Ulm\"}\n]\n"
        ),
        ("City select count()\n.quit\nCity", "count()\n3\n"),
    ])
    func `statements are answered`(lines: String, answer: String) throws {
        let run = try ask(lines)
        if answer == "error" {
            #expect(run.status == 2 && run.errors.contains("Did you mean City?"), "\(run.errors)")
        } else {
            #expect(run.output == answer, "\(run.errors)")
            #expect(run.status == 0)
        }
    }

    @Test func `explain prints JSON where the answers are JSON`() throws {
        let json = try ask("explain City where people > 3", format: "jsonl")
        #expect(json.output.hasPrefix(#"{"predicate":"people > 3""#), "\(json.output)")
        let text = try ask("explain City where people > 3")
        #expect(text.output.hasPrefix("predicate "), "\(text.output)")
    }

    @Test(arguments: [
        ("City where", "Nothing follows 'where'"),
        ("City people > 3", "'people' follows City"),
        ("City where people >", "error:"),
        ("City limit many", "'limit' takes a whole number and not 'many'"),
        ("City limit 3 limit 4", "'limit' is written twice"),
        ("City order by name up", "asc or desc"),
        ("City fields nam", "Did you mean name?"),
        ("City select median(people)", "there is no function 'median'"),
        ("Town", "Did not find record type: Town"),
        ("help", ".help explains"),
        ("City where nam == 'x'", ".fields TYPE lists the fields"),
        (".tipes", "Did you mean .types?"),
        (".format xml", "There is no format 'xml'"),
        (".set a-b 1", "cannot be the name"),
        ("where people > 3", "error:"),
        (String(repeating: "(", count: 5_000), "error:"),
        ("City where " + String(repeating: "(", count: 50_000), "error:"),
        ("City where name == 'open", "error:"),
    ])
    func `a wrong statement is answered, and the next is asked`(
        line: String, answer: String
    ) throws {
        let run = try ask(line, "City select count()")
        #expect(run.errors.contains(answer), "\(run.errors)")
        #expect(run.output == "count()\n3\n")
        #expect(run.status == 2)
    }

    #if os(Linux)
    @Test(arguments: [".schema", ".help", ".format", ".set since 1\n.set"])
    func `an answer that cannot be written is an error`(lines: String) throws {
        try tool.write(lines, to: "lines.txt")
        let run = try tool.shell("quarry shell c.db < lines.txt > /dev/full")
        #expect(run.status == 3)
        #expect(run.errors.contains("cannot write to standard output"), "\(run.errors)")
    }
    #endif

    #if os(Linux)
    @Test func `a history that cannot be shortened stays`() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("quarry-history-\(UUID().uuidString)")
            let history = ShellHistory(environment: ["XDG_STATE_HOME": folder.path])
            try history.append("City")
            let all = String(repeating: "City\n", count: 2 * ShellHistory.limit + 1)
            try Data(all.utf8).write(to: URL(fileURLWithPath: history.path))
            // No file may get a byte, as on a full disk.
            signal(SIGXFSZ, SIG_IGN)
            var none = rlimit()
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &none)
            let lines = history.load()
            let saysSo = (try? history.append("City")) == nil
            let kept = try String(contentsOfFile: history.path, encoding: .utf8)
            try FileManager.default.removeItem(at: folder)
            exit(lines.count == ShellHistory.limit && kept == all && saysSo ? 0 : 1)
        }
    }
    #endif

    @Test func `fields, the schema and how a statement is answered`() throws {
        let run = try ask(
            ".help", ".fields City", ".schema", "explain City where people > 3", format: "table")
        for part in [
            "TYPE [where PREDICATE]", "people", "RECORD TYPE City", "SELECT", "predicate",
        ] {
            #expect(run.output.contains(part), "\(run.output)\(run.errors)")
        }
        #expect(run.status == 0)
    }

    @Test func `a store that is not there ends it`() throws {
        #expect(try tool.run("shell", "none.db", input: "City").status == 3)
        #expect(try tool.run("shell", "a.db", "--store", "b.db").status == 2)
    }

    @Test(arguments: [
        ("shell c.db < .", "Is a directory"), ("shell c.db <&-", "Bad file descriptor"),
        ("filter 'a > 1' < .", "Is a directory"), ("filter 'a > 1' <&-", "Bad file descriptor"),
    ])
    func `input that cannot be read is an error`(line: String, why: String) throws {
        let run = try tool.shell("quarry \(line)")
        #expect(run.status == 3 && run.output.isEmpty, "\(run.output)")
        #expect(run.errors.contains("standard input: cannot be read: \(why)"), "\(run.errors)")
    }

    @Test func `help of stores is a page, and commands refer to it`() throws {
        let page = try tool.run("help", "stores")
        #expect(page.status == 0)
        for part in ["postgres://", "QUARRY_MANAGEMENT_TOKEN", "search=gin", "XDG_DATA_HOME"] {
            #expect(page.output.contains(part), "\(page.output)")
        }
        for line in page.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        for command in ["query", "shell", "import", "schema"] {
            let words = command == "schema" ? ["schema", "show"] : [command]
            let help = try tool.shell("quarry \(words.joined(separator: " ")) --help").output
            #expect(help.contains("A file or a URL: see quarry help stores."), "\(help)")
            #expect(!help.contains("search=gin"))
        }
    }

    /// Completion scripts as the shells load them; a shell that is not there is left out.
    @Test(arguments: [
        (
            "bash",
            "source ./script; COMP_WORDS=(quarry que) "
                + "COMP_CWORD=1 COMP_LINE='quarry que' COMP_POINT=10; _quarry quarry que quarry; "
                + "echo ${COMPREPLY[*]}"
        ),
        ("fish", "source ./script; complete -C 'quarry que'"),
    ])
    func `completion scripts work`(shell: String, line: String) throws {
        guard try tool.shell("command -v \(shell)").status == 0 else { return }
        let script = try tool.run("--generate-completion-script", shell)
        try tool.write(script.output, to: "script")
        try tool.write(line, to: "line")
        let run = try tool.shell(
            "mkdir bin; ln -s '\(Tool.path)' bin/quarry; PATH=$PWD/bin:$PATH \(shell) line",
            environment: ["HOME": tool.directory.path])
        #expect(run.output.contains("query"), "\(run.output)\(run.errors)")
        #expect(!run.output.contains("import"), "\(run.output)")
    }

    /// A terminal of script(1); what is typed comes from a pipe, key by key.
    @Test func `at a terminal it edits, completes and remembers`() throws {
        let state = tool.directory.appendingPathComponent("state")
        let environment = [
            "XDG_STATE_HOME": state.path, "TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "80",
        ]
        try tool.write(
            "City where nam\t== 'Bern' fie\tname, peop\t\r.quit\r", to: "keys1")
        try tool.write("\u{1B}[A\u{1B}[A\u{17}\u{17}name\r .quit\r", to: "keys2")
        func type(_ keys: String) throws -> Tool.Outcome {
            // What is typed before the prompt is there goes to the terminal, which is not raw yet.
            try tool.shell(
                """
                rm -f typed; mkfifo typed; : > seen
                timeout 600 script -qec '\(Tool.path) shell c.db' /dev/null < typed > seen &
                exec 3> typed
                for i in $(seq 3000); do grep -q 'quarry> ' seen && break; sleep 0.1; done
                cat \(keys) >&3
                wait $!; status=$?; exec 3>&-; cat seen; exit $status
                """, environment: environment)
        }
        let first = try type("keys1")
        #expect(first.output.contains("Bern  133883"), "\(first.output)")
        let history = state.appendingPathComponent("quarry/history")
        #expect(
            try String(contentsOf: history, encoding: .utf8)
                == "City where name == 'Bern' fields name, people \n.quit\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: history.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let second = try type("keys2")
        #expect(second.output.contains("Bern") && !second.output.contains("133883"))
        // A line that begins with a space is not kept.
        #expect(try String(contentsOf: history, encoding: .utf8).hasSuffix("fields name\n"))
    }
}
