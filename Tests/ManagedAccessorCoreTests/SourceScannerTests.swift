import Testing

@testable import ManagedAccessorCore

@Suite struct SourceScannerTests {
    private func scan(_ source: String) -> ScannedSources {
        var sources = ScannedSources()
        SourceScanner.scan(
            source, file: "A.swift", conditions: ConditionEvaluator(), into: &sources)
        return sources
    }

    @Test func `types are found where they stand`() {
        let found = scan(
            """
            public final class Note: NSManagedObject, Identifiable {
                enum Kind: Int16 { case a, b }
                func f() { class Local {} }
            }
            extension Note { struct Deep<T> where T: Hashable {} }
            private protocol Named: AnyObject {}
            """)
        #expect(
            found.types.map { $0.path.joined(separator: ".") + " \($0.kind)" }
                == ["Note C", "Note.Kind O", "Note.Deep V", "Named P"])
        #expect(found.types[0].inherited == ["NSManagedObject", "Identifiable"])
        #expect(found.types[0].access == "public" && found.types[3].isPrivate)
        #expect(found.types[2].isGeneric && !found.types[0].isGeneric)
    }

    @Test func `protocols are found behind attributes`() {
        let found = scan(
            """
            class Note: @unchecked Sendable, @App.Shown(1) Kit.Named, nonisolated Listed,
                @preconcurrency @MainActor Drawn {}
            """)
        #expect(found.types[0].inherited == ["Sendable", "Kit.Named", "Listed", "Drawn"])
    }

    @Test func `properties have class, type and access`() {
        let found = scan(
            """
            import Foundation
            @preconcurrency public import CoreData
            public class Note: NSManagedObject {
                @NSManaged public var title: String?
                @NSManaged
                public private(set) var stamp: Double
                @NSManaged private var secret, other: Int32
                @NSManaged var a: Int32, b: [String: Any]?
                var plain: Int { 1 }
            }
            public extension Note {
                @NSManaged var tags: Set<Tag>
            }
            """)
        #expect(
            found.members.map(\.name) == ["title", "stamp", "secret", "other", "a", "b", "tags"])
        #expect(
            found.members.map { sourceText($0.type) }
                == ["String?", "Double", "Int32", "Int32", "Int32", "[String: Any]?", "Set<Tag>"])
        #expect(
            found.members.map(\.getterAccess) == [
                "public", "public", "internal", "internal", "internal", "internal", "public",
            ])
        #expect(found.members[1].setterAccess == "internal")
        #expect(found.members.map(\.isPrivate) == [false, false, true, true, false, false, false])
        #expect(found.members.map(\.line) == [4, 6, 7, 7, 8, 8, 12])
        #expect(
            found.imports.map(\.text) == [
                "import Foundation", "@preconcurrency public import CoreData",
            ])
    }

    @Test func `the word import names cases and arguments too`() {
        let found = scan(
            """
            import CoreData
            import struct Foundation.Date
            class Note: NSManagedObject {
                enum Action { case `import`, export }
                @NSManaged var title: String?
                var action: Action { .import }
                func run(import name: String) {
                    switch action {
                    case .import: load(import: name)
                    case .export: break
                    }
                }
            }
            run(.import)
            """)
        #expect(
            found.imports.map(\.text) == ["import CoreData", "import struct Foundation.Date"])
        #expect(found.members.map(\.name) == ["title"])
    }

    @Test func `keywords name cases, members and arguments too`() {
        let found = scan(
            """
            enum Role { case director, actor
                case `protocol`(String) }
            class Note: NSManagedObject {
                static let fallback = Role.actor
                static let limit = 3
                @NSManaged var title: String?
                static let kind = UTType.extension
                private static let more = 4
                @NSManaged var text: String?
                static let access = Access.public
                @NSManaged var place: String?
                static let first = actor
                static let names = all.map { actor in actor.name }
                func make(class name: String, actor other: Actor) { make(class: 1, enum: 2) }
                @NSManaged var last: String?
                actor Inner {}
            }
            """)
        #expect(found.members.map(\.name) == ["title", "text", "place", "last"])
        #expect(found.members.map(\.context) == Array(repeating: ["Note"], count: 4))
        #expect(found.members.map(\.getterAccess) == Array(repeating: "internal", count: 4))
        #expect(
            found.types.map { $0.path.joined(separator: ".") } == ["Role", "Note", "Note.Inner"])
    }

    @Test func `methods have labels and types`() {
        let found = scan(
            """
            extension Note {
                @NSManaged public func addToItems(_ value: Item)
                @NSManaged public func insertIntoItems(
                    _ value: Item,
                    at idx: Int
                )
                @NSManaged func count() -> Int
            }
            """)
        #expect(found.members.map(\.name) == ["addToItems", "insertIntoItems", "count"])
        #expect(found.members[1].parameters.map(\.label) == [nil, "at"])
        #expect(found.members[1].parameters.map { sourceText($0.type) } == ["Item", "Int"])
        #expect(sourceText(found.members[2].type) == "Int")
    }
}
