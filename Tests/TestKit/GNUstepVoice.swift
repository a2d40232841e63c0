package import Foundation
package import PredicateCore
import TestFiles

/// Asks GNUstep's NSPredicate, through the program in `Benchmarks/GNUstep`.
package struct GNUstepVoice: Sendable {
    /// What GNUstep says to one question.
    package enum Answer: Sendable, Hashable {
        /// Of each object, whether the predicate holds; nil where that is an error.
        case answers([Bool?])
        /// It does not parse, or the program died of it.
        case refused(String)
    }

    /// A question and the objects it is about.
    package struct Question: Sendable {
        /// The format, without arguments.
        package var format: String
        /// The objects: dictionaries, or plain values.
        package var objects: [Value]

        /// A question about objects.
        package init(format: String, objects: [Value]) {
            self.format = format
            self.objects = objects
        }
    }

    /// Where the program stands.
    package let program: URL

    /// Why there is no voice.
    package struct Absence: Error, CustomStringConvertible {
        /// The sentence.
        package let description: String
    }

    /// The folder of the program's sources.
    package static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Benchmarks/GNUstep")

    /// Whether GNUstep's development files are installed.
    package static let isInstalled: Bool = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        return path.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/gnustep-config")
        }
    }()

    /// Builds the program where that is needed.
    ///
    /// - Throws: ``Absence``.
    package init() throws {
        guard GNUstepVoice.isInstalled else {
            throw Absence(description: "gnustep-config is not installed")
        }
        let make = Process()
        make.executableURL = URL(filePath: "/usr/bin/env")
        make.arguments = ["make", "-s", "-C", GNUstepVoice.folder.path, "build/evaluate"]
        make.standardOutput = FileHandle.standardError
        try make.run()
        make.waitUntilExit()
        guard make.terminationStatus == 0 else {
            throw Absence(description: "make build/evaluate fails")
        }
        program = GNUstepVoice.folder.appending(path: "build/evaluate")
    }

    /// The answers, in the order of the questions.
    package func ask(_ questions: [Question]) throws -> [Answer] {
        var text = ""
        for (number, question) in questions.enumerated() {
            let objects = question.objects.map(GNUstepVoice.json).joined(separator: ",")
            text += #"{"id":\#(number),"format":\#(GNUstepVoice.json(.text(question.format))),"#
            text += #""objects":[\#(objects)]}"# + "\n"
        }
        let run = try Program.run(
            program.path, ["-t", "5"], input: Array(text.utf8), errors: .dropped)
        return try run.output.split(separator: "\n").map { try GNUstepVoice.answer(String($0)) }
    }

    private struct Line: Decodable {
        enum Item: Decodable {
            case truth(Bool)
            case error

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                self = (try? container.decode(Bool.self)).map { .truth($0) } ?? .error
            }
        }
        var answers: [Item]?
        var refused: String?
    }

    private static func answer(_ line: String) throws -> Answer {
        let line = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
        guard let answers = line.answers else { return .refused(line.refused ?? "?") }
        return .answers(
            answers.map { item in
                switch item {
                case .truth(let truth): truth
                case .error: nil
                }
            })
    }

    /// Whether a value has a form in JSON that both sides read alike.
    package static func canSay(_ value: Value) -> Bool {
        switch value {
        case .null, .int, .text: true
        case .double(let number): number.isFinite
        case .list(let values): values.allSatisfy(canSay)
        case .dictionary(let fields): fields.values.allSatisfy(canSay)
        case .decimal, .date, .bytes, .uuid, .url, .reference, .location, .asset, .object: false
        }
    }

    static func json(_ value: Value) -> String {
        switch value {
        case .int(let number): return "\(number)"
        case .double(let number):
            let text = "\(number)"
            return text.contains(where: { ".eE".contains($0) }) ? text : text + ".0"
        case .text(let text): return quoted(text)
        case .list(let values): return "[" + values.map(json).joined(separator: ",") + "]"
        case .dictionary(let fields):
            let pairs = fields.sorted { $0.key < $1.key }.map {
                quoted($0.key) + ":" + json($0.value)
            }
            return "{" + pairs.joined(separator: ",") + "}"
        case .null, .decimal, .date, .bytes, .uuid, .url, .reference, .location, .asset, .object:
            return "null"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case _ where scalar.value < 32:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
