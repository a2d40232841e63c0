import ArgumentParser
import CoreDataModel

/// A workflow command of GitHub Actions that annotates a line.
///
///     ::error file=Notes.xcdatamodel/contents,line=7,title=requiredAttribute::'Note.id' is …
struct Annotation {
    var severity: MirrorProblem.Severity
    var title: String
    var message: String
    var file: String?
    var line: Int?
}

extension Annotation {
    init(_ problem: MirrorProblem) {
        self.init(
            severity: problem.severity, title: problem.code.rawValue, message: problem.message,
            file: problem.file, line: problem.line)
    }

    /// What stopped a command; nil where nothing needs to be said, as after Ctrl-C.
    init?(_ error: any Error) {
        guard !(error is ExitCode) else { return nil }
        let message = Failure(error).message
        guard !message.isEmpty else { return nil }
        self.init(severity: .error, title: "unreadable", message: message)
    }

    /// Says of a failure that it is one, where problems are printed as annotations; gives the failure.
    static func note(_ error: any Error, as format: ProblemFormat) -> any Error {
        guard format == .github, let note = Annotation(error) else { return error }
        // What cannot be printed is on standard error all the same.
        try? Output.print((note.text + "\n").utf8)
        return Failure(error)
    }

    var text: String {
        let command =
            switch severity {
            case .error: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        var properties: [String] = []
        if let file { properties.append("file=\(Annotation.escaped(file, isProperty: true))") }
        if file != nil, let line { properties.append("line=\(line)") }
        properties.append("title=\(Annotation.escaped(title, isProperty: true))")
        let list = properties.joined(separator: ",")
        return "::\(command) \(list)::\(Annotation.escaped(message, isProperty: false))"
    }

    /// As the runner reads it back (`actions/toolkit`, `command.ts`).
    private static func escaped(_ text: String, isProperty: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": escaped += "%25"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            case ":" where isProperty: escaped += "%3A"
            case "," where isProperty: escaped += "%2C"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
