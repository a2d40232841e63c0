import RecordJSON
import ArgumentParser
import CoreDataModel
import Foundation

/// How problems are printed.
enum ProblemFormat: String, CaseIterable, ExpressibleByArgument {
    /// `file:line: error: …`, as compilers write it.
    case text
    /// One object for programs.
    case json
    /// Annotations of a pull request.
    case github
}

/// How problems are printed and counted.
struct ProblemOptions: ParsableArguments {
    @Option(help: "How to print: lines as of a compiler, one object, or annotations of GitHub.")
    var format: ProblemFormat = .text

    @Flag(help: "Count warnings as errors.")
    var strict = false

    /// The part of `--help` about how such a command ends.
    static let exitCodes = """
        EXIT CODES
          0  nothing is wrong        2  wrong command line, or a schema with mistakes
          1  there is an error       3  a file, a store or a server cannot be read
        """

    /// Prints problems, the worst first, and ends the command where there is an error.
    ///
    /// - Parameter subject: What was checked, for the sentence when all is well.
    func report(_ problems: [MirrorProblem], of subject: String) throws {
        let problems = problems.map { problem in
            var problem = problem
            if strict, problem.severity == .warning { problem.severity = .error }
            return problem
        }
        let sorted = MirrorProblem.Severity.allCases.flatMap { severity in
            problems.filter { $0.severity == severity }
        }
        let output = Output()
        switch format {
        case .text: for problem in sorted { try output.line(problem.description) }
        case .json: try output.write(ProblemOptions.json(sorted).line)
        case .github: for problem in sorted { try output.line(Annotation(problem).text) }
        }
        try output.flush()
        let counts = MirrorProblem.Severity.allCases.compactMap { severity in
            let count = sorted.filter { $0.severity == severity }.count
            return count == 0 ? nil : Figures.count(count, severity.rawValue)
        }
        Terminal.note(
            "\(subject): " + (counts.isEmpty ? "nothing is wrong" : counts.joined(separator: ", ")))
        if sorted.contains(where: { $0.severity == .error }) {
            throw ExitCode(Status.nothing.rawValue)
        }
    }

    private static func json(_ problems: [MirrorProblem]) -> OrderedJSON {
        func count(_ severity: MirrorProblem.Severity) -> OrderedJSON {
            .number(problems.filter { $0.severity == severity }.count)
        }
        return [
            "errors": count(.error), "warnings": count(.warning), "notes": count(.note),
            "problems": .list(
                problems.map { problem in
                    [
                        "severity": .text(problem.severity.rawValue),
                        "code": .text(problem.code.rawValue), "entity": .text(problem.entity),
                        "property": .text(problem.property),
                        "recordType": .text(problem.recordType), "field": .text(problem.field),
                        "message": .text(problem.message), "file": .text(problem.file),
                        "line": problem.line.map(OrderedJSON.number) ?? .text(nil),
                    ]
                }),
        ]
    }
}
