#if SwiftData
import Foundation
import TestFiles
import Testing

/// Apple's public members, each with the test that uses it.
///
/// `Members.txt` has a line for each type and below it lines of tests, with the members that each
/// uses: `Suite/name of the test: member, member`. Where the test uses a member through a type or a
/// function of the tests, the line names it, `Suite/name (via Parcel): .spotlight`, or both of which
/// one uses the other: `(via JSONConfiguration and JSONStore)`. The members after `missing:` have a line in `Documentation/Remaining/SwiftData.md` instead.
@Suite struct MembersTests {
    /// The bodies of tests by suite and name, and what else is declared, by name.
    private struct Sources {
        var tests: [String: String] = [:]
        var declarations: [String: String] = [:]

        init(_ folder: URL) throws {
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            where name.hasSuffix(".swift") && name != "MembersTests.swift" {
                let text = try String(
                    contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
                add(
                    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                        // Without comments.
                        String(line.range(of: "//").map { line[..<$0.lowerBound] } ?? line)
                    })
            }
        }

        /// Declarations as `swift format` writes them: one ends where a brace stands as far to the
        /// left as it began.
        private mutating func add(_ lines: [String]) {
            var suite = ""
            var isTest = false
            for (place, line) in lines.enumerated() {
                if line.isEmpty { isTest = false }
                if line.hasPrefix("    @"), line.contains("@Test") { isTest = true }
                guard let found = line.firstMatch(of: Self.declaration) else { continue }
                let name = found.3.trimmingCharacters(in: ["`"])
                let end = lines[place...].firstIndex { $0 == found.1 + "}" } ?? lines.count - 1
                let isOnOneLine = line.hasSuffix("}")
                let body = lines[place...(isOnOneLine ? place : end)].joined(separator: "\n")
                if found.1.isEmpty {
                    if found.2 == "struct" || found.2 == "extension" { suite = name }
                    declarations[name, default: ""] += body + "\n"
                } else if found.2 == "func" {
                    if isTest {
                        tests["\(suite)/\(name)"] = body
                        isTest = false
                    } else {
                        declarations[name, default: ""] += body + "\n"
                    }
                }
            }
        }

        nonisolated(unsafe) private static let declaration =
            #/^(| {4})(?:@[\w.]+(?:\(.*?\))? |private |static |final )*(class|struct|enum|actor|extension|func) (`[^`]+`|[\w.]+)/#
    }

    @Test func `each public member has a test, or its line among what is missing`() throws {
        let sources = try Sources(PackageFolder.file("Tests/SwiftDataTests"))
        let list = try PackageFolder.text("Tests/SwiftDataTests/Members.txt")
        let missing = try PackageFolder.text("Documentation/Remaining/SwiftData.md")
        var (type, count) = ("", 0)
        for line in list.split(separator: "\n") where !line.hasPrefix("# ") && line != "#" {
            guard line.hasPrefix("    ") else {
                type = String(line)
                continue
            }
            let entry = line.dropFirst(4)
            // Names of tests may contain colons.
            let colon = try #require(entry.range(of: ": ", options: .backwards), "\(line)")
            let members = entry[colon.upperBound...].split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            count += members.count
            var test = String(entry[..<colon.lowerBound])
            if test == "missing" {
                for member in members {
                    #expect(isUsed(member, in: missing), "\(type): \(member) is not in Remaining.")
                }
                continue
            }
            var through: [String] = []
            if test.hasSuffix(")"), let start = test.range(of: " (via ", options: .backwards) {
                through = test[start.upperBound...].dropLast().components(separatedBy: " and ")
                test = String(test[..<start.lowerBound])
            }
            var text = try #require(sources.tests[test], "\(type): there is no test '\(test)'.")
            for name in through {
                #expect(isUsed(name, in: text), "\(type): '\(test)' does not use \(name).")
                text = try #require(sources.declarations[name], "\(name) is not declared.")
            }
            for member in members {
                #expect(isUsed(member, in: text), "\(type): '\(test)' does not use \(member).")
            }
        }
        #expect(count > 370)
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
