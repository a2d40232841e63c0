import CoreDataModel
import Foundation
import Stores
import Testing

@testable import CLI

/// `quarry schema generate`, `check`, `diff` and `quarry model lint`.
@Suite struct `schemas of mirrored models at the terminal` {
    private let tool = Tool()

    private static let notes = """
        <?xml version="1.0" encoding="UTF-8"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" usedWithCloudKit="YES">
            <entity name="Note">
                <attribute name="title" optional="YES" attributeType="String"/>
                <attribute name="changed" optional="YES" attributeType="Date"/>
                <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag" inverseName="notes"/>
            </entity>
            <entity name="Tag">
                <attribute name="name" optional="YES" attributeType="String"/>
                <relationship name="notes" optional="YES" toMany="YES" destinationEntity="Note" inverseName="tags"/>
            </entity>
        </model>
        """

    /// The tool stands beside a model, `Notes.xcdatamodeld` with one version.
    init() throws { try write(Self.notes) }

    private func write(_ contents: String, _ version: String = "Notes") throws {
        let folder = tool.directory.appendingPathComponent(
            "Notes.xcdatamodeld/\(version).xcdatamodel")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(contents.utf8).write(to: folder.appendingPathComponent("contents"))
    }

    @Test func `a generated schema is one, and passes the check`() throws {
        let made = try tool.shell(
            "quarry schema generate --model Notes.xcdatamodeld --sharing > schema.ckdb")
        #expect(made.status == 0 && made.errors == "", "\(made.errors)")
        #expect(try tool.read("schema.ckdb").contains("CD_title_ckAsset"))
        let valid = try tool.run("schema", "validate", "schema.ckdb")
        #expect(valid.output == "schema.ckdb: 4 record types, 19 fields\n")
        let checked = try tool.run(
            "schema", "check", "--model", "Notes.xcdatamodeld", "--against", "schema.ckdb",
            "--sharing", "--strict")
        #expect(checked.status == 0 && checked.output == "")
        #expect(checked.errors == "Notes.xcdatamodeld in schema.ckdb: nothing is wrong\n")
        let same = try tool.run("schema", "diff", "Notes.xcdatamodeld", "schema.ckdb", "--sharing")
        #expect(same.status == 0 && same.errors == "the schemas are the same\n", "\(same)")
    }

    @Test func `what was never deployed is an error with the place and Production's answer`() throws
    {
        try tool.write(
            """
            DEFINE SCHEMA
            RECORD TYPE CD_Note (
                CD_entityName STRING, CD_title STRING, CD_title_ckAsset ASSET,
                CD_moveReceipt BYTES, CD_moveReceipt_ckAsset ASSET, CD_old STRING );
            RECORD TYPE CD_Tag (
                CD_entityName STRING, CD_name STRING, CD_name_ckAsset ASSET,
                CD_moveReceipt BYTES, CD_moveReceipt_ckAsset ASSET );
            """, to: "production.ckdb")
        func check(_ format: String) throws -> Tool.Outcome {
            try tool.run(
                "schema", "check", "--model", "Notes.xcdatamodeld", "--against", "production.ckdb",
                "--format", format)
        }
        let text = try check("text")
        #expect(text.status == 1)
        let place = "Notes.xcdatamodeld/Notes.xcdatamodel/contents"
        #expect(
            text.output == """
                \(place):5: error: Field CD_changed of CD_Note is missing. Production answers \
                "Cannot create or modify field 'CD_changed' in record 'CD_Note' in production \
                schema".
                production.ckdb: error: Record type CDMR is missing. Production answers "Cannot \
                create new type CDMR in production schema".
                production.ckdb: note: Field CD_old of CD_Note is of no property of the model: \
                another version may have had it; records keep its values.

                """, "\(text.output)")
        #expect(text.errors == "Notes.xcdatamodeld in production.ckdb: 2 errors, 1 note\n")
        let github = try check("github")
        #expect(github.status == 1)
        #expect(
            github.output.hasPrefix(
                "::error file=\(place),line=5,title=missingField::Field CD_changed of CD_Note is "
                    + "missing."), "\(github.output)")
        #expect(github.output.contains("\n::notice file=production.ckdb,title=extraField::"))
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(try check("json").output.utf8))
                as? [String: Any])
        #expect(json["errors"] as? Int == 2 && json["notes"] as? Int == 1)
        let first = try #require((json["problems"] as? [[String: Any]])?.first)
        #expect(first["code"] as? String == "missingField" && first["line"] as? Int == 5)
        #expect(first["entity"] as? String == "Note" && first["field"] as? String == "CD_changed")
        // What saving never makes is a warning, unless it is asked for.
        _ = try tool.shell(
            "quarry schema generate --model Notes.xcdatamodeld | grep -v ckAsset > lazy.ckdb")
        let lazy = try tool.shell(
            "quarry schema check --model Notes.xcdatamodeld --against - < lazy.ckdb")
        #expect(lazy.status == 0 && lazy.errors.hasSuffix(": 5 warnings\n"), "\(lazy)")
        let strict = try tool.run(
            "schema", "check", "--model", "Notes.xcdatamodeld", "--against", "lazy.ckdb",
            "--strict")
        #expect(strict.status == 1 && strict.errors.hasSuffix(": 5 errors\n"))
        let shared = try tool.run(
            "schema", "check", "--model", "Notes.xcdatamodeld", "--against", "lazy.ckdb",
            "--sharing", "--public")
        #expect(shared.output.contains("Record type cloudkit.share is missing"))
        #expect(shared.output.contains("lacks \"___modTime\" TIMESTAMP QUERYABLE SORTABLE"))
    }

    @Test func `a schema grows onto another, and contradictions are sentences`() throws {
        try tool.write(
            "DEFINE SCHEMA RECORD TYPE CD_Note ( CD_title STRING, CD_old INT64 );",
            to: "production.ckdb")
        let grown = try tool.shell(
            "quarry schema generate --model Notes.xcdatamodeld --onto production.ckdb > new.ckdb")
        #expect(grown.status == 0, "\(grown.errors)")
        let additive = try tool.run(
            "schema", "diff", "production.ckdb", "new.ckdb", "--additive")
        #expect(additive.status == 0 && additive.errors == "everything can be deployed\n")
        let all = try tool.run("schema", "diff", "production.ckdb", "new.ckdb")
        #expect(all.status == 1)
        #expect(all.output.contains("+ record type CD_Tag (5 fields)\n"), "\(all.output)")
        #expect(all.output.contains("+ field CD_Note.CD_changed TIMESTAMP QUERYABLE SORTABLE\n"))
        let back = try tool.run(
            "schema", "diff", "new.ckdb", "production.ckdb", "--additive", "--format", "github")
        #expect(back.status == 1)
        #expect(
            back.output.contains(
                "::error file=production.ckdb,title=dropField::Production keeps field "
                    + "CD_Note.CD_changed; it cannot be dropped.\n"), "\(back.output)")
        try tool.write(
            "DEFINE SCHEMA RECORD TYPE CD_Note ( CD_title INT64 );", to: "other.ckdb")
        let refused = try tool.run(
            "schema", "generate", "--model", "Notes.xcdatamodeld", "--onto", "other.ckdb")
        #expect(refused.status == 2 && refused.output == "")
        #expect(
            refused.errors.contains(
                "Field 'CD_title' of 'CD_Note' is INT64, and the model needs STRING"))
        let changed = try tool.run("schema", "diff", "other.ckdb", "production.ckdb")
        #expect(changed.output.contains("! field CD_Note.CD_title INT64 → STRING\n"))
    }

    @Test func `a schema is checked in a store, too`() throws {
        _ = try tool.shell(
            "quarry schema generate --model Notes.xcdatamodeld > schema.ckdb && "
                + "quarry schema import schema.ckdb --store notes.db")
        let run = try tool.run(
            "schema", "check", "--model", "Notes.xcdatamodeld", "--against", "notes.db")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let none = try tool.run(
            "schema", "check", "--model", "Notes.xcdatamodeld", "--against",
            "http://127.0.0.1:1/iCloud.a")
        #expect(none.status == 3 && none.errors.contains("No server answers"), "\(none.errors)")
    }

    @Test func `lint says what CloudKit refuses, with file and line`() throws {
        try write(Self.notes.replacing(#"title" optional="YES""#, with: #"title""#))
        let plain = try tool.run("model", "lint", "Notes.xcdatamodeld")
        #expect(plain.status == 0 && plain.errors == "Notes.xcdatamodeld: nothing is wrong\n")
        let run = try tool.run("model", "lint", "--cloudkit", "Notes.xcdatamodeld")
        #expect(run.status == 1)
        #expect(
            run.output == "Notes.xcdatamodeld/Notes.xcdatamodel/contents:4: error: 'Note.title' is "
                + "neither optional nor has a default value; CloudKit integration requires one of "
                + "them\n", "\(run.output)")
        let made = try tool.run("schema", "generate", "--model", "Notes.xcdatamodeld")
        #expect(made.status == 0 && made.errors.contains("CloudKit refuses this model"))
        let configuration = try tool.run(
            "model", "lint", "--cloudkit", "Notes.xcdatamodeld", "--configuration", "Cloud")
        #expect(configuration.status == 2, "\(configuration.errors)")
        #expect(configuration.errors.contains("has no configuration 'Cloud'"))
    }

    @Test func `lint says which attributes cannot have their default or be computed`() throws {
        try write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <model type="com.apple.IDECoreDataModeler.DataModel">
                <entity name="Note">
                    <attribute name="rank" attributeType="Integer 16" defaultValueString="70000"/>
                    <attribute name="stars" attributeType="Integer 16" minValueString="1" \
            maxValueString="5" defaultValueString="0"/>
                    <attribute name="title" attributeType="String" maxValueString="3" \
            defaultValueString="Untitled"/>
                    <attribute name="fine" attributeType="Double" minValueString="0" \
            maxValueString="1" defaultValueString="0.5"/>
                    <attribute name="key" derived="YES" derivationExpression="canonical:(title" \
            attributeType="String"/>
                </entity>
            </model>
            """)
        let run = try tool.run("model", "lint", "Notes.xcdatamodeld")
        #expect(run.status == 1)
        let lines = run.output.split(separator: "\n").map(String.init)
        let place = "Notes.xcdatamodeld/Notes.xcdatamodel/contents"
        try #require(lines.count == 4, "\(run.output)")
        #expect(
            lines[0]
                == "\(place):4: error: 'Note.rank' has the default value 70000, which is no "
                + "Integer 16")
        #expect(
            lines[1].hasPrefix(
                "\(place):8: error: 'Note.key' has a derivation that cannot be read: "))
        #expect(
            lines[2]
                == "\(place):5: warning: 'Note.stars' has the default value 0, less than its "
                + "minimum 1: a new object cannot be saved before it has another")
        #expect(
            lines[3].hasPrefix(
                "\(place):6: warning: 'Note.title' has the default value \"Untitled\", longer "))
        // What is generated does not need them.
        let made = try tool.run("schema", "generate", "--model", "Notes.xcdatamodeld")
        #expect(made.status == 0, "\(made.errors)")
    }

    @Test func `lint says which predicates of requests cannot be asked`() throws {
        func request(_ predicate: String, entity: String = "Note") -> String {
            #"<fetchRequest name="r" entity="\#(entity)" predicateString="\#(predicate)"/>"#
        }
        try write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <model type="com.apple.IDECoreDataModeler.DataModel">
                <entity name="Note">
                    <attribute name="title" optional="YES" attributeType="String"/>
                    <fetchedProperty name="good" optional="YES">
                        \(request("title == $FETCH_SOURCE.title AND self IN $NOTES"))
                    </fetchedProperty>
                    <fetchedProperty name="unread" optional="YES">
                        \(request("title =="))
                    </fetchedProperty>
                    <fetchedProperty name="unknown" optional="YES">
                        \(request("self != $FETCH_SOURCE AND tilte == $X"))
                    </fetchedProperty>
                    <fetchedProperty name="nowhere" optional="YES">
                        \(request("title == nil", entity: "Nota"))
                    </fetchedProperty>
                </entity>
                <fetchRequest name="unread" entity="Note" predicateString="title =="/>
                <fetchRequest name="unknown" entity="Note" predicateString="tilte == $X"/>
                <fetchRequest name="good" entity="Note" predicateString="title == $X"/>
            </model>
            """)
        let run = try tool.run("model", "lint", "Notes.xcdatamodeld")
        #expect(run.status == 1)
        let place = "Notes.xcdatamodeld/Notes.xcdatamodel/contents"
        let expected = [
            "15: error: Nothing in the model has this name. (entity: Nota, fetchedProperty: "
                + "Note.nowhere)",
            "8: error: The predicate of 'Note.unread' cannot be read: ",
            "11: error: The predicate of 'Note.unknown' cannot be asked: keypath tilte not found in "
                + "entity Note. Did you mean 'title'?",
            "18: error: The predicate of the fetch request 'unread' cannot be read: ",
            "19: error: The predicate of the fetch request 'unknown' cannot be asked: keypath tilte "
                + "not found in entity Note. Did you mean 'title'?",
        ]
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == expected.count, "\(run.output)")
        for (line, wanted) in zip(lines, expected) {
            #expect(line.hasPrefix("\(place):\(wanted)"), "\(line)")
        }
    }

    @Test func `versions are compared, and one may be named`() throws {
        try write(
            Self.notes.replacingOccurrences(
                of: #"attributeType="Date""#, with: #"attributeType="String""#),
            "Notes 2")
        let run = try tool.run("model", "lint", "--cloudkit", "Notes.xcdatamodeld")
        #expect(run.status == 1 && run.output.contains("in the version 'Notes 2'"), "\(run.output)")
        let second = try tool.run(
            "schema", "generate", "--model", "Notes.xcdatamodeld", "--model-version", "Notes 2")
        #expect(second.output.contains("CD_changed_ckAsset"))
        let third = try tool.run(
            "schema", "generate", "--model", "Notes.xcdatamodeld", "--model-version", "Notes 3")
        #expect(third.status == 2 && third.errors.contains("It has: Notes, Notes 2"))
    }

    @Test func `compiled models are read, those of the plugin too`() throws {
        let folder = tool.directory.appendingPathComponent("Notes.momd")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(Self.notes.utf8).write(to: folder.appendingPathComponent("Notes.mom"))
        try MomWriter.archive(try ObjectModel(xml: Data(Self.notes.utf8)))
            .write(to: tool.directory.appendingPathComponent("Archived.mom"))
        let source = try tool.run("schema", "generate", "--model", "Notes.xcdatamodeld")
        #expect(source.status == 0)
        for model in ["Notes.momd", "Notes.momd/Notes.mom", "Archived.mom"] {
            let run = try tool.run("schema", "generate", "--model", model)
            #expect(run.output == source.output, "\(model): \(run.errors)")
        }
    }

    @Test func `a store's own model is read`() throws {
        let path = tool.directory.appendingPathComponent("staff.sqlite")
        try CoreDataSample.make(at: .sqlite(path: path.path), keepsModel: true)
        let made = try tool.run("schema", "generate", "--model", "staff.sqlite")
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.output.contains("RECORD TYPE CD_Employee ("))
        #expect(!made.output.contains("CD_Manager"), "a subentity has the type of its root")
        let lint = try tool.run("model", "lint", "--cloudkit", "staff.sqlite")
        #expect(
            lint.status == 1 && lint.output.hasPrefix("staff.sqlite: error: "), "\(lint.output)")
    }

    @Test func `what cannot be read is a sentence`() throws {
        try tool.write("<model><entity/></model>", to: "nameless.xcdatamodel")
        try tool.write("bplist00 and nothing more", to: "broken.mom")
        try tool.write("hello", to: "text.store")
        try FileManager.default.createDirectory(
            at: tool.directory.appendingPathComponent("Empty.xcdatamodeld"),
            withIntermediateDirectories: true)
        try tool.write("DEFINE SCHEMA RECORD TYPE T ( a STRNG );", to: "broken.ckdb")
        try write(
            Self.notes.replacingOccurrences(
                of: #"destinationEntity="Tag""#, with: #"destinationEntity="Tog""#))
        for (model, status, words) in [
            ("Nowhere.xcdatamodeld", 3, "There is no model and no store at Nowhere.xcdatamodeld"),
            ("nowhere.store", 3, "There is no"),
            (".", 3, ". is a directory, and no model\nGive the .xcdatamodeld in it"),
            ("nameless.xcdatamodel", 3, "nameless.xcdatamodel"),
            ("broken.mom", 3, "broken.mom: The property list is damaged"),
            ("text.store", 3, "SQLite"), ("Empty.xcdatamodeld", 3, "not a model"),
            ("Notes.xcdatamodeld", 3, "contents:6: error: Nothing in the model has this name"),
        ] {
            let run = try tool.run("schema", "generate", "--model", model)
            #expect(Int(run.status) == status, "\(model): \(run.errors)")
            #expect(run.errors.contains(words), "\(model): \(run.errors)")
            #expect(run.output == "")
        }
        let schema = try tool.run("schema", "diff", "broken.ckdb", "broken.ckdb")
        #expect(schema.status == 2 && schema.errors.contains("STRNG"))
        // A workflow shows why it failed where it shows what is wrong.
        try FileManager.default.createDirectory(
            at: tool.directory.appendingPathComponent("text.xcdatamodel"),
            withIntermediateDirectories: true)
        try tool.write(Self.notes, to: "text.xcdatamodel/contents")
        for arguments in [
            "check --model text.xcdatamodel --against nowhere.ckdb",
            "diff nowhere.ckdb broken.ckdb",
        ] {
            let run = try tool.shell("quarry schema \(arguments) --format github")
            #expect(
                run.status == 3
                    && run.output
                        == "::error title=unreadable::There is no schema at nowhere.ckdb\n",
                "\(run.output)")
            #expect(run.errors.contains("cktool export-schema"))
        }
        let gone = try tool.run("model", "lint", "Gone.xcdatamodeld", "--format", "github")
        #expect(
            gone.status == 3 && gone.output.hasPrefix("::error title=unreadable::There is no model")
        )
        let lint = try tool.run("model", "lint", "Notes.xcdatamodeld")
        #expect(lint.status == 1 && lint.output.contains("contents:6: error: "), "\(lint.output)")
    }

    @Test func `entities that inherit in a circle are refused with their lines`() throws {
        try FileManager.default.createDirectory(
            at: tool.directory.appendingPathComponent("circle.xcdatamodel"),
            withIntermediateDirectories: true)
        try tool.write(
            """
            <?xml version="1.0"?>
            <model type="com.apple.IDECoreDataModeler.DataModel">
                <entity name="A" parentEntity="B"/>
                <entity name="B" parentEntity="A"/>
            </model>
            """, to: "circle.xcdatamodel/contents")
        let run = try tool.run("model", "lint", "circle.xcdatamodel")
        #expect(run.status == 3)
        #expect(
            run.errors.contains(
                "circle.xcdatamodel/contents:3: error: The name leads back to itself. (entity: A)"),
            "\(run.errors)")
    }

    @Test func `annotates no end of which nothing is to be said`() {
        #expect(Annotation(CancellationError()) == nil)
        #expect(Annotation(Failure(.brokenPipe)) == nil)
        #expect(
            Annotation(Failure(.failed, "There is no model"))?.text
                == "::error title=unreadable::There is no model")
    }
}
