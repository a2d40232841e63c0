import Foundation
import PackagePlugin

/// Gives a target what Core Data needs of it: the accessors behind `@NSManaged`, its models and the
/// classes generated from them, its mapping models, and names for key paths.
///
///     .target(name: "App", dependencies: [.product(name: "CoreData", package: "quarry")],
///             plugins: [.plugin(name: "ManagedAccessors", package: "quarry")])
@main
struct ManagedAccessors: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target as? SwiftSourceModuleTarget else { return [] }
        let sources = module.sourceFiles(withSuffix: "swift").map(\.url)
        let models = Self.models(in: module.directoryURL)
        let mappings = Self.bundles(["xcmappingmodel"], in: module.directoryURL)
        let output = context.pluginWorkDirectoryURL
            .appendingPathComponent("\(module.moduleName)+Managed.swift")
        var arguments = ["--module", module.moduleName, "--output", output.path]
        var inputs = sources
        var outputs = [output]
        for condition in module.compilationConditions { arguments += ["--define", condition] }
        for dependency in Self.dependencies(of: module) {
            let swift = dependency.sourceFiles(withSuffix: "swift").map(\.url)
            let models = Self.models(in: dependency.directoryURL)
            arguments += ["--dependency", dependency.moduleName] + (swift + models).map(\.path)
            inputs += swift + models.flatMap(Self.files(of:))
        }
        for model in models {
            let isBundle = model.pathExtension == "xcdatamodeld"
            let compiled = context.pluginWorkDirectoryURL.appendingPathComponent(
                model.deletingPathExtension().lastPathComponent + (isBundle ? ".momd" : ".mom"))
            arguments += ["--model", model.path, compiled.path]
            inputs += Self.files(of: model)
            outputs.append(compiled)
        }
        for mapping in mappings {
            let compiled = context.pluginWorkDirectoryURL.appendingPathComponent(
                mapping.deletingPathExtension().lastPathComponent + ".cdm")
            arguments += ["--mapping", mapping.path, compiled.path]
            inputs += Self.files(of: mapping)
            outputs.append(compiled)
        }
        // Where SwiftPM puts the resources of a target, beside the program.
        arguments += ["--resources", "\(context.package.displayName)_\(module.name).resources"]
        arguments += ["--sources"] + sources.map(\.path)
        return [
            .buildCommand(
                displayName: "Core Data of \(module.moduleName)",
                executable: try context.tool(named: "ManagedAccessorTool").url,
                arguments: arguments, inputFiles: inputs, outputFiles: outputs)
        ]
    }

    /// The modules whose types the target's properties may have.
    ///
    /// Those of this package are left out, except the ones with types that objects may hold.
    private static func dependencies(of target: any Target) -> [SwiftSourceModuleTarget] {
        let own: Set<String> = [
            "CoreData", "ObjectCore", "CoreDataModel", "MirrorCore", "Stores", "SQLiteEngine",
            "SQLStorage", "SQLLowering", "RecordCore", "PredicateCore", "Query", "QueryBuilderCore",
            "FoundationPredicatesCore", "GRDB", "GRDBSQLite", "Crypto", "ManagedAccessorCore",
        ]
        var seen: Set<String> = []
        return target.recursiveTargetDependencies.compactMap { dependency in
            guard let module = dependency as? SwiftSourceModuleTarget,
                !own.contains(module.moduleName), seen.insert(module.moduleName).inserted
            else { return nil }
            return module
        }
    }

    /// The models in a folder.
    private static func models(in folder: URL) -> [URL] {
        bundles(["xcdatamodeld", "xcdatamodel"], in: folder)
    }

    /// What has an extension in a folder, whether the target declares it or not.
    private static func bundles(_ extensions: Set<String>, in folder: URL) -> [URL] {
        var found: [URL] = []
        let walk = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        while let file = walk?.nextObject() as? URL {
            guard extensions.contains(file.pathExtension) else { continue }
            walk?.skipDescendants()
            found.append(file)
        }
        return found.sorted { $0.path < $1.path }
    }

    /// The files of a model or a mapping model; when one of them changes, it is compiled again.
    private static func files(of model: URL) -> [URL] {
        var files = [model]
        let walk = FileManager.default.enumerator(at: model, includingPropertiesForKeys: nil)
        while let file = walk?.nextObject() as? URL { files.append(file) }
        return files
    }
}
