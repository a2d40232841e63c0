import Foundation
import CoreDataModel
import ObjectCore
import PredicateCore
import Stores
import TestFiles
import TestKit
import Testing

@Suite struct `stores of Core Data at the terminal` {
    let tool = Tool()

    func withStore(keepsModel: Bool = true, _ body: () throws -> Void) throws {
        let path = tool.directory.appendingPathComponent("staff.sqlite")
        try CoreDataSample.make(at: .sqlite(path: path.path), keepsModel: keepsModel)
        let before = try Data(contentsOf: path)
        try body()
        // Whatever is asked, the file and what lies beside it stay as they are.
        #expect(try Data(contentsOf: path) == before)
        for suffix in ["-wal", "-shm", "-journal"] {
            #expect(!FileManager.default.fileExists(atPath: path.path + suffix))
        }
    }

    @Test func `query follows relationships in predicates, orders and fields`() throws {
        try withStore {
            let run = try tool.run(
                "coredata", "query", "staff.sqlite", "Employee", "department.name == %@", "--arg",
                "Sales", "--sort", "-department.name,-salary", "--fields",
                "name,isActive,department.name,department.employees.@count")
            #expect(
                run.output == """
                    name           isActive  department.name  department.employees.@count
                    ─────────────  ────────  ───────────────  ───────────────────────────
                    Cyd            YES       Sales                                      2
                    Ann "A" <Ann>  YES       Sales                                      2

                    """, "\(run.errors)")
        }
    }

    @Test(arguments: [
        ("Department", "ANY employees.salary > 8000", "1"),
        ("Department", "SUBQUERY(employees, $e, $e.salary < 4500).@count == 1", "1"),
        ("Department", "employees.@sum.salary > 13000", "1"), ("Employee", "TRUEPREDICATE", "3"),
        ("Manager", "level == 3", "1"), ("Employee", "isActive == NO", "1"),
    ])
    func `query counts`(entity: String, predicate: String, count: String) throws {
        try withStore {
            let run = try tool.run(
                "coredata", "query", "staff.sqlite", entity, predicate, "--count", "--limit", "1",
                "--offset", "1")
            #expect(run.output == count + "\n", "\(run.errors)")
        }
    }

    /// A row whose entity is another one than that of its table.
    @Test func `a damaged file is shown as far as it goes`() throws {
        let path = tool.directory.appendingPathComponent("Library.sqlite")
        try FileManager.default.copyItem(
            at: PackageFolder.file("Examples/Data/Library.sqlite"), to: path)
        _ = try sqlite(path.path, "UPDATE ZBOOK SET Z_ENT = 1 WHERE Z_PK = 2")
        for entity in ["Book", "Author"] {
            let run = try tool.run("coredata", "query", "Library.sqlite", entity)
            #expect(run.status == 0, "\(run.errors)")
            #expect(!run.output.contains("Cyberiad"))
        }
        let exported = try tool.run("coredata", "export", "Library.sqlite")
        #expect(exported.status == 0 && exported.output.contains(#""books":["Book/p1"]"#))
    }

    @Test func `an object may be an argument, and subentities may be left out`() throws {
        try withStore {
            let run = try tool.run(
                "coredata", "query", "staff.sqlite", "Employee", "department == %@", "--arg",
                "ref:Department/p1", "--without-subentities", "--fields", "objectID,name",
                "--format", "jsonl")
            #expect(run.output == #"{"objectID":"Employee/p1","name":"Ann \"A\" <Ann>"}"# + "\n")
            let csv = try tool.run(
                "coredata", "query", "staff.sqlite", "Department", "--sort", "name", "--fields",
                "name,employees,logo", "--format", "csv")
            #expect(
                csv.output == """
                    name,employees,logo
                    Research,"[""Employee/p2""]",
                    Sales,"[""Employee/p1"",""Manager/p3""]",AP8=

                    """)
        }
    }

    @Test func `export writes everything with full precision`() throws {
        try withStore {
            let run = try tool.run("coredata", "export", "staff.sqlite")
            #expect(run.status == 0, "\(run.errors)")
            let lines = run.output.split(separator: "\n").map(String.init)
            #expect(lines.count == 5)
            #expect(
                lines[0] == #"{"entity":"Department","objectID":"Department/p1","#
                    + #""founded":"2001-01-01T03:25:45.123456789Z","logo":"AP8=","#
                    + #""name":"Sales","employees":["Employee/p1","Manager/p3"]}"#)
            #expect(lines[1].contains(#""founded":"2001-01-01T00:00:00.5Z""#))
            #expect(lines[2].contains(#""isActive":true"#))
            #expect(lines[2].contains(#""badge":"01020304-0506-0708-090A-0B0C0D0E0F10""#))
            #expect(lines[2].contains(#""department":"Department/p1""#))
            #expect(lines[4].hasPrefix(#"{"entity":"Manager","objectID":"Manager/p3","#))
            #expect(lines[4].contains(#""level":3"#))
        }
    }

    @Test func `export of one entity has those that inherit from it, with all they have`() throws {
        try withStore {
            let run = try tool.run(
                "coredata", "export", "staff.sqlite", "Employee", "--where", "salary >= 5000")
            let lines = run.output.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.last?.contains(#""entity":"Manager""#) == true)
            #expect(lines.last?.contains(#""level":3"#) == true)
        }
    }

    @Test func `an export has no object twice`() throws {
        try withStore {
            let all = try tool.run("coredata", "export", "staff.sqlite", "Employee").output
            for names in ["Employee Manager", "Manager Employee", "Employee Employee"] {
                let run = try tool.shell("quarry coredata export staff.sqlite \(names)")
                #expect(run.output == all, "\(names): \(run.errors)")
            }
            let run = try tool.shell("quarry coredata export staff.sqlite Manager Department")
            #expect(run.output.contains("Manager/p3") && run.output.contains("Department/p1"))
            // A file for each has its own columns.
            let files = try tool.shell(
                "quarry coredata export staff.sqlite Employee Manager --format csv --directory two"
                    + " && head -1 two/Manager.csv")
            #expect(files.output.contains("level"), "\(files.errors)")
        }
    }

    #if os(Linux)
    @Test func `a file of an export that cannot be written is named`() throws {
        try withStore {
            let run = try tool.shell(
                "mkdir full; ln -s /dev/full full/Employee.csv; "
                    + "quarry coredata export staff.sqlite Employee --format csv --directory full")
            #expect(run.status == 3)
            #expect(
                run.errors.contains("cannot write to full/Employee.csv: No space left on device"),
                "\(run.errors)")
        }
    }
    #endif

    @Test func `export fills a directory with a file for each entity`() throws {
        try withStore {
            let run = try tool.run(
                "coredata", "export", "staff.sqlite", "--format", "csv", "--directory", "out")
            #expect(run.status == 0, "\(run.errors)")
            #expect(
                try tool.read("out/Manager.csv") == """
                    objectID,badge,isActive,name,salary,level,department
                    Manager/p3,,1,Cyd,9000,3,Department/p1

                    """)
            #expect(try tool.read("out/Employee.csv").split(separator: "\n").count == 3)
            let refused = try tool.run("coredata", "export", "staff.sqlite", "--format", "csv")
            #expect(refused.status == 2)
            #expect(refused.errors.contains("Department, Employee, Manager"))
        }
    }

    @Test func `export into a directory overwrites no store`() throws {
        try withStore {
            // One that the export would write, and one that it would remove.
            let files = try tool.shell(
                """
                mkdir own links other; cp staff.sqlite own/Employee.csv
                ln -s ../staff.sqlite links/Manager.csv; cp staff.sqlite other/Manager.jsonl
                cksum own/* other/* > before
                """)
            #expect(files.status == 0, "\(files.errors)")
            let runs = [
                "coredata export own/Employee.csv --format csv --directory own",
                "coredata export staff.sqlite --format csv --directory links",
                "coredata export staff.sqlite Manager --where FALSEPREDICATE --directory other",
            ]
            for arguments in runs {
                let run = try tool.shell("quarry \(arguments)")
                #expect(run.status == 2, "\(run.errors)")
                #expect(run.errors.contains("Name another directory"), "\(run.errors)")
            }
            // An export over an earlier one is written.
            let again = "quarry coredata export staff.sqlite --directory out"
            #expect(try tool.shell("\(again); \(again)").status == 0)
            let same = try tool.shell("cksum own/* other/* | cmp - before; ls own links other")
            #expect(
                same.output.split(separator: "\n") == [
                    "links:", "Manager.csv", "other:", "Manager.jsonl", "own:", "Employee.csv",
                ], "\(same.output)")
        }
    }

    @Test func `an entity of which nothing is left keeps no file of an earlier export`() throws {
        try withStore {
            let command = "quarry coredata export staff.sqlite Manager --directory out"
            #expect(try tool.shell(command).status == 0)
            #expect(try tool.read("out/Manager.jsonl").contains("Cyd"))
            let run = try tool.shell(command + " --where 'level > 3'")
            #expect(run.status == 1, "\(run.errors)")
            let files = try FileManager.default.contentsOfDirectory(
                atPath: tool.directory.path + "/out")
            #expect(files == [])
        }
    }

    @Test(arguments: [
        (["query", "staff.sqlite", "Employe"], "Did you mean 'Employee'?"),
        (["query", "staff.sqlite", "Employee", "nmae == 1"], "Did you mean 'name'?"),
        (
            ["query", "staff.sqlite", "Employee", "--fields", "department.nam"],
            "Did you mean 'name'?"
        ),
        (["query", "staff.sqlite", "Employee", "zzz == 1"], "lists the properties"),
        (["query", "staff.sqlite", "Employee", "name = = 1"], "\n         ^"),
        (["query", "staff.sqlite", "Department", "--sort", "employees.name"], "to-many key"),
        (
            ["query", "staff.sqlite", "Employee", "department == %@", "--arg", "ref:p1"],
            "ref:Employee/p12"
        ),
        (["inspect", "staff.sqlite", "Departmnt"], "Did you mean 'Department'?"),
        (["inspect", "staff.sqlite", "Zebra"], "There are: Department, Employee, Manager"),
        (["export", "staff.sqlite", "--where", "name == 'x'"], "one entity"),
    ])
    func `mistakes are answered with what to write`(arguments: [String], part: String) throws {
        try withStore {
            let line = arguments.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
            let run = try tool.shell("quarry coredata " + line.joined(separator: " "))
            #expect(run.status == 2)
            #expect(run.errors.contains(part), "\(run.errors)")
        }
    }

    @Test func `what is no store is said to be none`() throws {
        try tool.write("no database at all, only some text", to: "text.sqlite")
        try tool.write(#"{"recordName":"a","name":"x"}"#, to: "a.jsonl")
        _ = try tool.run("import", "a.jsonl", "--type", "A", "--store", "records.db")
        let missing = try tool.run("coredata", "inspect", "missing.sqlite")
        #expect(missing.status == 3)
        #expect(missing.errors.contains("There is no store at missing.sqlite"))
        let text = try tool.run("coredata", "query", "text.sqlite", "A")
        #expect(text.status == 3)
        #expect(text.errors.contains("no SQLite file"), "\(text.errors)")
        let records = try tool.run("coredata", "export", "records.db")
        #expect(records.status == 3)
        #expect(records.errors.contains("quarry query asks databases of quarry"))
        #expect(!FileManager.default.fileExists(atPath: tool.directory.path + "/missing.sqlite"))
    }

    @Test func `a store that keeps no model is read with a file`() throws {
        try withStore(keepsModel: false) {
            let run = try tool.run("coredata", "inspect", "staff.sqlite")
            #expect(run.status == 3)
            #expect(run.errors.contains("--model"), "\(run.errors)")
            try MomWriter.archive(CoreDataSample.model)
                .write(to: tool.directory.appendingPathComponent("staff.mom"))
            let given = try tool.run(
                "coredata", "query", "staff.sqlite", "Manager", "--model", "staff.mom", "--fields",
                "name,level", "--format", "csv")
            #expect(given.output == "name,level\nCyd,3\n", "\(given.errors)")
            let xml = """
                <?xml version="1.0"?><model type="com.apple.IDECoreDataModeler.DataModel">
                <entity name="Other"><attribute name="x" attributeType="String"/></entity></model>
                """
            try tool.write(xml, to: "other.xml")
            let other = try tool.run(
                "coredata", "inspect", "staff.sqlite", "--model", "other.xml")
            #expect(other.status == 3)
            #expect(
                other.errors.contains(
                    "other.xml is not the model of this store: "
                        + "Z_PRIMARYKEY does not name the entity Other"), "\(other.errors)")
        }
    }

    @Test(arguments: ObjectDatabase.available)
    func `a store is inspected, asked and exported where it is`(database: ObjectDatabase) throws {
        let location = database.location("staff", in: tool.directory.path)
        let place = try #require(location.place)
        let missing = try tool.run("coredata", "query", place, "Employee")
        #expect(missing.status == 3)
        #expect(missing.errors.contains("There is no store at \(location)"), "\(missing.errors)")
        try CoreDataSample.make(at: location)
        let inspection = try tool.run("coredata", "inspect", place)
        #expect(inspection.status == 0, "\(inspection.errors)")
        #expect(
            inspection.output.contains(
                "store      " + (database == .sqlite ? "SQLite" : "PostgreSQL")))
        // What stands before the host may be a password.
        #expect(!inspection.output.contains("user="))
        #expect(inspection.output.contains("Department  2 objects"))
        let run = try tool.run(
            "coredata", "query", place, "Employee",
            "department.name == %@ AND name CONTAINS[cd] 'n'", "--arg", "Sales", "--sort",
            "-salary", "--fields", "objectID,name,salary,department.name", "--format", "csv")
        #expect(
            run.output == """
                objectID,name,salary,department.name
                Employee/p1,"Ann ""A"" <Ann>",5000,Sales

                """, "\(run.errors)")
        let export = try tool.run("coredata", "export", place)
        #expect(export.output.split(separator: "\n").count == 5, "\(export.errors)")
        #expect(export.output.contains(#""founded":"2001-01-01T03:25:45.123456789Z""#))
    }

    @Test(arguments: RealData.files("stores", "sqlite", "store").map(\.path))
    func `real stores are inspected, asked and exported and stay as they are`(path: String) throws {
        let copy = tool.directory.appendingPathComponent("store.sqlite")
        try Data(contentsOf: URL(fileURLWithPath: path)).write(to: copy)
        let before = try Data(contentsOf: copy)
        let inspection = try tool.run("coredata", "inspect", "store.sqlite", "--format", "json")
        #expect(inspection.status == 0, "\(inspection.errors)")
        let json = try JSONSerialization.jsonObject(with: Data(inspection.output.utf8))
        let entities = try #require((json as? [String: Any])?["entities"] as? [[String: Any]])
        var total = 0
        for entity in entities {
            let name = try #require(entity["name"] as? String)
            let count = try #require(entity["objects"] as? Int)
            let run = try tool.run(
                "coredata", "query", "store.sqlite", name, "--without-subentities", "--count")
            #expect(run.output == "\(count)\n", "\(name): \(run.errors)")
            total += count
        }
        let export = try tool.run("coredata", "export", "store.sqlite")
        #expect(export.output.split(separator: "\n").count == total, "\(export.errors)")
        #expect(try Data(contentsOf: copy) == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: tool.directory.path)
                .filter { !$0.hasPrefix(".") } == ["store.sqlite"])
    }

    /// A store as SwiftData lays out an enum and two structs.
    private static func makeTrips(at path: String) throws {
        var status = ObjectAttribute("status", .composite, isOptional: false)
        status.elements = [ObjectAttribute("status", .string)]
        status.userInfo = ["EnumType": "1"]
        var place = ObjectAttribute("place", .composite)
        var point = ObjectAttribute("point", .composite)
        point.elements = [ObjectAttribute("x", .double), ObjectAttribute("name", .string)]
        place.elements = [
            ObjectAttribute("name", .string), ObjectAttribute("isOpen", .boolean), point,
        ]
        let trip = ObjectEntity(
            "Trip", attributes: [ObjectAttribute("name", .string), status, place],
            uniquenessConstraints: [["name"]])
        let model = ObjectModel(entities: [trip])
        let resolved = try ResolvedModel(model)
        var options = ObjectStoreOptions()
        options.modelCache = MomWriter.cache(model)
        let store = try ObjectStoreOpener.open(
            .sqlite(path: path), model: resolved, options: options)
        let keys = try store.reserveKeys(entity: 0, count: 2)
        let values: [[String: Value]] = [
            [
                "name": "Rome", "status": .dictionary(["status": "open"]),
                "place": .dictionary([
                    "name": "Roma", "isOpen": 1,
                    "point": .dictionary(["x": 0.5, "name": "here"]),
                ]),
            ], ["name": "Oslo", "status": .dictionary(["status": "done"])],
        ]
        var changes = ObjectChanges()
        changes.inserted = zip(keys, values).map { key, values in
            ObjectRow(
                key: key, version: 1,
                attributes: resolved.entities[0].attributes.map { values[$0.name] ?? .null },
                toOnes: [])
        }
        _ = try store.save(changes)
        try store.close()
    }

    @Test func `enums and structs are shown, asked and exported by their parts`() throws {
        let path = tool.directory.appendingPathComponent("trips.store")
        try Self.makeTrips(at: path.path)
        let before = try Data(contentsOf: path)
        let inspection = try tool.run("coredata", "inspect", "trips.store")
        #expect(
            inspection.output.contains(
                """
                attribute         type       optional  default  more
                ────────────────  ─────────  ────────  ───────  ──────
                name              String     yes                unique
                place             Composite  yes
                place.name        String     yes
                place.isOpen      Boolean    yes
                place.point       Composite  yes
                place.point.x     Double     yes
                place.point.name  String     yes
                status            Composite                     enum
                status.status     String     yes
                """), "\(inspection.output)\(inspection.errors)")
        let json = try tool.run("coredata", "inspect", "trips.store", "--format", "json")
        #expect(
            json.output.contains(#""parts":[{"name":"status","type":"String""#), "\(json.output)")
        let found = try tool.run(
            "coredata", "query", "trips.store", "Trip",
            "status.status == 'open' AND place.point.x > 0", "--sort", "place.name", "--fields",
            "name,status.status,place.isOpen")
        #expect(
            found.output == """
                name  status.status  place.isOpen
                ────  ─────────────  ────────────
                Rome  open           YES

                """, "\(found.errors)")
        let counted = try tool.run(
            "coredata", "query", "trips.store", "Trip", "--group-by", "status.status", "--select",
            "count()", "--format", "csv")
        #expect(counted.output.contains("open,1"), "\(counted.output)\(counted.errors)")
        let lines = try tool.run("coredata", "export", "trips.store")
        #expect(
            lines.output.split(separator: "\n").first.map(String.init)
                == #"{"entity":"Trip","objectID":"Trip/p1","name":"Rome","place":{"name":"Roma","#
                + #""isOpen":true,"point":{"x":0.5,"name":"here"}},"status":{"status":"open"}}"#,
            "\(lines.output)\(lines.errors)")
        let csv = try tool.run("coredata", "export", "trips.store", "Trip", "--format", "csv")
        #expect(
            csv.output == """
                objectID,name,place.name,place.isOpen,place.point.x,place.point.name,status.status
                Trip/p1,Rome,Roma,1,0.5,here,open
                Trip/p2,Oslo,,,,,done

                """, "\(csv.errors)")
        let wrong = try tool.run("coredata", "query", "trips.store", "Trip", "place.nam == 'x'")
        #expect(wrong.status == 2 && wrong.errors.contains("Did you mean 'name'?"))
        #expect(try Data(contentsOf: path) == before)
    }
}
