import Foundation
import CoreDataModel

/// What the plugin `ManagedAccessors` has done for a target.
///
/// The program `ManagedAccessorTool` is this and nothing else: test bundles cannot link the
/// objects of a program that a plugin uses.
package enum AccessorTool {
    /// Does what the arguments say and gives back the status to end with; messages go to standard
    /// error.
    package static func run(_ arguments: [String]) -> Int32 {
        guard let request = ToolRequest(arguments) else {
            say("usage: ManagedAccessorTool --module NAME --output FILE [--define NAME]… ")
            say("    [--dependency NAME FILE…]… [--model FILE OUTPUT]… [--mapping FILE OUTPUT]…")
            say("    --sources FILE…")
            return 64
        }
        let diagnostics = run(request)
        for one in diagnostics { say(one.text) }
        return diagnostics.isEmpty ? 0 : 1
    }

    /// Reads, generates and writes.
    static func run(_ request: ToolRequest) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        var models: [(bundle: ModelBundle, output: String)] = []
        for (path, output) in request.models {
            let found = ModelChecker.problems(inModelAt: URL(fileURLWithPath: path))
            diagnostics += found.map { error in
                Diagnostic(file: error.file ?? path, line: error.line, message: error.message)
            }
            guard found.isEmpty else { continue }
            // The check before has reported what cannot be read.
            if let bundle = try? ModelBundle(contentsOf: URL(fileURLWithPath: path)) {
                diagnostics += mirrorDiagnostics(bundle)
                models.append((bundle, output))
            }
        }
        var mappings: [(data: Data, output: String)] = []
        for (path, output) in request.mappings {
            let file = path + "/xcmapping.xml"
            do {
                let data = try Data(contentsOf: URL(fileURLWithPath: file))
                _ = try MappingFile(data)
                mappings.append((data, output))
            } catch {
                diagnostics.append(Diagnostic(file: file, message: error.localizedDescription))
            }
        }
        // Classes of a model that cannot be read would be missed in every source.
        guard diagnostics.isEmpty else { return diagnostics }
        let sources = request.sources.compactMap { file in
            // The compiler reports a source that cannot be read.
            (try? String(contentsOfFile: file, encoding: .utf8)).map {
                Generator.Source(file: file, text: $0)
            }
        }
        let generator = Generator(
            module: request.module, sources: sources, models: models.map(\.bundle),
            conditions: request.conditions, dependencies: request.dependencies,
            resources: request.resources)
        let output = generator.run()
        diagnostics += output.diagnostics
        guard diagnostics.isEmpty else { return diagnostics }
        var file = request.output
        do {
            for model in models {
                file = model.output
                try model.bundle.writeResource(to: file)
            }
            for mapping in mappings {
                file = mapping.output
                try mapping.data.write(to: URL(fileURLWithPath: file))
            }
            file = request.output
            try write(output.text, to: file)
        } catch {
            diagnostics.append(
                Diagnostic(
                    file: file, message: "cannot be written: \(error.localizedDescription)"))
        }
        return diagnostics
    }

    /// What keeps a model that is marked "Used with CloudKit" from being mirrored there.
    ///
    /// The version that new stores get counts; the others are those of stores that were made.
    private static func mirrorDiagnostics(_ bundle: ModelBundle) -> [Diagnostic] {
        guard let version = bundle.current else { return [] }
        var seen: Set<MirrorProblem> = []
        return MirrorRules.markedConfigurations(of: version).flatMap { configuration in
            MirrorRules.problems(of: version, in: bundle, configuration: configuration)
        }
        .filter { $0.severity == .error && seen.insert($0).inserted }
        .map { problem in
            Diagnostic(
                file: problem.file ?? version.file.path, line: problem.line,
                message: problem.message)
        }
    }

    /// A file that stays the same keeps its date, so that nothing is compiled again.
    private static func write(_ text: String, to path: String) throws {
        if let known = try? String(contentsOfFile: path, encoding: .utf8), known == text { return }
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private static func say(_ text: String) {
        // Where the errors cannot be written, on a full disk, the status says that there are some.
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }
}
