import Foundation
import TestFiles
import Testing

@testable import ManagedAccessorCore

@Suite struct DiagnosticTests {
    private let folder = TemporaryFolder()

    private func complaint(_ source: String) -> String {
        generate("import CoreData\n" + source).diagnostics.map(\.text).joined(separator: "\n")
    }

    @Test func `a closure`() {
        #expect(
            complaint("class Note: NSManagedObject { @NSManaged var done: (() -> Void)? }")
                == "Note.swift:2: error: 'Note.done' is a closure, which Core Data cannot keep; "
                + "write a method, or a property without @NSManaged")
        #expect(
            complaint(
                "class Note: NSManagedObject { @NSManaged func f(_ a: @escaping () -> Void) }"
            )
            .contains("is a closure"))
    }

    @Test func `a class with type parameters`() {
        #expect(
            complaint("class Box<T>: NSManagedObject {\n@NSManaged var name: String }")
                == "Note.swift:3: error: 'Box.name' is in 'Box', which has type parameters; "
                + "Core Data makes objects of plain classes: declare it in a subclass without any")
    }

    @Test func `a type in one with type parameters`() {
        let box =
            "class Box<T>: NSManagedObject { enum Kind: Int16 { case a } }\nenum Kind { case b }\n"
        let expected =
            "error: 'Note.kind' has the type 'Box.Kind', and 'Box' has type parameters; declare the "
            + "type outside of it"
        #expect(
            complaint(box + "class Note: Box<Int> { @NSManaged var kind: Kind }")
                == "Note.swift:4: " + expected)
        #expect(
            complaint(box + "class Note: NSManagedObject { @NSManaged var kind: Box<Int>.Kind }")
                == "Note.swift:4: " + expected)
    }

    @Test func `a type that is nowhere`() {
        #expect(
            complaint("class Note: NSManagedObject { @NSManaged var color: UIColor? }")
                .hasPrefix("Note.swift:2: error: 'Note.color' has the type 'UIColor', which is"))
    }

    @Test func `a type or a class that only its file sees`() {
        #expect(
            complaint(
                "class Note: NSManagedObject {\nprivate enum Kind: Int16 { case a }\n"
                    + "@NSManaged private var kind: Kind }"
            ).hasPrefix("Note.swift:4: error: 'Note.kind' has the type 'Kind', which only its file")
        )
        #expect(
            complaint("private class Note: NSManagedObject { @NSManaged var a: Int }")
                .contains("is in 'Note', which is private;"))
    }

    @Test func `a class in a function, several protocols, effects, initial values`() {
        #expect(
            complaint("func f() { class Note: NSManagedObject { @NSManaged var a: Int } }")
                .contains("'a' is in a class inside a function"))
        #expect(
            complaint("class Note: NSManagedObject { @NSManaged var a: Hashable & Sendable }")
                .hasPrefix("Note.swift:2: error: 'Note.a' has "))
        #expect(
            complaint("class Note: NSManagedObject { @NSManaged func a() throws }")
                .contains("a method with @NSManaged cannot be throws"))
        #expect(
            complaint("class Note: NSManagedObject { @NSManaged var a: Int = 1 }")
                .contains("has no initial value"))
        #expect(
            complaint("class Note: NSManagedObject { @NSManaged var `a b`: Int }")
                .contains("has a name with characters that Core Data does not allow"))
    }

    @Test func `a typealias to itself ends`() {
        #expect(
            complaint("typealias A = [A]\nclass Note: NSManagedObject { @NSManaged var a: A }")
                .contains("leads back to itself"))
    }

    @Test func `arguments without sense are refused`() {
        #expect(ToolRequest(["--module"]) == nil)
        #expect(ToolRequest(["--nonsense"]) == nil)
        let request = ToolRequest([
            "--module", "App", "--output", "o.swift", "--define", "A", "--dependency", "B",
            "b.swift", "c.swift", "--model", "N.xcdatamodeld", "N.momd", "--sources", "a.swift",
        ])
        #expect(request?.dependencies == ["B": ["b.swift", "c.swift"]])
        #expect(request?.sources == ["a.swift"] && request?.conditions == ["A"])
        #expect(request?.models.first?.output == "N.momd")
    }

    @Test func `the file that cannot be written is named`() throws {
        let model = folder.file("Notes.xcdatamodel")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        try Data(#"<model><entity name="Note"/></model>"#.utf8)
            .write(to: model.appendingPathComponent("contents"))
        let output = folder.path + "/nowhere/Notes.mom"
        let request = try #require(
            ToolRequest([
                "--module", "App", "--output", folder.path + "/App.swift", "--model",
                model.path, output,
            ]))
        let said = AccessorTool.run(request)
        #expect(said.map(\.file) == [output], "\(said)")
        #expect(said.first?.message.hasPrefix("cannot be written: ") == true, "\(said)")
    }

    #if os(Linux)
    @Test func `where errors cannot be written, the status says that there are some`() async {
        await #expect(processExitsWith: .exitCode(64)) {
            dup2(open("/dev/full", O_WRONLY), STDERR_FILENO)
            exit(AccessorTool.run([]))
        }
    }
    #endif
}
