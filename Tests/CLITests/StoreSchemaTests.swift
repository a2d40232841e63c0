import Foundation
import Testing

// Schemas of stores, and stores of production.
extension `commands over a store` {
    @Test func `a schema that does not name the users' type leaves it as it is`() throws {
        try tool.write(
            "DEFINE SCHEMA RECORD TYPE Users (nick STRING QUERYABLE, roles LIST<INT64>);",
            to: "u.ckdb")
        try tool.write("DEFINE SCHEMA RECORD TYPE A (x INT64);", to: "a.ckdb")
        #expect(try tool.run("schema", "import", "u.ckdb", "--store", "u.db").status == 0)
        for option in ["", "--replace"] {
            let run = try tool.shell("quarry schema import a.ckdb --store u.db \(option)")
            #expect(run.status == 0 && !run.output.contains("Users"), "\(run.output)")
        }
        let show = try tool.run("schema", "show", "Users", "--format", "csv", "--store", "u.db")
        #expect(show.output.contains("Users,nick,STRING,QUERYABLE"), "\(show.output)")
    }

    @Test func `shows, imports, exports and checks schemas`() throws {
        let text = """
            DEFINE SCHEMA
                RECORD TYPE Note (
                    title STRING QUERYABLE SORTABLE,
                    tags LIST<STRING> QUERYABLE
                );
            """
        try tool.write(text, to: "note.ckdb")
        #expect(
            try tool.run("schema", "validate", "note.ckdb").output
                == "note.ckdb: 1 record type, 2 fields\n")
        let dry = try tool.run("schema", "import", "note.ckdb", "--dry-run", "--store", "n.db")
        #expect(dry.output == "add type Note (2 fields)\n")
        let store = tool.directory.appendingPathComponent("n.db").path
        #expect(!FileManager.default.fileExists(atPath: store))
        #expect(try tool.run("schema", "import", "note.ckdb", "--store", "n.db").status == 0)
        // What is only tried does not make it a store of production either.
        #expect(
            try tool.run(
                "schema", "import", "note.ckdb", "--dry-run", "--production", "--store", "n.db"
            ).status == 0)
        // What would be refused is said where it is only tried.
        try tool.write("DEFINE SCHEMA RECORD TYPE Note (other STRING);", to: "other.ckdb")
        let refused = try tool.run(
            "schema", "import", "other.ckdb", "--dry-run", "--production", "--store", "n.db")
        #expect(refused.status == 3 && refused.output.contains("drop field Note.title"))
        #expect(refused.errors.contains("would break records"), "\(refused.errors)")
        try tool.write("{\"recordName\":\"a\",\"n\":1}\n", to: "new.jsonl")
        #expect(
            try tool.run("import", "new.jsonl", "--type", "New", "--store", "n.db").status == 0)
        try tool.write("n\n1\n", to: "new.csv")
        let tried = try tool.run(
            "import", "new.csv", "--type", "Other", "--dry-run", "--production", "--store", "n.db")
        #expect(tried.status == 3)
        #expect(!tried.errors.contains("is saved"), "\(tried.errors)")
        #expect(
            try tool.run("schema", "import", "note.ckdb", "--store", "n.db").errors
                == "nothing to change\n")
        let shown = try tool.run("schema", "show", "Note", "--store", "n.db").output
        #expect(shown.contains("Note  title"))
        #expect(shown.contains("LIST<STRING>"))
        try tool.write(
            try tool.run("schema", "export", "--store", "n.db").output, to: "again.ckdb")
        #expect(try tool.run("schema", "validate", "again.ckdb").status == 0)
    }

    @Test func `refuses indexes that a field cannot have`() throws {
        try tool.write(
            """
            DEFINE SCHEMA
                RECORD TYPE Note (
                    "___recordID" REFERENCE QUERYABLE,
                    title STRING QUERYABLE SEARCHABLE SORTABLE,
                    tags LIST<STRING> QUERYABLE SEARCHABLE,
                    photo BYTES QUERYABLE SORTABLE,
                    rank INT64 QUERYABLE SEARCHABLE,
                    moments LIST<TIMESTAMP> QUERYABLE SORTABLE,
                    file ASSET QUERYABLE,
                    secret ENCRYPTED STRING QUERYABLE
                );
            """, to: "note.ckdb")
        let run = try tool.run("schema", "validate", "note.ckdb")
        #expect(run.status == 2 && run.output == "")
        for line in [
            "note.ckdb: Note.rank is INT64 and cannot be SEARCHABLE",
            "note.ckdb: Note.moments is LIST<TIMESTAMP> and cannot be SORTABLE",
            "note.ckdb: Note.file is ASSET and cannot be QUERYABLE",
            "note.ckdb: Note.secret is ENCRYPTED STRING and cannot be QUERYABLE",
        ] {
            #expect(run.errors.contains(line + "\n"), "\(run.errors)")
        }
        #expect(run.errors.split(separator: "\n").count { $0.contains("cannot be") } == 4)
    }

    @Test(arguments: ["\n", "\r\n"])
    func `points at the mistake in a schema`(end: String) throws {
        let text = "DEFINE SCHEMA\n    RECORD TYPE Note (\n        title STRNG\n    );\n"
        try tool.write(text.replacingOccurrences(of: "\n", with: end), to: "bad.ckdb")
        let run = try tool.run("schema", "validate", "bad.ckdb")
        #expect(run.status == 2)
        #expect(run.errors.contains("STRNG\n"))
        #expect(run.errors.split(separator: "\n").contains { $0.drop { $0 == " " } == "^" })
        #expect(try tool.run("schema", "validate", "nosuch.ckdb").status == 3)
    }

    @Test func `a store that was written in production stays of production`() throws {
        try imported()
        try tool.write(#"{"recordName":"new","mayor":"Ann"}"#, to: "new.jsonl")
        try tool.write(#"{"recordName":"old"}"#, to: "old.jsonl")
        let command = "quarry import new.jsonl --type City --store c.db"
        // A question in production leaves it as it was.
        let asked = try tool.run("query", "City", "--count", "--production", "--store", "c.db")
        #expect(asked.output == "3\n", "\(asked.errors)")
        #expect(try tool.shell(command + " --dry-run").status == 0)
        let fixed = try tool.shell("quarry import old.jsonl --type City --production --store c.db")
        #expect(fixed.status == 0, "\(fixed.errors)")
        for option in ["", " --dry-run", " --production"] {
            let refused = try tool.shell(command + option)
            #expect(refused.status == 3, "\(option) \(refused.errors)")
            #expect(refused.errors.contains("new.jsonl, line 1:"), "\(refused.errors)")
            #expect(refused.errors.contains("with --no-production"), "\(refused.errors)")
        }
        let loose = try tool.shell(command + " --no-production")
        #expect(loose.status == 0, "\(loose.errors)")
        #expect(loose.errors.contains("made 1 field"), "\(loose.errors)")
    }
}
