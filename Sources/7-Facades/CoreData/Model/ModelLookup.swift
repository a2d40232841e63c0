public import Foundation
import CoreDataModel

/// Finds models by name and reads their files.
enum ModelLookup {
    /// The model of a name: compiled into the program, or in one of its bundles.
    ///
    /// - Throws: Why the one that the program has cannot be read.
    static func model(named name: String) throws -> NSManagedObjectModel? {
        if let model = try ManagedRegistry.model(named: name) { return model }
        for bundle in [Bundle.main] + Bundle.allBundles {
            for kind in ["momd", "mom", "xcdatamodeld", "xcdatamodel"] {
                if let url = bundle.url(forResource: name, withExtension: kind),
                    let source = read(url)
                {
                    return try NSManagedObjectModel(source)
                }
            }
        }
        return nil
    }

    /// A model, or nil and a line on standard error with the reason: for Apple's interfaces that
    /// can say nothing but nil.
    static func said<Made>(_ name: String, _ make: () throws -> Made?) -> Made? {
        do {
            return try make()
        } catch {
            report(name, error)
            return nil
        }
    }

    static func report(_ name: String, _ error: any Error) {
        let reason = error.localizedDescription
        // A program goes on where this cannot be said.
        try? FileHandle.standardError.write(
            contentsOf: Data("CoreData: error: Failed to load model '\(name)': \(reason)\n".utf8))
    }

    /// What a file or a folder says: `.momd`, `.mom`, `.xcdatamodeld`, `.xcdatamodel`, XML.
    ///
    /// Nil for entities that inherit from each other in a circle, which no walk would leave again.
    static func read(_ url: URL) -> ObjectModel? {
        let model =
            switch url.pathExtension {
            case "momd": compiledBundle(url)
            case "mom", "omo": compiled(url)
            // Initializers of models are failable: nil for what is no model.
            default: (try? ModelBundle(contentsOf: url))?.current?.model
            }
        return model?.inheritsInCircle == false ? model : nil
    }

    /// The files of models in bundles; in the program's own for nil.
    static func files(in bundles: [Bundle]?) -> [URL] {
        (bundles ?? [Bundle.main]).flatMap { bundle in
            ["momd", "mom", "xcdatamodeld"].flatMap { kind in
                (bundle.urls(forResourcesWithExtension: kind, subdirectory: nil) ?? []).map {
                    $0 as URL
                }
            }
        }
    }

    /// The models, and the versions of models, that have a name in a bundle or in the program.
    static func models(named name: String, in bundle: Bundle?) -> [NSManagedObjectModel] {
        let places = files(in: bundle.map { [$0] }).flatMap { file in
            [
                file.deletingPathExtension().lastPathComponent == name ? file : nil,
                file.appendingPathComponent("\(name).mom"),
                file.appendingPathComponent("\(name).xcdatamodel"),
            ].compactMap { $0 }
        }
        let read = places.filter { FileManager.default.fileExists(atPath: $0.path) }
            .compactMap { NSManagedObjectModel(contentsOf: $0) }
        return read + ManagedRegistry.versions(named: name)
            + [ManagedRegistry.knownModel(named: name)].compactMap { $0 }
    }

    /// All versions of a model.
    static func versions(of url: URL) -> [NSManagedObjectModel] {
        let read: [ObjectModel]
        switch url.pathExtension {
        case "momd":
            // A folder that cannot be read holds no version.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
            read = names.filter { $0.hasSuffix(".mom") }.sorted().compactMap {
                compiled(url.appendingPathComponent($0))
            }
        case "mom", "omo": read = compiled(url).map { [$0] } ?? []
        // What is no model has no version.
        default: read = (try? ModelBundle(contentsOf: url))?.versions.map(\.model) ?? []
        }
        return read.compactMap { source in said(url.path) { try NSManagedObjectModel(source) } }
    }

    /// The current version of a compiled model.
    private static func compiledBundle(_ url: URL) -> ObjectModel? {
        let info = try? Data(contentsOf: url.appendingPathComponent("VersionInfo.plist"))
        var current = info.flatMap { try? MomReader.versions($0) }?.current
        if current == nil {
            // A folder that cannot be read holds no version.
            let files = try? FileManager.default.contentsOfDirectory(atPath: url.path)
            current = files?.filter { $0.hasSuffix(".mom") }.sorted().first
                .map { String($0.dropLast(4)) }
        }
        guard let current else { return nil }
        return compiled(url.appendingPathComponent("\(current).mom"))
    }

    /// A compiled version: Apple's archive, or the XML that the `ManagedAccessors` plugin leaves; with the hashes
    /// that the list beside it has.
    private static func compiled(_ url: URL) -> ObjectModel? {
        guard let data = try? Data(contentsOf: url) else { return nil }
        // Each form is tried; nil for what is neither.
        guard var model = (try? MomReader.model(data)) ?? (try? ObjectModel(xml: data)) else {
            return nil
        }
        let list = url.deletingLastPathComponent().appendingPathComponent("VersionInfo.plist")
        // A file outside of a bundle has no list, and a damaged list no hashes.
        let hashes = (try? Data(contentsOf: list)).flatMap { try? MomReader.versions($0) }?
            .hashes[url.deletingPathExtension().lastPathComponent]
        if let hashes {
            for index in model.entities.indices where model.entities[index].versionHash == nil {
                model.entities[index].versionHash = hashes[model.entities[index].name]
            }
        }
        return model
    }
}

extension NSManagedObjectModel {
    /// The model of a file: compiled (`.momd`, `.mom`) or as Xcode edits it (`.xcdatamodeld`).
    ///
    /// A model that the `ManagedAccessors` plugin compiled into the program is found by the name
    /// of the file where the file itself is missing.
    ///
    /// Nil where there is none, and for one whose predicates or derivations cannot be read: a line
    /// on standard error says which and why. `NSPersistentContainer(name:)` stops the program with
    /// the same sentence.
    public convenience init?(contentsOf url: URL) {
        if let source = ModelLookup.read(url) {
            do {
                try self.init(source)
            } catch {
                ModelLookup.report(url.path, error)
                return nil
            }
        } else {
            let name = url.deletingPathExtension().lastPathComponent
            // `Shop.momd/Shop 2.mom` is a version of `Shop`.
            let folder = url.deletingLastPathComponent()
            let holder =
                folder.pathExtension == "momd"
                ? folder.deletingPathExtension().lastPathComponent : name
            guard
                let known = ManagedRegistry.knownModel(
                    named: holder, version: holder == name ? nil : name)
                    ?? ManagedRegistry.knownModel(named: name)
            else { return nil }
            self.init(mutableCopyOf: [known])
            versionIdentifiers = known.versionIdentifiers
        }
    }

    /// One model of all models in bundles; of the program's own for nil.
    public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
        let models = ModelLookup.files(in: bundles).compactMap {
            NSManagedObjectModel(contentsOf: $0)
        }
        let all = models.isEmpty ? ManagedRegistry.models() : models
        return all.isEmpty ? nil : NSManagedObjectModel(byMerging: all)
    }

    /// The model that a store was made with, of all versions in bundles; nil where none is.
    ///
    ///     let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
    ///         ofType: NSSQLiteStoreType, at: url, options: nil)
    ///     let old = NSManagedObjectModel.mergedModel(from: [.main], forStoreMetadata: metadata)
    ///
    /// A store of several models gets one model of all their entities.
    public class func mergedModel(
        from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
    ) -> NSManagedObjectModel? {
        let found = ModelLookup.files(in: bundles).flatMap(ModelLookup.versions(of:))
        return NSManagedObjectModel(
            byMerging: found + ManagedRegistry.allVersions(), forStoreMetadata: metadata)
    }

    /// One model of the entities that a store was made with, taken from several models.
    ///
    /// - Parameters:
    ///   - models: The models whose entities are looked through.
    ///   - metadata: What the store says of itself; its version hashes choose.
    /// - Returns: Nil where an entity of the store is in none of the models in that version.
    public convenience init?(
        byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]
    ) {
        if let whole = models.first(where: {
            $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
        }) {
            self.init(mutableCopyOf: [whole])
            return
        }
        guard let wanted = metadata[NSStoreModelVersionHashesKey] as? [String: Any] else {
            return nil
        }
        // Models all of whose entities are the store's, each entity taken once.
        var chosen: [NSManagedObjectModel] = []
        var missing = Set(wanted.keys)
        for model in models {
            let names = Set(model.entitiesByName.keys)
            guard !names.isDisjoint(with: missing), names.isSubset(of: wanted.keys),
                model.entitiesByName.allSatisfy({ wanted[$0.key] as? Data == $0.value.versionHash })
            else { continue }
            chosen.append(model)
            missing.subtract(names)
        }
        guard missing.isEmpty, !chosen.isEmpty else { return nil }
        self.init(mutableCopyOf: chosen)
    }
}
