package import Foundation
import PredicateCore
import RecordCore
import Yams

/// A file of cases: records once, many questions.
///
///     fields: {age: INT64}
///     records:
///       - {name: Ann, age: 3}
///       - {name: Bob}
///     cases:
///       - age == nil: [Bob]
///       - {format: age > %@, arguments: [2], matches: [Ann]}
///
/// `Tests/Cases/README.md` lists what a file and a case may say.
package struct CaseFile: Sendable {
    /// The file's name without its ending.
    package var name: String
    /// Its cases, in order.
    package var cases: [Case]

    /// The folder that holds the files.
    package static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Cases").resolvingSymlinksInPath()

    /// Every file, by name.
    ///
    /// A file that cannot be read has one case that says so.
    package static let all: [CaseFile] = {
        let urls =
            (try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)) ?? []
        return urls.filter { $0.pathExtension == "yaml" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map { url in
                let name = url.deletingPathExtension().lastPathComponent
                do {
                    let text = try String(contentsOf: url, encoding: .utf8)
                    return try CaseFile(name: name, text: text)
                } catch {
                    return CaseFile(name: name, broken: "\(error)")
                }
            }
    }()

    init(name: String, broken reason: String) {
        self.name = name
        let context = CaseContext(
            file: name, fields: [], rows: [], profile: .everything, asksStores: false)
        cases = [
            Case(file: name, line: 1, format: "", answer: .broken(reason), context: context)
        ]
    }

    /// Reads the text of a file.
    ///
    /// - Throws: ``CaseError``, or the YAML reader's error.
    package init(name: String, text: String) throws {
        guard let root = try Yams.compose(yaml: text) else { throw CaseError("an empty file") }
        try CaseNode.check(
            root,
            keys: [
                "about", "fields", "records", "cases", "profile", "stores", "scan", "evaluator",
                "text",
            ])
        self.name = name
        let asksStores = root["stores"]?.scalar?.string != "none"
        let fields = try CaseSchema.fields(root["fields"], asksStores: asksStores)
        let profile = try root["profile"].map { node -> QueryProfile in
            guard let known = QueryProfile.allCases.first(where: { "\($0)" == node.scalar?.string })
            else { throw CaseError("no such profile", node) }
            return known
        }
        let text = try root["text"].map { node -> TextProfile in
            guard let known = TextProfile.allCases.first(where: { "\($0)" == node.scalar?.string })
            else { throw CaseError("no such way of ordering text", node) }
            return known
        }
        if asksStores, let text, text != .records {
            throw CaseError("stores of records order text by scalars; say stores: none")
        }
        let context = CaseContext(
            file: name, fields: fields,
            rows: try CaseSchema.rows(root["records"], fields: fields, asksStores: asksStores),
            profile: profile ?? .everything, asksStores: asksStores,
            textProfile: text ?? .records)
        let known = Set(context.rows.map(\.name))
        let scan = root["scan"]?.scalar?.string
        let silent =
            root["evaluator"]?.scalar?.string
            ?? (profile == nil ? nil : "the profile has a meaning of its own")
        cases = try (root["cases"]?.sequence.map(Array.init) ?? []).map { node in
            var one = try CaseNode.readCase(node, context: context)
            one.scan = one.scan ?? scan
            one.evaluatorIsNotAsked = one.evaluatorIsNotAsked ?? silent
            if case .matches(let names) = one.answer,
                let stray = names.first(where: { !known.contains($0) })
            {
                throw CaseError("no record is called \(stray)", node)
            }
            return one
        }
    }
}

/// Why a case file cannot be read.
package struct CaseError: Error, CustomStringConvertible {
    /// The sentence, with the line where there is one.
    package let description: String

    init(_ sentence: String, _ node: Node? = nil) {
        description = (node?.mark).map { "line \($0.line): \(sentence)" } ?? sentence
    }
}
