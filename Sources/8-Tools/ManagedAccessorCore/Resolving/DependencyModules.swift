import Foundation
import CoreDataModel

/// The modules that a target may import; their sources are read when a name is looked for.
final class DependencyModules {
    private let files: [String: [String]]
    private let conditions: ConditionEvaluator
    private var indexes: [String: (index: ModuleIndex, exported: [String])] = [:]

    /// Modules by name with the files of each.
    init(files: [String: [String]], conditions: ConditionEvaluator) {
        self.files = files
        self.conditions = conditions
    }

    /// The modules that one may import, and those that they hand on.
    func reachable(from imports: [String]) -> [ModuleIndex] {
        var waiting = imports
        var seen: Set<String> = []
        var found: [ModuleIndex] = []
        while let name = waiting.popLast() {
            guard seen.insert(name).inserted, let module = module(name) else { continue }
            found.append(module.index)
            waiting += module.exported
        }
        return found
    }

    private func module(_ name: String) -> (index: ModuleIndex, exported: [String])? {
        if let known = indexes[name] { return known }
        guard let paths = files[name] else { return nil }
        var sources = ScannedSources()
        var generated: [GeneratedClass] = []
        for path in paths {
            if path.hasSuffix(".swift") {
                guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                    continue
                }
                SourceScanner.scan(text, file: path, conditions: conditions, into: &sources)
                // What is wrong with a model is said where its own target is built.
            } else if let model = try? ModelBundle(contentsOf: URL(fileURLWithPath: path)) {
                generated += model.current?.model.generatedClasses ?? []
            }
        }
        let entry = (
            index: ModuleIndex(
                module: name, sources: sources, generatedClasses: generated,
                conditions: conditions),
            exported: sources.allImports.filter(\.isExported).map(\.module)
        )
        indexes[name] = entry
        return entry
    }
}
