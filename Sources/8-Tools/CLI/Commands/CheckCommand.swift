import ArgumentParser
import Foundation
import RecordCore
import Stores

/// `quarry check`: what a database server lacks.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Try at a database server what stores need, and say what it lacks.",
        discussion: """
            It works in a schema of its own at the server, which it drops afterwards.

            EXAMPLES
              quarry check --engine postgres://db1/quarry
              quarry check --engine 'postgres://db1/quarry?user=app' --json

            EXIT CODES
              0  nothing that is needed is missing   2  wrong command line
              1  something is missing                3  the server cannot be reached
            """)

    @Option(help: "The server: postgres://…")
    var engine: String

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let report = try StoreLocation(engine).checkEngine()
        let output = Output()
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try output.line(String(decoding: try encoder.encode(report), as: UTF8.self))
        } else {
            try output.line("\(report.server): \(report.version)")
            let width = report.features.map(\.name.count).max() ?? 0
            for feature in report.features {
                let name = feature.name.padding(toLength: width, withPad: " ", startingAt: 0)
                let need = feature.isNeeded ? "needed" : "nice  "
                let detail = feature.detail.map { ": \($0)" } ?? ""
                try output.line("  \(name)  \(need)  \(feature.result.rawValue)\(detail)")
            }
            try output.line(
                report.isEnough
                    ? "A store can be kept there." : "Something that is needed is missing.")
        }
        try output.flush()
        if !report.isEnough { throw ExitCode(Status.nothing.rawValue) }
    }
}
