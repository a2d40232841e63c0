import Foundation
import CoreDataModel
import TestFiles
import Testing

@testable import ManagedAccessorCore

/// What the tool makes of one source.
func generate(_ source: String, models: [ModelBundle] = []) -> Generator.Output {
    Generator(
        module: "App", sources: [Generator.Source(file: "Note.swift", text: source)],
        models: models
    ).run()
}

/// A model file in a folder of its own.
func model(_ entities: String, named name: String = "Notes") throws -> ModelBundle {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let bundle = folder.file("\(name).xcdatamodeld")
    let version = bundle.appendingPathComponent("\(name).xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try Data("<?xml version=\"1.0\"?>\n<model>\n\(entities)\n</model>".utf8)
        .write(to: version.appendingPathComponent("contents"))
    return try ModelBundle(contentsOf: bundle)
}

@Suite struct GeneratorTests {
    private let folder = TemporaryFolder()

    @Test func `a property becomes a getter and a setter`() {
        let output = generate(
            "import CoreData\npublic class Note: NSManagedObject { @NSManaged public var title: String? }"
        )
        #expect(output.diagnostics.isEmpty)
        #expect(
            output.text.contains(
                """
                extension Note {
                    @_silgen_name("$s3App4NoteC5titleSSSgvg")
                    public dynamic func __get_Note_title() -> String? { __managedValue("title") }
                    @_silgen_name("$s3App4NoteC5titleSSSgvs")
                    public dynamic func __set_Note_title(_ value: __owned String?) { __setManagedValue(value, "title") }
                }
                """))
        #expect(output.text.contains(#"classes.append(("Note", Note.self))"#))
        #expect(output.text.contains(#"names[\Note.title] = "title""#))
    }

    @Test func `an extension may name the module of its class`() {
        let output = generate(
            """
            import CoreData
            class Note: NSManagedObject { @NSManaged var title: String? }
            extension App.Note { @NSManaged var text: String? }
            """)
        #expect(output.diagnostics.isEmpty)
        #expect(output.symbols.contains("$s3App4NoteC4textSSSgvg"))
        #expect(output.text.contains(#"names[\Note.text] = "text""#))
    }

    @Test func `key paths across a relationship have names`() {
        let output = generate(
            """
            import CoreData
            class Note: NSManagedObject {
                @NSManaged var folder: Folder?
                @NSManaged var box: Folder
            }
            class Folder: NSManagedObject { @NSManaged var name: String? }
            """)
        #expect(output.text.contains(#"names[\Note.folder?.name] = "folder.name""#))
        #expect(output.text.contains(#"names[\Note.box.name] = "box.name""#))
    }

    @Test func `methods call by their names`() {
        let output = generate(
            """
            import CoreData
            class Note: NSManagedObject {
                @NSManaged func addToItems(_ value: Note)
                @NSManaged func insertIntoItems(_ value: Note, at idx: Int)
            }
            """)
        #expect(output.text.contains(#"{ __managedCall("addToItems(_:)", [value0]) }"#))
        #expect(
            output.text.contains(#"{ __managedCall("insertIntoItems(_:at:)", [value0, value1]) }"#))
    }

    @Test func `methods that take a set take an array literal`() {
        let text = generate(
            """
            import CoreData
            class Note: NSManagedObject {
                @NSManaged public func removeFromItems(_ values: NSSet)
                @NSManaged public func addToSteps(_ values: NSOrderedSet)
                @NSManaged private func addToItems(_ values: NSSet)
            }
            """
        ).text
        let taken = "public func removeFromItems(_ values: [NSManagedObject]) "
        #expect(text.contains(taken + "{ removeFromItems(NSSet(array: values)) }"))
        #expect(!text.contains("func addToSteps(_ values: ["))
        #expect(!text.contains("func addToItems(_ values: ["))
    }

    @Test func `a primitive property reaches the other past its observers`() throws {
        let source =
            "import CoreData\nclass Note: NSManagedObject { @NSManaged var primitiveTitle: String? }"
        let output = generate(source)
        #expect(output.text.contains(#"{ __managedCall("primitiveTitle()", []) }"#))
        #expect(output.text.contains(#"{ setPrimitiveValue(value, forKey: "title") }"#))
        let named = try model(
            """
            <entity name="Note"><attribute name="primitiveTitle" attributeType="String"/></entity>
            """)
        #expect(
            generate(source, models: [named]).text.contains(#"__managedValue("primitiveTitle")"#))
    }

    @Test func `a class is one of objects through its superclasses`() {
        let output = generate(
            """
            import CoreData
            class Base: NSManagedObject {}
            class Leaf: Base {}
            class Other: NSObject {}
            private class Hidden: NSManagedObject {}
            enum Space { class Inner: Base {} }
            """)
        #expect(output.text.contains(#"("Leaf", Leaf.self)"#))
        #expect(output.text.contains(#"("Space.Inner", Space.Inner.self)"#))
        #expect(!output.text.contains("Other") && !output.text.contains("Hidden"))
    }

    @Test func `a private typealias is that of its file, and is written out`() {
        func source(_ name: String, _ type: String) -> Generator.Source {
            Generator.Source(
                file: "\(name).swift",
                text: """
                    private typealias Content = \(type)
                    class \(name): NSManagedObject { @NSManaged private var content: Content? }
                    """)
        }
        let output = Generator(
            module: "App", sources: [source("Note", "[String: Int]"), source("Tag", "Date")]
        ).run()
        #expect(output.text.contains("__get_Note_content_private() -> Dictionary<String, Int>? {"))
        #expect(output.text.contains("__get_Tag_content_private() -> Date? {"))
        #expect(output.diagnostics.isEmpty)
    }

    @Test func `types in superclasses are those of the class`() throws {
        let kit = folder.file("Kit.swift")
        try Data(
            """
            import CoreData
            open class Root: NSManagedObject {
                public enum Size: Int16 { case a }
                enum Kind: Int16 { case a }
                public typealias Codes = [Size]
            }
            """.utf8
        ).write(to: kit)
        let source = """
            import Kit
            class Base: Root { enum Color: Int16 { case a; struct Deep {} } }
            class Note: Base {
                @NSManaged var color: Color
                @NSManaged var deep: Leaf.Color.Deep
                @NSManaged var size: Size
                @NSManaged var codes: Codes
                @NSManaged var kind: Kind
            }
            class Leaf: Note {}
            class Ring: Round { @NSManaged var ring: String }
            class Round: Ring {}
            enum Kind: Int16 { case a }
            extension Date { typealias Stamp = Double }
            class Day: NSManagedObject { @NSManaged var stamp: Date.Stamp }
            """
        let output = Generator(
            module: "App", sources: [Generator.Source(file: "Note.swift", text: source)],
            dependencies: ["Kit": [kit.path]]
        ).run()
        #expect(output.diagnostics.isEmpty, "\(output.diagnostics)")
        #expect(
            output.symbols.filter { $0.hasSuffix("g") }.sorted()
                == [
                    "$s3App3DayC5stampSdvg",
                    "$s3App4NoteC4kindAA4KindOvg",
                    "$s3App4NoteC4deepAA4BaseC5ColorO4DeepVvg",
                    "$s3App4NoteC4size3Kit4RootC4SizeOvg",
                    "$s3App4NoteC5codesSay3Kit4RootC4SizeOGvg",
                    "$s3App4NoteC5colorAA4BaseC5ColorOvg",
                    "$s3App4RingC4ringSSvg",
                ].sorted())
    }

    @Test func `what depends on a flag is written under the flag`() {
        let output = generate(
            """
            import CoreData
            class Note: NSManagedObject {
            #if DEBUG
                @NSManaged var hint: String?
            #endif
            }
            """)
        #expect(output.text.contains("#if (DEBUG)\nextension Note {"))
        #expect(output.text.contains("#if (DEBUG)\n    names[\\Note.hint] = \"hint\"\n#endif"))
    }

    @Test func `what belongs to an actor has no key paths`() throws {
        let cards = try model(
            """
            <entity name="Base" representedClassName="Base"/>
            <entity name="Card" representedClassName="Card" parentEntity="Base"
                codeGenerationType="class">
                <attribute name="color" optional="YES" attributeType="String"/>
            </entity>
            """)
        let output = generate(
            """
            import CoreData
            @globalActor actor Database { static let shared = Database() }
            typealias UI = MainActor
            @MainActor protocol Shown {}
            @MainActor class Base: NSManagedObject {
                @NSManaged var a: Int32
                @NSManaged nonisolated var free: Int32
                class Inner: NSManagedObject { @NSManaged var inner: Int32 }
            }
            class Leaf: App.Base, Sendable { @NSManaged var b: Int32 }
            nonisolated class Loose: Base { @NSManaged var loose: Int32 }
            class Plain: NSManagedObject {
                @NSManaged var plain: Int32
                @MainActor @NSManaged var c: Int32
            }
            @MainActor extension Plain { @NSManaged var d: Int32 }
            nonisolated extension Base { @NSManaged var open: Int32 }
            @Database class Row: NSManagedObject { @NSManaged var e: Int32 }
            class View: NSManagedObject, Shown { @NSManaged var f: Int32 }
            @UI class Window: NSManagedObject { @NSManaged var g: Int32 }
            class Ring: Round { @NSManaged var ring: Int32 }
            class Round: Ring {}
            """, models: [cards])
        let named = output.text.split(separator: "\n").compactMap {
            $0.contains("names[") ? $0.split(separator: "\"").dropFirst().first : nil
        }
        #expect(named == ["free", "inner", "loose", "plain", "open", "ring"])
    }

    @Test func `a class in both branches of a condition is registered in both`() {
        let text = generate(
            """
            import CoreData
            #if canImport(CHelper)
            class Note: NSManagedObject { @NSManaged var size: Int16 }
            #else
            class Note: NSManagedObject { @NSManaged var size: Int32 }
            #endif
            """
        ).text
        let entry = "\n    classes.append((\"Note\", Note.self))\n#endif"
        #expect(text.contains("#if (canImport(CHelper))" + entry))
        #expect(text.contains("#if !(canImport(CHelper))" + entry))
        #expect(text.contains("__get_Note_size() -> Int16 {"))
        #expect(text.contains("__get_Note_size() -> Int32 {"))
    }

    @Test func `a type in both branches for a module that is not known is the one without it`() {
        let output = generate(
            """
            import CoreData
            #if canImport(Lottie)
            struct Mode {}
            typealias Code = Int
            typealias Step = LottieStep
            #else
            enum Mode: Int16 { case a }
            typealias Code = String
            enum Step: Int16 { case a }
            #endif
            class Note: NSManagedObject {
                @NSManaged var mode: Mode
                @NSManaged var code: Code
                @NSManaged var step: Step
            #if canImport(Lottie)
                @NSManaged var pace: Mode
                @NSManaged var animation: LottieAnimation?
            #if DEBUG
                @NSManaged var codes: [Code]
            #endif
            #else
                @NSManaged var pace: Mode
            #endif
            }
            """)
        #expect(output.diagnostics.isEmpty, "\(output.diagnostics)")
        #expect(
            output.symbols.filter { $0.hasSuffix("g") }.sorted()
                == [
                    "$s3App4NoteC4codeSSvg", "$s3App4NoteC4modeAA4ModeOvg",
                    "$s3App4NoteC4paceAA4ModeOvg", "$s3App4NoteC4paceAA4ModeVvg",
                    "$s3App4NoteC4stepAA4StepOvg", "$s3App4NoteC5codesSaySiGvg",
                ])
        let complaint =
            "#error(\"Note.swift:17: error: 'Note.animation' has the type 'LottieAnimation'"
        #expect(output.text.contains("#if (canImport(Lottie))\n" + complaint), "\(output.text)")
    }

    @Test func `what is deprecated is used by deprecated functions alone`() throws {
        let text = generate(
            """
            import CoreData
            class Note: NSManagedObject {
                @available(*, deprecated, message: "use title") @NSManaged var name: String?
                @available(iOS 17, *) @NSManaged var title: String?
                @available(*, deprecated) @NSManaged func addToItems(_ values: NSSet)
            }
            @available(*, deprecated) class Old: NSManagedObject {
                class Inner: NSManagedObject { @NSManaged var name: String? }
            }
            """,
            models: [
                try model(
                    #"<entity name="Old" representedClassName="Old" codeGenerationType="category"/>"#
                )
            ]
        ).text
        let mark = "@available(*, deprecated)"
        #expect(text.contains("\(mark) @_silgen_name(\"$s3App4NoteC4nameSSSgvg\")"))
        #expect(text.contains("\(mark) @_silgen_name(\"$s3App4NoteC4nameSSSgvs\")"))
        #expect(text.contains("\n    @_silgen_name(\"$s3App4NoteC5titleSSSgvg\")"))
        #expect(text.contains("\(mark) internal func addToItems(_ values: [NSManagedObject])"))
        for used in [
            "extension Old.Inner {", "extension Old {",
            "private nonisolated func __registerManaged() {",
            "private nonisolated func __registerManagedClasses() {",
            "private nonisolated func __registerManagedKeyPaths() {",
            "private nonisolated let __managedAtLoad:",
        ] {
            let isMarked = text.contains("\(mark)\n\(used)")
            #expect(isMarked, "\(used)")
        }
    }

    @Test func `a target without objects gets an empty source`() {
        let output = generate("struct A {}")
        #expect(!output.text.contains("init_array"))
        #expect(output.diagnostics.isEmpty && output.symbols.isEmpty)
    }

    @Test func `imports are kept, the widest of each`() {
        let generator = Generator(
            module: "App",
            sources: [
                Generator.Source(
                    file: "A.swift",
                    text: "import Foundation\npublic import CoreData\n@testable import Shapes\n"
                        + "class A: NSManagedObject { @NSManaged var a: Int }"),
                Generator.Source(
                    file: "B.swift",
                    text: "public import Foundation\nimport CoreData\n"
                        + "class B: NSManagedObject { @NSManaged var b: Int }"),
            ])
        let imports = generator.run().text.split(separator: "\n").filter { $0.contains("import ") }
        #expect(
            imports == [
                "public import CoreData", "public import Foundation", "@testable import Shapes",
            ])
    }

    @Test func `models are embedded, with every version`() throws {
        let notes = try model(#"<entity name="Note" userInfo="a#b"/>"#)
        let output = generate("", models: [notes])
        #expect(output.text.contains(#"model: "Notes""#))
        #expect(output.text.contains(#"current: "Notes", module: "App""#))
        #expect(output.text.contains("(\"Notes\", ##\"\"\"\n<?xml"))
        #expect(output.text.contains("extension Bundle {"))
    }

    @Test func `the compiled model holds versions and the current one's name`() throws {
        let notes = try model(#"<entity name="Note"/>"#)
        let compiled = folder.file("Notes.momd")
        try notes.writeResource(to: compiled.path)
        let names = try FileManager.default.contentsOfDirectory(atPath: compiled.path)
        #expect(names.sorted() == ["Notes.mom", "VersionInfo.plist"])
        let data = try Data(contentsOf: compiled.appendingPathComponent("VersionInfo.plist"))
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        let entries = try #require(list as? [String: Any])
        #expect(entries["NSManagedObjectModel_CurrentVersionName"] as? String == "Notes")
        let versions = entries["NSManagedObjectModel_VersionHashes"] as? [String: Any]
        #expect(versions.map { Array($0.keys) } == ["Notes"])
    }
}
