import Foundation
import CoreDataModel
import ObjectCore
import Stores

/// A model, and where it was found.
struct ModelChoice {
    /// Where a model can be found.
    enum Origin {
        /// In the store itself.
        case kept
        /// In a file that was named; which version of it.
        case given(file: String, version: String)
        /// Nowhere: made from the tables.
        case recovered
    }

    let model: ObjectModel
    let origin: Origin
    /// The version's file where it has lines: XML.
    var source: ModelBundle.Version?

    /// The name of the version, of a model in a file.
    var version: String? { if case .given(_, let version) = origin { version } else { nil } }

    /// The origin in words.
    var words: String {
        switch origin {
        case .kept: "kept in the store"
        case .given(let file, let version): "\(version) of \(file)"
        case .recovered:
            "recovered from the tables: names in lower case, relationships guessed; "
                + "give the real one with --model"
        }
    }

    /// The word for programs.
    var word: String {
        switch origin {
        case .kept: "store"
        case .given: "file"
        case .recovered: "tables"
        }
    }

    /// The model of a store: the one in a file where one is named, else the one it keeps, else
    /// one made from its tables.
    static func of(store path: String, _ facts: ObjectStoreFacts, file: String?) throws
        -> ModelChoice
    {
        if let file {
            let versions = try ModelChoice.versions(file)
            var misfit = ""
            for version in versions {
                let resolved = try ResolvedModel(version.model)
                if try ObjectStoreOpener.fits(resolved, at: path) { return version }
                misfit = try ObjectStoreOpener.misfit(resolved, at: path).map { ": " + $0 } ?? ""
            }
            throw Failure(
                .failed,
                versions.count == 1
                    ? "\(file) is not the model of this store\(misfit)"
                    : "none of the \(versions.count) versions in \(file) is the store's model",
                advice: "Without --model the model that the store keeps is used.")
        }
        // A cache of an unknown form is passed over.
        if let cache = facts.modelCache, let model = try? MomReader.model(cache: cache) {
            return ModelChoice(model: model, origin: .kept)
        }
        return ModelChoice(model: facts.recoveredModel, origin: .recovered)
    }

    /// The versions of the model in a file, the current one first.
    ///
    /// `.xcdatamodeld`, `.xcdatamodel`, a `contents` file, `.momd` and `.mom` are read.
    static func versions(_ path: String) throws -> [ModelChoice] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure(.failed, "There is no model at \(path)")
        }
        let url = URL(fileURLWithPath: path)
        func choice(
            _ name: String, _ model: ObjectModel, _ source: ModelBundle.Version? = nil
        ) -> ModelChoice {
            ModelChoice(model: model, origin: .given(file: path, version: name), source: source)
        }
        if url.pathExtension == "momd" {
            // A bundle need not say which version is current.
            let info = try? Data(contentsOf: url.appendingPathComponent("VersionInfo.plist"))
            let current = try info.flatMap { try MomReader.versions($0).current }
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
                .filter { $0.hasSuffix(".mom") }.map { String($0.dropLast(4)) }
                .sorted { ($0 == current ? 0 : 1, $0) < ($1 == current ? 0 : 1, $1) }
            guard !names.isEmpty else { throw Failure(.failed, "\(path) holds no .mom") }
            return try names.map { name in
                choice(name, try compiled(url.appendingPathComponent(name + ".mom")))
            }
        }
        if url.pathExtension == "mom" || FileHead.bytes(of: path).starts(with: "bplist".utf8) {
            return [
                choice(url.deletingPathExtension().lastPathComponent, try compiled(url))
            ]
        }
        let bundle = try ModelBundle(contentsOf: url)
        return bundle.versions
            .sorted {
                ($0.name == bundle.currentName ? 0 : 1, $0.name)
                    < ($1.name == bundle.currentName ? 0 : 1, $1.name)
            }
            .map { choice($0.name, $0.model, $0) }
    }

    /// The model of a `.mom`: an archive of Apple's, or the XML that the plugin writes.
    private static func compiled(_ url: URL) throws -> ObjectModel {
        let data = try Data(contentsOf: url)
        do { return try MomReader.model(data) } catch {
            guard let model = try? ObjectModel(xml: data) else { throw error }
            return model
        }
    }

    /// Whether a file is a model by its name or by how it begins, rather than a store.
    static func isModel(_ path: String) -> Bool {
        let url = URL(fileURLWithPath: path)
        if ["xcdatamodeld", "xcdatamodel", "momd", "mom"].contains(url.pathExtension) {
            return true
        }
        let head = FileHead.bytes(of: path)
        return ["bplist", "<?xml", "<model"].contains { head.starts(with: $0.utf8) }
    }
}
