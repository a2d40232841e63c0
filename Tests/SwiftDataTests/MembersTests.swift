#if SwiftData
import Foundation
import Testing

/// The list of Apple's public members beside the tests, so that a member that nothing uses is seen.
@Suite struct MembersTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The sources that use the members, without comments.
    private func sources() throws -> String {
        var text = ""
        for folder in ["Tests/SwiftDataTests", "Tests/SwiftDataMacrosTests", "Examples/Trips"] {
            let place = Self.root.appendingPathComponent(folder)
            for name in try FileManager.default.subpathsOfDirectory(atPath: place.path)
            where name.hasSuffix(".swift") && name != "MembersTests.swift" {
                let source = try String(
                    contentsOf: place.appendingPathComponent(name), encoding: .utf8)
                for line in source.split(separator: "\n") {
                    let code = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
                    text += code + "\n"
                }
            }
        }
        return text
    }

    @Test func `each public member has a test, or its line among what is missing`() throws {
        let list = try String(
            contentsOf: Self.root.appendingPathComponent("Tests/SwiftDataTests/Members.txt"),
            encoding: .utf8)
        let missing = try String(
            contentsOf: Self.root.appendingPathComponent("Documentation/Remaining/SwiftData.md"),
            encoding: .utf8)
        let text = try sources() + missing
        var count = 0
        for line in list.split(separator: "\n") where !line.hasPrefix("# ") && line != "#" {
            let parts = line.split(separator: ":", maxSplits: 1)
            let type = try #require(parts.first?.split(separator: ".").last)
            let members = parts.count > 1 ? parts[1].split(separator: ",") : []
            for member in [type] + members {
                let name = member.trimmingCharacters(in: .whitespaces)
                count += 1
                #expect(isUsed(name, in: text), "\(parts[0]): \(name)")
            }
        }
        #expect(count > 350)
    }

    /// Whether a text has a name as a word.
    private func isUsed(_ name: String, in text: String) -> Bool {
        func isWord(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
        }
        var rest = text[...]
        while let range = rest.range(of: name) {
            let before =
                range.lowerBound == text.startIndex
                ? nil : text[text.index(before: range.lowerBound)]
            let after = range.upperBound == text.endIndex ? nil : text[range.upperBound]
            if !(isWord(name.first) && isWord(before)) && !(isWord(name.last) && isWord(after)) {
                return true
            }
            rest = text[range.upperBound...]
        }
        return false
    }
}
#endif
