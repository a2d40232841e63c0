import CoreDataModel
import Foundation
import Stores

/// A model in a file, with the version that is asked about.
///
/// Read are `.xcdatamodeld`, `.xcdatamodel`, a `contents` file, `.momd`, `.mom`, and the model
/// that a store keeps of itself.
struct ModelFile {
    /// The file as it was named.
    let path: String
    /// The version that is asked about.
    let model: ObjectModel
    /// The other versions, by name.
    let others: [(name: String, model: ObjectModel)]
    /// The version's file where it has lines: XML.
    let source: ModelBundle.Version?

    /// Reads a model.
    ///
    /// - Parameter version: The version's name; nil for the current one.
    /// - Throws: ``Failure`` for what is no model, and for a version that is not there.
    init(_ path: String, version: String? = nil) throws {
        self.path = path
        try ModelFile.check(path)
        if ModelChoice.isModel(path) {
            let versions = try ModelFile.versions(path)
            let index = try version.map { try ModelFile.index(of: $0, among: versions, path) } ?? 0
            (model, source) = (versions[index].model, versions[index].source)
            others = versions.enumerated().filter { $0.offset != index }
                .map { ($0.element.version ?? "", $0.element.model) }
        } else {
            if let version {
                throw Failure(
                    .usage, "--model-version \(version): a store keeps one version of its model")
            }
            (model, others, source) = (try ModelFile.kept(path), [], nil)
        }
        guard !model.inheritsInCircle else {
            let found = mistakes.map(\.description)
            throw Failure(
                .failed,
                found.isEmpty
                    ? "\(path): The entities of the model inherit in a circle."
                    : found.joined(separator: "\n"))
        }
    }

    /// Refuses what is not there, and a directory that is no model.
    private static func check(_ path: String) throws {
        if StoreMedium.hasScheme(path) { return }
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure(.failed, "There is no model and no store at \(path)")
        }
        guard FileManager.default.isDirectory(path), !ModelChoice.isModel(path) else { return }
        throw Failure(
            .failed, "\(path) is a directory, and no model",
            advice: "Give the .xcdatamodeld in it, a .momd, a .mom, or a store.")
    }

    private static func kept(_ path: String) throws -> ObjectModel {
        guard try ObjectStoreOpener.exists(at: path) else {
            throw Failure(.failed, "There is no model and no store at \(path)")
        }
        guard let cache = try ObjectStoreOpener.facts(at: path).modelCache else {
            throw Failure(
                .failed, "\(path) keeps no model of itself",
                advice: "Give its model: an .xcdatamodeld, .momd or .mom.")
        }
        do { return try MomReader.model(cache: cache) } catch {
            throw Failure(.failed, "\(path): \(error.description)")
        }
    }

    /// The versions in a file, the current one first.
    private static func versions(_ path: String) throws -> [ModelChoice] {
        do { return try ModelChoice.versions(path) } catch let error as ModelArchiveError {
            throw Failure(.failed, "\(path): \(error.description)")
        } catch let error as ModelFileError {
            throw shown(error)
        }
    }

    private static func index(
        of version: String, among versions: [ModelChoice], _ path: String
    ) throws -> Int {
        if let index = versions.firstIndex(where: { $0.version == version }) { return index }
        throw Failure(
            .usage, "\(path) has no version '\(version)'",
            advice: "It has: \(versions.compactMap(\.version).joined(separator: ", "))")
    }

    /// The failure of a file that cannot be read, with its path as it is shown.
    private static func shown(_ error: ModelFileError) -> Failure {
        var error = error
        error.file = error.file.map(shortened)
        return Failure(error)
    }

    /// A path as it is named from the working directory, as annotations need it.
    static func shortened(_ path: String) -> String {
        let base = FileManager.default.currentDirectoryPath + "/"
        return path.hasPrefix(base) ? String(path.dropFirst(base.count)) : path
    }
}

extension ModelFile {
    /// How objects of a configuration become records.
    ///
    /// - Throws: ``Failure`` for a configuration that is not there, and with the model's own
    ///   mistakes, a line each.
    func plan(configuration: String?) throws -> MirrorPlan {
        try check(configuration)
        let mistakes = self.mistakes
        guard mistakes.isEmpty else {
            throw Failure(
                .failed, mistakes.map(\.description).joined(separator: "\n"),
                advice: "quarry model lint says the same for each version.")
        }
        return MirrorPlan(model, configuration: configuration)
    }

    /// Refuses a configuration that the model does not have.
    func check(_ configuration: String?) throws {
        guard model.entities(ofConfiguration: configuration) == nil else { return }
        let names = model.configurations.keys.sorted()
        throw Failure(
            .usage, "\(path) has no configuration '\(configuration ?? "")'",
            advice: names.isEmpty
                ? "It has none; without --configuration all entities are mirrored."
                : "It has: \(names.joined(separator: ", "))")
    }

    /// What the model cannot mean: names of nothing, names used twice.
    var mistakes: [MirrorProblem] {
        guard let source else { return [] }
        return ModelChecker.problems(in: source.contents).map { error in
            var problem = MirrorProblem(.invalidModel, message: error.message)
            problem.file = ModelFile.shortened(source.file.path)
            problem.line = error.line
            return problem
        }
    }

    /// Derivations and default values that attributes cannot have, and predicates of fetch requests
    /// that cannot be asked.
    var misfits: [MirrorProblem] {
        placed(AttributeRules.problems(of: model) + RequestRules.problems(of: model))
    }

    /// What keeps the model from being mirrored, or loses something.
    func problems(configuration: String?) -> [MirrorProblem] {
        placed(MirrorRules.problems(of: model, configuration: configuration, others: others))
    }

    /// Problems with the place in the model; the file alone where it has no lines.
    func placed(_ problems: [MirrorProblem]) -> [MirrorProblem] {
        let placed = source.map { MirrorRules.placed(problems, in: $0) } ?? problems
        return placed.map { problem in
            var problem = problem
            problem.file = ModelFile.shortened(problem.file ?? path)
            return problem
        }
    }
}
