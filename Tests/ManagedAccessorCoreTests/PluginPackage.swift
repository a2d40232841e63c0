import Foundation
import TestFiles

/// A package in a folder of its own whose targets use the plugin, with a small stand-in for the
/// module CoreData.
struct PluginPackage {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("PluginPackage-\(UUID().uuidString)")
        let root = PackageFolder.url.resolvingSymlinksInPath()
        for shared in [
            "Sources/8-Tools/ManagedAccessorTool", "Sources/8-Tools/ManagedAccessorCore",
            "Sources/3-Objects/CoreDataModel", "Plugins",
        ] {
            let source = root.appendingPathComponent(shared)
            let parent = shared == "Plugins" ? folder : folder.appendingPathComponent("Sources")
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                at: parent.appendingPathComponent(source.lastPathComponent),
                withDestinationURL: source)
        }
        try write(Self.manifest, to: "Package.swift")
        try write(Self.standIn, to: "Sources/CoreData/CoreData.swift")
        try write(Self.note, to: "Sources/Notes/Note.swift")
        try write(Self.lookup, to: "Sources/Notes/Lookup.swift")
        try write(Self.model, to: "Sources/Notes/Notes.xcdatamodeld/Notes.xcdatamodel/contents")
        try write(Self.program, to: "Sources/App/main.swift")
        try write(Self.broken, to: "Sources/Broken/main.swift")
        try write(Self.model, to: "Sources/BrokenModel/Notes.xcdatamodel/contents")
        try write(
            Self.model.replacingOccurrences(of: "\"Folder\" rep", with: "\"File\" rep"),
            to: "Sources/BrokenModel/Notes.xcdatamodel/contents")
        try write("import CoreData", to: "Sources/BrokenModel/main.swift")
    }

    func write(_ text: String, to path: String) throws {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// Runs `swift` here; gives what it says and how it ends.
    func swift(_ arguments: String...) throws -> Program.Outcome {
        try Program.run("swift", arguments, in: folder, errors: .withOutput)
    }

    private static let manifest = """
        // swift-tools-version: 6.1
        import PackageDescription

        let strict: [SwiftSetting] = [
            .swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ]
        let package = Package(
            name: "notes",
            targets: [
                .target(name: "CoreData", swiftSettings: [.swiftLanguageMode(.v5)]),
                .target(name: "CoreDataModel"),
                .target(name: "ManagedAccessorCore", dependencies: ["CoreDataModel"]),
                .executableTarget(
                    name: "ManagedAccessorTool", dependencies: ["ManagedAccessorCore"]),
                .plugin(
                    name: "ManagedAccessors", capability: .buildTool(),
                    dependencies: ["ManagedAccessorTool"]),
                .target(
                    name: "Notes", dependencies: ["CoreData"], swiftSettings: strict,
                    plugins: ["ManagedAccessors"]),
                .executableTarget(
                    name: "App", dependencies: ["Notes", "CoreData"],
                    swiftSettings: [.swiftLanguageMode(.v5)], plugins: ["ManagedAccessors"]),
                .executableTarget(
                    name: "Broken", dependencies: ["CoreData"], plugins: ["ManagedAccessors"]),
                .executableTarget(
                    name: "BrokenModel", dependencies: ["CoreData"], plugins: ["ManagedAccessors"]),
            ])
        """

    /// As much of the module as generated sources call.
    private static let standIn = """
        @_exported import Foundation

        open class NSManagedObject: NSObject {
            public var values: [String: Any] = [:]
            public var calls: [String] = []
            public required override init() { super.init() }
            public func __managedValue<T>(_ key: String) -> T {
                if let value = values[key] as? T { return value }
                if let zero = 0 as? T { return zero }
                if let zero = Int32(0) as? T { return zero }
                return Optional<Any>.none as! T
            }
            public func __setManagedValue<T>(_ value: __owned T, _ key: String) { values[key] = value }
            public func __managedCall(_ selector: String, _ arguments: [Any]) {
                calls.append("\\(selector) \\(arguments.count)")
            }
            public func __managedCall<R>(_ selector: String, _ arguments: [Any]) -> R {
                arguments.count as! R
            }
        }
        open class NSFetchRequest<Result>: NSObject {
            public let entityName: String
            public init(entityName: String) { self.entityName = entityName }
        }
        public enum ManagedRegistry {
            nonisolated(unsafe) public static var known: [String] = []
            public static func register(
                classes: [(name: String, type: NSManagedObject.Type)], module: String
            ) { known += classes.map { "\\(module).\\($0.name)" } }
            public static func register(
                model name: String, versions: [(name: String, xml: String)], current: String,
                module: String
            ) { known.append("\\(name) \\(versions.map(\\.name)) \\(current) \\(module)") }
        }
        public enum KeyPathNames {
            nonisolated(unsafe) public static var names: [AnyKeyPath: String] = [:]
            public static func register(_ more: sending [AnyKeyPath: String]) {
                names.merge(more) { $1 }
            }
        }
        """

    private static let note = """
        public import CoreData

        public final class Note: NSManagedObject {
            @NSManaged public var title: String?
            @NSManaged public private(set) var rank: Int32
            @NSManaged private var secret: [String: Date]?
            @NSManaged public var folder: Folder?
            @NSManaged public func addToParts(_ value: Note)
            #if DEBUG
            @NSManaged public var hint: String?
            #else
            @NSManaged public var hint: Int32
            #endif
            public func touch() {
                rank += 1
                secret = [:]
                secret?["a"] = nil
                hint = nil ?? hint
            }
        }
        """

    private static let lookup = """
        import Foundation

        public func found() -> String {
            Bundle.main.url(forResource: "Notes", withExtension: "momd")?.path
                .components(separatedBy: "/").suffix(2).joined(separator: "/") ?? ""
        }
        """

    private static let program = """
        import CoreData
        import Notes

        class Tag: NSManagedObject { @NSManaged var notes: Set<Note>; @NSManaged var first: Note! }
        let note = Note()
        note.title = "a"
        note.title? += "b"
        note.touch()
        note.touch()
        note.addToParts(note)
        let folder = Folder()
        folder.name = "box"
        folder.addToNotes(note)
        note.folder = folder
        let tag = Tag()
        tag.notes = []
        tag.notes.insert(note)
        tag.first = note
        print(note.title ?? "", note.rank, note.folder?.name ?? "", tag.notes.count, tag.first.rank)
        print(note.calls, folder.calls, Folder.fetchRequest().entityName)
        print(ManagedRegistry.known.sorted())
        print(KeyPathNames.names[\\Note.title] ?? "", KeyPathNames.names[\\Folder.notes] ?? "",
              KeyPathNames.names[\\Tag.first] ?? "")
        let folderOfResources = Bundle.main.bundleURL.appendingPathComponent("notes_Notes.resources")
        let files = try FileManager.default.contentsOfDirectory(
            atPath: folderOfResources.appendingPathComponent("Notes.momd").path)
        print(files.sorted())
        print(Bundle.main.url(forResource: "Notes", withExtension: "momd") == nil, found())
        """

    private static let model = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Note" representedClassName="Note" syncable="YES">
                <relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder" inverseName="notes" inverseEntity="Folder"/>
            </entity>
            <entity name="Folder" representedClassName="Folder" codeGenerationType="class">
                <attribute name="name" optional="YES" attributeType="String"/>
                <relationship name="notes" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Note" inverseName="folder" inverseEntity="Note"/>
            </entity>
        </model>
        """

    private static let broken = """
        import CoreData

        class Note: NSManagedObject {
            @NSManaged var done: (() -> Void)?
        }
        """
}
