public import Foundation
import ModelArchive
import ModelCore

/// Finds models by name and reads their files.
enum ModelLookup {
    /// The model of a name: compiled into the program, or in one of its bundles.
    static func model(named name: String) -> NSManagedObjectModel? {
        if let model = ManagedRegistry.model(named: name) { return model }
        for bundle in [Bundle.main] + Bundle.allBundles {
            for kind in ["momd", "mom", "xcdatamodeld", "xcdatamodel"] {
                if let url = bundle.url(forResource: name, withExtension: kind),
                    let model = NSManagedObjectModel(contentsOf: url)
                {
                    return model
                }
            }
        }
        return nil
    }

    /// What a file or a folder says: `.momd`, `.mom`, `.xcdatamodeld`, `.xcdatamodel`, XML.
    static func read(_ url: URL) -> ObjectModel? {
        switch url.pathExtension {
        case "momd": compiledBundle(url)
        case "mom", "omo":
            compiled(url)
        default: (try? ModelBundle(contentsOf: url))?.current?.model
        }
    }

    /// The current version of a compiled model.
    private static func compiledBundle(_ url: URL) -> ObjectModel? {
        let info = try? Data(contentsOf: url.appendingPathComponent("VersionInfo.plist"))
        var current = info.flatMap { try? MomReader.versions($0) }?.current
        if current == nil {
            let files = try? FileManager.default.contentsOfDirectory(atPath: url.path)
            current = files?.filter { $0.hasSuffix(".mom") }.sorted().first
                .map { String($0.dropLast(4)) }
        }
        guard let current else { return nil }
        return compiled(url.appendingPathComponent("\(current).mom"))
    }

    /// A compiled version: Apple's archive, or the XML that the `ManagedAccessors` plugin leaves.
    private static func compiled(_ url: URL) -> ObjectModel? {
        guard let data = try? Data(contentsOf: url) else { return nil }
        return (try? MomReader.model(data)) ?? (try? ObjectModel(xml: data))
    }
}

extension NSManagedObjectModel {
    /// The model of a file: compiled (`.momd`, `.mom`) or as Xcode edits it (`.xcdatamodeld`).
    ///
    /// A model that the `ManagedAccessors` plugin compiled into the program is found by the name
    /// of the file where the file itself is missing.
    public convenience init?(contentsOf url: URL) {
        if let source = ModelLookup.read(url) {
            self.init(source)
        } else {
            let name = url.deletingPathExtension().lastPathComponent
            // `Shop.momd/Shop 2.mom` is a version of `Shop`.
            let folder = url.deletingLastPathComponent()
            let holder =
                folder.pathExtension == "momd"
                ? folder.deletingPathExtension().lastPathComponent : name
            guard
                let known = ManagedRegistry.model(
                    named: holder, version: holder == name ? nil : name)
                    ?? ManagedRegistry.model(named: name)
            else { return nil }
            self.init(mutableCopyOf: [known])
            versionIdentifiers = known.versionIdentifiers
        }
    }

    /// One model of all models in bundles; of the program's own for nil.
    public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
        var models: [NSManagedObjectModel] = []
        for bundle in bundles ?? [Bundle.main] {
            for kind in ["momd", "mom", "xcdatamodeld"] {
                for url in bundle.urls(forResourcesWithExtension: kind, subdirectory: nil) ?? [] {
                    if let model = NSManagedObjectModel(contentsOf: url as URL) { models.append(model) }
                }
            }
        }
        if models.isEmpty { models = ManagedRegistry.models() }
        return models.isEmpty ? nil : NSManagedObjectModel(byMerging: models)
    }

    /// The model of a store, among all versions in bundles.
    public class func mergedModel(
        from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
    ) -> NSManagedObjectModel? {
        ManagedRegistry.allVersions().first {
            $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
        }
    }
}
