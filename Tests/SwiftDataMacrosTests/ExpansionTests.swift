import Foundation
import SwiftBasicFormat
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing
@testable import SwiftDataMacros

/// Expands each file of `Expansions` and compares it with the file beside it.
///
/// That file has the diagnostics at its end; `QUARRY_RECORD=1` writes it.
@Suite struct ExpansionTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Expansions")

    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".before") }.map { String($0.dropLast(7)) }.sorted()

    @Test func `there are expansions to compare`() {
        #expect(ExpansionTests.names.count >= 8)
    }

    @Test(arguments: names) func `a source expands to the file beside it`(name: String) throws {
        let before = ExpansionTests.folder.appendingPathComponent("\(name).before")
        let after = ExpansionTests.folder.appendingPathComponent("\(name).after")
        let text = try String(contentsOf: before, encoding: .utf8)
        // The compiler passes no conformances for a class whose superclass has them.
        let expanded = expand(text, isSubclass: name.hasPrefix("Subclass"))
        if ProcessInfo.processInfo.environment["QUARRY_RECORD"] == "1" {
            try expanded.write(to: after, atomically: true, encoding: .utf8)
        }
        let expected = (try? String(contentsOf: after, encoding: .utf8)) ?? ""
        #expect(expanded == expected)
    }

    private func expand(_ text: String, isSubclass: Bool) -> String {
        let file = Parser.parse(source: text)
        let context = BasicMacroExpansionContext(
            sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "test.swift")])
        let conformances: [TypeSyntax] = isSubclass ? [] : ["PersistentModel", "Observable"]
        let specs: [String: MacroSpec] = [
            "Model": MacroSpec(type: PersistentModelMacro.self, conformances: conformances),
            "_PersistedProperty": MacroSpec(type: PersistedPropertyMacro.self),
            "Attribute": MacroSpec(type: AttributePropertyMacro.self),
            "Relationship": MacroSpec(type: RelationshipPropertyMacro.self),
            "Transient": MacroSpec(type: TransientPropertyMacro.self),
            "Unique": MacroSpec(type: UniqueConstraintsMacro.self),
            "Index": MacroSpec(type: IndexMacro.self),
            "ModelActor": MacroSpec(
                type: PersistentModelActorMacro.self, conformances: ["ModelActor"]),
            "Predicate": MacroSpec(type: SwiftPredicateMacro.self),
            "Expression": MacroSpec(type: SwiftExpressionMacro.self),
        ]
        let expanded = file.expand(
            macroSpecs: specs,
            contextGenerator: { syntax in
                BasicMacroExpansionContext(
                    sharingWith: context, lexicalContext: syntax.allMacroLexicalContexts())
            }, indentationWidth: .spaces(4))
        var result = expanded.description
        for diagnostic in context.diagnostics {
            result += "\n// \(diagnostic.diagMessage.severity): \(diagnostic.message)"
            for fix in diagnostic.fixIts {
                result += "\n// fix: \(fix.message.message)"
                for case .replace(_, let new) in fix.changes {
                    let lines = new.trimmedDescription.split(
                        separator: "\n", omittingEmptySubsequences: true)
                    for line in lines { result += "\n//     \(line)" }
                }
            }
        }
        return result.trimmingCharacters(in: .newlines) + "\n"
    }
}
