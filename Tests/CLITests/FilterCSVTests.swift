import Foundation
import Testing

// Of CSV, what is read and what is written.
extension `quarry filter` {
    @Test func `a column with dots in its name is found by its path`() throws {
        try tool.write(
            "name,address.city,address.geo.lat\nAnn,Bern,46.9\nBo,Ulm,\n", to: "t.csv")
        for (arguments, output) in [
            (
                ["address.city == 'Bern' AND address.geo.lat > 46", "--fields", "name"],
                "name\nAnn\n"
            ),
            (["address.geo.lat == nil", "--fields", "address.city"], "address.city\nUlm\n"),
            (["TRUEPREDICATE", "--sort", "-address.city", "--fields", "name"], "name\nBo\nAnn\n"),
            (
                [
                    "TRUEPREDICATE", "--group-by", "address.city", "--select", "count()", "--sort",
                    "address.city",
                ],
                "address.city,count()\nBern,1\nUlm,1\n"
            ),
        ] {
            let run = try tool.shell(
                "quarry filter "
                    + (arguments + ["t.csv"]).map { "\"\($0)\"" }.joined(separator: " "))
            #expect(run.output == output)
            #expect(run.errors == "")
        }
        let wrong = try tool.run(
            "filter", "address.town == 'Bern'", "--fields", "addres.city", "t.csv")
        #expect(wrong.status == 2 && wrong.errors.contains("There is no column 'addres'"))
        try tool.write("a,a.b\n1,2\n", to: "both.csv")
        for arguments in ["'a.b == 2'", "'a == 1' --fields a.b", "'a == 1' --sort a.b"] {
            let both = try tool.shell("quarry filter \(arguments) both.csv")
            #expect(both.status == 2, "\(arguments)")
            #expect(both.errors.contains("There are a column 'a' and a column 'a.b'"))
        }
        #expect(try tool.run("filter", "a == 1", "both.csv").output == "a,a.b\n1,2\n")
    }

    @Test func `the fields of CSV are printed as CSV as they stand`() throws {
        try tool.write(
            "name,p.price,new,n,code\nAnn,1.10,true,2e3,\"007\"\nBo,2.0,false,1.50,\"8\"\n",
            to: "t.csv")
        let fields = "new,n,code,p.price"
        for order in ["", "--sort name"] {
            let run = try tool.shell(
                "quarry filter TRUEPREDICATE \(order) --fields \(fields) t.csv")
            #expect(
                run.output
                    == "\(fields)\ntrue,2e3,007,1.10\nfalse,1.50,\"8\",2.0\n", "\(run.errors)")
        }
        let quoted = try tool.run(
            "filter", "n > 1", "--fields", "n", "--quoted-numbers", input: "n,m\n\"1.10\",2\n")
        #expect(quoted.output == "n\n\"1.10\"\n", "\(quoted.errors)")
    }

    @Test func `reads and echoes CSV`() throws {
        let csv = "name,age,zip\n\"Ann, B\",42,007\nBob,,8\n\"C \"\"c\"\"\nd\",7,1\n"
        try tool.write(csv, to: "people.csv")
        #expect(
            try tool.run("filter", "age > 7", "people.csv").output
                == "name,age,zip\n\"Ann, B\",42,007\n")
        #expect(try tool.run("filter", "zip == '007'", "people.csv", "--count").output == "1\n")
        #expect(
            try tool.run("filter", "age == nil OR age < 10", "people.csv", "--format", "jsonl")
                .output
                == "{\"name\":\"Bob\",\"zip\":8}\n{\"name\":\"C \\\"c\\\"\\nd\",\"age\":7,\"zip\":1}\n"
        )
        // The header has the column, though no element that matches has a value in it.
        let empty = try tool.run("filter", "age == nil", "people.csv", "--format", "jsonl")
        #expect(empty.output == "{\"name\":\"Bob\",\"zip\":8}\n" && empty.errors.isEmpty)
        let tabs = "a\tb\n1\tx\n2\ty\n"
        #expect(try tool.run("filter", "a == 2", input: tabs).output == "a\tb\n2\ty\n")
        let semicolons = "a;b\n1;x, y\n"
        #expect(
            try tool.run(
                "filter", "a == 1", "--fields", "b", "--input", "csv", input: semicolons
            )
            .output == "b\n\"x, y\"\n")
    }

    @Test func `CSV has one header, whatever the columns of the files`() throws {
        try tool.write("name,age\nAnn,42\n", to: "a.csv")
        try tool.write("city,name\nBern,Bo\n", to: "b.csv")
        try tool.write("{\"name\":\"Cy\"}\n", to: "c.jsonl")
        func filter(_ rest: String) throws -> Tool.Outcome {
            try tool.shell("quarry filter TRUEPREDICATE \(rest)")
        }
        let same = try filter("a.csv a.csv")
        #expect(same.output == "name,age\nAnn,42\nAnn,42\n")
        for rest in ["a.csv b.csv", "a.csv b.csv --format csv", "a.csv c.jsonl", "c.jsonl a.csv"] {
            let refused = try filter(rest)
            #expect(refused.status == 2, "\(rest)")
            #expect(refused.errors.contains("CSV has one header"), "\(refused.errors)")
            #expect(!refused.output.contains("city"), "\(refused.output)")
        }
        let named = try filter("a.csv b.csv --fields name")
        #expect(named.output == "name\nAnn\nBo\n", "\(named.errors)")
        let mixed = try filter("a.csv c.jsonl b.csv --fields name --format csv")
        #expect(mixed.output == "name\nAnn\nCy\nBo\n", "\(mixed.errors)")
        let objects = try filter("a.csv b.csv --format jsonl")
        #expect(
            objects.output
                == #"{"name":"Ann","age":42}"# + "\n" + #"{"city":"Bern","name":"Bo"}"# + "\n")
    }

    @Test func `a file of which nothing is printed goes with files of any kind`() throws {
        try tool.write("", to: "empty.jsonl")
        try tool.write("\n", to: "blank.jsonl")
        try tool.write("{\"age\":1}\n", to: "young.jsonl")
        try tool.write("{\"age\":50}\n", to: "old.jsonl")
        try tool.write("city\nBern\n", to: "cities.csv")
        try tool.write("name,age\nAnn,42\n", to: "a.csv")
        func filter(_ rest: String) throws -> Tool.Outcome {
            try tool.shell("quarry filter 'age > 20' \(rest)")
        }
        let rows = "name,age\nAnn,42\n"
        for rest in [
            "empty.jsonl a.csv", "young.jsonl a.csv", "cities.csv a.csv", "a.csv empty.jsonl",
            "a.csv blank.jsonl", "empty.jsonl a.csv --sort age",
        ] {
            let run = try filter(rest)
            #expect(run.output == rows, "\(rest): \(run.errors)")
            #expect(run.status == 0, "\(rest)")
        }
        #expect(try filter("cities.csv old.jsonl").output == "{\"age\":50}\n")
        #expect(try filter("young.jsonl a.csv --count").output == "1\n")
        let named = try filter("young.jsonl a.csv --fields age --format csv")
        #expect(named.output == "age\n42\n", "\(named.errors)")
        #expect(try filter("cities.csv").output == "city\n")
        #expect(try filter("old.jsonl a.csv").status == 2)
    }

    @Test func `CSV has one separator, whatever those of the files`() throws {
        try tool.write("name,age\nAnn,42\n", to: "a.csv")
        try tool.write("name\tage\nBo, \"the\" 1st\t7\n\"C \"\"c\"\"\"\t\n", to: "b.tsv")
        try tool.write("name;age\nDi;08\n", to: "c.csv")
        func filter(_ rest: String) throws -> String {
            try tool.shell("quarry filter TRUEPREDICATE \(rest)").output
        }
        let rows = ["Ann,42", #""Bo, ""the"" 1st",7"#, #""C ""c""","#, "Di,08"]
        #expect(
            try filter("a.csv b.tsv c.csv")
                == "name,age\n" + rows.map { $0 + "\n" }.joined())
        #expect(
            try filter("b.tsv a.csv")
                == "name\tage\nBo, \"the\" 1st\t7\n\"C \"\"c\"\"\"\t\nAnn\t42\n")
        // Rows that are kept to be sorted are read with the first separator again.
        #expect(
            try filter("a.csv b.tsv --sort age")
                == "name,age\n" + [rows[2], rows[1], rows[0]].map { $0 + "\n" }.joined())
        #expect(
            try filter("a.csv b.tsv --format jsonl")
                == """
                {"name":"Ann","age":42}
                {"name":"Bo, \\"the\\" 1st","age":7}
                {"name":"C \\"c\\""}

                """)
    }
}
